"""Proved bounds on the chance to win a match, from a guess.

Two grids of integers over one scale, L and U, hold a bound for every turn start. Let
T(1 - X) be what a turn is worth when the other, once to move, has X. It is proved that
- L <= T(1 - U), rounded down, by a policy that banks with positive probability in every
  turn; and
- U >= T(1 - L), rounded up, over all keeps and over banking at any stake.

So whoever plays that policy against anybody has a chance to win of at least L: written
down as L when they are to move and 1 - U when the other is, it does not fall on the
mean; the policy banks again and again, so the play ends almost surely, and where it
ends this is what they got. From the other's seat, nobody can have more than U. Without
a policy that banks it would prove nothing: two players who never bank never finish.

L and U are the guess, less and more epsilon times a bound on the expected number of
turns that remain: each turn takes one epsilon off, which is the slack for rounding.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from trueodds.analysis.farkle.match.optimal.solve import (
    MOST_SETTLING,
    SCALE,
    Game,
    Grid,
    sums,
)
from trueodds.analysis.farkle.match.state_space import Array
from trueodds.core.enclosure import Enclosure
from trueodds.core.errors import ModelError
from trueodds.core.progress import Progress

EPSILON = 16
"""Units of the scale that a turn takes off, at first; a roll needs one for rounding."""

DOUBLINGS = 12


@dataclass(frozen=True)
class Bounds:
    """``lower[p, q] <= scale * chance <= upper[p, q]`` for every pair of standings.

    The mover is at standing p, the other at q, and a turn begins; standings are
    numbered as in ``solve.Grid``.
    """

    lower: Array
    upper: Array
    scale: int

    def at(self, mover: int, other: int) -> Enclosure:
        """The chance to win of the mover."""
        lower, upper = int(self.lower[mover, other]), int(self.upper[mover, other])
        return Enclosure(Fraction(lower, self.scale), Fraction(upper, self.scale))


def prove(game: Game, grid: Grid, progress: Progress) -> Bounds:
    """Bounds around the guess, proved for every turn start.

    Raises ``ModelError`` where no policy found banks in every turn, or where the guess
    is too rough.
    """
    turns = turns_left(game, grid, progress)
    for doubling in range(DOUBLINGS):
        margin = EPSILON * 2**doubling * turns
        lower = np.floor(SCALE * grid.value - margin).clip(0, SCALE).astype(np.int64)
        upper = np.ceil(SCALE * grid.value + margin).clip(0, SCALE).astype(np.int64)
        bounds = Bounds(lower, upper, SCALE)
        if holds(game, bounds, progress):
            return bounds
    raise ModelError("the bounds cannot be proved: the floating values are too rough")


def turns_left(game: Game, grid: Grid, progress: Progress) -> Array:
    """About how many turns are expected to follow, this one included, on best play."""
    turns = np.ones_like(grid.value)
    every = list(sums(game.board))
    while True:
        change = 0.0
        for number, total in enumerate(every):
            progress("counting turns", number, len(every))
            change = max(change, _count(game, grid, turns, total))
        if not game.board.falls or change < 0.5:
            progress("counting turns", len(every), len(every))
            return turns


def _count(game: Game, grid: Grid, turns: Array, total: int) -> float:
    mover, other = game.pairs(total)
    before = turns[mover, other]
    banked_turns = np.pad(game.after_banking(turns), [(0, 0), (0, 1)])
    none = np.zeros(len(mover))
    _, after = game.play(
        game.floats,
        (mover, other),
        (
            1 - grid.value[other, game.farkled[mover]],
            1 - grid.value[other, game.lost[mover]],
        ),
        game.after_banking(grid.value),
        (banked_turns, none, none),
        game.last_float,
    )
    slope = grid.slope[mover, other]
    for _ in range(MOST_SETTLING):
        found = 1 + after + slope * turns[other, game.farkled[mover]]
        change = abs(found - turns[mover, other]).max()
        turns[mover, other] = found
        if change < 1e-3:
            break
    return float(abs(found - before).max())


def holds(game: Game, bounds: Bounds, progress: Progress) -> bool:
    """Whether the inequalities of the module's text hold, everywhere, in integers.

    This is the whole check: it uses the rules and the two grids, and no guess.
    """
    lower, upper, one = bounds.lower, bounds.upper, bounds.scale
    every = list(sums(game.board))
    after_lower, after_upper = map(game.after_banking, (lower, upper))
    certain = np.full((len(lower), game.board.scores + 1), one, np.int64)
    for number, total in enumerate(every):
        progress("proving the bounds", number, len(every))
        pair = mover, other = game.pairs(total)
        none = np.zeros(len(mover), np.int64)
        farkled, lost = game.farkled[mover], game.lost[mover]
        least, banks = game.play(
            game.down,
            pair,
            (one - upper[other, farkled], one - upper[other, lost]),
            after_upper,
            (certain, none, none),
            game.last_turns.upper,
        )
        most, _ = game.play(
            game.up,
            pair,
            (one - lower[other, farkled], one - lower[other, lost]),
            after_lower,
            (certain, none, none),
            game.last_turns.lower,
        )
        if not (
            (lower[pair] <= least).all()
            and (upper[pair] >= most).all()
            and (banks > 0).all()
        ):
            return False
    progress("proving the bounds", len(every), len(every))
    return True

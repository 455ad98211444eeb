"""Proved bounds on the probability to win a match, from a guess.

Two grids of integers over one scale, L and U, hold a bound for every turn start. Let
T(1 - X) be the value of a turn if the opponent then wins with probability X, when next
to move. The check proves two inequalities:
- L <= T(1 - U), rounded down, by a policy that banks with positive probability in every
  turn; and
- U >= T(1 - L), rounded up, over all keeps and over banking at any stake.

A player with that policy wins with probability at least L against any opponent. To see
this, take L as a number at the player's turn starts, and 1 - U at the opponent's. The
mean of this number does not fall during play. The policy banks again and again, so the
play ends almost surely, and at the end the number is the result: 1 or 0. From the
opponent's seat, the same argument shows that no player can have more than U. Without a
policy that banks, the inequalities prove nothing: two players who never bank never
finish.

L and U are the guess minus and plus epsilon times a bound on the expected number of
turns that remain. That bound falls by one in each turn, which leaves a slack of epsilon
for rounding.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from trueodds.analysis.farkle.dice.roll_classes import Array
from trueodds.analysis.farkle.match.optimal.solve import (
    MOST_SETTLING,
    MatchTables,
    PairGrid,
    sums,
)
from trueodds.core.errors import ModelError
from trueodds.core.storage.progress import Progress

EPSILON = 16
"""The slack of a turn at first, in units of the scale; each roll needs one unit."""

DOUBLINGS = 12
MOST_DOUBLINGS = 20

NEAR = 1e-6
"""Choices whose values differ by no more than this count as tied."""

CLOSE = 1e-3
"""The change below which the count of remaining turns has converged."""

MOST_SWEEPS = 1_000
MOST_COUNTS = 100


@dataclass(frozen=True)
class PairBounds:
    """Proved bounds on the mover's probability to win, for every pair of states.

    The mover is the player whose turn begins. ``lower[p, q] <= scale * probability <=
    upper[p, q]`` if the mover is in the state number p (``StateSpace``) and the
    opponent in the state number q. The arrays hold integers.
    """

    lower: Array
    upper: Array
    scale: int


def prove(game: MatchTables, grid: PairGrid, progress: Progress) -> PairBounds:
    """Return proved bounds on the mover's probability to win, close to a guess.

    The guess is ``grid``, solved before in floats. The bounds are the guess plus and
    minus a margin, which is proportional to the expected number of turns to come. The
    margin is doubled until the bounds are proved.

    At first, the turns are those under the policy of the guess. This can fail if
    choices are tied, because the opponent's upper bound has to hold for all of these
    choices. Then the turns are those under the near-optimal choices that make the match
    longest.

    Args:
        game: The match.
        grid: The guess, for each pair of states.
        progress: A callback for the work, which may take long.

    Raises:
        ModelError: If the guess is too rough, or if its policy does not bank in every
            turn.
    """
    scale = game.scale
    for near, doublings in ((None, DOUBLINGS), (NEAR, MOST_DOUBLINGS)):
        turns = turns_left(game, grid, progress, near)
        for doubling in range(doublings):
            margin = EPSILON * 2**doubling * turns
            lower = np.floor(scale * grid.value - margin).clip(0, scale)
            upper = np.ceil(scale * grid.value + margin).clip(0, scale)
            bounds = PairBounds(lower.astype(np.int64), upper.astype(np.int64), scale)
            if holds(game, bounds, progress):
                return bounds
    space = game.space
    lower_target = max(space.rules.target // 2 // space.unit, 1) * space.unit
    raise ModelError(
        "the bounds of this match cannot be proved: the floats are too rough; "
        f"play to fewer points, such as --target {lower_target}"
    )


def turns_left(
    game: MatchTables, grid: PairGrid, progress: Progress, near: float | None = None
) -> Array:
    """Estimate the expected number of turns to come, this turn included.

    The result is by the mover's state and the opponent's state. ``game`` is the match,
    and ``grid`` has the mover's probability to win for each pair of states, solved
    before. If ``near`` is given, the players choose the longest match among the choices
    whose probabilities to win differ from the best by at most ``near``.
    """
    turns = np.ones_like(grid.value)
    every = list(sums(game.space))
    settled = 0.5 if near is None else CLOSE
    for _ in range(MOST_SWEEPS):
        change = 0.0
        for number, total in enumerate(every):
            progress("counting turns", number, len(every))
            change = max(change, _count(game, grid, turns, total, near))
        if not game.space.falls or change < settled:
            break
    progress("counting turns", len(every), len(every))
    return turns


def _count(
    game: MatchTables, grid: PairGrid, turns: Array, total: int, near: float | None
) -> float:
    """Update ``turns`` at the turn starts whose two scores add up to ``total``.

    ``turns`` has the expected number of turns to come, by the mover's and the
    opponent's state. Return the largest change of an entry.
    """
    mover, opponent = game.pairs(total)
    before = turns[mover, opponent]
    pair = mover, opponent
    payoffs = [1 - values for values in game.without_points(grid.value, pair)]
    banked = game.after_banking(grid.value)

    def after(*turns_without: Array) -> Array:
        banked_turns = np.pad(game.after_banking(turns), [(0, 0), (0, 0), (0, 1)])
        second = banked_turns, *turns_without
        return game.play(
            game.floats, pair, payoffs, banked, second, game.last_floats, near
        )[1]

    # The slope covers the turns that end in the state of a farkle.
    ends = zip(game.ends, game.without_points(turns, pair), strict=True)
    others = [values * (state != game.farkled)[mover] for state, values in ends]
    # Under fixed choices the turns to come are linear in those after a
    # farkle, so that one evaluation is enough.
    banks = after(*others) if near is None else 0
    slope = grid.slope[mover, opponent]
    for _ in range(MOST_SETTLING if near is None else MOST_COUNTS):
        counted = 1 + (
            banks + slope * turns[opponent, game.farkled[mover]]
            if near is None
            else after(*game.without_points(turns, pair))
        )
        change = abs(counted - turns[mover, opponent]).max()
        turns[mover, opponent] = counted
        if change < CLOSE:
            break
    return float(abs(counted - before).max())


def holds(game: MatchTables, bounds: PairBounds, progress: Progress) -> bool:
    """Return True if ``bounds`` are proved for all pairs of states.

    This is the whole check of the match ``game``, in integers. A lower bound must not
    exceed the value of the turn that follows from the opponent's upper bounds. An upper
    bound must not be below the value that follows from the opponent's lower bounds. And
    each turn must bank with a positive probability. The check uses the rules and the
    two arrays of ``bounds``, and no values in floats.
    """
    lower = bounds.lower
    upper = bounds.upper
    unit = bounds.scale
    every = list(sums(game.space))
    # Each bound follows from the opponent's other bound; L is rounded down, U up.
    turns = game.last_turns
    ways = [
        (game.down, upper, game.after_banking(upper), [last.upper for last in turns]),
        (game.up, lower, game.after_banking(lower), [last.lower for last in turns]),
    ]
    # The second value of a turn is 1 if it is banked, and 0 if not: so ``banks`` is the
    # probability of banking, rounded down.
    certain = game.blank(unit)
    for number, total in enumerate(every):
        progress("proving the bounds", number, len(every))
        pair = game.pairs(total)
        none = np.zeros(len(pair[0]), np.int64)
        (least, banks), (most, _) = (
            game.play(
                scales,
                pair,
                [unit - values for values in game.without_points(other, pair)],
                banked,
                (certain, none, none, none),
                last,
            )
            for scales, other, banked, last in ways
        )
        if not (
            (lower[pair] <= least).all()
            and (upper[pair] >= most).all()
            and (banks > 0).all()
        ):
            return False
    progress("proving the bounds", len(every), len(every))
    return True

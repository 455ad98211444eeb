"""Optimal play of a match in floats: a guess that ``bounds`` turns into proved bounds.

Scores only grow, except where farkles cost points, so pairs of scores are solved in
order of their sum, largest first. Pairs with one sum depend on each other only through
turns that bank nothing. The value of a turn is convex and piecewise linear in the value
of a farkle, with the probability of a farkle as its slope, so a few Newton steps solve
each pair. Where scores can fall, all sums are swept again until nothing changes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from trueodds.analysis.farkle.match.optimal.final_round import (
    LastTurns,
    last_turns,
    passing,
)
from trueodds.analysis.farkle.match.optimal.turn_kernel import (
    LANES,
    Scale,
    Starts,
    play,
)
from trueodds.analysis.farkle.match.state_space import StateSpace
from trueodds.analysis.farkle.roll_tables import Array
from trueodds.analysis.farkle.turn.induction import Numbers
from trueodds.core.errors import RulesError
from trueodds.core.progress import Progress

SCALE = 10**14
"""The integer for certainty; times the 46,656 rolls of six dice it is below 2**63."""

TOLERANCE = 1e-15
SETTLED = 1e-13
"""The sweep that changes no value by more than this is the last."""

MOST_STEPS = 40
MOST_SETTLING = 10_000

HARDLY = Fraction(1, 10**4)
"""The least probability of banking a turn for which a match can be solved."""


@dataclass
class Grid:
    """Tables over pairs of player states, the mover's and the opponent's, by number.

    ``value`` is the probability that the mover wins, and ``slope`` the probability that
    the turn ends without banking.
    """

    value: Array
    slope: Array

    @classmethod
    def unknown(cls, space: StateSpace) -> Grid:
        """Return a grid in which every game is even."""
        shape = 2 * (space.states,)
        return cls(np.full(shape, 0.5), np.zeros(shape))


class Game:
    """A match with all that its turns need, in floats and in integers."""

    def __init__(self, space: StateSpace) -> None:
        _require_banking(space)
        self.space = space
        statuses, tables = space.statuses, space.tables
        self.farkled = (space.farkle_score * statuses + space.farkle_status).ravel()
        self.lost = (
            np.arange(space.scores)[:, None] * statuses + space.lost_status
        ).ravel()
        self.last_turns: LastTurns = last_turns(space, SCALE)
        weight, rolls = tables.surest_farkle()
        self.floats = Scale(1.0, *Numbers.floats(tables), (weight / rolls, 1.0))
        self.down, self.up = (
            Scale(SCALE, *Numbers.integers(tables, up=up), (weight, rolls))
            for up in (False, True)
        )
        middle = (self.last_turns.lower + self.last_turns.upper) / (2 * SCALE)
        self.last_float = np.ascontiguousarray(middle)
        self.last_kind = np.searchsorted(self.last_turns.minimums, space.minimum)

    def pairs(self, total: int) -> tuple[Array, Array]:
        """Return the mover's and the opponent's states whose scores have this sum."""
        statuses, most = self.space.statuses, self.space.scores - 1
        # Lanes should start alike, so neighbours have neighbouring scores.
        score = np.arange(min(total, most), max(0, total - most) - 1, -1)
        status = np.arange(statuses)
        shape = (len(score), statuses, statuses)
        mover = (score[:, None] * statuses + status)[:, :, None]
        opponent = ((total - score)[:, None] * statuses + status)[:, None, :]
        return (
            np.broadcast_to(mover, shape).ravel(),
            np.broadcast_to(opponent, shape).ravel(),
        )

    def after_banking(self, table: Array) -> Array:
        """Return a table by the opponent's state and the mover's banked score."""
        return np.ascontiguousarray(
            table[:, self.space.banked_status :: self.space.statuses]
        )

    def play(
        self,
        scale: Scale,
        pair: tuple[Array, Array],
        nothing_banked: tuple[Array, Array],
        banked: Array,
        second: tuple[Array, Array, Array],
        last: Array,
        near: float | None = None,
    ) -> tuple[Array, Array]:
        """Play turns, in floats or integers as the scale is; see ``turn_kernel.play``.

        ``nothing_banked`` is the value of a farkle and of a lost turn to the mover.
        ``second`` is the secondary table, and the same two values in it.
        """
        mover, opponent = pair
        space = self.space
        score, status = divmod(mover, space.statuses)
        opponent_score, opponent_status = divmod(opponent, space.statuses)
        columns = (
            score,
            space.minimum[score, status],
            opponent,
            opponent_score,
            self.last_kind[opponent_score, opponent_status],
            *nothing_banked,
            *second[1:],
        )
        kind = np.float64 if isinstance(scale.unit, float) else np.int64
        value, second_value = np.empty((2, len(mover)), kind)
        divisor = None if kind is np.float64 else space.tables.total

        def part(chosen: slice) -> None:
            play(
                space.tables,
                scale,
                divisor,
                Starts(*(np.ascontiguousarray(x[chosen]) for x in columns)),
                banked,
                second[0],
                last,
                near,
                value[chosen],
                second_value[chosen],
            )

        in_parts(part, len(mover))
        return value, second_value


def _require_banking(space: StateSpace) -> None:
    """Raise ``RulesError`` if hardly any turn can be banked."""
    least = int(space.minimum.max())
    # The probability to get past one unit less.
    reached = passing(space.tables, False, 0, SCALE, 0, least)
    if len(reached) < least or reached[-1] < SCALE * HARDLY:
        raise RulesError(
            f"under these rules a turn must bring {least * space.unit} points to be "
            f"banked, which hardly ever happens: at most once in {1 / HARDLY} turns; "
            "lower minimum_to_open or minimum_to_bank"
        )


def in_parts(work: Callable[[slice], None], count: int) -> None:
    """Work on parts of a range, as many at a time as there are processors."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2
    step = max(LANES, -(-count // (2 * processors * LANES)) * LANES)
    parts = [slice(begin, min(begin + step, count)) for begin in range(0, count, step)]
    if len(parts) == 1:
        work(parts[0])
        return
    with ThreadPoolExecutor(processors) as pool:
        for _ in pool.map(work, parts):
            pass


def sums(space: StateSpace) -> Iterator[int]:
    """Yield the sums that two scores can have, the largest first."""
    return iter(range(2 * (space.scores - 1), -1, -1))


def solve(
    game: Game,
    grid: Grid,
    progress: Progress,
    *,
    begin: int = 0,
    keep: Callable[[int], None] = lambda done: None,
) -> None:
    """Fill the grid, from the sum number ``begin`` on; call ``keep`` after each sum."""
    stage = "solving the match"
    every = list(sums(game.space))
    change = 1.0
    while True:
        # Early sweeps need not be more exact than what they start from.
        tolerance = max(TOLERANCE, change / 10) if game.space.falls else TOLERANCE
        change = 0.0
        for number, total in enumerate(every[begin:], begin):
            progress(stage, number, len(every))
            change = max(change, _solve_sum(game, grid, total, tolerance))
            keep(number + 1)
        begin = 0
        if not game.space.falls or change <= SETTLED:
            progress(stage, len(every), len(every))
            return


def _solve_sum(game: Game, grid: Grid, total: int, tolerance: float) -> float:
    """Solve the pairs with one sum by Newton steps; return the largest change."""
    space = game.space
    mover, opponent = game.pairs(total)
    before = grid.value[mover, opponent]
    if not space.falls:
        _guess(game, grid, mover, opponent)
    banked = game.after_banking(grid.value)
    no_second = np.zeros((len(grid.value), space.scores + 1))
    same = (game.farkled == game.lost)[mover].astype(float)
    value, slope = grid.value[mover, opponent], grid.slope[mover, opponent]
    played = np.full(len(mover), -1.0)
    for _ in range(MOST_STEPS):
        farkle = 1 - grid.value[opponent, game.farkled[mover]]
        again = np.flatnonzero(abs(farkle - played) > tolerance)
        if not len(again):
            break
        value[again], slope[again] = game.play(
            game.floats,
            (mover[again], opponent[again]),
            (farkle[again], 1 - grid.value[opponent, game.lost[mover]][again]),
            banked,
            (no_second, np.ones(len(again)), same[again]),
            game.last_float,
        )
        played[again] = farkle[again]
        pair = mover, opponent
        _settle(game, grid.value, pair, lambda x: value + slope * (x - played))
    grid.slope[mover, opponent] = slope
    return float(abs(grid.value[mover, opponent] - before).max())


def _settle(
    game: Game,
    table: Array,
    pair: tuple[Array, Array],
    line: Callable[[Array], Array],
) -> None:
    """Solve for entries that are linear in the opponent's entry after a farkle."""
    mover, opponent = pair
    for _ in range(MOST_SETTLING):
        solved = line(1 - table[opponent, game.farkled[mover]])
        change = abs(solved - table[pair]).max()
        table[pair] = solved
        if change <= TOLERANCE / 4:
            return


def _guess(game: Game, grid: Grid, mover: Array, opponent: Array) -> None:
    """Start from the same lead one unit closer to the target."""
    most = len(grid.value) - 1
    step = game.space.statuses
    up = (np.minimum(mover + step, most), np.minimum(opponent + step, most))
    grid.value[mover, opponent] = grid.value[up]

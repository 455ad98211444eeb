"""Optimal play of a match in floats: a guess that ``proof`` then turns into bounds.

Scores only grow, but where farkles cost points, so the matches with the largest sums of
scores are solved first. Those with one sum depend on each other only through turns that
bank nothing: what a turn is worth is convex and piecewise linear in what a farkle is
worth, its slope the chance of a farkle, so a few Newton steps solve them. Where scores
can fall, all sums are gone through again until nothing changes.
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
    chances,
    last_turns,
)
from trueodds.analysis.farkle.match.optimal.turn_kernel import (
    LANES,
    Scale,
    Starts,
    play,
)
from trueodds.analysis.farkle.match.state_space import Array, Board, surest_farkle
from trueodds.core.errors import RulesError
from trueodds.core.progress import Progress

SCALE = 10**14
"""Integers for chances: this times six dice's 46,656 rolls stays below 2**63."""

TOLERANCE = 1e-15
SETTLED = 1e-13
"""A sweep that changes no chance by more is the last one."""

MOST_STEPS = 40
MOST_SETTLING = 10_000

HARDLY = Fraction(1, 10**4)
"""The least chance to bank a turn at all for which a match can be solved."""


@dataclass
class Grid:
    """Tables over pairs of standings, the mover's and the other's.

    A standing (score, mode) has the number score * modes + mode. ``value`` is the
    mover's chance to win, ``slope`` the chance that the turn ends without banking.
    """

    value: Array
    slope: Array

    @classmethod
    def unknown(cls, board: Board) -> Grid:
        """Every chance even."""
        shape = 2 * (board.scores * board.modes,)
        return cls(np.full(shape, 0.5), np.zeros(shape))


class Game:
    """A board with all that its turns need, in floats and in integers."""

    def __init__(self, board: Board) -> None:
        _require_banking(board)
        self.board = board
        modes = np.arange(board.modes)
        self.farkled = (board.fallen * board.modes + board.fallen_mode[modes]).ravel()
        self.lost = (
            np.arange(board.scores)[:, None] * board.modes + board.lost_mode
        ).ravel()
        self.last_turns: LastTurns = last_turns(board, SCALE)
        laws = board.laws
        total = laws.total.astype(float)
        of = np.repeat(np.arange(7), np.diff(laws.first_class))
        weight, rolls = surest_farkle(laws)
        self.floats = Scale(
            1.0,
            laws.weight / total[of],
            laws.farkle / total,
            np.zeros(7),
            (weight / rolls, 1.0),
        )
        self.down, self.up = (
            Scale(SCALE, laws.weight, laws.farkle, up, (weight, rolls))
            for up in (np.zeros_like(laws.total), laws.total - 1)
        )
        middle = (self.last_turns.lower + self.last_turns.upper) / (2 * SCALE)
        self.last_float = np.ascontiguousarray(middle)
        self.last_kind = np.searchsorted(self.last_turns.minimums, board.minimum)

    def pairs(self, total: int) -> tuple[Array, Array]:
        """The movers' and the others' standings, all whose scores have this sum."""
        board = self.board
        most = board.scores - 1
        # Lanes should start alike, so neighbours have neighbouring scores.
        score = np.arange(min(total, most), max(0, total - most) - 1, -1)
        modes = np.arange(board.modes)
        shape = (len(score), board.modes, board.modes)
        mover = (score[:, None] * board.modes + modes)[:, :, None]
        other = ((total - score)[:, None] * board.modes + modes)[:, None, :]
        return (
            np.broadcast_to(mover, shape).ravel(),
            np.broadcast_to(other, shape).ravel(),
        )

    def after_banking(self, table: Array) -> Array:
        """What the other has, by the other's standing and the score that was banked."""
        return np.ascontiguousarray(
            table[:, self.board.banked_mode :: self.board.modes]
        )

    def play(
        self,
        scale: Scale,
        pair: tuple[Array, Array],
        nothing_banked: tuple[Array, Array],
        banked: Array,
        second: tuple[Array, Array, Array],
        last: Array,
    ) -> tuple[Array, Array]:
        """Play turns, in floats or integers as the scale is; see ``turns.play``.

        ``nothing_banked`` is what a farkle and a lost turn are worth to the mover, and
        ``second`` the secondary table, and the same two in it.
        """
        mover, other = pair
        board = self.board
        score, mode = divmod(mover, board.modes)
        other_score, other_mode = divmod(other, board.modes)
        columns = (
            score,
            board.minimum[score, mode],
            other,
            other_score,
            self.last_kind[other_score, other_mode],
            *nothing_banked,
            *second[1:],
        )
        kind = np.float64 if isinstance(scale.one, float) else np.int64
        worth, worth_second = np.empty((2, len(mover)), kind)
        divisor = None if kind is np.float64 else board.laws.total

        def part(chosen: slice) -> None:
            starts = Starts(*(np.ascontiguousarray(x[chosen]) for x in columns))
            play(
                board.laws,
                scale,
                divisor,
                starts,
                banked,
                second[0],
                last,
                worth[chosen],
                worth_second[chosen],
            )

        in_parts(part, len(mover))
        return worth, worth_second


def _require_banking(board: Board) -> None:
    """Raise ``RulesError`` where hardly a turn can be banked."""
    least = int(board.minimum.max())
    down = np.zeros_like(board.laws.total)
    # The chance to get past one unit less.
    reached = chances(board.laws, down, 0, SCALE, 0, least)
    if len(reached) < least or reached[-1] < SCALE * HARDLY:
        raise RulesError(
            f"under these rules a turn must bring {least * board.unit} points to be "
            f"banked, which hardly ever happens: at most once in {1 / HARDLY} turns"
        )


def in_parts(work: Callable[[slice], None], count: int) -> None:
    """Do the work on parts of a range, as many at a time as there are processors."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2
    step = max(LANES, -(-count // (2 * processors * LANES)) * LANES)
    parts = [slice(begin, min(begin + step, count)) for begin in range(0, count, step)]
    if len(parts) == 1:
        work(parts[0])
        return
    with ThreadPoolExecutor(processors) as pool:
        for _ in pool.map(work, parts):
            pass


def sums(board: Board) -> Iterator[int]:
    """The sums that two scores can have, the largest first."""
    return iter(range(2 * (board.scores - 1), -1, -1))


def solve(
    game: Game,
    grid: Grid,
    progress: Progress,
    *,
    begin: int = 0,
    keep: Callable[[int], None] = lambda done: None,
) -> None:
    """Fill the grid, from the sum number ``begin`` on; ``keep`` hears of each done."""
    stage = "solving the match"
    every = list(sums(game.board))
    change = 1.0
    while True:
        # Early sweeps need not be more exact than what they start from.
        tolerance = max(TOLERANCE, change / 10) if game.board.falls else TOLERANCE
        change = 0.0
        for number, total in enumerate(every[begin:], begin):
            progress(stage, number, len(every))
            change = max(change, _solve_sum(game, grid, total, tolerance))
            keep(number + 1)
        begin = 0
        if not game.board.falls or change <= SETTLED:
            progress(stage, len(every), len(every))
            return


def _solve_sum(game: Game, grid: Grid, total: int, tolerance: float) -> float:
    """Newton steps for the pairs with one sum; how much the largest change was."""
    board = game.board
    mover, other = game.pairs(total)
    before = grid.value[mover, other]
    if not board.falls:
        _guess(game, grid, mover, other)
    banked = game.after_banking(grid.value)
    no_second = np.zeros((len(grid.value), board.scores + 1))
    same = (game.farkled == game.lost)[mover].astype(float)
    value, slope = grid.value[mover, other], grid.slope[mover, other]
    played = np.full(len(mover), -1.0)
    for _ in range(MOST_STEPS):
        farkle = 1 - grid.value[other, game.farkled[mover]]
        again = np.flatnonzero(abs(farkle - played) > tolerance)
        if not len(again):
            break
        value[again], slope[again] = game.play(
            game.floats,
            (mover[again], other[again]),
            (farkle[again], 1 - grid.value[other, game.lost[mover]][again]),
            banked,
            (no_second, np.ones(len(again)), same[again]),
            game.last_float,
        )
        played[again] = farkle[again]
        _settle(game, grid.value, mover, other, lambda x: value + slope * (x - played))
    grid.slope[mover, other] = slope
    return float(abs(grid.value[mover, other] - before).max())


def _settle(
    game: Game, table: Array, mover: Array, other: Array, line: Callable[[Array], Array]
) -> None:
    """Solve for entries that are linear in what the entry after a farkle leaves."""
    for _ in range(MOST_SETTLING):
        found = line(1 - table[other, game.farkled[mover]])
        change = abs(found - table[mover, other]).max()
        table[mover, other] = found
        if change <= TOLERANCE / 4:
            return


def _guess(game: Game, grid: Grid, mover: Array, other: Array) -> None:
    """Start from the same lead one unit nearer to the target."""
    most = len(grid.value) - 1
    modes = game.board.modes
    up = (np.minimum(mover + modes, most), np.minimum(other + modes, most))
    grid.value[mover, other] = grid.value[up]

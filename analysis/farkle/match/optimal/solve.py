"""Optimal play of a match in floats: a guess that ``bounds`` turns into proved bounds.

Scores only grow, except where farkles cost points, so pairs of scores are solved in
order of their sum, largest first. Pairs with one sum depend on each other only through
turns that bank nothing. The value of a turn is convex and piecewise linear in the value
of a farkle, with the probability of a farkle as its slope, so a few Newton steps solve
each pair. Where scores can fall, all sums are swept again until nothing changes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np

from trueodds.analysis.farkle.dice.roll_classes import Array
from trueodds.analysis.farkle.match.optimal.final_round import last_turns
from trueodds.analysis.farkle.match.optimal.turn_kernel import (
    LANES,
    Scale,
    Starts,
    play,
)
from trueodds.analysis.farkle.match.state_space import StateSpace
from trueodds.analysis.farkle.turn.exact_backward import LOWER, outward
from trueodds.analysis.farkle.turn.induction import Numbers
from trueodds.analysis.farkle.turn.last_turn import last_turn
from trueodds.core.errors import RulesError
from trueodds.core.storage.parallel import Threads
from trueodds.core.storage.progress import Progress

MOST_SCALE = 10**14
"""The largest integer for certainty; times the 46,656 rolls of six fair dice it is
below 2**63."""

LEAST_SCALE = 10**9
"""The smallest integer for certainty that leaves bounds of use."""

TOLERANCE = 1e-15
SETTLED = 1e-13
"""The sweep that changes no value by more than this is the last."""

MOST_STEPS = 40
MOST_SETTLING = 10_000

HARDLY = Fraction(1, 10**4)
"""The least probability of banking a turn for which a match can be solved."""


@dataclass
class PairGrid:
    """Tables by the number of the mover's state and the number of the opponent's state.

    ``value`` is the probability that the mover wins. ``slope`` is the probability that
    the mover's turn ends in the state to which a farkle leads.
    """

    value: Array
    slope: Array

    @classmethod
    def unknown(cls, states: int) -> PairGrid:
        """Return a first guess for this many states: all probabilities are 1/2."""
        shape = 2 * (states,)
        return cls(np.full(shape, 0.5), np.zeros(shape))


class MatchTables:
    """A match, with the tables that its turns need, in floats and in integers.

    ``spaces`` are one or two state spaces. With one state space both players have the
    same dice. With two state spaces they have different dice, and the second player's
    states are numbered after those of the first. Attributes that differ between the
    players are lists with an entry for each player.

    Raises:
        RulesError: If fewer than one turn in 10,000 can reach the points that may be
            banked, or if the weights of the dice are too large.
    """

    def __init__(self, *spaces: StateSpace) -> None:
        self.spaces = spaces
        self.space = spaces[0]
        self.states = len(spaces) * self.space.states
        self.scale = min(map(_scale, spaces))
        for space in spaces:
            _require_banking(space, self.scale)
        # The number of each player's first state: (players, 1, 1).
        first = np.arange(0, self.states, self.space.states)[:, None, None]
        statuses = self.space.statuses
        scores = self.space.scores
        self.farkled, self.nothing = (
            (first + score * statuses + self.space.farkle_status).ravel()
            for score in (self.space.farkle_score, self.space.nothing_score)
        )
        self.lost = (
            first + np.arange(scores)[:, None] * statuses + self.space.lost_status
        ).ravel()
        self.ends = self.farkled, self.lost, self.nothing
        self.last_turns = [last_turns(space, self.scale) for space in spaces]
        self.floats: list[Scale] = []
        self.down: list[Scale] = []
        self.up: list[Scale] = []
        for space in spaces:
            weight, rolls = space.tables.surest_farkle()
            numbers = Numbers.floats(space.tables)
            self.floats.append(Scale(1.0, *numbers, (weight / rolls, 1.0)))
            for scales, up in ((self.down, False), (self.up, True)):
                integers = Numbers.integers(space.tables, up=up)
                scales.append(Scale(self.scale, *integers, (weight, rolls)))
        self.last_floats = [
            np.ascontiguousarray((last.lower + last.upper) / (2 * self.scale))
            for last in self.last_turns
        ]
        self.last_kind = np.searchsorted(self.space.minimums, self.space.minimum)

    def pairs(self, total: int) -> tuple[Array, Array]:
        """Return all pairs of states in which the two scores have this sum.

        The first array has the number of the mover's state, and the second that of the
        opponent's state. ``total`` is the sum of both scores, in units from the lowest
        possible score.
        """
        statuses = self.space.statuses
        most = self.space.scores - 1
        # Lanes should start alike, so neighbours have neighbouring scores.
        score = np.arange(min(total, most), max(0, total - most) - 1, -1)
        status = np.arange(statuses)
        shape = (len(score), statuses, statuses)
        mover = (score[:, None] * statuses + status)[:, :, None]
        opponent = ((total - score)[:, None] * statuses + status)[:, None, :]
        movers, opponents = (
            np.broadcast_to(states, shape).ravel() for states in (mover, opponent)
        )
        if len(self.spaces) == 1:
            return movers, opponents
        second = self.space.states
        return (
            np.concatenate([movers, movers + second]),
            np.concatenate([opponents + second, opponents]),
        )

    def after_banking(self, table: Array) -> Array:
        """Return the table's values at the opponent's turn after the mover has banked.

        ``table`` has a value for each pair of states: of the player whose turn it is,
        and of the other player. A state is a score and a status, such as the number of
        farkles in a row. The axes of the result are the player who banked, the
        opponent's state, and the score of the player who banked. The first axis has one
        entry if both players have the same dice, and otherwise two. The status of the
        player who banked is always that after banking.
        """
        shape = (self.states, len(self.spaces), self.space.scores, self.space.statuses)
        banked = table.reshape(shape)[..., self.space.banked_status]
        return np.ascontiguousarray(banked.swapaxes(0, 1))

    def without_points(self, table: Array, pair: tuple[Array, Array]) -> list[Array]:
        """Return the values of ``table`` after turns that bank nothing.

        ``table`` has a value for each pair of states: of the player whose turn it is,
        and of the opponent. ``pair`` has the states of the mover and of the opponent
        before the turn, as two arrays. There are three results, each with a value for
        each pair: after a farkle, after a turn that ends with too little to bank, and
        after a farkle of all dice. After the turn, the opponent is the player whose
        turn it is.
        """
        mover, opponent = pair
        return [table[opponent, states[mover]] for states in self.ends]

    def blank(self, value: float | int) -> Array:
        """Return an array in which every way to bank has the same value.

        Such an array is the first entry of the argument ``second`` of ``play``. Its
        axes are the player who banks, the opponent's state, and the total: the score
        plus the stake, in units.
        """
        shape = (len(self.spaces), self.states, self.space.scores + 1)
        return np.full(shape, value)

    def play(
        self,
        scales: list[Scale],
        pair: tuple[Array, Array],
        nothing_banked: Sequence[Array],
        banked: Array,
        second: Sequence[Array],
        last: list[Array],
        near: float | None = None,
    ) -> tuple[Array, Array]:
        """Return the main and secondary values of turns; see ``turn_kernel.play``.

        The main values are the mover's probabilities to win under the best policy. The
        caller gives any secondary value to each end of a turn, such as 1 for banking
        and 0 for all other ends. The secondary value of a turn is their mean under the
        same policy. Both results have an entry for each pair of states.

        Args:
            scales: For each player, how values are computed: in floats, or in integers
                that are rounded down or up. A scale has the number that stands for a
                probability of 1, and the weights of the rolls.
            pair: The states of the mover and of the opponent before each turn, as two
                arrays.
            nothing_banked: Three arrays of the mover's values: after a farkle, after a
                turn that ends with too little to bank, and after a farkle of all dice.
            banked: The opponent's values after the mover has banked
                (``after_banking``).
            second: Four arrays: the secondary values of banking (as ``blank`` returns
                them), and those after the three ends of ``nothing_banked``.
            last: For each player, the probability that a last turn passes the leader,
                as in ``LastTurns``.
            near: Choices whose values differ by no more than this count as tied, and
                the highest of their secondary values counts.
        """
        space = self.space
        mover, opponent = (divmod(states, space.states) for states in pair)
        score, status = divmod(mover[1], space.statuses)
        opponent_score, opponent_status = divmod(opponent[1], space.statuses)
        columns = (
            score,
            space.minimum[score, status],
            pair[1],
            opponent_score,
            self.last_kind[opponent_score, opponent_status],
            *nothing_banked,
            *second[1:],
        )
        kind = np.float64 if isinstance(scales[0].unit, float) else np.int64
        values = np.empty((2, len(score)), kind)

        def part(player: int, own: list[Array], played: Array, chosen: slice) -> None:
            tables = self.spaces[player].tables
            play(
                tables,
                scales[player],
                None if kind is np.float64 else tables.total,
                Starts(*(column[chosen] for column in own)),
                banked[player],
                second[0][player],
                # The last turn is that of the opponent.
                last[-1 - player],
                near,
                self.spaces[player].limits,
                played[0, chosen],
                played[1, chosen],
            )

        for player in range(len(self.spaces)):
            turns = np.flatnonzero(mover[0] == player)
            own = [np.ascontiguousarray(column[turns]) for column in columns]
            played = np.empty((2, len(turns)), kind)
            in_parts(partial(part, player, own, played), len(turns))
            values[:, turns] = played
        return values[0], values[1]


def _scale(space: StateSpace) -> int:
    """Return the integer that stands for a probability of 1: a power of ten.

    Raises:
        RulesError: If the weights of the dice leave no scale of use.
    """
    scale = MOST_SCALE
    while (scale + 1) * int(space.tables.total.max()) >= 2**63:
        scale //= 10
    if scale < LEAST_SCALE:
        raise RulesError(
            "the weights of these dice are too large for a match: all rolls together "
            f"weigh {int(space.tables.total.max()):,}, and at most "
            f"{2**63 // LEAST_SCALE:,} are possible; give smaller weights"
        )
    return scale


def _require_banking(space: StateSpace, scale: int) -> None:
    """Raise ``RulesError`` if hardly any turn can be banked."""
    least = int(space.minimum.max())
    # The probability to get past one unit less.
    none = np.zeros(2, np.int64)
    mean = outward(space.tables)
    reached = last_turn(space.tables, least - 1, none, scale, mean, space.must_roll)
    if reached[LOWER, -1, -1] < scale * HARDLY:
        raise RulesError(
            f"under these rules a turn must bring {least * space.unit} points to be "
            f"banked, which hardly ever happens: at most once in {1 / HARDLY} turns; "
            "lower minimum_to_open or minimum_to_bank"
        )


def in_parts(work: Callable[[slice], None], count: int) -> None:
    """Call ``work`` on slices that together cover the range from 0 to ``count``.

    As many calls run at a time, in threads, as there are processors.
    """
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2
    # Parts are whole batches of lanes, about two for each processor.
    step = max(LANES, -(-count // (2 * processors * LANES)) * LANES)
    parts = [slice(begin, min(begin + step, count)) for begin in range(0, count, step)]
    if len(parts) == 1:
        work(parts[0])
        return
    with Threads(processors) as pool:
        for _ in pool.map(work, parts):
            pass


def sums(space: StateSpace) -> Iterator[int]:
    """Yield each possible sum of the scores of two players, the largest first.

    The scores are in units from the lowest possible score. ``space`` has the states of
    a player under the rules (``state_space``).
    """
    return iter(range(2 * (space.scores - 1), -1, -1))


def solve(
    game: MatchTables,
    grid: PairGrid,
    progress: Progress,
    *,
    begin: int = 0,
    keep: Callable[[int], None] = lambda done: None,
) -> None:
    """Fill a grid with the probabilities to win of a match, in floats.

    The pairs of states are solved in order of the sum of both scores, the largest sum
    first. If scores can fall, all is repeated until the values settle.

    Args:
        game: The match.
        grid: The result, with a first guess.
        progress: A callback for the work, which may take long.
        begin: The index of the first sum to solve.
        keep: Is called after each sum with the number of sums done, to save the grid.
    """
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


def _solve_sum(
    game: MatchTables, grid: PairGrid, total: int, tolerance: float
) -> float:
    """Solve the pairs with one sum by Newton steps; return the largest change."""
    space = game.space
    mover, opponent = game.pairs(total)
    before = grid.value[mover, opponent]
    if not space.falls:
        _guess(game, grid, mover, opponent)
    banked = game.after_banking(grid.value)
    no_second = game.blank(0.0)
    pair = mover, opponent
    # The secondary value counts the ends in the state of a farkle: it is the slope.
    slopes = [(state == game.farkled)[mover].astype(float) for state in game.ends]
    value = grid.value[mover, opponent]
    slope = grid.slope[mover, opponent]
    played = np.full(len(mover), -1.0)
    for _ in range(MOST_STEPS):
        farkle, *others = (1 - x for x in game.without_points(grid.value, pair))
        # Play only the turns whose value of a farkle has moved.
        again = np.flatnonzero(abs(farkle - played) > tolerance)
        if not len(again):
            break
        value[again], slope[again] = game.play(
            game.floats,
            (mover[again], opponent[again]),
            [values[again] for values in (farkle, *others)],
            banked,
            (no_second, *(each[again] for each in slopes)),
            game.last_floats,
        )
        played[again] = farkle[again]
        # A Newton step: under the policy just found, each turn is this line.
        _settle(game, grid.value, pair, lambda x: value + slope * (x - played))
    grid.slope[mover, opponent] = slope
    return float(abs(grid.value[mover, opponent] - before).max())


def _settle(
    game: MatchTables,
    table: Array,
    pair: tuple[Array, Array],
    line: Callable[[Array], Array],
) -> None:
    """Solve for entries that are linear in the opponent's entry after a farkle.

    ``line`` maps the mover's values after a farkle to the values of the turns. It is
    applied until the entries of ``table`` no longer change.
    """
    mover, opponent = pair
    for _ in range(MOST_SETTLING):
        solved = line(1 - table[opponent, game.farkled[mover]])
        change = abs(solved - table[pair]).max()
        table[pair] = solved
        if change <= TOLERANCE / 4:
            return


def _guess(game: MatchTables, grid: PairGrid, mover: Array, opponent: Array) -> None:
    """Copy first guesses of values from the pairs with both scores one unit higher."""
    step = game.space.statuses
    states = game.space.states
    up = (
        np.minimum(number + step, number // states * states + states - 1)
        for number in (mover, opponent)
    )
    grid.value[mover, opponent] = grid.value[tuple(up)]

"""Two to six players under stated strategies: everybody's chance to win.

Until somebody reaches the target, players do not look at each other; so after any
number of turns their standings are independent. Whoever gets there first, in which turn
and with what total, follows from each player's own chain. Where there is a final round,
the others have their last turns in order: each rolls until ahead of everybody, with the
keeps that make it likeliest, of these those with the most points, and whoever is ahead
at the end has won.

All chances are lower bounds (``floors``), and the players' are missing little to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numba import njit

from trueodds.analysis.farkle.match.state_space import Array, Board, Laws
from trueodds.analysis.farkle.match.strategies.threshold import (
    Strategy,
    floor_weights,
    turn_law,
)
from trueodds.core.enclosure import Enclosure
from trueodds.core.errors import PositionError
from trueodds.core.lower_bounds import LESS, plus, product, shares

MOST_PLAYERS = 6
MOST_TURNS = 5_000
ALIKE = 1e-12
"""Chances that differ by less are the same: rounding does not choose between keeps."""

SETTLED = 1e-14
"""Play is followed until it goes on with less than this chance."""


def players(board: Board, strategies: Sequence[Strategy]) -> list[Enclosure]:
    """The chance to win of each seat, the first being the first to move.

    Raises ``PositionError`` for fewer than two players or more than six.

    >>> from trueodds.analysis.farkle.match.state_space import board
    >>> from trueodds.core.rules.farkle import FarkleRules
    >>> found = board(FarkleRules.load(target=500))
    >>> seats = players(found, 3 * [Strategy((300,) * 6)])
    >>> [seat.texts(4) for seat in seats]
    [('0.5603', '0.5604'), ('0.2757', '0.2758'), ('0.1639', '0.164')]
    """
    count = len(strategies)
    if not 2 <= count <= MOST_PLAYERS:
        raise PositionError(f"{count} players: 2 to {MOST_PLAYERS} can be followed")
    width = _width(board, count)
    chains = {s: _Chain(board, s, width) for s in set(strategies)}
    seats = [chains[strategy] for strategy in strategies]
    wins = [0.0] * count
    for _ in range(MOST_TURNS):
        for one in chains.values():
            one.take_turn()
        for seat, leader in enumerate(seats):
            # Those after the leader have had one turn less.
            order = chain(
                ((k, seats[k].before) for k in range(seat + 1, count)),
                ((k, seats[k].after) for k in range(seat)),
            )
            for holders, totals in _final_round(
                seat, leader.reached, order, board.rules.final_round_tie == "split"
            ).items():
                for holder in holders:
                    wins[holder] = plus(wins[holder], LESS / len(holders), _sum(totals))
        if min(one.at.sum() for one in seats) < SETTLED:
            break
    return shares(wins)


class Followers(NamedTuple):
    """What a player who did not get there makes of a leader's total, number by row.

    ``passes[a, b]``: gets ahead of total a with b; ``level[a]``: must stop level with
    it; ``fails[a]``: stays behind. Chances that include that of not being there.
    """

    passes: Array
    level: Array
    fails: Array


class _Chain:
    """One player's standings, turn after turn; totals are counted from the target."""

    def __init__(self, board: Board, strategy: Strategy, width: int) -> None:
        self.board = board
        self.width = width
        size = board.scores * board.modes
        self.step = np.zeros((size, size))
        self.past = np.zeros((size, width))
        self._fill(strategy)
        self.at = np.zeros(size)
        self.at[board.start * board.modes] = 1.0
        self.reached = np.zeros(width)
        self.overtaking = _overtaking(board, width)
        self.before = self.after = self._followers()

    def _fill(self, strategy: Strategy) -> None:
        board, modes = self.board, self.board.modes
        laws = {
            m: turn_law(board, strategy, m) for m in set(board.minimum.ravel().tolist())
        }
        for score in range(board.scores):
            for mode in range(modes):
                row = score * modes + mode
                law = laws[int(board.minimum[score, mode])]
                missing = board.scores - score
                reached = max(missing, int(board.minimum[score, mode]))
                self.step[row, score * modes + board.banked_mode :: modes] += (
                    law.banked[:missing]
                )
                fallen = board.fallen[score, mode] * modes + board.fallen_mode[mode]
                lost = score * modes + board.lost_mode[mode]
                self.step[row, fallen] += law.farkle[reached]
                self.step[row, lost] += law.lost[reached]
                over = law.past[reached]
                begin = reached - missing
                self.past[row, begin : begin + len(over)] = over
        self.step *= LESS

    def take_turn(self) -> None:
        """One more turn of those who have not reached the target."""
        self.before = self.after
        self.reached = product(self.at, self.past)
        self.at = product(self.at, self.step)
        self.after = self._followers()

    def _followers(self) -> Followers:
        if not self.board.rules.final_round:
            there = np.full(self.width, _sum(self.at))
            none = np.zeros(self.width)
            return Followers(np.zeros((self.width, self.width)), none, there)
        passes = np.zeros((self.width, self.width))
        level, fails = np.zeros((2, self.width))
        _last_turns(
            self.at,
            self.board.minimum.ravel(),
            self.board.modes,
            self.board.scores,
            *self.overtaking,
            passes,
            level,
            fails,
        )
        return Followers(passes, level, fails)


def _final_round(
    leader: int,
    totals: Array,
    order: chain[tuple[int, Followers]],
    split: bool,
) -> dict[tuple[int, ...], Array]:
    """Who is ahead at the end, alone or level, by total."""
    ahead: dict[tuple[int, ...], Array] = {(leader,): totals}
    for seat, following in order:
        then: dict[tuple[int, ...], Array] = {}
        for holders, by_total in ahead.items():
            level = (*holders, seat) if split else holders
            for who, chances in (
                ((seat,), product(by_total, following.passes)),
                (level, by_total * following.level * LESS),
                (holders, by_total * following.fails * LESS),
            ):
                if chances.any():
                    then[who] = (then.get(who, 0.0) + chances) * LESS
        ahead = then
    return ahead


def _width(board: Board, count: int) -> int:
    """More totals past the target than there can be at the end."""
    return (count + 1) * (int(board.laws.points.max()) + 1) + int(board.minimum.max())


def _sum(chances: Array) -> float:
    return float(product(chances, np.ones(len(chances))))


def _overtaking(board: Board, width: int) -> tuple[Array, Array, Array]:
    """The law of a last turn by how many units it must be more than.

    Chances to be ``over`` it by 1 + o, to be stopped at it, and to fail.
    """
    if not board.rules.final_round:
        return np.zeros((0, 0)), np.zeros(0), np.zeros(0)
    deepest = board.scores + width + int(board.minimum.max())
    over = np.zeros((deepest, int(board.laws.points.max())))
    level, fails = np.zeros((2, deepest))
    _overtake(board.laws, *floor_weights(board.laws), over, level, fails)
    return over, level, fails


@njit(cache=True)
def _overtake(
    laws: Laws, weight: Array, farkle: Array, over: Array, level: Array, fails: Array
) -> None:
    """Fill in the laws of last turns: the likeliest keeps first, then the chances."""
    deepest, reach = over.shape
    # Still to come: at[missing + reach], where none or fewer missing is ahead.
    w = np.zeros((deepest + 1 + reach, 7))
    w[: reach + 1] = 1.0
    keep = np.zeros((deepest + 1, len(weight)), np.int64)
    for missing in range(1, deepest + 1):
        for dice in range(1, 7):
            for c in range(laws.first_class[dice], laws.first_class[dice + 1]):
                best = -1.0
                for o in range(laws.first_keep[c], laws.first_keep[c + 1]):
                    on = w[missing + reach - laws.points[o], laws.left[o]]
                    if on > best + ALIKE:
                        best = on
                        keep[missing, c] = o
                w[missing + reach, dice] += weight[c] * best
    at = np.zeros((deepest + 1 + reach, 7))
    for need in range(deepest):
        at[:] = 0.0
        at[need + 1 + reach, 6] = 1.0
        for missing in range(need + 1, 0, -1):
            here = at[missing + reach]
            if missing == 1:
                level[need] = plus(level[need], 1.0, here[0])
            else:
                fails[need] = plus(fails[need], 1.0, here[0])
            for dice in range(1, 7):
                if here[dice] == 0.0:
                    continue
                fails[need] = plus(fails[need], farkle[dice], here[dice])
                for c in range(laws.first_class[dice], laws.first_class[dice + 1]):
                    o = keep[missing, c]
                    to = missing + reach - laws.points[o]
                    at[to, laws.left[o]] = plus(
                        at[to, laws.left[o]], weight[c], here[dice]
                    )
        for o in range(reach):
            for dice in range(7):
                over[need, o] = plus(over[need, o], 1.0, at[reach - o, dice])


@njit(cache=True)
def _last_turns(
    at: Array,
    minimum: Array,
    modes: int,
    scores: int,
    over: Array,
    level: Array,
    fails: Array,
    passes: Array,
    levels: Array,
    failures: Array,
) -> None:
    """Weigh the laws of last turns by where the player may be."""
    width = len(failures)
    for leader in range(width):
        for p in range(len(at)):
            if at[p] == 0.0:
                continue
            score = p // modes
            behind = scores + leader - score
            need = max(behind, minimum[p] - 1)
            failures[leader] = plus(failures[leader], at[p], fails[need])
            if need == behind:
                levels[leader] = plus(levels[leader], at[p], level[need])
            else:
                failures[leader] = plus(failures[leader], at[p], level[need])
            for o in range(over.shape[1]):
                total = score + need + 1 + o - scores
                if total < width:
                    passes[leader, total] = plus(
                        passes[leader, total], at[p], over[need, o]
                    )

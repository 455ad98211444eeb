"""A strategy against the optimum: both are policies, so chances follow by forward play.

The optimum is the policy that proves the lower bound of the match. How its turns end is
found once for every pair of scores; then a match against any strategy takes
milliseconds. Where there is a last turn, both play it for the most. All chances are
lower bounds (``floors``): those of the two players are missing little to 1 together.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import numpy as np
from numba import njit

from trueodds.analysis.farkle.match.optimal.cache import Match
from trueodds.analysis.farkle.match.optimal.solve import in_parts
from trueodds.analysis.farkle.match.state_space import Array, Laws, surest_farkle
from trueodds.analysis.farkle.match.strategies.threshold import (
    Strategy,
    floor_weights,
    turn_law,
)
from trueodds.core.enclosure import Enclosure
from trueodds.core.errors import RulesError
from trueodds.core.lower_bounds import LESS, TINY, plus, shares
from trueodds.core.progress import Progress, silent

MOST_SCORES = 400
"""Scores for which the optimum's turns can be held: half a gigabyte."""


class Endings(NamedTuple):
    """How turns end, by the mover's and the other's score number; lower bounds.

    ``banked[i, j, a]``: a player at i, the other at j, banks up to a; ``nothing[i, j]``
    banks nothing; ``won`` and ``beaten``: reaches the target, and has then won or lost.
    """

    banked: Array
    nothing: Array
    won: Array
    beaten: Array


@dataclass(frozen=True, slots=True)
class Duel:
    """The chance to win of a strategy that moves first, or second."""

    first: Enclosure
    second: Enclosure

    @classmethod
    def of(cls, floors: Array) -> Duel:
        """From lower bounds of [wins, losses] by seat, an array of shape (2, 2)."""
        wins = [shares(seat)[0] for seat in floors.tolist()]
        return cls(*wins)

    @property
    def cost(self) -> Enclosure:
        """What it loses on the mean of both seats, where the optimum has 1/2."""
        upper = (self.first.upper + self.second.upper) / 2
        lower = (self.first.lower + self.second.lower) / 2
        return Enclosure(Fraction(1, 2) - upper, Fraction(1, 2) - lower)


class Optimum:
    """The optimum of a solved match, ready to be played against.

    Raises ``RulesError`` where scores can fall, or are more than ``MOST_SCORES``.
    """

    def __init__(self, match: Match, progress: Progress = silent) -> None:
        board = self.board = match.board
        if board.modes > 1 or board.scores > MOST_SCORES:
            raise RulesError(
                "strategies are played against the optimum only where farkles cost no "
                f"points and there are at most {MOST_SCORES} different scores"
            )
        minimums = sorted(set(board.minimum.flat))
        self._least = board.minimum[:, 0]
        self._kind = np.searchsorted(minimums, self._least)
        self._last = (match.last_lower, match.last_upper)
        self._scale = match.scale
        self._sure = surest_farkle(board.laws)
        self._weights = floor_weights(board.laws)
        scores = board.scores
        self.endings = Endings(
            np.zeros((scores, scores, scores)), *np.zeros((3, scores, scores))
        )
        for score in range(scores):
            progress("following the optimum", score, scores)
            in_parts(partial(self._follow, match, score), scores)
        progress("following the optimum", scores, scores)

    def _follow(self, match: Match, score: int, part: slice) -> None:
        _endings(
            match.board.laws,
            *self._weights,
            match.scale,
            self._sure,
            score,
            part.start,
            part.stop,
            self._least,
            self._kind,
            match.upper,
            *self._last,
            *self.endings,
        )

    def against(self, strategy: Strategy) -> Duel:
        """The strategy's chances to win against the optimum, from both seats."""
        return Duel.of(self.floors(strategy))

    def floors(self, strategy: Strategy) -> Array:
        """Lower bounds of its chances [to win, to lose], moving first and second."""
        theirs = self._strategy_endings(strategy)
        start = self.board.start
        wins = _duel(*theirs, *self.endings, start)
        losses = _duel(*_swapped(theirs), *_swapped(self.endings), start)
        return np.array([wins, losses]).T.copy()

    def _strategy_endings(self, strategy: Strategy) -> Endings:
        scores = self.board.scores
        endings = Endings(np.zeros((scores, 1, scores)), *np.zeros((3, scores, scores)))
        laws = {m: turn_law(self.board, strategy, m) for m in set(self._least.tolist())}
        for score, least in enumerate(self._least.tolist()):
            law = laws[least]
            missing = scores - score
            reached = max(missing, least)
            endings.banked[score, 0, score:] = law.banked[:missing]
            endings.nothing[score] = plus(law.farkle[reached], 1.0, law.lost[reached])
            _past(
                law.past[reached],
                score + reached,
                self._kind,
                *self._last,
                self._scale,
                endings.won[score],
                endings.beaten[score],
            )
        return endings


def _swapped(endings: Endings) -> Endings:
    """The same, as the other player's wins."""
    return endings._replace(won=endings.beaten, beaten=endings.won)


@njit(cache=True, nogil=True)
def _past(
    past: Array,
    total: int,
    kind: Array,
    last_lower: Array,
    last_upper: Array,
    scale: int,
    won: Array,
    beaten: Array,
) -> None:
    """What the other's last turn makes of totals past the target, by their score."""
    deepest = last_lower.shape[1] - 1
    for other in range(len(won)):
        for over in range(len(past)):
            behind = min(total + over - other, deepest)
            fails = (scale - last_upper[kind[other], behind]) / scale * LESS
            succeeds = last_lower[kind[other], behind] / scale * LESS
            won[other] = plus(won[other], past[over], fails)
            beaten[other] = plus(beaten[other], past[over], succeeds)


@njit(cache=True, nogil=True)
def _endings(
    laws: Laws,
    weight: Array,
    farkle: Array,
    scale: int,
    sure: tuple[int, int],
    score: int,
    begin: int,
    end: int,
    least: Array,
    kind: Array,
    upper: Array,
    last_lower: Array,
    last_upper: Array,
    banked: Array,
    nothing: Array,
    won: Array,
    beaten: Array,
) -> None:
    """Fill in the turns of one mover's score, against the others' from begin to end.

    First the turn from its top down, to find what the policy does; then the chances
    from its start up.
    """
    scores = len(upper)
    reach = laws.points.max()
    deepest = last_lower.shape[1] - 1
    deep = scores + deepest + least.max() + reach + 1
    bank = np.zeros(deep, np.int64)
    w = np.zeros((deep, 7), np.int64)
    banks = np.zeros((deep, 7), np.bool_)
    keep = np.zeros((deep, len(laws.weight)), np.int64)
    for other in range(begin, end):
        x = scale - upper[other, score]
        may = score + least[score]
        top = max(scores, may)
        while top - other < deepest and (
            last_upper[kind[other], top - other] * sure[1] > (scale - x) * sure[0]
        ):
            top += 1
        for total in range(top + reach - 1, score - 1, -1):
            if total < scores:
                bank[total] = scale - upper[other, total]
            else:
                behind = min(total - other, deepest)
                bank[total] = scale - last_upper[kind[other], behind]
            w[total, 0] = bank[total] if total >= may else x
            banks[total, 0] = total >= may
            for dice in range(1, 7):
                if total >= top:
                    w[total, dice] = bank[total]
                    banks[total, dice] = True
                    continue
                mean = laws.farkle[dice] * x
                for c in range(laws.first_class[dice], laws.first_class[dice + 1]):
                    best = -1
                    for o in range(laws.first_keep[c], laws.first_keep[c + 1]):
                        on = w[total + laws.points[o], laws.left[o]]
                        if on > best:
                            best = on
                            keep[total, c] = o
                    mean += laws.weight[c] * best
                mean //= laws.total[dice]
                banks[total, dice] = total >= may and bank[total] >= mean
                w[total, dice] = bank[total] if banks[total, dice] else mean
        at = np.zeros((top + reach, 7))
        at[score, 6] = 1.0
        none = 0.0
        past = np.zeros(top + reach)
        for total in range(score, top + reach):
            for dice in range(7):
                chance = at[total, dice]
                if chance == 0.0:
                    continue
                if banks[total, dice] and total > score:
                    if total < scores:
                        banked[score, other, total] = plus(
                            banked[score, other, total], 1.0, chance
                        )
                    else:
                        past[total] = plus(past[total], 1.0, chance)
                elif dice == 0:
                    none = plus(none, 1.0, chance)
                else:
                    none = plus(none, farkle[dice], chance)
                    for c in range(laws.first_class[dice], laws.first_class[dice + 1]):
                        o = keep[total, c]
                        to = total + laws.points[o]
                        at[to, laws.left[o]] = plus(
                            at[to, laws.left[o]], weight[c], chance
                        )
        nothing[score, other] = none
        for total in range(scores, top + reach):
            behind = min(total - other, deepest)
            fails = (scale - last_upper[kind[other], behind]) / scale * LESS
            succeeds = last_lower[kind[other], behind] / scale * LESS
            won[score, other] = plus(won[score, other], past[total], fails)
            beaten[score, other] = plus(beaten[score, other], past[total], succeeds)


@njit(cache=True)
def _duel(
    banked: Array,
    nothing: Array,
    won: Array,
    beaten: Array,
    other_banked: Array,
    other_nothing: Array,
    other_won: Array,
    other_beaten: Array,
    start: int,
) -> tuple[float, float]:
    """At least the chance that one player wins, to move first or second.

    The one's turns come first, with ``banked[i, 0, a]`` for any score of the other's.
    """
    scores = len(nothing)
    mine = np.zeros((scores, scores))  # [my score, other's], I am to move
    other = np.zeros((scores, scores))  # [other's score, mine], the other is to move
    for total in range(2 * (scores - 1), 2 * start - 1, -1):
        for i in range(max(0, total - scores + 1), min(total, scores - 1) + 1):
            j = total - i
            # Adding n products rounds 2 n times.
            banks = np.dot(banked[i, 0, i:], other[j, i:])
            to_move = plus(won[i, j], banks, 1 - (scores + 2) * 2.0**-51)
            banks = np.dot(other_banked[j, i, j:], mine[i, j:])
            to_wait = plus(other_beaten[j, i], banks, 1 - (scores + 2) * 2.0**-51)
            # mine = to_move + f * other, other = to_wait + g * mine.
            f, g = nothing[i, j], other_nothing[j, i]
            rest = (1.0 - f * g * LESS) / LESS
            solved = plus(to_move, f, to_wait) / rest * LESS
            mine[i, j] = solved if solved > TINY else 0.0
            other[j, i] = plus(to_wait, g, mine[i, j])
    return mine[start, start], other[start, start]

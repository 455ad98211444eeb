"""A threshold strategy against optimal play: the head-to-head result of two policies.

Optimal play is the policy that proves the lower bound of the match. How its turns end
is computed once for every pair of scores, by backward and forward induction; a match
against any strategy then takes milliseconds. In a last turn both players maximise the
probability of passing the leader. All probabilities are lower bounds
(``core.models.lower_bounds``), and those of the two players add up to nearly 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import numpy as np

from trueodds.analysis.farkle.dice.roll_classes import Array, RollTables
from trueodds.analysis.farkle.match.optimal.cache import Match
from trueodds.analysis.farkle.match.optimal.solve import in_parts
from trueodds.analysis.farkle.match.optimal.turn_kernel import banked_from
from trueodds.analysis.farkle.match.strategies.threshold_strategy import (
    ThresholdStrategy,
    turn_distribution,
)
from trueodds.analysis.farkle.turn.induction import (
    Boundary,
    Flow,
    Numbers,
    StakePolicy,
    at_any_stake,
    backward,
    forward,
    lower_bound_weights,
    plus,
)
from trueodds.core.errors import RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.kernels.compiled import compiled
from trueodds.core.models.lower_bounds import LESS, TINY, enclosures
from trueodds.core.storage.progress import Progress, silent

MOST_SCORES = 400
"""The most scores for which the turns of optimal play are held: half a gigabyte."""


class TurnEnds(NamedTuple):
    """Lower bounds on the ends of turns, by the mover's and the opponent's score.

    The mover is the player whose turn it is. Scores are in units. With the mover at
    score i and the opponent at score j, the mover banks and reaches score a with the
    probability ``banked[i, j, a]``, and banks nothing with the probability ``nothing[i,
    j]``. The mover reaches the target and then wins with the probability ``won[i, j]``,
    or loses after the opponent's last turn with ``beaten[i, j]``.
    """

    banked: Array
    nothing: Array
    won: Array
    beaten: Array

    @classmethod
    def blank(cls, scores: int, opponents: int) -> TurnEnds:
        """Return arrays of zeros for the probabilities of all ends of turns.

        ``scores`` is the number of scores below the target. ``opponents`` is the number
        of opponent's scores for which ``banked`` has entries. It is 1 if banking does
        not depend on them.
        """
        tables = np.zeros((3, scores, scores))
        return cls(np.zeros((scores, opponents, scores)), *tables)

    def swapped(self) -> TurnEnds:
        """Return the same probabilities with ``won`` and ``beaten`` exchanged."""
        return self._replace(won=self.beaten, beaten=self.won)


class LastTurn(NamedTuple):
    """The outcome of an opponent's last turn against a total past the target.

    ``lower[k, d]`` and ``upper[k, d]`` bound the probability, times ``scale``, that the
    last turn passes the mover. The opponent is d units behind and may bank from
    ``StateSpace.minimums[k]`` units. ``kind[score]`` is this k for an opponent with
    that score.
    """

    lower: Array
    upper: Array
    kind: Array
    scale: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The probability that a strategy wins against optimal play.

    ``first`` is for the strategy moving first, and ``second`` for it moving second.
    """

    first: Enclosure
    second: Enclosure

    @classmethod
    def from_lower_bounds(cls, bounds: Array) -> HeadToHead:
        """Return the result, given lower bounds of the probabilities to win and lose.

        ``bounds`` has the shape (2, 2). Row 0 is for moving first, and row 1 for moving
        second. The columns are the wins and the losses.
        """
        return cls(*(enclosures(seat)[0] for seat in bounds.tolist()))

    @property
    def cost(self) -> Enclosure:
        """1/2 minus the strategy's mean probability to win against optimal play.

        The mean is over moving first and moving second. Optimal play against itself
        wins 1/2.
        """
        upper = (self.first.upper + self.second.upper) / 2
        lower = (self.first.lower + self.second.lower) / 2
        return Enclosure(Fraction(1, 2) - upper, Fraction(1, 2) - lower)


class OptimalPlay:
    """Optimal play of a solved match, against which strategies are evaluated.

    Raises:
        RulesError: If a player's state is more than a score, for example if several
            farkles in a row cost points. Also if scores can fall, or if there are more
            than 400 different scores.
    """

    def __init__(self, match: Match, progress: Progress = silent) -> None:
        space = self.space = match.space
        if space.statuses > 1 or space.falls or space.scores > MOST_SCORES:
            raise RulesError(
                "strategies are played against optimal play only where farkles cost no "
                f"points and there are at most {MOST_SCORES} different scores"
            )
        self._least = space.minimum[:, 0]
        self._last = LastTurn(
            match.last_lower,
            match.last_upper,
            np.searchsorted(space.minimums, self._least),
            match.scale,
        )
        self._weights = lower_bound_weights(space.tables)
        scores = space.scores
        self.endings = TurnEnds.blank(scores, scores)
        for score in range(scores):
            progress("following optimal play", score, scores)
            in_parts(partial(self._follow, match, score), scores)
        progress("following optimal play", scores, scores)

    def _follow(self, match: Match, score: int, part: slice) -> None:
        tables = match.space.tables
        least = int(self._least[score])
        dice = len(tables.total)
        _endings(
            tables,
            Numbers.integers(tables, up=False),
            self._weights,
            tables.surest_farkle(),
            (score, part.start, part.stop),
            (np.full(dice, score + least), at_any_stake(dice)[1]),
            match.upper,
            self._last,
            self.endings,
        )

    def against(self, strategy: ThresholdStrategy) -> HeadToHead:
        """Return the strategy's probabilities to win against optimal play.

        The result has the probabilities for moving first and for moving second.
        """
        return HeadToHead.from_lower_bounds(self.lower_bounds(strategy))

    def lower_bounds(self, strategy: ThresholdStrategy) -> Array:
        """Return lower bounds of a strategy's probabilities to win and lose: (2, 2).

        Row 0 is for moving first, and row 1 for moving second. The columns are the wins
        and the losses.
        """
        endings = self._strategy_endings(strategy)
        start = self.space.start
        wins = _match(endings, self.endings, start)
        losses = _match(endings.swapped(), self.endings.swapped(), start)
        return np.array([wins, losses]).T.copy()

    def _strategy_endings(self, strategy: ThresholdStrategy) -> TurnEnds:
        scores = self.space.scores
        endings = TurnEnds.blank(scores, 1)
        turns = {
            minimum: turn_distribution(self.space, strategy, minimum)
            for minimum in self.space.minimums
        }
        for score, least in enumerate(self._least.tolist()):
            turn = turns[least]
            missing = scores - score
            reached = max(missing, least)
            endings.banked[score, 0, score:] = turn.banked[:missing]
            nothing = plus(turn.farkle[reached], 1.0, turn.lost[reached])
            endings.nothing[score] = nothing
            totals = turn.past[reached], score + reached
            won = endings.won[score]
            beaten = endings.beaten[score]
            _past(*totals, 0, scores, self._last, won, beaten)
        return endings


@compiled
def _past(
    past: Array,
    total: int,
    begin: int,
    end: int,
    last: LastTurn,
    won: Array,
    beaten: Array,
) -> None:
    """Add the mover's wins and losses after the opponent's last turn.

    ``past[n]`` is the probability that the mover banks ``total + n``, past the target.
    The sums are added for the opponent's scores from ``begin`` to ``end``.
    """
    deepest = last.lower.shape[1] - 1
    for opponent in range(begin, end):
        kind = last.kind[opponent]
        for over in range(len(past)):
            behind = min(total + over - opponent, deepest)
            # Both bounds are exact integers; only the division rounds.
            fails = (last.scale - last.upper[kind, behind]) / last.scale * LESS
            succeeds = last.lower[kind, behind] / last.scale * LESS
            won[opponent] = plus(won[opponent], past[over], fails)
            beaten[opponent] = plus(beaten[opponent], past[over], succeeds)


@compiled
def _endings(  # noqa: PLR0913 - a kernel gets its arrays and scratch from the caller
    tables: RollTables,
    numbers: Numbers,
    weights: tuple[Array, Array],
    sure: tuple[int, int],
    pairs: tuple[int, int, int],
    may_and_must: tuple[Array, Array],
    upper: Array,
    last: LastTurn,
    endings: TurnEnds,
) -> None:
    """Fill in the turns of one mover's score against a range of opponents' scores.

    Stakes here include the mover's score, so they are totals.
    """
    score, begin, end = pairs
    may, must = may_and_must
    dice = len(may)
    scores = len(upper)
    scale = last.scale
    reach = tables.points.max()
    deepest = last.lower.shape[1] - 1
    deep = scores + deepest + may[0] + reach + 1
    bank = np.zeros(deep, np.int64)
    value = np.zeros((deep, dice), np.int64)
    keep = np.zeros((deep, len(tables.weight)), np.int64)
    policy = StakePolicy(keep, np.zeros((deep, dice), np.bool_))
    for opponent in range(begin, end):
        # The opponent is taken at the upper bounds, which makes the policy
        # that proves the mover's lower bound.
        nothing = scale - upper[opponent, score]
        kind = last.kind[opponent]
        top = banked_from(
            max(scores, may[0]), opponent, last.upper[kind], scale - nothing, sure
        )
        for total in range(score, top + reach):
            if total < scores:
                bank[total] = scale - upper[opponent, total]
            else:
                behind = min(total - opponent, deepest)
                bank[total] = scale - last.upper[kind, behind]
        boundary = Boundary(bank, may, must, nothing, nothing)
        backward(
            tables,
            numbers,
            tables.total,
            boundary,
            score,
            top,
            policy,
            True,
            0,
            value,
        )
        at = np.zeros((top + reach, dice))
        banked, farkled, lost = np.zeros((3, top + reach + 1))
        flow = Flow(at, banked, farkled, lost, np.zeros((0, 0)))
        forward(tables, weights[0], weights[1], policy, score, top + reach, flow)
        endings.banked[score, opponent, score:] = banked[score:scores]
        none = farkled[top + reach]
        # The addition of 0 would only round down.
        if lost[top + reach] > 0.0:
            none = plus(none, 1.0, lost[top + reach])
        endings.nothing[score, opponent] = none
        _past(
            banked[scores : top + reach],
            scores,
            opponent,
            opponent + 1,
            last,
            endings.won[score],
            endings.beaten[score],
        )


@compiled
def _match(mover: TurnEnds, opponent: TurnEnds, start: int) -> tuple[float, float]:
    """Return lower bounds of the probability that the player ``mover`` wins.

    The first bound is for moving first, the second for moving second. The turns of
    ``mover`` depend on this player's score alone: ``mover.banked[i, 0, a]``.
    """
    scores = len(mover.nothing)
    moving = np.zeros((scores, scores))  # [own score, opponent's], to move
    waiting = np.zeros((scores, scores))  # [opponent's score, own], not to move
    rounding = 1 - (scores + 2) * 2.0**-51  # n products added round 2 n times
    # Scores never fall, so a pair depends only on itself and on larger sums.
    for total in range(2 * (scores - 1), 2 * start - 1, -1):
        for i in range(max(0, total - scores + 1), min(total, scores - 1) + 1):
            j = total - i
            banks = 0.0
            for to in range(i, scores):
                banks += mover.banked[i, 0, to] * waiting[j, to]
            to_move = plus(mover.won[i, j], banks, rounding)
            banks = 0.0
            for to in range(j, scores):
                banks += opponent.banked[j, i, to] * moving[i, to]
            to_wait = plus(opponent.beaten[j, i], banks, rounding)
            # moving = to_move + f * waiting, waiting = to_wait + g * moving.
            f = mover.nothing[i, j]
            g = opponent.nothing[j, i]
            rest = (1.0 - f * g * LESS) / LESS
            solved = plus(to_move, f, to_wait) / rest * LESS
            moving[i, j] = solved if solved > TINY else 0.0
            waiting[j, i] = plus(to_wait, g, moving[i, j])
    return moving[start, start], waiting[start, start]

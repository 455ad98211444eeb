"""Hot dice that must be rolled although the threshold T is reached.

The stake is the points of the turn so far. Rolls that offer the same keeps form a roll
class. Past T a turn ends with the first keep that leaves dice, so only hot dice are
rolled again. The mean from a stake s is then a * s + b, where a = 1 - the probability
of a farkle. This always holds if the roll decides what is kept. If the player chooses,
it holds from some stake on, since no gain is worth risking a high stake; below that
stake the best keep follows by backward induction. If a farkle keeps the points, a = 1,
and no stake is at risk.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq

from trueodds.analysis.farkle.dice.roll_classes import (
    HOT,
    Array,
    ClassKeep,
    RollClass,
    RollTables,
)
from trueodds.analysis.farkle.turn.exact_backward import exact_backward, first_best
from trueodds.core.errors import RulesError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.rules.farkle import FarkleRules


class Hot(NamedTuple):
    """The mean points of a turn that now rolls hot dice, and its farkle probability.

    ``mean`` includes the points of the turn before the roll. ``farkle`` is the
    probability that the rest of the turn ends with a farkle.
    """

    mean: fmpq
    farkle: fmpq


def fixed_hot_dice(
    kept: Distribution[ClassKeep | None], rules: FarkleRules
) -> Callable[[int], Hot]:
    """Return a function from the stake to the value of rolling hot dice.

    The stake is the points of the turn before the roll. The turn ends with the first
    keep that leaves dice. ``kept`` is the distribution of the keep when all dice are
    rolled, and None stands for a farkle. ``rules`` say what a farkle costs.

    Raises:
        RulesError: If all dice are always hot again.

    >>> kept = Distribution({None: 1, ClassKeep(100, 3): 1, ClassKeep(300, 0): 2})
    >>> fixed_hot_dice(kept, FarkleRules.load("ece209"))(1000)
    Hot(mean=700, farkle=1/2)
    """
    farkle, risk, gain = _line(kept, rules)
    return lambda stake: Hot((1 - risk) * stake + gain, farkle)


def _line(
    kept: Distribution[ClassKeep | None], rules: FarkleRules
) -> tuple[fmpq, fmpq, fmpq]:
    """Return the probabilities of a farkle and to lose points, and the mean gain."""
    again = fmpq(kept.weight_where(_is_hot), kept.total)
    if again == 1:
        raise RulesError(
            "under these rules a turn need never end: all dice are always hot dice, "
            "which must be rolled"
        )
    # Hot dice may follow hot dice: a geometric series with the ratio ``again``.
    farkle = fmpq(kept.weight(None), kept.total) / (1 - again)
    risk = farkle * (not rules.farkle_keeps_points)
    points = fmpq(min(rules.nothing, 0) * kept.weight(None))
    for keep, weight in kept.items():
        if keep:
            # Points that leave hot dice are at risk until the turn ends.
            points += weight * keep.points * (1 - risk if _is_hot(keep) else fmpq(1))
    return farkle, risk, points / kept.total / (1 - again)


def _is_hot(keep: ClassKeep | None) -> bool:
    return keep is not None and keep.left == HOT


class BestHotDice:
    """A function from the stake to the value of rolling hot dice, with the best keeps.

    The stake is the points of the turn before the roll. The turn ends with the first
    keep that leaves dice; after a keep of all dice, they are rolled again. The keeps
    are those with the highest mean points. The value has the mean points of the whole
    turn, and the probability that it ends with a farkle (``Hot``). From the stake
    ``ceiling`` on, the best keep of each roll is always the same.

    Args:
        rolled_all: The distribution of the keeps that a roll of all dice allows.
        grid: A number that divides all points.
        rules: They say what a farkle costs.

    Raises:
        RulesError: If all dice are always hot again, so that the turn never ends.
    """

    def __init__(
        self, rolled_all: Distribution[RollClass], grid: int, rules: FarkleRules
    ) -> None:
        self._rolled_all = rolled_all
        self._rules = rules
        self._high = {keeps: _calmest(keeps) for keeps in self._rolled_all}
        farkle, risk, gain = self._high_line()
        # Without a risk the best keeps are the same at all stakes, and policy iteration
        # finds them. Each round gains more, so no keeps come twice.
        while not risk and (better := self._bolder(gain)) != self._high:
            self._high = better
            farkle, risk, gain = self._high_line()
        self._farkle = farkle
        self._risk = risk
        self._gain = gain
        self.ceiling = self._least_high_stake() if risk else 0
        self._grid = grid
        self._means, self._farkles = self._solved()

    def __call__(self, stake: int) -> Hot:
        """Return the value of hot dice with this stake."""
        if stake >= self.ceiling:
            return Hot(self._past(stake)[1], self._farkle)
        at = stake // self._grid
        return Hot(self._means[at], self._farkles[at])

    def choose(self, stake: int, keeps: RollClass) -> ClassKeep | None:
        """Return the best keep of a roll of all dice, which are hot dice.

        ``stake`` is the points of the turn before the roll. ``keeps`` are all keeps of
        the roll, and the first of the best is the result. It is None for a farkle.
        """
        calm = self._high[keeps]
        if stake >= self.ceiling:
            return calm
        return _best(calm, keeps, lambda keep: self._after(stake, keep).mean)

    def _high_line(self) -> tuple[fmpq, fmpq, fmpq]:
        kept = self._rolled_all.map(self._high.__getitem__)
        return _line(kept, self._rules)

    def _after(self, stake: int, keep: ClassKeep) -> Hot:
        stake += keep.points
        if _is_hot(keep):
            return self(stake)
        return Hot(fmpq(stake), fmpq(0))

    def _solved(self) -> tuple[Array, Array]:
        """Return the mean and the probability of a farkle, by stake on the grid."""
        # Hot dice are the one kind of dice to roll; all other keeps end the turn.
        tables = RollTables.of_rolls(
            {1: self._rolled_all.map(self._to_compare)}, self._grid, again=0
        )
        top = -(-self.ceiling // self._grid)
        stakes = [step * self._grid for step in range(top + int(tables.points.max()))]
        hot = fmpq(0), self._farkle
        value = np.array([[*map(self._past, stakes)], len(stakes) * [hot]])

        def choose(after: Array, stake: int) -> Array:
            return first_best(tables, after[0])[None]

        farkled = np.array([[fmpq(min(self._rules.nothing, 0))], [fmpq(1)]])
        exact_backward(tables, None, farkled, value, top, choose=choose)
        return value[0, :, 1], value[1, :, 1]

    def _past(self, stake: int) -> list[fmpq]:
        """Return the means of ending the turn and of hot dice, at high stakes."""
        return [fmpq(stake), (1 - self._risk) * stake + self._gain]

    def _to_compare(self, keeps: RollClass) -> RollClass:
        """Return the keeps that can be best; ``left`` is 1 for hot dice, else 0."""
        choices = _choices(self._high[keeps], keeps)
        return tuple(ClassKeep(keep.points, int(_is_hot(keep))) for keep in choices)

    def _bolder(self, gain: fmpq) -> dict[RollClass, ClassKeep | None]:
        """Return the best keeps, given the gain of hot dice that cannot farkle."""
        return {
            keeps: _best(
                calm, keeps, lambda keep: keep.points + (gain if _is_hot(keep) else 0)
            )
            for keeps, calm in self._high.items()
        }

    def _least_high_stake(self) -> int:
        """Return a stake from which ending the turn is always better."""
        least = 0
        for keeps, calm in self._high.items():
            for keep in filter(_is_hot, keeps):
                if calm and not _is_hot(calm):
                    # Hot dice gain at most ``more``, and risk the stake: above the
                    # stake more / risk they are worse.
                    more = (1 - self._risk) * keep.points + self._gain - calm.points
                    least = max(least, int((more / self._risk).floor()) + 1)
        return least


def _calmest(keeps: RollClass) -> ClassKeep | None:
    """Return the keep with the most points among those that leave dice.

    If all keeps leave hot dice, the keep with the most points is returned.
    """
    return next(
        (keep for keep in keeps if keep.left != HOT), keeps[0] if keeps else None
    )


def _choices(calm: ClassKeep | None, keeps: RollClass) -> RollClass:
    """Return ``calm`` and the keeps that leave hot dice, in the order of ``keeps``."""
    return tuple(keep for keep in keeps if keep == calm or _is_hot(keep))


def _best(
    calm: ClassKeep | None, keeps: RollClass, value: Callable[[ClassKeep], Any]
) -> ClassKeep | None:
    """Return the first keep of the highest value: ``calm``, or one of hot dice."""
    return max(_choices(calm, keeps), key=value, default=None)

"""One turn with any dice, between proved bounds.

Dice with equal weights are interchangeable, so a state is a stake and the multiset of
dice about to be rolled. Which of two dice with equal faces is kept is a real decision.
From the ceiling on, banking is best for every multiset (``turn.ceiling``). Below it,
values follow by backward induction in floats.

The bounds are proved as follows. A computed mean is off by a factor of at most 1 ± c,
where c = (classes + 3) * 2**-53, since it adds nonnegative products. With all weights
multiplied by 1 - 2c, each computed value is at most the mean of the values after it, so
by induction it is a lower bound; with 1 + 2c it is an upper bound.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

import numpy as np

from trueodds.analysis.farkle.dice.dice_set import DiceSet
from trueodds.analysis.farkle.dice.roll_classes import Array, RollTables
from trueodds.analysis.farkle.turn.ceiling import ceiling
from trueodds.analysis.farkle.turn.induction import (
    NEVER,
    Boundary,
    Numbers,
    StakePolicy,
    backward,
    follow,
    lower_bound_weights,
)
from trueodds.core.errors import RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.models.bounds import enclosure
from trueodds.core.models.lower_bounds import LESS
from trueodds.core.rules.farkle.coverage import require_covered

MOST_KEEPS = 100_000_000
"""The most pairs of a stake and a roll class for which a keep is stored."""


class BoundedTurn:
    """Bounds of a turn played for the most points, and the best policy up to rounding.

    ``values[0, stake, n]`` is a lower bound of the expected points with the multiset
    number n of dice left, and ``values[1, stake, n]`` an upper bound. The stake is in
    units of ``dice.unit`` points, and so is ``top``, the stake from which banking is
    best. Nothing below ``minimum`` points may be banked.

    Raises:
        RulesError: If some of the dice can never farkle, or if there are too many
            stakes or rolls.

    >>> from trueodds.analysis.farkle.dice.dice_set import dice_set
    >>> from trueodds.core.rules.farkle import FarkleRules
    >>> BoundedTurn(dice_set(FarkleRules.load("ece209"))).mean.texts(12)
    ('470.185531742', '470.185531743')
    """

    def __init__(self, dice: DiceSet, minimum: int = 0) -> None:
        self.dice = dice
        tables = dice.tables
        self.least = max(-(-minimum // dice.unit), 1)
        self.top = top_stake(dice, self.least)
        stakes = self.top + int(tables.points.max())
        # c of the proof above, for the dice with the most classes.
        error = (int(np.diff(tables.first_class).max()) + 3) * 2.0**-53
        self.values = np.zeros((2, stakes, len(tables.total)))
        self.policy = StakePolicy(
            np.zeros((stakes, len(tables.weight)), np.int32),
            np.zeros((stakes, len(tables.total)), np.bool_),
        )
        weight, farkle, rounding = Numbers.floats(tables)
        factors = (1 - 2 * error, 1 + 2 * error)
        self._weights = [weight * factor for factor in factors]
        for factor, scaled, value in zip(
            factors, self._weights, self.values, strict=True
        ):
            numbers = Numbers(scaled, farkle * factor, rounding)
            _fill(dice, tables, numbers, self.least, self.top, self.policy, value)

    @cached_property
    def mean(self) -> Enclosure:
        """The expected points of the turn from its start."""
        return enclosure(self.values[:, 0, -1])

    @cached_property
    def farkle(self) -> Enclosure:
        """The probability that the turn ends with a farkle, played by ``policy``.

        ``policy`` has the best decisions for points, up to rounding.
        """
        tables = self.dice.tables
        stakes = len(self.policy.banks)
        flow = follow(tables, lower_bound_weights(tables), self.policy, stakes)
        lower = Fraction(float(flow.farkle[stakes] * LESS))
        lost = Fraction(float(flow.lost[stakes]))
        # Lower bounds of all other ends leave an upper bound for a farkle.
        ended = sum(map(Fraction, flow.banked.tolist()), lost)
        return Enclosure(lower, max(1 - ended, lower))

    @cached_property
    def bank_at(self) -> dict[int, int]:
        """The smallest stake in points at which to bank, by the dice left.

        The key is the number of dice left, if all dice are equal. Otherwise it is the
        index of the dice left in ``DiceSet.multisets``.
        """
        first = self.least + self.policy.banks[self.least :].argmax(axis=0)
        stakes = first[1 : self.dice.whole + 1] * self.dice.unit
        return dict(enumerate(stakes.tolist(), start=1))

    @cached_property
    def may_bank_at(self) -> dict[int, int]:
        """The smallest stake at which rolling is not proved to be better, in points.

        ``bank_at`` has the smallest at which banking is proved to be at least as good.
        They differ if both have the same value: bounds do not decide a tie. The keys
        are those of ``bank_at``.

        >>> from trueodds.analysis.farkle.dice.dice_set import dice_set
        >>> from trueodds.core.rules.farkle import FarkleRules
        >>> dice = "1:1:1:1:2:1*6"  # one die: a tie at 50 points
        >>> rules = FarkleRules.load("ece209", hot_dice=False, dice=dice)
        >>> turn = BoundedTurn(dice_set(rules))
        >>> turn.may_bank_at[1], turn.bank_at[1]
        (50, 100)
        """
        stakes = np.arange(self.values.shape[1]) * self.dice.unit
        rolls = self.values[0, self.least :] > stakes[self.least :, None]
        first = self.least + rolls.argmin(axis=0)
        return {n: int(stakes[first[n]]) for n in self.bank_at}

    def roll_value(self, stake: int, number: int) -> Enclosure:
        """Return the expected points of the turn if these dice are rolled at a stake.

        ``stake`` is the points of the turn before the roll. ``number`` is how many dice
        are rolled, if all dice are equal, or else the index of their multiset in
        ``DiceSet.multisets``. The value of a farkle is 0.
        """
        tables = self.dice.tables
        unit = self.dice.unit
        classes = slice(*tables.first_class[number : number + 2])
        keeps = slice(*tables.first_keep[[classes.start, classes.stop]])
        if keeps.start == keeps.stop:
            return Enclosure(Fraction(0), Fraction(0))
        stakes = stake // unit + tables.points[keeps]
        known = np.minimum(stakes, self.values.shape[1] - 1)
        banked = stakes * float(unit)
        begins = tables.first_keep[classes] - keeps.start
        bounds = []
        for weights, value in zip(self._weights, self.values, strict=True):
            after = value[known, tables.left[keeps]]
            # From the top on a value is its stake, also past the end of the table.
            after = np.where(stakes >= self.top, banked, after)
            best = np.maximum.reduceat(after, begins)
            bounds.append(best @ weights[classes])
        return enclosure(bounds)


def points_policy(
    dice: DiceSet, tables: RollTables, minimum: int, stakes: int, unit: int
) -> StakePolicy:
    """Return a policy of a turn for the most expected points, for stakes below a limit.

    The policy is the best one up to rounding.

    Args:
        dice: The dice, with their rules.
        tables: Roll classes of these dice: with all keeps, or with the best ones.
        minimum: The least stake that may be banked, in units of the tables.
        stakes: The number of stakes of the policy, from 0 units on.
        unit: The points of a unit of the tables. It divides ``dice.unit``.

    Raises:
        RulesError: If some of the dice can never farkle, or if there are too
            many stakes or rolls.
    """
    smaller = dice.unit // unit
    top = max(top_stake(dice, -(-minimum // smaller)) * smaller, stakes)
    policy = StakePolicy.blank(stakes, tables)
    value = np.zeros((top + int(tables.points.max()), len(tables.total)))
    _fill(dice, tables, Numbers.floats(tables), minimum, top, policy, value)
    return policy


def top_stake(dice: DiceSet, least: int) -> int:
    """Return a stake from which banking is best, in units, if all dice can farkle.

    A unit is ``dice.unit`` points. ``least`` is the least number of units that may be
    banked, and the result is not less.

    Raises:
        RulesError: If some of the dice can never farkle, or if there are too many
            stakes.
    """
    require_covered("a turn with different dice or this many stakes", dice.rules)
    for n, multiset in enumerate(dice.multisets):
        if not dice.tables.farkle[n]:
            raise RulesError(
                f"a roll of {dice.dice_text(multiset)} can never farkle, so no stake "
                "is too high to roll, and the average turn is not computed; replace "
                "dice that always score, or ask for turns that bank at T points: "
                "trueodds farkle thresholds"
            )
    stake = max(ceiling(dice).stake, least)
    if stake * len(dice.tables.weight) > MOST_KEEPS:
        raise RulesError(
            f"with these dice stakes up to {stake * dice.unit:,} have to be "
            "considered, which are too many; choose dice that farkle more often"
        )
    return stake


def _fill(
    dice: DiceSet,
    tables: RollTables,
    numbers: Numbers,
    least: int,
    top: int,
    policy: StakePolicy,
    value: Array,
) -> None:
    """Fill ``value[stake, n]`` with the most expected points, and the policy."""
    may, never = (np.full(len(tables.total), stake) for stake in (least, NEVER))
    bank = np.arange(len(value)) * float(dice.unit)
    boundary = Boundary(bank, may, never, 0.0, 0.0)
    backward(tables, numbers, None, boundary, 0, top, policy, True, 0.0, value)

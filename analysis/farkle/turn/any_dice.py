"""One turn with loaded and mixed dice, between proved bounds.

Dice with equal weights are interchangeable, so a state is a stake and the multiset of
dice about to be rolled. Which of two dice with equal faces is kept is a real decision.
From the ceiling on, banking is best for every multiset; it is found as for fair dice
(``turn.optimal``). Below it, values follow by backward induction in floats.

The bounds are proved as follows. A computed mean is off by a factor of at most 1 ± c,
where c = (classes + 3) * 2**-53, since it adds nonnegative products. With all weights
multiplied by 1 - 2c, each computed value is at most the mean of the values after it, so
by induction it is a lower bound; with 1 + 2c it is an upper bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from trueodds.analysis.farkle.dice_set import DiceSet
from trueodds.analysis.farkle.roll_tables import RollTables
from trueodds.analysis.farkle.turn.induction import (
    NEVER,
    Boundary,
    Flow,
    Numbers,
    Policy,
    backward,
    forward,
)
from trueodds.core.errors import RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.models.lower_bounds import LESS
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.loaded import Die

MOST_KEEPS = 100_000_000
"""The most pairs of a stake and a roll class for which a keep is stored."""


@dataclass(frozen=True)
class AnyDiceTurn:
    """An optimal turn: proved bounds, and when to bank.

    ``bank_at`` has, for each multiset of dice left (by name), the smallest stake at
    which the player banks.
    """

    mean: Enclosure
    farkle: Enclosure
    bank_at: dict[tuple[str, ...], int]

    @property
    def by_number(self) -> dict[int, int]:
        """When to bank by the number of dice left, if all dice are equal."""
        return {len(left): stake for left, stake in self.bank_at.items()}


def any_dice_turn(
    rules: FarkleRules, dice: Sequence[Die], minimum: int | None = None
) -> AnyDiceTurn:
    """Return the turn with these dice that has the most expected points.

    Args:
        rules: The rules.
        dice: The full set of dice, as many as the rules allow.
        minimum: The least stake that may be banked; that of the rules if None.

    Returns:
        Proved bounds of the mean points and of the probability of a farkle under one
        policy that is optimal up to these bounds, and when that policy banks.

    Raises:
        RulesError: If some of the dice can never farkle, or if there are too many
            stakes or rolls.

    Example:
        >>> from trueodds.core.rules.farkle.loaded import read_dice
        >>> turn = any_dice_turn(FarkleRules.load(), read_dice("fair*6"))
        >>> turn.mean.texts(12)
        ('470.185531742', '470.185531743')
    """
    minimum = rules.minimum_to_bank if minimum is None else minimum
    return dice_set_turn(DiceSet(rules, dice), minimum)


def dice_set_turn(dice_set: DiceSet, minimum: int) -> AnyDiceTurn:
    """Return the turn of ``any_dice_turn`` for dice with their roll classes."""
    turn = TurnValues(dice_set, minimum)
    return AnyDiceTurn(
        Enclosure(*(Fraction(float(value[0, -1])) for value in turn.value)),
        _farkle(dice_set.tables, turn.policy, turn.top, len(turn.policy.banks)),
        _bank_at(dice_set, turn.policy, turn.least),
    )


class TurnValues:
    """Bounds of the value of every position of a turn, and a policy that attains them.

    Stakes are in units. ``value[0, stake, n]`` is a lower bound of the expected points
    with the multiset number n left, and ``value[1]`` an upper bound. From ``top`` on
    banking is best. ``least`` is the least stake that may be banked.

    Raises:
        RulesError: As ``any_dice_turn``.
    """

    def __init__(self, dice_set: DiceSet, minimum: int) -> None:
        self.dice_set = dice_set
        tables, unit = dice_set.tables, dice_set.unit
        self.least = least = max(-(-minimum // unit), 1)
        self.top = top = max(ceiling(dice_set), least)
        stakes = top + int(tables.points.max())
        may = np.full(len(tables.total), least)
        bank = np.arange(stakes) * float(unit)
        boundary = Boundary(bank, may, np.full(len(may), NEVER), 0.0, 0.0)
        error = (int(np.diff(tables.first_class).max()) + 3) * 2.0**-53
        self.value = np.zeros((2, stakes, len(may)))
        self.policy = Policy(
            np.zeros((stakes, len(tables.weight)), np.int32),
            np.zeros((stakes, len(may)), np.bool_),
        )
        weight, farkle, rounding = Numbers.floats(tables)
        factors = (1 - 2 * error, 1 + 2 * error)
        self._weights = [weight * factor for factor in factors]
        for factor, scaled, value in zip(
            factors, self._weights, self.value, strict=True
        ):
            numbers = Numbers(scaled, farkle * factor, rounding)
            backward(
                tables, numbers, None, boundary, 0, top, self.policy, True, 0.0, value
            )

    def roll_value(self, stake: int, number: int) -> Enclosure:
        """Return the expected points if this multiset is rolled now; 0 for a farkle."""
        tables = self.dice_set.tables
        classes = slice(*tables.first_class[number : number + 2])
        keeps = slice(*tables.first_keep[[classes.start, classes.stop]])
        if keeps.start == keeps.stop:
            return Enclosure(Fraction(0), Fraction(0))
        stakes = stake + tables.points[keeps]
        known = np.minimum(stakes, self.value.shape[1] - 1)
        banked = stakes * float(self.dice_set.unit)
        begins = tables.first_keep[classes] - keeps.start
        bounds = []
        for weights, value in zip(self._weights, self.value, strict=True):
            after = value[known, tables.left[keeps]]
            after = np.where(stakes >= self.top, banked, after)
            best = np.maximum.reduceat(after, begins)
            bounds.append(Fraction(float(best @ weights[classes])))
        return Enclosure(*bounds)


def points_policy(
    dice_set: DiceSet, tables: RollTables, minimum: int, stakes: int
) -> Policy:
    """Return a policy for the most expected points, for stakes below a number.

    ``tables`` has roll classes of these dice, and all stakes are in units. The policy
    is the best one up to rounding.

    Raises:
        RulesError: As ``any_dice_turn``.
    """
    top = max(ceiling(dice_set), minimum, stakes)
    may, never = np.full(len(tables.total), minimum), np.full(len(tables.total), NEVER)
    bank = np.arange(top + int(tables.points.max())) * float(dice_set.unit)
    policy = Policy.blank(stakes, tables)
    value = np.zeros((len(bank), len(may)))
    boundary = Boundary(bank, may, never, 0.0, 0.0)
    numbers = Numbers.floats(tables)
    backward(tables, numbers, None, boundary, 0, top, policy, True, 0.0, value)
    return policy


def ceiling(dice_set: DiceSet) -> int:
    """Return a stake, in units, from which banking is best for every multiset."""
    tables = dice_set.tables
    most = Fraction(0)
    for n in range(1, len(dice_set.multisets)):
        if not tables.farkle[n]:
            rolled = dice_set.dice_text(dice_set.multisets[n])
            raise RulesError(
                f"a roll of {rolled} can never farkle, so no stake is too high to "
                "roll, and the average turn is not computed; replace dice that always "
                "score, or ask for turns that bank at T points: trueodds farkle "
                "thresholds"
            )
        gained = sum(
            int(tables.weight[c]) * int(tables.points[tables.first_keep[c]])
            for c in range(tables.first_class[n], tables.first_class[n + 1])
        )
        most = max(most, Fraction(gained, int(tables.farkle[n])))
    stake = -int(-most // 1)
    if stake * len(tables.weight) > MOST_KEEPS:
        raise RulesError(
            f"with these dice stakes up to {stake * dice_set.unit:,} have to be "
            "considered, which are too many; choose dice that farkle more often"
        )
    return stake


def _farkle(tables: RollTables, policy: Policy, top: int, stakes: int) -> Enclosure:
    shares = [
        (counts / totals) * LESS
        for counts, totals in (
            (tables.weight, tables.total[tables.dice]),
            (tables.farkle, tables.total),
        )
    ]
    at = np.zeros((stakes, len(tables.total)))
    banked, farkled, lost = np.zeros((3, stakes + 1))
    flow = Flow(at, banked, farkled, lost, np.zeros((0, 0)))
    forward(tables, shares[0], shares[1], policy, 0, stakes, flow)
    lower = Fraction(float(farkled[stakes] * LESS))
    ended = sum(map(Fraction, banked.tolist())) + Fraction(float(lost[stakes]))
    return Enclosure(lower, max(1 - ended, lower))


def _bank_at(
    dice_set: DiceSet, policy: Policy, least: int
) -> dict[tuple[str, ...], int]:
    bank_at = {}
    for n, multiset in enumerate(dice_set.multisets[1:], 1):
        first = least + int(np.argmax(policy.banks[least:, n]))
        bank_at[dice_set.names(multiset)] = first * dice_set.unit
    return bank_at

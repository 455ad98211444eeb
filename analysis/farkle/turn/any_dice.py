"""One turn with any six dice: loaded and mixed dice, between proved bounds.

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

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import gcd

import numpy as np

from trueodds.analysis.farkle.roll_tables import Array, RollTables
from trueodds.analysis.farkle.turn.induction import (
    NEVER,
    Boundary,
    Flow,
    Numbers,
    Policy,
    backward,
    forward,
)
from trueodds.core.enclosure import Enclosure
from trueodds.core.errors import RulesError
from trueodds.core.lower_bounds import LESS
from trueodds.core.rules.farkle import DICE, FarkleRules, Scorer
from trueodds.core.rules.farkle.loaded import SIDES, Die

MOST_KEEPS = 100_000_000
"""The most pairs of a stake and a roll class for which a keep is stored."""

Multiset = tuple[int, ...]
"""Number of dice of each kind."""


@dataclass(frozen=True)
class AnyDiceTurn:
    """An optimal turn with six dice: proved bounds, and when to bank.

    ``bank_at`` has, for each multiset of dice left (by name), the smallest stake at
    which the player banks.
    """

    mean: Enclosure
    farkle: Enclosure
    bank_at: dict[tuple[str, ...], int]


class DiceSet:
    """Six dice as kinds, with the roll classes of all multisets of them.

    Raises:
        RulesError: If the rules allow junk.
    """

    def __init__(self, rules: FarkleRules, dice: Sequence[Die]) -> None:
        if rules.junk:
            raise RulesError(
                "loaded dice are not computed for rules with junk; use rules without"
            )
        self.rules = rules
        names = {die.weights: die.name for die in reversed(dice)}
        counts = Counter(die.weights for die in dice)
        self.kinds = [Die(names[weights], weights) for weights in sorted(counts)]
        self.multisets: list[Multiset] = list(
            product(*(range(counts[kind.weights] + 1) for kind in self.kinds))
        )
        self._index = {multiset: n for n, multiset in enumerate(self.multisets)}
        self._points = _keep_points(rules)
        self.unit = gcd(*self._points[self._points > 0].tolist(), rules.nothing)
        self.tables = self._tables()

    def names(self, multiset: Multiset) -> tuple[str, ...]:
        """Return the names of the dice of a multiset."""
        pairs = zip(self.kinds, multiset, strict=True)
        return tuple(kind.name for kind, count in pairs for _ in range(count))

    def _tables(self) -> RollTables:
        first_class, first_keep = [0, 0], [0]
        points: list[int] = []
        left: list[int] = []
        weights: list[int] = []
        farkles, totals = [1], [1]
        again = len(self.multisets) - 1 if self.rules.hot_dice else 0
        for multiset in self.multisets[1:]:
            rows, ways = self._classes(multiset)
            farkle = 0
            for row, weight in zip(rows.tolist(), ways.tolist(), strict=True):
                keeps = sorted(((p, n) for n, p in enumerate(row) if p), reverse=True)
                if not keeps:
                    farkle += weight
                    continue
                points += [p // self.unit for p, _ in keeps]
                left += [n or again for _, n in keeps]
                first_keep.append(len(points))
                weights.append(weight)
            first_class.append(len(weights))
            farkles.append(farkle)
            totals.append(int(ways.sum()))
        arrays = (first_class, first_keep, points, left, weights, farkles, totals)
        return RollTables(*map(np.array, arrays))

    def _classes(self, multiset: Multiset) -> tuple[Array, Array]:
        """Return the weight of each class, and its most points by the multiset left."""
        kinds = [k for k, count in enumerate(multiset) for _ in range(count)]
        rolled = len(kinds)
        faces = np.indices((SIDES,) * rolled).reshape(rolled, -1)
        ways = np.ones(faces.shape[1], np.int64)
        for die, kind in enumerate(kinds):
            ways *= np.array(self.kinds[kind].weights)[faces[die]]
        faces, ways = faces[:, ways > 0], ways[ways > 0]
        place = (DICE + 1) ** faces
        rows = np.zeros((len(ways), self._index[multiset] + 1), np.int32)
        for kept in range(1, 2**rolled):
            chosen = [die for die in range(rolled) if kept >> die & 1]
            rest = list(multiset)
            for die in chosen:
                rest[kinds[die]] -= 1
            column = self._index[tuple(rest)]
            scored = self._points[place[chosen].sum(axis=0)]
            rows[:, column] = np.maximum(rows[:, column], scored)
        if rolled == DICE and self.rules.nothing:
            rows[~rows.any(axis=1), 0] = self.rules.nothing
        # Rows are compared as bytes, which is faster than number by number.
        keys = np.ascontiguousarray(rows).view(f"V{rows.shape[1] * 4}").ravel()
        _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        weights = np.zeros(len(first), np.int64)
        np.add.at(weights, inverse, ways)
        return rows[first], weights


def _keep_points(rules: FarkleRules) -> Array:
    """Return the points of every keep, 0 if illegal; its index has base 7 digits."""
    scorer = Scorer(rules)
    points = np.zeros((DICE + 1) ** SIDES, np.int32)
    for kept in product(range(DICE + 1), repeat=SIDES):
        if 1 <= sum(kept) <= DICE and (partition := scorer.partition(kept)):
            index = sum(n * (DICE + 1) ** face for face, n in enumerate(kept))
            points[index] = sum(combination.points for combination in partition)
    return points


def any_dice_turn(
    rules: FarkleRules, dice: Sequence[Die], minimum: int | None = None
) -> AnyDiceTurn:
    """Return the turn with these six dice that has the most expected points.

    Args:
        rules: The rules.
        dice: Six dice.
        minimum: The least stake that may be banked; that of the rules if None.

    Returns:
        Proved bounds of the mean points and of the probability of a farkle under one
        policy that is optimal up to these bounds, and when that policy banks.

    Raises:
        RulesError: If some of the dice can never farkle, if the rules allow junk, or if
            there are too many stakes.

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
    tables, unit = dice_set.tables, dice_set.unit
    least = max(-(-minimum // unit), 1)
    top = max(_ceiling(dice_set), least)
    stakes = top + int(tables.points.max())
    may = np.full(len(tables.total), least)
    bank = np.arange(stakes) * float(unit)
    boundary = Boundary(bank, may, np.full(len(may), NEVER), 0.0, 0.0)
    error = (int(np.diff(tables.first_class).max()) + 3) * 2.0**-53
    values = []
    policy = Policy(
        np.zeros((stakes, len(tables.weight)), np.int32),
        np.zeros((stakes, len(may)), np.bool_),
    )
    for factor in (1 - 2 * error, 1 + 2 * error):
        weight, farkle, rounding = Numbers.floats(tables)
        numbers = Numbers(weight * factor, farkle * factor, rounding)
        value = np.zeros((stakes, len(may)))
        backward(tables, numbers, None, boundary, 0, top, policy, True, 0.0, value)
        values.append(Fraction(float(value[0, -1])))
    return AnyDiceTurn(
        Enclosure(*values),
        _farkle(tables, policy, top, stakes),
        _bank_at(dice_set, policy, least),
    )


def _ceiling(dice_set: DiceSet) -> int:
    """Return a stake, in units, from which banking is best for every multiset."""
    tables = dice_set.tables
    most = Fraction(0)
    for n, multiset in enumerate(dice_set.multisets[1:], 1):
        if not tables.farkle[n]:
            names = ", ".join(dice_set.names(multiset))
            raise RulesError(
                f"a roll of {names} can never farkle, so a turn with these dice need "
                "never end; leave out the dice that always score"
            )
        gained = sum(
            int(tables.weight[c]) * int(tables.points[tables.first_keep[c]])
            for c in range(tables.first_class[n], tables.first_class[n + 1])
        )
        most = max(most, Fraction(gained, int(tables.farkle[n])))
    ceiling = -int(-most // 1)
    if ceiling * len(tables.weight) > MOST_KEEPS:
        raise RulesError(
            f"with these dice stakes up to {ceiling * dice_set.unit:,} have to be "
            "considered, which are too many; choose dice that farkle more often"
        )
    return ceiling


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

"""A set of dice as a multiset of kinds, with the roll classes of all its parts.

Dice with equal weights are interchangeable, so the dice left to roll are a multiset:
how many of each kind. Multisets are numbered: 0 is none, and the last is the whole set.
``Keep.left`` has these numbers. For fair dice the number is the number of dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations, product
from math import gcd, prod
from typing import NamedTuple

import numpy as np

from trueodds.analysis.farkle.roll_classes import (
    Keep,
    RollClass,
    Rolls,
    roll_classes,
)
from trueodds.analysis.farkle.roll_tables import Array, RollTables
from trueodds.core.distribution import Distribution
from trueodds.core.errors import DiceError, PositionError
from trueodds.core.rules.farkle import DICE, FarkleRules, Scorer
from trueodds.core.rules.farkle.loaded import FAIR_SET, SIDES, Die, read_dice

MOST_ROLLS = 2**62
"""The most that the weights of all rolls may add up to."""

FACES = tuple(map(str, range(1, SIDES + 1)))

Multiset = tuple[int, ...]
"""Number of dice of each kind."""

DiceRoll = tuple[tuple[int, int], ...]
"""Dice with their faces: the index of the die's kind, and the face."""


class DiceKeep(NamedTuple):
    """Dice kept from a roll, their points, and the number of the multiset left."""

    kept: DiceRoll
    points: int
    left: int


class DiceSet:
    """Six dice as kinds, with the roll classes of all multisets of them.

    ``rolls`` has every keep of a roll, and ``tables`` for each multiset left only the
    keep with the most points. ``unit`` divides all points.

    Raises:
        DiceError: If the weights are so large that rolls cannot be counted.
    """

    def __init__(self, rules: FarkleRules, dice: Sequence[Die]) -> None:
        self.rules = rules
        names = {_lowest(die): die.name for die in reversed(dice)}
        counts = Counter(map(_lowest, dice))
        if prod(map(sum, counts.elements())) > MOST_ROLLS:
            most = int(MOST_ROLLS ** (1 / len(dice)))
            raise DiceError(
                "the weights of these dice are too large to count all rolls; give "
                f"weights whose sum is at most {most} for each die"
            )
        self.kinds = [Die(names[weights], weights) for weights in sorted(counts)]
        self.multisets: list[Multiset] = list(
            product(*(range(counts[kind.weights] + 1) for kind in self.kinds))
        )
        self.number = {multiset: n for n, multiset in enumerate(self.multisets)}
        self._points = _keep_points(rules)
        self.unit = gcd(*self._points[self._points > 0].tolist(), rules.nothing)
        self.tables = self._tables()

    @cached_property
    def rolls(self) -> Rolls:
        """The distribution of the roll class with all keeps, by multiset rolled."""
        return {
            n: self._all_keeps(multiset)
            for n, multiset in enumerate(self.multisets[1:], start=1)
        }

    def names(self, multiset: Multiset) -> tuple[str, ...]:
        """Return the names of the dice of a multiset."""
        pairs = zip(self.kinds, multiset, strict=True)
        return tuple(kind.name for kind, count in pairs for _ in range(count))

    def roll_text(self, roll: DiceRoll) -> str:
        """Return dice with their faces as text; faces alone if all dice are equal."""
        if len(self.kinds) == 1:
            return "".join(str(face) for _, face in roll)
        return " ".join(f"{self.kinds[kind].name}={face}" for kind, face in roll)

    def left_text(self, number: int) -> str:
        """Return the dice of a multiset as text."""
        counts = zip(self.kinds, self.multisets[number], strict=True)
        return ", ".join(
            f"{kind.name}*{count}" if count > 1 else kind.name
            for kind, count in counts
            if count
        )

    def keeps(self, roll: DiceRoll) -> list[DiceKeep]:
        """Return every legal keep of a roll of some of the dice; a farkle has none."""
        sorted_roll = sorted(roll)
        rest = kinds_of(roll)
        keeps = []
        for size in range(1, len(roll) + 1):
            for kept in sorted(set(combinations(sorted_roll, size))):
                scored = int(self._points[sum((DICE + 1) ** (f - 1) for _, f in kept)])
                if scored:
                    left = rest - kinds_of(kept)
                    keeps.append(DiceKeep(kept, scored, self.number_of(left)))
        if not keeps and len(roll) == DICE and self.rules.nothing:
            keeps.append(DiceKeep(tuple(sorted_roll), self.rules.nothing, 0))
        return keeps

    def number_of(self, kinds: Mapping[int, int]) -> int:
        """Return the number of the multiset with this many dice of each kind."""
        return self.number[tuple(kinds.get(k, 0) for k in range(len(self.kinds)))]

    def _tables(self) -> RollTables:
        """Return for each multiset left only the keep with the most points."""
        first_class, first_keep = [0, 0], [0]
        points: list[int] = []
        left: list[int] = []
        weights: list[int] = []
        farkles, totals = [1], [1]
        again = len(self.multisets) - 1 if self.rules.hot_dice else 0
        for multiset in self.multisets[1:]:
            ways, keeps = self._rolled(multiset)
            rows = np.zeros((len(ways), self.number[multiset] + 1), np.int32)
            for number, scored in keeps:
                rows[:, number] = np.maximum(rows[:, number], scored)
            farkle = 0
            for row, weight in zip(*_tally(rows, ways), strict=True):
                best = sorted(((p, n) for n, p in enumerate(row) if p), reverse=True)
                if not best:
                    farkle += weight
                    continue
                points += [p // self.unit for p, _ in best]
                left += [n or again for _, n in best]
                first_keep.append(len(points))
                weights.append(weight)
            first_class.append(len(weights))
            farkles.append(farkle)
            totals.append(int(ways.sum()))
        arrays = (first_class, first_keep, points, left, weights, farkles, totals)
        return RollTables(*map(np.array, arrays))

    def _all_keeps(self, multiset: Multiset) -> Distribution[RollClass]:
        """Return the distribution of the roll class of these dice."""
        ways, keeps = self._rolled(multiset)
        # A keep is one number: its points, and the multiset left as the last digit.
        base = len(self.multisets)
        rows = np.array([np.where(p, p * base + n, 0) for n, p in keeps], np.int64).T
        rows = np.sort(rows, axis=1)
        rows[:, 1:][rows[:, 1:] == rows[:, :-1]] = 0
        rows.sort(axis=1)
        return Distribution.tally(
            (
                tuple(Keep(*divmod(keep, base)) for keep in reversed(row) if keep),
                weight,
            )
            for row, weight in zip(*_tally(rows, ways), strict=True)
        )

    def _rolled(self, multiset: Multiset) -> tuple[Array, list[tuple[int, Array]]]:
        """Return the weight of each ordered roll, and its points for each keep.

        Each keep comes with the number of the multiset that it leaves.
        """
        kinds = [k for k, count in enumerate(multiset) for _ in range(count)]
        rolled = len(kinds)
        faces = np.indices((SIDES,) * rolled).reshape(rolled, -1)
        ways = np.ones(faces.shape[1], np.int64)
        for die, kind in enumerate(kinds):
            ways *= np.array(self.kinds[kind].weights)[faces[die]]
        faces, ways = faces[:, ways > 0], ways[ways > 0]
        place = (DICE + 1) ** faces
        keeps = []
        scores = np.zeros(len(ways), bool)
        for kept in range(1, 2**rolled):
            chosen = [die for die in range(rolled) if kept >> die & 1]
            rest = list(multiset)
            for die in chosen:
                rest[kinds[die]] -= 1
            scored = self._points[place[chosen].sum(axis=0)]
            scores |= scored > 0
            keeps.append((self.number[tuple(rest)], scored))
        if rolled == DICE and self.rules.nothing:
            keeps.append((0, np.where(scores, 0, np.int32(self.rules.nothing))))
        return ways, keeps


def dice_set(rules: FarkleRules) -> DiceSet:
    """Return the dice of these rules; they may be fair.

    >>> whole = dice_set(FarkleRules.load(dice="weighted*2, fair*4"))
    >>> whole.names(whole.multisets[-1])
    ('fair', 'fair', 'fair', 'fair', 'weighted', 'weighted')
    """
    return DiceSet(rules, read_dice(str(rules.dice) or FAIR_SET))


def rolls_of(rules: FarkleRules) -> Rolls:
    """Return the roll classes of these rules, by the number of the multiset rolled."""
    return dice_set(rules).rolls if rules.dice else roll_classes(rules)


def read_dice_left(dice_set: DiceSet, text: str) -> int:
    """Return the number of the multiset of dice that a text names, such as ``fair*2``.

    A whole number is enough if all dice are equal.

    Raises:
        DiceError: If the set does not have these dice.

    >>> dice = dice_set(FarkleRules.load(dice="weighted*2, fair*4"))
    >>> dice.names(dice.multisets[read_dice_left(dice, "weighted, fair")])
    ('fair', 'weighted')
    """
    if text.strip().isdecimal() and text.isascii():
        if len(dice_set.kinds) > 1:
            raise DiceError(
                f"{text} does not say which dice; name them, such as "
                f"{dice_set.kinds[0].name}*{text.strip()}"
            )
        text = f"{dice_set.kinds[0].name}*{text.strip()}"
    return dice_set.number_of(_kinds(dice_set, read_dice(text, 1)))


def read_dice_roll(dice_set: DiceSet, text: str) -> DiceRoll:
    """Return a roll of dice of a set, such as ``weighted=1 fair=5 fair=5``.

    Faces alone, such as ``155``, are enough if all dice are equal.

    Raises:
        PositionError: If the text is not a roll.
        DiceError: If the set does not have these dice, or a die not this face.

    >>> dice = dice_set(FarkleRules.load(dice="weighted*2, fair*4"))
    >>> read_dice_roll(dice, "weighted=1 fair=5")
    ((1, 1), (0, 5))
    """
    words = text.replace(",", " ").split()
    if not any("=" in word for word in words):
        if len(dice_set.kinds) > 1:
            raise PositionError(
                f"{text!r} does not say which die shows which face; write it as "
                f"{dice_set.kinds[0].name}=1 {dice_set.kinds[-1].name}=5"
            )
        words = [f"{dice_set.kinds[0].name}={digit}" for digit in "".join(words)]
    pairs = [word.rpartition("=") for word in words]
    for word, (_, _, face) in zip(words, pairs, strict=True):
        if face not in FACES:
            raise PositionError(
                f"{word!r} is not a die with its face; faces are 1 to {SIDES}, such as "
                f"{dice_set.kinds[0].name}=1"
            )
    dice = read_dice(", ".join(name for name, _, _ in pairs), 1)
    _kinds(dice_set, dice)
    return tuple(
        (_kind(dice_set, die), int(face))
        for die, (_, _, face) in zip(dice, pairs, strict=True)
    )


def kinds_of(roll: DiceRoll) -> Counter[int]:
    """Return how many dice of each kind a roll has."""
    return Counter(kind for kind, _ in roll)


def _kinds(dice_set: DiceSet, dice: Sequence[Die]) -> Counter[int]:
    """Return how many dice of each kind these are; the set must have them."""
    kinds = Counter(_kind(dice_set, die) for die in dice)
    for kind, number in kinds.items():
        most = dice_set.multisets[-1][kind]
        if number > most:
            raise DiceError(
                f"the set has {most} of the die {dice_set.kinds[kind].name}, not "
                f"{number}"
            )
    return kinds


def _kind(dice_set: DiceSet, die: Die) -> int:
    """Return the index of a die's kind in a set."""
    for index, kind in enumerate(dice_set.kinds):
        if kind.weights == _lowest(die):
            return index
    names = ", ".join(kind.name for kind in dice_set.kinds)
    raise DiceError(f"the set has no die {die.name}; it has {names}")


def _lowest(die: Die) -> tuple[int, ...]:
    """Return the weights of a die in lowest terms."""
    divisor = gcd(*die.weights)
    return tuple(weight // divisor for weight in die.weights)


def _tally(rows: Array, weights: Array) -> tuple[list[list[int]], list[int]]:
    """Return the different rows, and the total weight of each."""
    # Rows are compared as bytes, which is faster than number by number.
    keys = np.ascontiguousarray(rows).view(f"V{rows.shape[1] * rows.itemsize}").ravel()
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    totals = np.zeros(len(first), np.int64)
    np.add.at(totals, inverse, weights)
    return rows[first].tolist(), totals.tolist()


def _keep_points(rules: FarkleRules) -> Array:
    """Return the points of every keep, 0 if illegal; its index has base 7 digits."""
    scorer = Scorer(rules)
    points = np.zeros((DICE + 1) ** SIDES, np.int32)
    for kept in product(range(DICE + 1), repeat=SIDES):
        if 1 <= sum(kept) <= DICE:
            index = sum(n * (DICE + 1) ** face for face, n in enumerate(kept))
            partition = scorer.partition(kept)
            scored = sum(combination.points for combination in partition or ())
            if rules.junk:
                # A keep scores what the best of its scoring dice do.
                without = (
                    points[index - (DICE + 1) ** face]
                    for face, number in enumerate(kept)
                    if number
                )
                scored = max(scored, *without, 0)
            points[index] = scored
    return points

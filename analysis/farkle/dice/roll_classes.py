"""Roll classes: equivalence classes of rolls that offer the same keeps.

Two rolls belong to the same class if their keeps give the same points for the same dice
left. Under "ece209" the 55,986 ordered rolls of one to six dice form 168 classes, and a
farkle for each number of dice. In this package, "the dice n" are given by a number: how
many they are if all dice are equal, or else the number of their multiset
(``dice_set``).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.dice import Roll
from trueodds.core.exact.distribution import Distribution
from trueodds.core.rules.farkle import Scorer

Array: TypeAlias = NDArray[Any]

HOT = 0
"""The dice left when all have scored."""


class ClassKeep(NamedTuple):
    """The points of a keep, and the dice that it leaves.

    ``left`` is the number of dice left, if all dice are equal. Otherwise it is the
    index of the dice left in ``DiceSet.multisets``. It is 0 if all dice have scored.
    """

    points: int
    left: int


RollClass = tuple[ClassKeep, ...]
"""The different keeps of a roll, most points first; a farkle has none."""

Rolls = Mapping[int, Distribution[RollClass]]
"""The distribution of the roll class, by the dice rolled; the last start a turn."""


def roll_class(scorer: Scorer, roll: Roll) -> RollClass:
    """Return the different keeps of a roll of equal dice, the most points first.

    ``scorer`` scores rolls under the rules, and ``roll`` counts the dice of each face.
    A farkle has none.
    """
    left = sum(roll)
    keeps = {ClassKeep(o.points, left - sum(o.kept)) for o in scorer.options(roll)}
    return tuple(sorted(keeps, reverse=True))


def most_points(rolls: Rolls) -> Rolls:
    """Return the distributions of rolls, with one keep for each multiset of dice left.

    ``rolls`` has the rolls of each multiset of dice, with all keeps. The keep with the
    most points is enough wherever more points are never worse. Within a turn more
    points are never worse: a player with more at stake can do whatever the player could
    do with less.
    """

    def prune(keeps: RollClass) -> RollClass:
        best: dict[int, ClassKeep] = {}
        for keep in keeps:
            # The keeps are sorted, so the first for some dice left has the most points.
            best.setdefault(keep.left, keep)
        return tuple(best.values())

    return {dice: rolled.map(prune) for dice, rolled in rolls.items()}


def best_score(keeps: RollClass) -> int:
    """Return the most points of a roll with these ``keeps``, 0 for a farkle."""
    return keeps[0].points if keeps else 0


def points_grid(rolls: Rolls) -> int:
    """Return the largest number that divides every score, and so every stake.

    ``rolls`` has the rolls of each multiset of dice, with their keeps.
    """
    every = (keeps for rolled in rolls.values() for keeps in rolled)
    return gcd(*(keep.points for keeps in every for keep in keeps))


def most_points_of(rolls: Rolls) -> int:
    """Return the most points that a roll can bring.

    ``rolls`` has the rolls of each multiset of dice, with their keeps.
    """
    return max(best_score(keeps) for rolled in rolls.values() for keeps in rolled)


class RollTables(NamedTuple):
    """Roll classes as flat arrays, for compiled code and numpy; points are in units.

    Rolling the dice n gives the classes from ``first_class[n]`` up to but without
    ``first_class[n + 1]``. Class c has the keeps from ``first_keep[c]`` up to but
    without ``first_keep[c + 1]``. Keep k scores ``points[k]`` and leaves the dice
    ``left[k]``. Of ``total[n]`` ordered rolls of the dice n, ``weight[c]`` belong to
    class c and ``farkle[n]`` are farkles. After hot dice, ``left`` are all dice if they
    may be rolled again, else 0. A turn starts with the last dice n, which are all dice:
    see ``DiceSet.start``.
    """

    first_class: Array
    first_keep: Array
    points: Array
    left: Array
    weight: Array
    farkle: Array
    total: Array

    @classmethod
    def of_rolls(cls, rolls: Rolls, unit: int, *, again: int) -> RollTables:
        """Return the tables of these roll classes, with points in this unit.

        ``rolls`` has the distribution of the roll class of each multiset of dice.
        ``unit`` divides all points. After hot dice the dice with the number ``again``
        are rolled (``ClassKeep.left``); it is 0 if the turn ends.
        """
        classes = [
            [(keeps, weight) for keeps, weight in rolled.items() if keeps]
            for rolled in rolls.values()
        ]
        every = [roll_class for of_dice in classes for roll_class in of_dice]
        keeps = [keep for kept, _ in every for keep in kept]
        return cls(
            # Classes begin with those of one die: 0 dice have none.
            first_class=np.cumsum([0, 0, *map(len, classes)]),
            first_keep=np.cumsum([0, *(len(kept) for kept, _ in every)]),
            points=np.array([keep.points // unit for keep in keeps]),
            left=np.array([again if k.left == HOT else k.left for k in keeps]),
            weight=np.array([weight for _, weight in every]),
            farkle=np.array([1, *(rolled.weight(()) for rolled in rolls.values())]),
            total=np.array([1, *(rolled.total for rolled in rolls.values())]),
        )

    @property
    def dice(self) -> Array:
        """The dice that are rolled in each roll class: an array of numbers, by class.

        Each number n stands for some of the player's dice: ``total[n]`` and
        ``farkle[n]`` count the rolls of these dice.
        """
        return np.repeat(np.arange(len(self.total)), np.diff(self.first_class))

    def surest_farkle(self) -> tuple[int, int]:
        """Return the least farkle probability of any dice, as two whole numbers.

        The result is the numerator and the denominator.
        """
        farkles = zip(self.farkle[1:].tolist(), self.total[1:].tolist(), strict=True)
        return min(Fraction(*farkle) for farkle in farkles).as_integer_ratio()

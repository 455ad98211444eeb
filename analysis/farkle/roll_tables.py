"""Roll classes as flat arrays, for compiled code and for numpy."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.farkle.roll_classes import HOT, Rolls

Array: TypeAlias = NDArray[Any]


class RollTables(NamedTuple):
    """The roll classes of 0 to 6 dice; points are in units.

    Rolling n dice gives the classes from ``first_class[n]`` up to ``first_class[n +
    1]``, and class c has the keeps from ``first_keep[c]`` up to ``first_keep[c + 1]``.
    Of ``total[n]`` ordered rolls, ``weight[c]`` belong to the class and ``farkle[n]``
    are farkles. After hot dice, ``left`` is 6 if they may be rolled again, else 0.
    """

    first_class: Array
    first_keep: Array
    points: Array
    left: Array
    weight: Array
    farkle: Array
    total: Array

    @classmethod
    def of_rolls(cls, rolls: Rolls, unit: int, *, hot_dice: bool) -> RollTables:
        """Return the tables of these roll classes, with points in this unit."""
        again = max(rolls) if hot_dice else 0
        classes = [
            [(keeps, weight) for keeps, weight in rolled.items() if keeps]
            for rolled in rolls.values()
        ]
        every = [roll_class for of_dice in classes for roll_class in of_dice]
        keeps = [keep for kept, _ in every for keep in kept]
        return cls(
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
        """The dice that each class is rolled with, as an index of ``total``."""
        return np.repeat(np.arange(len(self.total)), np.diff(self.first_class))

    def surest_farkle(self) -> tuple[int, int]:
        """Return the least farkle probability of 1 to 6 dice, as weight and total."""
        farkles = zip(self.farkle[1:].tolist(), self.total[1:].tolist(), strict=True)
        return min(Fraction(*farkle) for farkle in farkles).as_integer_ratio()

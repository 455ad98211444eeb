"""Points of every keep, and the best score of every roll, of any dice of Farkle.

Dice are a code, whose digits in base dice + 1 count them by face. A keep is legal if it
splits into scoring combinations. Its points are those of the best split, by dynamic
programming over the dice kept: each split adds one combination to a smaller keep.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.rules.farkle import FarkleRules, Scorer
from trueodds.core.rules.farkle.dice_kinds import DiceKinds

Array: TypeAlias = NDArray[Any]

MOST_CODES = 2_000_000
"""The most codes for which a table is filled in."""

ILLEGAL = -1


class KeepPoints:
    """Points of some of the dice by their code, 0 if they do not score.

    ``place`` has the code of one die of each face, and last that of a joker. Junk may
    be kept with scoring dice if the rules or ``junk`` allow it. The points of a roll
    with junk are its best score, but for the points of nothing in all dice.

    >>> from trueodds.core.rules.farkle.dice_kinds import FAIR_DICE
    >>> keeps = KeepPoints(FarkleRules.load(), FAIR_DICE)
    >>> keeps.of(keeps.place @ [[2, 0], [0, 1], [0, 0], [0, 0], [0, 0], [0, 0]])
    array([200,   0], dtype=int32)
    """

    def __init__(
        self, rules: FarkleRules, dice: DiceKinds, *, junk: bool = False
    ) -> None:
        base, faces = dice.size + 1, dice.sides + dice.jokers
        self.place = base ** np.arange(faces)
        by_size = [np.zeros(1, np.int64)]
        for _ in range(dice.size):
            by_size.append(np.unique(by_size[-1][:, None] + self.place))
        codes = np.sort(np.concatenate(by_size))
        table = np.full(len(codes), ILLEGAL, np.int32)
        table[0] = 0
        combinations = [
            (sum(dice), int(self.place @ dice), points)
            for _, dice, points in Scorer(
                rules, dice.sides, jokers=dice.jokers
            ).combinations
        ]
        for size, smaller in enumerate(by_size):
            before = table[np.searchsorted(codes, smaller)]
            legal, before = smaller[before >= 0], before[before >= 0]
            for more, code, points in combinations:
                if size + more <= dice.size:
                    at = np.searchsorted(codes, legal + code)
                    table[at] = np.maximum(table[at], before + points)
        table = np.maximum(table, 0)
        for smaller in by_size[:-1] if junk or rules.junk else ():
            before = table[np.searchsorted(codes, smaller)]
            for code in self.place.tolist():
                at = np.searchsorted(codes, smaller + code)
                table[at] = np.maximum(table[at], before)
        self._codes: Array | None = codes
        self._points = table
        if base**faces <= MOST_CODES:
            self._points = np.zeros(base**faces, np.int32)
            self._points[codes] = table
            self._codes = None

    def of(self, codes: Array) -> Array:
        """Return the points of dice, given by their codes."""
        if self._codes is None:
            return self._points[codes]
        return self._points[np.searchsorted(self._codes, codes)]

    def values(self) -> list[int]:
        """Return the different points that dice can score."""
        points: list[int] = np.unique(self._points[self._points > 0]).tolist()
        return points

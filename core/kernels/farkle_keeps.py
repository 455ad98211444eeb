"""Points of every keep of any set of Farkle dice, fair or not.

The dice of a keep are written as a number, their code: digit f - 1 in base (dice + 1)
is the number of dice that show face f. A keep is legal if it splits into scoring
combinations. Its points are those of the best split, found by dynamic programming: a
split is a combination added to the best split of a smaller keep.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.rules.farkle import FarkleRules, Scorer
from trueodds.core.rules.farkle.dice_kinds import DiceKinds

Array: TypeAlias = NDArray[Any]

MOST_CODES = 2_000_000
"""A table is indexed by code directly if there are at most this many codes."""

ILLEGAL = -1


class KeepPoints:
    """Table of the points of every keep, by code; 0 if the keep is not legal.

    ``place`` has the code of a single die for each face, then for a joker. The code of
    a keep is the sum of the codes of its dice. If the rules allow it or ``junk`` is
    true, junk (dice that score nothing) may be kept beside scoring dice. The points of
    a whole roll are then its best score. The table leaves out the rule ``nothing``,
    which gives points for six dice that do not score.

    >>> from trueodds.core.rules.farkle.dice_kinds import FAIR_DICE
    >>> keeps = KeepPoints(FarkleRules.load(), FAIR_DICE)
    >>> keeps.of(keeps.place @ [[2, 0], [0, 1], [0, 0], [0, 0], [0, 0], [0, 0]])
    array([200,   0], dtype=int32)
    """

    def __init__(
        self, rules: FarkleRules, dice: DiceKinds, *, junk: bool = False
    ) -> None:
        base = dice.size + 1
        faces = dice.sides + dice.jokers
        self.place = base ** np.arange(faces)
        # All codes by number of dice: each adds one die to a smaller code.
        # ``np.unique`` merges the orders in which the dice were added.
        by_size = [np.zeros(1, np.int64)]
        for _ in range(dice.size):
            by_size.append(np.unique(by_size[-1][:, None] + self.place))
        codes = np.sort(np.concatenate(by_size))
        # Only the empty keep is legal from the start: it is
        # the first part of every split.
        table = np.full(len(codes), ILLEGAL, np.int32)
        table[0] = 0
        combinations = [
            (sum(dice), int(self.place @ dice), points)
            for _, dice, points in Scorer(
                rules, dice.sides, jokers=dice.jokers
            ).combinations
        ]
        # Smaller keeps come first, so the points of ``smaller`` are final: a
        # combination has at least one die.
        for size, smaller in enumerate(by_size):
            before = table[np.searchsorted(codes, smaller)]
            legal = smaller[before >= 0]
            before = before[before >= 0]
            for more, code, points in combinations:
                if size + more <= dice.size:
                    # Different codes stay different after the addition, so that the
                    # assignment writes no entry twice.
                    at = np.searchsorted(codes, legal + code)
                    table[at] = np.maximum(table[at], before + points)
        table = np.maximum(table, 0)
        # A die of junk adds no points. Smaller keeps come first here too, so that
        # several dice of junk may be added; junk alone keeps its 0 points.
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
        """Return the points of keeps, given their codes, in the shape of ``codes``.

        The code of a keep is the sum of the codes of its dice, which ``place`` has by
        face. The points are 0 if the keep is not legal.
        """
        if self._codes is None:
            return self._points[codes]
        return self._points[np.searchsorted(self._codes, codes)]

    def values(self) -> list[int]:
        """Return the different positive points that keeps can score."""
        points: list[int] = np.unique(self._points[self._points > 0]).tolist()
        return points

"""A blog's way to list the scoring options of a roll, modelled from its description.

Source: S5. The sorted roll is a string, and every entry of the table that is a
substring of it is an option. The entry is removed and the rest is listed in the same
way. The two are combined, unless the rest scores less than the entry; that was meant to
list each option once. Options differ by the sets they are made of, in order.
"""

from collections import Counter
from typing import NamedTuple

from trueodds.core.dice import Roll, counts_of, digits_of
from trueodds.core.rules.farkle.rules import FarkleRules
from trueodds.core.rules.farkle.scorer import Scorer

Listed = dict[tuple[str, ...], int]
"""The points of each option, by its sets in order."""


class Faults(NamedTuple):
    """The keeps that the list of a roll has wrong, each set of dice once."""

    missed: frozenset[Roll]
    repeated: frozenset[Roll]
    misscored: frozenset[Roll]


class StringEnumerator:
    """The enumerator under some rules.

    >>> lists = StringEnumerator(FarkleRules.load("blog"))
    >>> lists.options((1, 0, 0, 0, 1, 0))
    {('1',): 100, ('5',): 50, ('5', '1'): 150}
    """

    def __init__(self, rules: FarkleRules) -> None:
        self._scorer = Scorer(rules)
        self._table: dict[str, int] = {}
        for combination in self._scorer.combinations:
            text = digits_of(combination.dice)
            self._table[text] = max(combination.points, self._table.get(text, 0))
        self._lists: dict[str, Listed] = {}

    def options(self, roll: Roll) -> Listed:
        """Return the options of a roll as the blog lists them."""
        return self._options(digits_of(roll))

    def faults(self, roll: Roll) -> Faults:
        """Return the differences of that list from the legal keeps and their scores.

        A keep is misscored if any of its listings differs from its best score.
        """
        legal = dict(self._scorer.options(roll))
        listed = [
            (counts_of([int(face) for face in "".join(sets)]), points)
            for sets, points in self.options(roll).items()
        ]
        times = Counter(kept for kept, _ in listed)
        return Faults(
            missed=frozenset(legal.keys() - times.keys()),
            repeated=frozenset(kept for kept, number in times.items() if number > 1),
            misscored=frozenset(
                kept for kept, points in listed if points != legal.get(kept)
            ),
        )

    def _options(self, roll: str) -> Listed:
        if roll not in self._lists:
            options: Listed = {}
            for entry, points in self._table.items():
                if entry in roll:
                    options[(entry,)] = points
                    rest = roll.replace(entry, "", 1)
                    for sets, more in self._options(rest).items():
                        if more >= points:
                            options[(entry, *sets)] = points + more
            self._lists[roll] = options
        return self._lists[roll]

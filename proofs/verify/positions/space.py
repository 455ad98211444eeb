"""The space of all positions of a game, numbered from 0.

A position's number gives its row: one small integer for each column. The texts, the
right answers and the neighbours of positions are computed from rows.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.proofs.verify.scorer.failure_classes import (
    FeaturesOf,
    Wrong,
    names_of_lines,
)

Rows: TypeAlias = NDArray[np.uint16]
Numbers: TypeAlias = NDArray[np.int64]

MOST = 10**12
"""Upper limit on the number of positions to enumerate."""


@dataclass(frozen=True, slots=True)
class Space:
    """The positions of a game under one set of rules.

    A position's text is made of words, one from each column. Its row has, for each
    column, the number of its word there. All positions are numbered from 0. The
    positions of a class have the same score.

    Attributes:
        columns: The words of each column.
        size: The number of positions.
        rows: Returns the rows (uint16) of positions from their numbers, which are below
            ``size * orders``. The numbers from ``size`` on are the same positions with
            their cards in other orders.
        values: Returns the right answers (int64) to rows; None if only the reference
            scorer has them.
        possible: Returns, for each row, True if it is a position.
        classes: Returns rows with one position of each class.
        alike: A noun phrase for the differences inside a class.
        unordered: The ranges of columns of cards or dice whose order has no meaning.
        orders: The number of orders that ``rows`` knows for each position.
        things: The plural noun for what stands in the unordered columns.
        one_order: True if each position is listed in only one order of its unordered
            columns, and ``orders`` is 1.
        refusals: True if a scorer may refuse a position, which is read as -1.
        slow: True if ``values`` scores one position after another.
        equal: Ranges of columns of equal dice, if positions with these dice in other
            orders are positions of their own.
    """

    columns: Sequence[Sequence[str]]
    size: int
    rows: Callable[[Numbers], Rows]
    values: Callable[[Rows], Numbers] | None
    possible: Callable[[Rows], NDArray[np.bool_]]
    classes: Callable[[], Rows]
    alike: str
    unordered: Sequence[range] = ()
    orders: int = 1
    things: str = "dice"
    equal: Sequence[range] = ()
    refusals: bool = False
    one_order: bool = False
    slow: bool = False

    @property
    def classes_are_orders(self) -> bool:
        """True if the positions of a class differ only in the order of cards or dice.

        The positions of a class have the same score.
        """
        return self.alike == f"the order of the {self.things}"

    def by_class(self) -> "Space":
        """Return a space with only one position of each class.

        The positions of a class have the same score.
        """
        table = self.classes()
        rows = table.__getitem__
        return replace(self, size=len(table), rows=rows, orders=1, equal=())

    def ascending(self, rows: Rows) -> Rows:
        """Return rows in which cards or dice without a meaningful order ascend.

        A row has a number for each word of a position: the index of the word among all
        words of its column.
        """
        sorted_ = rows.copy()
        for columns in self.unordered:
            sorted_[:, columns] = np.sort(rows[:, columns], axis=1)
        return sorted_

    def word(self, row: Sequence[int]) -> str:
        """Return the text of a position, without blanks at its end.

        ``row`` has a number for each of ``columns``: the index of the position's word
        among the words of the column.
        """
        words = zip(self.columns, row, strict=True)
        return "".join(column[value] for column, value in words).rstrip(" ")

    def neighbours(self, row: Sequence[int]) -> Rows:
        """Return all positions that differ from a row in one column, as rows.

        A row has a number for each word of a position: the index of the word among all
        words of its column.
        """
        changed = [
            [*row[:place], value, *row[place + 1 :]]
            for place, column in enumerate(self.columns)
            for value in range(len(column))
            if value != row[place]
        ]
        rows = np.array(changed, np.uint16)
        # A changed card may be one that the position has already.
        return rows[self.possible(rows)]


@dataclass(frozen=True, slots=True)
class Positions:
    """The positions of a game under any of its rules.

    Attributes:
        space: Returns the space of all positions under some rules, by scoring rule. It
            is None for a game that cannot list its positions, and for rules with more
            than 10**12 of them.
        random: Returns a random position of a scoring rule, as text. Its arguments are
            the rules, the source of random numbers and the name of the scoring rule.
        features: Returns, for some rules and a scoring rule, a function that takes the
            reference scorer's breakdown of a position. It returns the names of the
            position's features, which may explain wrong answers.
        slow: The scoring rules whose list of positions takes seconds to prepare.
        same: Returns False if the game has other positions under the second rules.
        fields: The fields of the rules that decide answers; empty if all may.
        suggest: Yields further changes of the rules, read from wrong answers. A change
            has new values by field.
        apart: The scoring rules that the usual scorer of the game is not expected to
            know, as they are for other programs. In Farkle it is "keep".
        words: What single changes of the rules mean in words. The keys are changes,
            such as ``natural=10``.
    """

    space: Callable[[Any, str], Space | None] = lambda rules, rule: None
    random: Callable[[Any, Random, str | None], str] | None = None
    features: Callable[[Any, str], FeaturesOf] = lambda rules, rule: names_of_lines
    same: Callable[[Any, Any], bool] = lambda rules, other: True
    slow: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    suggest: Callable[[Any, Sequence[Wrong]], Iterable[dict[str, Any]]] = (
        lambda rules, wrong: ()
    )
    apart: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)


def mixed_radix(sizes: Sequence[int]) -> Callable[[Numbers], Rows]:
    """Return a function from numbers to rows of digits; the last digit changes fastest.

    ``sizes`` has the base of each column: its digits are from 0 to the base - 1.

    >>> mixed_radix([2, 3])(np.array([0, 1, 5])).tolist()
    [[0, 0], [0, 1], [1, 2]]
    """
    return lambda numbers: np.column_stack(
        [digits.astype(np.uint16) for digits in np.unravel_index(numbers, sizes)]
    )

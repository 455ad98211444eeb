"""All positions of a game: numbered, written as lines, and answered by ours.

A position's number gives its row, one small number a column; rows are what texts,
right answers and neighbours are made of.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Rows: TypeAlias = NDArray[np.uint16]
Numbers: TypeAlias = NDArray[np.int64]

MOST = 10**12
"""Positions of a space; more than this nobody goes through."""


@dataclass(frozen=True, slots=True)
class Space:
    """The positions of a game under one set of rules.

    ``columns`` are the words of each column; ``rows`` gives the rows, uint16, of any
    numbers from 0 to ``size * orders`` - 1. Those from ``size`` on are the same
    positions in further orders of columns that are written in one order otherwise.
    ``values`` gives the right answers, int64, or is None where only the reference
    scorer can; ``possible`` says which rows are positions at all; ``classes`` gives
    rows among which every position has one like it for a scorer that looks only at
    what the rules look at, as ``alike`` says.
    """

    columns: Sequence[Sequence[str]]
    size: int
    rows: Callable[[Numbers], Rows]
    values: Callable[[Rows], Numbers] | None
    possible: Callable[[Rows], NDArray[np.bool_]]
    classes: Callable[[], Rows]
    alike: str
    orders: int = 1

    def by_class(self) -> "Space":
        """Only one position of each class."""
        table = self.classes()
        return replace(self, size=len(table), rows=table.__getitem__, orders=1)

    def word(self, row: Sequence[int]) -> str:
        """The text of one row."""
        words = zip(self.columns, row, strict=True)
        return "".join(column[value] for column, value in words)

    def neighbours(self, row: Sequence[int]) -> Rows:
        """The positions that differ from a row in one column."""
        found = [
            [*row[:place], value, *row[place + 1 :]]
            for place, column in enumerate(self.columns)
            for value in range(len(column))
            if value != row[place]
        ]
        rows = np.array(found, np.uint16)
        return rows[self.possible(rows)]


def mixed_radix(sizes: Sequence[int]) -> Callable[[Numbers], Rows]:
    """Rows whose columns count like digits, the last one fastest.

    >>> mixed_radix([2, 3])(np.array([0, 1, 5])).tolist()
    [[0, 0], [0, 1], [1, 2]]
    """

    def rows(numbers: Numbers) -> Rows:
        digits = np.empty((len(numbers), len(sizes)), np.uint16)
        rest: Any = numbers
        for place in range(len(sizes) - 1, -1, -1):
            rest, digits[:, place] = np.divmod(rest, sizes[place])
        return digits

    return rows


def all_possible(rows: Rows) -> NDArray[np.bool_]:
    """Every row is a position."""
    return np.ones(len(rows), np.bool_)

"""Typed tables: rows under columns, whose kinds say how people read a value.

Programs read the values themselves: whole numbers and floats, all digits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from trueodds.core.exact.digits import fraction_text
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.reports.output import Table
from trueodds.reports.text.numbers import all_digits, two_decimals, uncertain

Kind: TypeAlias = Callable[[Any], str]
"""The text of a value on a terminal, in Markdown, in LaTeX and on a page."""


def points(value: Fraction | Enclosure | int) -> str:
    """Return a number of points: whole, or with two decimals.

    >>> points(1500), points(Fraction(4231, 10))
    ('1,500', '423.10')
    """
    if isinstance(value, int):
        return f"{value:,}"
    return two_decimals(Enclosure.around(value))


def percent(probability: Fraction | Enclosure) -> str:
    """Return a probability as a percentage with two decimals.

    >>> percent(Fraction(1, 3))
    '33.33 %'
    """
    bounds = Enclosure.around(probability)
    hundredfold = Enclosure(100 * bounds.lower, 100 * bounds.upper)
    return uncertain(f"{two_decimals(hundredfold)} %", bounds)


def decimals(digits: int, sign: str = "") -> Kind:
    """Return a function that writes numbers as text with ``digits`` decimals.

    If ``sign`` is "+", positive numbers have a plus sign.

    >>> decimals(3)(Fraction(4000, 3)), decimals(2, "+")(0.25)
    ('1,333.333', '+0.25')
    """
    # A fraction is rounded while it is exact, so the decimals are not those of a float.
    return lambda value: f"{float(round(value, digits)):{sign},.{digits}f}"


def percents(digits: int) -> Kind:
    """Return a function that writes exact probabilities as percentages.

    The percentages have ``digits`` decimals.

    >>> percents(4)(Fraction(1, 216)), percents(4)(Fraction(0))
    ('0.4630 %', '0 %')
    """
    return lambda share: f"{float(100 * share):.{digits}f} %" if share else "0 %"


TEXT: Kind = str
POINTS: Kind = points
CHANCE: Kind = percent


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its key for programs, its heading for people, and its kind.

    The value in a row is the row's field with the name ``key``, or what ``derived``
    makes of the row. ``kind`` makes the text of a value. ``shown``, if set, makes the
    text from the whole row instead, such as "hot dice". A column without a key is for
    people only, as another column has its value. A column whose heading is None is for
    programs only.
    """

    key: str
    heading: str | None = None
    kind: Kind = TEXT
    derived: Callable[[Any], Any] | None = None
    shown: Callable[[Any], str] | None = None

    def value(self, row: object) -> Any:
        """Return the value that this column has for a row."""
        return self.derived(row) if self.derived else getattr(row, self.key)

    def text(self, row: object, *, exact: bool = False) -> str:
        """Return the text that this column has for a row; empty if there is no value.

        An ``exact`` number has all digits, whatever its kind is.

        >>> share = Column("p", "p", CHANCE, derived=lambda row: Fraction(row, 3))
        >>> share.text(1), share.text(1, exact=True)
        ('33.33 %', '1/3')
        """
        # A column without a key repeats another column, which already has all digits.
        if exact and self.key:
            value = self.value(row)
            if isinstance(value, Fraction | Enclosure):
                return all_digits(value)
        if self.shown:
            return self.shown(row)
        value = self.value(row)
        return "" if value is None else self.kind(value)

    def data(self, rows: Sequence[object], *, exact: bool) -> dict[str, list[Any]]:
        """Return the values for programs: a list under the column's key.

        If a value has bounds, there is a list of lower and a list of upper bounds. With
        ``exact``, fractions are texts, and otherwise floats.

        >>> thirds = Column("p", "p", derived=lambda row: Fraction(row, 3))
        >>> thirds.data([1, 3], exact=True), thirds.data([3], exact=False)
        ({'p': ['1/3', '1']}, {'p': [1.0]})
        >>> bound = Column("p", "p", derived=lambda row: row)
        >>> bound.data([Enclosure(0, 1), Fraction(0)], exact=False)
        {'p_lower': [0.0, 0.0], 'p_upper': [1.0, 0.0]}
        """
        number = fraction_text if exact else float
        values = [self.value(row) for row in rows]
        # The unit and the label of a quantity stand in its heading.
        values = [v.value if isinstance(v, Quantity) else v for v in values]
        # The keys depend on the whole column: if a single value has bounds, then each
        # row has two values, and those of an exact one are equal.
        if any(isinstance(value, Enclosure) for value in values):
            return {
                f"{self.key}_{end}": [
                    None if v is None else number(getattr(Enclosure.around(v), end))
                    for v in values
                ]
                for end in ("lower", "upper")
            }
        return {
            self.key: [
                number(value) if isinstance(value, Fraction) else value
                for value in values
            ]
        }


@dataclass(frozen=True, slots=True)
class Grid:
    """Typed rows under columns, with a title directly above them.

    A row is a record from which the columns take their values. ``index`` has the labels
    of the rows in a data frame, if the input had labels. A grid is left out of CSV and
    TSV if ``repeats`` is true, because another grid has the same numbers.
    """

    columns: Sequence[Column]
    rows: Sequence[Any]
    title: str = ""
    index: Any = None
    repeats: bool = False

    def table(self, *, exact: bool = False) -> Table:
        """Return the table that people read.

        Columns whose heading is None are left out. If all other headings are empty, the
        table has no header. With ``exact``, numbers have all digits.
        """
        columns = [column for column in self.columns if column.heading is not None]
        header = [column.heading or "" for column in columns]
        rows = [
            [column.text(row, exact=exact) for column in columns] for row in self.rows
        ]
        # Without a header the terminal draws no rule above the rows.
        return Table(header if any(header) else [], rows, self.title)

    def data(self, *, exact: bool = False) -> dict[str, list[Any]]:
        """Return the columns as programs read them: the values by the key.

        With ``exact``, fractions are texts, and otherwise floats.
        """
        columns: dict[str, list[Any]] = {}
        for column in self.columns:
            if column.key:
                columns |= column.data(self.rows, exact=exact)
        return columns

    def records(self) -> list[Mapping[str, Any]]:
        """Return each row as programs read it: the values by the columns' keys."""
        data = self.data()
        return [
            dict(zip(data, row, strict=True))
            for row in zip(*data.values(), strict=True)
        ]

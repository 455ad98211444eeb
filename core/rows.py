"""Answers as rows: data frames of pandas, polars and Arrow, and notebook tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import make_dataclass
from html import escape
from importlib import import_module
from typing import Any

from trueodds.core.errors import OutputError
from trueodds.core.visible import visible

Row = Mapping[str, Any]

MOST_ROWS = 20
"""The most rows of a table that a notebook shows."""


class Rows:
    """Base class of an answer that is a table: its rows have the same keys."""

    __slots__ = ()

    def _rows(self) -> Sequence[Row]:
        raise NotImplementedError

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows())

    def to_pandas(self) -> Any:
        """Return a pandas ``DataFrame``. Exact fractions are text, so no digit is lost.

        ``pandas.DataFrame(answer)`` has the same columns.
        """
        return frame_library("pandas").DataFrame([*self._rows()])

    def to_polars(self) -> Any:
        """Return a polars ``DataFrame`` of the rows."""
        return frame_library("polars").from_arrow(self.to_arrow())

    def to_arrow(self) -> Any:
        """Return a pyarrow ``Table`` of the rows."""
        return frame_library("pyarrow").Table.from_pylist([*self._rows()])

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        return html(repr(self), self._rows())


class Records(Rows):
    """Base class of a table whose iteration yields something else than the rows.

    ``Odds``, for example, iterates over its ids. The methods are those of ``Rows``,
    which convert the rows to data frames. ``pandas.DataFrame(answer)`` works too.
    """

    __slots__ = ()

    def __array__(self, *_: object, **__: object) -> Any:
        """Return an array of records, from which ``pandas.DataFrame`` takes columns."""
        import numpy as np

        rows = self._rows()
        record = make_dataclass("Record", [*rows[0]] if rows else [])
        array = np.empty(len(rows), dtype=object)
        array[:] = [record(**row) for row in rows]
        return array


def html(title: str, rows: Sequence[Row] = ()) -> str:
    """Return a title and a table for a notebook, as HTML.

    ``rows`` are the rows of the table, each with its values by column. The columns are
    those of the first row. The table has at most 20 rows, and says how many more there
    are.

    >>> html("A coin", [{"side": "heads", "probability": 0.5}])[:40]
    '<p>A coin</p><table><tr><th>side</th><th'
    """
    table = html_table([*rows[0]], [[*row.values()] for row in rows]) if rows else ""
    return visible(f"<p>{escape(title)}</p>{table}")


def html_table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a table for a notebook; floats have six digits.

    ``header`` has the names of the columns, and ``rows`` their values. The table has at
    most 20 rows, and says how many more there are.

    >>> html_table(["n"], [[n] for n in range(90)])[-55:]
    '<tr><td>19</td></tr></table><p>70 more: to_pandas()</p>'
    """
    lines = [_line("th", header)] if header else []
    lines += [_line("td", row) for row in rows[:MOST_ROWS]]
    more = len(rows) - MOST_ROWS
    hint = f"<p>{more:,} more: to_pandas()</p>" if more > 0 else ""
    return f"<table>{''.join(lines)}</table>{hint}"


def _line(tag: str, cells: Iterable[object]) -> str:
    texts = (f"{c:.6g}" if isinstance(c, float) else str(c) for c in cells)
    inner = "".join(f"<{tag}>{escape(text)}</{tag}>" for text in texts)
    return f"<tr>{inner}</tr>"


def frame_library(name: str) -> Any:
    """Import a library of data frames, such as polars, by name.

    Raises ``OutputError`` if it is not installed.
    """
    try:
        return import_module(name)
    except ImportError:
        from trueodds.core.packages import pip_install  # start-up does without it

        hint = f"pip install {name}" if name == "polars" else pip_install("pandas")
        raise OutputError(f"{name} is not installed; {hint}") from None

"""The answer of a command, in the format that the user asked for.

A command returns an ``Answer``, a typed record. ``--format`` is decided here and
nowhere else. Only the parts that the chosen format needs are made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from trueodds.core.errors import UnknownNameError, choices
from trueodds.core.rows import Rows, frame_library, html_table
from trueodds.core.visible import visible

if TYPE_CHECKING:
    from trueodds.reports.kinds import Grid


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under a header, with a title directly above them.

    On a page the first column names the row. The other columns are numbers, or words if
    ``of_numbers`` is false.
    """

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""
    of_numbers: bool = True


Part = str | Table
"""A paragraph or a table. Empty lines separate the parts of an answer."""


class Answer(Rows):
    """An answer that is a frozen record. Its fields are named as the keys of the JSON.

    A subclass defines ``schema``, which is the name of its JSON format, its tables by
    name, and the parts that people read. ``exit_code`` is that of the command. If
    ``marked`` is true, a terminal shows the first paragraph in a colour: it is a
    verdict or the best choice. ``stated`` names the numbers in the first sentence,
    which a citation gives exactly. A terminal shows the first lines of a long answer,
    and then "1,845 more: --all". ``narrower`` follows this text, and says how to ask
    for less. ``fault`` is a line for standard error if there is no answer.
    """

    schema: ClassVar[str]
    exit_code = 0
    narrower = ""
    """The words that name a shorter answer, printed after "1,845 more: --all"."""
    marked = False
    """True if the first line is a verdict or the best choice: it has a colour."""
    # The fields, or the ids of quantities, whose numbers the first sentence states.
    stated: Sequence[str] = ()
    fault = ""
    """The line on standard error if there is no answer."""

    def record(self) -> Mapping[str, Any]:
        """Return the keys and values of the JSON."""
        from trueodds.reports.records import record_of

        return record_of(self)

    def json(self) -> Mapping[str, Any]:
        """Return the JSON: the schema, then the record.

        If the game comes from another package, the last key names the package.
        """
        from trueodds.core.games import credited

        # The schema is the first key, so that a reader knows the others from it.
        record = {"schema": self.schema, **self.record()}
        package = credited(record["game"]) if "game" in record else None
        return record | ({"package": asdict(package)} if package else {})

    def tables(self) -> Mapping[str, Grid]:
        """Return the typed tables by name, the main table first."""
        raise NotImplementedError

    def table(self) -> Iterable[Part]:
        """Return the sentences and tables that people read."""
        raise NotImplementedError

    def markdown(self) -> Iterable[Part]:
        """Return the Markdown's sentences and tables, by default those of ``table``."""
        return self.table()

    def __getitem__(self, key: str) -> Any:
        """Return a part of the record, such as ``answer["verdict"]``."""
        return self.json()[key]

    def __repr__(self) -> str:
        return self.fault or self.text("table").rstrip("\n")

    def _repr_html_(self) -> str:
        parts = [
            f"<p>{escape(part)}</p>"
            if isinstance(part, str)
            else f"<p>{escape(part.title)}</p>" * bool(part.title)
            + html_table(part.header, part.rows)
            for part in self.parts("table")
        ]
        return visible("".join(parts))

    def text(self, format_: str) -> str:
        """Return the answer in a format, ending in a line feed.

        Args:
            format_: "table", "exact", "json", "csv", "markdown", "latex", "tsv" or one
                that only this answer has. Programs read CSV, LaTeX and TSV, so these
                hold tables and no sentences.

        Returns:
            The text to print, in which control characters are escapes.

        Example:
            >>> from trueodds.reports.commands.score import score
            >>> answer = score("cribbage", "5H 5C 5S JD | 5D")
            >>> answer.text("csv").splitlines()[1]
            '5H 5C 5S JD | 5D,29,29 points'
        """
        return "".join(self.pieces(format_))

    def pieces(self, format_: str) -> list[str]:
        """Return the answer in a format as a list of texts, which ``text`` joins.

        ``format_`` is a format of ``text``. In the formats "table" and "exact", a line
        is a text of its own. So is a row of a table, with all its lines if it is
        wrapped.
        """
        return [*map(visible, self._unescaped(format_))]

    def parts(self, format_: str) -> Iterable[Part]:
        """Return the sentences and tables that a format shows.

        LaTeX shows tables only. The tables are those that people read on a terminal or,
        if there are none, those of the Markdown.
        """
        if format_ == "markdown":
            return self.markdown()
        if format_ == "latex":
            # LaTeX without a table would be an empty file.
            return _tables(self.table()) or _tables(self.markdown())
        return self.table()

    def printed_tables(self, *, exact: bool = False) -> Iterator[Table]:
        """Yield the tables that have rows, as people read them.

        With ``exact``, numbers have all digits.
        """
        grids = self.tables().values()
        return (grid.table(exact=exact) for grid in grids if grid.rows)

    def exactly(self) -> Iterable[Part]:
        """Return the first sentence, and the tables with all digits of numbers."""
        return [next(iter(self.table())), *self.printed_tables(exact=True)]

    def to_pandas(self, table: str | None = None, *, exact: bool = False) -> Any:
        """Return a table as a pandas ``DataFrame``, with numbers as numbers.

        Args:
            table: The name of the table, one of ``tables()`` (default: the first).
            exact: Write fractions as text, so that no digit is lost.

        Raises:
            UnknownNameError: The answer has no such table.
        """
        grid = self._grid(table)
        return frame_library("pandas").DataFrame(grid.data(exact=exact), grid.index)

    def to_polars(self, table: str | None = None, *, exact: bool = False) -> Any:
        """Return a table as a polars ``DataFrame``, with numbers as numbers.

        ``table`` is one of the names in ``tables()`` (default: the first). With
        ``exact``, fractions are texts, so that no digit is lost. Raises
        ``UnknownNameError`` if the answer has no such table.
        """
        return frame_library("polars").from_arrow(self.to_arrow(table, exact=exact))

    def to_arrow(self, table: str | None = None, *, exact: bool = False) -> Any:
        """Return a table as an Arrow table, with numbers as numbers.

        ``table`` is one of the names in ``tables()`` (default: the first). With
        ``exact``, fractions are texts, so that no digit is lost. Raises
        ``UnknownNameError`` if the answer has no such table.
        """
        data = self._grid(table).data(exact=exact)
        return frame_library("pyarrow").Table.from_pydict(data)

    def _grid(self, name: str | None) -> Grid:
        grids = self.tables()
        if name is None:
            name = next(iter(grids))
        if name not in grids:
            raise UnknownNameError(
                f"there is no table {name!r}; {choices(name, grids)}"
            )
        return grids[name]

    def _rows(self) -> Sequence[Mapping[str, Any]]:
        return self._grid(None).records()

    def _unescaped(self, format_: str) -> Iterable[str]:
        from trueodds.reports.text import tables

        if format_ == "json":
            return [tables.json_text(self.json())]
        if format_ in ("csv", "tsv"):
            delimiter = "," if format_ == "csv" else "\t"
            # A number that is in two tables would be counted twice by whoever reads the
            # file.
            grids = [g for g in self.tables().values() if g.rows and not g.repeats]
            # Each text ends in a line feed, so the join puts an empty line between two
            # tables.
            texts = (tables.csv_text(g.records(), delimiter) for g in grids)
            return ["\n".join(texts)]
        parts = self.exactly() if format_ == "exact" else self.parts(format_)
        # An empty line is put before each part, and the one before the first is taken
        # off.
        blocks = (("\n", *_blocks(part, format_)) for part in parts)
        return [*chain.from_iterable(blocks)][1:]


def _tables(parts: Iterable[Part]) -> list[Part]:
    return [part for part in parts if isinstance(part, Table)]


def _blocks(part: Part, format_: str) -> list[str]:
    from trueodds.reports.text import tables

    if isinstance(part, str):
        lines = [part] if format_ == "markdown" else tables.wrapped(part)
        return [f"{line}\n" for line in lines]
    as_blocks, mark, gap = {
        "markdown": (tables.markdown_blocks, "", "\n"),
        "latex": (tables.latex_blocks, "% ", ""),
    }.get(format_, (tables.table_blocks, "", ""))
    # In LaTeX the title is a comment: the caption is up to the author of the document.
    title = f"{mark}{part.title}\n{gap}" if part.title else ""
    return [title, *as_blocks(part.header, part.rows)]

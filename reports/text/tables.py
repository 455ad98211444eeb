"""Records and rows as text and files.

Text is JSON, CSV, TSV, LaTeX, or a table for a terminal or for Markdown. Files with a
row for each record are CSV or Parquet.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TextIO

from tabulate import tabulate

from trueodds.core.errors import OutputError
from trueodds.core.storage.files import write_together, written_whole

if TYPE_CHECKING:
    from pathlib import Path

WriteRows = Callable[[dict[str, Any], dict[str, Any]], int]
"""Function that adds rows to a file, given as columns, and returns their number.

The second argument has lists of texts by column name. In the first argument, the column
of that name then has indices into the list.
"""


def json_text(record: Mapping[str, Any]) -> str:
    """Return a record as standard JSON, one key a line."""
    text = json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False)
    return f"{text}\n"


def csv_text(rows: Sequence[Mapping[str, Any]], delimiter: str = ",") -> str:
    """Return CSV with a header; None is an empty cell.

    Each of ``rows`` has its values by column; there is at least one row. The columns
    are those of the first row. ``delimiter`` is a tab for TSV.
    """
    stream = io.StringIO()
    writer = csv.DictWriter(
        stream, list(rows[0]), delimiter=delimiter, lineterminator="\n"
    )
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def table_blocks(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    r"""Return the header and the rows of a table for a terminal, each with its lines.

    If ``header`` is empty, there is neither a header nor a line below it. On a terminal
    that is too narrow, the cells of the widest column are wrapped. Cells with numbers
    are not reformatted.

    >>> table_blocks(["roll", "wins"], [["1", "no"], ["5 5", "yes"]])
    ['roll    wins\n------  ------\n', '1       no\n', '5 5     yes\n']
    """
    style = "simple" if header else "plain"
    cells = [header, *rows] if header else rows
    # tabulate puts two spaces between columns.
    widths = [_width(column) for column in zip(*cells, strict=True)]
    surplus = sum(widths) + 2 * (len(widths) - 1) - _window()
    limits: list[int | None] = [None] * (len(widths) + 1)
    if surplus > 0:
        widest = widths.index(max(widths))
        # Only the widest column gives way, but it keeps 20 characters: cells of three
        # or four words a line are still read.
        limits[widest + 1] = max(20, widths[widest] - surplus)
    # The first column, of two characters, marks where a row begins. It is taken out.
    text = tabulate(
        [["\0\0", *row] for row in rows],
        header and ["", *header],
        tablefmt=style,
        disable_numparse=True,
        maxcolwidths=limits if surplus > 0 else None,
    )
    # Cells may have several lines, so a line break does not say where a row begins. The
    # mark of a row's first line is kept as one character, and the others are removed.
    lines = re.sub("(?m)^(?:(\0)\0|..)(?:  )?", r"\1", f"{text}\n")
    return re.split("(?m)^\0", lines)


def wrapped(text: str) -> list[str]:
    """Return the lines of a paragraph, each wrapped if the terminal is too narrow."""
    return ["\n".join(wrap(line, _window())) for line in text.splitlines()]


def _width(column: Sequence[str]) -> int:
    return max(len(line) for cell in column for line in cell.splitlines() or [""])


def _window() -> int:
    """Return the width of the terminal, or no limit if the output is a file."""
    if not sys.stdout or not sys.stdout.isatty():
        # A file has no width, and a program that reads it expects whole lines.
        return sys.maxsize
    return shutil.get_terminal_size().columns


def markdown_blocks(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a Markdown table: its text, then a line feed.

    ``header`` has the headings of the columns, or is empty. ``rows`` are the cells as
    text. Characters that Markdown would read are escaped.
    """
    cells = [[*map(escaped, row)] for row in rows]
    if not header:
        # Markdown has no table without a header.
        header = [""] * len(rows[0])
    text = tabulate(cells, header, tablefmt="github", disable_numparse=True)
    return [text, "\n"]


def escaped(cell: str) -> str:
    """Return a cell or a line with its markup escaped, except in code such as `id`."""
    # In code a backslash would be shown.
    if re.fullmatch(r"`[^`]*`", cell):
        return cell
    # Brackets alone are no link, and bounds such as [0.1, 0.2] stay readable. An
    # underline counts at the ends of words only.
    links = r"[\[\]]|" if "](" in cell else ""
    markup = rf"{links}[\\|*`<]|\b_|_\b"
    return re.sub(markup, r"\\\g<0>", cell).replace("\n", " ")


def latex_blocks(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a LaTeX table for the package booktabs, as its text and a line feed.

    ``header`` has the headings of the columns. ``rows`` are the cells as text. Special
    characters in the cells are escaped.
    """
    cells = [[" ".join(cell.split()) for cell in row] for row in rows]
    text = tabulate(cells, header, tablefmt="latex_booktabs", disable_numparse=True)
    return [text, "\n"]


def write_records(path: Path, records: Sequence[Mapping[str, Any]]) -> str:
    """Write records to a .csv or .parquet file; return a line that names the file.

    The columns are the keys of the first record.
    """
    if path.suffix == ".csv":
        write_together(path.parent, {path.name: csv_text(records)})
    else:
        with row_writer(path) as write_rows:
            write_rows(
                {name: [row[name] for row in records] for name in records[0]}, {}
            )
    return f"Wrote {path}: {len(records):,} rows"


@contextmanager
def row_writer(path: Path) -> Iterator[WriteRows]:
    """Yield a function that adds rows to a Parquet or CSV file and counts the rows.

    The file is CSV if ``path`` ends in .csv, and otherwise Parquet. The first argument
    of the function has the columns of the rows, by name. The second has lists of texts,
    by the name of a column: this column has indices into the list. The function returns
    the number of rows added.
    """
    if path.suffix == ".csv":
        with written_whole(path) as place, place.open("w", newline="") as file:
            yield _csv_rows(file)
        return
    try:
        import pyarrow
        from pyarrow.parquet import ParquetWriter
    except ImportError:
        from trueodds.core.packages import pip_install  # start-up does without it

        raise OutputError(
            f"a .parquet file needs pyarrow; {pip_install('pandas')}"
        ) from None
    with written_whole(path) as place, ExitStack() as stack:
        writers: list[Any] = []

        def write_rows(columns: dict[str, Any], texts: dict[str, Any]) -> int:
            arrays = columns | {
                name: pyarrow.DictionaryArray.from_arrays(columns[name], texts[name])
                for name in texts
            }
            # The schema is that of the first rows: names and types are known only then.
            rows = pyarrow.table(arrays)
            if not writers:
                writer = ParquetWriter(place, rows.schema, compression="zstd")
                writers.append(stack.enter_context(writer))
            writers[0].write_table(rows)
            return int(rows.num_rows)

        yield write_rows


def _csv_rows(file: TextIO) -> WriteRows:
    """Return a function that adds rows to a CSV file."""
    import numpy as np

    writer = csv.writer(file, lineterminator="\n")

    def write_rows(columns: dict[str, Any], texts: dict[str, Any]) -> int:
        # At the beginning of the file, before the first chunk.
        if not file.tell():
            writer.writerow(columns)
        cells = [
            [texts[name][place] for place in column]
            if name in texts
            else np.asarray(column).tolist()
            for name, column in columns.items()
        ]
        writer.writerows(zip(*cells, strict=True))
        return len(cells[0])

    return write_rows

"""Files with a row for each record: CSV and Parquet."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from trueodds.core.errors import OutputError
from trueodds.core.storage.files import write_together, written_whole
from trueodds.reports.text.tables import csv_text

WriteRows = Callable[[dict[str, Any], dict[str, Any]], int]


def write_records(path: Path, records: Sequence[Mapping[str, Any]]) -> str:
    """Write records to a .csv or .parquet file; return a line that names the file."""
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
    """Yield a function that adds rows to a Parquet or CSV file, and counts them."""
    if path.suffix == ".csv":
        with written_whole(path) as place, place.open("w", newline="") as file:
            yield _csv_rows(file)
        return
    try:
        import pyarrow
        from pyarrow.parquet import ParquetWriter
    except ImportError:
        raise OutputError(
            "a .parquet file needs pyarrow; pip install 'trueodds[frames]'"
        ) from None
    with written_whole(path) as place, ExitStack() as stack:
        writers: list[Any] = []

        def write_rows(columns: dict[str, Any], texts: dict[str, Any]) -> int:
            arrays = columns | {
                name: pyarrow.DictionaryArray.from_arrays(columns[name], texts[name])
                for name in texts
            }
            rows = pyarrow.table(arrays)
            if not writers:
                writer = ParquetWriter(place, rows.schema, compression="zstd")
                writers.append(stack.enter_context(writer))
            writers[0].write_table(rows)
            return int(rows.num_rows)

        yield write_rows


def _csv_rows(file: TextIO) -> WriteRows:
    """Return a function that adds rows to a CSV file."""
    writer = csv.writer(file, lineterminator="\n")

    def write_rows(columns: dict[str, Any], texts: dict[str, Any]) -> int:
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

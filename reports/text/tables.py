"""Records and rows as text: JSON, CSV, LaTeX, tables for terminals and for Markdown."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from tabulate import tabulate


def json_text(record: Mapping[str, Any]) -> str:
    """Return standard JSON, one key a line."""
    text = json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False)
    return f"{text}\n"


def csv_text(rows: Sequence[Mapping[str, Any]], delimiter: str = ",") -> str:
    """Return CSV with a header; null is an empty cell."""
    stream = io.StringIO()
    writer = csv.DictWriter(
        stream, list(rows[0]), delimiter=delimiter, lineterminator="\n"
    )
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def tsv_text(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table with one tab between cells, which hold no tab or line feed."""
    cells = [[" ".join(cell.split()) for cell in row] for row in (header, *rows)]
    return "".join("\t".join(row) + "\n" for row in cells)


def table_text(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table for a terminal, with every number as it is written."""
    return tabulate(rows, header, tablefmt="simple", disable_numparse=True) + "\n"


def markdown_text(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table."""
    return tabulate(rows, header, tablefmt="github", disable_numparse=True) + "\n"


def latex_text(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a LaTeX table for the package booktabs, special characters escaped."""
    text = tabulate(rows, header, tablefmt="latex_booktabs", disable_numparse=True)
    return f"{text}\n"

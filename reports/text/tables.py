"""Records and rows as text: JSON, CSV, tables for terminals and for Markdown."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from tabulate import tabulate


def json_text(record: Mapping[str, Any]) -> str:
    """Standard JSON, one key a line."""
    text = json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False)
    return f"{text}\n"


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """CSV with a header; what is null is empty."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def table_text(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table for a terminal."""
    # Numbers stay as they are printed.
    return tabulate(rows, header, tablefmt="simple", disable_numparse=True) + "\n"


def markdown_text(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    return tabulate(rows, header, tablefmt="github", disable_numparse=True) + "\n"

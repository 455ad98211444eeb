"""The odds of a game as a table, JSON, CSV or Markdown."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from tabulate import tabulate

from trueodds.core.odds import Odds
from trueodds.reports import numbers
from trueodds.reports.records import odds_record


def render(odds: Odds, format_: str) -> str:
    """The odds in one of ``FORMATS``, ending in a line feed.

    >>> import trueodds
    >>> print(render(trueodds.odds("bunco"), "csv").splitlines()[1])
    roll.bunco,Bunco,1/216,0.004629629629629629,,,1,216,216.0,probability,enumeration
    """
    return FORMATS[format_](odds)


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


def _table(odds: Odds) -> str:
    rows = [
        [
            quantity.id,
            quantity.label,
            numbers.exact_text(quantity, abridge=True),
            numbers.decimal(quantity),
            numbers.one_in(quantity),
        ]
        for quantity in odds.values()
    ]
    return table_text(["id", "", "exact", "decimal", "1 in"], rows)


def _markdown(odds: Odds) -> str:
    rows = [
        [
            f"`{quantity.id}`",
            quantity.label,
            numbers.exact_text(quantity),
            numbers.decimal(quantity),
            numbers.one_in(quantity),
            numbers.share(quantity),
            quantity.method,
        ]
        for quantity in odds.values()
    ]
    header = ["id", "quantity", "exact", "decimal", "1 in", "count of total", "method"]
    title = f"# {odds.game.capitalize()}: exact odds\n"
    about = f"{odds.rules.description}. Made by `{odds.command}`.\n"
    return "\n".join([title, about, markdown_text(header, rows)])


FORMATS = {
    "table": _table,
    "json": lambda odds: json_text(odds_record(odds)),
    "csv": lambda odds: csv_text(odds_record(odds)["quantities"]),
    "markdown": _markdown,
}

"""The odds of a game as a table, JSON, CSV or Markdown."""

from trueodds.core.odds import Odds
from trueodds.reports.text import numbers
from trueodds.reports.text.records import odds_record
from trueodds.reports.text.tables import csv_text, json_text, markdown_text, table_text

__all__ = ["FORMATS", "csv_text", "json_text", "markdown_text", "render", "table_text"]


def render(odds: Odds, format_: str) -> str:
    """The odds in one of ``FORMATS``, ending in a line feed.

    >>> import trueodds
    >>> print(render(trueodds.odds("bunco"), "csv").splitlines()[1])
    roll.bunco,Bunco,1/216,0.004629629629629629,,,1,216,216.0,probability,enumeration
    """
    return FORMATS[format_](odds)


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

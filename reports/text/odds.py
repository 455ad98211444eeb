"""The odds of a game as an answer: a table, JSON, CSV or Markdown."""

from trueodds.core.odds import Odds
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text import numbers
from trueodds.reports.text.records import SCHEMA, odds_record


def output(odds: Odds) -> Output:
    """Return the odds of a game as an answer.

    >>> import trueodds
    >>> print(output(trueodds.odds("bunco")).text("csv").splitlines()[1])
    roll.bunco,Bunco,1/216,0.004629629629629629,,,1,216,216.0,probability,enumeration
    """
    return Output(
        SCHEMA,
        record=lambda: odds_record(odds),
        table=lambda: [all_quantities(odds)],
        rows=lambda: odds_record(odds)["quantities"],
        markdown=lambda: _markdown(odds),
    )


def all_quantities(odds: Odds) -> Table:
    """Return a row for each quantity; long fractions are abridged."""
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
    return Table(["id", "", "exact", "decimal", "1 in"], rows)


def _markdown(odds: Odds) -> list[Part]:
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
    return [
        f"# {odds.game.capitalize()}: exact odds",
        f"{odds.rules.description}. Made by `{odds.command}`.",
        Table(header, rows),
    ]

"""``trueodds baccarat bets``: every bet from the cards that are left."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import prints, rules_options, with_fields
from trueodds.reports.output import Output


@click.command()
@click.argument("cards", nargs=-1)
@click.option("--seen", metavar="CARDS", help="Cards that were dealt, such as KH 5D.")
@click.option(
    "--shoe",
    metavar="RANK:N,...",
    help="Cards left in the shoe, by rank. Ranks you leave out are gone.",
)
@rules_options
@prints("table", "json", "csv", "markdown", "latex", "tsv")
def bets(
    cards: tuple[str, ...],
    seen: str | None,
    shoe: str | None,
    rules: str | None,
    changes: dict[str, str],
) -> Output:
    """Print what every bet costs now, how often it wins and how much it varies.

    The bets are sorted by what the house keeps, the best for you first. CARDS were
    dealt, as those of --seen; suits may be left out.
    """
    from trueodds.analysis.run import odds
    from trueodds.reports.answers.baccarat import bets_output

    if cards:
        seen = " ".join([*([] if seen is None else [seen]), *cards])
    fields = with_fields(changes, {"seen": seen, "shoe": shoe})
    return bets_output(odds("baccarat", rules, changes=fields))

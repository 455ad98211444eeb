"""``trueodds baccarat``: questions about a shoe of baccarat."""

from __future__ import annotations

import click

from trueodds.reports.chosen import ChosenRules
from trueodds.reports.cli import Commands
from trueodds.reports.cli._shared import (
    WITH_ROWS,
    prints,
    rules_options,
    words_argument,
)
from trueodds.reports.output import Printed


@click.group(cls=Commands)
def baccarat() -> None:
    """Ask about a game of baccarat."""


@baccarat.lists("Every bet from the cards that are left, the cheapest first.")
@words_argument("cards")
@click.option("--seen", metavar="CARDS", help="Cards that were dealt, such as KH 5D.")
@click.option(
    "--shoe",
    metavar="RANK:N,...",
    help="Cards left in the shoe, by rank. Ranks you leave out are gone.",
)
@rules_options
@prints(*WITH_ROWS)
def bets(cards: str, seen: str | None, shoe: str | None, rules: ChosenRules) -> Printed:
    """Print what every bet costs now, how often it wins and how much it varies.

    The bets are sorted by what the house keeps, the best for you first. CARDS have been
    dealt, like those of --seen; suits may be left out.
    """
    from trueodds.reports.answers.baccarat import bets_of

    if cards:
        seen = f"{seen or ''} {cards}".strip()
    rules = rules.with_fields({"seen": seen, "shoe": shoe})
    return bets_of(rules.odds("baccarat"))

"""``trueodds baccarat``: questions about a shoe of baccarat."""

import click

from trueodds.reports.cli import Commands

HELPS = {"bets": "Every bet from the cards that are left, the cheapest first."}


@click.group(cls=Commands, package=__name__, helps=HELPS)
def baccarat() -> None:
    """Ask about a game of baccarat."""

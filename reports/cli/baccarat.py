"""``trueodds baccarat``: questions about a shoe of baccarat."""

import click

from trueodds.reports.cli import Commands
from trueodds.reports.cli._shared import FORMATS
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import baccarat as functions


@click.group(cls=Commands)
def baccarat() -> None:
    """Ask about a game of baccarat."""


baccarat.adds(
    command_of(functions.bets, *FORMATS, exact=True),
    "Every bet from the cards that are left, the cheapest first.",
)

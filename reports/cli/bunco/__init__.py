"""``trueodds bunco``: questions about a night of Bunco."""

import click

from trueodds.reports.cli import Commands

HELPS = {"night": "What to expect of a night: your points, and the prizes."}


@click.group(cls=Commands, package=__name__, helps=HELPS)
def bunco() -> None:
    """Ask about a game of Bunco."""

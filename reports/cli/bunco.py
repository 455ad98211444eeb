"""``trueodds bunco``: questions about a night of Bunco."""

import click

from trueodds.reports.cli import Commands
from trueodds.reports.cli._shared import FORMATS
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import bunco as functions


@click.group(cls=Commands)
def bunco() -> None:
    """Ask about a game of Bunco."""


bunco.adds(
    command_of(functions.night, *FORMATS, exact=True),
    "What to expect of a night: your points, and the prizes.",
)

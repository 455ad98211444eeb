"""``trueodds bench``: measure speed, and gate changes that make code slower."""

import click

from trueodds.reports.cli import Commands
from trueodds.reports.cli._shared import FORMATS, PositionsCommand
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import bench as functions


@click.group(cls=Commands)
def bench() -> None:
    """Measure speed, and find changes that make code slower."""


bench.adds(
    command_of(functions.scorer, *FORMATS, cls=PositionsCommand),
    "Measure a scorer's speed.",
)
bench.adds(command_of(functions.gate, *FORMATS), "Is one version slower than another?")
bench.adds(command_of(functions.history), "Draw the history of gate runs.")

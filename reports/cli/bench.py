"""``trueodds bench``: measure speed, and gate changes that make code slower."""

import re
from collections.abc import Iterable, Iterator

import click

from trueodds.reports.cli import Commands
from trueodds.reports.cli._shared import FORMATS, PositionsCommand
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import bench as functions


class GateCommand(PositionsCommand):
    """A command that takes the name of its game by the option ``--game``."""

    def _arguments(self, ctx: click.Context, args: Iterable[str]) -> Iterator[str]:
        """Yield the value of ``--game``."""
        # Words are joined by a character that no word has, so both forms of the option
        # fit.
        yield from re.findall(r"(?<![^\0])--game[=\0]([^\0]*)", "\0".join(args))


@click.group(cls=Commands)
def bench() -> None:
    """Measure speed, and find changes that make code slower."""


bench.adds(
    command_of(functions.scorer, *FORMATS, cls=PositionsCommand),
    "Measure a scorer's speed.",
)
bench.adds(
    command_of(functions.gate, *FORMATS, cls=GateCommand),
    "Is one version slower than another?",
)
bench.adds(command_of(functions.history), "Draw the history of gate runs.")

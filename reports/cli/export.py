"""``trueodds export``: chains and decision processes for other tools."""

from trueodds.reports.cli._shared import GameCommand
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import export as functions

export = command_of(functions.export, cls=GameCommand)

"""``trueodds report``: an HTML report, with data files."""

from trueodds.reports.cli._shared import GameCommand
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import report as functions

report = command_of(functions.report, cls=GameCommand)

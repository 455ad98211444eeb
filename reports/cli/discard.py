"""``trueodds discard``: which two of six cards to throw into the crib."""

from trueodds.reports.cli._shared import FORMATS, ScoresCommand
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import discard as functions

discard = command_of(functions.discard, *FORMATS, cls=ScoresCommand, all_option="")

"""``trueodds advise``: what to do in a state of a declared model."""

from trueodds.reports.cli._shared import FORMATS, GameCommand
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import advise as functions

advise = command_of(functions.advise, *FORMATS, cls=GameCommand, exact=True)

"""``trueodds selfcheck``: the files of trueodds, compared with their checksums."""

from trueodds.reports.cli._shared import FORMATS
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import selfcheck as functions

selfcheck = command_of(functions.selfcheck, *FORMATS)

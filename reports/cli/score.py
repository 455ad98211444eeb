"""``trueodds score``: positions scored, with the reasons."""

from trueodds.reports.cli._shared import FORMATS, PositionsCommand
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import score as functions

POSITIONS = """\b
bunco     "3 | 2 3 3"          round | dice
baccarat  "6 K 8 A 9 5"        the next six cards of the shoe
cribbage  "5H 5C 5S JD | 5D"   hand | starter
farkle    "113456"             one to six dice
          "1 joker 12"         other dice, all equal
          "weighted=1 fair=5"  dice that differ
"""

score = command_of(functions.score, *FORMATS, cls=PositionsCommand, epilog=POSITIONS)

"""Bunco: what to expect of a night.

>>> from trueodds.bunco import night
>>> night().room[0].most
86
"""

from trueodds.reports.answers.bunco import Night, Prize
from trueodds.reports.commands.bunco import night

__all__ = ["Night", "Prize", "night"]

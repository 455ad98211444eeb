"""Farkle's page, and what its own commands print."""

from trueodds.core.odds import Odds
from trueodds.reports.html.page import Page


def page(odds: Odds) -> Page:
    """The odds of a roll and of a turn played for the most points, for people."""
    from trueodds.reports.games.farkle import sections

    return sections.page(odds)

"""Farkle's page, and the answers of its own commands."""

from trueodds.core.odds import Odds
from trueodds.reports.html.page import Page


def page(odds: Odds) -> Page:
    """Return the page on a roll, and on a turn played for the most points."""
    from trueodds.reports.games.farkle import sections

    return sections.page(odds)

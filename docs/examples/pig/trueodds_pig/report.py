"""Pig's page."""

from trueodds.core.odds import Odds
from trueodds.reports.html.page import Page, Section


def page(odds: Odds) -> Page:
    """Both numbers, and what they are."""
    numbers = tuple(odds.values())
    return Page(
        title="Pig",
        lead="Roll one die again and again, or hold; a 1 loses the turn's points.",
        headlines=numbers,
        sections=(Section("Best play", "Alone, and the game of two.", numbers),),
    )

"""Pig's page."""

from trueodds.core.odds import Odds
from trueodds.reports.html.page import Page, Section


def page(odds: Odds) -> Page:
    """Return the page with the only number."""
    numbers = tuple(odds.values())
    return Page(
        title="Pig",
        lead="Roll one die again and again, or hold; a 1 loses the turn's points.",
        headlines=numbers,
        sections=(
            Section("Best play", "The fewest turns to the target, alone.", numbers),
        ),
    )

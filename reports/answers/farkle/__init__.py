"""Farkle's page, and the answers of its own commands."""

from collections.abc import Iterator

from trueodds.core.odds import Odds
from trueodds.reports.html.book import BookOptions, BookPage, Surprise
from trueodds.reports.html.page import Page

HEADLINES = {
    "turn.mean": "Average points of a turn, playing for the highest average",
    "turn.farkle": "Such a turn ends in a farkle",
    "turn.rolls": "Average rolls of such a turn",
    "turn.bank_at.1": "With 1 die left, bank at this stake or more",
    "turn.bank_at.2": "With 2 dice left, bank at this stake or more",
    "turn.bank_at.3": "With 3 dice left, bank at this stake or more",
    "turn.bank_at.4": "With 4 dice left, bank at this stake or more",
    "roll.6.farkle": "Six dice score nothing",
    "roll.1.farkle": "One die scores nothing",
    "roll.6.best.mean": "Average best score of six dice",
    "opening.turn.mean": "Average points of a turn before opening",
    "longrun.mean": "Average points of a turn in the long run",
}
"""The numbers that lead, in words."""

SURPRISES = (
    Surprise(
        "S4.c",
        "An assignment lets you set worthless dice aside beside a scoring die, if you "
        "read its rules literally. A turn then gains {}.",
        "points",
    ),
    Surprise(
        "S5.b.1",
        "A blog says to keep only one 1 and to roll the rest. With six dice that is "
        "best for {} of the rolls and stakes.",
        "probability",
    ),
)
"""Published claims that surprised us."""


def page(odds: Odds) -> Page:
    """Return the page on a roll, and on a turn played for the most points."""
    from trueodds.reports.html.pages.farkle import sections

    return sections.page(odds)


def pages(odds: Odds, options: BookOptions) -> Iterator[BookPage]:
    """Yield the advisers for a turn and for a match."""
    from trueodds.reports.html.pages.farkle import match as farkle_match
    from trueodds.reports.html.pages.farkle import turn as farkle_turn

    yield farkle_turn.build(odds)
    yield farkle_match.build(odds, options)

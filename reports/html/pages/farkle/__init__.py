"""Pages of Farkle: the page of the game, and the advisers."""

from collections.abc import Iterator

from trueodds.core.odds import Odds
from trueodds.reports.html.book import BookOptions, BookPage, Surprise
from trueodds.reports.html.pages.farkle import match, turn
from trueodds.reports.html.pages.farkle.sections import page

__all__ = ["SURPRISES", "page", "pages"]

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


def pages(odds: Odds, options: BookOptions) -> Iterator[BookPage]:
    """Yield the advisers for a turn and for a match."""
    yield turn.build(odds)
    yield match.build(odds, options)

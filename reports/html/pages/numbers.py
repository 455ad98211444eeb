"""The page of all numbers of a game."""

from trueodds.core.odds import Odds
from trueodds.reports.html.book import BookPage
from trueodds.reports.html.page import Page


def build(odds: Odds, page: Page) -> BookPage:
    """Return the page of all numbers of a game."""
    return BookPage(
        name=f"{odds.game}-numbers",
        title=f"{page.title}: all numbers",
        answers=f"Every number of {page.title}: decimal, exact fraction, and method.",
        template="numbers.html",
        values={"content": page},
        menu="All numbers",
        game=odds.game,
        odds=odds,
    )

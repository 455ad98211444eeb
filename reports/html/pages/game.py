"""The page of a game: its headlines and plots."""

from trueodds.core.odds import Odds
from trueodds.reports.html.book import BookPage
from trueodds.reports.html.page import Page
from trueodds.reports.output import Output
from trueodds.reports.text.odds import output

FILES = {"json": "json", "csv": "csv", "markdown": "md"}
"""The endings of the files with the same numbers, by format."""


def build(odds: Odds, page: Page) -> BookPage:
    """Return the page of a game, with its numbers as files."""
    answer: Output = output(odds)
    return BookPage(
        name=odds.game,
        title=page.title,
        answers=f"What are the odds of {page.title}? {page.lead}",
        template="game.html",
        values={"content": page},
        odds=odds,
        files={
            f"{odds.game}.{ending}": answer.text(format_)
            for format_, ending in FILES.items()
        },
    )

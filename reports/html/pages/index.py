"""The first page of a report."""

from collections.abc import Sequence

from trueodds.reports.html.book import BookPage
from trueodds.reports.html.page import Page


def build(
    games: Sequence[tuple[BookPage, Page]], pages: Sequence[BookPage]
) -> BookPage:
    """Return the first page: games with their headlines, and all pages."""
    return BookPage(
        name="index",
        title="The book of odds",
        answers="The exact odds of table games: computed by enumeration and exact "
        "arithmetic, with no sampling anywhere.",
        template="index.html",
        values={"games": games, "pages": pages},
        menu="All games",
    )

"""The first page of a report."""

from collections.abc import Sequence
from fractions import Fraction

from trueodds.core.exact.quantity import Quantity
from trueodds.proofs.claims import Judged
from trueodds.reports import parts
from trueodds.reports.html.book import BookPage, Surprise
from trueodds.reports.html.page import Page
from trueodds.reports.text.numbers import value_text

LEADING = 3
"""The number of headlines that the page shows of each game."""


def build(
    games: Sequence[tuple[BookPage, Page]],
    pages: Sequence[BookPage],
    judged: Sequence[Judged],
) -> BookPage:
    """Return the first page: the box, the games, what surprised us, and all pages."""
    exact = {claim.id: claim.exact for claim in judged if claim.exact is not None}
    surprises = [s for page, _ in games for s in parts.pages(page.game).surprises]
    return BookPage(
        name="index",
        title="The book of odds",
        answers="What are the odds? Exact answers for table games, by enumeration and "
        "exact arithmetic, with no sampling anywhere.",
        values={
            "games": [(page, content, _leading(content)) for page, content in games],
            "pages": pages,
            "findings": [(_sentence(s, exact[s.claim]), s.claim) for s in surprises],
            "judged": judged,
        },
        menu="All games",
        scripts=("widgets/index.js",),
    )


def _leading(content: Page) -> list[Quantity]:
    """Return the first headlines that have words or, if none has, the first of all."""
    worded = [each for each in content.headlines if each.id in content.words]
    return (worded or [*content.headlines])[:LEADING]


def _sentence(surprise: Surprise, exact: Fraction) -> str:
    """Return the sentence of a surprise with its exact value."""
    number = Quantity(surprise.claim, surprise.sentence, exact, surprise.unit, "claim")
    text = value_text(number).replace("points of %", "percentage points")
    return surprise.sentence.format(text.replace("-", "\N{MINUS SIGN}"))

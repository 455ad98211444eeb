"""The first page of a report."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from trueodds.core.exact.quantity import Quantity
from trueodds.proofs.claims import Judged
from trueodds.reports import parts
from trueodds.reports.html.book import BookPage
from trueodds.reports.html.page import Page
from trueodds.reports.text.numbers import value_text

LEADING = 3
"""Headlines of each game."""


def build(
    games: Sequence[tuple[BookPage, Page]],
    pages: Sequence[BookPage],
    judged: Mapping[str, Judged],
) -> BookPage:
    """Return the first page: the box, the games, what surprised us, and all pages."""
    names = [page.game for page, _ in games]
    return BookPage(
        name="index",
        title="The book of odds",
        answers="What are the odds? Exact answers for table games, by enumeration and "
        "exact arithmetic, with no sampling anywhere.",
        values={
            "games": [(page, content, _leading(content)) for page, content in games],
            "pages": pages,
            "findings": list(_findings(names, judged)),
            "judged": judged,
        },
        menu="All games",
        scripts=("widgets/index.js",),
    )


def _leading(content: Page) -> list[Quantity]:
    """Return the first headlines that are in words or, if none is, the first of all."""
    worded = [each for each in content.headlines if each.id in content.words]
    return (worded or [*content.headlines])[:LEADING]


def _findings(
    names: Iterable[str], judged: Mapping[str, Judged]
) -> Iterator[tuple[str, str]]:
    """Yield each surprise as a sentence, and the claim that it is about."""
    for name in names:
        for surprise in parts.pages(name).surprises:
            exact = judged[surprise.claim].exact
            assert exact is not None
            number = Quantity(
                surprise.claim, surprise.sentence, exact, surprise.unit, "claim"
            )
            text = value_text(number).replace("points of %", "percentage points")
            text = text.replace("-", "\N{MINUS SIGN}")
            yield surprise.sentence.format(text), surprise.claim

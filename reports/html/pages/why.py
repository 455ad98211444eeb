"""The page "Why believe this"."""

from collections.abc import Sequence

from trueodds.core.odds import Odds
from trueodds.reports.html import why_believe
from trueodds.reports.html.book import BookPage


def build(all_odds: Sequence[Odds]) -> BookPage:
    """Return the page of claims, derivations and certificates."""
    why = why_believe.tell(all_odds)
    return BookPage(
        name="why",
        title="Why believe this",
        answers="What others have published is judged by exact numbers. The headline "
        "numbers are derived twice, by methods that share no code. And everything can "
        "be checked with programs that are not ours.",
        template="why.html",
        values={"why": why},
        files=why.files,
    )

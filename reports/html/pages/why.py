"""The page "Why believe this": derivations and certificates."""

from trueodds.reports.html.book import BookPage
from trueodds.reports.html.why_believe import Why


def build(why: Why) -> BookPage:
    """Return the page of derivations and certificates."""
    return BookPage(
        name="why",
        title="Why believe this",
        answers="Why believe these numbers? The headlines are derived twice, by "
        "methods that share no code, and programs of others can check the proofs.",
        values={"why": why},
        files=why.files,
    )

"""The page of published claims."""

from collections.abc import Mapping, Sequence

from trueodds.reports.html.book import BookPage
from trueodds.reports.html.why_believe import ClaimRow
from trueodds.reports.text.claims import counts, counts_text


def build(claims: Mapping[str, Sequence[ClaimRow]]) -> BookPage:
    """Return the page of claims by source, with their verdicts."""
    judged = {source: [row.judged for row in rows] for source, rows in claims.items()}
    return BookPage(
        name="claims",
        title="Published claims",
        answers="Is it true? Sentences about the odds of these games, as they were "
        "printed, judged by exact numbers, or by a sample that is named.",
        values={
            "claims": claims,
            "counts": {source: counts_text(each) for source, each in judged.items()},
            "verdicts": counts([claim for each in judged.values() for claim in each]),
        },
        menu="Claims",
        scripts=("widgets/sorting.js", "widgets/claims.js"),
    )

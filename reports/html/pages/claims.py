"""The page of published claims."""

from collections import Counter
from collections.abc import Mapping, Sequence

from trueodds.proofs.claims import Verdict
from trueodds.reports.html.book import BookPage
from trueodds.reports.html.why_believe import ClaimRow

VERDICTS: tuple[Verdict, ...] = ("true", "approximate", "false", "unspecified")


def build(claims: Mapping[str, Sequence[ClaimRow]]) -> BookPage:
    """Return the page of claims by source, with their verdicts."""
    judged = [row.judged.verdict for rows in claims.values() for row in rows]
    counts = {
        source: ", ".join(
            f"{number} {verdict}"
            for verdict in VERDICTS
            if (number := Counter(r.judged.verdict for r in rows)[verdict])
        )
        for source, rows in claims.items()
    }
    return BookPage(
        name="claims",
        title="Published claims",
        answers="Is it true? Sentences about the odds of these games, as they were "
        "printed, judged by exact numbers.",
        template="claims.html",
        values={
            "claims": claims,
            "counts": counts,
            "verdicts": {verdict: judged.count(verdict) for verdict in VERDICTS},
        },
        menu="Claims",
        scripts=("widgets/sorting.js", "widgets/claims.js"),
    )

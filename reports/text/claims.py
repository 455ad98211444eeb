"""Published claims and their verdicts as a table, JSON or Markdown."""

from collections.abc import Sequence
from textwrap import fill
from typing import Any

from trueodds.core.printing import fraction_text
from trueodds.proofs.claims import Judged
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.numbers import LONGEST

SCHEMA = "trueodds.claims/1"
HEADER = ["claim", "what is claimed", "as", "verdict", "why"]
WIDTHS = (50, 34, 24, 11, 60)


def output(claims: Sequence[Judged]) -> Output:
    """Return judged claims as an answer."""
    return Output(
        SCHEMA,
        record=lambda: {"claims": [*map(record, claims)]},
        table=lambda: _table(claims),
        markdown=lambda: _markdown(claims),
    )


def record(claim: Judged) -> dict[str, Any]:
    """One claim as the shipped JSON Schema describes it."""
    return {
        "id": claim.id,
        "source": claim.source,
        "statement": claim.statement,
        "claimed": claim.claimed,
        "exact": None if claim.exact is None else fraction_text(claim.exact),
        "verdict": claim.verdict,
        "why": claim.why,
    }


def exact_text(claim: Judged) -> str:
    """The exact value where it is short enough for a table, else nothing."""
    text = "" if claim.exact is None else fraction_text(claim.exact)
    return text if len(text) <= LONGEST else ""


def _rows(claims: Sequence[Judged]) -> list[list[str]]:
    return [[c.id, c.statement, c.claimed, c.verdict, c.why] for c in claims]


def _table(claims: Sequence[Judged]) -> list[Part]:
    wrapped = [
        [fill(text, width) for text, width in zip(row, WIDTHS, strict=True)]
        for row in _rows(claims)
    ]
    return [Table(HEADER, wrapped)]


def _markdown(claims: Sequence[Judged]) -> list[Part]:
    parts: list[Part] = []
    for source in dict.fromkeys(claim.source for claim in claims):
        of_source = [claim for claim in claims if claim.source == source]
        parts.append(Table(HEADER, _rows(of_source), f"# {source}"))
    return parts

"""Published claims and their verdicts as a table, JSON or Markdown."""

from collections.abc import Sequence
from textwrap import fill
from typing import Any

from trueodds.core.printing import fraction_text
from trueodds.proofs.claims import Judged
from trueodds.reports.text.numbers import LONGEST
from trueodds.reports.text.odds import json_text, markdown_text, table_text

SCHEMA = "trueodds.claims/1"
HEADER = ["claim", "what is claimed", "as", "verdict", "why"]
WIDTHS = (50, 34, 24, 11, 60)


def render(claims: Sequence[Judged], format_: str) -> str:
    """Judged claims in one of the formats ``table``, ``json`` and ``markdown``."""
    return {"table": _table, "json": _json, "markdown": _markdown}[format_](claims)


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


def _json(claims: Sequence[Judged]) -> str:
    return json_text({"schema": SCHEMA, "claims": [*map(record, claims)]})


def _rows(claims: Sequence[Judged]) -> list[list[str]]:
    return [[c.id, c.statement, c.claimed, c.verdict, c.why] for c in claims]


def _table(claims: Sequence[Judged]) -> str:
    wrapped = [
        [fill(text, width) for text, width in zip(row, WIDTHS, strict=True)]
        for row in _rows(claims)
    ]
    return table_text(HEADER, wrapped)


def _markdown(claims: Sequence[Judged]) -> str:
    parts = []
    for source in dict.fromkeys(claim.source for claim in claims):
        of_source = [claim for claim in claims if claim.source == source]
        parts += [f"# {source}\n", markdown_text(HEADER, _rows(of_source))]
    return "\n".join(parts)

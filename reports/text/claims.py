"""Published claims and their verdicts, as a table, JSON or Markdown."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from textwrap import fill
from typing import Any

from trueodds.core.exact.digits import fraction_text
from trueodds.proofs.claims import Judged
from trueodds.reports.output import Output, Part, Table

SCHEMA = "trueodds.claims/1"
HEADER = ["claim", "what is claimed", "as", "verdict", "why"]
WIDTHS = (50, 34, 24, 11, 60)
VERDICTS = ("true", "approximate", "false", "unspecified")


def output(claims: Sequence[Judged]) -> Output:
    """Return judged claims as an answer."""
    return Output(
        SCHEMA,
        record=lambda: {"claims": [*map(record, claims)]},
        table=lambda: _table(claims),
        markdown=lambda: _markdown(claims),
    )


def record(claim: Judged) -> dict[str, Any]:
    """Return a claim as the shipped JSON Schema describes it."""
    exact = None if claim.exact is None else fraction_text(claim.exact)
    return asdict(claim) | {"exact": exact}


def publication(claim: Judged) -> str:
    """Return title, author and date of a source, unless its name contains them."""
    title = claim.title and f"“{claim.title}”"
    facts = {claim.title: title, claim.author: claim.author, claim.date: claim.date}
    return ", ".join(text for fact, text in facts.items() if fact not in claim.source)


def counts(claims: Sequence[Judged]) -> dict[str, int]:
    """Return the number of claims of each verdict that occurs.

    The parts of a claim are counted, and not the claim itself.
    """
    wholes = {claim.id.rpartition(".")[0] for claim in claims}
    counter = Counter[str](claim.verdict for claim in claims if claim.id not in wholes)
    return {name: counter[name] for name in VERDICTS if counter[name]}


def counts_text(claims: Sequence[Judged]) -> str:
    """Return the number of claims of each verdict, such as "2 true, 1 false"."""
    return ", ".join(f"{number} {name}" for name, number in counts(claims).items())


def summary(claims: Sequence[Judged]) -> str:
    """Return a sentence with the number of claims of each verdict."""
    if not claims:
        return "No claim has this verdict."
    total = sum(counts(claims).values())
    return f"{total} claim{'s' * (total != 1)} checked: {counts_text(claims)}."


def _rows(claims: Sequence[Judged]) -> list[list[str]]:
    return [[c.id, c.statement, c.claimed, c.verdict, c.why] for c in claims]


def _table(claims: Sequence[Judged]) -> list[Part]:
    wrapped = [
        [fill(text, width) for text, width in zip(row, WIDTHS, strict=True)]
        for row in _rows(claims)
    ]
    return [summary(claims), *([Table(HEADER, wrapped)] if claims else [])]


def _markdown(claims: Sequence[Judged]) -> list[Part]:
    parts: list[Part] = [summary(claims)]
    for source in dict.fromkeys(claim.source for claim in claims):
        of_source = [claim for claim in claims if claim.source == source]
        parts.append(Table(HEADER, _rows(of_source), f"# {source}"))
    return parts

"""A verdict on somebody's program, as text or JSON."""

from collections.abc import Iterable

from trueodds.proofs.verify.verdict import SCHEMA, Example, Verdict
from trueodds.reports.output import Output, Part, Table

MOST_KINDS = 20
"""Kinds that a table shows; JSON has all."""


def output(verdict: Verdict, shown: Iterable[Part] = ()) -> Output:
    """Return a verdict as an answer, with the verdict's exit code.

    ``shown`` stands between the summary and the example.
    """
    return Output(
        SCHEMA,
        record=verdict.record,
        table=lambda: _parts(verdict, shown),
        exit_code=verdict.exit_code,
    )


def _parts(verdict: Verdict, shown: Iterable[Part]) -> list[Part]:
    parts: list[Part] = [f"{verdict.word.upper()}: {verdict.summary}", *shown]
    if verdict.example:
        parts.append(_example(verdict.example, verdict.subject))
    if verdict.notes:
        parts.append("\n".join(f"note: {note}" for note in verdict.notes))
    return parts


EXAMPLES = {
    "scorer": "smallest example",
    "simulator": "the evidence",
    "transcript": "first wrong line",
}


def _example(example: Example, subject: str) -> str:
    got = "nothing" if example.got is None else example.got
    lines = [
        f"{EXAMPLES[subject]}: {example.where}",
        f"  expected {example.expected}",
        f"  got      {got}",
        *(f"  {step}" for step in example.why),
    ]
    return "\n".join(lines)


def kinds_table(verdict: Verdict) -> list[Part]:
    """The wrong answers of a scorer by kind, or nothing."""
    kinds = verdict.details["kinds"]
    if not kinds:
        return []
    header = ["wrong", "off by", "where there is", "such as", "expected", "got"]
    keys = ["count", "off", "kind", "smallest", "expected", "got"]
    rows = [[str(kind[key]) for key in keys] for kind in kinds[:MOST_KINDS]]
    more = len(kinds) - MOST_KINDS
    rest: list[Part] = [f"and {more} more kinds"] if more > 0 else []
    return [Table(header, rows), *rest]

"""A verdict on somebody's program, as text or JSON."""

from trueodds.proofs.verify.verdict import Example, Verdict
from trueodds.reports.text.odds import json_text, table_text

MOST_KINDS = 20
"""Kinds that a table shows; JSON has all."""


def render(verdict: Verdict, format_: str, table: str = "") -> str:
    """A verdict as ``table`` or ``json``, ending in a line feed.

    ``table`` is what the text shows between the summary and the example, if anything.
    """
    if format_ == "json":
        return json_text(verdict.record())
    parts = [f"{verdict.word.upper()}: {verdict.summary}\n", table]
    if verdict.example:
        parts.append(_example(verdict.example, verdict.subject))
    parts.append("".join(f"note: {note}\n" for note in verdict.notes))
    return "\n".join(part for part in parts if part)


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
    return "\n".join(lines) + "\n"


def kinds_table(verdict: Verdict) -> str:
    """The wrong answers of a scorer by kind, or nothing."""
    kinds = verdict.details["kinds"]
    if not kinds:
        return ""
    header = ["wrong", "off by", "where there is", "such as", "expected", "got"]
    keys = ["count", "off", "kind", "smallest", "expected", "got"]
    rows = [[str(kind[key]) for key in keys] for kind in kinds[:MOST_KINDS]]
    more = len(kinds) - MOST_KINDS
    rest = f"and {more} more kinds\n" if more > 0 else ""
    return table_text(header, rows) + rest

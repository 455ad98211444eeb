"""Verdicts on users' programs as answers of a command."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from trueodds.proofs.verify.verdict import SCHEMA, Example, Verdict
from trueodds.reports.output import Output, Part, Table

MOST_CLASSES = 20
"""The most failure classes that a table shows; JSON has all."""

MOST_OUTCOMES = 12
"""Upper limit on the rows of a table; JSON has all outcomes."""

FURTHEST = 6
"""The rows shown of more outcomes: those furthest from their expected counts."""

SMALLEST = 0.01
"""Smaller expected counts are not printed in full."""

EXAMPLES = {
    "scorer": "smallest example",
    "simulator": "the evidence",
    "transcript": "first wrong line",
}


def output(
    verdict: Verdict,
    shown: Sequence[Part] = (),
    exit_code: int | None = None,
    tables: Sequence[Table] | None = None,
    before: str = "",
) -> Output:
    """Return a verdict as an answer, with the verdict's exit code by default.

    ``before`` is printed first, and ``shown`` between the summary and the example.
    Formats other than the table for people show ``tables`` in place of ``shown``.
    """
    others = shown if tables is None else tables
    return Output(
        SCHEMA,
        record=verdict.record,
        table=lambda: [*filter(None, [before]), *_parts(verdict, shown)],
        markdown=lambda: [*filter(None, [before]), *_parts(verdict, others)],
        exit_code=verdict.exit_code if exit_code is None else exit_code,
        marked=True,
    )


def _parts(verdict: Verdict, shown: Sequence[Part]) -> list[Part]:
    parts: list[Part] = [f"{verdict.word.upper()}: {verdict.headline}", *shown]
    if verdict.example:
        parts.append(_example(verdict.example, verdict.subject))
    if verdict.notes:
        parts.append("\n".join(f"note: {note}" for note in verdict.notes))
    return parts


def _example(example: Example, subject: str) -> str:
    got = "nothing" if example.got is None else example.got
    lines = [
        f"{EXAMPLES[subject]}: {example.where}",
        f"  right  {example.expected}",
        f"  yours  {got}",
        *(f"  {step}" for step in example.why),
    ]
    return "\n".join(lines)


def line_table(verdict: Verdict) -> Table:
    """Return the lines of a transcript: all right lines, then the wrong line."""
    rows = [
        [str(line), "right", text, text] for line, text in verdict.details["checked"]
    ]
    if wrong := verdict.example:
        number = wrong.where.removeprefix("line ")
        rows.append([number, "wrong", str(wrong.got or ""), str(wrong.expected)])
    return Table(["line", "verdict", "text", "right"], rows)


def failure_table(verdict: Verdict) -> list[Part]:
    """Return the failure classes of a scorer as a table, or nothing."""
    classes = verdict.details["kinds"]
    if not classes:
        return []
    header = ["answers", "difference", "scoring item", "example", "right", "yours"]
    keys = ["count", "off", "kind", "smallest", "expected", "got"]
    rows = [
        [*(str(group[key]) for key in keys), "; ".join(group["why"])]
        for group in classes[:MOST_CLASSES]
    ]
    more = len(classes) - MOST_CLASSES
    rest: list[Part] = [f"and {more} more failure classes"] if more > 0 else []
    return [Table([*header, "because"], rows), *rest]


def outcome_table(verdict: Verdict) -> list[Part]:
    """Return expected and observed counts by outcome, or nothing if there are none.

    The last column is the deviation, in standard deviations of that count alone.
    """
    rows = verdict.details.get("outcomes", [])
    total = verdict.counts.get("outcomes", 0)
    if not (total and rows):
        return []
    header = ["outcome", "probability", "expected", "observed", "deviation"]
    rest: list[Part] = []
    if len(rows) > MOST_OUTCOMES:
        rest = [
            f"and {len(rows) - FURTHEST} outcomes that deviate less (--format json)"
        ]
        rows = sorted(rows, key=partial(_surprise, total), reverse=True)[:FURTHEST]
    shown = [
        [
            row["outcome"],
            row["probability"],
            _expected(total * Fraction(row["exact"])),
            f"{row['count']:,}",
            _deviation(row["count"], total, Fraction(row["exact"])),
        ]
        for row in rows
    ]
    return [Table(header, shown), *rest]


def _surprise(total: int, row: Mapping[str, Any]) -> float:
    expected = float(total * Fraction(row["exact"]))
    return float((row["count"] - expected) ** 2 / max(expected, SMALLEST))


def _expected(number: Fraction) -> str:
    return f"{float(number):,.2f}" if number >= SMALLEST else f"< {SMALLEST}"


def _deviation(count: int, total: int, probability: Fraction) -> str:
    """Describe a count's deviation from its expectation.

    >>> _deviation(60, 100, Fraction(1, 2)), _deviation(0, 5, Fraction(1))
    ('2.0 too many', '5 too few')
    """
    difference = count - total * probability
    if not difference:
        return "0"
    direction = "too many" if difference > 0 else "too few"
    variance = total * probability * (1 - probability)
    if not variance:
        return f"{abs(difference)} {direction}"
    return f"{abs(float(difference)) / float(variance) ** 0.5:.1f} {direction}"

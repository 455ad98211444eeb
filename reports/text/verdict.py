"""Verdicts on users' programs as answers of a command."""

from collections.abc import Sequence

from trueodds.proofs.verify.verdict import SCHEMA, Example, Verdict
from trueodds.reports.output import Output, Part, Table

MOST_CLASSES = 20
"""Failure classes that a table shows; JSON has all."""

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
) -> Output:
    """Return a verdict as an answer, with the verdict's exit code by default.

    ``shown`` stands between the summary and the example. Other formats than the table
    for people have ``tables`` in its place.
    """
    others = shown if tables is None else tables
    return Output(
        SCHEMA,
        record=verdict.record,
        table=lambda: _parts(verdict, shown),
        markdown=lambda: _parts(verdict, others),
        exit_code=verdict.exit_code if exit_code is None else exit_code,
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
    """Return the lines of a transcript: all that are right, then the wrong one."""
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

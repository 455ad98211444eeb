"""The verdict on a published table of odds, as text, JSON and rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from trueodds.core import rulebook
from trueodds.core.exact.digits import counted
from trueodds.core.odds import Odds
from trueodds.core.rulebook import rules_name
from trueodds.proofs.claims.rounding import Verdict
from trueodds.proofs.verify.odds import Row
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.records import version

WORDS: dict[Verdict, str] = {
    "true": "right",
    "false": "wrong",
    "approximate": "cut off",
    "unspecified": "undecided",
}
NOT_JUDGED = "not judged"
UNDECIDED = {NOT_JUDGED, WORDS["unspecified"]}

MOST_SHOWN = 1000
"""The most rows of a table that are not right, and of others, that are printed."""


def output(rows: Sequence[Row], odds: Odds) -> Output:
    """Return the verdict on each row, with exit code 1 if any is wrong.

    Without a wrong row, the exit code is 2 if any is undecided or not judged.

    Args:
        rows: The judged rows (``proofs.verify.odds``).
        odds: The exact odds.

    Example:
        >>> import trueodds
        >>> from trueodds.proofs.verify.odds import judge_table
        >>> bunco = trueodds.odds("bunco")
        >>> answer = output(judge_table("roll.bunco,0.47 %", bunco), bunco)
        >>> answer["counts"]
        {'right': 0, 'wrong': 1}
    """
    records = [
        {
            "id": row.quantity.id if row.quantity else row.name,
            "value": row.value,
            "right": row.right,
            "verdict": NOT_JUDGED if row.fault else WORDS[row.verdict],
            "note": row.fault or row.note,
        }
        for row in rows
    ]
    counts = Counter(right=0, wrong=0)
    counts.update(record["verdict"] for record in records)

    def table() -> Iterator[Part]:
        """Yield the summary, then the rows that are not right."""
        verdicts = ", ".join(f"{number:,} {word}" for word, number in counts.items())
        yield (
            f"{counted(len(rows), 'values')}, to the digits written: {verdicts} "
            f"({rules_name(odds.game, odds.rules)})."
        )
        if unknown := [f"not judged, {row.fault}" for row in rows if row.fault]:
            yield "\n".join([*unknown[:MOST_SHOWN], *_more(unknown)])
        faults = [
            list(record.values())
            for record in records
            if record["verdict"] != NOT_JUDGED
            and (record["verdict"] != "right" or record["note"])
        ]
        if faults:
            shown = faults[:MOST_SHOWN]
            width = 5 if any(row[4] for row in shown) else 4
            header = ["quantity", "table", "right", "verdict", "note"]
            yield Table(header[:width], [row[:width] for row in shown])
            yield from _more(faults)

    return Output(
        "trueodds.odds-verdict/1",
        record=lambda: {
            "game": odds.game,
            "rules_digest": rulebook.digest(odds.game, odds.rules),
            "version": version(),
            "counts": dict(counts),
            "rows": records,
        },
        table=table,
        rows=lambda: records,
        exit_code=1 if counts["wrong"] else 2 * bool(counts.keys() & UNDECIDED),
        marked=True,
    )


def _more(rows: Sequence[object]) -> list[str]:
    """Return the line that counts the rows that are not shown, if there are any."""
    left = len(rows) - MOST_SHOWN
    return [f"… and {left:,} more; --format csv has all of them"] * (left > 0)

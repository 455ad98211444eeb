"""The verdict on a published table of odds, as text, JSON and rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from trueodds.core import rulebook
from trueodds.core.odds import Odds
from trueodds.core.preset_words import rules_in_words
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


def output(rows: Sequence[Row], odds: Odds) -> Output:
    """Return the verdict on each row; exit code 1 says that a value is wrong.

    Args:
        rows: The judged rows (``proofs.verify.odds``).
        odds: The exact odds.

    Example:
        >>> import trueodds
        >>> from trueodds.proofs.verify.odds import judge_table
        >>> bunco = trueodds.odds("bunco")
        >>> answer = output(judge_table("roll.bunco,0.47 %", bunco), bunco)
        >>> answer["counts"]
        {'wrong': 1}
    """
    name = rules_in_words(odds.game, odds.rules)
    counts = Counter(WORDS[row.verdict] for row in rows)
    records = [
        {
            "id": row.quantity.id,
            "value": row.value,
            "right": row.right,
            "verdict": WORDS[row.verdict],
        }
        for row in rows
    ]

    def table() -> Iterator[Part]:
        """Yield the summary, then the rows that are not right."""
        right = f"{counts['right']} of {len(rows)} values are right to their digits"
        yield f"{right} ({name})."
        faults = [record for record in records if record["verdict"] != "right"]
        if faults:
            header = ["quantity", "table", "right", "verdict"]
            yield Table(header, [list(record.values()) for record in faults])

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
        exit_code=1 if counts["wrong"] else 0,
    )

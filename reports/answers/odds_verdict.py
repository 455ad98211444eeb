"""The verdict on a published table of odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from trueodds.core import rulebook
from trueodds.core.exact.digits import counted
from trueodds.core.odds import Odds
from trueodds.core.rulebook import Rules, rules_name
from trueodds.proofs.claims.rounding import Verdict
from trueodds.proofs.verify.odds import TableRow
from trueodds.reports.kinds import Column, Grid
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden
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


@dataclass(frozen=True, slots=True)
class JudgedValue:
    """A value of a table of odds, and the right value to the same digits.

    ``id`` is the text of the table if it names no quantity. ``note`` says why a value
    is not judged, how it was read, or what would make it right.
    """

    id: str
    value: str
    # Empty if there is no right value: an unknown id, or a text that is no number.
    right: str
    verdict: str
    note: str


COLUMNS = (
    Column("id", "quantity"),
    Column("value", "table"),
    Column("right", "right"),
    Column("verdict", "verdict"),
    Column("note", "note"),
)


@dataclass(frozen=True, kw_only=True, repr=False)
class OddsVerdict(Answer):
    """The verdict on each value of a table of odds.

    ``counts`` has the number of values by verdict: right, wrong, cut off, undecided or
    not judged. A value is cut off if its digits are those of the exact value, but were
    not rounded. A value such as "about 0.7" is cut off, too, if it is not right but
    differs from the exact one by at most one unit of its last digit. A value is
    undecided if the exact one is known only between bounds that are too wide. The exit
    code is 1 if a value is wrong. Otherwise it is 2 if a value is undecided or not
    judged.
    """

    schema = "trueodds.odds-verdict/1"
    marked = True

    game: str
    rules_digest: str
    version: str
    counts: Mapping[str, int]
    rows: tuple[JudgedValue, ...]
    rules: Hidden[Rules]
    exit_code: Hidden[int]

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the judged values."""
        return {"rows": Grid(COLUMNS, self.rows)}

    def table(self) -> Iterator[Part]:
        """Yield the summary, then the values that are not right or have a note."""
        verdicts = ", ".join(f"{n:,} {word}" for word, n in self.counts.items())
        yield (
            f"{counted(len(self.rows), 'values')}, to the digits written: {verdicts} "
            f"({rules_name(self.game, self.rules)})."
        )
        # Right values with a note are printed too: the note says how the value was
        # read.
        left = []
        judged = []
        for row in self.rows:
            if row.verdict == NOT_JUDGED:
                left.append(f"not judged, {row.note}")
            elif row.verdict != "right" or row.note:
                judged.append(row)
        if left:
            yield "\n".join([*left[:MOST_SHOWN], *_more(left)])
        if judged:
            noted = any(row.note for row in judged[:MOST_SHOWN])
            # An empty last column would only take space.
            yield Grid(COLUMNS[: 4 + noted], judged[:MOST_SHOWN]).table()
            yield from _more(judged)


def odds_verdict(rows: Sequence[TableRow], odds: Odds) -> OddsVerdict:
    """Return the verdict on a table of odds as an answer.

    ``rows`` are the judged values of the table, as ``judge_table`` returns them.
    ``odds`` are the odds by which they were judged.

    Example:
        >>> import trueodds
        >>> from trueodds.proofs.verify.odds import judge_table
        >>> bunco = trueodds.odds("bunco")
        >>> odds_verdict(judge_table("roll.bunco,0.47 %", bunco), bunco).counts
        {'right': 0, 'wrong': 1}
    """
    values = tuple(
        JudgedValue(
            row.quantity.id if row.quantity else row.name,
            row.value,
            row.right,
            NOT_JUDGED if row.fault else WORDS[row.verdict],
            row.fault or row.note,
        )
        for row in rows
    )
    # Both are printed even if they are 0; others only if they occur.
    counts = Counter(right=0, wrong=0)
    counts.update(value.verdict for value in values)
    return OddsVerdict(
        game=odds.game,
        rules_digest=rulebook.digest(odds.game, odds.rules),
        version=version(),
        counts=dict(counts),
        rows=values,
        rules=odds.rules,
        # A table with values that could not be judged has not passed.
        exit_code=1 if counts["wrong"] else 2 * bool(counts.keys() & UNDECIDED),
    )


def _more(rows: Sequence[object]) -> list[str]:
    """Return the line that counts the rows that are not shown, if there are any."""
    left = len(rows) - MOST_SHOWN
    return [f"… and {left:,} more; --format csv has all of them"] * (left > 0)

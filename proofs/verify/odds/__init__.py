"""Verdict on a table of odds that someone published or computed.

``layout`` reads the rows, ``names`` finds the quantities, and ``cell`` gives each value
its unit. ``judging`` compares like with like, to the digits in which a value is written
(``claims.rounding``). ``explanations`` says what would make a wrong value right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from trueodds.core.errors import PositionError, TrueoddsError
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.proofs.claims.rounding import Verdict
from trueodds.proofs.verify.odds.explanations import by_rules, fits, of_digits
from trueodds.proofs.verify.odds.judging import judge
from trueodds.proofs.verify.odds.layout import Stated, stated
from trueodds.proofs.verify.odds.names import PAYS, Names, quantity_of

__all__ = ["TableRow", "judge_table"]

TO = re.compile(r"\d ?(?:to|:) ?\d+$")
"""The end of odds or of a pay-out, such as ``8 to 1``."""

MOST_EXPLAINED = 20
"""The most wrong values that are tried by other rules."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A value of the table, the quantity that it states, and the verdict.

    ``value`` is the value as written, and ``name`` the name in its row. ``right`` is
    the exact value to the digits of the table. A value that cannot be judged has a
    reason in ``fault`` instead; its ``quantity`` may be None. ``note`` says how a value
    was read, or what would make it right.
    """

    value: str
    quantity: Quantity | None
    verdict: Verdict
    right: str = ""
    fault: str = ""
    name: str = ""
    note: str = ""


def judge_table(
    text: str, odds: Odds, labels: Mapping[str, str] | None = None
) -> list[TableRow]:
    """Judge each value in a table of odds by the exact odds.

    Args:
        text: Lines with the id or the label of a quantity, and its value such as
            ``0.0046``, ``0.46 %``, ``1 in 216``, ``215 to 1`` or ``1/216``; as CSV,
            TSV, Markdown, LaTeX, the JSON of ``trueodds odds``, or columns with two
            spaces between them. A header may come first, and gives units.
        odds: The exact odds.
        labels: Further labels of quantities, by id.

    Returns:
        A row for each value. If a value cannot be judged, or has several readings, the
        ``fault`` of its row says what to write.

    Raises:
        PositionError: If there are no rows, or if the text is JSON or CSV that cannot
            be read.

    Example:
        >>> import trueodds
        >>> row, = judge_table("roll.bunco,0.47 %", trueodds.odds("bunco"))
        >>> row.verdict, row.right
        ('false', '0.46 %')
    """
    names = Names(odds, labels or {})
    rows: list[TableRow] = []
    wrong: dict[int, tuple[str, Stated]] = {}
    for value in stated(text, names):
        row = _row(value, names)
        if row.verdict == "false" and row.quantity and len(wrong) < MOST_EXPLAINED:
            wrong[len(rows)] = row.quantity.id, value
        rows.append(row)
    if not rows:
        raise PositionError("the table has no rows; write a name and a value a line")
    notes = dict.fromkeys(wrong, "")
    by_rules(odds, wrong, notes)
    for number, note in notes.items():
        row = rows[number]
        # Other rules explain a value better than a slip of a digit.
        rows[number] = replace(row, note=note or of_digits(row.value, row.right))
    return rows


def _row(value: Stated, names: Names) -> TableRow:
    """Return the verdict on a value, or why it is not judged."""
    quantity: Quantity | None = None
    try:
        if value.fault:
            raise PositionError(value.fault)
        id = names.find(value.name)
        quantity = quantity_of(names.odds, id) if id else None
        bets = names.bets(value.name)
        edges = [bet.replace(PAYS, ".edge") for bet in bets if value.name != id]
        # The column says what its numbers mean for a bet, so they are edges or returns.
        meant = edges if value.meaning else []
        if bets and TO.search(value.text):
            # "8 to 1" may be the odds of the outcome or the pay-out of the bet on it.
            chance = quantity and quantity.unit == "probability"
            meant = [id, *bets] if chance else bets
        if meant:
            id = _only(meant, value, names.odds)
            quantity = quantity_of(names.odds, id)
        if not quantity:
            raise names.unknown(value.name)
        verdict: Verdict = "false"
        right = note = ""
        for other, words in names.readings(id, value.meaning).items():
            judged = judge(
                value.text, value.unit, quantity_of(names.odds, other), names.far
            )
            right = right or judged.right
            # The first reading that is right decides. A value is wrong only by all of
            # them.
            if verdict == "false" and judged.verdict != "false":
                verdict = judged.verdict
                note = words
        if verdict == "false":
            # A value that is wrong of its own quantity may be right of another bet of
            # that name.
            others = [edge for edge in edges if fits(names.odds, edge, value)]
            _only([id, *others], value, names.odds)
    except (TrueoddsError, ValueError) as error:
        fault = f"line {value.line}: {error}"
        return TableRow(
            value.text, quantity, "unspecified", fault=fault, name=value.name
        )
    return TableRow(value.text, quantity, verdict, right, "", value.name, note)


def _only(ids: Sequence[str], value: Stated, odds: Odds) -> str:
    """Return the only id that a value can be of. Raises ``PositionError`` for several.

    The error has the right value of each.
    """
    if len(ids) > 1:
        quantities = {id.replace(PAYS, ""): quantity_of(odds, id) for id in ids}
        each = [
            f"{name} ({judge(value.text, value.unit, quantity).right})"
            for name, quantity in quantities.items()
        ]
        raise PositionError(
            f"{value.name!r} can mean several; write one of: {', '.join(each)}"
        )
    return ids[0]

"""Verdict on a table of odds that someone published or computed.

Every value is judged to the digits in which it is written (``claims.rounding``). A
value with all digits of the nearest double is right too, although its last digit may
differ from that of the exact value.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from trueodds.core.errors import PositionError, UnknownNameError
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.proofs.claims.rounding import Claimed, Verdict, judge_number

HEADERS = ("id", "label", "quantity")
SCIENTIFIC = re.compile(r"-?\d+(\.\d+)?e[+-]?\d{1,3}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Row:
    """A value of the table, the quantity that it states, and the verdict.

    ``right`` is the exact value to the digits of the table.
    """

    value: str
    quantity: Quantity
    verdict: Verdict
    right: str


def judge_table(text: str, odds: Odds) -> list[Row]:
    """Judge a table of odds.

    Args:
        text: CSV of two columns: the id or the label of a quantity, and its value such
            as ``0.0046``, ``4.6e-3``, ``0.46 %``, ``1 in 216`` or ``1/216``. A header
            may come first.
        odds: The exact odds.

    Raises:
        PositionError: If a line does not hold a name and a number.
        UnknownNameError: If a name is neither the id nor the label of a quantity.

    Example:
        >>> import trueodds
        >>> row, = judge_table("roll.bunco,0.47 %", trueodds.odds("bunco"))
        >>> row.verdict, row.right
        ('false', '0.46 %')
    """
    by_label = {quantity.label.lower(): quantity for quantity in odds.values()}
    rows = []
    for line, name, value in _lines(text):
        quantity = odds.get(name) or by_label.get(name.lower())
        if quantity is None:
            raise UnknownNameError(
                f"line {line}: {odds.game} has no quantity {name!r:.60}; "
                f"{odds.near(name)}"
            )
        try:
            claimed = Claimed.parse(_plain(value))
        except ValueError as error:
            raise PositionError(f"line {line}: {error}") from None
        double = _as_double(quantity) == value
        verdict = "true" if double else judge_number(claimed, quantity.value, "is")
        rows.append(Row(value, quantity, verdict, claimed.correct(quantity.bounds)))
    if not rows:
        raise PositionError("the table has no rows; write a name and a value a line")
    return rows


def _as_double(quantity: Quantity) -> str | None:
    """Return the quantity as a printed double; None if its bounds give two doubles."""
    lower, upper = float(quantity.bounds.lower), float(quantity.bounds.upper)
    return repr(lower) if lower == upper else None


def _plain(value: str) -> str:
    """Return a number as a claim writes it: without a power of ten.

    >>> _plain("6.95e-05"), _plain("0.46%")
    ('0.0000695', '0.46 %')
    """
    if SCIENTIFIC.fullmatch(value):
        return f"{Decimal(value):f}"
    return re.sub(r"\s*%$", " %", value)


def _lines(text: str) -> Iterator[tuple[int, str, str]]:
    reader = csv.reader(io.StringIO(text), skipinitialspace=True)
    for cells in reader:
        if not any(cells) or (reader.line_num == 1 and cells[0].lower() in HEADERS):
            continue
        if len(cells) != 2:
            raise PositionError(
                f"line {reader.line_num} has {len(cells)} cells; write a name and a "
                "value, such as: roll.bunco,0.46 %"
            )
        yield reader.line_num, cells[0].strip(), cells[1].strip()

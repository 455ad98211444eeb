"""The verdict on a cell, by comparing like with like.

Probabilities are compared with probabilities, shares of the stake with edges, and
points with points. A cell that could have two units is not judged.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from trueodds.core.exact.digits import decimal_text
from trueodds.core.exact.quantity import Quantity
from trueodds.proofs.claims.cell import Cell, read
from trueodds.proofs.claims.rounding import Verdict, judge_number

SHARES = {"probability": "a probability"}
SHARES |= dict.fromkeys(("edge", "units", "difference"), "a share of the stake")
"""Units of quantities that can be written as percentages, in words."""


ONE_NUMBER = ("", "%", "decimal", "1 in", "odds")
"""Units of cells that differ in a single number, which is near the exact one or not."""


EVEN = 2
"""Odds of 1 to 1, as the number of 1 in N."""


class StatedValue(NamedTuple):
    """A verdict on a value of a table, and the exact value to the table's digits."""

    verdict: Verdict
    right: str


Far: TypeAlias = dict[tuple[str, str, int], tuple[float, StatedValue]]
"""Verdicts on wrong cells, each with the exact number as a float.

A key is the quantity's id, the cell's unit, and the denominator of its last digit.
"""


def judge(
    text: str, unit: str, quantity: Quantity, far: Far | None = None
) -> StatedValue:
    """Return the verdict on a cell of a table of odds.

    Args:
        text: The cell.
        unit: The unit of its column, or an empty text.
        quantity: The exact number.
        far: Verdicts of earlier calls on wrong cells, to save time. A cell that is
            far from the exact number gets the earlier verdict at once. If the
            function finds a wrong cell, it adds its own verdict.

    Raises:
        ValueError: If the cell is no number, if it cannot be compared with the
            quantity, or if it could have several units.

    Example:
        >>> bunco = Quantity.probability("roll.bunco", "Bunco", 1, 216)
        >>> judge("214 to 1", "", bunco)
        StatedValue(verdict='false', right='215 to 1')
    """
    cell = read(text, unit)
    _require_kind(text, unit, cell, quantity)
    key = quantity.id, cell.unit, cell.number.step.denominator
    if far and key in far:
        seen, judged = far[key]
        value = float(cell.number.value)
        # A number whose % sign is missing is a hundred times ours.
        off = min(abs(value - seen), abs(value - 100 * seen))
        if cell.unit == "odds":
            # As "N to 1 on" it is 1 in 1 + 1/N, with a smaller step if N is 1 or more.
            off = min(off, abs(value / (value - 1) - seen)) if value >= EVEN else 0
        # Far from every reading: floats are enough to see it.
        if off > 4 * float(cell.number.step):
            return judged
    exact = quantity.bounds
    # Bounds are true if they hold ours. A narrower interval claims too much.
    if cell.upper:
        inside = cell.number.value <= exact.lower and exact.upper <= cell.upper.value
        right = "[{}, {}]".format(*exact.texts(6))
        return StatedValue("true" if inside else "false", right)
    if cell.unit == "count":
        right = f"{quantity.count:,} of {quantity.total:,}"
        # A count of another total may be the same probability, so it is not judged.
        if cell.number.value != quantity.count:
            raise ValueError(f"the total of {text} is not named; ours is {right}")
        return StatedValue("true", right)
    verdict = _verdict(cell, quantity)
    double = quantity.one_in if cell.unit == "1 in" else quantity.decimal
    # Our own output prints the nearest float, whose last digit need not be rounded.
    if verdict != "true" and text.removeprefix("1 in ") == repr(double):
        return StatedValue("true", text)
    if verdict == "false":
        _refuse_other_units(text, cell, quantity)
    judged = StatedValue(verdict, _right(cell, quantity))
    if far is not None and verdict == "false" and cell.unit in ONE_NUMBER:
        far[key] = float(cell.number.seen(exact.midpoint)), judged
    return judged


def _require_kind(text: str, unit: str, cell: Cell, quantity: Quantity) -> None:
    """Raise ``ValueError`` if a cell cannot be compared with a quantity."""
    number = cell.number.value
    kinds = ["decimal", "fraction", "interval"]
    # A chance of 0 or 1 without decimals says that nothing, or all else, is impossible.
    digits = cell.number.step < 1 or number == quantity.value
    if quantity.unit not in SHARES:
        kinds += ["", quantity.unit.removesuffix("s")]
    else:
        kinds.append("%")
        # A number without a unit is a share only if it can be one.
        if abs(number) <= 1 and digits:
            kinds.append("")
    if quantity.unit == "probability":
        kinds += ["1 in", "odds"]
        if quantity.count is not None:
            kinds.append("count")
    if cell.unit in kinds:
        return
    kind = SHARES.get(quantity.unit, f"a number of {quantity.unit}")
    advice = "is not"
    if not cell.unit:
        # Nothing is guessed: the message says how each meaning is written.
        ways = []
        if abs(number) <= 100:
            ways.append(f"{text} %")
        if quantity.unit == "probability" and number:
            ways.append(f"1 in {text}, if it is no number of points")
        advice = "has no unit"
        if ways:
            advice += f"; write {' or '.join(ways)}"
    elif cell.unit == unit:
        advice = f"in a column of {unit} is not"
    raise ValueError(f"{quantity.id} is {kind}, and {text!r} {advice}")


def _verdict(cell: Cell, quantity: Quantity) -> Verdict:
    """Return the verdict on a number. Small odds have to be exact."""
    relation = "about" if cell.about else "is"
    verdict = judge_number(cell.number, quantity.value, relation)
    if cell.unit == "odds" and verdict == "true":
        # Odds are rounded to whole numbers. For small ones that is too coarse to be
        # right.
        off = abs(cell.number.value - 1 / quantity.bounds.midpoint)
        return "true" if 10 * off <= cell.number.value - 1 else "false"
    return verdict


def _refuse_other_units(text: str, cell: Cell, quantity: Quantity) -> None:
    """Raise ``ValueError`` if a wrong cell is right in a unit that it does not name."""
    others = []
    if not cell.unit and quantity.unit in SHARES:
        others = [f"{text} %"]
    if cell.unit == "odds" and not text.endswith(" on"):
        others = [f"{text} on", re.sub(r"^1(?: to |:)(?=\d\d)", "1 in ", text)]
    for other in others:
        if _verdict(read(other), quantity) == "true":
            raise ValueError(
                f"{text!r} is right only as {other}; write this if it is meant"
            )


def _right(cell: Cell, quantity: Quantity) -> str:
    """Return the exact value to the digits of a cell, or to more if they say little."""
    number = cell.number
    exact = quantity.bounds
    if cell.unit == "odds" and exact.lower:
        return odds_text(quantity)
    if not number.step or not exact.lower:
        return number.correct(exact)
    # A claim such as "about 1,000" has a step above 1. The right value has more digits.
    most = Fraction(1, 100 if number.unit == "%" else 1)
    number = replace(number, step=min(most, number.step))
    seen = number.seen(exact.midpoint)
    rough = 10 * abs(number.rounded(exact.midpoint) - seen) > abs(seen)
    return number.text(seen) if rough else number.correct(exact)


def odds_text(quantity: Quantity) -> str:
    """Return the odds against a probability, with up to three decimals.

    >>> odds_text(Quantity.probability("roll.6.farkle", "", 5, 216))
    '42.2 to 1'
    """
    against = 1 / quantity.bounds.midpoint - 1
    return f"{decimal_text(against, len(str(int(against))) + 3)} to 1"

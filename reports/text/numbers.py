"""Numbers as people read them: decimals, 1 in N, and fractions too long to print."""

import re
from fractions import Fraction

from trueodds.core.printing import decimal_text, fraction_text, integer_text
from trueodds.core.quantity import Quantity

LONGEST = 48
"""The most characters of a fraction that a table for people shows."""


def exact_text(quantity: Quantity, *, abridge: bool = False) -> str:
    """Return the exact value: a fraction, or the two bounds that enclose it.

    >>> exact_text(Quantity.probability("roll.bunco", "Bunco", 1, 216))
    '1/216'
    """
    if quantity.exact is None:
        return "[{}, {}]".format(*quantity.bounds.texts())
    text = fraction_text(quantity.exact)
    if abridge and len(text) > LONGEST:
        digits = len(text.partition("/")[0]), len(text.partition("/")[2])
        return "a fraction of {} by {} digits".format(*digits)
    return text


def decimal(quantity: Quantity, digits: int = 12) -> str:
    """The value to so many significant digits."""
    return decimal_text(quantity.bounds.midpoint, digits)


def one_in(quantity: Quantity) -> str:
    """Return the N of "1 in N", grouped in thousands; empty if there is none.

    >>> one_in(Quantity.probability("show.hand.29", "29", 4, 12994800))
    '3,248,700'
    """
    if quantity.unit != "probability" or not quantity.bounds.lower:
        return ""
    chance: Fraction = 1 / quantity.bounds.midpoint
    if chance >= 10**15:
        return decimal_text(chance, 4)
    return f"{round(chance):,}" if chance >= 1000 else decimal_text(chance, 4)


def share(quantity: Quantity) -> str:
    """Count of total, grouped in thousands; empty where it is not a count."""
    if quantity.count is None or quantity.total is None:
        return ""
    return f"{_grouped(quantity.count)} of {_grouped(quantity.total)}"


def _grouped(number: int) -> str:
    """Digits in groups of three."""
    digits = integer_text(number)
    first = len(digits) % 3 or 3
    groups = [digits[:first], *re.findall("...", digits[first:])]
    return ",".join(groups)


def headline(quantity: Quantity) -> str:
    """Return the value as a headline: a percentage, or a number with its unit.

    >>> headline(Quantity.probability("roll.bunco", "Bunco", 1, 216))
    '0.4630 %'
    """
    value = quantity.bounds.midpoint
    if quantity.unit in ("probability", "edge"):
        if value < Fraction(1, 10**6):
            return f"{decimal_text(100 * value, 4)} %"
        return f"{float(100 * value):#.4g} %" if value < 1 else "100 %"
    return decimal_text(value, 7)

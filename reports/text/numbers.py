"""Numbers as people read them: percentages, decimals, 1 in N, and fractions."""

import re
from fractions import Fraction

from trueodds.core.exact.digits import decimal_text, fraction_text, integer_text
from trueodds.core.exact.quantity import Quantity

LONGEST = 48
"""The longest fraction, in characters, that a table shows by default."""


def exact_text(quantity: Quantity, *, abridge: bool = False) -> str:
    """Return the exact value: a fraction, or the two bounds that enclose it.

    >>> exact_text(Quantity.probability("roll.bunco", "Bunco", 1, 216))
    '1/216'
    """
    if quantity.exact is None:
        return "[{}, {}]".format(*quantity.bounds.texts())
    text = fraction_text(quantity.exact)
    if abridge and len(text) > LONGEST:
        return "long; show it with --exact"
    return text


def decimal(quantity: Quantity, digits: int = 12) -> str:
    """Return the value to a number of significant digits, or fewer if proved to fewer.

    If not even two digits are proved, return the midpoint of the bounds.

    >>> from trueodds.core.exact.enclosure import Enclosure
    >>> bounds = Enclosure(Fraction("1.29906"), Fraction("1.29914"))
    >>> decimal(Quantity(id="value", label="", value=bounds, unit="points", method=""))
    '1.2991'
    """
    bounds = quantity.bounds
    for fewer in range(digits, 1, -1):
        text = decimal_text(bounds.lower, fewer)
        if text == decimal_text(bounds.upper, fewer):
            return text
    return decimal_text(bounds.midpoint, digits)


PERCENT = {"probability": " %", "edge": " of 100 staked", "difference": " points of %"}
"""Units of values that are printed times 100, with the text that follows them."""

BARE = ("variance", "correlation", "units")
"""Units that are not printed."""


def value_text(quantity: Quantity, digits: int | None = None) -> str:
    """Return the value as people read it, with its unit.

    The default is two decimals, or as many as show two significant digits.
    ``digits`` is a number of significant digits instead.

    >>> value_text(Quantity.probability("roll.bunco", "Bunco", 1, 216))
    '0.46 %'
    """
    value, unit = quantity.bounds.midpoint, f" {quantity.unit}"
    if quantity.unit in PERCENT:
        value, unit = 100 * value, PERCENT[quantity.unit]
    elif quantity.unit in BARE:
        unit = ""
    if digits is not None:
        whole, point, rest = decimal_text(value, digits).partition(".")
        whole = f"{int(whole):,}" if whole.isdigit() else whole
        return f"{whole}{point}{rest}{unit}"
    if value.denominator == 1 and quantity.exact is not None:
        return f"{_grouped(value.numerator)}{unit}"
    if 0 < abs(value) < Fraction(1, 20) or abs(value) >= 10**15:
        return f"{decimal_text(value, 2)}{unit}"
    return f"{float(value):,.2f}{unit}"


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


def one_in_text(quantity: Quantity) -> str:
    """Return "1 in N" for a probability below one half, else an empty text."""
    likely = quantity.bounds.upper * 2 >= 1
    number = "" if likely else one_in(quantity)
    return f"1 in {number}" if number else ""


def percent_of_edge(edge: Quantity, digits: int | None = None) -> str:
    """Return a house edge as a percentage; empty for any other quantity.

    >>> tie = Quantity("bet.tie_8.edge", "", Fraction(1436, 10000), "edge", "")
    >>> percent_of_edge(tie), value_text(tie)
    ('14.36 %', '14.36 of 100 staked')
    """
    text, staked, _ = value_text(edge, digits).partition(PERCENT["edge"])
    return f"{text} %" if staked else ""


def beside_text(quantity: Quantity, digits: int | None = None) -> str:
    """Return what stands beside a value: "1 in N", or a house edge as a percentage."""
    edge = percent_of_edge(quantity, digits)
    return f"house edge {edge}" if edge else one_in_text(quantity)


def share(quantity: Quantity) -> str:
    """Return "count of total", grouped in thousands; empty if the value is no count."""
    if quantity.count is None or quantity.total is None:
        return ""
    return f"{_grouped(quantity.count)} of {_grouped(quantity.total)}"


def cases(quantity: Quantity, nouns: str) -> str:
    """Return a probability as cases: "5 rolls in 18", or "9.52 % of rolls".

    >>> cases(Quantity.probability("roll.3.farkle", "Farkle", 60, 216), "rolls")
    '5 rolls in 18'
    """
    exact = quantity.exact
    if exact and (exact.numerator == 1 or exact.denominator < 1000):
        noun = nouns if exact.numerator > 1 else nouns.removesuffix("s")
        return f"{_grouped(exact.numerator)} {noun} in {_grouped(exact.denominator)}"
    return f"{value_text(quantity)} of {nouns}"


def _grouped(number: int) -> str:
    """Return an integer of any length with its digits in groups of three."""
    if number < 0:
        return f"-{_grouped(-number)}"
    digits = integer_text(number)
    first = len(digits) % 3 or 3
    groups = [digits[:first], *re.findall("...", digits[first:])]
    return ",".join(groups)

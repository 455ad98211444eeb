"""Numbers as people read them: percentages, decimals, 1 in N, and fractions."""

import re
from decimal import Decimal
from fractions import Fraction

from trueodds.core.exact.digits import decimal_text, fraction_text
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity

LONGEST = 48
"""The longest fraction, in characters, that a table shows by default."""


def exact_text(quantity: Quantity, *, abridge: bool = False) -> str:
    """Return the exact value: a fraction, or the two bounds that enclose it.

    To ``abridge`` it, leave out bounds and long fractions.

    >>> exact_text(Quantity.probability("roll.bunco", "Bunco", 1, 216))
    '1/216'
    """
    if abridge and quantity.exact is None:
        return ""
    text = all_digits(quantity.value)
    if abridge and len(text) > LONGEST:
        return "long; show it with --exact"
    return text


def all_digits(value: Fraction | Enclosure) -> str:
    """Return a fraction, or both bounds up to the digits in which they differ, as text.

    >>> all_digits(Enclosure(Fraction("1.29906"), Fraction("1.29914")))
    '[1.29906, 1.29914]'
    """
    if isinstance(value, Enclosure):
        return "[{}, {}]".format(*value.texts())
    return fraction_text(value)


def decimal(quantity: Quantity, digits: int = 12) -> str:
    """Return the value to a number of significant digits, or fewer if proved to fewer.

    If no digit is proved, return both bounds.

    >>> from trueodds.core.exact.enclosure import Enclosure
    >>> bounds = Enclosure(Fraction("1.29906"), Fraction("1.29914"))
    >>> decimal(Quantity(id="value", label="", value=bounds, unit="points", method=""))
    '1.2991'
    """
    return _proved(quantity.bounds, digits)


def _proved(bounds: Enclosure, digits: int) -> str:
    """Return the rounded digits that both bounds share, or else both bounds."""
    return bounds.proved(digits) or "{} to {}".format(*bounds.texts(3))


def two_decimals(bounds: Enclosure) -> str:
    """Return a value with two decimals, or with fewer digits if proved to fewer.

    >>> two_decimals(Enclosure(Fraction("1.29906"), Fraction("1.29914")))
    '1.30'
    """
    # Two bounds that print the same prove every digit that is printed.
    low = f"{float(bounds.lower):,.2f}"
    high = f"{float(bounds.upper):,.2f}"
    return low if low == high else _proved(bounds, 12)


PERCENT = {
    "probability": " %",
    "edge": " %",
    "difference": " percentage points",
}
"""Units of values that are printed times 100, with the text that follows them."""

NAMES = {"buncos": " Buncos", "variance": "", "correlation": "", "units": ""}
"""The text that follows values of other units, unless it is the unit's name."""


def value_text(quantity: Quantity, digits: int | None = None) -> str:
    """Return the value as people read it, with its unit.

    The default is two decimals, or as many as show two significant digits.
    ``digits`` is a number of significant digits instead.

    >>> value_text(Quantity.probability("roll.bunco", "Bunco", 1, 216))
    '0.46 %'
    """
    bounds = quantity.bounds
    unit = NAMES.get(quantity.unit, f" {quantity.unit}")
    if quantity.unit in PERCENT:
        bounds = Enclosure(100 * bounds.lower, 100 * bounds.upper)
        unit = PERCENT[quantity.unit]
    if digits is not None:
        text = _proved(bounds, digits)
        # Only the whole part is grouped: digits after the point are not.
        grouped = re.sub("^[0-9]+", lambda whole: f"{int(whole[0]):,}", text)
        return grouped + unit
    text = _usual(bounds.lower, whole=quantity.exact is not None)
    # Digits in which the bounds differ are not proved, and so not printed.
    if quantity.exact is None and text != _usual(bounds.upper, whole=False):
        text = _proved(bounds, 12)
    if text in ("1", "-1"):
        unit = unit.removesuffix("s")
    return text + unit


def _usual(value: Fraction, *, whole: bool) -> str:
    """Return a value with two decimals, or as many as show two significant digits.

    A number that is ``whole`` has no decimals.
    """
    if value.denominator == 1 and whole:
        return _grouped(value.numerator)
    # With two decimals a small number would lose its digits, and a float has none left
    # for the decimals of a number above 10**15.
    if 0 < abs(value) < Fraction(1, 20) or abs(value) >= 10**15:
        return decimal_text(value, 2)
    return f"{float(value):,.2f}"


def uncertain(text: str, probability: Enclosure) -> str:
    """Return the text of a probability, or a limit where it rounds to 0 or 100 %.

    ``text`` is the probability as a percentage, which is returned unless it needs a
    limit.

    >>> uncertain("100.00 %", Enclosure(Fraction(99_999, 100_000), Fraction(1)))
    'more than 99.99 %'
    """
    # People read 100 % as "always" and 0 % as "never", which only exact values mean.
    if re.fullmatch(r"100(\.0+)? %", text) and probability.lower < 1:
        return "more than 99.99 %"
    unproved = " to " in text or text == "0.00 %"
    limited = unproved and 0 < probability.upper < Fraction(1, 10_000)
    return "less than 0.01 %" if limited else text


def one_in(quantity: Quantity) -> str:
    """Return the N of "1 in N", grouped in thousands; empty if there is none.

    >>> one_in(Quantity.probability("show.hand.29", "29", 4, 12994800))
    '3,248,700'
    """
    if quantity.unit != "probability" or not quantity.bounds.lower:
        return ""
    # The inverse exchanges the bounds.
    chances = Enclosure(1 / quantity.bounds.upper, 1 / quantity.bounds.lower)
    low = chances.lower
    high = chances.upper
    # A whole N would be too coarse below 1000, and above 10**15 only its size matters.
    if high >= 10**15 or low < 1000:
        return _proved(chances, 4)
    if round(low) == round(high):
        return f"{round(low):,}"
    text = _proved(chances, 6)
    if text.isdigit():
        return f"about {int(text):,}"
    return text


def one_in_text(quantity: Quantity) -> str:
    """Return "1 in N" for a probability below one half, else an empty text."""
    # "1 in 1.3" is harder to read than the percentage.
    likely = quantity.bounds.upper * 2 >= 1
    number = "" if likely else one_in(quantity)
    return f"1 in {number}" if number else ""


def share(quantity: Quantity) -> str:
    """Return the counted cases of a quantity as text; empty if no cases were counted.

    They are the cases in question, and all equally likely cases.

    >>> share(Quantity.probability("roll.bunco", "Bunco", 1, 216))
    '1 of 216'
    """
    if quantity.count is None or quantity.total is None:
        return ""
    return f"{_grouped(quantity.count)} of {_grouped(quantity.total)}"


def cases(quantity: Quantity, nouns: str) -> str:
    """Return a probability as cases: "5 rolls in 18", or "9.52 % of rolls".

    ``nouns`` is the plural of the cases.

    >>> cases(Quantity.probability("roll.3.farkle", "Farkle", 60, 216), "rolls")
    '5 rolls in 18'
    """
    percentage = f"{value_text(quantity)} of {nouns}"
    exact = quantity.exact
    if not exact or exact >= 1:
        return percentage
    # Only fractions that people can picture; others are percentages.
    count = exact.numerator
    total = exact.denominator
    if count != 1 and total >= 1000:
        return percentage
    noun = nouns if count > 1 else nouns.removesuffix("s")
    return f"{_grouped(count)} {noun} in {_grouped(total)}"


def _grouped(number: int) -> str:
    """Return an integer of any length with its digits in groups of three."""
    return f"{Decimal(number):,}"

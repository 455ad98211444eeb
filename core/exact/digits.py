"""Exact numbers of any length as text.

Python refuses to print integers past 4,300 digits unless a global limit is lifted;
flint prints them all, and faster.
"""

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

from flint import fmpz


def integer_text(value: int) -> str:
    """Return all digits of an integer.

    >>> len(integer_text(10**5000))
    5001
    """
    return str(fmpz(value))


def fraction_text(value: Fraction) -> str:
    """Return ``p/q`` in lowest terms, or an integer.

    >>> fraction_text(Fraction(2, 432)), fraction_text(Fraction(25))
    ('1/216', '25')
    """
    if value.denominator == 1:
        return integer_text(value.numerator)
    return f"{integer_text(value.numerator)}/{integer_text(value.denominator)}"


def decimal_text(value: Fraction, digits: int, rounding: str = ROUND_HALF_EVEN) -> str:
    """Round a rational once, to at most ``digits`` significant digits.

    ``rounding`` is a rounding mode of the module ``decimal``, such as ``ROUND_FLOOR``.

    >>> decimal_text(Fraction(1, 216), 8)
    '0.0046296296'
    >>> decimal_text(Fraction(10), 8)
    '10'
    """
    context = Context(prec=digits, rounding=rounding)
    quotient = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    if not -12 < quotient.adjusted() < 24:
        return f"{quotient:e}"
    text = f"{quotient:f}"
    # Zeros at the end count in a whole number, and mean nothing after a point.
    return text.rstrip("0").rstrip(".") if "." in text else text


SINGULARS = {"dice": "die"}
"""The singulars of plurals that do not only add an "s"."""


def counted(number: int, things: str) -> str:
    """Format a count with its noun, whose first word is singular for 1.

    ``things`` is the noun in the plural. Further words may follow it.

    >>> counted(1, "Buncos of a player"), counted(1000, "points"), counted(1, "dice")
    ('1 Bunco of a player', '1,000 points', '1 die')
    """
    first, blank, rest = things.partition(" ")
    if number == 1:
        first = SINGULARS.get(first, first.removesuffix("s"))
    return f"{number:,} {first}{blank}{rest}"

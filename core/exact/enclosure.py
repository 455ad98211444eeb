"""Enclosures: values known only between two proved bounds.

A few answers are irrational (a standard deviation) or have rationals too large to hold
(a match of many turns). Such an answer is a proved lower and a proved upper bound, both
exact rationals. Printing rounds outward, so the printed interval still encloses the
value. Bounds are often sums of floats, whose last digits differ between processors, so
printing ends where the proof ends.
"""

from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction
from math import isqrt
from typing import Any, TypeAlias

from flint import arb, fmpq

from trueodds.core.exact.digits import decimal_text

Ball: TypeAlias = Any
"""A ball of Arb: an enclosure of a real number that does its own rounding."""


@dataclass(frozen=True, slots=True)
class Enclosure:
    """Two exact rationals with ``lower <= value <= upper``, proved.

    Raises ``ValueError`` if the lower bound exceeds the upper bound.

    >>> Enclosure(Fraction(1, 3), Fraction(1, 2)).width
    Fraction(1, 6)
    """

    lower: Fraction
    upper: Fraction

    @classmethod
    def around(cls, value: "Fraction | Enclosure") -> "Enclosure":
        """Return the bounds of a value, which coincide if it is exact."""
        return value if isinstance(value, Enclosure) else cls(value, value)

    def __post_init__(self) -> None:
        if self.lower > self.upper:
            raise ValueError(f"bounds are crossed: {self.lower} > {self.upper}")

    @property
    def width(self) -> Fraction:
        """The distance between the bounds."""
        return self.upper - self.lower

    @property
    def midpoint(self) -> Fraction:
        """The mean of the bounds: the number to print if a single number is needed."""
        return (self.lower + self.upper) / 2

    def meets(self, other: "Enclosure") -> bool:
        """Return True if the enclosures overlap: they can hold the same value."""
        return self.lower <= other.upper and other.lower <= self.upper

    def __contains__(self, value: Fraction) -> bool:
        return self.lower <= value <= self.upper

    def __add__(self, other: "Enclosure") -> "Enclosure":
        return Enclosure(self.lower + other.lower, self.upper + other.upper)

    def __sub__(self, other: "Enclosure") -> "Enclosure":
        """Return an enclosure of the difference.

        >>> Enclosure(Fraction(3), Fraction(4)) - Enclosure(Fraction(1), Fraction(2))
        Enclosure(lower=Fraction(1, 1), upper=Fraction(3, 1))
        """
        return Enclosure(self.lower - other.upper, self.upper - other.lower)

    def texts(self, digits: int = 20) -> tuple[str, str]:
        """Return both bounds as decimals of at most ``digits`` digits, rounded outward.

        The texts end at the second significant digit of the width, because later digits
        would say nothing more about the value.

        >>> Enclosure(Fraction(1, 3), Fraction(2, 3)).texts()
        ('0.33', '0.67')
        """
        lower = self.lower
        upper = self.upper
        if lower < upper:
            second_digit = Decimal(decimal_text(self.width, 1)).adjusted() - 1
            step = Fraction(10) ** second_digit
            lower = lower // step * step
            upper = -(-upper // step) * step
        return (
            decimal_text(lower, digits, ROUND_FLOOR),
            decimal_text(upper, digits, ROUND_CEILING),
        )

    def proved(self, digits: int) -> str:
        """Return the rounded digits that both bounds share, at most ``digits``.

        The text is empty if no digit is proved.

        >>> bounds = Enclosure(Fraction("1.29906"), Fraction("1.29914"))
        >>> bounds.proved(12), bounds.proved(2)
        ('1.2991', '1.3')
        """
        for fewer in range(digits, 0, -1):
            text = decimal_text(self.lower, fewer)
            if text == decimal_text(self.upper, fewer):
                return text
        return ""

    @property
    def decimal(self) -> float:
        """The float to print.

        If both bounds have the same nearest float, it is that float. Otherwise it has
        the proved digits, or is the printed upper bound if no digit is proved.

        >>> Enclosure(Fraction("1.29906"), Fraction("1.29914")).decimal
        1.2991
        """
        nearest = float(self.lower)
        if nearest == float(self.upper):
            return nearest
        return float(self.proved(16) or self.texts()[1])

    def record(self, digits: int = 20) -> dict[str, str]:
        """Return the texts of both bounds by name, rounded outward.

        A text has at most ``digits`` significant digits.

        >>> Enclosure(Fraction(1, 3), Fraction(2, 3)).record()
        {'lower': '0.33', 'upper': '0.67'}
        """
        return dict(zip(("lower", "upper"), self.texts(digits), strict=True))


def square_root(value: Fraction, bits: int = 96) -> Fraction | Enclosure:
    """Return the square root of a rational >= 0, exact if it is rational.

    Otherwise return an enclosure of width ``2**-bits / denominator``, from the integer
    square root: with x = p/q, sqrt(x) = sqrt(p*q)/q. Raises ``ValueError`` for a
    negative value.

    >>> square_root(Fraction(4, 9))
    Fraction(2, 3)
    >>> square_root(Fraction(2)).texts(12)
    ('1.41421356237', '1.41421356238')
    """
    if value < 0:
        raise ValueError(f"{value} has no real square root")
    product = value.numerator * value.denominator
    scale = 1 << bits
    root = isqrt(product)
    if root * root == product:
        return Fraction(root, value.denominator)
    scaled = isqrt(product * scale * scale)
    denominator = value.denominator * scale
    return Enclosure(Fraction(scaled, denominator), Fraction(scaled + 1, denominator))


def ball(number: Fraction | int) -> arb:
    """Return the smallest Arb ball around a rational, at the working precision.

    >>> one = ball(Fraction(1, 3)) * 3
    >>> one == 1, one.contains(1)
    (False, True)
    """
    return arb(fmpq(number.numerator, number.denominator))

"""Enclosures: values known only between two proved bounds.

A few answers are irrational (a standard deviation) or have rationals too large to hold
(a match of many turns). Such an answer is a proved lower and a proved upper bound, both
exact rationals. Printing rounds outward, so the printed interval still encloses the
value.
"""

from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR
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
        """The number to print if a single number is needed."""
        return (self.lower + self.upper) / 2

    def meets(self, other: "Enclosure") -> bool:
        """Return True if both can enclose the same value."""
        return self.lower <= other.upper and other.lower <= self.upper

    def __contains__(self, value: Fraction) -> bool:
        return self.lower <= value <= self.upper

    def texts(self, digits: int = 20) -> tuple[str, str]:
        """Return both bounds as decimals of ``digits`` digits, rounded outward.

        >>> Enclosure(Fraction(1, 3), Fraction(2, 3)).texts(4)
        ('0.3333', '0.6667')
        """
        return (
            decimal_text(self.lower, digits, ROUND_FLOOR),
            decimal_text(self.upper, digits, ROUND_CEILING),
        )

    def record(self, digits: int = 20) -> dict[str, str]:
        """Return the texts of both bounds by name.

        >>> Enclosure(Fraction(1, 3), Fraction(2, 3)).record(4)
        {'lower': '0.3333', 'upper': '0.6667'}
        """
        return dict(zip(("lower", "upper"), self.texts(digits), strict=True))


def square_root(value: Fraction, bits: int = 96) -> Fraction | Enclosure:
    """Return the square root of a rational >= 0, exact if it is rational.

    Otherwise return an enclosure of width ``2**-bits / denominator``, from the integer
    square root: with x = p/q, sqrt(x) = sqrt(p*q)/q.

    >>> square_root(Fraction(4, 9))
    Fraction(2, 3)
    >>> square_root(Fraction(2)).texts(12)
    ('1.41421356237', '1.41421356238')
    """
    if value < 0:
        raise ValueError(f"{value} has no real square root")
    product, scale = value.numerator * value.denominator, 1 << bits
    root = isqrt(product)
    if root * root == product:
        return Fraction(root, value.denominator)
    scaled, denominator = isqrt(product * scale * scale), value.denominator * scale
    return Enclosure(Fraction(scaled, denominator), Fraction(scaled + 1, denominator))


def ball(number: Fraction | int) -> arb:
    """Return the smallest ball around a rational, at the working precision.

    >>> one = ball(Fraction(1, 3)) * 3
    >>> one == 1, one.contains(1)
    (False, True)
    """
    return arb(fmpq(number.numerator, number.denominator))

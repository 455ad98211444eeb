"""Laws known from below: what is cut off or rounded away is counted and never lost.

A law of numbers is a polynomial of integers, each at most ``SCALE`` times the chance.
Sums and products of such bounds, rounded down, are such bounds again. As chances add
to one, what the bounds fall short of one is all that any event can be above its own.
"""

from collections.abc import Iterable
from fractions import Fraction

from flint import fmpq, fmpz, fmpz_poly

from trueodds.core.enclosure import Enclosure

SCALE = 1 << 96
ONE = fmpz_poly([SCALE])


def floor(chance: fmpq) -> fmpz:
    """A bound of one chance."""
    return chance.p * SCALE // chance.q


def sum_law(one: fmpz_poly, other: fmpz_poly, length: int) -> fmpz_poly:
    """The law of the sum of two independent numbers, cut to numbers below ``length``.

    >>> coin = fmpz_poly([SCALE // 2, SCALE // 2])
    >>> sum_law(coin, coin, 3) == fmpz_poly([SCALE // 4, SCALE // 2, SCALE // 4])
    True
    """
    return one.mul_low(other, length) // SCALE


def powers(law: fmpz_poly, most: int, length: int) -> list[fmpz_poly]:
    """The laws of the sums of 0, 1, … ``most`` numbers."""
    found = [ONE]
    for _ in range(most):
        found.append(sum_law(found[-1], law, length))
    return found


def coefficients(law: fmpz_poly, length: int) -> list[fmpz]:
    """The bounds of 0, 1, … ``length - 1``."""
    known = law.coeffs()[:length]
    return known + [fmpz(0)] * (length - len(known))


def enclosure(law: fmpz_poly, numbers: Iterable[int]) -> Enclosure:
    """The chance of any of these numbers.

    >>> enclosure(fmpz_poly([SCALE // 2, SCALE // 4]), [1])
    Enclosure(lower=Fraction(1, 4), upper=Fraction(1, 2))
    """
    held = int(sum((law[n] for n in numbers), fmpz(0)))
    missing = SCALE - int(law(1))
    return Enclosure(Fraction(held, SCALE), Fraction(held + missing, SCALE))

"""Sub-probability distributions of sums, which give rigorous bounds.

A distribution of numbers is a polynomial of integers, each at most ``SCALE`` times a
probability. Sums and products of such lower bounds, rounded down, are lower bounds too.
Truncated or rounded mass is never lost: as probabilities add up to one, the total that
is missing bounds the error of every event.
"""

from collections.abc import Iterable
from fractions import Fraction

from flint import fmpq, fmpz, fmpz_poly

from trueodds.core.enclosure import Enclosure

SCALE = 1 << 96
ONE = fmpz_poly([SCALE])


def floor(probability: fmpq) -> fmpz:
    """Return the lower bound of a probability, in units of ``SCALE``."""
    return probability.p * SCALE // probability.q


def convolve(left: fmpz_poly, right: fmpz_poly, length: int) -> fmpz_poly:
    """Return the distribution of the sum of two numbers, cut below ``length``.

    >>> coin = fmpz_poly([SCALE // 2, SCALE // 2])
    >>> convolve(coin, coin, 3) == fmpz_poly([SCALE // 4, SCALE // 2, SCALE // 4])
    True
    """
    return left.mul_low(right, length) // SCALE


def powers(distribution: fmpz_poly, most: int, length: int) -> list[fmpz_poly]:
    """Return the distributions of the sums of 0, 1, … ``most`` numbers."""
    sums = [ONE]
    for _ in range(most):
        sums.append(convolve(sums[-1], distribution, length))
    return sums


def coefficients(distribution: fmpz_poly, length: int) -> list[fmpz]:
    """Return the lower bounds of 0, 1, … ``length - 1``."""
    known = distribution.coeffs()[:length]
    return known + [fmpz(0)] * (length - len(known))


def enclosure(distribution: fmpz_poly, numbers: Iterable[int]) -> Enclosure:
    """Return the probability of any of these numbers.

    >>> enclosure(fmpz_poly([SCALE // 2, SCALE // 4]), [1])
    Enclosure(lower=Fraction(1, 4), upper=Fraction(1, 2))
    """
    held = int(sum((distribution[n] for n in numbers), fmpz(0)))
    missing = SCALE - int(distribution(1))
    return Enclosure(Fraction(held, SCALE), Fraction(held + missing, SCALE))

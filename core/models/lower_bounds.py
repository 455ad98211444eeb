"""Probabilities that are guaranteed lower bounds, in floats and in integers.

Every operation here rounds down, and the probability that is cut off is assigned to no
outcome. The lower bounds of all outcomes then add up to at most 1. The probability of
an event exceeds its lower bound by at most the missing mass, which is 1 minus that sum.
So lower bounds of all outcomes give an enclosure of the probability of every event.

Floats: an operation on nonnegative numbers is off by a factor of at most 1 + 2**-53.
Adding a product to a sum takes two operations; times ``LESS`` = 1 - 2**-51 the result
is at most the exact one, because (1 + 2**-53)**3 * (1 - 2**-51) < 1. Results below
``TINY`` are too small for this argument and count as 0.

Integers: a distribution of numbers 0, 1, 2, … is a polynomial; the coefficient of x**n
is at most ``SCALE`` times the probability of n.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from flint import fmpq, fmpz, fmpz_poly

from trueodds.core.exact.enclosure import Enclosure

if TYPE_CHECKING:
    import numpy as np

    Array: TypeAlias = np.ndarray[Any, Any]

LESS = 1 - 2.0**-51
TINY = 1e-290

SCALE = 1 << 96
ONE = fmpz_poly([SCALE])
"""The distribution of a number that is always 0."""


def plus(total: Any, weight: Any, value: Any) -> Any:
    """Return a lower bound of ``total + weight * value``; callers compile it.

    The arguments are floats, none of them negative.
    """
    added = (total + weight * value) * LESS
    return added if added > TINY else 0.0


def matrix_product(left: Array, right: Array) -> Array:
    """Return lower bounds of the entries of the product of nonnegative matrices.

    ``left`` and ``right`` are arrays of floats, as for ``left @ right``.
    """
    import numpy as np

    rounding = (left.shape[-1] + 2) * 2.0**-51
    bounds: Array = (left @ right) * (1 - rounding)
    return np.where(bounds > TINY, bounds, 0.0)


def float_below(value: Fraction) -> float:
    """Return a rational as a float, rounded down."""
    # Python rounds a fraction to the nearest float, which may be above it.
    near = float(value)
    if Fraction(near) <= value:
        return near
    return math.nextafter(near, -math.inf)


def enclosures(lower_bounds: Sequence[float]) -> list[Enclosure]:
    """Return an enclosure of the probability of each outcome.

    ``lower_bounds`` has the lower bound of each outcome. What they leave to 1 may
    belong to any outcome.

    >>> [outcome.texts(3) for outcome in enclosures([0.25, 0.5])]
    [('0.25', '0.5'), ('0.5', '0.75')]
    """
    exact = [Fraction(bound) for bound in lower_bounds]
    missing = 1 - sum(exact)
    return [Enclosure(bound, bound + missing) for bound in exact]


def floor(probability: fmpq) -> fmpz:
    """Return a probability times ``SCALE`` (2**96), rounded down to an integer."""
    return probability.p * SCALE // probability.q


def convolve(left: fmpz_poly, right: fmpz_poly, length: int) -> fmpz_poly:
    """Return lower bounds of the distribution of a sum of two independent numbers.

    ``left`` and ``right`` have the lower bounds of the distributions of the numbers. In
    all three polynomials, the coefficient of x**n is the bound for n, multiplied by
    ``SCALE`` (2**96). Sums from ``length`` on are left out.

    >>> coin = fmpz_poly([SCALE // 2, SCALE // 2])
    >>> convolve(coin, coin, 3) == fmpz_poly([SCALE // 4, SCALE // 2, SCALE // 4])
    True
    """
    return left.mul_low(right, length) // SCALE


def powers(distribution: fmpz_poly, most: int, length: int) -> list[fmpz_poly]:
    """Return lower bounds of the distributions of sums of 0, 1, … ``most`` numbers.

    The numbers are independent. ``distribution`` has lower bounds of the probability of
    each value of a number. In all polynomials, the coefficient of x**n is the bound for
    n, multiplied by ``SCALE`` (2**96). Sums from ``length`` on are left out.
    """
    sums = [ONE]
    for _ in range(most):
        sums.append(convolve(sums[-1], distribution, length))
    return sums


def coefficients(distribution: fmpz_poly, length: int) -> list[fmpz]:
    """Return the lower bounds of the probabilities of 0, 1, … ``length - 1``.

    They are whole numbers: the bounds multiplied by ``SCALE`` (2**96). In the
    polynomial ``distribution``, the bound for n is the coefficient of x**n.
    """
    # flint leaves out the zeros above the highest power.
    known = distribution.coeffs()[:length]
    return known + [fmpz(0)] * (length - len(known))


def enclosure(distribution: fmpz_poly, numbers: Iterable[int]) -> Enclosure:
    """Return an enclosure of the probability that any of these numbers occurs.

    The coefficient of x**n in ``distribution`` is a lower bound of the probability of
    n, multiplied by ``SCALE`` (2**96).

    >>> enclosure(fmpz_poly([SCALE // 2, SCALE // 4]), [1])
    Enclosure(lower=Fraction(1, 4), upper=Fraction(1, 2))
    """
    # At 1, the polynomial is the sum of all coefficients: the mass that is assigned.
    held = int(sum((distribution[n] for n in numbers), fmpz(0)))
    missing = SCALE - int(distribution(1))
    return Enclosure(Fraction(held, SCALE), Fraction(held + missing, SCALE))

"""Lower bounds in floats: chances computed so that rounding can only make them less.

A float operation on nonnegative numbers is off by a factor of at most 1 + 2**-53. A
product added to a sum is two operations; times 1 - 2**-51 the result is at most the
exact one, (1 + 2**-53)**3 * (1 - 2**-51) being below 1. Where all the ways that a game
can end are bounded from below like this, what is missing to 1 bounds each from above.
(Numbers too small for this, below 1e-290, count as 0.)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from trueodds.core.enclosure import Enclosure

Array: TypeAlias = NDArray[Any]

LESS = 1 - 2.0**-51
TINY = 1e-290


@njit(cache=True, inline="always")
def plus(total: Any, weight: Any, value: Any) -> Any:
    """At most total + weight * value."""
    added = (total + weight * value) * LESS
    return added if added > TINY else 0.0


def product(one: Array, other: Array) -> Array:
    """At most the matrix product: n products added are 2 n roundings."""
    found: Array = (one @ other) * (1 - (one.shape[-1] + 2) * 2.0**-51)
    return np.where(found > TINY, found, 0.0)


def below(value: Fraction) -> float:
    """A float that is at most this rational."""
    near = float(value)
    return near if Fraction(near) <= value else float(np.nextafter(near, 0))


def shares(floors: Sequence[float]) -> list[Enclosure]:
    """The chances of all the ways to end, from a lower bound for each.

    >>> [share.texts(3) for share in shares([0.25, 0.5])]
    [('0.25', '0.5'), ('0.5', '0.75')]
    """
    exact = [Fraction(floor) for floor in floors]
    missing = 1 - sum(exact)
    return [Enclosure(floor, floor + missing) for floor in exact]

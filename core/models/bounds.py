"""Arrays of bounds: numbers that are known between two floats, rounded outward.

Such an array has the lower bounds in its first row, and the upper bounds in the second.
An operation on floats returns the float nearest to the exact result, so the exact
result lies between the neighbours of that float. A sum of n products of nonnegative
numbers is off by a factor of at most 1 + (n + 2) * 2**-51, in any order of additions.

>>> third = outward([Fraction(1, 3)])
>>> enclosure(widened(third + third)[:, 0]).texts(17)
('0.66666666666666651', '0.66666666666666686')
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.models.lower_bounds import TINY, float_below, matrix_product

Array: TypeAlias = np.ndarray[Any, Any]


def outward(values: Any) -> Array:
    """Return the bounds of numbers, as an array of 64-bit floats.

    Args:
        values: Fractions, whole numbers and enclosures, or lists of them.

    Returns:
        An array of shape ``(2, …)``: lower bounds, then upper bounds.

    Example:
        >>> low, high = outward([Fraction(1, 3), 1])
        >>> low[0] < Fraction(1, 3) < high[0], low.tolist()[1], high.tolist()[1]
        (True, 1.0, 1.0)
    """
    table = np.asarray(values, object)
    ends = []
    for each in map(Enclosure.around, table.flat):
        low = float_below(each.lower)
        # The float above a number is minus the float below minus that number.
        high = -float_below(-each.upper)
        ends.append((low, high))
    return np.array(ends).T.reshape(2, *table.shape)


def widened(results: Array) -> Array:
    """Move the lower bounds down to the next float, and the upper bounds up.

    ``results`` has shape (2, …): lower bounds, then upper bounds. Use this after each
    operation on floats, such as a sum, which has rounded to the nearest float.
    """
    low, high = results
    return np.array([np.nextafter(low, -np.inf), np.nextafter(high, np.inf)])


def mean(weights: Array, values: Array) -> Array:
    """Return bounds of the matrix product of weights and values, both at least 0.

    Both arrays and the result have shape (2, …): lower bounds, then upper bounds.
    ``weights`` has the weights of a mean in rows, such as probabilities.

    The expected number of rolls until a six, by 500 steps from 0 and from 10:

    >>> one_step = outward([[Fraction(5, 6), Fraction(1, 6)], [0, 1]])
    >>> rolls = np.array([[0.0, 0.0], [10.0, 0.0]])
    >>> for _ in range(500):
    ...     rolls = widened(mean(one_step, rolls) + [1, 0])
    >>> enclosure(rolls[:, 0]).texts(12)
    ('5.99999999999', '6.00000000001')
    """
    light, heavy = weights
    low, high = values
    rounding = (light.shape[-1] + 2) * 2.0**-51
    # TINY is more than all that products too small for a float may have lost.
    above = heavy @ high * (1 + rounding) + TINY
    return np.array([matrix_product(light, low), above])


def enclosure(ends: Any) -> Enclosure:
    """Return two floats, a lower and an upper bound of a number, as an enclosure."""
    return Enclosure(*(Fraction(float(end)) for end in ends))

"""Large sums to check certificates of trueodds: integers in two limbs, high and low.

An array of sums has the limbs along a first axis of length two. A sum is high * 2**58 +
low, so it may have more bits than a number of numpy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .arrays import Array

BASE = 58  # bits of the low limb


def summed(factors: Array, weights: Array, axis: int) -> Array:
    """Return sums of factors times unsigned 64-bit weights along an axis, in two limbs.

    ``factors`` and ``weights`` have the same shape, and their products are added up
    along ``axis``. The first axis of the result has the two limbs: a sum is high *
    2**58 + low.
    """
    # Split the weights into pieces of ``bits`` bits, so small that the sums stay below
    # 2**62.
    largest_factor = int(abs(factors).max())
    terms = factors.shape[axis]
    most = max(1, largest_factor) * terms
    bits = 62 - most.bit_length()
    lowest_bits = np.uint64(2**bits - 1)
    shape = np.delete(factors.shape, axis)
    total = np.zeros((2, *shape), np.int64)
    high, low = total
    largest_weight = int(weights.max())
    for shift in range(0, largest_weight.bit_length(), bits):
        limb = weights >> np.uint64(shift)
        limb &= lowest_bits
        # Multiply in place, since the array may be large. A piece is small enough to be
        # signed.
        products = limb.view(np.int64)
        products *= factors
        part = products.sum(axis=axis)
        # The sum counts 2**shift. Its bits from ``over`` on belong to the high limb.
        over = BASE - shift
        if over > 0:
            unit_of_high = 1 << over
            below_base = unit_of_high - 1
            kept = part & below_base
            high += part >> over
            low += kept << shift
        else:
            high += part << -over
    return carried(total)


def sum_of_products(limbs: Array, factors: Array) -> int:
    """Return the sum of the products of large integers and factors.

    The first axis of ``limbs`` has two limbs: an integer is high * 2**58 + low. The
    other axes are those of ``factors``, which has a factor for each integer.
    """
    # Leave out what is multiplied by 0. The others are integers of Python, which have
    # any number of bits.
    used: Any = factors.nonzero()
    factors_used = factors[used]
    limbs_used = limbs[:, *used]
    whole_numbers = limbs_used.astype(object)
    high, low = whole_numbers @ factors_used
    shifted = high << BASE
    total = shifted + low
    return int(total)


def carried(limbs: Array) -> Array:
    """Return large integers with a low limb from 0 to 2**58 - 1; their values stay.

    The first axis of ``limbs`` and of the result has two limbs: an integer is high *
    2**58 + low.
    """
    high, low = limbs
    # Of a negative number the carry is negative, and the bits left are not.
    carry = low >> BASE
    lowest_bits = 2**BASE - 1
    rest = low & lowest_bits
    whole = high + carry
    return np.stack([whole, rest])


def larger(first: Array, second: Array) -> Array:
    """Return the larger of two large integers at each place of two arrays.

    The first axis of both arrays and of the result has two limbs: an integer is high *
    2**58 + low. The low limbs must be from 0 to 2**58 - 1, as ``carried`` returns them.
    """
    high, low = first
    other_high, other_low = second
    # The low limbs decide only between equal high limbs.
    higher = high > other_high
    tie = high == other_high
    low_is_higher = low > other_low
    higher |= tie & low_is_higher
    return np.where(higher, first, second)

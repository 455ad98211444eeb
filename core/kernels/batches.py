"""Checks of a kernel's input: a numpy array whose rows are positions.

Shape and dtype are always checked, as this costs nothing. An array of another dtype is
rejected, because converting it would cost more than scoring it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueodds.core.errors import PositionError

KERNELS_KEPT = 16
"""The number of rule sets for which each kernel caches its tables."""


def as_rows(
    array: NDArray[Any], name: str, kinds: str, columns: Sequence[int]
) -> NDArray[Any]:
    """Return the array with its rows contiguous in memory, copied only if necessary.

    ``kinds`` is a dtype's name, or "integer" for any integer type. ``columns`` has the
    numbers of columns that are allowed. ``name`` is the array's name for the message.
    Raises ``PositionError`` for another dtype or shape.

    >>> as_rows(np.zeros((2, 3)), "counts", "uint8", [6])
    Traceback (most recent call last):
        ...
    trueodds.core.errors.PositionError: counts is float64 of shape (2, 3); it must be \
uint8 of shape (n, 6)
    """
    rows = np.asarray(array)
    fits = rows.dtype.kind in "iu" if kinds == "integer" else rows.dtype == kinds
    if not fits or rows.ndim != 2 or rows.shape[1] not in columns:
        shapes = " or ".join(f"(n, {number})" for number in columns)
        raise PositionError(
            f"{name} is {rows.dtype} of shape {rows.shape}; "
            f"it must be {kinds} of shape {shapes}"
        )
    return np.ascontiguousarray(rows)

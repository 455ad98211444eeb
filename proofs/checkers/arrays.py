"""Operations on numpy arrays, to check large certificates of trueodds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]


def chunks(length: int, step: int) -> Iterator[slice]:
    """Yield slices of ``step`` out of ``length`` rows, to save memory.

    The slices follow one another from row 0. The last slice may end beyond the rows.
    """
    begins = range(0, length, step)
    for begin in begins:
        # The last chunk may end beyond the rows, and is shorter then.
        end = begin + step
        yield slice(begin, end)


def groups(key: Array) -> Iterator[Array]:
    """Yield, for each value in ``key``, the indices at which ``key`` has this value.

    ``key`` is an array with one axis, in any order. The values come in ascending order.
    """
    values = np.unique(key)
    for value in values:
        (rows,) = (key == value).nonzero()
        yield rows

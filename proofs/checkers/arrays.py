"""Arrays of whole numbers in certificates of trueodds whose proof needs numpy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]


def chunks(length: int, step: int) -> Iterator[slice]:
    """Yield the slices that divide rows into chunks, which take little memory."""
    begins = range(0, length, step)
    for begin in begins:
        # The last chunk may end beyond the rows, and is shorter then.
        end = begin + step
        yield slice(begin, end)


def groups(key: Array) -> Iterator[Array]:
    """Yield the rows of each value of a key, in ascending order of the values."""
    values = np.unique(key)
    for value in values:
        (rows,) = (key == value).nonzero()
        yield rows

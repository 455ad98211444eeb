"""Compiled kernels on ranges of rows, on all processors of this machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeAlias

from trueodds.core.progress import Progress, silent

PARTS = 16

Run: TypeAlias = Callable[..., list[Any]]
"""Called with a stage, how many rows there are, a kernel and its arguments."""


@contextmanager
def in_parallel(progress: Progress = silent) -> Iterator[Run]:
    """A function that calls a kernel with (*arguments, start, stop) for all rows.

    The kernels let go of Python's lock. What they return comes in order.
    """
    with ThreadPoolExecutor(os.cpu_count()) as threads:

        def run(stage: str, rows: int, kernel: Any, *arguments: Any) -> list[Any]:
            parts = list(ranges(rows, PARTS))
            runs = [threads.submit(kernel, *arguments, *part) for part in parts]
            found = []
            for one in runs:
                found.append(one.result())
                progress(stage, len(found), len(parts))
            return found

        yield run


def ranges(length: int, parts: int) -> Iterator[tuple[int, int]]:
    """``length`` things in up to so many ranges of nearly equal size, in order.

    >>> list(ranges(10, 3))
    [(0, 4), (4, 8), (8, 10)]
    """
    step = -(-length // parts)
    for start in range(0, length, step):
        yield start, min(start + step, length)

"""Compiled kernels over ranges of rows, on all processors of this machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeAlias

from trueodds.core.storage.progress import Progress, silent

PARTS = 16

Run: TypeAlias = Callable[..., list[Any]]
"""A function of a stage's name, the number of rows, a kernel and its arguments."""


@contextmanager
def in_parallel(progress: Progress = silent) -> Iterator[Run]:
    """Yield a function that calls a kernel with (*arguments, start, stop) for all rows.

    The kernels must release the global interpreter lock. The function returns their
    results in the order of the rows.
    """
    with ThreadPoolExecutor(os.cpu_count()) as threads:

        def run(stage: str, rows: int, kernel: Any, *arguments: Any) -> list[Any]:
            parts = list(ranges(rows, PARTS))
            calls = [threads.submit(kernel, *arguments, *part) for part in parts]
            results = []
            for call in calls:
                results.append(call.result())
                progress(stage, len(results), len(parts))
            return results

        yield run


def ranges(length: int, parts: int) -> Iterator[tuple[int, int]]:
    """Yield up to ``parts`` ranges of nearly equal size that cover ``length`` rows.

    >>> list(ranges(10, 3))
    [(0, 4), (4, 8), (8, 10)]
    """
    step = -(-length // parts)
    for start in range(0, length, step):
        yield start, min(start + step, length)

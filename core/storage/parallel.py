"""Long work on all processors of this machine, or on a Dask cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import (
    Executor,
    Future,
    ThreadPoolExecutor,  # noqa: TID251  # Threads are made of it
)
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from typing import Any, ParamSpec, TypeAlias, TypeVar

from trueodds.core.errors import ClusterError
from trueodds.core.packages import pip_install
from trueodds.core.storage.progress import Progress, silent

P = ParamSpec("P")
T = TypeVar("T")

PARTS = 16

Run: TypeAlias = Callable[..., list[Any]]
"""Function ``run(stage, rows, kernel, *arguments)``; see ``in_parallel``."""


class Threads(ThreadPoolExecutor):
    """Threads that see the context variables of their caller.

    For example, they read no shipped result if the caller is inside
    ``store.unshipped``.
    """

    def submit(
        self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        """Call a function on a thread, in a copy of the caller's context."""
        return super().submit(copy_context().run, partial(fn, *args, **kwargs))


@contextmanager
def in_parallel(progress: Progress = silent) -> Iterator[Run]:
    """Yield a function that runs a kernel on several threads.

    The function takes the name of the stage, the number of rows, the kernel, and its
    first arguments. It splits the rows into ranges and calls the kernel with
    ``(*arguments, start, stop)`` for each range. It returns the results in the order of
    the rows. ``progress`` gets the stage, the number of ranges that are done, and that
    of all ranges. The kernel must release the global interpreter lock.
    """
    with Threads(os.cpu_count()) as threads:

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


@contextmanager
def executor(scheduler: str | None) -> Iterator[Executor | None]:
    """Yield an executor on the scheduler at this address; None means local work.

    Raises ``ClusterError`` if dask.distributed is not installed, or if no scheduler
    answers at the address within ten seconds.
    """
    if scheduler is None:
        yield None
        return
    try:
        from distributed import Client
        from distributed.comm.addressing import resolve_address
    except ImportError:
        raise ClusterError(
            f"--scheduler needs dask.distributed; {pip_install('cluster')}"
        ) from None
    try:
        resolve_address(scheduler)  # a client would retry a wrong address
        client = Client(scheduler, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(
            f"no dask scheduler answers at {scheduler} ({error}); "
            "an address is such as tcp://localhost:8786"
        ) from None
    with client:
        yield client.get_executor()

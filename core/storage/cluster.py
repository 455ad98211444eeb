"""Executors for long work: local, or a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from trueodds.core.errors import ClusterError


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
            "--scheduler needs dask.distributed: pip install 'trueodds[cluster]'"
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

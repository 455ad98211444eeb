"""The process that is timed: it makes a workload ready, then runs batches on request.

``python -m gate.worker WORKLOAD SIZE CLOCK`` warms up, prints one line (``ready`` and
the versions it runs on, or ``missing`` and why) and then answers each number read with
the nanoseconds that so many batches took. Imports and compilation are over by then.
With a number in place of ``cpu`` or ``wall`` it only runs so many batches, which is for
callgrind.
"""

import json
import platform
import sys
import time
from collections.abc import Callable
from importlib.metadata import distributions

from gate.workloads import WORKLOADS, Batch

CLOCKS = {"cpu": time.process_time_ns, "wall": time.perf_counter_ns}


def run(batch: Batch, times: int, clock: Callable[[], int]) -> int:
    """Return the nanoseconds that so many batches took."""
    started = clock()
    for _ in range(times):
        batch()
    return clock() - started


def versions() -> dict[str, str]:
    """List the installed packages except trueodds; both sides should agree."""
    found = {d.metadata["Name"]: d.version for d in distributions()}
    timed = ("msgspec", "numba", "numpy", "python-flint", "scipy", "sympy")
    return {"python": platform.python_version()} | {
        name: found[name] for name in timed if name in found
    }


def main(workload: str, size: str, clock: str) -> None:
    """Serve requests until the input ends."""
    try:
        batch = WORKLOADS[workload].prepare(int(size))
    except (ImportError, AttributeError) as error:
        print("missing", error, flush=True)
        return
    if clock.isdecimal():
        run(batch, int(clock), CLOCKS["cpu"])
        return
    run(batch, 3, CLOCKS[clock])
    print("ready", json.dumps(versions()), flush=True)
    for line in sys.stdin:
        print(run(batch, int(line), CLOCKS[clock]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Count the instructions of a batch under callgrind, as a second opinion.

A count does not depend on how busy the machine is, but it is no time: a cache miss
counts as much as a hit. A run of n + 1 batches less a run of one leaves n, without
start-up and imports; n is so large that what start-up varies by (some millions of
instructions with numba) does not matter. One run goes first and is thrown away, so that
code which is compiled for valgrind's processor (it has no AVX-512) is in its cache.
"""

import os
import re
import shutil
import subprocess

from gate import measure
from gate.measure import HERE, MeasureError, Side, Task

TIMED_BATCHES = 100
"""So many times what lasts ``measure.BATCH_NS`` without valgrind: about 0.2 s."""


def ratio(base: Side, head: Side, workload: str) -> float:
    """Return the instructions of head's batches over those of base's.

    Raises ``MeasureError`` where there is no valgrind, or it cannot run the workload.
    """
    if shutil.which("valgrind") is None:
        raise MeasureError("valgrind is not installed")
    batches = TIMED_BATCHES * measure.batches(base, Task(workload))
    counts = []
    for side in (head, base):
        _count(side, workload, 1)
        more = _count(side, workload, batches + 1)
        counts.append(more - _count(side, workload, 1))
    return counts[0] / counts[1]


def _count(side: Side, workload: str, batches: int) -> int:
    worker = [side.python, "-m", "gate.worker", workload, str(side.size), str(batches)]
    ran = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}", *worker],
        cwd=HERE,
        env=os.environ | {"PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
    )
    found = re.search(r"Collected : (\d+)", ran.stderr)
    if ran.returncode or not found:
        last = ran.stderr.strip().rpartition("\n")[2]
        raise MeasureError(f"callgrind cannot run it: {last}")
    return int(found[1])

"""Count the instructions of a batch under callgrind, as a second opinion.

A count does not depend on how busy the machine is, but it is no time: a cache miss
counts as much as a hit. A run of 2n batches less a run of n leaves n batches, without
start-up and imports. One run goes first and is thrown away, so that code which is
compiled for valgrind's processor (it has no AVX-512) is in its cache.
"""

import os
import re
import shutil
import subprocess

from gate.measure import HERE, MeasureError, Side

BATCHES = 10


def ratio(base: Side, head: Side, workload: str) -> float:
    """The instructions of head's batches over those of base's.

    Raises ``MeasureError`` where there is no valgrind, or it cannot run the workload.
    """
    if shutil.which("valgrind") is None:
        raise MeasureError("valgrind is not installed")
    return _batches(head, workload) / _batches(base, workload)


def _batches(side: Side, workload: str) -> int:
    _count(side, workload, 1)
    more = _count(side, workload, 2 * BATCHES)
    return more - _count(side, workload, BATCHES)


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

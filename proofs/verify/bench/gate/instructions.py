"""Instruction counts of a benchmark under callgrind, as a second opinion.

A count does not depend on how busy the machine is, but it is not a time: a cache miss
counts like a hit. A run of n + 1 calls less a run of one call leaves n calls, without
start-up and imports. A run before these fills the cache of compiled code, because
valgrind's processor has no AVX-512.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence

from trueodds.proofs.verify.bench.gate.environments import GateError, Side
from trueodds.proofs.verify.bench.gate.measure import Workers, worker_environment

TIMED_BATCHES = 20
"""Number of batches whose instructions are counted, each long enough to be timed."""


def instruction_ratio(compared: object, name: str) -> float:
    """Return head's instructions over base's.

    Raises ``GateError`` where there is no valgrind, or it cannot run the benchmark.
    """
    if shutil.which("valgrind") is None:
        raise GateError("valgrind is not installed")
    if not isinstance(compared, Workers):
        raise GateError("only benchmarks and functions are counted, not programs")
    calls = TIMED_BATCHES * compared.calls[name]
    counts = []
    for side in (compared.base, compared.head):
        arguments = compared.arguments(side, [name])
        _count(side, arguments, 1)
        more = _count(side, arguments, calls + 1)
        counts.append(more - _count(side, arguments, 1))
    return counts[1] / counts[0]


def _count(side: Side, arguments: Sequence[str], calls: int) -> int:
    tool = ["--tool=callgrind", f"--callgrind-out-file={os.devnull}"]
    ran = subprocess.run(
        ["valgrind", *tool, side.python, *arguments],
        cwd=side.folder,
        env=worker_environment()
        | {"PYTHONHASHSEED": "0", "TRUEODDS_GATE_CALLS": str(calls)},
        capture_output=True,
        text=True,
    )
    collected = re.search(r"Collected : (\d+)", ran.stderr)
    if ran.returncode or not collected:
        last = ran.stderr.strip().rpartition("\n")[2]
        raise GateError(f"callgrind cannot run it: {last}")
    return int(collected[1])

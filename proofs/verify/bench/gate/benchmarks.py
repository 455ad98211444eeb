"""The benchmarks of a project: its tests that use the fixture of pytest-benchmark."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from trueodds.proofs.verify.bench.gate.environments import GateError, Side
from trueodds.proofs.verify.bench.gate.measure import Workers, worker_environment

QUICK = (
    "--benchmark-min-rounds=1",
    "--benchmark-max-time=0.000001",
    "--benchmark-min-time=0.000001",
    "--benchmark-warmup=off",
)
PYTEST = ("-P", "-m", "pytest", "-p", "gate_worker", "-p", "no:cacheprovider", "-q")
NO_TESTS = 5
"""The exit code of pytest when it has collected nothing."""


class Passed(NamedTuple):
    """The benchmarks of a side that pass, and why others fail."""

    names: list[str]
    failed: dict[str, str]


def list_benchmarks(side: Side, selection: Sequence[str]) -> Passed:
    """Run every benchmark once that pytest's options select.

    Raises ``GateError`` when pytest cannot run, or nothing is selected.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "list.json"
        ran = subprocess.run(
            [side.python, *PYTEST, *QUICK, *selection],
            cwd=side.folder,
            env={**worker_environment(), "TRUEODDS_GATE_LIST": str(file)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
        )
        if not file.exists():
            lines = (ran.stderr + ran.stdout).strip().splitlines() or ["no output"]
            raise GateError(f"pytest cannot run for {side.name}: {lines[-1]}")
        listed = json.loads(file.read_text())
    if ran.returncode == NO_TESTS or not (listed["passed"] or listed["failed"]):
        chosen = " ".join(selection) or "the whole project"
        output = ran.stdout.strip().splitlines()
        hint = next((f": {text}" for text in output if "rror" in text), "")
        raise GateError(f"no benchmark is selected by {chosen} for {side.name}{hint}")
    return Passed(listed["passed"], listed["failed"])


def of_project(
    base: Side, head: Side, selection: Sequence[str], clock: str
) -> tuple[Workers, list[str]]:
    """Return the benchmarks that pass on both sides, and notes on those left out.

    Raises ``GateError`` when there are none.
    """
    old, new = (list_benchmarks(side, selection) for side in (base, head))
    notes = []
    for side, mine, other in ((base, old, new), (head, new, old)):
        for name, why in mine.failed.items():
            notes.append(f"{name} is left out: it fails in {side.name}: {why}")
        for name in mine.names:
            if name not in other.names and name not in other.failed:
                notes.append(f"{name} is left out: only {side.name} has it")
    names = [name for name in new.names if name in old.names]
    if not names:
        raise GateError(
            "there is no benchmark that passes on both sides; " + "; ".join(notes)
        )

    def arguments(side: Side, active: Sequence[str]) -> list[str]:
        return [*PYTEST, *active]

    return Workers(base, head, names, arguments, clock), notes

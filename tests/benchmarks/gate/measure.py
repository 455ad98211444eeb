"""Time two Pythons against each other, interleaved, in pairs of fresh processes.

Within a pair the batches go A B B A A B B A …, so that a drift of the machine falls on
both alike; what is alike for the moment (the clock) cancels in the ratio. Which of a
pair comes first alternates from pair to pair.

A process is judged by its fastest batch. What others do on the machine (caches, memory)
only ever adds time: between identical runs of a compiled kernel the ratio of the
medians spread by 4.8 % (standard deviation), the ratio of the fastest by 2 %.

The clock is the processor time of the process. With two busy neighbours on two cores,
wall time made a true ratio of 1.15 into 1.08 in every pair, because waiting for a core
costs both sides alike; processor time still said 1.15. What it cannot see is whether
threads run side by side: for that there is wall time, on a quiet machine.
"""

import json
import os
import subprocess
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple, Self

from gate.verdict import DELTA, LOOKS, Verdict, judge

HERE = Path(__file__).parent.parent
BATCH_NS = 2_000_000
"""A timed batch lasts at least so long: above the clock's grain, and short enough that
a pair has a batch in which no neighbour was loud."""
PAIR_NS = 600_000_000
"""A pair is timed for about so long, beside what it takes to start."""


class MeasureError(Exception):
    """A workload cannot be timed; the message is one line for a person."""


class Side(NamedTuple):
    """One of the two that are compared: a Python, and how many inputs a batch has."""

    python: Path
    size: int


class Task(NamedTuple):
    """What is timed on both sides, and by which clock: ``cpu`` or ``wall``."""

    workload: str
    clock: str = "cpu"


class Worker:
    """A process that runs batches of a workload on request, and ends with the block."""

    def __init__(self, side: Side, task: Task, seed: int = 0) -> None:
        self.process = subprocess.Popen(
            [
                side.python,
                "-m",
                "gate.worker",
                task.workload,
                str(side.size),
                task.clock,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=HERE,
            # The same order of sets and names on both sides of a pair.
            env=os.environ | {"PYTHONHASHSEED": str(seed)},
        )
        self.versions: dict[str, str] = {}

    def wait_until_ready(self) -> None:
        """Raise ``MeasureError`` unless the workload is there and warm."""
        word, _, rest = self._line().partition(" ")
        if word != "ready":
            raise MeasureError(rest)
        self.versions = json.loads(rest)

    def time(self, batches: int) -> int:
        """Return the nanoseconds that so many batches take now."""
        assert self.process.stdin
        self.process.stdin.write(f"{batches}\n")
        self.process.stdin.flush()
        return int(self._line())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def _line(self) -> str:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise MeasureError(f"the worker ended: {' '.join(self.process.args)}")
        return line.strip()


def versions(python: Path, workload: str) -> dict[str, str]:
    """Describe the machine and Python of the workload.

    Raises ``MeasureError`` when it does not have the workload.
    """
    with Worker(Side(python, 1), Task(workload)) as worker:
        worker.wait_until_ready()
        return worker.versions


def batches(side: Side, task: Task) -> int:
    """How many batches last ``BATCH_NS``."""
    with Worker(side, task) as worker:
        worker.wait_until_ready()
        found = 1
        while (took := min(worker.time(found) for _ in range(3))) < BATCH_NS:
            found = max(found + 1, round(found * BATCH_NS / max(took, 1)))
        return found


def compare(base: Side, head: Side, task: Task, delta: float = DELTA) -> Verdict:
    """Measure pairs until there is a verdict, or as many as there may be."""
    pairs = ratios(base, head, task)
    found: list[float] = []
    for look in LOOKS:
        found += [next(pairs) for _ in range(look - len(found))]
        verdict = judge(found, delta)
        if verdict.word != "undecided":
            break
    return verdict


def ratios(base: Side, head: Side, task: Task) -> Iterator[float]:
    """Pair after pair, the ratio of the fastest batches, head's over base's."""
    size = batches(base, task)
    for seed in count():
        with Worker(base, task, seed) as old, Worker(head, task, seed) as new:
            old.wait_until_ready()
            new.wait_until_ready()
            yield _ratio(old, new, size, head_first=bool(seed % 2))


def _ratio(base: Worker, head: Worker, batches: int, *, head_first: bool) -> float:
    times: dict[Worker, list[int]] = {base: [], head: []}
    order = [head, base] if head_first else [base, head]
    spent = 0
    while spent < PAIR_NS or len(times[base]) < 4:
        for worker in order:
            took = worker.time(batches)
            times[worker].append(took)
            spent += took
        order.reverse()
    return min(times[head]) / min(times[base])

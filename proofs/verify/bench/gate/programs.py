"""Two scorers against each other: programs that read lines, or Python functions."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from trueodds.proofs.verify.bench.gate.environments import GateError, Side
from trueodds.proofs.verify.bench.gate.measure import WORKER, Workers

ENOUGH_SECONDS = 0.1
LEAST_TIMES_COLD = 3
MOST_LINES = 5_000_000
ROUNDS = 3


@dataclass(slots=True)
class Programs:
    """Two programs that answer each line of input with a line.

    A run's processor time less that of a run on one line is the time of the lines.
    """

    base: Sequence[str]
    head: Sequence[str]
    lines: Sequence[str]
    clock: str = "cpu"
    names: Sequence[str] = ("program",)
    seconds_per_pair: float = 0.0
    _times: int = 1

    def answers(self) -> list[list[str]]:
        """Return the answers of base and head to each line."""
        both = []
        for command in (self.base, self.head):
            with self._input(1) as source:
                output = _start(command, source).communicate()[0]
            both.append(output.decode(errors="replace").splitlines())
        return both

    def calibrate(self) -> None:
        """Find how often the lines are repeated for a run that can be timed."""
        started = time.monotonic()
        cold = self._seconds(self.base, 0)
        needed = max(ENOUGH_SECONDS, LEAST_TIMES_COLD * cold)
        while (seconds := self._seconds(self.base, self._times) - cold) < needed:
            factor = min(16, max(2, int(1.2 * needed / max(seconds, 1e-3))))
            self._times *= factor
            if self._times * len(self.lines) > MOST_LINES:
                raise GateError(
                    f"{MOST_LINES:,} lines take only {seconds:.3g} s: too fast to tell"
                )
        spent = time.monotonic() - started
        self.seconds_per_pair = min(spent, 2 * ROUNDS * (seconds + 2 * cold))

    def pair(self, names: Sequence[str], seed: int) -> Mapping[str, float]:
        """Measure runs of both programs, A B B A …: head's time over base's."""
        order = [self.base, self.head] if seed % 2 else [self.head, self.base]
        warm: dict[int, list[float]] = {id(self.base): [], id(self.head): []}
        cold: dict[int, list[float]] = {id(self.base): [], id(self.head): []}
        for _ in range(ROUNDS):
            for command in order:
                cold[id(command)].append(self._seconds(command, 0))
                warm[id(command)].append(self._seconds(command, self._times))
            order.reverse()
        base, head = (
            max(min(warm[id(side)]) - min(cold[id(side)]), 1e-6)
            for side in (self.base, self.head)
        )
        return {names[0]: head / base}

    def _seconds(self, command: Sequence[str], times: int) -> float:
        """Return the seconds for the lines, repeated; 0 times means the first line."""
        with self._input(times) as source:
            started = time.perf_counter()
            child = _start(command, source, subprocess.DEVNULL)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            wall = time.perf_counter() - started
        if child.returncode:
            raise GateError(f"{command[0]!r} ended with exit code {child.returncode}")
        return usage.ru_utime + usage.ru_stime if self.clock == "cpu" else wall

    @contextmanager
    def _input(self, times: int) -> Iterator[IO[bytes]]:
        lines = self.lines if times else self.lines[:1]
        block = "".join(f"{line}\n" for line in lines).encode()
        with tempfile.TemporaryFile() as source:
            for _ in range(max(times, 1)):
                source.write(block)
            source.seek(0)
            yield source


def _start(
    command: Sequence[str],
    source: IO[bytes],
    output: int = subprocess.PIPE,
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command, stdin=source, stdout=output, stderr=subprocess.DEVNULL
        )
    except OSError as error:
        raise GateError(f"cannot start {command[0]!r}: {error.strerror}") from None


def of_function(
    base: Side, head: Side, function: str, file: Path, clock: str
) -> Workers:
    """Return a Python function of two environments, on the lines of a file."""

    def arguments(side: Side, active: Sequence[str]) -> list[str]:
        return [str(WORKER), function, str(file)]

    return Workers(base, head, [function], arguments, clock)


def answers_of(workers: Workers) -> list[list[str]]:
    """Return the answers of base and head to each line."""
    both = []
    for side in (workers.base, workers.head):
        with workers.worker(side, workers.names) as worker:
            both.append(worker.receive()["answers"])
    return both

"""Subjects of ``trueodds bench gate``: benchmarks, a Python function, two programs.

A benchmark is a test of the project that uses the fixture of pytest-benchmark. The
function and the programs are scorers: they answer each line of input.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np

from trueodds.proofs.verify.bench.gate.decision import Word
from trueodds.proofs.verify.bench.gate.environments import GateError, Side
from trueodds.proofs.verify.bench.gate.harness import lay_over
from trueodds.proofs.verify.bench.gate.measure import Workers, worker_environment

QUICK = (
    "--benchmark-min-rounds=1",
    "--benchmark-max-time=0.000001",
    "--benchmark-min-time=0.000001",
    "--benchmark-warmup=off",
    "--continue-on-collection-errors",
)
PYTEST = ("-P", "-m", "pytest", "-p", "gate_worker", "-p", "no:cacheprovider", "-q")
NO_TESTS = 5
"""The exit code of pytest when it has collected nothing."""

HINT = (
    "what the tests import is installed by --install CMD, and by default: pip install ."
)
ENOUGH_SECONDS = 0.1
LEAST_TIMES_COLD = 3
MOST_LINES = 5_000_000
ROUNDS = 3


class ListedBenchmarks(NamedTuple):
    """The benchmarks that pass on a side, and the reasons why other benchmarks fail.

    A side is one of the two versions of a project that are compared: base or head.
    ``passed`` has the names of benchmarks, and ``failed`` the reason for each name.
    ``sources`` has the source of each benchmark, and ``files`` the content of each file
    that belongs to the tests, by its path in the checkout.
    """

    passed: list[str]
    failed: dict[str, str]
    sources: Mapping[str, str] = {}
    files: Mapping[str, str] = {}


def list_benchmarks(side: Side, selection: Sequence[str]) -> ListedBenchmarks:
    """Run each benchmark that pytest's options select once; return which pass.

    ``selection`` are command-line arguments of pytest, such as a file or ``-k NAME``.
    They are run with the Python and in the folder of ``side``. Raises ``GateError``
    when pytest cannot run, or nothing is selected.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "list.json"
        ran = subprocess.run(
            [side.python, *PYTEST, *QUICK, *selection],
            cwd=side.folder,
            env={
                **worker_environment(),
                "TRUEODDS_GATE_LIST": str(file),
                "TRUEODDS_GATE_ROOT": str(side.root.resolve()),
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
        )
        if not file.exists():
            lines = (ran.stderr + ran.stdout).strip().splitlines() or ["no output"]
            raise GateError(f"pytest cannot run for {side.name}: {lines[-1]}")
        listed = ListedBenchmarks(**json.loads(file.read_text()))
    if ran.returncode == NO_TESTS or not listed.sources:
        chosen = " ".join(selection) or "the whole project"
        output = ran.stdout.splitlines()
        why = [line[2:] for line in output if line.startswith("E ")]
        why = why or [line for line in output if "rror" in line]
        fault = f": {' '.join(' '.join(why).split())[-200:]}; {HINT}" if why else ""
        raise GateError(f"no benchmark is selected by {chosen} for {side.name}{fault}")
    return listed


def of_project(
    sides: Sequence[Side],
    selection: Sequence[str],
    clock: str,
    harness: Side | None,
    folder: Path,
) -> tuple[Workers, list[str], dict[str, Word], set[str]]:
    """Return the benchmarks that pass on both sides of a comparison, ready to be timed.

    Args:
        sides: Base and head.
        selection: Options of pytest.
        clock: The clock of the measurement, "cpu" or "wall".
        harness: The side whose benchmarks run on both; None if the sides share files.
        folder: A folder for checkouts with the benchmarks of the harness.

    Returns:
        The benchmarks, and notes for the user. Then the names of benchmarks that are
        not timed, each with "wrong" if it fails in head, or "new" if it passes in head
        alone. Then the names of benchmarks whose own source differs between the sides.

    Raises:
        GateError: If there is no benchmark.
    """

    def listed(side: Side) -> ListedBenchmarks:
        try:
            return list_benchmarks(side, selection)
        except GateError as error:
            # Benchmarks of the harness must run. The other side may have none of its
            # own.
            if harness in (None, side):
                raise
            return ListedBenchmarks([], {"pytest": str(error)})

    own = [listed(side) for side in sides]
    old, new = own
    notes = []
    if harness and old.files != new.files:
        notes.append(f"both sides run the benchmarks of {harness.name}")
        # Only files that differ, or that one side does not have.
        files = dict(old.files.items() ^ new.files.items())
        sides = [
            lay_over(side, files, harness.root, folder / str(number))
            for number, side in enumerate(sides)
        ]
        old, new = map(listed, sides)
    # Times are compared only of what works on both sides.
    names = [name for name in new.passed if name in old.passed]
    untimed: dict[str, Word] = {
        name: "wrong"
        for name in [*old.passed, *own[0].passed]
        if {name, name.partition("::")[0]} & new.failed.keys()
    }
    for name in new.passed:
        if name not in old.passed:
            untimed[name] = "new"
    for side, tests, mine in zip(sides, (old, new), own, strict=True):
        for name, why in tests.failed.items():
            judged = any(name in (each, each.partition("::")[0]) for each in untimed)
            left_out = "" if judged else "is left out: it "
            notes.append(f"{name} {left_out}fails in {side.name}: {why}")
        for name in mine.passed:
            if name not in (*names, *untimed):
                notes.append(f"{name} is left out: only {side.name} has it")
    if not (names or untimed):
        why = " and ".join(dict.fromkeys(notes))
        fault = f"there is no benchmark that passes on both sides: {why}"
        raise GateError(f"{fault}; {HINT}")
    before = own[0].sources
    after = own[1].sources
    changed = {name for name in old.passed if before.get(name) != after.get(name)}
    workers = Workers(sides[0], sides[1], names, PYTEST, clock)
    return workers, notes, untimed, changed


@dataclass(slots=True)
class Programs:
    """Two programs that answer each line of input with a line.

    ``base`` and ``head`` are their command lines, as words. ``lines`` are the lines of
    input. The time of the lines is the time of a run on all lines, minus the time of a
    run on the first line alone. It is processor time for the ``clock`` "cpu", and wall
    time for "wall". ``names`` has a single name, which stands for the comparison.
    ``calibrate`` sets ``seconds_per_pair``, an estimate of the time of a pair of runs.
    """

    base: Sequence[str]
    head: Sequence[str]
    lines: Sequence[str]
    clock: str = "cpu"
    names: Sequence[str] = ("program",)
    seconds_per_pair: float = 0.0
    _times: int = 1

    def answers(self) -> list[list[str]]:
        """Return the answers to each line, of base and of head.

        The result has two lists: the answers of base, and those of head.
        """
        both = []
        for command in (self.base, self.head):
            with self._input(1) as source:
                output = _start(command, source).communicate()[0]
            both.append(output.decode(errors="replace").splitlines())
        return both

    def calibrate(self) -> None:
        """Find how often a run repeats ``lines``, so that it is long enough to time.

        Only base is run for this. ``seconds_per_pair`` is set to an estimate. Raises
        ``GateError`` if base is so fast that a run would have too many lines.
        """
        started = time.monotonic()
        cold = self._seconds(self.base, 0)
        needed = max(ENOUGH_SECONDS, LEAST_TIMES_COLD * cold)
        while (seconds := self._seconds(self.base, self._times) - cold) < needed:
            # By the time so far, but not by too much: the first times are rough.
            factor = min(16, max(2, int(1.2 * needed / max(seconds, 1e-3))))
            self._times *= factor
            if self._times * len(self.lines) > MOST_LINES:
                raise GateError(
                    f"{MOST_LINES:,} lines take only {seconds:.3g} s: too fast to tell"
                )
        spent = time.monotonic() - started
        self.seconds_per_pair = min(spent, 2 * ROUNDS * (seconds + 2 * cold))

    def pair(self, names: Sequence[str], seed: int) -> Mapping[str, float]:
        """Time both programs, in the order A B B A …; return head's time over base's.

        The result has a single ratio, under the name in ``names``. If ``seed``, the
        number of the pair, is even, the order is B A A B … instead.
        """
        sides = (self.base, self.head)
        order = [0, 1] if seed % 2 else [1, 0]
        # By round, side, and a run on one line or on all.
        seconds = np.empty((ROUNDS, 2, 2))
        for each in seconds:
            for side in order:
                for run, times in enumerate((0, self._times)):
                    each[side, run] = self._seconds(sides[side], times)
            order.reverse()
        # The fastest run of each kind, and the time of all lines less that of one.
        base, head = np.maximum(np.diff(seconds.min(axis=0)), 1e-6)[:, 0]
        return {names[0]: float(head / base)}

    def _seconds(self, command: Sequence[str], times: int) -> float:
        """Time a run over the lines, repeated ``times`` times.

        If ``times`` is 0, the run is over the first line alone.
        """
        with self._input(times) as source:
            started = time.perf_counter()
            child = _start(command, source, subprocess.DEVNULL)
            # This gives the processor time of this child alone.
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
        raise GateError(
            f"cannot start {command[0]!r}: {error.strerror}; with --game or --lines "
            "the sides are programs; with --python, revisions or environments"
        ) from None

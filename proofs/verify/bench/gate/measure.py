"""Times of two sides, base and head, measured interleaved in pairs of fresh processes.

Within a pair the batches go A B B A A B B A …, so that a drift of the machine falls on
both sides alike. The side that comes first alternates from pair to pair. A process is
judged by its fastest batch, because other programs only ever add time: between
identical runs of a compiled kernel the ratio of the medians spread by 4.8 % (standard
deviation), the ratio of the fastest by 2 %.

The clock is the processor time of the process. With two busy neighbours on two cores,
wall time made a true ratio of 1.15 into 1.08 in every pair, because waiting for a core
costs both sides alike; processor time still gave 1.15. Processor time does not show
that threads stop running in parallel: this needs wall time, on a quiet machine.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol, Self

from trueodds.proofs.verify.bench.gate.decision import GateDecision, decide, schedule
from trueodds.proofs.verify.bench.gate.environments import GateError, Side

WORKER = Path(__file__).with_name("gate_worker.py")
BATCH_NS = 2_000_000
"""A batch takes at least this long: far above the clock's grain, and short enough that
a pair has a batch in which no neighbour was loud."""

PAIR_NS = 600_000_000
"""A benchmark is timed for about this long in each pair."""

COARSE = 1e-4
"""Seconds; a coarser clock cannot time a batch."""


class PairedSides(Protocol):
    """Two sides whose benchmarks are measured in pairs of runs.

    ``names`` are the names of the benchmarks. ``seconds_per_pair`` is an estimate of
    the time of a pair.
    """

    names: Sequence[str]
    seconds_per_pair: float

    def pair(self, names: Sequence[str], seed: int) -> Mapping[str, float]:
        """Time each benchmark in a fresh process of base and in one of head.

        Return head's time divided by base's time, by the name of the benchmark.

        ``seed`` is the number of the pair. It decides which side comes first.
        """


class Worker:
    """A process that times calls of benchmarks on request.

    The process ends with the ``with`` block.

    Args:
        side: The side whose Python and project folder the process uses.
        arguments: The command line after the Python.
        clock: "cpu" for processor time, "wall" for wall time.
        seed: The seed of Python's hashes (``PYTHONHASHSEED``).
    """

    def __init__(
        self, side: Side, arguments: Iterable[str], clock: str, seed: int
    ) -> None:
        reading, self._writing = os.pipe()
        self._reading, writing = os.pipe()
        self._open = ExitStack()
        folder = self._open.enter_context(tempfile.TemporaryDirectory())
        self._output = Path(folder) / "output"
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                [side.python, *arguments],
                cwd=side.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=(reading, writing),
                start_new_session=True,
                env=worker_environment()
                | {
                    "TRUEODDS_GATE_PIPES": f"{reading},{writing}",
                    "TRUEODDS_GATE_CLOCK": clock,
                    # The same order of sets and names on both sides of a pair.
                    "PYTHONHASHSEED": str(seed),
                },
            )
        # Our copies of its ends are closed, so that the pipe ends when the process
        # does.
        os.close(reading)
        os.close(writing)
        self._answers = self._open.enter_context(os.fdopen(self._reading))
        self._side = side

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            # The process may have started others, which are in its group.
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._open.close()
        os.close(self._writing)

    def receive(self) -> Any:
        """Return the next message of the process, read from a line of JSON.

        Raises ``GateError`` if the process has ended.
        """
        line = self._answers.readline()
        if line:
            return json.loads(line)
        output = self._output.read_text(errors="replace").strip().splitlines()
        last = next(
            (text for text in reversed(output) if text.strip("= ")), "no output"
        )
        raise GateError(f"a benchmark of {self._side.name} ended early: {last}")

    def request(self, calls: int) -> int:
        """Let the process make a number of calls; return their time in nanoseconds."""
        self.ask(calls)
        return int(self.receive())

    def ask(self, calls: int) -> None:
        """Ask the process to time a number of calls; 0 asks for the next benchmark."""
        with suppress(BrokenPipeError):
            os.write(self._writing, f"{calls}\n".encode())


def worker_environment() -> dict[str, str]:
    """Return the environment variables with which pytest finds the worker's plugin."""
    inherited = os.environ.get("PYTHONPATH")
    folders = [str(WORKER.parent), *([inherited] if inherited else [])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}


@dataclass(slots=True)
class Workers:
    """Benchmarks that a worker process serves: those of pytest, or a function.

    Attributes:
        base: The old side.
        head: The new side, which is compared with base.
        names: The names of the benchmarks.
        arguments: The worker's command line after the Python, without the names to run.
        clock: "cpu" for processor time, "wall" for wall time.
        seconds_per_pair: An estimate of the time of a pair, set by ``calibrate``.
        versions: The versions of the packages in base and in head, set by
            ``calibrate``.
        calls: The number of calls that are timed at once, for each benchmark.
    """

    base: Side
    head: Side
    names: Sequence[str]
    arguments: Sequence[str]
    clock: str = "cpu"
    seconds_per_pair: float = 0.0
    versions: list[dict[str, str]] = field(default_factory=list)
    calls: dict[str, int] = field(default_factory=dict)

    def worker(self, side: Side, names: Sequence[str], seed: int = 0) -> Worker:
        """Start a process that times the benchmarks ``names`` of a side.

        ``seed`` is the seed of Python's hashes (``PYTHONHASHSEED``).
        """
        return Worker(side, [*self.arguments, *names], self.clock, seed)

    def answers(self) -> list[list[str]]:
        """Return what a function returns for each line of its input, as texts.

        The result has two lists: the texts of base, and those of head. The worker's
        command line names the function, and the file with the lines. Benchmarks of
        pytest have no such answers.
        """
        both = []
        for side in (self.base, self.head):
            with self.worker(side, self.names) as worker:
                both.append(worker.receive()["answers"])
        return both

    def calibrate(self) -> None:
        """Find how many calls of each benchmark to time at once.

        It fills ``calls`` and ``versions``, and sets ``seconds_per_pair``.
        """
        started = time.monotonic()
        for side in (self.base, self.head):
            with self.worker(side, self.names) as worker:
                for _ in self.names:
                    message = worker.receive()
                    name = message["benchmark"]
                    if side is self.base:
                        self.calls[name] = _batch_calls(worker)
                    worker.ask(0)
                self.versions.append(message["versions"])
        start = time.monotonic() - started
        self.seconds_per_pair = start + len(self.names) * PAIR_NS / 1e9

    def pair(self, names: Sequence[str], seed: int) -> Mapping[str, float]:
        """Time each benchmark in a fresh process of base and in one of head.

        Return head's time divided by base's time, by the name of the benchmark.

        ``seed`` is the number of the pair. It is the seed of Python's hashes on both
        sides, and decides which side comes first.
        """
        ratios = {}
        with (
            self.worker(self.base, names, seed) as base,
            self.worker(self.head, names, seed) as head,
        ):
            for _ in names:
                name = base.receive()["benchmark"]
                other = head.receive()["benchmark"]
                # Both sides must time the same benchmark at the same time.
                if name != other:
                    raise GateError(f"{name} and {other} do not run in the same order")
                calls = self.calls[name]
                order = [base, head] if seed % 2 else [head, base]
                ratios[name] = _ratio(base, head, order, calls)
                base.ask(0)
                head.ask(0)
        return ratios


def _batch_calls(worker: Worker) -> int:
    calls = 1
    # The fastest of three, so that a disturbance does not make batches too short.
    while (spent := min(worker.request(calls) for _ in range(3))) < BATCH_NS:
        calls = max(calls + 1, min(100 * calls, calls * BATCH_NS // max(spent, 1)))
    return calls


def _ratio(base: Worker, head: Worker, order: list[Worker], calls: int) -> float:
    times: dict[Worker, list[int]] = {base: [], head: []}
    # At least four batches of each side, however long one takes.
    while sum(map(sum, times.values())) < PAIR_NS or len(times[base]) < 4:
        for worker in order:
            times[worker].append(worker.request(calls))
        order.reverse()
    return min(times[head]) / min(times[base])


def check_clock(clock: str) -> None:
    """Raise ``GateError`` on a machine whose clock is too coarse.

    ``clock`` is "cpu" for processor time, or "wall". Steps of more than 0.1 ms are too
    coarse.
    """
    name: Literal["process_time", "perf_counter"]
    name = "process_time" if clock == "cpu" else "perf_counter"
    resolution = time.get_clock_info(name).resolution
    if resolution > COARSE:
        raise GateError(
            f"the {clock} clock of this machine is too coarse: it ticks every "
            f"{resolution:g} s, and {COARSE:g} s is needed"
        )


Ratios = dict[str, list[float]]


def compare(
    compared: PairedSides,
    delta: float,
    ratios: Ratios,
    kept: Callable[[Ratios], None],
) -> dict[str, GateDecision]:
    """Measure pairs of runs until every benchmark has a verdict.

    The number of pairs has a limit. A verdict at the limit may be "undecided".

    Args:
        compared: The two sides and their benchmarks.
        delta: A benchmark is slower or faster only by more than this share, such as
            0.1.
        ratios: The ratios of earlier pairs, by the name of the benchmark. New ratios
            are added.
        kept: Is called with all ratios after each pair.

    Returns:
        The decision on each benchmark, by its name.
    """
    looks = schedule(len(compared.names))
    decisions: dict[str, GateDecision] = {}
    for pairs in range(1, max(looks) + 1):
        active = [name for name in compared.names if name not in decisions]
        # A resumed run has the ratios of its earlier pairs already.
        missing = [name for name in active if len(ratios.get(name, [])) < pairs]
        if missing:
            for name, ratio in compared.pair(missing, pairs).items():
                ratios.setdefault(name, []).append(ratio)
            kept(ratios)
        if pairs in looks:
            for name in active:
                # Only the pairs of this look, even if a resumed run has more: the error
                # rate is that of the schedule.
                decision = decide(ratios[name][:pairs], looks[pairs], delta)
                if decision.word != "undecided" or pairs == max(looks):
                    decisions[name] = decision
        if len(decisions) == len(compared.names):
            break
    return decisions


TIMED_BATCHES = 20
"""Number of batches whose instructions are counted, each long enough to be timed."""


def instruction_ratio(compared: object, name: str) -> float:
    """Return head's number of instructions divided by base's, counted by callgrind.

    ``compared`` are the ``Workers`` of both sides, after ``calibrate``. ``name`` is one
    of their benchmarks.

    A count does not depend on how busy the machine is, but it is not a time: a cache
    miss counts like a hit. A run of n + 1 calls less a run of one call leaves n calls,
    without start-up and imports. A run before these fills the cache of compiled code.
    Valgrind's processor has no AVX-512, so it needs machine code of its own.

    Raises ``GateError`` where there is no valgrind, or it cannot run the benchmark.
    """
    if shutil.which("valgrind") is None:
        raise GateError("valgrind is not installed")
    if not isinstance(compared, Workers):
        raise GateError("only benchmarks and functions are counted, not programs")
    calls = TIMED_BATCHES * compared.calls[name]
    counts = []
    for side in (compared.base, compared.head):
        arguments = [*compared.arguments, name]
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

"""A scorer's speed, and the gate that compares times of an old and a new version."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from typing import NamedTuple

from trueodds.proofs.verify.bench.gate.decision import Word
from trueodds.proofs.verify.bench.gate.run import GateResult
from trueodds.proofs.verify.bench.scorer import Bench, Spread
from trueodds.proofs.verify.bench.timing import Mistake, Speed
from trueodds.reports.kinds import Column, Grid, decimals
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden
from trueodds.reports.text.records import version

SPEEDS = (
    Column("program", "", derived=itemgetter(0)),
    Column(
        "positions_per_second",
        "positions/s (warm)",
        decimals(0),
        itemgetter(1),
    ),
    Column(
        "first_answer_seconds",
        "first answer (cold)",
        "{:.3f} s".format,
        itemgetter(2),
    ),
)


@dataclass(frozen=True, kw_only=True, repr=False)
class Speeds(Answer):
    """The speed of a scorer beside our reference, and its first wrong answer.

    The reference is this project's slow scorer, and the kernel its fast compiled one.
    ``ratios`` are the scorer's time divided by the reference's. "cold" compares the
    times from the start of a program to its first answer, and "warm" the times per
    position without the start. ``mistake`` is None if all answers are right.
    """

    schema = "trueodds.bench/2"
    marked = True

    version: str
    game: str
    rule: str
    rules_digest: str
    machine: str
    positions: int
    scorer: Speed
    reference: Speed
    # Middles of several rounds with their spread, as one round says nothing on a busy
    # machine.
    ratios: Mapping[str, Spread]
    # Kernels are timed by a game's default rules. None if there is no kernel.
    kernel_positions_per_second: float | None
    mistake: Mistake | None
    exit_code: Hidden[int]

    @classmethod
    def of(cls, bench: Bench) -> Speeds:
        """Return measured speeds as an answer; exit code 1 means a wrong score."""
        return cls(
            version=version(),
            **bench.question._asdict(),
            positions=len(bench.scorer.positions),
            scorer=bench.scorer.speed,
            reference=bench.reference.speed,
            ratios=bench.spreads,
            kernel_positions_per_second=bench.kernel,
            mistake=bench.mistake,
            exit_code=int(bench.mistake is not None),
        )

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the speeds of the scorer, our reference and our kernel."""
        rows = (
            ("this scorer", *self.scorer),
            ("our reference", *self.reference),
            ("our kernel, in batches", self.kernel_positions_per_second, None),
        )
        return {"speeds": Grid(SPEEDS, [row for row in rows if row[1] is not None])}

    def table(self) -> Iterator[Part]:
        """Yield the verdict, the speeds, and what was measured."""
        yield self._verdict()
        yield from self.printed_tables()
        yield f"{self.game}, {self.rule}: {self.positions:,} random positions"

    def _verdict(self) -> str:
        """Return the first line: wrong answers, or the ratio to the reference."""
        if self.mistake:
            position, expected, got, wrong = self.mistake
            return (
                f"{wrong:,} of {self.positions:,} answers are wrong; the first: "
                f"{position!r} is {expected}, not {got}"
            )
        warm = self.ratios["warm"]
        return (
            # A ratio is the scorer's time over the reference's, so its inverse is the
            # speed. The highest ratio is then the lowest speed.
            f"Every answer is right; {1 / warm.middle:.3g} times as fast as our "
            f"reference ({1 / warm.high:.3g} to {1 / warm.low:.3g})"
        )


class Benchmark(NamedTuple):
    """The decision on a benchmark: its verdict, and the ratio that led to it.

    ``ratio`` is the time of the new version divided by that of the old version, and
    ``interval`` is its confidence interval. Both come from ``pairs`` pairs of runs, a
    run of each version, and are None if there are no pairs. ``benchmark_changed`` is
    true if the source of the benchmark itself differs between the versions.
    """

    name: str
    verdict: Word
    ratio: float | None
    # A confidence interval for the ratio. Table readers get two columns, people one
    # cell.
    interval: tuple[float, float] | None
    pairs: int
    benchmark_changed: bool


BENCHMARKS = (
    Column("name", "benchmark"),
    Column(
        "verdict",
        "verdict",
        shown=lambda row: (
            row.verdict + "; the benchmark changed" * row.benchmark_changed
        ),
    ),
    Column("ratio", "time ratio", decimals(3)),
    Column(
        "",
        "interval",
        lambda ends: " to ".join(map(decimals(3), ends)),
        attrgetter("interval"),
    ),
    Column("interval_low", derived=lambda row: row.interval and row.interval[0]),
    Column("interval_high", derived=lambda row: row.interval and row.interval[1]),
    Column("pairs", "pairs"),
    Column("benchmark_changed"),
)


@dataclass(frozen=True, kw_only=True, repr=False)
class Gate(Answer):
    """The verdict of the benchmark gate on each benchmark, the most important first.

    ``base`` names the old version and ``head`` the new version. ``harness`` is "head"
    or "base": the version whose benchmarks both versions run. Only a change by more
    than the share ``delta`` of the time counts, measured by ``clock``.
    ``family_error_rate`` is an upper limit of the probability that the run wrongly
    calls any benchmark slower.
    """

    schema = "trueodds.gate/1"
    marked = True

    version: str
    base: str
    head: str
    delta: float
    clock: str
    harness: str
    family_error_rate: float
    summary: str
    benchmarks: tuple[Benchmark, ...]
    notes: tuple[str, ...]
    exit_code: Hidden[int]

    @classmethod
    def of(cls, result: GateResult) -> Gate:
        """Return the answer for a run of the benchmark gate, with its exit code."""
        request = result.request
        return cls(
            version=version(),
            base=request.base,
            head=request.head,
            delta=request.delta,
            clock=request.clock,
            harness=request.harness,
            family_error_rate=result.error_rate,
            summary=result.summary,
            benchmarks=tuple(
                Benchmark(
                    name,
                    each.word,
                    # Without pairs the ratio is a placeholder of the decision, and no
                    # measurement.
                    each.ratio if each.pairs else None,
                    (each.low, each.high) if each.pairs else None,
                    each.pairs,
                    name in result.changed,
                )
                for name, each in result.decisions.items()
            ),
            notes=tuple(result.notes),
            exit_code=result.exit_code,
        )

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the decision on each benchmark."""
        return {"benchmarks": Grid(BENCHMARKS, self.benchmarks)}

    def table(self) -> Iterable[Part]:
        """Return the summary, the verdict on each benchmark, and what verdicts mean.

        Notes on the run follow, if there are any.
        """
        notes = "\n".join(f"note: {note}" for note in self.notes)
        return [
            self.summary,
            *self.printed_tables(),
            f"Slower and faster mean by more than {self.delta:.0%} of {self.clock} "
            "time. The probability that any benchmark of this run is wrongly called "
            f"slower is at most {self.family_error_rate:.2%}.",
            *filter(None, [notes]),
        ]

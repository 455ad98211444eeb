"""Results of ``trueodds bench``: a scorer's speed, and the regression gate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.records import version

if TYPE_CHECKING:
    from trueodds.proofs.verify.bench.gate.decision import Decision
    from trueodds.proofs.verify.bench.gate.run import Result
    from trueodds.proofs.verify.bench.scorer import Bench


def output(bench: Bench) -> Output:
    """Return a bench as an answer.

    The exit code is 1 when an answer is wrong.
    """
    return Output(
        "trueodds.bench/2",
        record=lambda: _record(bench),
        table=lambda: _table(bench),
        exit_code=int(bench.mistake is not None),
        marked=True,
    )


def _record(bench: Bench) -> dict[str, Any]:
    return {
        "version": version(),
        **bench.question._asdict(),
        "positions": len(bench.scorer.positions),
        "scorer": _speed(*bench.scorer.speed),
        "reference": _speed(*bench.reference.speed),
        "ratios": {name: spread._asdict() for name, spread in bench.spreads.items()},
        "kernel_positions_per_second": bench.kernel,
        "mistake": bench.mistake and bench.mistake._asdict(),
    }


def _speed(warm: float, cold: float) -> dict[str, float]:
    return {"positions_per_second": warm, "first_answer_seconds": cold}


def _table(bench: Bench) -> list[Part]:
    rows = [
        [name, f"{speed.warm:,.0f}", f"{speed.cold:.3f} s"]
        for name, speed in (
            ("this scorer", bench.scorer.speed),
            ("our reference", bench.reference.speed),
        )
    ]
    if bench.kernel is not None:
        rows.append(["our kernel, in batches", f"{bench.kernel:,.0f}", ""])
    header = ["", "positions/s (warm)", "first answer (cold)"]
    question = bench.question
    positions = len(bench.scorer.positions)
    asked = f"{question.game}, {question.rule}: {positions:,} random positions"
    return [_verdict(bench), Table(header, rows), asked]


def _verdict(bench: Bench) -> str:
    """Return the first line: wrong answers, or the ratio to the reference."""
    if bench.mistake:
        position, expected, got, wrong = bench.mistake
        return (
            f"{wrong:,} of {len(bench.scorer.positions):,} answers are wrong; the "
            f"first: {position!r} is {expected}, not {got}"
        )
    warm = bench.spreads["warm"]
    return (
        f"Every answer is right; {1 / warm.middle:.3g} times as fast as our reference "
        f"({1 / warm.high:.3g} to {1 / warm.low:.3g})"
    )


def gate_output(result: Result) -> Output:
    """Return a gate's result, with its exit code."""
    return Output(
        "trueodds.gate/1",
        record=lambda: _gate_record(result),
        table=lambda: _gate_parts(result),
        exit_code=result.exit_code,
        marked=True,
    )


def _gate_record(result: Result) -> dict[str, Any]:
    request = result.request
    return {
        "version": version(),
        "base": request.base,
        "head": request.head,
        "delta": request.delta,
        "clock": request.clock,
        "harness": request.harness,
        "family_error_rate": result.error_rate,
        "summary": result.summary,
        "benchmarks": [
            {
                "name": name,
                "verdict": decision.word,
                "ratio": decision.ratio if decision.pairs else None,
                "interval": [decision.low, decision.high] if decision.pairs else None,
                "pairs": decision.pairs,
                "benchmark_changed": name in result.changed,
            }
            for name, decision in result.decisions.items()
        ],
        "notes": list(result.notes),
    }


def _gate_parts(result: Result) -> list[Part]:
    request = result.request
    header = ["benchmark", "verdict", "time ratio", "interval", "pairs"]
    rows = [
        _gate_row(name, decision, name in result.changed)
        for name, decision in result.decisions.items()
    ]
    notes: list[Part] = ["\n".join(f"note: {note}" for note in result.notes)]
    return [
        result.summary,
        Table(header, rows),
        f"Slower and faster mean by more than {request.delta:.0%} of {request.clock} "
        "time. The probability that any benchmark of this run is wrongly called slower "
        f"is at most {result.error_rate:.2%}.",
        *(notes if result.notes else []),
    ]


def _gate_row(name: str, decision: Decision, changed: bool) -> list[str]:
    word = f"{decision.word}; the benchmark changed" if changed else decision.word
    if not decision.pairs:
        return [name, word, "", "", "0"]
    ratio, low, high = (
        f"{number:.3f}" for number in (decision.ratio, decision.low, decision.high)
    )
    return [name, word, ratio, f"{low} to {high}", str(decision.pairs)]

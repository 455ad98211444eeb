"""Results of ``trueodds bench``: a scorer's speed, and the regression gate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.records import version

if TYPE_CHECKING:
    from trueodds.proofs.verify.bench.gate.decision import Decision
    from trueodds.proofs.verify.bench.gate.run import Result
    from trueodds.proofs.verify.bench.scorer import Bench

CANNOT_TELL = 3


def output(bench: Bench) -> Output:
    """Return a bench as an answer.

    The exit code is 1 when an answer is wrong or the scorer has regressed, and 3 when
    the machine is too busy to tell.
    """
    words = bench.compared.values()
    exit_code = CANNOT_TELL if "cannot tell" in words else 0
    if bench.mistake or "regressed" in words:
        exit_code = 1
    return Output(
        "trueodds.bench/1",
        record=lambda: _record(bench),
        table=lambda: _table(bench),
        exit_code=exit_code,
    )


def _record(bench: Bench) -> dict[str, Any]:
    baseline = bench.baseline
    return {
        "version": version(),
        **bench.question._asdict(),
        "positions": len(bench.scorer.positions),
        "scorer": _speed(*bench.scorer.speed),
        "reference": _speed(*bench.reference.speed),
        "baseline": baseline and _speed(baseline.warm, baseline.cold),
        "ratios": {
            name: {"low": spread.low, "middle": spread.ratio, "high": spread.high}
            for name, spread in bench.spreads.items()
        },
        "baseline_ratios": baseline and baseline.ratios,
        "compared": dict(bench.compared),
        "kernel_positions_per_second": bench.kernel,
        "mistake": bench.mistake and bench.mistake._asdict(),
        "stored": bench.stored,
        "regressions": _regressions(bench, "regressed"),
    }


def _speed(warm: float, cold: float) -> dict[str, float]:
    return {"positions_per_second": warm, "first_answer_seconds": cold}


def _regressions(bench: Bench, wanted: str) -> list[str]:
    """Describe each comparison whose decision is ``wanted``."""
    return [
        f"{name}: {bench.spreads[name].low:.3g} to {bench.spreads[name].high:.3g} "
        f"times the reference's time; the baseline has "
        f"{bench.baseline.ratios[name]:.3g}, and {bench.tolerance:.0%} more is allowed"
        for name, word in bench.compared.items()
        if word == wanted and bench.baseline
    ]


def _table(bench: Bench) -> list[Part]:
    reference, baseline = bench.reference.speed, bench.baseline

    def row(name: str, warm: float, cold: float | None) -> list[str]:
        first = "" if cold is None else f"{cold:.3f} s"
        return [name, f"{warm:,.0f}", f"{warm / reference.warm:.3g}", first]

    rows = [row("this scorer", *bench.scorer.speed), row("our reference", *reference)]
    if bench.kernel is not None:
        rows.append(row("our kernel, in batches", bench.kernel, None))
    if baseline:
        rows.append(row("baseline, when stored", baseline.warm, baseline.cold))
    header = ["", "positions/s (warm)", "of reference", "first answer (cold)"]
    warm = bench.spreads["warm"]
    lines = [
        f"time per position: {warm.ratio:.3g} times the reference's "
        f"({warm.low:.3g} to {warm.high:.3g} over the rounds)",
        _agreement(bench),
    ]
    if bench.stored is not None:
        lines.append(f"baseline stored in {bench.stored}")
    lines += [f"regressed, {text}" for text in _regressions(bench, "regressed")]
    lines += [
        f"cannot tell: this machine is too busy, {text}"
        for text in _regressions(bench, "cannot tell")
    ]
    question, positions = bench.question, len(bench.scorer.positions)
    return [
        f"{question.game}, {question.rule}: {positions} random positions",
        Table(header, rows),
        "\n".join(lines),
    ]


def _agreement(bench: Bench) -> str:
    if bench.mistake is None:
        return "every answer is right"
    position, expected, got, wrong = bench.mistake
    return (
        f"{wrong} of {len(bench.scorer.positions)} answers are wrong; the first: "
        f"{position!r} is {expected}, not {got}"
    )


def gate_output(result: Result) -> Output:
    """Return a gate's result; exit code 1 if a benchmark is slower or wrong."""
    return Output(
        "trueodds.gate/1",
        record=lambda: _gate_record(result),
        table=lambda: _gate_parts(result),
        exit_code=result.exit_code,
    )


def _gate_record(result: Result) -> dict[str, Any]:
    request = result.request
    return {
        "version": version(),
        "base": request.base,
        "head": request.head,
        "delta": request.delta,
        "clock": request.clock,
        "family_error_rate": result.error_rate,
        "summary": result.summary,
        "benchmarks": [
            {
                "name": name,
                "verdict": decision.word,
                "ratio": decision.ratio if decision.pairs else None,
                "interval": [decision.low, decision.high] if decision.pairs else None,
                "pairs": decision.pairs,
            }
            for name, decision in result.decisions.items()
        ],
        "notes": list(result.notes),
    }


def _gate_parts(result: Result) -> list[Part]:
    request = result.request
    header = ["benchmark", "verdict", "time ratio", "interval", "pairs"]
    rows = [_gate_row(name, decision) for name, decision in result.decisions.items()]
    notes: list[Part] = ["\n".join(f"note: {note}" for note in result.notes)]
    return [
        result.summary,
        Table(header, rows),
        f"Slower and faster mean by more than {request.delta:.0%} of {request.clock} "
        "time. The probability that any benchmark of this run is wrongly called slower "
        f"is at most {result.error_rate:.2%}.",
        *(notes if result.notes else []),
    ]


def _gate_row(name: str, decision: Decision) -> list[str]:
    if not decision.pairs:
        return [name, decision.word, "", "", "0"]
    ratio, low, high = (
        f"{number:.3f}" for number in (decision.ratio, decision.low, decision.high)
    )
    return [name, decision.word, ratio, f"{low} to {high}", str(decision.pairs)]

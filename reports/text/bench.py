"""Results of ``trueodds bench``: a scorer's speed, and the regression gate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.records import version

if TYPE_CHECKING:
    from trueodds.proofs.verify.bench.baseline import Baseline, Question
    from trueodds.proofs.verify.bench.gate.decision import Decision
    from trueodds.proofs.verify.bench.gate.run import Result
    from trueodds.proofs.verify.bench.scorer import Bench
    from trueodds.proofs.verify.bench.timing import Speed, Spread

CANNOT_TELL = 3


class Compared(NamedTuple):
    """The baseline of a measurement, its file, and the allowed slowdown."""

    baseline: Baseline | None
    stored: str | None
    tolerance: float


def output(bench: Bench, question: Question, compared: Compared) -> Output:
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
        record=lambda: _record(bench, question, compared),
        table=lambda: _table(bench, question, compared),
        exit_code=exit_code,
    )


def _record(bench: Bench, question: Question, compared: Compared) -> dict[str, Any]:
    baseline = compared.baseline
    speeds = {
        "scorer": bench.scorer,
        "reference": bench.reference,
        "baseline": baseline and baseline.speed,
    }
    return {
        "version": version(),
        **question._asdict(),
        "positions": bench.positions,
        **{name: speed and _speed(speed) for name, speed in speeds.items()},
        "ratios": {"warm": bench.warm._asdict(), "cold": bench.cold._asdict()},
        "baseline_ratios": baseline and baseline.ratios._asdict(),
        "compared": dict(bench.compared),
        "kernel_positions_per_second": bench.kernel,
        "mistake": bench.mistake and bench.mistake._asdict(),
        "stored": compared.stored,
        "regressions": _regressions(bench, compared, "regressed"),
    }


def _speed(speed: Speed) -> dict[str, float]:
    return {"positions_per_second": speed.warm, "first_answer_seconds": speed.cold}


def _regressions(bench: Bench, compared: Compared, wanted: str) -> list[str]:
    """Describe the comparisons that have this word as their decision."""
    lines = []
    for name, word in bench.compared.items():
        if word == wanted and compared.baseline:
            now: Spread = getattr(bench, name)
            before = getattr(compared.baseline.ratios, name)
            lines.append(
                f"{name}: {now.low:.3g} to {now.high:.3g} times the reference's time; "
                f"the baseline has {before:.3g}, and {compared.tolerance:.0%} more is "
                "allowed"
            )
    return lines


def _table(bench: Bench, question: Question, compared: Compared) -> list[Part]:
    def row(name: str, warm: float, cold: float | None) -> list[str]:
        first = "" if cold is None else f"{cold:.3f} s"
        return [name, f"{warm:,.0f}", f"{warm / bench.reference.warm:.3g}", first]

    rows = [row("this scorer", *bench.scorer), row("our reference", *bench.reference)]
    if bench.kernel is not None:
        rows.append(row("our kernel, in batches", bench.kernel, None))
    if compared.baseline:
        rows.append(row("baseline, when stored", *compared.baseline.speed))
    header = ["", "positions/s (warm)", "of reference", "first answer (cold)"]
    lines = [
        f"time per position: {bench.warm.middle:.3g} times the reference's "
        f"({bench.warm.low:.3g} to {bench.warm.high:.3g} over the rounds)",
        _agreement(bench),
    ]
    if compared.stored is not None:
        lines.append(f"baseline stored in {compared.stored}")
    lines += [f"regressed, {t}" for t in _regressions(bench, compared, "regressed")]
    lines += [
        f"cannot tell: this machine is too busy, {text}"
        for text in _regressions(bench, compared, "cannot tell")
    ]
    return [
        f"{question.game}, {question.rule}: {bench.positions} random positions",
        Table(header, rows),
        "\n".join(lines),
    ]


def _agreement(bench: Bench) -> str:
    if bench.mistake is None:
        return "every answer is right"
    position, expected, got, wrong = bench.mistake
    return (
        f"{wrong} of {bench.positions} answers are wrong; the first: {position!r} is "
        f"{expected}, not {got}"
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
    return {
        "version": version(),
        "base": result.base,
        "head": result.head,
        "delta": result.delta,
        "clock": result.clock,
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
    header = ["benchmark", "verdict", "time ratio", "interval", "pairs"]
    rows = [_gate_row(name, decision) for name, decision in result.decisions.items()]
    notes: list[Part] = ["\n".join(f"note: {note}" for note in result.notes)]
    return [
        result.summary,
        Table(header, rows),
        f"Slower and faster mean by more than {result.delta:.0%} of {result.clock} "
        "time. The probability that any benchmark of this run is wrongly called slower "
        f"is at most {result.error_rate:.2%}.",
        *(notes if result.notes else []),
    ]


def _gate_row(name: str, decision: Decision) -> list[str]:
    if not decision.pairs:
        return [name, decision.word, "", "", "0"]
    interval = f"{decision.low:.3f} to {decision.high:.3f}"
    return [
        name,
        decision.word,
        f"{decision.ratio:.3f}",
        interval,
        str(decision.pairs),
    ]

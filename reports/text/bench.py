"""How fast a scorer was, as text or JSON."""

from typing import Any, NamedTuple

from trueodds.proofs.verify.bench.baseline import Question
from trueodds.proofs.verify.bench.scorer import Bench
from trueodds.proofs.verify.bench.timing import Speed
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.records import version

SCHEMA = "trueodds.bench/1"


class Standing(NamedTuple):
    """How a bench stands to a baseline: what that holds, or where it was stored now."""

    baseline: Speed | None
    stored: str | None
    regressions: list[str]


def output(bench: Bench, question: Question, standing: Standing) -> Output:
    """Return a bench as an answer; exit code 1 when it is wrong or has regressed."""
    return Output(
        SCHEMA,
        record=lambda: _record(bench, question, standing),
        table=lambda: _table(bench, question, standing),
        exit_code=int(bool(bench.mistake or standing.regressions)),
    )


def _record(bench: Bench, question: Question, standing: Standing) -> dict[str, Any]:
    speeds = {
        "scorer": bench.scorer,
        "reference": bench.reference,
        "baseline": standing.baseline,
    }
    return {
        "version": version(),
        **question._asdict(),
        "positions": bench.positions,
        **{name: speed and _speed(speed) for name, speed in speeds.items()},
        "kernel_positions_per_second": bench.kernel,
        "mistake": bench.mistake and bench.mistake._asdict(),
        "stored": standing.stored,
        "regressions": standing.regressions,
    }


def _speed(speed: Speed) -> dict[str, float]:
    return {"positions_per_second": speed.warm, "first_answer_seconds": speed.cold}


def _table(bench: Bench, question: Question, standing: Standing) -> list[Part]:
    reference = bench.reference

    def row(name: str, warm: float, cold: float | None) -> list[str]:
        times = f"{warm / reference.warm:.3g}" if reference else ""
        first = "" if cold is None else f"{cold:.3f} s"
        return [name, f"{warm:,.0f}", times, first]

    rows = [
        row("this scorer", *bench.scorer),
    ]
    if reference is not None:
        rows.append(row("our reference", *reference))
    if bench.kernel is not None:
        rows.append(row("our kernel, in batches", bench.kernel, None))
    if standing.baseline is not None:
        rows.append(row("baseline", *standing.baseline))
    header = ["", "positions/s", "of reference", "first answer"]
    lines = [_agreement(bench)]
    if standing.stored is not None:
        lines.append(f"baseline stored in {standing.stored}")
    lines += [f"regressed, {regression}" for regression in standing.regressions]
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

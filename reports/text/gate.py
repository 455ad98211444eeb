"""The result of the regression gate as text, Markdown or JSON."""

from typing import Any

from trueodds.proofs.verify.bench.gate.decision import Decision
from trueodds.proofs.verify.bench.gate.run import Result
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.records import version

SCHEMA = "trueodds.gate/1"


def output(result: Result) -> Output:
    """Return a result as an answer; exit code 1 if a benchmark is slower or wrong."""
    return Output(
        SCHEMA,
        record=lambda: _record(result),
        table=lambda: _parts(result),
        exit_code=result.exit_code,
    )


def _record(result: Result) -> dict[str, Any]:
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


def _parts(result: Result) -> list[Part]:
    header = ["benchmark", "verdict", "time ratio", "interval", "pairs"]
    rows = [_row(name, decision) for name, decision in result.decisions.items()]
    notes: list[Part] = ["\n".join(f"note: {note}" for note in result.notes)]
    return [
        result.summary,
        Table(header, rows),
        f"Slower and faster mean by more than {result.delta:.0%} of {result.clock} "
        "time. The probability that any benchmark of this run is wrongly called slower "
        f"is at most {result.error_rate:.2%}.",
        *(notes if result.notes else []),
    ]


def _row(name: str, decision: Decision) -> list[str]:
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

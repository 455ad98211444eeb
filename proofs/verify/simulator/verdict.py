"""A judged simulator as a verdict, and in words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq

from trueodds.core import rulebook
from trueodds.core.enclosure import Enclosure
from trueodds.core.games import Game
from trueodds.core.printing import decimal_text, fraction_text
from trueodds.core.rulebook import Rules
from trueodds.proofs.verify.simulator.e_process import (
    Ball,
    ball,
    working_precision,
)
from trueodds.proofs.verify.simulator.judge import Judge, outcomes_needed
from trueodds.proofs.verify.simulator.run import Judged
from trueodds.proofs.verify.verdict import Example, Verdict

BIAS = Fraction(1, 100)
"""The bias whose cost in outcomes is told, unless a tolerance is asked for."""

DIGITS = 6


def verdict(game: Game, rules: Rules, judged: Judged) -> Verdict:
    """The verdict on a simulator, with everything it rests on in ``details``."""
    judge = judged.judge
    evidence = log10_e(judge)
    bias = judge.tolerance or BIAS
    needed = None
    if judged.word == "undecided":
        needed = outcomes_needed(
            judge.chances, bias, judge.alpha, pairs=judge.pairs is not None
        )
    counts = {"outcomes": judge.total}
    if judge.pairs is not None:
        counts["pairs"] = int(judge.pairs.sum())
    lower, upper = evidence.texts(DIGITS)
    return Verdict(
        word=judged.word,
        subject="simulator",
        game=game.name,
        rules_digest=rulebook.digest(game.name, rules),
        question=judged.law.kind,
        summary=_summary(judged, lower, bias, needed),
        counts=counts,
        example=_example(judged),
        notes=judged.notes,
        details={
            "alpha": fraction_text(judge.alpha),
            "within": judge.tolerance and fraction_text(judge.tolerance),
            "log10_e": {"lower": lower, "upper": upper},
            "bias": fraction_text(bias),
            "outcomes_for_bias": needed,
            "outcomes": _outcomes(judged),
        },
    )


def log10_e(judge: Judge) -> Enclosure:
    """The decimal logarithm of the e-value, between proved bounds.

    >>> judge = Judge((Fraction(1, 2),) * 2, Fraction(1, 100))
    >>> log10_e(judge).texts()
    ('0', '0')
    """
    if not judge.total:
        return Enclosure(Fraction(0), Fraction(0))
    with working_precision():
        log = judge.e().log() / ball(10).log()
        return Enclosure(_rational(log.lower()), _rational(log.upper()))


def _rational(exact: Ball) -> Fraction:
    number = fmpq(exact.fmpq())
    return Fraction(int(number.p), int(number.q))


def _summary(judged: Judged, lower: str, bias: Fraction, needed: int | None) -> str:
    judge, what = judged.judge, judged.law.what
    seen = f"{judge.total:,} outcomes"
    if judged.impossible:
        return f"{what}: {judged.impossible.outcome} came, and it cannot"
    limit = f"{_plain(1 / judge.alpha)} refutes, at an error rate of {_rate(judge)}"
    evidence = f"E >= 10^{lower} after {seen}"
    if judged.word == "refuted":
        return f"{what}: not the exact law, as {evidence}; {limit}"
    if judged.word == "within":
        assert judge.tolerance is not None
        return (
            f"{what}: after {seen} every chance is within {_plain(judge.tolerance)} of "
            f"its exact value, at an error rate of {_rate(judge)}"
        )
    return f"{what}: {evidence}; {limit}. {_cost(bias, needed, judge.total)}"


def _cost(bias: Fraction, needed: int | None, total: int) -> str:
    """What a bias would take to show, in words."""
    if needed is None:
        return f"No chance can be off by {_plain(bias)}"
    if needed <= total:
        return f"A bias of {_plain(bias)} in a chance would most likely have shown"
    return (
        f"A bias of {_plain(bias)} in a chance would take about {needed - total:,} "
        "outcomes more to show"
    )


def _plain(number: Fraction) -> str:
    return decimal_text(number, DIGITS)


def _rate(judge: Judge) -> str:
    return _plain(judge.alpha)


def _example(judged: Judged) -> Example | None:
    law, judge = judged.law, judged.judge
    if judged.impossible:
        line, outcome = judged.impossible.line, judged.impossible.outcome
        possible = ", ".join(law.outcomes[:40])
        more = ", ..." if len(law.outcomes) > 40 else ""
        return Example(f"line {line}", f"one of {possible}{more}", outcome)
    if judged.word != "refuted":
        return None
    found = judge.surprise()
    names = [law.outcomes[number] for number in found.outcomes]
    chance = Fraction(1)
    for name in names:
        chance *= law.law[name]
    where = (
        f"outcome {names[0]}"
        if len(names) == 1
        else f"{names[1]} right after {names[0]}, in disjoint pairs"
    )
    due = f"about {decimal_text(found.expected, DIGITS)}"
    return Example(
        where, f"{due} times, each with chance {fraction_text(chance)}", found.came
    )


def _outcomes(judged: Judged) -> list[dict[str, Any]]:
    law = judged.law
    return [
        {"outcome": outcome, "exact": fraction_text(chance), "count": int(count)}
        for outcome, chance, count in zip(
            law.outcomes, law.chances, judged.judge.counts, strict=True
        )
    ]


def failed(game: Game, rules: Rules, kind: str, why: str) -> Verdict:
    """The verdict on outcomes that cannot be judged."""
    return Verdict(
        word="failed",
        subject="simulator",
        game=game.name,
        rules_digest=rulebook.digest(game.name, rules),
        question=kind,
        summary=why,
        counts={},
    )

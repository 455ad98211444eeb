"""A receipt: all that a verdict on a simulator rests on, in a file to check it by.

The check takes nothing on trust but the counts: the law is derived anew from the rules,
the e-value from counts, prior and law, and the verdict from both.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

import trueodds
from trueodds.core import games, rulebook
from trueodds.core.errors import OutputError, TrueoddsError
from trueodds.core.exact_toml import exact
from trueodds.core.games import Game
from trueodds.core.printing import fraction_text
from trueodds.core.rulebook import Rules
from trueodds.proofs.verify.simulator.e_process import CONCENTRATIONS
from trueodds.proofs.verify.simulator.judge import Judge
from trueodds.proofs.verify.simulator.outcomes import outcome_law
from trueodds.proofs.verify.simulator.parse import Impossible
from trueodds.proofs.verify.simulator.run import Judged
from trueodds.proofs.verify.simulator.verdict import DIGITS, log10_e

SCHEMA = "trueodds.receipt/1"
FAULTS = LookupError, TypeError, ValueError, ArithmeticError, AttributeError
"""What a field of another kind than ours brings about."""

PRIOR = "equal mixture of Dirichlet(c * law)"


class ReceiptError(TrueoddsError):
    """A file that is no receipt, or one that contradicts itself or the exact law."""


def record(game: Game, rules: Rules, rule: str, judged: Judged) -> dict[str, Any]:
    """The receipt of a judged simulator, in values that JSON knows."""
    judge, law = judged.judge, judged.law
    pairs = judge.pairs
    impossible = judged.impossible
    lower, upper = log10_e(judge).texts(DIGITS)
    return {
        "schema": SCHEMA,
        "version": trueodds.__version__,
        "game": game.name,
        "rules": rulebook.to_table(rules),
        "rules_digest": rulebook.digest(game.name, rules),
        "rule": rule,
        "kind": law.kind,
        "verdict": judged.word,
        "alpha": fraction_text(judge.alpha),
        "within": judge.tolerance and fraction_text(judge.tolerance),
        "prior": {"form": PRIOR, "c": list(CONCENTRATIONS)},
        "outcomes": [
            [outcome, fraction_text(chance), int(count)]
            for outcome, chance, count in zip(
                law.outcomes, law.chances, judge.counts, strict=True
            )
        ],
        "pairs": None
        if pairs is None
        else [
            [law.outcomes[i], law.outcomes[j], int(pairs[i, j])]
            for i, j in np.argwhere(pairs)
        ],
        "impossible": impossible and [impossible.line, impossible.outcome],
        "log10_e": {"lower": lower, "upper": upper},
    }


def write(file: Path, receipt: dict[str, Any]) -> None:
    """Write a receipt. Raises ``OutputError`` when that cannot be done."""
    try:
        file.write_text(
            json.dumps(receipt, ensure_ascii=False) + "\n", encoding="utf-8"
        )
    except OSError as error:
        raise OutputError(f"cannot write to {file}: {error.strerror}") from None


def check(file: Path) -> tuple[Game, Rules, Judged]:
    """Derive a receipt's verdict anew.

    Raises ``ReceiptError`` for a file that is none, and with the first thing in it that
    is not what follows from its rules and counts.
    """
    given = _load(file)
    try:
        game = games.find(given["game"])
        rules = rulebook.load(game, None, given["rules"])
        judged = _judged(game, rules, given)
        again = record(game, rules, game.scoring_rule(given["rule"]), judged)
        if given["rules"].keys() != again["rules"].keys():
            raise ReceiptError("its rules are not all there")
    except FAULTS as error:
        raise ReceiptError(f"{file} is not a receipt: {error}") from None
    # The digest stands for the rules, whose description may differ.
    for name in sorted((given.keys() | again.keys()) - {"version", "rules"}):
        if given.get(name) != again.get(name):
            raise ReceiptError(
                f"{file}: {name} is not what follows from the rules and the counts"
            )
    return game, rules, judged


def _load(file: Path) -> dict[str, Any]:
    try:
        given = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ReceiptError(f"cannot read {file}: {error.strerror}") from None
    except (ValueError, RecursionError):
        given = None
    if not (isinstance(given, dict) and given.get("schema") == SCHEMA):
        raise ReceiptError(f"{file} is not a receipt of trueodds verify simulator")
    return given


def _judged(game: Game, rules: Rules, given: dict[str, Any]) -> Judged:
    """The counts of a receipt, judged by the law that we derive."""
    law = outcome_law(game, rules, given["kind"], given["rule"])
    number = {outcome: place for place, outcome in enumerate(law.outcomes)}
    tolerance = exact(given["within"]) if given["within"] else None
    alpha: Fraction = exact(given["alpha"])
    if not 0 < alpha < 1:
        raise ReceiptError(f"alpha is {alpha}; it is between 0 and 1")
    judge = Judge(law.chances, alpha, tolerance, pairs=given["pairs"] is not None)
    for outcome, _, count in given["outcomes"]:
        judge.counts[number[outcome]] += _whole(count)
    if judge.pairs is not None:
        for first, second, count in given["pairs"]:
            judge.pairs[number[first], number[second]] += _whole(count)
        seen = judge.pairs.sum(axis=0) + judge.pairs.sum(axis=1)
        if (seen != judge.counts).any():
            raise ReceiptError("its pairs are not made of its outcomes")
    judge.finish()
    if given["impossible"] is None:
        return Judged(law, judge)
    line, outcome = given["impossible"]
    if law.read(outcome) in number:
        raise ReceiptError(f"the outcome {outcome} is possible")
    return Judged(law, judge, Impossible(_whole(line), law.read(outcome)))


def _whole(number: Any) -> int:
    if type(number) is not int or not 0 <= number < 2**62:
        raise ReceiptError(f"{number!r:.40} is no count")
    return number

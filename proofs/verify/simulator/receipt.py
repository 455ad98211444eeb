"""Receipts: files with everything on which a verdict on a simulator rests.

A check trusts only the counts. It derives the distribution from the rules, the evidence
from the counts, and the verdict from the evidence. It compares all of these with the
receipt. It also checks that the counts are consistent, and that the checksum over the
whole receipt is right. So an accidental change, or a change of a single field, is
noticed. A check cannot notice a receipt that was made from invented counts: for that,
the outcomes themselves must be judged again.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

import trueodds
from trueodds.core import games, rulebook
from trueodds.core.errors import TrueoddsError
from trueodds.core.exact.digits import fraction_text
from trueodds.core.exact.exact_toml import exact
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.core.storage.files import read_file, written_whole
from trueodds.core.visible import visible
from trueodds.proofs.verify.simulator.dependence import (
    FARTHEST,
    LAGS,
    Dependence,
)
from trueodds.proofs.verify.simulator.details import DIGITS
from trueodds.proofs.verify.simulator.draws import DrawsProcess
from trueodds.proofs.verify.simulator.e_process import EProcess
from trueodds.proofs.verify.simulator.e_value import (
    CONCENTRATIONS,
    LAG_CONCENTRATIONS,
    SHARES,
    SHIFTS,
)
from trueodds.proofs.verify.simulator.outcomes import outcome_distribution
from trueodds.proofs.verify.simulator.parse import Impossible
from trueodds.proofs.verify.simulator.run import JudgedOutcomes
from trueodds.proofs.verify.simulator.verdict import class_names, log10_e

SCHEMA = "trueodds.receipt/1"
FAULTS = LookupError, TypeError, ValueError, ArithmeticError, AttributeError
"""Exceptions that a field of the wrong type or size can cause."""

FORM = (
    "mixture of Dirichlet(c * p), Beta(c * p_x, c * (1 - p_x)), shifts of the odds of "
    "x and of copies, and shares of repeats"
)


class ReceiptError(TrueoddsError):
    """The error for a file that is no receipt, or whose fields do not fit together."""


def record(
    game: Game, rules: Rules, rule: str, judged: JudgedOutcomes
) -> dict[str, Any]:
    """Return the receipt of a judged simulator: rules, counts and verdict, for JSON.

    ``rule`` is the name of the scoring rule, and ``judged`` the result of judging the
    simulator's outcomes.
    """
    process = judged.process
    known = judged.known
    impossible = judged.impossible
    receipt = {
        "schema": SCHEMA,
        "version": trueodds.__version__,
        "game": game.name,
        "rules": rulebook.to_table(rules),
        "rules_digest": rulebook.digest(game.name, rules),
        "rule": rule,
        "kind": known.kind,
        "verdict": judged.word,
        "alpha": fraction_text(process.alpha),
        "within": process.tolerance and fraction_text(process.tolerance),
        "prior": {
            "form": FORM,
            "c": list(CONCENTRATIONS),
            "c_of_lags": list(LAG_CONCENTRATIONS),
            "shares": list(map(fraction_text, SHARES)),
            "shifts": list(map(fraction_text, SHIFTS)),
            "weights": {
                test: fraction_text(weight) for test, weight in process.weights.items()
            },
        },
        "outcomes": [
            [outcome, fraction_text(probability), int(count)]
            for outcome, probability, count in zip(
                known.outcomes, known.probabilities, process.counts, strict=True
            )
        ],
        **_sequence(judged),
        "impossible": impossible and [impossible.line, impossible.outcome],
        "log10_e": log10_e(process).record(DIGITS),
    }
    if isinstance(process, DrawsProcess):
        receipt["draws"] = [draws.record() for draws in process.draws]
    if package := games.credited(game.name):
        receipt["package"] = asdict(package)
    return receipt | {"digest": _digest(receipt)}


def _sequence(judged: JudgedOutcomes) -> dict[str, Any]:
    """Return the counts that depend on the outcomes' order; None without an order."""
    dependence = judged.process.dependence
    outcomes = judged.known.outcomes
    if dependence is None:
        return dict.fromkeys(("pairs", "lags", "copies", "repeats", "ends"))
    names = class_names(judged.known, dependence.class_of)

    def cells(table: Any) -> list[Any]:
        return [[names[a], names[b], int(table[a, b])] for a, b in np.argwhere(table)]

    return {
        "pairs": cells(dependence.in_step),
        "lags": list(map(cells, dependence.lags)),
        "copies": dependence.copies.tolist(),
        "repeats": [
            [outcomes[n], int(dependence.made[n]), int(dependence.right[n])]
            for n in np.flatnonzero(dependence.made)
        ],
        "ends": [
            [outcomes[n] for n in end] for end in (dependence.first, dependence.last)
        ],
    }


def _digest(receipt: dict[str, Any]) -> str:
    text = json.dumps(receipt, sort_keys=True, ensure_ascii=False)
    # Texts in JSON may have single surrogates, which UTF-8 refuses otherwise.
    content = text.encode(errors="surrogatepass")
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def write(file: Path, receipt: dict[str, Any]) -> None:
    """Write a receipt to a file.

    ``receipt`` is a result of ``record``. Raises ``OutputError`` if the file cannot be
    written.
    """
    text = visible(json.dumps(receipt, ensure_ascii=False)) + "\n"
    with written_whole(file) as place:
        place.write_text(text, encoding="utf-8")


def check(file: Path) -> tuple[Game, Rules, JudgedOutcomes]:
    """Read a receipt, and derive its verdict again from its rules and counts.

    Returns the game, the rules and the outcomes as judged again. Raises
    ``ReceiptError`` for a file that is not a receipt, and with the first field that
    does not follow from the rules and the counts.
    """
    receipt = _load(file)
    try:
        game = games.find(receipt["game"])
        rules = rulebook.load(game, None, receipt["rules"])
        judged = _judged(game, rules, receipt)
        again = record(game, rules, game.scoring_rule(receipt["rule"]), judged)
        # A rule that is missing would silently take its default.
        if receipt["rules"].keys() != again["rules"].keys():
            raise ReceiptError("some of its rules are missing")
        digest = receipt.pop("digest")
    except ReceiptError as error:
        raise ReceiptError(f"{file} is not right: {error}") from None
    except FAULTS as error:
        fault = f"a field is missing or wrong: {error!s:.200}"
        raise ReceiptError(f"{file} is not a receipt: {fault}") from None
    del again["digest"]
    # The digest stands for the rules, whose description may differ. Later versions
    # check the receipt too.
    for name in sorted(
        (receipt.keys() | again.keys()) - {"version", "package", "rules"}
    ):
        if receipt.get(name) != again.get(name):
            raise ReceiptError(
                f"{file} is not right: its {name} does not follow from the rules "
                "and the counts"
            )
    if digest != _digest(receipt):
        raise ReceiptError(f"{file} was changed after it was written: wrong digest")
    return game, rules, judged


def _load(file: Path) -> dict[str, Any]:
    content = read_file(file, ReceiptError)
    try:
        receipt = json.loads(content, object_pairs_hook=_without_duplicates)
    except ReceiptError as error:
        raise ReceiptError(f"{file} is not right: {error}") from None
    except (ValueError, RecursionError):
        receipt = None
    if not (isinstance(receipt, dict) and receipt.get("schema") == SCHEMA):
        raise ReceiptError(f"{file} is not a receipt of trueodds verify simulator")
    return receipt


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    # Readers of JSON differ in which of two equal fields counts.
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ReceiptError(f"it has the field {twice!r} twice")
    return record


def _judged(game: Game, rules: Rules, receipt: dict[str, Any]) -> JudgedOutcomes:
    """Judge the counts of a receipt by the distribution that we derive."""
    # Other tests give other evidence: that is no fault of the receipt.
    if receipt["prior"]["form"] != FORM:
        raise ReceiptError(
            f"version {receipt['version']} of trueodds made it with other tests; check "
            "it with that version"
        )
    known = outcome_distribution(game, rules, receipt["kind"], receipt["rule"])
    number = known.numbers
    tolerance = exact(receipt["within"]) if receipt["within"] else None
    alpha: Fraction = exact(receipt["alpha"])
    if not 0 < alpha < 1:
        raise ReceiptError(f"alpha is {alpha}; expected a number between 0 and 1")
    ordered = receipt["lags"] is not None
    process = known.process(known.probabilities, alpha, tolerance, ordered=ordered)
    if isinstance(process, DrawsProcess):
        for draws, counts in zip(process.draws, receipt["draws"], strict=True):
            # The evidence of the cards rests on these counts alone.
            if not draws.read(counts):
                raise ReceiptError("its cards drawn do not fit together")
    for outcome, _, count in receipt["outcomes"]:
        process.counts[number[outcome]] += _whole(count)
    if process.dependence:
        judged = JudgedOutcomes(known, process)
        _read_sequence(judged, process.dependence, receipt, number)
    process.finish()
    if receipt["impossible"] is None:
        return JudgedOutcomes(known, process)
    line, outcome = receipt["impossible"]
    # An outcome refutes at once only if our rules make it impossible.
    if known.read(outcome) in number:
        raise ReceiptError(f"the outcome {outcome} is possible")
    # Judging stops at the impossible line, so all outcomes counted came before it.
    if ordered and _whole(line) <= process.total:
        raise ReceiptError(
            f"the impossible outcome is in line {line}, among the {process.total} "
            "outcomes before it"
        )
    return JudgedOutcomes(known, process, Impossible(_whole(line), known.read(outcome)))


def _read_sequence(
    judged: JudgedOutcomes,
    dependence: Dependence,
    receipt: dict[str, Any],
    number: dict[str, int],
) -> None:
    """Read the counts that depend on the order, and check that they fit the totals."""
    names = class_names(judged.known, dependence.class_of)
    place = {name: number for number, name in enumerate(names)}
    tables = [dependence.in_step, *dependence.lags]
    for table, cells in zip(tables, [receipt["pairs"], *receipt["lags"]], strict=True):
        for first, second, count in cells:
            table[place[first], place[second]] += _whole(count)
    dependence.copies += list(map(_whole, receipt["copies"]))
    for outcome, made, right in receipt["repeats"]:
        dependence.made[number[outcome]] += _whole(made)
        dependence.right[number[outcome]] += _whole(right)
    dependence.first, dependence.last = (
        np.array([number[outcome] for outcome in end], np.int64)
        for end in receipt["ends"]
    )
    _check_sums(judged.process, dependence)


def _check_sums(process: EProcess, dependence: Dependence) -> None:
    """Raise ``ReceiptError`` unless the tables fit the counts of outcomes."""
    total = process.total
    # A row for each outcome, with 1 in the column of its class.
    classes = np.eye(len(dependence.in_step), dtype=np.int64)[dependence.class_of]
    counts = process.counts @ classes
    ends = len(dependence.first), len(dependence.last)
    fits = ends == (min(LAGS, total), min(FARTHEST, total))
    for lag, table in enumerate(dependence.lags, start=1):
        edge = min(lag, total)
        # Every outcome is the earlier one of a pair at this lag, but the last ones. All
        # but the first ones are the later one.
        earlier = counts - classes[dependence.last[-edge:]].sum(axis=0)
        later = counts - classes[dependence.first[:edge]].sum(axis=0)
        fits &= bool((table.sum(axis=1) == earlier).all())
        fits &= bool((table.sum(axis=0) == later).all())
    copies = dependence.copies
    # A sequence has as many pairs at a lag as outcomes after the first lag.
    fits &= bool((copies <= np.maximum(total - 1 - np.arange(FARTHEST), 0)).all())
    if len(classes) == classes.shape[1]:
        # Each outcome is a class, so the tables have the first copies, too.
        same = dependence.lags.trace(axis1=1, axis2=2)
        fits &= bool((copies[:LAGS] == same).all())
    if not fits or (dependence.out_of_step < 0).any():
        raise ReceiptError("its lags are not made of its outcomes")
    if dependence.in_step.sum() != total // 2:
        raise ReceiptError("its pairs are not made of its outcomes")
    if (dependence.right > dependence.made).any() or dependence.made.sum() > total:
        raise ReceiptError("its repeats are not made of its outcomes")


def _whole(number: Any) -> int:
    # True is an integer in Python, and larger counts would overflow.
    if type(number) is not int or not 0 <= number < 2**62:
        raise ReceiptError(f"{number!r:.40} is not a count")
    return number

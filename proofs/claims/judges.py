"""Judges of claims that are no numbers, by running our reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import msgspec

from trueodds.analysis.cribbage.equilibrium.shipped import at_equilibrium
from trueodds.analysis.cribbage.published.tables import Means, published_tables
from trueodds.analysis.farkle.match import solved
from trueodds.core.cards import RANKS, format_cards, parse_cards
from trueodds.core.enclosure import Enclosure, square_root
from trueodds.core.printing import decimal_text
from trueodds.core.rules.baccarat import NO_THIRD_CARD, BaccaratRules, hand_total
from trueodds.core.rules.cribbage import CribbageRules, show_points
from trueodds.core.rules.farkle import FarkleRules
from trueodds.proofs.claims.lookup import Answers
from trueodds.proofs.claims.register import Reference
from trueodds.proofs.claims.rounding import Claimed, Verdict, judge_number, sentence


class Finding(NamedTuple):
    """A verdict, the exact number it rests on if there is one, and why."""

    verdict: Verdict
    exact: Fraction | None
    why: str


Judge = Callable[[Mapping[str, Any], Answers], Finding]


def fair_enough(given: Mapping[str, Any], answers: Answers) -> Finding:
    """Whether unfair dice leave every odd that the source prints as it prints it.

    ``given`` has the ``unfair`` and the ``fair`` rules and, by id, how each odd is
    printed; the exact number is how far the first of them moves.
    """
    moved, shifts = [], []
    for id, printed in given["printed"].items():
        unfair, fair = (
            answers.number(Reference("bunco", given[which], id=id))
            for which in ("unfair", "fair")
        )
        assert isinstance(unfair, Fraction)
        assert isinstance(fair, Fraction)
        digits = Claimed.parse(printed)
        shifts.append(unfair - fair)
        if digits.rounded(unfair) != digits.rounded(fair):
            moved.append(id)
    needed = answers.number(
        Reference("bunco", given["unfair"], id="bias.likelihood_ratio.dice")
    )
    dice = needed.lower if isinstance(needed, Enclosure) else needed
    first = next(iter(given["printed"]))
    changed = (
        f"Printed digits of {', '.join(moved)} change"
        if moved
        else ("No printed digit changes")
    )
    why = (
        f"The dice are not fair. {changed}; {first} moves by "
        f"{decimal_text(shifts[0], 4)}. The best of all tests needs at least "
        f"{int(dice):,} dice to notice."
    )
    return Finding("false" if moved else "true", shifts[0], why)


def tableau(given: Mapping[str, Any], answers: Answers) -> Finding:
    """Whether a tableau, row by row as text, is that of some rules, cell by cell.

    ``given`` has ``rules``, ``player`` (the totals on which Player draws) and
    ``banker`` (by Player's third rank, or ``none``). The exact number is how many
    cells differ.
    """
    rules = answers.rules(Reference("baccarat", given["rules"]))
    assert isinstance(rules, BaccaratRules)
    totals = range(10)
    differing = [
        f"Player on {total}"
        for total in totals
        if (total in given["player"]) != (total in rules.player_draws)
    ]
    for third in (NO_THIRD_CARD, *RANKS):
        for total in totals:
            if (total in given["banker"][third]) != (
                total in rules.banker_draws[third]
            ):
                differing.append(f"Banker on {total} after {third}")
    cells = len(totals) * (2 + len(RANKS))
    why = f"{cells - len(differing)} of {cells} cells are the same" + (
        f"; not {', '.join(differing)}." if differing else "."
    )
    return Finding("false" if differing else "true", Fraction(len(differing)), why)


def scores(given: Mapping[str, Any], answers: Answers) -> Finding:
    """Whether rolls of Bunco score what is said, one by one and in ``total``.

    ``given`` has the ``scores`` by position; the exact number is what all score.
    """
    exact = {
        position: answers.number(Reference("bunco", score=position))
        for position in given["scores"]
    }
    wrong = [
        f"{position} scores {exact[position]}"
        for position, claimed in given["scores"].items()
        if exact[position] != claimed
    ]
    total = sum((Fraction(str(score)) for score in exact.values()), Fraction(0))
    right = not wrong and total == given["total"]
    why = f"{len(exact) - len(wrong)} of {len(exact)} are right; in total {total}."
    return Finding("true" if right else "false", total, " ".join([why, *wrong]))


def hand_value(given: Mapping[str, Any], answers: Answers) -> Finding:
    """Whether ``cards`` of a hand of baccarat have this ``value``."""
    exact = hand_total([card.rank for card in parse_cards(given["cards"])])
    right = exact == given["value"]
    return Finding("true" if right else "false", Fraction(exact), f"It is {exact}.")


def keep(given: Mapping[str, Any], answers: Answers) -> Finding:
    """Whether four cards of a deal score what is said, and no other four score more.

    Without a starter. ``given`` has the ``deal``, the four kept and their points; the
    exact number is what the four score.
    """
    rules = CribbageRules.load()
    kept = parse_cards(given["keep"])
    points = show_points(kept, None, rules)
    best = max(
        combinations(parse_cards(given["deal"]), 4),
        key=lambda four: show_points(four, None, rules),
    )
    most = show_points(best, None, rules)
    why = f"The four score {points}" + (
        f"; {format_cards(best)} scores {most}."
        if most > points
        else ", and no other four of the deal score more."
    )
    right = points == given["points"] and points == most
    return Finding("true" if right else "false", Fraction(points), why)


def simulation(given: Mapping[str, Any], answers: Answers) -> Finding:
    """What so many ``coups`` tell of a chance ``of``: no digits are claimed of it.

    By the normal approximation, 95 runs of 100 end within 1.96 standard errors.
    """
    chance = answers.number(msgspec.convert(given["of"], Reference))
    assert isinstance(chance, Fraction)
    error = square_root(chance * (1 - chance) / given["coups"])
    most = Fraction(196, 100) * (error.upper if isinstance(error, Enclosure) else error)
    why = (
        f"A run of {given['coups']:,} ends within {decimal_text(100 * most, 2)} "
        f"percentage points of {decimal_text(100 * chance, 6)} % in 95 of 100 cases."
    )
    return Finding("unspecified", chance, why)


def mean_cribs(given: Mapping[str, Any], answers: Answers) -> Finding:
    """Whether a published table has the mean cribs of the 91 pairs, to its digits.

    ``given`` has the ``table``, whose ``role`` throws, and its number of ``decimals``.
    The exact number is how many pairs are not right by the means over the deals that
    throw the pair, at equilibrium; how far off it is, is said of those and of the means
    over all deals that hold the pair.
    """
    rules = CribbageRules.load()
    answers.prepare("cribbage", rules)
    found = at_equilibrium(rules)
    assert found is not None
    exact = found.roles[given["role"]].cribs
    (table,) = (one for one in published_tables() if one.name == given["table"])
    printed = table.of(given["role"])
    step = Fraction(1, 10 ** given["decimals"])
    verdicts = [
        Claimed(mean, step, "").judge(exact.thrown[pair], about=False)
        for pair, mean in printed.items()
        if pair in exact.thrown
    ]
    wrong = len(verdicts) - verdicts.count("true")
    verdict: Verdict = "approximate" if "false" not in verdicts else "false"
    why = (
        f"{len(verdicts) - wrong} of {len(verdicts)} pairs are right to the digits "
        f"printed. Over the deals that throw the pair: {_far(printed, exact.thrown)}; "
        f"over all deals that hold it: {_far(printed, exact.held)}."
    )
    return Finding(verdict if wrong else "true", Fraction(wrong), why)


def _far(printed: Means, exact: Means) -> str:
    """How far means are off: in the mean, without signs, and most."""
    off = {pair: mean - exact[pair] for pair, mean in printed.items() if pair in exact}
    mean = float(sum(off.values()) / len(off))
    distance = float(sum(map(abs, off.values())) / len(off))
    far = max(off, key=lambda pair: abs(off[pair]))
    return (
        f"{mean:+.3f} in the mean, {distance:.3f} without signs, "
        f"{float(off[far]):+.2f} for {RANKS[far.low]}-{RANKS[far.high]}"
    )


def first_player(given: Mapping[str, Any], answers: Answers) -> Finding:
    """Whether who moves first wins a match of Farkle as often as the ``number`` says.

    ``given`` has the ``rules`` too, and may have ``changes`` to them.
    """
    rules = FarkleRules.load(given["rules"], **given.get("changes", {}))
    claimed = Claimed.parse(given["number"])
    exact = solved(rules, answers.progress).first_player
    verdict = judge_number(claimed, exact, "is")
    return Finding(verdict, None, sentence(claimed, exact, verdict))


JUDGES: dict[str, Judge] = {
    "fair_enough": fair_enough,
    "first_player": first_player,
    "hand_value": hand_value,
    "keep": keep,
    "mean_cribs": mean_cribs,
    "scores": scores,
    "simulation": simulation,
    "tableau": tableau,
}

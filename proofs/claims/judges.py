"""Judges of claims that are no numbers, by running our reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import msgspec

from trueodds.core import games, rulebook
from trueodds.core.cards import RANKS, format_cards, parse_cards
from trueodds.core.enclosure import Enclosure, square_root
from trueodds.core.printing import decimal_text
from trueodds.core.rules.baccarat import NO_THIRD_CARD, BaccaratRules
from trueodds.core.rules.cribbage import CribbageRules, show_points
from trueodds.proofs.claims.answers import Answers
from trueodds.proofs.claims.digits import Claimed, Verdict
from trueodds.proofs.claims.register import Reference


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


def keep(given: Mapping[str, Any], answers: Answers) -> Finding:
    """Whether four cards of a deal score what is said, and no other four score more.

    Without a starter. ``given`` has the ``deal``, the four kept and their points; the
    exact number is what the four score.
    """
    rules = rulebook.load(games.find("cribbage"))
    assert isinstance(rules, CribbageRules)
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


JUDGES: dict[str, Judge] = {
    "fair_enough": fair_enough,
    "keep": keep,
    "simulation": simulation,
    "tableau": tableau,
}

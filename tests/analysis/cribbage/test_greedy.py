"""What the most points in four cards now cost (S3, claim c)."""

from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from published_script import first_best_four

import trueodds
from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.equilibrium.shipped_results import at_equilibrium
from trueodds.analysis.cribbage.published import greedy
from trueodds.analysis.cribbage.published.greedy import (
    Loss,
    first_of_ties,
    losses,
    most_points_now,
)
from trueodds.core.cards import DECK, Card
from trueodds.core.rules.cribbage import CribbageRules, show_points

ROLES = ("dealer", "pone")
THROWS = list(combinations(range(6), 2))


RULES = CribbageRules.load()


@pytest.fixture(scope="module")
def allowed() -> Any:
    """Return the discards that leave the most points."""
    return most_points_now(RULES)


@pytest.fixture(scope="module")
def firsts(allowed: Any) -> Any:
    """Return how often each of these discards comes first."""
    return first_of_ties(allowed)


def test_made_up_totals_against_plain_sums(
    allowed: Any, firsts: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(greedy, "first_of_ties", lambda ways: firsts)
    random = np.random.default_rng(3)
    totals = random.integers(-(2**54), 2**54, allowed.shape)
    best, first, at_random = losses(totals, 7, allowed)
    lost, sets = totals.max(axis=1, keepdims=True) - totals, all_classes(6).sets
    least = np.where(allowed, lost, lost.max() + 1).min(axis=1)
    assert best.deals == sets[least > 0].sum()
    whole = least.astype(object) @ sets.astype(object)
    assert best.mean == Fraction(whole, 7 * int(sets.sum()))
    assert best.worst == Fraction(int(least.max()), 7)
    for loss, ways in ((first, firsts), (at_random, allowed)):
        share = ways / ways.sum(axis=1, keepdims=True)
        mean, often = (share * lost).sum(axis=1), (share * (lost > 0)).sum(axis=1)
        assert float(loss.mean) == pytest.approx(np.average(mean, weights=sets) / 7)
        assert float(loss.deals) == pytest.approx(often @ sets)
        assert loss.worst == Fraction(int(lost[ways > 0].max()), 7)


def test_the_first_of_ties_in_all_renamings_of_suits(allowed: Any, firsts: Any) -> None:
    assert (firsts.sum(axis=1) == 24).all()
    for row in range(0, len(allowed), 30_000):
        cards = [DECK[number] for number in all_classes(6).cards[row]]
        counts = [0] * 15
        for suits in permutations(range(4)):
            kept = first_best_four(renamed(cards, suits), RULES)
            thrown = [c not in kept for c in renamed(cards, suits)]
            counts[THROWS.index(tuple(np.flatnonzero(thrown).tolist()))] += 1
        points = [
            show_points([c for c in cards if c not in two], None, RULES)
            for two in combinations(cards, 2)
        ]
        assert allowed[row].tolist() == [n == max(points) for n in points]
        assert firsts[row].tolist() == counts


def renamed(cards: list[Card], suits: tuple[int, ...]) -> list[Card]:
    return [Card(card.rank, suits[card.suit]) for card in cards]


@pytest.mark.parametrize("role", ROLES)
def test_the_worst_deals_lose_what_is_said(role: str) -> None:
    results = at_equilibrium(RULES)
    assert results is not None
    best_tie, first_tie, random_tie = results.roles[role].greedy
    kept = first_best_four(first_tie.hand, RULES)
    first = trueodds.discard(first_tie.hand, role).of(set(first_tie.hand) - set(kept))
    for loss, chosen in (
        (best_tie, max(totals_of_ties(best_tie, role))),
        (first_tie, first.total),
        (random_tie, min(totals_of_ties(random_tie, role))),
    ):
        assert loss.worst == trueodds.discard(loss.hand, role).best.total - chosen


def totals_of_ties(loss: Loss, role: str) -> list[Fraction]:
    results = trueodds.discard(loss.hand, role)
    points = {discard: show_points(discard.keep, None, RULES) for discard in results}
    return [
        discard.total for discard in results if points[discard] == max(points.values())
    ]


def test_quantities() -> None:
    odds = trueodds.odds("cribbage")
    for role in ROLES:
        ids = [
            f"static_choice.{role}{ties}" for ties in ("", ".first_tie", ".random_tie")
        ]
        best, *others = (odds[f"{id}.mean_loss"].bounds for id in ids)
        assert all(0 < best.upper < other.lower for other in others)
        counted = [odds[f"{id}.differs"] for id in ids[:2]]
        assert [quantity.total for quantity in counted] == [20_358_520] * 2

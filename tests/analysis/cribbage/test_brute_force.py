"""Discard values against every hand of the opponent and every starter, in turn."""

from fractions import Fraction

import pytest

import trueodds
from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.core.cards import DECK, parse_cards
from trueodds.core.rules.cribbage import CribbageRules, show_points
from trueodds.proofs.cribbage.discards import cribs as brute_force_cribs

OTHER = {"dealer": "pone", "pone": "dealer"}


RULES = CribbageRules.load()


FEW = [
    # Six of a suit, a jack among them, and three suits that nothing tells apart.
    ("2H 4H 6H 8H JH KH", "dealer", "equilibrium"),
    # Four of a kind and a pair of jacks; two and two suits are alike.
    ("5C 5D 5H 5S JC JD", "pone", "equilibrium"),
]
MANY = [
    ("2H 4H 6H 8H JH KH", "dealer", "best-own-hand"),
    ("5H 5D JS QC 2D 9S", "pone", "best-own-hand"),
    # Three pairs of two suits that are alike; two suits that are not there.
    ("7C 7D 8C 8D 9C 9D", "dealer", "equilibrium"),
    # On some of these the shipped strategies mix.
    ("AC AD 5S 6D 6H JC", "pone", "equilibrium"),
    ("3C 4D 6S 7D JC QH", "dealer", "equilibrium"),
    ("JC JD JH JS QC QD", "dealer", "best-own-hand"),
    ("AC AD AH AS 10C KD", "dealer", "uniform"),
]


@pytest.mark.parametrize(
    ("text", "role", "opponent"),
    [*FEW, *(pytest.param(*case, marks=pytest.mark.slow) for case in MANY)],
)
def test_fifteen_discards_of_a_hand(text: str, role: str, opponent: str) -> None:
    hand = sorted(parse_cards(text))
    throws = strategy(opponent, OTHER[role], RULES)
    cribs = brute_force_cribs(hand, all_classes(6).cards, throws.weights)
    ranked = trueodds.discard(text, role, opponent=opponent)
    assert {frozenset(discard.discard) for discard in ranked} == cribs.keys()
    for discard in ranked:
        assert sorted([*discard.discard, *discard.keep]) == hand
        shows = [
            show_points(discard.keep, starter, RULES)
            for starter in DECK
            if starter not in hand
        ]
        assert discard.own == Fraction(sum(shows), 46)
        assert (discard.own_min, discard.own_max) == (min(shows), max(shows))
        crib = cribs[frozenset(discard.discard)]
        assert discard.crib == crib
        assert discard.total == discard.own + (crib if role == "dealer" else -crib)
    assert [discard.total for discard in ranked] == sorted(
        (o.total for o in ranked), reverse=True
    )

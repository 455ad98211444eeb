"""Rules of thumb for pone's first card, from the shipped table of leads."""

from fractions import Fraction

import pytest

from trueodds.analysis.cribbage.play.results.lead_rules import (
    LeadRule,
    lead_rules,
    obeyed,
    quantities,
)
from trueodds.analysis.cribbage.play.results.shipped import ProvedPlay, play_results
from trueodds.core.cards import RANKS
from trueodds.core.rules.cribbage import CribbageRules


@pytest.fixture(scope="module")
def play() -> ProvedPlay:
    results = play_results(CribbageRules.load())
    assert results is not None
    return results


def test_a_five_is_led_with_three_fives_only(play: ProvedPlay) -> None:
    led = [hand.hand for hand in play.hands["pone"] if hand.weight and 4 in hand.lead]
    assert all(hand.count(4) >= 3 for hand in led)
    assert obeyed(lead_rules()["not_five"], play) > Fraction(999, 1000)


def test_share_of_a_rule_is_a_mean_over_hands(play: ProvedPlay) -> None:
    both = [h for h in play.hands["pone"] if h.weight and {5, 7} <= {*h.hand}]
    leads = sum(h.weight * (h.lead.get(5, 0) + h.lead.get(7, 0)) for h in both)
    share = leads / sum(h.weight for h in both)
    assert obeyed(lead_rules()["six_or_eight"], play) == share


def test_rule_without_conditions_is_always_obeyed(play: ProvedPlay) -> None:
    assert obeyed(LeadRule(label="leads any card"), play) == 1


def test_best_hands_are_named(play: ProvedPlay) -> None:
    by_id = {q.id: q for q in quantities(CribbageRules.load())}
    for role in ("dealer", "pone"):
        best = by_id[f"play.equilibrium.{role}.best_hand"]
        kept = [hand for hand in play.hands[role] if hand.weight]
        hand = max(kept, key=lambda hand: hand.net)
        assert hand.net in best.bounds
        assert " ".join(RANKS[rank] for rank in hand.hand) in best.label
        worst = by_id[f"play.equilibrium.{role}.worst_hand"]
        assert min(hand.net for hand in kept) in worst.bounds


def test_no_rule_is_judged_for_rules_that_are_not_solved() -> None:
    rules = CribbageRules.load(play={"go_points": 5})
    assert list(quantities(rules)) == []

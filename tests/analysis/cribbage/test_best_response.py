"""Best responses, and the value bounds that they prove about the shipped strategies.

An evaluation over all deals takes seconds, so each is made once for all tests of a run.
"""

import json
from fractions import Fraction
from importlib.resources import files

import jsonschema
import numpy as np
import pytest
from commands import Run

import trueodds
from trueodds.analysis.cribbage.crib.all_deals import Evaluator
from trueodds.analysis.cribbage.crib.opponent_hands import ROOM, scoring_of
from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.discard.opponent_tables import opponent_tables
from trueodds.analysis.cribbage.discard.ranking import EXPLOITABILITY
from trueodds.analysis.cribbage.equilibrium.best_response import discard_values
from trueodds.analysis.cribbage.equilibrium.solve import StrategyPair
from trueodds.analysis.cribbage.strategy import Strategy, strategy
from trueodds.analysis.cribbage.strategy_file import CLASSES, OPPONENT, ROLES
from trueodds.analysis.cribbage.suit_classes import DISCARDS, classify
from trueodds.core.cards import Card, parse_cards
from trueodds.core.errors import RulesError
from trueodds.core.rules.cribbage import CribbageRules


@pytest.fixture
def shipped(evaluator: Evaluator) -> StrategyPair:
    """Return the shipped strategies with their value bounds."""
    return StrategyPair.named("equilibrium", evaluator)


def test_no_discard_is_better_than_the_shipped_ones(shipped: StrategyPair) -> None:
    bounds = shipped.bounds
    assert 0 <= EXPLOITABILITY - bounds.exploitability < Fraction(1, 10**18)
    means = bounds.dealer_hand, bounds.crib, bounds.pone_hand
    assert [round(float(mean), 4) for mean in means] == [7.9806, 4.7818, 8.1295]
    played = bounds.dealer_hand + bounds.crib - bounds.pone_hand
    assert bounds.lower <= played <= bounds.upper


def test_odds_and_certify_print_the_same(
    shipped: StrategyPair, trueodds_command: Run
) -> None:
    ran = trueodds_command("cribbage", "certify", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    record = json.loads(ran.out)
    schema = files("trueodds.reports") / "schemas" / "equilibrium-1.json"
    jsonschema.validate(record, json.loads(schema.read_text("utf-8")))
    bounds = shipped.bounds
    assert Fraction(record["lower"]) == bounds.lower
    assert Fraction(record["upper"]) == bounds.upper
    assert Fraction(record["exploitability"]) == bounds.exploitability
    odds = trueodds.odds("cribbage")
    for quantity in record["quantities"]:
        assert odds[quantity["id"]].label == quantity["label"]
    assert odds["deal.equilibrium.value"].value == bounds.value
    assert odds["deal.equilibrium.crib"].value == bounds.crib
    assert odds["deal.equilibrium.dealer_hand"].value == bounds.dealer_hand
    assert odds["deal.equilibrium.pone_hand"].value == bounds.pone_hand


def test_mixed_deals_are_listed_and_indifferent(
    evaluator: Evaluator, trueodds_command: Run
) -> None:
    """Every discard that a strategy mixes is optimal except for the rounding."""
    ran = trueodds_command("cribbage", "certify", "--format", "json")
    for role, mixed in json.loads(ran.out)["mixed"].items():
        assert mixed["classes"] == len(mixed["deals"]) > 0
        opponent = strategy("equilibrium", OPPONENT[role], evaluator.rules)
        values = discard_values(role, opponent, evaluator)
        for deal in mixed["deals"]:
            weights = [Fraction(entry["weight"]) for entry in deal["discards"]]
            assert sum(weights) == 1
            assert min(weights) > 0
            assert len(weights) > 1
            cards = sorted(parse_cards(" ".join(deal["hand"])))
            index, _ = classify([card.number for card in cards])
            totals = sorted(values.totals[index])
            near = [
                total
                for total in totals
                if totals[-1] - total < values.denominator // 10**9
            ]
            assert len(near) >= len(weights)
    table = trueodds_command("cribbage", "certify").out
    assert "dealer: mixes on " in table
    assert "pone: mixes on " in table


def test_one_deal_equals_the_evaluation_over_all_deals(evaluator: Evaluator) -> None:
    """Plain Python on one deal against the compiled code."""
    random = np.random.default_rng(7)
    pone = strategy("equilibrium", "pone", evaluator.rules)
    values = discard_values("dealer", pone, evaluator)
    for row in random.integers(0, len(values.totals), 25):
        cards = [Card.of_number(int(n)) for n in all_classes(6).cards[row]]
        ranked = trueodds.discard(cards, "dealer")
        for place, two in enumerate(DISCARDS):
            discard = ranked.of([cards[at] for at in two])
            crib, total = values.crib[row, place], values.totals[row, place]
            assert discard.crib == Fraction(int(crib), values.denominator)
            assert discard.total == Fraction(int(total), values.denominator)


def test_only_deals_with_a_suboptimal_discard_lose(evaluator: Evaluator) -> None:
    """The regret of a strategy is its mean shortfall, in floating point too."""
    dealer, pone = (strategy("equilibrium", r, evaluator.rules) for r in ROLES)
    values = discard_values("dealer", pone, evaluator)
    current = dealer.weights.argmax(axis=1).astype(np.uint8)
    best = Strategy.pure(values.best_response(current))
    assert values.regret(best) == 0
    assert not values.suboptimal(best).any()
    uniform = strategy("uniform", "dealer", evaluator.rules)
    lost = values.totals.max(axis=1) - values.totals.mean(axis=1)
    plain = np.average(lost, weights=all_classes(6).sets) / values.denominator
    assert float(values.regret(uniform)) == pytest.approx(plain, rel=1e-9)


def test_rules_whose_sums_have_no_room_are_refused() -> None:
    """Sums of 64 bits are exact, or the rules are refused before they are added up."""
    fields = ("fifteen_points", "pair_points", "run_card_points")
    rules = CribbageRules.load(**dict.fromkeys(fields, 100))
    pure = Strategy.pure(np.zeros(CLASSES, np.uint8))
    with pytest.raises(RulesError, match="a crib could score 2006 points; by a strat"):
        Evaluator(rules).cribs(pure.mixed({0: (65535, *[0] * 14)}, 65535))
    # With the largest denominator, the usual rules have room.
    assert scoring_of(CribbageRules.load()).points.max() * 65535 < ROOM


def test_discards_need_a_starter() -> None:
    rules = CribbageRules.load(starter=False)
    with pytest.raises(RulesError, match="these rules have none"):
        Evaluator(rules).cribs(strategy("uniform", "pone", rules))
    with pytest.raises(RulesError, match="these rules have none"):
        opponent_tables("uniform", "pone", rules, use_cache=False)

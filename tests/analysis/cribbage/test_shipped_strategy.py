"""The strategy of the play in few parts, on small decks, and the play by it."""

from fractions import Fraction

import numpy as np
import pytest
from policy_play import lines

import trueodds
from trueodds.analysis.cribbage.game.net_points import net_given_deal
from trueodds.analysis.cribbage.game.whole_deals import chosen
from trueodds.analysis.cribbage.play.results.shipped import HANDS, hand_numbers
from trueodds.analysis.cribbage.play.solving.opponent_keeps import keeps_given_deal
from trueodds.analysis.cribbage.play.solving.parts import in_few_parts, in_parts
from trueodds.analysis.cribbage.play.solving.shipped_strategy import (
    UNITS,
    reached,
    shipped_strategy,
)
from trueodds.analysis.cribbage.play.solving.solver import Solver
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.analysis.cribbage.strategy_file import strategy_tables
from trueodds.core.cards import parse_cards
from trueodds.core.errors import RulesError
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import PlayRules

RULES = CribbageRules.load()


def test_sets_that_are_never_reached_need_no_parts() -> None:
    game = RanksOfPlay((0, 4, 9), 3, PlayRules())
    hands = np.ones((len(game.hands),) * 2) / len(game.hands) ** 2
    solver = Solver(game, hands)
    for _ in range(60):
        solver.iterate()
    assert solver.exploitability() < 0.01
    parts = in_few_parts(game, solver.totals, np.array(UNITS))
    no_hands = Solver(game, np.zeros_like(hands))
    no_hands.iterations = 100
    to_reach = np.where(reached(no_hands, parts), parts, 0)
    assert 0 < (to_reach > 0).sum() < (parts > 0).sum()
    loss = []
    for strategy in (parts, to_reach, in_parts(game, to_reach)):
        solver.totals = strategy.astype(np.float32)
        loss.append(solver.exploitability())
    assert loss == pytest.approx([loss[0]] * 3, abs=1e-6)
    assert loss[0] < 0.1


def test_the_cache_has_the_strategy_that_ships() -> None:
    strategy = shipped_strategy()
    for parts in (strategy.cached_parts(), strategy.cached_parts()):
        assert parts.dtype == strategy.parts.dtype
        assert (parts == strategy.parts).all()


@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_the_play_of_a_deal_is_the_mean_over_all_hands_of_the_opponent(
    role: str,
) -> None:
    deal = [card.number for card in parse_cards("5D 6D 9D JC JD QH")]
    ours = (4, 5, 10, 10)
    other = "pone" if role == "dealer" else "dealer"
    throws = strategy_tables("equilibrium", RULES)[other]
    weights = keeps_given_deal(throws, deal)
    total = Fraction(0)
    for number in np.flatnonzero(weights):
        pair = (HANDS[number], ours) if role == "dealer" else (ours, HANDS[number])
        for events, chance in lines(*pair, "lowest").items():
            net = sum(points if player else -points for player, points in events)
            total += int(weights[number]) * chance * net
    mean = float(total / int(weights.sum())) * (1 if role == "dealer" else -1)
    hands = [hand_numbers()[ours]]
    nets, words = net_given_deal(deal, hands, role, "lowest", RULES)
    assert nets == pytest.approx([mean], abs=1e-9)
    assert words == "the lowest card that fits"


def test_the_play_by_the_strategy_is_near_that_of_the_solution() -> None:
    """Against exactly the hands that are left, so with a small difference."""
    ranked = trueodds.discard("5D 6D 9D JC JD QH", "dealer", with_play=True)
    for each in ranked:
        assert each.play is not None
        assert each.play.given_deal == pytest.approx(float(each.play.net), abs=0.5)


def test_the_strategy_is_for_the_usual_rules() -> None:
    assert chosen(CribbageRules.load(target=61), play="shipped").words[1]
    with pytest.raises(RulesError, match="are for six-card cribbage by the usual"):
        chosen(CribbageRules.load(**{"play.go_points": 2}), play="shipped")

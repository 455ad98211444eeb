"""Bounds for the gain from knowing the starter and the discards in the play."""

import json
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from explicit_play import dealt, solved

from trueodds.analysis.cribbage.play.results.shipped import shipped_results
from trueodds.analysis.cribbage.play.solving import knowledge
from trueodds.analysis.cribbage.play.solving.kept_hands import dealt_hands
from trueodds.analysis.cribbage.play.solving.knowledge import (
    HandResponses,
    KeptHands,
    KnowledgeBounds,
    knowledge_bounds,
)
from trueodds.analysis.cribbage.play.solving.opponent_keeps import (
    HANDS,
    keeps_given_deal,
)
from trueodds.analysis.cribbage.play.solving.pair_values import clairvoyant_points
from trueodds.analysis.cribbage.play.solving.parts import in_parts, scale_of
from trueodds.analysis.cribbage.play.solving.saved_solution import SavedStrategy
from trueodds.analysis.cribbage.play.solving.solver import NET
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import DEALER, PONE
from trueodds.reports.answers.cribbage.play_effect import Knowledge


@pytest.mark.parametrize("player", [PONE, DEALER])
def test_best_response_to_the_solved_distribution_is_that_of_the_solver(
    player: int,
) -> None:
    game = RanksOfPlay((4, 5, 9), 3)
    hands = dealt(game)
    solver = solved(game, hands, 50, np.float64)
    parts = in_parts(game, solver.totals)
    responses = HandResponses(game, player, parts)
    rows = hands if player == DEALER else hands.T
    values = [responses.most(hand, row[:, None])[0] for hand, row in enumerate(rows)]
    solver.totals[:] = parts
    assert values == pytest.approx(solver.responses()[player])


def test_knowing_more_never_lowers_the_mean() -> None:
    """Splitting an opponent's distribution in two can only add to a best response."""
    game, hands, parts = in_whole_parts((4, 5, 9), 3)
    row = hands[3] / hands[3].sum()
    first = np.where(np.arange(len(row)) % 2, row, 0)
    weights = np.stack([first, row - first, row], axis=1)
    *both, whole = HandResponses(game, DEALER, parts).most(3, weights)
    assert sum(both) >= whole - 1e-12


def in_whole_parts(ranks: tuple[int, ...], hand: int) -> tuple[RanksOfPlay, Any, Any]:
    """Return a small deck, the distribution of hands, and a strategy in parts."""
    game = RanksOfPlay(ranks, hand)
    hands = dealt(game)
    solver = solved(game, hands, 20)
    return game, hands, in_parts(game, solver.totals)


@pytest.mark.parametrize(("ranks", "hand"), [((4, 5, 9), 3), ((0, 4, 9, 10), 2)])
@pytest.mark.parametrize("player", [PONE, DEALER])
def test_sight_of_the_opponents_hand_is_a_distribution_of_one_hand(
    ranks: tuple[int, ...], hand: int, player: int
) -> None:
    game, hands, parts = in_whole_parts(ranks, hand)
    points = clairvoyant_points(game, player, parts, NET[player]) / scale_of(game)
    possible = (hands if player == DEALER else hands.T) > 0
    responses = HandResponses(game, player, parts)
    for own, row in enumerate(possible):
        single = responses.most(own, np.eye(len(row)))
        assert single[row] == pytest.approx(points[own, row], abs=1e-12)


def test_a_starter_is_worth_no_more_than_its_bound() -> None:
    """Every card of the opponent's is in the part of some starter: a is their sum."""
    game, hands, parts = in_whole_parts((4, 5, 9), 3)
    worst = -clairvoyant_points(game, DEALER, parts, NET[PONE]) / scale_of(game)
    responses = HandResponses(game, DEALER, parts)
    random = np.random.default_rng(3)
    for own, a in enumerate(hands):
        shares = random.random((4, len(a))) ** 4
        b = a * shares / shares.sum(axis=0)
        most = responses.most(own, a[:, None])[0]
        known = responses.most(own, np.ascontiguousarray((a - b).T)).sum()
        assert -1e-12 <= known - 3 * most <= most - a @ worst[own] + 1e-12


@pytest.mark.slow
def test_opponents_hands_beside_a_deal_in_two_ways() -> None:
    throws = strategy("equilibrium", "pone", CribbageRules.load()).table
    deals = np.array([[0, 5, 9, 20, 33, 40], [16, 17, 18, 19, 40, 41]], np.uint8)
    weights = KeptHands(throws).beside(deals)
    for column, deal in zip(weights.T, deals, strict=True):
        assert (column == keeps_given_deal(throws, deal.tolist())).all()
        assert column.sum() == comb(46, 6) * throws.denominator
    # All fives are ours, so the opponent never keeps one.
    assert not weights[[4 in hand for hand in HANDS], 1].any()


def test_bounds_join_three_best_responses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Best responses of 1.5 points, of 3 with sight of the hand, and -2 at least."""
    play = shipped_results("kept")
    solution = SavedStrategy(RanksOfPlay(), dealt_hands(), {}, "", np.zeros(0))
    monkeypatch.setattr(knowledge, "values_of", lambda _: play)
    monkeypatch.setattr(knowledge, "solved", lambda *_: solution)
    monkeypatch.setattr(
        knowledge,
        "deal_responses",
        lambda *fixed: np.where(fixed[4], 1.5, np.nan),
    )
    monkeypatch.setattr(
        knowledge,
        "clairvoyant_points",
        lambda game, player, parts, weights: np.full(
            (1820, 1820), (3 if weights == NET[player] else 2) * scale_of(game)
        ),
    )
    bounds = knowledge_bounds("dealer", tmp_path, CribbageRules.load())
    played = play.means["dealer"].lower - play.means["pone"].upper
    assert bounds.everything == 3 - played
    assert 0 < bounds.six_cards - (Fraction(3, 2) - played) < Fraction(1, 10**9)
    wide = Fraction(3, 2) + Fraction(6, 40) * Fraction(7, 2) - played
    assert 0 < bounds.starter - wide < Fraction(1, 10**9)


def test_bounds_are_printed_rounded_up() -> None:
    third = Fraction(1, 3)
    bounds = KnowledgeBounds("pone", third, 2 * third, 4 * third)
    printed = Knowledge(roles=[bounds])
    assert "0.333334" in printed.text("table")
    assert "under 'own six cards' is reached" in printed.text("table")
    assert json.loads(printed.text("json"))["roles"]["pone"] == {
        "six_cards": "0.333334",
        "starter": "0.666667",
        "everything": "1.33334",
    }


def test_folder_without_a_solution(trueodds_command: Any, tmp_path: Path) -> None:
    ran = trueodds_command("cribbage", "play", "knowledge", str(tmp_path))
    assert ran.code == 2
    assert "certify writes it" in ran.err

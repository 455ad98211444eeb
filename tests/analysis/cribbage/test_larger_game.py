"""Gains from knowing the starter and the discards: sampled contexts of the play."""

import json
from collections import Counter
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from explicit_play import dealt

from trueodds.analysis.cribbage.play.certificate import in_parts
from trueodds.analysis.cribbage.play.kept_hands import HANDS
from trueodds.analysis.cribbage.play.known_cards import (
    keeps_given_deal,
    keeps_without,
)
from trueodds.analysis.cribbage.play.larger_game import (
    KnowledgeGain,
    best_responses,
    sample_contexts,
)
from trueodds.analysis.cribbage.play.solver import Solver
from trueodds.analysis.cribbage.play.tree import Game
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.core.estimate import Estimate
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import DEALER, PONE
from trueodds.reports.games.cribbage.play_knowledge import output


def test_contexts_are_deals_with_a_discard_and_a_starter() -> None:
    own = strategy("equilibrium", "dealer", CribbageRules.load()).table
    contexts = sample_contexts(own, 50, 1)
    assert contexts == sample_contexts(own, 50, 1) != sample_contexts(own, 50, 2)
    for context in contexts:
        assert len(set(context.known)) == 7
        dealt_ranks = Counter(card >> 2 for card in context.known[:6])
        assert Counter(HANDS[context.hand]) <= dealt_ranks


@pytest.mark.slow
def test_opponents_hands_avoid_seven_cards_in_two_ways() -> None:
    throws = strategy("equilibrium", "pone", CribbageRules.load()).table
    known = [(0, 5, 9, 20, 33, 40, 51), (16, 17, 18, 19, 1, 2, 3)]
    weights = keeps_without(throws, known)
    for row, cards in zip(weights, known, strict=True):
        assert (row == keeps_given_deal(throws, cards)).all()
        assert row.sum() == comb(45, 6) * throws.denominator


@pytest.mark.parametrize("player", [PONE, DEALER])
def test_best_response_to_the_solved_distribution_is_that_of_the_solver(
    player: int,
) -> None:
    game = Game((4, 5, 9), 3)
    hands = dealt(game)
    solver = Solver(game, hands, dtype=np.float64)
    for _ in range(50):
        solver.iterate()
    parts = in_parts(game, solver.totals).astype(np.float32)
    conditional = hands if player == DEALER else hands.T
    marginal = conditional.sum(axis=1)
    rows = conditional / marginal[:, None]
    numbers = [*range(len(game.hands)), 0]
    values = best_responses(game, player, parts, numbers, rows[numbers])
    solver.totals[:] = parts
    expected = solver.responses()[player] / marginal
    assert values[:-1] == pytest.approx(expected)
    assert values[-1] == values[0]


def test_knowing_more_never_lowers_the_mean() -> None:
    """Splitting an opponent's distribution in two can only add to a best response."""
    game = Game((4, 5, 9), 3)
    hands = dealt(game)
    solver = Solver(game, hands)
    for _ in range(20):
        solver.iterate()
    parts = in_parts(game, solver.totals).astype(np.float32)
    row = hands[3] / hands[3].sum()
    first = np.where(np.arange(len(row)) % 2, row, 0)
    second = row - first
    both = best_responses(game, DEALER, parts, [3, 3], np.stack([first, second]))
    (whole,) = best_responses(game, DEALER, parts, [3], row[None])
    assert both.sum() >= whole - 1e-12


def test_gains_are_printed_as_sampled(capsys: pytest.CaptureFixture[str]) -> None:
    gains = [
        KnowledgeGain("dealer", Estimate(0.03, 0.003, 300, seed=1), 0.2),
        KnowledgeGain("pone", Estimate(0.04, 0.004, 300, seed=1), 0.3),
    ]
    printed = output(gains)
    text = printed.text("table")
    assert "0.030 ± 0.003 (sampled)" in text
    assert "Together 0.0700 ± 0.0050 points (sampled)" in text
    record = json.loads(printed.text("json"))
    pone = record["roles"]["pone"]
    assert (pone["exact"], pone["method"]) == (None, "sampled")
    assert pone["standard_error"] == 0.004


def test_folder_without_a_solution(trueodds_command: Any, tmp_path: Path) -> None:
    ran = trueodds_command("cribbage", "play", "knowledge", str(tmp_path))
    assert ran.code == 2
    assert "certify writes it" in ran.err

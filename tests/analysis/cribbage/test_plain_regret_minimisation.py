"""Counterfactual regret minimisation in plain Python, which the kernel is held against.

This is the algorithm of ``play/passes.py`` without vectors: every pair of hands is a
history of its own, and every information set has a dictionary.
"""

from collections import defaultdict

import pytest
from explicit_play import alone, dealt, decisions, slots_of

from trueodds.analysis.cribbage.play.solving.solver import (
    AVERAGE,
    NEGATIVE,
    POSITIVE,
    Solver,
)
from trueodds.analysis.cribbage.play.tree.explicit_tree import explicit_game
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.core.models.model import Chance, Decision, End, Node
from trueodds.core.rules.cribbage_play import DEALER, PONE, PlayRules

Weights = defaultdict[str, defaultdict[str, float]]
"""A number for each action of each information set."""


def no_weights() -> Weights:
    return defaultdict(lambda: defaultdict(float))


class PlainRegretMinimisation:
    """Discounted counterfactual regret minimisation (Brown and Sandholm 2019)."""

    def __init__(self, game: RanksOfPlay, start: Node) -> None:
        self.start, self.iterations = start, 0
        self.regrets, self.totals = no_weights(), no_weights()
        # Where a player is alone, he plays for the most points: no regrets there.
        self.alone = {
            str(node.information): slots_of(game, node) is None
            for node in decisions(start)
        }

    def iterate(self) -> None:
        before = float(self.iterations)
        self.iterations += 1
        positive = before**POSITIVE / (before**POSITIVE + 1)
        negative = before**NEGATIVE / (before**NEGATIVE + 1) if before else 0
        for player in (PONE, DEALER):
            self.gains, self.reaches, self.histories = no_weights(), {}, (set(), set())
            self.value(self.start, player, 1, 1)
            # Discount the old regrets by their sign, wherever the opponent has come by
            # any hand, and add the new ones.
            for information, regrets in self.regrets.items():
                gains = self.gains.get(information, {})
                for action, old in regrets.items():
                    if information.partition(":")[2] in self.histories[player]:
                        old *= positive if old > 0 else negative
                    regrets[action] = old + gains.get(action, 0)
            # The average weights the opponent's play by his own reach.
            for information, (reach, strategy) in self.reaches.items():
                for action, probability in strategy.items():
                    weight = self.iterations**AVERAGE * reach
                    self.totals[information][action] += weight * probability

    def strategy(self, node: Decision) -> dict[str, float]:
        """Regret matching: in proportion to the positive regrets, or evenly."""
        regrets = self.regrets[str(node.information)]
        positive = {action: max(regrets[action], 0) for action, _ in node.actions}
        total = sum(positive.values())
        evenly = 1 / len(positive)
        return {a: r / total if total else evenly for a, r in positive.items()}

    def value(self, node: Node, player: int, chance: float, reach: float) -> float:
        """Return the player's value; the opponent has played so with ``reach``."""
        if isinstance(node, End):
            return float(node.payoffs[player])
        if isinstance(node, Chance):
            outcomes = ((float(p), below) for _, p, below in node.outcomes)
            return sum(p * self.value(below, player, p, 1) for p, below in outcomes)
        assert isinstance(node, Decision)
        information = str(node.information)
        if self.alone[information]:
            most = float(alone(node, node.player))
            return most if node.player == player else -most
        strategy = self.strategy(node)
        if node.player != player:
            # Perfect recall: every history of the set has the same own reach.
            self.reaches[information] = reach, strategy
            return sum(
                strategy[action] * self.value(below, player, chance, reach * share)
                for action, below in node.actions
                if (share := strategy[action])
            )
        self.histories[player].add(information.partition(":")[2])
        values = {a: self.value(b, player, chance, reach) for a, b in node.actions}
        mean = sum(strategy[action] * value for action, value in values.items())
        for action, value in values.items():
            self.gains[information][action] += chance * reach * (value - mean)
        return mean


@pytest.mark.parametrize(("ranks", "hand"), [((3, 4, 6), 3), ((4, 5, 9), 3)])
def test_kernel_has_the_regrets_and_averages_of_the_plain_algorithm(
    ranks: tuple[int, ...], hand: int
) -> None:
    # Without ties: there, rounding would choose the strategy.
    game, start = (
        RanksOfPlay(ranks, hand),
        explicit_game(ranks, hand, PlayRules()).start,
    )
    hands = dealt(game)
    plain, kernel = (
        PlainRegretMinimisation(game, start),
        Solver(game, hands, dtype=float),
    )
    for _ in range(5):
        plain.iterate()
        kernel.iterate()
    compared = 0
    for node in decisions(start):
        information = str(node.information)
        for action, slot in (slots_of(game, node) or {}).items():
            regret, total = plain.regrets[information], plain.totals[information]
            assert kernel.regrets[slot] == pytest.approx(regret[action], abs=1e-5)
            assert kernel.totals[slot] == pytest.approx(total[action], abs=1e-3)
            compared += 1
    assert compared > 300

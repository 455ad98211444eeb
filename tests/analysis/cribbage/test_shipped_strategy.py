"""The strategy of the play in few parts, on small decks, and the play by it."""

import numpy as np
import pytest

from trueodds.analysis.cribbage.game.whole_deals import chosen
from trueodds.analysis.cribbage.play.solving.parts import in_few_parts, in_parts
from trueodds.analysis.cribbage.play.solving.shipped_strategy import UNITS, reached
from trueodds.analysis.cribbage.play.solving.solver import Solver
from trueodds.analysis.cribbage.play.tree.public_tree import Game
from trueodds.core.errors import RulesError
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import PlayRules

RULES = CribbageRules.load()


def test_sets_that_are_never_reached_need_no_parts() -> None:
    game = Game((0, 4, 9), 3, PlayRules())
    hands = np.ones((len(game.hands),) * 2) / len(game.hands) ** 2
    solver = Solver(game, hands)
    for _ in range(60):
        solver.iterate()
    assert solver.exploitability() < 0.01
    parts = in_few_parts(game, solver.totals, np.array(UNITS))
    nobody = Solver(game, np.zeros_like(hands))
    nobody.iterations = 100
    few = np.where(reached(nobody, parts), parts, 0)
    assert 0 < (few > 0).sum() < (parts > 0).sum()
    loss = []
    for strategy in (parts, few, in_parts(game, few)):
        solver.totals = strategy.astype(np.float32)
        loss.append(solver.exploitability())
    assert loss == pytest.approx([loss[0]] * 3, abs=1e-6)
    assert loss[0] < 0.1


def test_the_strategy_is_for_the_usual_rules() -> None:
    assert chosen(CribbageRules.load(target=61), play="shipped").words[1]
    with pytest.raises(RulesError, match="are for six-card cribbage by the usual"):
        chosen(CribbageRules.load(**{"play.go_points": 2}), play="shipped")

"""One turn of Farkle, exactly, and the table of thresholds: ``tox -e bench``."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from trueodds.analysis.farkle.dice.dice_set import dice_set
from trueodds.analysis.farkle.threshold.table import (
    KeepRule,
    Thresholds,
    best_threshold,
)
from trueodds.analysis.farkle.turn.distribution import outcomes
from trueodds.analysis.farkle.turn.exceptions import restraints
from trueodds.analysis.farkle.turn.optimal import Turn
from trueodds.core.rules.farkle import FarkleRules

RULES = FarkleRules.load("ece209")


@pytest.mark.benchmark(group="turn")
def test_turn(benchmark: BenchmarkFixture) -> None:
    """The most expected points, the policy, and the distribution of the points."""

    def solve() -> float:
        turn = Turn(dice_set(RULES))
        return len(restraints(turn, RULES)) + float(outcomes(turn).rolls)

    assert benchmark.pedantic(solve, rounds=5) > 2


@pytest.mark.benchmark(group="thresholds")
@pytest.mark.parametrize("keep", ["most", "best", "fewest"])
def test_thresholds(keep: KeepRule, benchmark: BenchmarkFixture) -> None:
    table = benchmark.pedantic(lambda: Thresholds(RULES, keep).table(), rounds=3)
    assert best_threshold(table) == 250

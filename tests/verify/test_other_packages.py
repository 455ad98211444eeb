"""A game from another package is judged, sampled and asserted like ours."""

import sys
from collections.abc import Callable
from random import Random
from types import ModuleType

import pytest
from hypothesis import find
from hypothesis import strategies as st

from trueodds import strategies
from trueodds.core import games, rulebook
from trueodds.core.errors import UnknownNameError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules as BaseRules
from trueodds.core.rules import Breakdown, Line
from trueodds.proofs.verify.positions import sample
from trueodds.proofs.verify.simulator.outcomes import (
    OutcomeDistribution,
    outcome_distribution,
)
from trueodds.testing import assert_scorer, assert_simulator, checks


class Rules(BaseRules, frozen=True, kw_only=True):
    """The rules of a toss, which has no variants."""

    game = "coin"


COIN = Game("coin", rules="coin_rules", analysis="coin_analysis", report="coin_report")


def score(position: str, rules: Rules, rule: str) -> Breakdown:
    lines = (Line("head", position, 1),) if position == "H" else ()
    return Breakdown(position, len(lines), position, lines)


def outcome_distributions(
    rules: Rules, rule: str
) -> dict[str, Callable[..., OutcomeDistribution]]:
    words = {"H": "H", "T": "T"}
    fair = Distribution({"H": 1, "T": 1})
    return {"toss": lambda: OutcomeDistribution("toss", "a toss", fair, words)}


@pytest.fixture(autouse=True)
def coin(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    rules, analysis = ModuleType("coin_rules"), ModuleType("coin_analysis")
    vars(rules).update(
        Rules=Rules,
        DEFAULT="coin",
        RULES_TO_SCORE=("toss",),
        score=score,
        random_position=lambda rules, random: random.choice("HT"),
    )
    vars(analysis)["outcome_distributions"] = outcome_distributions
    monkeypatch.setitem(sys.modules, "coin_rules", rules)
    monkeypatch.setitem(sys.modules, "coin_analysis", analysis)
    monkeypatch.setattr(games, "find", lambda name: COIN)
    monkeypatch.setattr(rulebook, "load", lambda *_: Rules(description="a coin"))
    monkeypatch.setattr(rulebook, "preset_names", lambda game: ("coin",))
    return rules


def test_simulator_of_its_outcomes() -> None:
    generator = Random(1)
    verdict = assert_simulator(lambda: generator.choice("HT"), "coin", within=0.1)
    assert (verdict.word, verdict.question) == ("within", "toss")
    with pytest.raises(UnknownNameError, match="has no outcomes 'flip'"):
        outcome_distribution(COIN, Rules(), "flip")


def test_scorer_on_random_positions() -> None:
    assert_scorer(lambda position: int(position == "H"), "coin", positions=50)
    with pytest.raises(AssertionError, match="'H': 1, not 0"):
        assert_scorer(lambda position: 0, "coin", positions=50)
    assert [check.kind for check in checks("coin")] == ["head", "nothing"]


def test_strategies(coin: ModuleType) -> None:
    assert find(strategies.positions("coin"), lambda toss: toss == "T") == "T"
    assert find(strategies.rules("coin"), lambda rules: True).description == "a coin"
    vars(coin)["position_strategy"] = lambda rules: st.just("edge")
    vars(coin)["rules_strategy"] = lambda: st.just(Rules(description="bent"))
    assert find(strategies.positions("coin"), lambda toss: True) == "edge"
    assert find(strategies.rules("coin"), lambda rules: True).description == "bent"


def test_what_a_game_lacks_is_named(
    coin: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("coin_analysis.outcome_distributions")
    with pytest.raises(
        UnknownNameError, match=r"declares others by Proofs\(outcomes=…\)"
    ):
        outcome_distribution(COIN, Rules())
    del vars(coin)["random_position"]
    with pytest.raises(UnknownNameError, match="coin has no random positions"):
        sample(COIN, Rules(), 1)
    with pytest.raises(UnknownNameError, match="has no random positions"):
        strategies.positions("coin")

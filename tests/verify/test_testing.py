"""``trueodds.testing``, its fixtures, ``trueodds.strategies``, and the example."""

import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st
from verdicts import failed

from trueodds import strategies
from trueodds.core import games, rulebook
from trueodds.core.cards import RANKS
from trueodds.core.dice import counts_of
from trueodds.core.errors import UnknownNameError
from trueodds.core.rulebook import Rules
from trueodds.core.rules.farkle import FarkleRules, Scorer
from trueodds.proofs.parts import parts
from trueodds.testing import assert_scorer, assert_simulator, checks

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "my_games"


def reference(game: str, source: str | None = None) -> Callable[[str], int]:
    column = games.find(game)
    record, rule = rulebook.load(column, source), column.scoring_rule(None)
    score = column.score
    return lambda position: int(score(position, record, rule).value)


@pytest.mark.parametrize("game", games.ours())
def test_reference_scorers_pass_every_check(game: str) -> None:
    score = reference(game)
    assert_scorer(score, game, positions=500)
    for check in checks(game):
        check(score)


def test_failing_checks_name_what_a_scorer_does_not_know() -> None:
    farkle = games.find("farkle")
    without = rulebook.load(farkle, None, {"straight": 0})
    score = farkle.score
    every = checks("farkle")
    assert failed(every, lambda dice: int(score(dice, without).value)) == {"straight"}


def test_simplest_wrong_position_is_shown_with_why() -> None:
    farkle = Scorer(FarkleRules.load())

    def blind_to_straights(dice: str) -> int:
        if sorted(dice) == list("123456"):
            return 50
        return farkle.best(counts_of([int(face) for face in dice]))

    with pytest.raises(AssertionError, match=r"'123456': 1500, not 50\n  straight"):
        assert_scorer(blind_to_straights, "farkle")


def test_simulators() -> None:
    generator = random.Random(1)
    verdict = assert_simulator(
        lambda: generator.randint(1, 6), "farkle", outcome="die", within=0.1
    )
    assert verdict.word == "within"
    assert verdict.details.alpha == Fraction(1, 1000)
    with pytest.raises(AssertionError, match=r"not shown to be within 0\.0001: "):
        assert_simulator(["P", "B"] * 5, "baccarat", within=0.0001)
    with pytest.raises(AssertionError, match="outcome 6: expected about"):
        assert_simulator(cycle([6]), "farkle", outcome="die")
    with pytest.raises(AssertionError, match="line 2: 'x' is not an outcome"):
        assert_simulator([1, "x"], "farkle", outcome="die")
    with pytest.raises(AssertionError, match="19 came, and it cannot"):
        assert_simulator([19], "cribbage", outcome="show")


def test_example_project(tmp_path: Path) -> None:
    project = tmp_path / "my_games"
    shutil.copytree(EXAMPLE, project)
    outside = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=project,
        env=outside,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout
    assert " passed" in ran.stdout


@pytest.mark.parametrize("game", games.ours())
@given(st.data())
def test_positions_are_scored_under_the_rules_they_are_for(
    game: str, data: st.DataObject
) -> None:
    column = games.find(game)
    record = data.draw(strategies.rules(game))
    assert isinstance(record, Rules)
    for rule in column.scoring_rules:
        position = data.draw(strategies.positions(game, record, rule))
        assert isinstance(column.score(position, record, rule).value, int)


@pytest.mark.parametrize(
    ("game", "smallest"),
    [
        ("bunco", "1 | 1 1 1"),
        ("baccarat", "A A A A A A"),
        ("cribbage", "AC AD AH AS | 2C"),
        ("farkle", "1"),
    ],
)
def test_positions_shrink_to_small_ones(game: str, smallest: str) -> None:
    assert find(strategies.positions(game), lambda position: True) == smallest


LIKELY = {
    "bunco": {"Bunco", "mini Bunco", "on the target"},
    "baccarat": {f"Player draws {rank}" for rank in RANKS} | {"Player stands"},
    "cribbage": {"flush", "nobs", "fifteen", "pair", "run", "double run", "triple run"},
    "farkle": {"straight", "single", "three of a kind", "four of a kind"}
    | {"five of a kind", "six of a kind", "three pairs", "two triplets"},
}


@pytest.mark.parametrize("game", LIKELY)
def test_every_scoring_item_is_likely(game: str) -> None:
    """All of them come in 300 examples, the rarest of them several times."""
    column = games.find(game)
    rules = rulebook.load(column, "box" if game == "farkle" else None)
    score = column.score
    features_of = parts(column).positions().features(rules, column.scoring_rule(None))
    drawn: Counter[str] = Counter()

    @settings(max_examples=300, derandomize=True, database=None, deadline=None)
    @given(strategies.positions(game, rules))
    def draw(position: str) -> None:
        drawn.update(set(features_of(score(position, rules))))

    draw()
    assert {name for name in LIKELY[game] if drawn[name] < 3} == set()


def test_shrunk_counterexamples_are_readable() -> None:
    right = reference("farkle", "ece209")
    wrong = find(
        strategies.positions("farkle"),
        lambda roll: right(roll) == 1000 and len(roll) < 6,
    )
    assert wrong == "111"
    hand = find(
        strategies.positions("cribbage"), lambda show: "J" in show.partition("|")[0]
    )
    assert hand.count("J") == 1


def test_presets_are_among_the_rules() -> None:
    farkle = games.find("farkle")
    zilch = rulebook.load(farkle, "zilch")
    assert find(strategies.rules("farkle"), lambda rules: rules == zilch) == zilch


def test_strategies_of_unknown_games() -> None:
    with pytest.raises(UnknownNameError, match="there is no game 'chess'"):
        strategies.positions("chess")

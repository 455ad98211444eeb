"""A match of Farkle, solved and proved, and advice from it: ``tox -e bench``.

The states of a match grow with the cube of the number of scores: pairs of scores, times
the stakes up to the target.
"""

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from trueodds.analysis.farkle.match import advise, solved
from trueodds.analysis.farkle.match.quantities import quantities
from trueodds.core.rules.farkle import FarkleRules


def rules(target: int) -> FarkleRules:
    return FarkleRules.load("ece209", target=target)


@pytest.mark.benchmark(group="match")
@pytest.mark.parametrize("target", [1250, 2500, 5000, 10_000])
def test_match(target: int, benchmark: BenchmarkFixture) -> None:
    """Solved and proved; compiled before."""
    solved(rules(500), use=False)
    match = benchmark.pedantic(
        solved, (rules(target),), {"use": False}, rounds=1 if target > 2500 else 3
    )
    assert match.first_player.width < 1e-9


@pytest.mark.benchmark(group="match")
def test_all_about_a_match(benchmark: BenchmarkFixture) -> None:
    yielded = benchmark.pedantic(
        lambda: list(quantities(rules(10_000), use=False)), rounds=1
    )
    assert yielded[0].id == "match.first_player"


@pytest.mark.benchmark(group="advice")
def test_advice(benchmark: BenchmarkFixture, own_cache: Path) -> None:
    """The match is read from disk each time, as a command would."""
    record = rules(10_000)
    solved(record)
    position = benchmark(
        lambda: advise(solved(record), score=4200, opponent=5100, stake=650, dice=3)
    )
    assert position.best == "bank"

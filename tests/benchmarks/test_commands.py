"""How long the commands take, warm: ``tox -e bench``.

Start-up is measured beside an empty Python in the same run; compare the medians.
"""

import subprocess
import sys

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import trueodds


@pytest.mark.benchmark(group="odds")
@pytest.mark.parametrize("game", ["bunco", "baccarat", "cribbage", "farkle"])
def test_odds(game: str, benchmark: BenchmarkFixture) -> None:
    odds = benchmark.pedantic(trueodds.odds, (game,), rounds=5, warmup_rounds=1)
    assert odds.game == game


@pytest.mark.benchmark(group="start-up")
@pytest.mark.parametrize(
    "arguments",
    [
        ["-c", "pass"],
        ["-c", "import trueodds"],
        ["-m", "trueodds", "--help"],
        ["-m", "trueodds", "odds", "bunco"],
    ],
    ids=["empty Python", "import trueodds", "trueodds --help", "trueodds odds bunco"],
)
def test_start_up(arguments: list[str], benchmark: BenchmarkFixture) -> None:
    command = [sys.executable, *arguments]
    benchmark.pedantic(
        subprocess.run,
        (command,),
        {"check": True, "stdout": subprocess.DEVNULL},
        rounds=20,
        warmup_rounds=2,
    )


@pytest.mark.benchmark(group="commands")
@pytest.mark.parametrize("preset", ["facebook", "box"])
def test_farkle_presets(preset: str, benchmark: BenchmarkFixture) -> None:
    odds = benchmark.pedantic(trueodds.odds, ("farkle", preset), rounds=3)
    assert odds["turn.mean"].exact is not None


@pytest.mark.benchmark(group="commands")
@pytest.mark.parametrize("preset", ["published-script-dice", "d20"])
def test_bunco_presets(preset: str, benchmark: BenchmarkFixture) -> None:
    odds = benchmark.pedantic(trueodds.odds, ("bunco", preset), rounds=3)
    assert odds["roll.mean"].exact is not None


@pytest.mark.benchmark(group="commands")
@pytest.mark.parametrize("tables", [1, 3, 30])
def test_bunco_nights(tables: int, benchmark: BenchmarkFixture) -> None:
    odds = benchmark.pedantic(
        trueodds.odds, ("bunco",), {"tables": tables, "rounds": 24}, rounds=3
    )
    assert len(odds.family("night.wins")) == 25


@pytest.mark.benchmark(group="commands")
def test_report(benchmark: BenchmarkFixture, tmp_path: object) -> None:
    command = [sys.executable, "-m", "trueodds", "report", "--out", str(tmp_path)]
    benchmark.pedantic(
        subprocess.run,
        (command,),
        {"check": True, "stdout": subprocess.DEVNULL},
        rounds=3,
    )

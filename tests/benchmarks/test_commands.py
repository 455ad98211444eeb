"""How long the commands take, warm: ``tox -e bench``.

Start-up is measured beside an empty Python in the same run; compare the medians. The
help of a command takes at most 90 ms on a machine that does nothing else.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import trueodds


@pytest.mark.benchmark(group="odds")
@pytest.mark.parametrize(
    ("game", "preset"),
    [
        ("bunco", None),
        ("bunco", "published-script-dice"),
        ("bunco", "d20"),
        ("baccarat", None),
        ("cribbage", None),
        ("farkle", "ece209"),
        ("farkle", "facebook"),
        ("farkle", "box"),
    ],
)
def test_odds(game: str, preset: str | None, benchmark: BenchmarkFixture) -> None:
    """All numbers, which are computed when they are counted."""
    numbers = benchmark.pedantic(
        lambda: len(trueodds.odds(game, preset)), rounds=5, warmup_rounds=1
    )
    assert numbers > 100


@pytest.mark.benchmark(group="start-up")
@pytest.mark.parametrize(
    "arguments",
    [
        ["-c", "pass"],
        ["-c", "import trueodds"],
        ["-m", "trueodds", "--help"],
        ["-m", "trueodds", "farkle", "advise", "--help"],
        ["-m", "trueodds", "cribbage", "win", "--help"],
        ["-m", "trueodds", "odds", "bunco"],
    ],
    ids=lambda arguments: " ".join(arguments[1:]),
)
def test_start_up(arguments: list[str], python: Callable[..., str]) -> None:
    python(*arguments, rounds=20, warmup=2)


@pytest.mark.benchmark(group="commands")
@pytest.mark.parametrize("tables", [1, 3, 30])
def test_bunco_nights(tables: int, benchmark: BenchmarkFixture) -> None:
    numbers = benchmark.pedantic(
        lambda: len(trueodds.odds("bunco", tables=tables, rounds=24)), rounds=3
    )
    assert numbers > 100


@pytest.mark.benchmark(group="commands")
def test_report(python: Callable[..., str], tmp_path: Path) -> None:
    python("-m", "trueodds", "report", "--out", str(tmp_path), rounds=3)

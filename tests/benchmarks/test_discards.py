"""Times of the discard: over all deals, the solve, tables, one deal.

The goals, warm on two processors: one exact best response in 12 seconds, the
equilibrium from scratch in 6 minutes (``-m slow``), all deals as Parquet in 60 seconds,
one deal in 3 seconds the first time and in 0.2 seconds when its tables are cached. The
peak memory of a process is shown beside the times. Compare with the empty Python of
``test_commands.py``.
"""

import json
import os
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from trueodds.analysis.cribbage.crib.all_deals import Evaluator
from trueodds.analysis.cribbage.equilibrium.best_response import discard_values
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.core.rules.cribbage import CribbageRules

HAND = "5H 5D JS QC 2D 9S"


Run = Callable[..., str]


@pytest.fixture
def run(python: Run, tmp_path: Path) -> Run:
    """Time a command whose cache is at first empty."""
    environment = os.environ | {"TRUEODDS_CACHE": str(tmp_path)}
    return partial(python, "-m", "trueodds", env=environment)


@pytest.mark.benchmark(group="discards: one best response over all deals")
@pytest.mark.parametrize("opponent", ["equilibrium", "uniform"])
def test_best_response(benchmark: BenchmarkFixture, opponent: str) -> None:
    rules = CribbageRules.load()
    pone = strategy(opponent, "pone", rules)
    values = benchmark.pedantic(
        discard_values, ("dealer", pone, Evaluator(rules)), rounds=3, warmup_rounds=1
    )
    assert values.totals.shape == (962_988, 15)


@pytest.mark.benchmark(group="discards: one deal, its own process")
@pytest.mark.parametrize("cached", [False, True], ids=["first time", "kept"])
def test_one_deal(run: Run, cached: bool) -> None:
    arguments = ["discard", HAND, "--role", "dealer"]
    if cached:
        printed = run(*arguments, rounds=10, warmup=1)
    else:
        printed = run(*arguments, "--no-cache", rounds=3, warmup=1)
    assert "best" in printed


@pytest.mark.benchmark(group="discards: all deals, both roles")
def test_parquet(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "deals.parquet"
    run("cribbage", "table", "--out", str(file), "--force", rounds=2, warmup=1)
    assert file.stat().st_size > 10**8


@pytest.mark.slow
@pytest.mark.benchmark(group="discards: the equilibrium from scratch")
def test_solve(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "equilibrium"
    printed = run("cribbage", "solve", "--out", str(folder), rounds=1)
    assert f"Wrote {folder}" in printed
    proof = json.loads((folder / "value-bounds.json").read_text())
    assert Fraction(proof["exploitability"]) <= Fraction(1, 10**9)

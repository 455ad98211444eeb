"""Times of the discard: over all deals, the solve, tables, one deal.

The goals, warm on two processors: one exact best response in 12 seconds, the
equilibrium from scratch in 6 minutes (``-m slow``), all deals as Parquet in 60 seconds,
one deal in 3 seconds the first time and in 0.2 seconds when its tables are cached. The
peak memory of a process is shown beside the times.
"""

import json
import os
import resource
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from trueodds.analysis.cribbage.crib.all_deals import Evaluator
from trueodds.analysis.cribbage.equilibrium.best_response import discard_values
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.core.rules.cribbage import CribbageRules

HAND = "5H 5D JS QC 2D 9S"


def run(benchmark: BenchmarkFixture, *arguments: str, cache: Path, rounds: int) -> str:
    """Time a command as its own process, and note the most memory of any so far."""
    command = [sys.executable, "-m", "trueodds", *arguments]
    environment = os.environ | {"TRUEODDS_CACHE": str(cache)}
    ran = benchmark.pedantic(
        subprocess.run,
        (command,),
        {"check": True, "env": environment, "capture_output": True, "text": True},
        rounds=rounds,
        warmup_rounds=min(rounds - 1, 1),
    )
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    benchmark.extra_info["most GiB of a child"] = round(most / 2**20, 2)
    return str(ran.stdout)


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
def test_one_deal(benchmark: BenchmarkFixture, tmp_path: Path, cached: bool) -> None:
    arguments = ["discard", HAND, "--role", "dealer"]
    if not cached:
        arguments.append("--no-cache")
    printed = run(benchmark, *arguments, cache=tmp_path, rounds=10 if cached else 3)
    assert "best" in printed


@pytest.mark.benchmark(group="discards: an empty Python")
def test_empty_python(benchmark: BenchmarkFixture) -> None:
    command = [sys.executable, "-c", "pass"]
    benchmark.pedantic(subprocess.run, (command,), rounds=10, warmup_rounds=1)


@pytest.mark.benchmark(group="discards: all deals, both roles")
def test_parquet(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    file = tmp_path / "deals.parquet"
    command = ("cribbage", "table", "--out", str(file), "--force")
    run(benchmark, *command, cache=tmp_path, rounds=2)
    assert file.stat().st_size > 10**8


@pytest.mark.slow
@pytest.mark.benchmark(group="discards: the equilibrium from scratch")
def test_solve(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    folder = tmp_path / "equilibrium"
    printed = run(
        benchmark, "cribbage", "solve", "--out", str(folder), cache=tmp_path, rounds=1
    )
    assert f"Wrote {folder}" in printed
    proof = json.loads((folder / "value-bounds.json").read_text())
    assert Fraction(proof["exploitability"]) <= Fraction(1, 10**9)

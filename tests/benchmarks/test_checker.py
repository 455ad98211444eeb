"""Time that the checker takes for our certificates."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from certificates import makers

import trueodds
from trueodds.core.odds import Odds
from trueodds.core.storage.progress import silent
from trueodds.proofs.checkers.command import check


@cache
def odds(game: str) -> Odds:
    """Return the odds under a game's default rules."""
    return trueodds.odds(game)


@pytest.mark.parametrize(
    "maker", [m for m in makers() if not m.slow], ids=lambda m: m.name
)
def test_check(benchmark: Callable[..., Any], maker: Any) -> None:
    """A second at most for each, on a machine that does nothing else."""
    content = maker.make(odds(maker.game), silent).text().encode()
    claims = benchmark(check, content)
    assert claims


@pytest.mark.slow
@pytest.mark.parametrize("maker", [m for m in makers() if m.slow], ids=lambda m: m.name)
def test_check_with_numpy(
    python: Callable[..., str], maker: Any, tmp_path: Path
) -> None:
    """Five minutes and 4 GiB at most for each."""
    path = tmp_path / f"{maker.name}.json"
    path.write_text(maker.make(odds(maker.game), silent).text())
    checker = str(files("trueodds.proofs") / "checker.py")
    assert "proved" in python("-I", checker, str(path), rounds=1)

"""How long the checker takes for the certificates that it is meant for."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import trueodds
from trueodds.core.odds import Odds
from trueodds.core.progress import silent
from trueodds.proofs import checker
from trueodds.proofs.certificates.registry import MAKERS


@cache
def odds(game: str) -> Odds:
    """The odds under a game's default rules."""
    return trueodds.odds(game)


@pytest.mark.parametrize(
    "maker", [m for m in MAKERS if not m.slow], ids=lambda m: m.name
)
def test_check(benchmark: Callable[..., Any], maker: Any) -> None:
    """A second at most for each, on a machine that does nothing else."""
    content = maker.make(odds(maker.game), silent).text().encode()
    claims = benchmark(checker.check, content)
    assert claims

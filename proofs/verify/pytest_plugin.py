"""Fixtures for pytest that check scorers and simulators, and time scorers.

``assert_scorer`` and ``assert_simulator`` are the functions of ``trueodds.testing``;
``scorer_benchmark`` times a scorer, and checks it. pytest imports this in every run
where trueodds is installed. It imports nothing of trueodds until a fixture is used,
because coverage misses the lines of modules that a plugin imports early.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from trueodds.core.rulebook import Rules
    from trueodds.proofs.verify.simulator.details import SimulatorDetails
    from trueodds.proofs.verify.verdict import Verdict

Score = Callable[[str], int]


def pytest_configure(config: pytest.Config) -> None:
    """Register the fixture ``scorer_benchmark``.

    Without pytest-benchmark, the fixture fails with what is missing.
    """
    # Without pytest-benchmark the fixture exists too, and fails with what is missing.
    there = config.pluginmanager.hasplugin("benchmark")
    plugin = _ScorerBenchmark() if there else _NoBenchmark()
    config.pluginmanager.register(plugin, "trueodds-scorer-benchmark")


@pytest.fixture(name="assert_scorer")
def _assert_scorer() -> Callable[..., None]:
    """Return ``trueodds.testing.assert_scorer``."""
    from trueodds.proofs.verify.testing import assert_scorer

    return assert_scorer


@pytest.fixture(name="assert_simulator")
def _assert_simulator() -> Callable[..., Verdict[SimulatorDetails]]:
    """Return ``trueodds.testing.assert_simulator``."""
    from trueodds.proofs.verify.testing import assert_simulator

    return assert_simulator


class _ScorerBenchmark:
    @pytest.fixture
    def scorer_benchmark(self, benchmark: Any) -> Callable[..., None]:
        """Return a function that times ``score`` under ``benchmark``.

        ``score`` takes a position's text and returns its value. A round is a call on
        each of ``positions`` random positions. ``rules`` (a preset, a file or a record)
        and ``rule`` are those of the reference scorer. The test fails if an answer is
        wrong.
        """

        def run(
            game: str,
            score: Score,
            *,
            rules: str | Rules | None = None,
            rule: str | None = None,
            positions: int = 1000,
        ) -> None:
            from trueodds.proofs.verify.positions import SEED
            from trueodds.proofs.verify.testing import ReferenceScorer

            reference = ReferenceScorer(game, rules, rule)
            asked = reference.positions(positions, SEED)
            texts = [position for position, _ in asked]
            benchmark.extra_info["positions"] = positions
            # A fast scorer with wrong answers is worth nothing: the answers are judged,
            # too.
            answers = benchmark(lambda: [score(position) for position in texts])
            if wrong := reference.fault(asked, answers):
                pytest.fail(wrong, pytrace=False)

        return run


class _NoBenchmark:
    @pytest.fixture
    def scorer_benchmark(self) -> None:
        """Fail with the name of the missing package."""
        pytest.fail(
            "scorer_benchmark needs pytest-benchmark: pip install pytest-benchmark",
            pytrace=False,
        )

"""For pytest: fixtures that check scorers and simulators, and one that times scorers.

``assert_scorer`` and ``assert_simulator`` are the functions of ``trueodds.testing``;
``scorer_benchmark`` times a scorer, and checks it. pytest imports this in every run
where trueodds is installed, so it imports nothing of trueodds until a fixture is used:
what a plugin imports early is not in the coverage.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from trueodds.core.rulebook import Rules
    from trueodds.proofs.verify.verdict import Verdict

Score = Callable[[str], int]

TESTING = ("assert_scorer", "assert_simulator", "parametrize_with_checks")


def pytest_configure(config: pytest.Config) -> None:
    """Offer the fixture, or its stand-in where pytest-benchmark is not there."""
    there = config.pluginmanager.hasplugin("benchmark")
    plugin = _ScorerBenchmark() if there else _NoBenchmark()
    config.pluginmanager.register(plugin, "trueodds-scorer-benchmark")


def __getattr__(name: str) -> Any:
    """The names of ``trueodds.testing``, imported when they are used."""
    if name in TESTING:
        from trueodds.proofs.verify import testing

        return getattr(testing, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@pytest.fixture(name="assert_scorer")
def _assert_scorer() -> Callable[..., None]:
    """``assert_scorer(score, game, …)``, as in ``trueodds.testing``."""
    from trueodds.proofs.verify.testing import assert_scorer

    return assert_scorer


@pytest.fixture(name="assert_simulator")
def _assert_simulator() -> Callable[..., Verdict]:
    """``assert_simulator(outcomes, game, …)``, as in ``trueodds.testing``."""
    from trueodds.proofs.verify.testing import assert_simulator

    return assert_simulator


class _ScorerBenchmark:
    @pytest.fixture
    def scorer_benchmark(self, benchmark: Any) -> Callable[..., None]:
        """``scorer_benchmark(game, score)`` times ``score`` under ``benchmark``.

        ``score`` takes a position's text and returns its value. A round is a call on
        each of ``positions`` random positions; ``rules`` (a preset, a file or a record)
        and ``rule`` are those of the reference scorer. The test fails when an answer
        is wrong.
        """

        def run(
            game: str,
            score: Score,
            *,
            rules: str | Rules | None = None,
            rule: str | None = None,
            positions: int = 1000,
        ) -> None:
            from trueodds.core import games, rulebook
            from trueodds.proofs.verify.bench.timing import mistake
            from trueodds.proofs.verify.sample import sample

            column = games.find(game)
            record, rule = rulebook.load(column, rules), column.scoring_rule(rule)
            reference = column.room("rules").score
            asked = sample(column, record, positions, rule=rule)
            expected = [reference(position, record, rule).value for position in asked]
            benchmark.extra_info["positions"] = positions
            answers = benchmark(lambda: [score(position) for position in asked])
            found = mistake(asked, expected, [answers])
            if found:
                pytest.fail(
                    f"{found.wrong} of {positions} answers are wrong; the first: "
                    f"{found.position!r} is {found.expected}, not {found.got}",
                    pytrace=False,
                )

        return run


class _NoBenchmark:
    @pytest.fixture
    def scorer_benchmark(self) -> None:
        """Say what is missing."""
        pytest.fail(
            "scorer_benchmark needs pytest-benchmark: pip install pytest-benchmark",
            pytrace=False,
        )

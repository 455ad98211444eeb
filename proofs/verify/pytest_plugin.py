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
    from trueodds.proofs.verify.verdict import Verdict

Score = Callable[[str], int]

TESTING = ("assert_scorer", "assert_simulator", "parametrize_with_checks")


def pytest_configure(config: pytest.Config) -> None:
    """Register the fixture, or its stand-in where pytest-benchmark is not installed."""
    there = config.pluginmanager.hasplugin("benchmark")
    plugin = _ScorerBenchmark() if there else _NoBenchmark()
    config.pluginmanager.register(plugin, "trueodds-scorer-benchmark")


def __getattr__(name: str) -> Any:
    """Return a name of ``trueodds.testing``, imported when it is used."""
    if name in TESTING:
        from trueodds.proofs.verify import testing

        return getattr(testing, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@pytest.fixture(name="assert_scorer")
def _assert_scorer() -> Callable[..., None]:
    """Return ``trueodds.testing.assert_scorer``."""
    from trueodds.proofs.verify.testing import assert_scorer

    return assert_scorer


@pytest.fixture(name="assert_simulator")
def _assert_simulator() -> Callable[..., Verdict]:
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
            from trueodds.core import games, rulebook
            from trueodds.core.rulebook import rules_name
            from trueodds.proofs.verify.bench.timing import mistake
            from trueodds.proofs.verify.positions import sample

            column = games.find(game)
            record, rule = rulebook.load(column, rules), column.scoring_rule(rule)
            reference = column.rules_part.score
            asked = sample(column, record, positions, rule=rule)
            expected = [reference(position, record, rule).value for position in asked]
            benchmark.extra_info["positions"] = positions
            answers = benchmark(lambda: [score(position) for position in asked])
            wrong = mistake(asked, expected, [answers])
            if wrong:
                pytest.fail(
                    f"{wrong.wrong} of {positions} answers are wrong "
                    f'({game}, {rules_name(game, record)}, rule "{rule}"); the first: '
                    f"{wrong.position!r} is {wrong.expected}, not {wrong.got}",
                    pytrace=False,
                )

        return run


class _NoBenchmark:
    @pytest.fixture
    def scorer_benchmark(self) -> None:
        """Fail with the name of the missing package."""
        pytest.fail(
            "scorer_benchmark needs pytest-benchmark: pip install pytest-benchmark",
            pytrace=False,
        )

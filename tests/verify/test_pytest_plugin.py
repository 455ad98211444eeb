"""The pytest plugin's fixtures, in a pytest of its own."""

import pytest
from bunco_scorer import SCORE

pytest_plugins = ["pytester"]

TESTS = (
    SCORE
    + """
def test_right(scorer_benchmark):
    scorer_benchmark("bunco", score)

def test_wrong(scorer_benchmark):
    scorer_benchmark("bunco", lambda position: min(score(position), 20))

def test_house_rules(scorer_benchmark):
    scorer_benchmark("bunco", score, rules="published-script", rule="roll")
"""
)
QUICK = ("--benchmark-min-rounds=1", "--benchmark-max-time=0.001")


@pytest.fixture(autouse=True)
def on_its_own(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start an inner pytest that is no worker and has no options of this project.

    pytest-benchmark measures nothing in a worker.
    """
    pytester.makeini("[pytest]")
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)


def test_right_and_wrong_scorers(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)
    ran = pytester.runpytest_subprocess(*QUICK)
    ran.assert_outcomes(passed=1, failed=2)
    ran.stdout.fnmatch_lines(
        ["*positions are wrong (bunco, bunco rules, rule *: 21, not 20"]
    )
    ran.stdout.fnmatch_lines(["test_right *"])


def test_benchmark_only_knows_that_these_are_benchmarks(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(TESTS)
    ran = pytester.runpytest_subprocess("--benchmark-only", "-k", "right", *QUICK)
    ran.assert_outcomes(passed=1, deselected=2)
    pytester.runpytest_subprocess("--benchmark-skip").assert_outcomes(skipped=3)


def test_without_pytest_benchmark(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)
    ran = pytester.runpytest_subprocess("-p", "no:benchmark")
    ran.assert_outcomes(errors=3)
    ran.stdout.fnmatch_lines(["*pip install pytest-benchmark*"])


def test_fixtures_and_names_of_the_plugin(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        SCORE
        + """
from trueodds.testing import parametrize_with_checks

@parametrize_with_checks("bunco")
def test_check(check):
    check(score)

def test_fixture(assert_scorer, assert_simulator):
    assert_scorer(score, "bunco")
    assert_simulator(iter([0, 1, 2, 5, 21]), "bunco")

def test_wrong(assert_scorer):
    assert_scorer(lambda position: 0, "bunco")
"""
    )
    ran = pytester.runpytest_subprocess("-v")
    ran.assert_outcomes(passed=5, failed=1)
    ran.stdout.fnmatch_lines(["*test_check?mini Bunco? PASSED*"])
    ran.stdout.fnmatch_lines(
        ["*are wrong (bunco, bunco rules, rule *), such as '1 | 1 * *"]
    )


def test_the_plugin_imports_nothing_of_ours_early(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_early():
            ours = {name for name in sys.modules if name.startswith("trueodds")}
            assert ours == {
                "trueodds", "trueodds.proofs", "trueodds.proofs.verify",
                "trueodds.proofs.verify.pytest_plugin",
            }
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)

"""A package that was written for 1.0, Pig as it was then, goes on to work.

``test_adding_a_game`` has the tests that it shares with the example of today.
"""

from pathlib import Path

import pytest
from game_packages import Run, installed

PIG = Path(__file__).parents[1] / "support" / "pig_of_1_0"


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return the command line where the package is installed."""
    return installed(PIG, tmp_path)


def test_score_of_pig(run: Run) -> None:
    assert run("score", "pig", "3 6 2").stdout.startswith("3 6 2: 11 points")
    assert run("score", "pig", *"362").stdout == run("score", "pig", "3 6 2").stdout
    ran = run("score", "pig", "3 1 2")
    assert ran.returncode == 2
    assert ran.stderr.startswith("trueodds: error: ")


def test_bench_of_a_scorer_of_pig(run: Run) -> None:
    awk = "{s = 0; for (i = 1; i <= NF; i++) s += $i; print s}"
    ran = run("bench", "scorer", "pig", "--positions", "50000", "--", "awk", awk)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Every answer is right" in ran.stdout


def test_a_scorer_of_pig_is_verified_on_a_sample(run: Run) -> None:
    awk = "{s = 0; for (i = 1; i <= NF; i++) s += $i; print s}"
    ran = run("verify", "scorer", "pig", "--sample", "500", "--", "awk", awk)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("AGREES: all 500 answers are right")
    ran = run("verify", "scorer", "pig", "--sample", "50", "--", "awk", "{print 7}")
    assert ran.returncode == 1
    ran = run("verify", "scorer", "pig", "--", "awk", awk)
    assert ran.returncode == 2
    assert ran.stderr.startswith("trueodds: error: ")
    assert "take random ones with --sample N" in ran.stderr

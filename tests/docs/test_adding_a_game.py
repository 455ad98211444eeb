"""A game from another package: Pig, as docs/how-to/add-a-game.md shows it."""

import json
import re
from pathlib import Path

import pytest
from game_packages import Run, installed

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "pig"
OF_1_0 = Path(__file__).parents[1] / "support" / "pig_of_1_0"


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return the command line where the example is installed."""
    return installed(EXAMPLE, tmp_path)


@pytest.fixture(params=[EXAMPLE, OF_1_0], ids=["example", "of 1.0"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Return the command line where the example is installed, or that of 1.0."""
    return installed(request.param, tmp_path)


def test_it_is_short() -> None:
    files = (*EXAMPLE.rglob("*.py"), *EXAMPLE.rglob("*.toml"))
    assert sum(len(file.read_text().splitlines()) for file in files) <= 90


def test_odds_of_pig(either: Run) -> None:
    ran = either("odds", "pig", "--set", "target=20", "--format", "json")
    assert ran.returncode == 0, ran.stderr
    (turns,) = json.loads(ran.stdout)["quantities"]
    assert turns["exact"].partition("/")[2].isdigit()


def test_rules_of_pig(either: Run) -> None:
    assert "Pig: one die, a 1 loses the turn, first to 100" in either("rules").stdout
    assert "faces of the die" in either("rules", "pig").stdout
    assert "target = 100" in either("rules", "pig", "--show", "pig").stdout


def test_help_has_no_positions_of_other_games(run: Run) -> None:
    commands = ["score"], ["positions"], ["verify", "scorer"], ["verify", "transcript"]
    for command in commands:
        assert "\n  farkle    " in run(*command, "--help").stdout
        helped = run(*command, "pig", "--help")
        assert (helped.returncode, "\n  farkle    " in helped.stdout) == (0, False)
        helped = run(*command, "FARKLE", "--help")
        assert re.findall("^  (bunco|farkle) ", helped.stdout, re.M) == ["farkle"]


AWK = "{print $3 == 1 ? 0 : $1 + $3}"


def test_score_of_pig(run: Run) -> None:
    assert run("score", "pig", "14 + 3").stdout.startswith("14 + 3: 17 points")
    assert run("score", "pig", "14", "3").stdout == run("score", "pig", "14+3").stdout
    assert run("score", "pig", "14 + 1").stdout.startswith("14 + 1: 0 points")
    ran = run("score", "pig", "100 + 3")
    assert ran.returncode == 2
    assert "give 1 turn (0 to 99), then 1 die (1 to 6), such as" in ran.stderr


def test_bench_of_a_scorer_of_pig(run: Run) -> None:
    ran = run("bench", "scorer", "pig", "--positions", "50000", "--", "awk", AWK)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Every answer is right" in ran.stdout


def test_a_scorer_of_pig_is_verified_on_all_positions(run: Run) -> None:
    ran = run("verify", "scorer", "pig", "--", "awk", AWK)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("AGREES: all 600 answers are right")
    ran = run("verify", "scorer", "pig", "--", "awk", "{print $1 + $3}")
    assert ran.returncode == 1
    assert "nothing scores" in ran.stdout
    assert run("census", "pig").stdout.startswith("0 100\n2 1\n3 2\n4 3\n5 4\n6 5\n")


def test_a_die_of_pig(run: Run, tmp_path: Path) -> None:
    (tmp_path / "rolls").write_text("2\n" * 500)
    ran = run("verify", "simulator", "pig", "--outcome", "die", "--file", "rolls")
    assert ran.returncode == 1
    assert ran.stdout.startswith("REFUTED")


def test_export_of_pig(either: Run) -> None:
    ran = either("export", "pig", "solitaire", "--to", "drn", "--set", "target=20")
    assert ran.returncode == 0, ran.stderr
    (answer,) = re.findall(r"min=\? .* is (\S+)", ran.stdout)
    odds = either("odds", "pig", "--set", "target=20", "--format", "json").stdout
    assert json.loads(odds)["quantities"][0]["exact"] == answer
    assert "@type: MDP" in ran.stdout


def test_play_of_pig_is_proved_and_advised(run: Run) -> None:
    ran = run("prove", "pig", "--set", "target=20")
    assert ran.returncode == 0, ran.stderr
    assert (
        "equal results: 1. Certificates that the independent checker accepts: 1."
        in (ran.stdout)
    )
    for state, best in (("score=0 turn=19", "Hold. "), ("0 18", "Roll. ")):
        advise = ("advise", "pig", "solitaire", *state.split(), "--set", "target=40")
        ran = run(*advise)
        assert ran.stdout.startswith(f"{best}Fewest expected turns to the target: ")


def test_report_of_pig(either: Run, tmp_path: Path) -> None:
    ran = either("report", "pig", "--out", "out")
    assert ran.returncode == 0, ran.stderr
    assert "Fewest expected turns" in (tmp_path / "out" / "pig.html").read_text()
    numbers = (tmp_path / "out" / "pig-numbers.html").read_text()
    assert 'id="solitaire.turns"' in numbers
    assert "Fewest expected turns to the target  12.55 turns" in ran.stdout

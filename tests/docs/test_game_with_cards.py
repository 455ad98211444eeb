"""A game with cards from another package: brag, which declares its scoring only."""

import json
import random
import re
from pathlib import Path

import pytest
from game_packages import Run, installed

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "brag"
KINDS = {5: 52, 4: 48, 3: 720, 2: 1096, 1: 3744, 0: 16440}
"""The hands of each kind, as books on three-card poker print them."""

SCORER = """
RANKS = "23456789TJQKA"

def score(hand):
    cards = hand.split()
    low, middle, high = sorted(RANKS.index(card[0]) for card in cards)
    run = middle == low + 1 and high == low + 2 or (low, middle, high) == (0, 1, 12)
    flush = len({card[1] for card in cards}) == 1
    if low == high:
        return 5
    return 3 * run + flush if run else 2 * flush or int(middle in (low, high))
"""


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return the command line where the example is installed."""
    (tmp_path / "right.py").write_text(SCORER)
    (tmp_path / "wrong.py").write_text(SCORER.replace("(0, 1, 12)", "()"))
    (tmp_path / "other.py").write_text(SCORER.replace("return 5", "return 6"))
    return installed(EXAMPLE, tmp_path)


def test_it_is_short() -> None:
    files = (*EXAMPLE.rglob("*.py"), *EXAMPLE.rglob("*.toml"))
    lines = [line for file in files for line in file.read_text().splitlines()]
    assert len(lines) <= 120


def test_odds_and_census_are_the_published_ones(run: Run) -> None:
    ran = run("odds", "brag", "--format", "json", "--all")
    assert ran.returncode == 0, ran.stderr
    quantities = {each["id"]: each for each in json.loads(ran.stdout)["quantities"]}
    for score, hands in KINDS.items():
        each = quantities[f"score.{score}"]
        assert int(each["count"]) * 22100 == hands * int(each["total"])
    printed = "".join(f"{score} {hands}\n" for score, hands in sorted(KINDS.items()))
    assert run("census", "brag").stdout == printed


def test_score_and_positions(run: Run) -> None:
    assert run("score", "brag", *["AS", "2S", "3S"]).stdout.startswith("2S 3S AS: 4 p")
    assert "cannot come" in run("score", "brag", "2S 2S 3D").stderr
    listed = run("positions", "brag").stdout.splitlines()
    assert listed[:2] == ["2C 2D 2H", "2C 2D 2S"]
    assert len({frozenset(hand.split()) for hand in listed}) == 22100
    assert len(run("positions", "brag", "--sample", "7").stdout.splitlines()) == 7


def test_scorers_are_verified_on_all_hands(run: Run) -> None:
    ran = run("verify", "scorer", "brag", "--python", "right:score")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("AGREES: all 22,100 answers are right")
    ran = run("verify", "scorer", "brag", "--python", "wrong:score")
    assert ran.returncode == 1
    assert ran.stdout.startswith("REFUTED: 64 of 22,100 answers are wrong")
    assert re.search(r"^64 .* run .* 2C 3C AC ", ran.stdout, re.M)
    words = ("verify", "scorer", "brag", "--by-class", "--rules", "brag")
    ran = run(*words, "--python", "other:score")
    assert "all its answers are right under: --rules brag --set prial=6" in ran.stdout


def test_simulators_are_judged_by_their_scores(run: Run, tmp_path: Path) -> None:
    source = random.Random(1)
    fair = source.choices([*KINDS], [*KINDS.values()], k=3000)
    for name, scores, code in (("fair", fair, 0), ("wrong", [0] * 300, 1)):
        (tmp_path / name).write_text("".join(f"{score}\n" for score in scores))
        words = ("verify", "simulator", "brag", "--outcome", "score", "--file", name)
        assert run(*words).returncode == code, name


def test_report_and_citation(run: Run, tmp_path: Path) -> None:
    ran = run("report", "brag", "--out", "out")
    assert ran.returncode == 0, ran.stderr
    assert 'id="score.5"' in (tmp_path / "out" / "brag-numbers.html").read_text()
    assert "score.5 = 1/425" in run("cite", "brag", "score.5").stdout


def test_a_game_without_certificates_says_so(run: Run) -> None:
    ran = run("prove", "brag", "--out", "proofs")
    assert ran.returncode == 0, ran.stderr
    assert "There is no certificate, so no file was written to proofs.\n" in ran.stdout

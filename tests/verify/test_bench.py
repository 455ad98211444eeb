"""``trueodds bench scorer``: right, wrong, slow, crashing and hanging scorers."""

import json
import re
import sys
import time
from pathlib import Path

import pytest
from bunco_scorer import LOOP, SCORE
from commands import Run

from trueodds.proofs.verify.bench import scorer as bench_scorer
from trueodds.proofs.verify.bench.timing import Timed

RIGHT = SCORE + LOOP
WITHOUT_MINI_BUNCO = RIGHT.replace("else 5", "else 0")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure one round on fewer positions."""
    monkeypatch.setattr(bench_scorer, "ROUNDS", 1)
    monkeypatch.setattr(bench_scorer, "DIFFERENT", 2000)


@pytest.fixture
def bench(trueodds_command: Run) -> Run:
    def run(scorer: str, *options: str) -> object:
        command = ["bench", "scorer", "bunco", *options]
        return trueodds_command(*command, "--", sys.executable, "-c", scorer)

    return run


@pytest.mark.parametrize(
    "scorer",
    [
        RIGHT,
        RIGHT.replace("sys.stdin", "sys.stdin.readlines()"),
        RIGHT.replace("score(line))", "float(score(line)))"),
    ],
    ids=["buffers its answers", "reads everything first", "answers such as 2.0"],
)
def test_right_scorer(scorer: str, bench: Run) -> None:
    """More positions than a pipe holds, and than take as long as the noise."""
    code, out, err = bench(scorer, "--positions", "50000", "--format", "json")
    result = json.loads(out)
    assert (code, err, result["mistake"]) == (0, "", None)
    assert (result["schema"], result["positions"]) == ("trueodds.bench/2", 50_000)
    assert result["scorer"]["positions_per_second"] > 1000
    assert 0 < result["scorer"]["first_answer_seconds"] < 60
    assert result["reference"]["positions_per_second"] > 100


def test_wrong_scorer_gets_its_first_mistake(bench: Run) -> None:
    code, out, err = bench(WITHOUT_MINI_BUNCO, "--format", "json")
    assert (code, err) == (1, "")
    mistake = json.loads(out)["mistake"]
    target, faces = mistake["position"].split(" | ")
    assert len(set(faces.split())) == 1
    assert target not in faces.split()
    assert (mistake["expected"], mistake["got"]) == (5, 0)
    # 5 of 216 rolls are a mini Bunco.
    assert 150 < mistake["wrong"] < 330


@pytest.mark.parametrize(
    ("scorer", "fault"),
    [
        ("raise SystemExit('no luck')", "exit code 1 after 0 of 1 answer: no luck"),
        (
            "input(); print(3, flush=True)\nimport os; os.abort()",
            "after 1 of 10,000 answers",
        ),
        ("while input(): print(2.5)", "answered '2.5' to"),
    ],
)
def test_failing_scorer_is_one_line(scorer: str, fault: str, bench: Run) -> None:
    code, out, err = bench(scorer)
    assert (code, out) == (2, "")
    assert fault in err


def test_hanging_scorer_ends_with_all_that_it_started(trueodds_command: Run) -> None:
    started = time.monotonic()
    code, _, err = trueodds_command(
        *("bench", "scorer", "farkle", "--timeout", "0.5"),
        *("--", "sh", "-c", "sleep 60; true"),
    )
    assert code == 2
    assert "the scorer did not give 1 answer within 0.5 s" in err
    assert time.monotonic() - started < 50


def test_scorer_that_is_too_fast_for_so_few_positions(bench: Run) -> None:
    code, _, err = bench("import time; time.sleep(0.3)\n" + RIGHT, "--positions", "2")
    assert code == 2
    assert "ask for ten times as many, with --positions 20" in err


def test_slow_scorer_needs_few_positions(bench: Run) -> None:
    """Our reference runs on more positions, or its start-up would hide its speed."""
    slow = "import time\n" + RIGHT.replace("print(", "time.sleep(0.005); print(")
    code, out, err = bench(slow, "--positions", "60")
    assert (code, err) == (0, "")
    assert "our reference" in out


def test_house_rules_reach_the_reference(bench: Run) -> None:
    six = RIGHT.replace("else 5", "else 6")
    assert bench(six, "--set", "mini_bunco_points=6")[0] == 0
    assert bench(six)[0] == 1


def test_no_baseline(bench: Run) -> None:
    """One stored number has no spread: it called unchanged code slower."""
    code, _, err = bench(RIGHT, "--baseline", "speed.json")
    assert (code, "no option --baseline" in err) == (2, True)


def test_python_function(
    trueodds_command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def one(position):\n    return 1\n")
    command = ["bench", "scorer", "baccarat", "--python"]
    code, out, _ = trueodds_command(*command, "mine:one")
    assert code == 1
    assert re.search(r"answers are wrong; the first: '.*' is [023], not 1\n", out)
    code, _, err = trueodds_command(*command, "mine:two")
    assert (code, "mine has no function 'two'" in err) == (2, True)


@pytest.mark.parametrize(
    ("game", "rule", "positions"),
    [
        ("bunco", "roll", "9000"),
        ("baccarat", "coup", "9000"),
        ("cribbage", "crib", "1000"),
        ("farkle", "roll", "1000"),
    ],
)
def test_our_reference_is_right_by_the_protocol(
    game: str, rule: str, positions: str, trueodds_command: Run
) -> None:
    command = [sys.executable, "-m", "trueodds.proofs.verify.scorer.serve"]
    code, out, _ = trueodds_command(
        *("bench", "scorer", game, "--rule", rule, "--positions", positions, "--"),
        *(*command, game, rule, "{}"),
    )
    assert (code, out.startswith("Every answer is right; ")) == (0, True)
    assert f"{game}, {rule}: {int(positions):,} random positions\n" in out


def test_ratio_is_to_the_reference_in_the_same_round(
    bench: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine gets slower in every round; the ratio does not change."""

    def run(self: Timed) -> None:
        busy = 1.0 + len(self.full) / 3
        factor = busy * (1.0 if "serve" in str(self.command) else 2.0)
        self.cold.append(0.1 * factor)
        self.full.append(10.1 * factor)
        self.answers.append([0] * len(self.positions))

    monkeypatch.setattr(Timed, "run", run)
    monkeypatch.setattr(bench_scorer, "ROUNDS", 3)
    monkeypatch.setattr(bench_scorer, "DIFFERENT", 10_000)
    assert bench(RIGHT).out.startswith(
        "Every answer is right; 0.5 times as fast as our reference (0.5 to 0.5)\n"
    )

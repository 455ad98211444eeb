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
def quick(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure one round on fewer positions, but where the speed itself is tested."""
    if not request.node.get_closest_marker("slow"):
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
    assert (result["schema"], result["positions"]) == ("trueodds.bench/1", 50_000)
    assert result["scorer"]["positions_per_second"] > 1000
    assert 0 < result["scorer"]["first_answer_seconds"] < 60
    assert result["reference"]["positions_per_second"] > 100


def test_wrong_scorer_gets_its_first_mistake_and_no_baseline(
    bench: Run, tmp_path: Path
) -> None:
    file = tmp_path / "speed.json"
    code, out, err = bench(
        WITHOUT_MINI_BUNCO, "--format", "json", "--baseline", str(file)
    )
    assert (code, err) == (1, "")
    assert not file.exists()
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
            "after 1 of 10000 answers",
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


@pytest.mark.slow
def test_baseline_is_stored_then_held_against(bench: Run, tmp_path: Path) -> None:
    file = tmp_path / "speed.json"
    options = ["--baseline", str(file), "--tolerance", "3"]
    code, out, _ = bench(RIGHT, *options)
    assert code == 0
    assert f"baseline stored in {file}" in out
    code, out, _ = bench(RIGHT, *options)
    assert (code, "baseline stored in" in out) == (0, False)
    assert out.startswith("not slower than the baseline: ")

    slow = RIGHT.replace("print(", "sum(range(20000)); print(")
    code, out, _ = bench(slow, *options)
    assert code == 1
    assert re.match("slower than the baseline: .* times its time per position", out)
    code, out, _ = bench(slow, *options, "--update")
    assert (code, "baseline stored in" in out) == (0, True)
    assert bench(slow, *options)[0] == 0


@pytest.mark.slow
def test_slow_start_is_a_regression(bench: Run, tmp_path: Path) -> None:
    options = ["--baseline", str(tmp_path / "speed.json"), "--tolerance", "2"]
    options += ["--positions", "200000"]
    assert bench(RIGHT, *options)[0] == 0
    code, out, _ = bench("import time; time.sleep(0.4)\n" + RIGHT, *options)
    assert code == 1
    assert re.match("slower than the baseline: .* its time to the first answer", out)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("{}", "is not a baseline of trueodds bench"),
        ("[", "is not a baseline of trueodds bench"),
        ('{"schema": "x"}', "has the schema x"),
        ('{"schema": "trueodds.bench-baseline/1"}', "--update stores this run"),
    ],
)
def test_faulty_baseline(content: str, fault: str, bench: Run, tmp_path: Path) -> None:
    file = tmp_path / "speed.json"
    file.write_text(content)
    code, _, err = bench(RIGHT, "--baseline", str(file))
    assert (code, fault in err) == (2, True)


def test_house_rules_reach_the_reference_and_the_baseline(
    bench: Run, tmp_path: Path
) -> None:
    six, options = (
        RIGHT.replace("else 5", "else 6"),
        ["--baseline", str(tmp_path / "f")],
    )
    assert bench(six, *options, "--set", "mini_bunco_points=6")[0] == 0
    code, _, err = bench(RIGHT, *options)
    assert (code, "is for another rules digest" in err) == (2, True)


def test_baseline_in_a_place_that_cannot_be_written(bench: Run) -> None:
    code, _, err = bench(RIGHT, "--baseline", "/dev/null/speed.json")
    assert code == 2
    assert "cannot" in err


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
    assert (code, out.startswith("every answer is right; ")) == (0, True)
    assert f"{game}, {rule}: {int(positions):,} random positions\n" in out


BUSY = "cannot tell, as this machine is too busy: "
NOT_SLOWER = "not slower than the baseline: "


@pytest.mark.parametrize(
    ("factors", "word", "first", "code"),
    [
        ([1.0] * 13, "no regression", f"{NOT_SLOWER}1 times its time per", 0),
        ([2.0] * 13, "regressed", f"{NOT_SLOWER[4:]}2 times its time per", 1),
        ([1.0, 2.0] * 7, "cannot tell", f"{BUSY}1 times its time per", 3),
        ([1, 1, 9, 1, 1], "no regression", f"{NOT_SLOWER}1 times its time per", 0),
    ],
    ids=["alike", "slower", "busy", "one loud round"],
)
def test_verdict_is_on_the_ratio_to_the_reference(
    factors: list[float],
    word: str,
    first: str,
    code: int,
    tmp_path: Path,
    bench: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The machine gets slower in every round; only the ratio decides.

    The first line is the verdict, with the one ratio that is printed.
    """
    file = tmp_path / "speed.json"

    def run(self: Timed) -> None:
        round_ = len(self.full)
        busy = 1.0 + round_ / 3
        reference = "serve" in str(self.command)
        factor = busy * (1.0 if reference or not file.exists() else factors[round_])
        self.cold.append(0.1 * factor)
        self.full.append(10.1 * factor)
        self.answers.append([0] * len(self.positions))

    monkeypatch.setattr(Timed, "run", run)
    assert bench(RIGHT, "--baseline", str(file))[0] == 0
    got, out, _ = bench(RIGHT, "--baseline", str(file), "--format", "json")
    assert got == code
    assert json.loads(out)["compared"]["warm"] == word
    out = bench(RIGHT, "--baseline", str(file))[1]
    assert out.startswith(first)
    assert "10,000 random positions" in out
    assert "reference's" not in out
    assert "regressed" not in out

"""``trueodds verify scorer`` on programs in C, Python, awk and the shell."""

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.resources import files
from math import comb
from pathlib import Path

import jsonschema
import pytest

from trueodds.core import games, rulebook

SCORERS = Path(__file__).parent / "scorers"
SHOWS, COUPS = 12_994_800, 13**6

Run = Callable[..., "tuple[int, str, str]"]
Verify = Callable[..., dict[str, object]]

needs = {
    program: pytest.mark.skipif(not shutil.which(program), reason=f"needs {program}")
    for program in ("gcc", "awk", "sh")
}
PYTHON = (sys.executable, str(SCORERS / "farkle.py"))
AWK = ("awk", "-f", str(SCORERS / "bunco.awk"))
SHELL = ("sh", str(SCORERS / "baccarat.sh"))


@pytest.fixture
def verify(trueodds_command: Run) -> Verify:
    """A verdict as JSON, which its schema describes and its exit code fits."""
    schema = json.loads(
        (files("trueodds.reports") / "schemas" / "verdict-1.json").read_text()
    )

    def run(game: str, *words: str) -> dict[str, object]:
        code, out, err = trueodds_command(
            "verify", "scorer", game, "--format", "json", *words
        )
        found: dict[str, object] = json.loads(out)
        jsonschema.validate(found, schema)
        assert err == ""
        assert code == {"agrees": 0, "refuted": 1, "failed": 2}[str(found["verdict"])]
        return found

    return run


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    def build(*flags: str) -> str:
        program = tmp_path_factory.mktemp("c") / "cribbage"
        source = SCORERS / "cribbage.c"
        subprocess.run(["gcc", "-O2", *flags, "-o", program, source], check=True)
        return str(program)

    return build


@needs["gcc"]
def test_c_scorer_is_right_in_every_show(
    compiled: Callable[..., str], verify: Verify
) -> None:
    found = verify("cribbage", "--jobs", "2", "--", compiled())
    assert found["summary"] == "all 12,994,800 answers are right"
    assert found["counts"] == {"positions": SHOWS, "checked": SHOWS, "wrong": 0}
    assert "one order of its cards" in str(found["notes"])


@needs["gcc"]
def test_c_scorer_without_nobs(compiled: Callable[..., str], verify: Verify) -> None:
    found = verify("cribbage", "--", compiled("-DNO_NOBS"))
    assert found["verdict"] == "refuted"
    assert found["counts"]["wrong"] == 1000
    (kind,) = found["details"]["kinds"]
    assert (kind["kind"], kind["off"], kind["count"]) == ("nobs", "-1", 1000)
    example = found["example"]
    assert (example["expected"], example["got"]) == (1, 0)
    (why,) = example["why"]
    assert why.startswith("nobs: J")


@needs["gcc"]
def test_c_scorer_of_hands_is_wrong_in_cribs(
    compiled: Callable[..., str], verify: Verify
) -> None:
    program, words = compiled(), ("--by-class", "--rule", "crib", "--")
    found = verify("cribbage", *words, program)
    assert found["verdict"] == "refuted"
    assert {kind["off"] for kind in found["details"]["kinds"]} == {"+4"}
    right = verify("cribbage", *words, program, "crib")
    assert right["counts"]["checked"] == 16432 * 48
    assert "sound only for a scorer that ignores the order" in right["notes"][0]


def test_python_scorer(verify: Verify) -> None:
    assert verify("farkle", "--", *PYTHON)["counts"]["checked"] == 55986
    found = verify("farkle", "--max-failures", "0", "--", *PYTHON, "wrong")
    assert found["counts"]["checked"] == 55986
    assert found["example"] == {
        "where": "111",
        "expected": 1000,
        "got": 100,
        "why": ["three of a kind: 111 = 1000"],
    }
    assert "three of a kind" in found["details"]["kinds"][0]["kind"]
    assert found["counts"]["wrong"] == sum(
        comb(dice, ones) * 5 ** (dice - ones)
        for dice in range(3, 7)
        for ones in range(3, dice + 1)
    )


@needs["awk"]
def test_awk_scorer(verify: Verify) -> None:
    assert verify("bunco", "--", *AWK)["verdict"] == "agrees"
    slip = ("-v", "bunco=25")
    found = verify("bunco", "--", AWK[0], *slip, *AWK[1:])
    assert found["counts"]["wrong"] == 6
    assert found["example"]["where"] == "1 | 1 1 1"
    assert (found["example"]["expected"], found["example"]["got"]) == (21, 25)
    published = ("--rules", "published-script")
    found = verify("bunco", *published, "--", AWK[0], *slip, *AWK[1:])
    assert found["verdict"] == "agrees"


@needs["sh"]
def test_shell_scorer(verify: Verify) -> None:
    sample = ("--sample", "20000", "--seed", "7")
    found = verify("baccarat", *sample, "--", *SHELL)
    assert found["verdict"] == "agrees"
    assert found["details"]["share_wrong_below"] == "0.000231"
    assert "fewer than 0.0231 % of all positions" in found["notes"][0]
    found = verify("baccarat", *sample, "--", *SHELL, "wrong")
    assert found["verdict"] == "refuted"
    for kind in found["details"]["kinds"]:
        assert "Banker stands" in kind["kind"]
        assert "Player draws 8" in kind["kind"]


def test_python_function(
    verify: Verify, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(SCORERS / "farkle.py", "mine.py")
    assert verify("farkle", "--python", "mine:score")["verdict"] == "agrees"
    Path("loud.py").write_text(
        "from mine import score as right\n"
        "def score(roll):\n    print('scoring', roll)\n    return right(roll)\n"
    )
    assert verify("farkle", "--python", "loud:score")["verdict"] == "agrees"
    found = verify("farkle", "--python", "mine:nothing")
    assert "module 'mine' has no attribute 'nothing'" in found["summary"]


RULE_SETS = [
    (game, preset, rule)
    for game in games.OURS
    for preset in rulebook.preset_names(games.find(game))
    for rule in games.find(game).room("rules").RULES_TO_SCORE
]


@pytest.mark.parametrize(("game", "preset", "rule"), RULE_SETS)
def test_reference_scorer_agrees_under_every_preset(
    game: str, preset: str, rule: str, verify: Verify
) -> None:
    serve = [sys.executable, "-m", "trueodds.proofs.verify.scorer.serve"]
    words = ("--rules", preset, "--rule", rule, "--sample", "400", "--")
    found = verify(game, *words, *serve, game, rule, json.dumps(preset), "{}")
    assert found["verdict"] == "agrees"


def test_text_says_what_json_says(trueodds_command: Run) -> None:
    words = ("verify", "scorer", "farkle", "--", *PYTHON)
    assert trueodds_command(*words) == (0, "AGREES: all 55,986 answers are right\n", "")
    code, out, _ = trueodds_command(*words, "wrong")
    assert code == 1
    assert out.startswith("REFUTED: 1,000 of ")
    assert "smallest example: 111\n  expected 1000\n  got      100\n" in out
    assert "--max-failures 0 goes through all of them" in out


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ((), "name one scorer: a program after --, or --python module:function"),
        (("--python", "a:b", "--", "true"), "name one scorer"),
        (("--seed", "3", "--", "true"), "--seed needs --sample N"),
        (("--by-class", "--sample", "9", "--", "true"), "--by-class is of all"),
        (("--rule", "box", "--", "true"), "there are: roll"),
        (("--sample", "0", "--", "true"), "x>=1"),
        (("--timeout", "nan", "--", "true"), "nan is no number"),
        (("--scheduler", "nonsense", "--", "true"), "missing port number"),
        (("--resume", "/dev/null/x", "--", "true"), "cannot write"),
    ],
)
def test_usage(words: tuple[str, ...], fault: str, trueodds_command: Run) -> None:
    code, out, err = trueodds_command("verify", "scorer", "bunco", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert fault in err


SLOW = """
import sys, time
pace = float(open("pace").read())
for line in sys.stdin:
    time.sleep(pace)
    print(2 * ("1 1 1" in line), flush=True)
    open("asked", "a").write(line)
"""


def test_interrupted_then_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Little is asked again, nothing is counted twice, another scorer is refused."""
    monkeypatch.chdir(tmp_path)
    file, program = Path("state"), Path("slow.py")
    program.write_text(SLOW)
    Path("pace").write_text("0.02")
    words = ["verify", "scorer", "bunco", "--resume", "state", "--max-failures", "0"]
    words += ["--jobs", "2", "--format", "json", "--", sys.executable, "slow.py"]
    command = [sys.executable, "-m", "trueodds", *words]
    first = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while not Path("asked").exists() or len(Path("asked").read_text()) < 1000:
        time.sleep(0.05)
    first.send_signal(signal.SIGINT)
    assert first.communicate()[1].strip() == "trueodds: interrupted"
    assert first.returncode == 130

    Path("pace").write_text("0")
    program.write_text(SLOW + "# faster")
    changed = subprocess.run(command, capture_output=True, text=True)
    assert (changed.returncode, changed.stdout) == (2, "")
    assert "is of another version of the scorer; remove it" in changed.stderr

    program.write_text(SLOW)
    resumed = subprocess.run(command, capture_output=True, text=True)
    found = json.loads(resumed.stdout)
    assert (resumed.returncode, found["counts"]["checked"]) == (1, 1296)
    # It is right in the 720 positions without points; "1 1 1" is 21 or 5, never 2.
    assert found["counts"]["wrong"] == 1296 - 720
    assert not file.exists()
    asked = Path("asked").read_text().splitlines()
    assert len(set(asked)) == 1296
    assert len(asked) < 1296 + 400


def test_workers_of_a_scheduler(verify: Verify) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        words = ("--scheduler", cluster.scheduler_address, "--")
        found = verify("farkle", *words, *PYTHON)
        assert found["counts"] == {"positions": 55986, "checked": 55986, "wrong": 0}
        found = verify("farkle", "--jobs", "1", *words, *PYTHON, "wrong")
        assert found["example"]["where"] == "111"

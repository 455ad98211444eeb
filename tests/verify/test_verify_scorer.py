"""``trueodds verify scorer`` on programs in C, Python, awk and the shell."""

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.resources import files
from io import StringIO
from math import comb
from pathlib import Path
from random import Random

import jsonschema
import pytest

from trueodds.core import games, rulebook
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage import score as score_show
from trueodds.proofs.verify.positions.cribbage import causes, random_position
from trueodds.proofs.verify.scorer import resume
from trueodds.proofs.verify.scorer.failure_classes import Wrong, failure_classes
from trueodds.proofs.verify.scorer.resume import State
from trueodds.proofs.verify.scorer.run import Question, run

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
    """Return a verdict as JSON, which its schema describes and its exit code fits."""
    schema = json.loads(
        (files("trueodds.reports") / "schemas" / "verdict-1.json").read_text()
    )

    def run(game: str, *words: str) -> dict[str, object]:
        code, out, err = trueodds_command(
            "verify", "scorer", game, "--format", "json", *words
        )
        verdict: dict[str, object] = json.loads(out)
        jsonschema.validate(verdict, schema)
        assert err == ""
        assert code == {"agrees": 0, "refuted": 1, "failed": 2}[str(verdict["verdict"])]
        return verdict

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
    verdict = verify("cribbage", "--jobs", "2", "--", compiled())
    assert verdict["summary"] == "all 12,994,800 answers are right"
    assert verdict["counts"] == {"positions": SHOWS, "checked": SHOWS, "wrong": 0}
    assert "one order of its cards" in str(verdict["notes"])


@needs["gcc"]
def test_c_scorer_without_nobs(compiled: Callable[..., str], verify: Verify) -> None:
    verdict = verify("cribbage", "--", compiled("-DNO_NOBS"))
    assert verdict["verdict"] == "refuted"
    assert verdict["counts"]["wrong"] == 1000
    (kind,) = verdict["details"]["kinds"]
    assert (kind["kind"], kind["off"], kind["count"]) == ("nobs", "-1", 1000)
    example = verdict["example"]
    assert (example["expected"], example["got"]) == (1, 0)
    (why,) = example["why"]
    assert why.startswith("nobs: J")


@needs["gcc"]
def test_c_scorer_of_hands_is_wrong_in_cribs(
    compiled: Callable[..., str], verify: Verify
) -> None:
    program, words = compiled(), ("--by-class", "--rule", "crib", "--")
    verdict = verify("cribbage", *words, program)
    assert verdict["verdict"] == "refuted"
    assert {kind["off"] for kind in verdict["details"]["kinds"]} == {"+4"}
    right = verify("cribbage", *words, program, "crib")
    assert right["counts"]["checked"] == 16432 * 48
    assert "sound only for a scorer that ignores the order" in right["notes"][0]


def test_python_scorer(verify: Verify) -> None:
    assert verify("farkle", "--", *PYTHON)["counts"]["checked"] == 55986
    verdict = verify("farkle", "--max-failures", "0", "--", *PYTHON, "wrong")
    assert verdict["counts"]["checked"] == 55986
    assert verdict["example"] == {
        "where": "111",
        "expected": 1000,
        "got": 100,
        "why": ["three of a kind: 111 = 1000"],
    }
    assert "three of a kind" in verdict["details"]["kinds"][0]["kind"]
    assert verdict["counts"]["wrong"] == sum(
        comb(dice, ones) * 5 ** (dice - ones)
        for dice in range(3, 7)
        for ones in range(3, dice + 1)
    )


@needs["awk"]
def test_awk_scorer(verify: Verify) -> None:
    assert verify("bunco", "--", *AWK)["verdict"] == "agrees"
    slip = ("-v", "bunco=25")
    verdict = verify("bunco", "--", AWK[0], *slip, *AWK[1:])
    assert verdict["counts"]["wrong"] == 6
    assert verdict["example"]["where"] == "1 | 1 1 1"
    assert (verdict["example"]["expected"], verdict["example"]["got"]) == (21, 25)
    published = ("--rules", "published-script")
    verdict = verify("bunco", *published, "--", AWK[0], *slip, *AWK[1:])
    assert verdict["verdict"] == "agrees"


@needs["sh"]
def test_shell_scorer(verify: Verify) -> None:
    sample = ("--sample", "20000", "--seed", "7")
    verdict = verify("baccarat", *sample, "--", *SHELL)
    assert verdict["verdict"] == "agrees"
    assert verdict["details"]["share_wrong_below"] == "0.000231"
    assert "fewer than 0.0231 % of all positions" in verdict["notes"][0]
    verdict = verify("baccarat", *sample, "--", *SHELL, "wrong")
    assert verdict["verdict"] == "refuted"
    for kind in verdict["details"]["kinds"]:
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
    verdict = verify("farkle", "--python", "mine:nothing")
    assert verdict["summary"] == (
        "cannot load 'mine:nothing': mine has no function 'nothing'; it has: score"
    )
    verdict = verify("farkle", "--python", "nowhere:score")
    assert f"{sys.executable} has no module 'nowhere'" in str(verdict["summary"])
    assert "-- /path/to/python adapter.py" in str(verdict["summary"])


FORMS = """
import farkle_scorer


def score(roll):
    return float(farkle_scorer.score(roll))


class Table:
    def __init__(self):
        self.rolls = 0

    def best(self, roll):
        return farkle_scorer.score(roll)
"""


@pytest.mark.parametrize(
    "form", ["forms:score", "forms", "forms:Table.best", "forms.py", "./forms.py:score"]
)
def test_forms_of_a_python_function(
    form: str, verify: Verify, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(SCORERS / "farkle.py", "farkle_scorer.py")
    Path("forms.py").write_text(FORMS)
    verdict = verify("farkle", "--sample", "300", "--python", form)
    assert verdict["verdict"] == "agrees"
    decimals = "some answers were written like 29.0; they were read as integers"
    assert (decimals in verdict["notes"]) == ("best" not in form)


def test_python_function_that_fails(
    verify: Verify, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The position and the traceback from the function's own frame on are shown."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(SCORERS / "farkle.py", "farkle_scorer.py")
    Path("fails.py").write_text(
        "from farkle_scorer import score as right\n\n\n"
        "def score(roll):\n    return right(roll) // checked(roll)\n\n\n"
        "def checked(roll):\n    return (6 - len(roll)) // (6 - len(roll))\n"
    )
    verdict = verify("farkle", "--python", "fails")
    assert "ZeroDivisionError: integer division or modulo by zero; the first " in str(
        verdict["summary"]
    )
    trace = next(note for note in verdict["notes"] if "Traceback" in note)
    assert "in score" in trace
    assert "serve.py" not in trace


UNSORTED = """
from trueodds.proofs.verify.scorer.serve import reference
right = reference("cribbage", "hand", "null", "{}")
ranks = ["A", *"23456789", "10", *"JQK"]

def score(show):
    hand = show.partition(" |")[0].split()
    places = [ranks.index(card[:-1]) for card in hand]
    return right(show) if places == sorted(places) else 0
"""


def test_scorer_that_needs_sorted_cards_is_refuted_early(
    verify: Verify, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("unsorted.py").write_text(UNSORTED)
    words = ("cribbage", "--python", "unsorted", "--max-failures")
    verdict = verify(*words, "10")
    assert verdict["verdict"] == "refuted"
    assert verdict["counts"]["checked"] < 50
    assert (verdict["details"]["order"], verdict["details"]["seed"]) == ("shuffled", 1)
    assert any("the answers depend on the order" in note for note in verdict["notes"])
    again = verify(*words, "10")
    assert again["example"] == verdict["example"]
    assert again["counts"] == verdict["counts"]
    words = ("cribbage", "--python", "unsorted", "--ordered", "--sample", "300")
    verdict = verify(*words)
    assert verdict["summary"] == "all 300 answers are right, with ascending cards"


def test_order_has_a_meaning_in_baccarat(trueodds_command: Run) -> None:
    words = ("verify", "scorer", "baccarat", "--ordered", "--", "true")
    code, _, err = trueodds_command(*words)
    assert (code, "the order of the cards has a meaning\n" in err) == (2, True)


CHANGED = """
from farkle_scorer import score as right

def score(roll):
    return 1200 if sorted(roll) == list("123456") else right(roll)
"""


def test_rules_that_fit_all_answers_are_told(
    verify: Verify, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(SCORERS / "farkle.py", "farkle_scorer.py")
    Path("changed.py").write_text(CHANGED)
    verdict = verify("farkle", "--python", "changed")
    assert verdict["details"]["fitting_rules"] == ["--rules ece209 --set straight=1200"]
    (kind,) = verdict["details"]["kinds"]
    assert kind["kind"] == "straight 123456"
    verdict = verify("farkle", "--rules", "box", "--by-class", "--", *PYTHON)
    assert "--rules ece209" in verdict["details"]["fitting_rules"]
    assert verdict["rules"] == "box rules"


@pytest.mark.parametrize("first", ["1", "4"])
def test_answers_out_of_step(
    first: str, verify: Verify, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever each process answers first, before it was asked anything."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(SCORERS / "farkle.py", "farkle_scorer.py")
    Path("late.py").write_text(
        f"from farkle_scorer import score as right\nlast = ['{first}']\n\n\n"
        "def score(roll):\n    last.append(roll)\n    return right(last[-2])\n"
    )
    verdict = verify("farkle", "--python", "late", "--jobs", "3")
    assert verdict["details"]["out_of_step"] == -1
    assert not any("depend on the order" in note for note in verdict["notes"])
    assert "out of step by one: each is right for the position before" in str(
        verdict["summary"]
    )


def test_tens_as_t(verify: Verify, trueodds_command: Run) -> None:
    out = trueodds_command("positions", "cribbage", "--sample", "40", "--ten", "T")[1]
    assert "T" in out
    assert "10" not in out
    code, out, _ = trueodds_command(
        "verify",
        "scorer",
        "cribbage",
        "--ten",
        "T",
        "--sample",
        "60",
        "--",
        "awk",
        "/10/ {exit 5} {print 0}",
    )
    assert code == 1
    assert "stopped" not in out


@pytest.mark.parametrize(
    "table",
    [
        "position,answer\n113456,250\n246,0\n111,100\n",
        "113456 = 250\n246 = 0\n\n111 = 100\n",
        '{"position": "113456", "answer": 250}\n{"position": "246", "answer": 0}\n'
        '{"position": "111", "answer": 100}\n',
    ],
    ids=["csv", "text", "json lines"],
)
def test_table_of_answers(table: str, verify: Verify, tmp_path: Path) -> None:
    file = tmp_path / "answers"
    file.write_text(table)
    verdict = verify("farkle", "--answers", str(file))
    assert verdict["counts"] == {"positions": 3, "checked": 3, "wrong": 1}
    assert verdict["example"]["where"] == "111"
    file.write_text(table.replace("100", "1000"))
    verdict = verify("farkle", "--answers", str(file))
    assert verdict["notes"] == ["only the positions of the table were checked"]


def test_table_of_answers_that_is_none(trueodds_command: Run, tmp_path: Path) -> None:
    file = tmp_path / "answers"
    words = ("verify", "scorer", "cribbage", "--answers", str(file))
    file.write_text("5H 5C 5S JD | 5D | 29\n5H 5C 5S JD | 5H | 29\n")
    code, _, err = trueodds_command(*words)
    assert (code, "line 2: " in err) == (2, True)
    file.write_text("5H 5C 5S JD | 5D | 29\nwhatever\n")
    code, _, err = trueodds_command(*words)
    assert (code, "line 2: 'whatever' is not" in err) == (2, True)
    file.write_text("")
    assert trueodds_command(*words)[0] == 2
    for answer in ("29.5", "true", "1e400", "null"):
        file.write_text(f'{{"position": "5H 5C 5S JD | 5D", "answer": {answer}}}\n')
        code, _, err = trueodds_command(*words)
        assert (code, "line 1: " in err, "Traceback" in err) == (2, True, False)


def test_tables_with_a_byte_order_mark(trueodds_command: Run, tmp_path: Path) -> None:
    """As spreadsheets write them."""
    file = tmp_path / "table.csv"
    file.write_text("113456 = 250\n246 = 0\n", encoding="utf-8-sig")
    out = trueodds_command("verify", "scorer", "farkle", "--answers", str(file))[1]
    assert out.startswith("AGREES: all 2 answers are right")
    rows = "roll,keep,points,then\n113456,115,250,bank\n"
    file.write_text(rows, encoding="utf-8-sig")
    out = trueodds_command("verify", "transcript", "farkle", str(file))[1]
    assert out.startswith("AGREES: 1 line is right")


def test_score_reads_standard_input(
    monkeypatch: pytest.MonkeyPatch, trueodds_command: Run
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("113456\n\n246\n"))
    code, out, _ = trueodds_command("score", "farkle", "-")
    assert (code, "246: farkle" in out, "113456: 250 points" in out) == (0, True, True)
    calls: list[str] = []
    monkeypatch.setattr(
        "trueodds.reports.text.score.rules_name",
        lambda game, _: calls.append(game) or "",
    )
    monkeypatch.setattr("sys.stdin", StringIO("113456\n" * 100))
    assert trueodds_command("score", "farkle", "-")[0] == 0
    assert calls == ["farkle"]


def test_the_crib_is_said_not_to_be_asked(
    trueodds_command: Run, tmp_path: Path
) -> None:
    file = tmp_path / "answers"
    file.write_text("5H 5C 5S JD | 5D | 29\n")
    words = ("verify", "scorer", "cribbage", "--answers", str(file))
    first = trueodds_command(*words)[1].splitlines()[0]
    assert first.startswith(
        "AGREES: the only answer is right (cribbage, six-card rules, "
        'rule "hand"; --rule crib was not asked'
    )
    first = trueodds_command(*words, "--rule", "crib")[1].splitlines()[0]
    assert first.endswith('(cribbage, six-card rules, rule "crib")')


RULE_SETS = [
    (game, preset, rule)
    for game in games.ours()
    for preset in rulebook.preset_names(games.find(game))
    for rule in games.find(game).room("rules").RULES_TO_SCORE
]


@pytest.mark.parametrize(("game", "preset", "rule"), RULE_SETS)
def test_reference_scorer_agrees_under_every_preset(
    game: str, preset: str, rule: str, verify: Verify
) -> None:
    serve = [sys.executable, "-m", "trueodds.proofs.verify.scorer.serve"]
    words = ("--rules", preset, "--rule", rule, "--sample", "400", "--")
    verdict = verify(game, *words, *serve, game, rule, json.dumps(preset), "{}")
    assert verdict["verdict"] == "agrees"


def test_text_says_what_json_says(trueodds_command: Run) -> None:
    words = ("verify", "scorer", "farkle", "--", *PYTHON)
    assert trueodds_command(*words) == (
        0,
        'AGREES: all 55,986 answers are right (farkle, ece209 rules, rule "roll")\n',
        "",
    )
    code, out, _ = trueodds_command(*words, "wrong")
    assert code == 1
    assert out.startswith("REFUTED: 1,000 of ")
    assert "smallest example: 111\n  right  1000\n  yours  100\n" in out
    assert "--max-failures 0 sends all of them" in out


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ((), "name one scorer: a program after --, or --python module:function"),
        (("--python", "a:b", "--", "true"), "name one scorer"),
        (
            ("--by-class", "--sample", "9", "--", "true"),
            "--by-class and --sample exclude each other",
        ),
        (("--rule", "box", "--", "true"), "there are: roll"),
        (("--sample", "0", "--", "true"), "x>=1"),
        (("--timeout", "nan", "--", "true"), "nan is not a number"),
        (("--scheduler", "nonsense", "--", "true"), "missing port number"),
        (("--resume", "/dev/null/x", "--", "true"), "cannot write"),
    ],
)
def test_usage(words: tuple[str, ...], fault: str, trueodds_command: Run) -> None:
    code, out, err = trueodds_command("verify", "scorer", "bunco", *words)
    assert (code, out, err.count("\n") <= 2) == (2, "", True)
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
    pipe = subprocess.PIPE
    first = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)
    while not Path("asked").exists() or len(Path("asked").read_text()) < 1000:
        time.sleep(0.05)
    first.send_signal(signal.SIGINT)
    out, err = first.communicate()
    assert err.strip() == "trueodds: interrupted"
    so_far = json.loads(out)
    assert so_far["verdict"] == "refuted"
    assert so_far["details"]["interrupted"] is True
    assert 0 < so_far["counts"]["checked"] < 1296
    assert first.returncode == 130

    Path("pace").write_text("0")
    program.write_text(SLOW + "# faster")
    changed = subprocess.run(command, capture_output=True, text=True)
    assert (changed.returncode, changed.stdout) == (2, "")
    assert "is of another version of the scorer" in changed.stderr
    assert "hint: remove it" in changed.stderr

    program.write_text(SLOW)
    resumed = subprocess.run(command, capture_output=True, text=True)
    verdict = json.loads(resumed.stdout)
    assert (resumed.returncode, verdict["counts"]["checked"]) == (1, 1296)
    # It is right in the 720 positions without points; "1 1 1" is 21 or 5, never 2.
    assert verdict["counts"]["wrong"] == 1296 - 720
    assert not file.exists()
    asked = Path("asked").read_text().splitlines()
    assert len(set(asked)) == 1296
    assert len(asked) < 1296 + 400


def test_every_remaining_interval_is_resumed(tmp_path: Path) -> None:
    """A single job takes all chunks, also when they end while none is running."""
    bunco = games.find("bunco")
    question = Question("bunco", rulebook.load(bunco), command=("awk", "{print 0}"))
    file = tmp_path / "state"
    remaining = [(0, 200), (500, 700), (1000, 1296)]
    resume.write(file, question.record(), State(remaining, 0, []))
    result = run(question, question.order(), resume_file=file, max_failures=None)
    assert result.state.remaining == []
    assert sum(chunk.done for chunk in result.chunks) == 696


def test_workers_of_a_scheduler(verify: Verify) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0"
    ) as cluster:
        words = ("--scheduler", cluster.scheduler_address, "--")
        verdict = verify("farkle", *words, *PYTHON)
        assert verdict["counts"] == {"positions": 55986, "checked": 55986, "wrong": 0}
        verdict = verify("farkle", "--jobs", "1", *words, *PYTHON, "wrong")
        assert verdict["example"]["where"] == "111"


def test_his_heels_counted_in_the_hand_is_a_class_of_its_own() -> None:
    """A jack that is cut scores before the play, not in the show."""
    random, rules = Random(1), CribbageRules.load()
    shows = [
        score_show(random_position(rules, random), rules, "hand") for _ in range(300)
    ]
    heels = [right for right in shows if "| J" in right.position]
    wrong = [Wrong(right.position, right, right.value + 1) for right in heels]
    right = [show for show in shows if show not in heels]
    (failure,) = failure_classes(wrong, right, causes)
    assert (failure.name, failure.off) == ("a jack as the starter", "+1")

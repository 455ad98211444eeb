"""``trueodds verify scorer`` on programs in C, Python, awk and the shell."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from math import comb
from pathlib import Path
from random import Random

import pytest
from commands import Run

from trueodds.core import games, rulebook
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage import score as score_show
from trueodds.proofs.verify.positions.cribbage import features_of, random_position
from trueodds.proofs.verify.scorer.failure_classes import Wrong, failure_classes
from trueodds.proofs.verify.scorer.serve import reference_command

SCORERS = Path(__file__).parent / "scorers"
SHOWS, COUPS = 12_994_800, 13**6

Verify = Callable[..., dict[str, object]]

needs = {
    program: pytest.mark.skipif(not shutil.which(program), reason=f"needs {program}")
    for program in ("gcc", "awk", "sh")
}
FARKLE = ("farkle", "--rules", "ece209")
PYTHON = (sys.executable, str(SCORERS / "farkle.py"))
AWK = ("awk", "-f", str(SCORERS / "bunco.awk"))
SHELL = ("sh", str(SCORERS / "baccarat.sh"))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    def build(*flags: str) -> str:
        program = tmp_path_factory.mktemp("c") / "cribbage"
        source = SCORERS / "cribbage.c"
        subprocess.run(["gcc", "-O2", *flags, "-o", program, source], check=True)
        return str(program)

    return build


# By default test_c_scorer_of_hands_is_wrong_in_cribs asks a show of each class.
@pytest.mark.slow
@needs["gcc"]
def test_c_scorer_is_right_in_every_show(
    compiled: Callable[..., str], verify_scorer: Verify
) -> None:
    verdict = verify_scorer("cribbage", "--jobs", "2", "--", compiled())
    assert verdict["summary"] == "all 12,994,800 answers are right"
    assert verdict["counts"] == {"positions": SHOWS, "checked": SHOWS, "wrong": 0}
    assert "one order of its cards" in str(verdict["notes"])


@needs["gcc"]
def test_c_scorer_without_nobs(
    compiled: Callable[..., str], verify_scorer: Verify
) -> None:
    program = compiled("-DNO_NOBS")
    assert verify_scorer("cribbage", "--", program)["verdict"] == "not judged"
    verdict = verify_scorer("cribbage", "--rules", "six-card", "--", program)
    assert verdict["verdict"] == "refuted"
    assert verdict["counts"]["wrong"] == 1000
    (kind,) = verdict["details"]["kinds"]
    assert (kind["kind"], kind["off"], kind["count"]) == ("nobs", "-1", 1000)
    example = verdict["example"]
    assert (example["expected"], example["got"]) == (1, 0)
    (why,) = example["why"]
    assert why.startswith("nobs: J")
    fits = "answers are right, for --rule hand only, under: --rules six-card --set "
    assert f"{fits}nobs_points=0" in str(verdict["notes"])


@needs["gcc"]
def test_c_scorer_of_hands_is_wrong_in_cribs(
    compiled: Callable[..., str], verify_scorer: Verify
) -> None:
    program = compiled()
    words = ("--by-class", "--rules", "six-card", "--rule", "crib", "--")
    verdict = verify_scorer("cribbage", *words, program)
    assert verdict["verdict"] == "refuted"
    assert {kind["off"] for kind in verdict["details"]["kinds"]} == {"+4"}
    right = verify_scorer("cribbage", *words, program, "crib")
    assert right["counts"]["checked"] == 16432 * 48
    assert "sound only for a scorer that ignores the order" in right["notes"][0]


def test_python_scorer(verify_scorer: Verify) -> None:
    assert verify_scorer(*FARKLE, "--by-class", "--", *PYTHON)["verdict"] == "agrees"
    verdict = verify_scorer(*FARKLE, "--max-failures", "0", "--", *PYTHON, "wrong")
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


SLIP = """
from collections import Counter
from functools import cache
from trueodds.core.rules.farkle import FarkleRules, score as reference
RULES = FarkleRules.load({rules!r})

@cache
def right(roll):
    return reference(roll, RULES).value

def score(roll):
    counts = Counter(roll)
    return {points} if {wrong} else right("".join(sorted(roll)))
"""
SLIPS = {
    "111": ("box", "100", "counts['1'] == 3", ["three of a kind: 111 = 300"]),
    "223344": ("ece209", "1500", "[*counts.values()] == [2, 2, 2]", []),
}


@pytest.mark.parametrize("smallest", SLIPS)
def test_the_example_has_the_fewest_dice_and_items_in_ascending_order(
    smallest: str,
    verify_scorer: Verify,
    functions_here: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    rules, points, wrong, why = SLIPS[smallest]
    Path("slip.py").write_text(SLIP.format(rules=rules, points=points, wrong=wrong))
    verdict = verify_scorer("farkle", "--rules", rules, "--python", "slip.py")
    assert (verdict["example"]["where"], verdict["example"]["why"]) == (smallest, why)
    assert verdict["summary"] == "at least 1,000 of 55,986 answers are wrong"


@needs["awk"]
def test_awk_scorer(verify_scorer: Verify) -> None:
    assert verify_scorer("bunco", "--", *AWK)["verdict"] == "agrees"
    slip = ("-v", "bunco=25")
    words = ("--rules", "bunco", "--")
    verdict = verify_scorer("bunco", *words, AWK[0], *slip, *AWK[1:])
    assert verdict["counts"]["wrong"] == 6
    assert [kind["count"] for kind in verdict["details"]["kinds"]] == [1] * 6
    assert verdict["example"]["where"] == "1 | 1 1 1"
    assert (verdict["example"]["expected"], verdict["example"]["got"]) == (21, 25)
    published = ("--rules", "published-script")
    verdict = verify_scorer("bunco", *published, "--", AWK[0], *slip, *AWK[1:])
    assert verdict["verdict"] == "agrees"


@needs["sh"]
def test_shell_scorer(verify_scorer: Verify) -> None:
    sample = ("--sample", "20000", "--seed", "7")
    verdict = verify_scorer("baccarat", *sample, "--", *SHELL)
    assert verdict["verdict"] == "agrees"
    assert verdict["details"]["share_wrong_below"] == "0.000231"
    assert "fewer than 0.0231 % of all positions" in verdict["notes"][0]
    words = (*sample, "--rules", "punto-banco", "--")
    verdict = verify_scorer("baccarat", *words, *SHELL, "wrong")
    fitting = verdict["details"]["fitting_rules"]
    assert fitting == ["--rules punto-banco --set banker_draws.8=0,1,2,3"]
    assert verdict["verdict"] == "refuted"
    for kind in verdict["details"]["kinds"]:
        assert "Banker has 3" in kind["kind"]
        assert "Player draws 8" in kind["kind"]


def test_order_has_a_meaning_in_baccarat(trueodds_command: Run) -> None:
    words = ("verify", "scorer", "baccarat", "--ordered", "--", "true")
    code, _, err = trueodds_command(*words)
    assert (code, "the order of the cards has a meaning\n" in err) == (2, True)


def test_tens_as_t(verify_scorer: Verify, trueodds_command: Run) -> None:
    out = trueodds_command("positions", "cribbage", "--sample", "40", "--ten", "T")[1]
    assert "T" in out
    assert "10" not in out
    words = ("verify", "scorer", "cribbage", "--ten", "T", "--sample", "60", "--")
    code, out, _ = trueodds_command(*words, "awk", "/10/ {exit 5} {print 0}")
    assert code == 1
    assert "stopped" not in out


def test_score_reads_standard_input(
    monkeypatch: pytest.MonkeyPatch, trueodds_command: Run
) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"113456\n\n246\n")))
    code, out, _ = trueodds_command("score", "farkle", "-")
    assert (code, "246: farkle" in out, "113456: 250 points" in out) == (0, True, True)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"113456\n\n247\n")))
    assert (
        "line 3: there is no face 7\n" in trueodds_command("score", "farkle", "-").err
    )
    calls: list[str] = []
    monkeypatch.setattr(
        "trueodds.reports.answers.score.rules_name",
        lambda game, _: calls.append(game) or "",
    )
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"113456\n" * 100)))
    assert trueodds_command("score", "farkle", "-")[0] == 0
    assert calls == ["farkle"]


@pytest.mark.parametrize("game", games.ours())
def test_reference_scorer_agrees_under_a_preset(
    game: str, verify_scorer: Verify
) -> None:
    """The last preset and scoring rule; test_spaces compares answers under all."""
    column = games.find(game)
    *_, preset = rulebook.preset_names(column)
    *_, rule = column.scoring_rules
    words = ("--rules", preset, "--rule", rule, "--sample", "400", "--")
    serve = reference_command(game, rule, rulebook.load(column, preset))
    assert verify_scorer(game, *words, *serve)["verdict"] == "agrees"


def test_text_says_what_json_says(trueodds_command: Run) -> None:
    words = ("verify", "scorer", *FARKLE)
    code, out, err = trueodds_command(*words, "--sample", "2000", "--", *PYTHON)
    assert (code, err) == (0, "")
    assert out.startswith(
        'AGREES: all 2,000 answers are right (farkle, ece209 rules, rule "roll")\n'
    )
    code, out, _ = trueodds_command(*words, "--", *PYTHON, "wrong")
    assert code == 1
    assert out.startswith("REFUTED: at least 1,000 of 55,986 answers are wrong (farkle")
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


def test_workers_of_a_scheduler(verify_scorer: Verify) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0"
    ) as cluster:
        words = ("--scheduler", cluster.scheduler_address, "--")
        verdict = verify_scorer(*FARKLE, *words, *PYTHON)
        assert verdict["counts"] == {"positions": 55986, "checked": 55986, "wrong": 0}
        verdict = verify_scorer(*FARKLE, "--jobs", "1", *words, *PYTHON, "wrong")
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
    (failure,) = failure_classes(wrong, right, features_of)
    assert (failure.name, failure.off) == ("J as the starter", "+1")

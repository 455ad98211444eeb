"""``trueodds verify scorer --python``: functions, and how their answers go wrong."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SCORERS = Path(__file__).parent / "scorers"

Verify = Callable[..., dict[str, object]]
FARKLE = ("farkle", "--rules", "ece209")
PYTHON = (sys.executable, str(SCORERS / "farkle.py"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with the right scorer as the module farkle_scorer."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(SCORERS / "farkle.py", "farkle_scorer.py")


def test_python_function(verify_scorer: Verify) -> None:
    assert (
        verify_scorer(*FARKLE, "--python", "farkle_scorer:score")["verdict"] == "agrees"
    )
    Path("loud.py").write_text(
        "from farkle_scorer import score as right\n"
        "def score(roll):\n    print('scoring', roll)\n    return right(roll)\n"
    )
    assert (
        verify_scorer(*FARKLE, "--by-class", "--python", "loud:score")["verdict"]
        == "agrees"
    )
    verdict = verify_scorer(*FARKLE, "--python", "farkle_scorer:nothing")
    assert verdict["summary"] == (
        "cannot load 'farkle_scorer:nothing': farkle_scorer has no function 'nothing'; "
        "it has: score"
    )
    verdict = verify_scorer(*FARKLE, "--python", "nowhere:score")
    assert f"{sys.executable} has no module 'nowhere'" in str(verdict["summary"])
    assert "-- /path/to/python adapter.py" in str(verdict["summary"])


def test_answers_with_decimals_shrink_too(verify_scorer: Verify) -> None:
    """All readers of answers take 29.0 for 29, so the smallest example is found."""
    Path("high.py").write_text(
        "from farkle_scorer import score as right\n\n\n"
        "def score(roll):\n    return min(900.0, right(roll))\n"
    )
    verdict = verify_scorer(*FARKLE, "--by-class", "--python", "high")
    assert verdict["example"]["where"] == "111"
    assert verdict["example"]["got"] == 900


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
def test_forms_of_a_python_function(form: str, verify_scorer: Verify) -> None:
    Path("forms.py").write_text(FORMS)
    verdict = verify_scorer(*FARKLE, "--sample", "300", "--python", form)
    assert verdict["verdict"] == "agrees"
    decimals = "some answers were written like 29.0; they were read as integers"
    assert (decimals in verdict["notes"]) == ("best" not in form)


def test_python_function_that_fails(verify_scorer: Verify) -> None:
    """The position and the traceback from the function's own frame on are shown."""
    Path("fails.py").write_text(
        "from farkle_scorer import score as right\n\n\n"
        "def score(roll):\n    return right(roll) // checked(roll)\n\n\n"
        "def checked(roll):\n    return (6 - len(roll)) // (6 - len(roll))\n"
    )
    verdict = verify_scorer(*FARKLE, "--python", "fails")
    assert "ZeroDivisionError: integer division or modulo by zero; the first " in str(
        verdict["summary"]
    )
    trace = next(note for note in verdict["notes"] if "Traceback" in note)
    assert "in score" in trace
    assert "serve.py" not in trace


UNSORTED = """
from trueodds.proofs.verify.scorer.serve import reference
right = reference("cribbage", "hand", "{}")
ranks = ["A", *"23456789", "10", *"JQK"]

def score(show):
    hand = show.partition(" |")[0].split()
    places = [ranks.index(card[:-1]) for card in hand]
    return right(show) if places == sorted(places) else 0
"""


def test_scorer_that_needs_sorted_cards_is_refuted_early(
    verify_scorer: Verify, functions_here: None
) -> None:
    Path("unsorted.py").write_text(UNSORTED)
    words = ("cribbage", "--python", "unsorted.py", "--max-failures")
    verdict = verify_scorer(*words, "10")
    assert verdict["verdict"] == "refuted"
    assert verdict["counts"]["checked"] < 50
    assert (verdict["details"]["order"], verdict["details"]["seed"]) == ("shuffled", 1)
    assert any("the answers depend on the order" in note for note in verdict["notes"])
    again = verify_scorer(*words, "10")
    assert again["example"] == verdict["example"]
    assert again["counts"] == verdict["counts"]
    words = ("cribbage", "--python", "unsorted.py", "--ordered", "--sample", "300")
    verdict = verify_scorer(*words)
    assert verdict["summary"] == "all 300 answers are right, with ascending cards"


CHANGED = """
from farkle_scorer import score as right

def score(roll):
    return 1200 if sorted(roll) == list("123456") else right(roll)
"""


def test_rules_that_fit_all_answers_are_told(verify_scorer: Verify) -> None:
    Path("changed.py").write_text(CHANGED)
    verdict = verify_scorer(*FARKLE, "--by-class", "--python", "changed")
    assert verdict["details"]["fitting_rules"] == ["--rules ece209 --set straight=1200"]
    (kind,) = verdict["details"]["kinds"]
    assert kind["kind"] == "straight 123456"
    verdict = verify_scorer("farkle", "--rules", "box", "--by-class", "--", *PYTHON)
    assert "--rules ece209" in verdict["details"]["fitting_rules"]
    assert verdict["rules"] == "box rules"


@pytest.mark.parametrize("first", ["1", "4"])
def test_answers_out_of_step(first: str, verify_scorer: Verify) -> None:
    """Whatever each process answers first, before it was asked anything."""
    Path("late.py").write_text(
        f"from farkle_scorer import score as right\nlast = ['{first}']\n\n\n"
        "def score(roll):\n    last.append(roll)\n    return right(last[-2])\n"
    )
    verdict = verify_scorer(*FARKLE, "--python", "late", "--jobs", "3")
    assert verdict["details"]["out_of_step"] == -1
    assert not any("depend on the order" in note for note in verdict["notes"])
    assert "out of step by one: each is right for the position before" in str(
        verdict["summary"]
    )


@pytest.mark.parametrize(
    "answer",
    [
        "right(asked[-2] if len(asked) % 50 == 0 else roll)",
        "right(roll) if len({*roll}) < 6 else 0",
    ],
    ids=["every fiftieth answer is late", "straights score nothing"],
)
def test_right_answers_and_zeros_are_not_out_of_step(
    answer: str, verify_scorer: Verify
) -> None:
    """A wrong answer is that of the position before, and other answers are right."""
    Path("partly.py").write_text(
        "from farkle_scorer import score as right\nasked = ['1']\n\n\n"
        f"def score(roll):\n    asked.append(roll)\n    return {answer}\n"
    )
    verdict = verify_scorer(*FARKLE, "--python", "partly", "--jobs", "1")
    assert verdict["verdict"] == "refuted"
    assert verdict["details"]["out_of_step"] is None

"""``trueodds verify scorer farkle --rule keep``: scorers of kept dice."""

from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Run

from trueodds.core.rules.farkle import FarkleRules, score

Verify = Callable[..., dict[str, object]]
FARKLE = ("farkle", "--rules", "ece209")
SERVED = """
from trueodds.proofs.verify.scorer.serve import reference

score = reference("farkle", "keep", '{"rest": "scored"}')
"""
KEPT = """
from collections import Counter

def score(kept):
    counts = Counter(kept)
    if sorted(kept) == list("123456"):
        return 1500
    points, rest = 0, 0
    for face, number in counts.items():
        triples, singles = divmod(number, 3)
        points += triples * (1000 if face == "1" else 100 * int(face))
        points += singles * {"1": 100, "5": 50}.get(face, 0)
        rest += singles * (face not in "15")
    return points if not rest else NOT_ALL
"""
ANSWERS = {
    "zero": "0",
    "scored": "points",
    "refused": "'refused'",
}
VALUES = {"zero": 0, "scored": 200, "refused": -1}


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    monkeypatch.chdir(tmp_path)

    def write(answer: str) -> None:
        Path("kept.py").write_text(KEPT.replace("NOT_ALL", answer))

    return write


@pytest.mark.parametrize("rest", ANSWERS)
def test_dice_that_do_not_score(
    rest: str, kept: Callable[[str], None], verify_scorer: Verify
) -> None:
    kept(ANSWERS[rest])
    words = ("--rule", "keep", "--set", f"rest={rest}", "--python", "kept")
    verdict = verify_scorer(*FARKLE, "--by-class", *words)
    assert (verdict["verdict"], verdict["counts"]["checked"]) == ("agrees", 923)
    rules = FarkleRules.load("ece209", rest=rest)
    assert score("1123", rules, "keep").value == VALUES[rest]
    assert score("1155", rules, "keep").value == 300


def test_other_rest_is_told(kept: Callable[[str], None], trueodds_command: Run) -> None:
    Path("kept.py").write_text(SERVED)
    words = ("verify", "scorer", "farkle", "--rule", "keep", "--python", "kept")
    code, out, _ = trueodds_command(*words, "--by-class")
    assert (code, "rest = scored, not by the default" in out) == (2, True)
    assert "--set rest=scored --by-class --python kept" in out


@pytest.mark.parametrize(
    "line", ["refused", "Refused", "error: 2 scores nothing", "-1"]
)
def test_a_refusal_is_a_word_or_an_error(
    line: str, kept: Callable[[str], None], verify_scorer: Verify
) -> None:
    kept(repr(line))
    words = ("--by-class", "--rule", "keep", "--set", "rest=refused")
    verdict = verify_scorer(*FARKLE, *words, "--python", "kept")
    assert verdict["verdict"] == "agrees"


def test_a_kept_die_that_is_not_refused(
    kept: Callable[[str], None], verify_scorer: Verify
) -> None:
    kept("'refused' if sorted(kept) != ['2', '6'] else 0")
    words = ("--by-class", "--rule", "keep", "--set", "rest=refused")
    verdict = verify_scorer(*FARKLE, *words, "--python", "kept")
    example = verdict["example"]
    assert (example["where"], example["expected"], example["got"]) == ("26", -1, 0)

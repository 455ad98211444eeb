"""Outcomes of no named kind: a bare number is never refuted."""

import random
import sys
from collections.abc import Callable, Iterable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from trueodds.core import games, rulebook
from trueodds.proofs.verify.simulator.outcomes import outcome_distribution
from trueodds.testing import assert_simulator

Verify = Callable[..., tuple[int, dict[str, object]]]

RIGHT = [
    ("bunco", "score"),
    ("bunco", "game"),
    ("bunco", "turn"),
    ("bunco", "die"),
    ("bunco", "race.points.winner"),
    ("bunco", "night.wins"),
    ("baccarat", "cards"),
    ("cribbage", "show"),
    ("cribbage", "deal.best_four"),
    ("farkle", "score"),
    ("farkle", "turn.most_points"),
    ("farkle", "die"),
]


def drawn(game: str, kind: str, count: int, **changes: object) -> list[str]:
    """Return right outcomes of a kind."""
    column = games.find(game)
    rules = rulebook.load(column, None, changes)
    known = outcome_distribution(column, rules, kind)
    words = [outcome.removesuffix("+") for outcome in known.outcomes]
    return random.Random(1).choices(words, known.probabilities, k=count)


@pytest.fixture
def judge(verify: Verify, tmp_path: Path) -> Verify:
    """Judge lines from a file."""

    def run(
        game: str, lines: Iterable[object], *options: str
    ) -> tuple[int, dict[str, object]]:
        file = tmp_path / "outcomes"
        file.write_text("".join(f"{line}\n" for line in lines))
        return verify(game, *options, "--file", str(file))

    return run


@pytest.mark.parametrize(("game", "kind"), RIGHT)
def test_the_right_kind_is_left(game: str, kind: str, judge: Verify) -> None:
    code, verdict = judge(game, drawn(game, kind, 1000))
    readings = verdict["details"]["readings"]
    left = [row["outcome"] for row in readings if row["verdict"] != "refuted"]
    assert left == [kind]
    assert verdict["question"] == kind
    assert verdict["verdict"] == ("consistent" if code == 0 else "undecided")


GENERATOR = random.Random(5)
OTHERS = {
    "numbers of turns": [GENERATOR.randint(20, 36) for _ in range(500)],
    "turns of two digits from 1 to 6": [GENERATOR.randint(21, 26) for _ in range(500)],
    "totals": [sum(GENERATOR.choices(range(1, 7), k=6)) for _ in range(400)],
    "heads": [sum(GENERATOR.choices((0, 1), k=2)) for _ in range(2000)],
    "faces from 0": [GENERATOR.randint(0, 5) for _ in range(2000)],
    "thousands": [GENERATOR.randint(0, 10**6) for _ in range(400)],
}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("game", ["bunco", "baccarat", "cribbage", "farkle"])
def test_other_numbers_are_not_judged(game: str, name: str, judge: Verify) -> None:
    code, verdict = judge(game, OTHERS[name])
    assert (code, verdict["verdict"]) == (2, "not judged")


@pytest.mark.parametrize("name", ["heads", "totals"])
def test_counts_are_judged_in_the_same_way(
    name: str, verify: Verify, tmp_path: Path
) -> None:
    numbers = OTHERS[name]
    table = tmp_path / "counts.csv"
    rows = [f"{number},{numbers.count(number)}\n" for number in sorted({*numbers})]
    table.write_text("".join(["number,count\n", *rows]))
    code, verdict = verify("bunco", "--counts", str(table))
    assert (code, verdict["verdict"]) == (2, "not judged")
    assert verdict["summary"].startswith("not the points of a")


def test_what_is_not_judged_says_why(judge: Verify) -> None:
    _, verdict = judge("bunco", OTHERS["heads"])
    assert str(verdict["summary"]).startswith("not the points of a roll (1,")
    assert "; if it prints one of these, add --outcome score (or " in verdict["summary"]
    _, verdict = judge("bunco", OTHERS["faces from 0"])
    assert ": 0 is no face; dice from 0 to 5?; if it prints" in verdict["summary"]


def test_few_numbers_fit_several_kinds(judge: Verify) -> None:
    code, verdict = judge("bunco", [1, 2, 1, 2])
    assert (code, verdict["verdict"]) == (3, "undecided")
    assert "--outcome score (the points of a roll, such as 21)" in verdict["summary"]
    assert verdict["summary"].count("--outcome") == 3
    (others,) = (note for note in verdict["notes"] if note.startswith("other kinds"))
    assert "--outcome die" in others
    assert {"score", "die"} <= {
        row["outcome"] for row in verdict["details"]["readings"]
    }


def test_winners_without_ties_have_two_readings(judge: Verify) -> None:
    """Many published roads leave out the ties."""
    decided = drawn("baccarat", "coup.resolved", 3000)
    code, verdict = judge("baccarat", decided)
    assert (code, verdict["question"]) == (0, "coup.resolved")
    assert "they are not the winner of a coup from a fresh" in str(verdict["notes"])
    code, verdict = judge("baccarat", decided[:50])
    assert (code, verdict["verdict"]) == (3, "undecided")
    code, verdict = judge("baccarat", ["P"] * 500)
    assert (code, verdict["verdict"]) == (2, "not judged")
    assert "add --outcome winner (or coup.resolved)" in verdict["summary"]
    for kind in ("winner", "coup.resolved"):
        assert judge("baccarat", ["P"] * 500, "--outcome", kind)[0] == 1
    assert judge("baccarat", decided, "--outcome", "coup.resolved")[0] == 0
    assert judge("baccarat", ["T", *decided])[1]["verdict"] == "refuted"
    code, verdict = judge("baccarat", [*decided[:20], "T", *["P"] * 500])
    assert (code, "ties left out (T came); if it" in verdict["summary"]) == (2, True)
    ties = [*decided[:30], *drawn("baccarat", "winner", 3000)]
    code, verdict = judge("baccarat", ties)
    assert (code, verdict["question"]) == (0, "winner")


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("baccarat", "1 2 2 1 0"),
        ("baccarat", "P,B,B,P,T"),
        ("baccarat", "PBBPB"),
        ("cribbage", "5 5 5 J 5"),
    ],
)
def test_lines_with_other_readings_are_not_judged(
    game: str, line: str, judge: Verify
) -> None:
    """Winners of a shoe are no cards, and ranks without suits may come twice."""
    code, verdict = judge(game, [line] * 200)
    assert (code, verdict["verdict"]) == (2, "not judged")


def test_a_named_kind_is_refuted(judge: Verify) -> None:
    for kind, name in (("score", "heads"), ("die", "faces from 0")):
        code, verdict = judge("bunco", OTHERS[name], "--outcome", kind)
        assert (code, verdict["verdict"]) == (1, "refuted")


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("farkle", "123456"),
        ("farkle", "[1, 1, 1, 1, 1, 1]"),
        ("bunco", "1 2 3"),
        ("baccarat", "T"),
        ("baccarat", "6 K 8 A"),
        ("cribbage", "5H 5C 5S JD 5D"),
    ],
)
def test_lines_with_one_reading_are_refuted(
    game: str, line: str, verify: Verify, tmp_path: Path
) -> None:
    file = tmp_path / "outcomes"
    file.write_text(f"{line}\n" * 200)
    code, verdict = verify(game, "--file", str(file))
    assert (code, verdict["verdict"]) == (1, "refuted")


def test_points_of_one_have_an_answer_in_time(judge: Verify) -> None:
    turns = drawn("farkle", "turn.bank_at.300", 100, **{"singles.1": 101})
    code, verdict = judge("farkle", turns, "--set", "singles.1=101")
    assert (code, verdict["verdict"]) == (2, "not judged")
    assert "may be turn.most_points, whose distribution takes too" in verdict["summary"]


def test_python_functions_are_judged_in_the_same_way() -> None:
    right = drawn("bunco", "die", 2000)
    assert assert_simulator(right, "bunco").question == "die"
    with pytest.raises(AssertionError, match="not the points of a roll"):
        assert_simulator(OTHERS["heads"], "bunco")


def test_no_receipt_without_a_kind(judge: Verify, tmp_path: Path) -> None:
    receipt = tmp_path / "receipt"
    code, verdict = judge("bunco", [1, 2], "--receipt", str(receipt))
    assert (code, receipt.exists()) == (3, False)
    assert "no receipt" in str(verdict["notes"])


def test_memory_is_bounded_whatever_is_printed() -> None:
    from trueodds.proofs.verify.simulator.parse import Lines

    bunco = games.find("bunco")
    known = outcome_distribution(bunco, rulebook.load(bunco), "die")
    lines = Lines(known)
    for blanks in range(300, 1300):
        lines.read(b"6" + b" " * blanks + b"\n")
    for number in range(1000):
        lines.read(b" " * (number % 30) + b"6" + b" " * (number // 30) + b"\n")
    assert sum(map(len, lines._words)) < 100_000


def test_a_slow_drip_ends_at_the_limit_of_time(
    verify: Verify, monkeypatch: pytest.MonkeyPatch
) -> None:
    drip = "import time\nwhile True: print(6, flush=True); time.sleep(0.1)"
    limit = ["--outcome", "die", "--time-limit", "0.5"]
    code, verdict = verify("bunco", *limit, "--", sys.executable, "-c", drip)
    assert (code, verdict["verdict"]) == (3, "undecided")
    assert "the limit of 0.5 s was reached" in str(verdict["notes"])
    silent = "import time\nprint(6, flush=True); time.sleep(60)"
    code, verdict = verify("bunco", *limit, "--", sys.executable, "-c", silent)
    assert "the limit of 0.5 s was reached" in str(verdict["notes"])
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"6\n1\n")))
    assert verify("bunco", *limit, "-")[1]["counts"]["outcomes"] == 2

"""Recorded sessions of the Farkle assignment: the published runs, and faults."""

import re

import pytest
from farkle_runs import BANKED, START, TURNS

from trueodds.core import games, rulebook
from trueodds.proofs.verify.transcript import verify_transcript
from trueodds.proofs.verify.verdict import Verdict

FARKLE = games.find("farkle")


def verify(text: str, **changes: object) -> Verdict:
    rules = rulebook.load(FARKLE, None, changes)
    return verify_transcript(FARKLE, rules, text.split("\n"))


def to_a_file(text: str) -> str:
    """The same output without what was typed."""
    return re.sub(r"(\? |\): )[^\n]*\n", r"\1", text)


@pytest.mark.parametrize(("turn", "score"), TURNS.values())
def test_published_runs(turn: str, score: int) -> None:
    text = f"{START}{turn}Turn score = {score}\n"
    for shown in (text, to_a_file(text), text * 2, text.replace("\n", "\r\n")):
        assert verify(shown).word == "agrees", shown
    assert verify(text).counts["lines"] == text.count("\n")
    wrong = verify(f"{START}{turn}Turn score = {score + 50}\n")
    assert wrong.example
    assert wrong.example.expected == f"Turn score = {score}"


@pytest.mark.parametrize("turn", [turn for turn, _ in TURNS.values()])
def test_turns_alone(turn: str) -> None:
    """As the assignment shows its runs, without the game around."""
    assert verify(f"$ ./farkle\n{turn}").word == "agrees"


@pytest.mark.parametrize(
    ("was", "other", "line", "expected"),
    [
        ("score = 250", "score = 260", 3, "Keeping 115, score = 250"),
        ("far = 300", "far = 50", 9, "Score so far = 300"),
        ("3 dice left", "HOT DICE!", 5, "3 dice left -- roll again (y/n)?"),
        ("3 dice...566", "3 dice...656", 6, "Rolling 3 dice...566"),
        ("3 dice...566", "3 dice...5667", 6, "Rolling 3 dice...___"),
        ("3 dice...566", "3 dice... 566", 6, "Rolling 3 dice...566"),
        ("Rolling 3", "Rolling 6", 6, "Rolling 3 dice..."),
        ("keep? 5\n", "keep? 6\nKeeping 6", 8, "Must keep scoring dice. Try again."),
        ("keep? 5\n", "keep? 51\nMust", 8, "No match, try again."),
        ("3 dice...566\n", "3 dice...266\n", 7, "FARKLE -- your turn is over."),
        ("Which to keep? 5", "FARKLE -- your", 7, "Which to keep?"),
    ],
)
def test_first_wrong_line(was: str, other: str, line: int, expected: str) -> None:
    found = verify(BANKED.replace(was, other, 1))
    assert found.word == "refuted"
    assert found.example
    assert (found.example.where, found.example.expected) == (f"line {line}", expected)
    assert found.counts["lines"] == line - 1


def test_refusals_are_part_of_the_game() -> None:
    tries = "Which to keep? 7\nNo match, try again.\n"
    tries += "Which to keep? 34\nMust keep scoring dice. Try again.\n"
    text = BANKED.replace("Which", f"{tries}Which", 1)
    assert verify(text).word == "agrees"
    whole = f"{START}{text}Turn score = 300\n"
    assert verify(to_a_file(whole)).word == "agrees"
    literal = BANKED.replace("115\nKeeping 115", "1135\nKeeping 1135").replace(
        "3 dice left", "2 dice left"
    )
    assert verify(literal).word == "refuted"
    assert verify(literal, junk=True).example
    assert verify(literal, junk=True).counts["lines"] == 5


def test_several_players_are_told_not_to_be_published() -> None:
    text = START.replace("players? 1", "players? 2").replace("1: 0", "1: 0, 2: 0")
    found = verify(f"{text}{BANKED}Turn score = 300\nSCORES -- 1: 300, 2: 0\n")
    assert (found.word, len(found.notes)) == ("undecided", 1)
    found = verify(to_a_file(f"{text}{BANKED}Turn score = 300\n"))
    assert (found.word, len(found.notes)) == ("undecided", 1)


@pytest.mark.parametrize("length", range(20, len(START + BANKED) - 1, 7))
def test_a_recording_cut_off_is_undecided(length: int) -> None:
    assert verify((START + BANKED)[:length]).word == "undecided"

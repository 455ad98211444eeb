"""Recorded sessions of the Farkle assignment: the published runs, and faults."""

import re

import pytest
from farkle_runs import BANKED, START, TURNS
from verdicts import first_wrong

from trueodds.core import games, rulebook
from trueodds.proofs.verify.transcript import TranscriptDetails, verify_transcript
from trueodds.proofs.verify.verdict import Verdict

FARKLE = games.find("farkle")


def verify(
    text: str, *, exact: bool = False, **changes: object
) -> Verdict[TranscriptDetails]:
    rules = rulebook.load(FARKLE, "ece209", changes)
    return verify_transcript(FARKLE, rules, text.split("\n"), exact=exact)


def to_a_file(text: str) -> str:
    """Return the same output without the typed answers."""
    return re.sub(r"(\? |\): )[^\n]*\n", r"\1", text)


@pytest.mark.parametrize(("turn", "score"), TURNS.values())
def test_published_runs(turn: str, score: int) -> None:
    text = f"{START}{turn}Turn score = {score}\n"
    alone = f"$ ./farkle\n{turn}"
    for shown in (text, to_a_file(text), text * 2, text.replace("\n", "\r\n"), alone):
        assert verify(shown, exact=True).word == "agrees", shown
    assert verify(text).counts["lines"] == text.count("\n") - 1
    wrong = first_wrong(verify(f"{START}{turn}Turn score = {score + 50}\n"))
    assert wrong.expected == f"Turn score = {score}"


@pytest.mark.parametrize(
    ("was", "other", "line", "expected"),
    [
        ("score = 250", "score = 260", 3, "Keeping 115, score = 250"),
        ("far = 300", "far = 50", 9, "Score so far = 300"),
        ("3 dice left", "HOT DICE!", 5, "3 dice left -- roll again (y/n)?"),
        ("3 dice...566", "3 dice...656", 6, "Rolling 3 dice...566"),
        ("3 dice...566", "3 dice...5667", 6, "Rolling 3 dice...___"),
        ("Rolling 3", "Rolling 6", 6, "Rolling 3 dice..."),
        ("keep? 5\n", "keep? 6\nKeeping 6", 8, "Must keep scoring dice. Try again."),
        ("keep? 5\n", "keep? 51\nMust keep\n", 8, "No match, try again."),
        ("3 dice...566\n", "3 dice...266\n", 7, "FARKLE -- your turn is over."),
        ("Which to keep? 5", "FARKLE -- your", 7, "Which to keep?"),
    ],
)
def test_first_wrong_line(was: str, other: str, line: int, expected: str) -> None:
    verdict = verify(BANKED.replace(was, other, 1))
    example = first_wrong(verdict)
    assert (example.where, example.expected) == (f"line {line}", expected)
    assert verdict.counts["lines"] == line - 1
    assert ("so this is no farkle" in str(example.why)) == ("FARKLE" in other)


def test_other_words_are_not_judged() -> None:
    verdict = verify(BANKED.replace("Keeping 115", "You keep 115"))
    assert (verdict.word, verdict.example) == ("not judged", None)
    text = "line 3 has other words: 'You keep 115, score = 250', not 'Keeping 115"
    assert verdict.summary.startswith(text)


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
    assert first_wrong(verify(literal))
    assert verify(literal, junk=True).counts["lines"] == 5


TWO_PLAYERS = START.replace("players? 1", "players? 2").replace("1: 0", "1: 0  2: 0")
FIRST_TURN = f"{TWO_PLAYERS}{BANKED}Turn score = 300\n\nSCORES -- 1: 300  2: 0  \n"


def test_the_words_for_several_players_are_those_of_the_handed_out_main() -> None:
    for text in (FIRST_TURN, to_a_file(FIRST_TURN)):
        verdict = verify(text, exact=True)
        assert (verdict.word, verdict.notes) == ("undecided", ())
    wrong = first_wrong(verify(FIRST_TURN.replace("1: 300  2", "1: 300, 2")))
    assert wrong.expected == "SCORES -- 1: 300  2: 0"


def test_a_game_ends_without_a_line_feed() -> None:
    turn = "Player 2's turn\nRolling 6 dice...111234\nWhich to keep? 111\n"
    turn += "Keeping 111, score = 1000\nScore so far = 1000\n"
    turn += "3 dice left -- roll again (y/n)? n\nTurn score = 1000\n"
    end = "\nSCORES -- 1: 300  2: 1000  \nPlayer 2 wins!"
    for text in (FIRST_TURN + turn + end, to_a_file(FIRST_TURN + turn) + end):
        for whole in (text, f"{text}\n{text}"):
            verdict = verify(whole, exact=True, target=1000)
            assert verdict.word == "agrees"
        assert verdict.details.checked[-1][1] == "Player 2 wins!"
    other = text.replace("Player 2 wins", "Player 1 wins")
    wrong = first_wrong(verify(other, target=1000))
    assert wrong.expected == "Player 2 wins!"


def test_a_number_of_players_that_is_refused() -> None:
    again = "players? 9\nThis game only supports 1 to 4 players. How many? 2"
    text = FIRST_TURN.replace("players? 2", again)
    assert verify(text, exact=True).word == "undecided"
    assert verify(to_a_file(text), exact=True).word == "undecided"


@pytest.mark.parametrize(
    ("was", "other"),
    [
        ("3 dice...566", "3 dice... 5 6 6"),
        ("Score so far", "SCORE SO FAR"),
        ("Which to keep? 5", "Which to keep?\n5"),
        ("\n\nSCORES -- 1: 0  \n", "\nSCORES -- 1: 0\n"),
        ("dice left -- roll", "dice left - - roll"),
    ],
)
def test_white_space_and_letter_case_alone(was: str, other: str) -> None:
    text = f"{START}{BANKED}Turn score = 300\n"
    changed = text.replace(was, other)
    assert changed != text
    verdict = verify(changed)
    assert verdict.word == "agrees"
    assert "right, apart from white space or letter case" in verdict.summary
    (note,) = verdict.notes
    assert "--exact counts that as wrong" in note
    assert len(verdict.details.spellings) == changed.count(other)
    assert verify(changed, exact=True).word == "refuted"
    assert verify(text).notes == ()


def test_a_refusal_for_the_wrong_reason_names_the_rule() -> None:
    """What nbroza's program prints for a digit that no die has."""
    tries = "Which to keep? 7\nMust keep scoring dice. Try again.\n"
    wrong = first_wrong(verify(BANKED.replace("Which", f"{tries}Which", 1)))
    assert wrong.expected == "No match, try again."
    assert wrong.why == ("keep 7 is no match: '7' has a 7; the faces are 1 to 6",)
    junk = BANKED.replace("115\nKeeping 115", "1135\nKeeping 1135")
    wrong = first_wrong(verify(junk))
    assert wrong.expected == "Must keep scoring dice. Try again."
    assert "--set junk=true" in wrong.why[1]


def test_a_terminal_recording_with_control_sequences_and_corrections() -> None:
    """As `script` writes it: the shell's prompts, and an answer that was corrected."""
    game = f"{START}{BANKED}Turn score = 300\n"
    corrected = game.replace("keep? 5\n", "keep? 6\b \b5\n")
    assert corrected != game
    text = f"\x1b[?2004h$ ./farkle\n\x1b[?2004l\r{corrected}\x1b[?2004h$ exit\n"
    verdict = verify(text.replace("\n", "\r\n"), exact=True)
    assert verdict.word == "agrees"
    assert verdict.counts["lines"] == verify(game).counts["lines"]


@pytest.mark.parametrize("length", range(20, len(START + BANKED) - 1, 7))
def test_a_recording_cut_off_is_undecided(length: int) -> None:
    assert verify((START + BANKED)[:length]).word == "undecided"


@pytest.mark.parametrize("text", [BANKED, START + BANKED, "113346 | 11 | 200 | bank"])
def test_a_rule_that_no_replay_follows_is_named_and_no_line_is_blamed(
    text: str,
) -> None:
    verdict = verify(text, farkle_keeps_points=True)
    assert (verdict.word, verdict.example) == ("not judged", None)
    assert "is not computed under farkle_keeps_points = true" in verdict.summary
    assert "line" not in verdict.summary

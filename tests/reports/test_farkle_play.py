"""The assignment's game in its own words: the published runs, and what is chosen."""

import re
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
from commands import Run
from farkle_runs import TURNS, whole
from strategies.farkle import rules

from trueodds.core.errors import PositionError
from trueodds.reports.answers.farkle.play import (
    PublishedGame,
    Rolled,
    TypedWords,
    read_seed,
    rolls_from,
    seeded,
)

PROMPTS = re.compile(
    r"(How many players\? |How many\? "
    r"|Enter a seed integer \(decimal or hexadecimal\): |Which to keep\? |\(y/n\)\? )"
)


def typed(run: str) -> list[str]:
    """Return the answers that a published run shows."""
    return [
        line.rpartition("? ")[2].rpartition(": ")[2]
        for line in run.splitlines()
        if PROMPTS.search(line)
    ]


def put_back(printed: str, answers: list[str]) -> str:
    """Return the printed text, with every answer after its prompt."""
    waiting = iter(answers)
    return PROMPTS.sub(lambda prompt: f"{prompt[0]}{next(waiting)}\n", printed)


def played(
    answers: str,
    rolled: Rolled | None = None,
    players: int | None = None,
    seed: int | None = None,
    **changes: object,
) -> str:
    printed: list[str] = []
    table = PublishedGame(
        rules(**changes), TypedWords(StringIO(answers)), printed.append
    )
    table.play(players, seed, rolled)
    return "".join(printed)


def dice(rolls: str) -> Rolled:
    return rolls_from(TypedWords(StringIO(rolls)))


@pytest.mark.parametrize("rolls", TURNS)
def test_published_run(
    rolls: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    trueodds_command: Run,
) -> None:
    run = whole(rolls)
    answers = typed(run)
    file = tmp_path / "rolls"
    file.write_text(rolls)
    monkeypatch.setattr("sys.stdin", StringIO("\n".join(answers)))
    code, out, err = trueodds_command("farkle", "play", "--rolls", str(file))
    assert (code, err) == (0, "")
    assert put_back(out, answers) == run


def test_white_space_is_all_alike() -> None:
    rolls = "113456 566"
    run = whole(rolls)
    apart, together = "\n\n\t".join(typed(run)), " ".join(typed(run))
    assert played(apart, dice(rolls)) == played(together, dice(rolls))


def test_what_is_said_is_not_asked_for() -> None:
    with_questions = played("1 7 115 y 5 n", dice("113456 566"))
    without = played("115 y 5 n", dice("113456 566"), players=1)
    assert without == PROMPTS.sub("", with_questions, count=2)
    assert "players" not in played("1 n", dice("123344"), players=1)


def test_dice_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, trueodds_command: Run
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("113456 115 y 566 5 n"))
    code, out, _ = trueodds_command("farkle", "play", "--rolls", "-", "--players", "1")
    assert (code, out.splitlines()[-1][-16:]) == (0, "Turn score = 300")


def test_answers_that_are_none_are_asked_for_again() -> None:
    out = played("5 0 one 1 seed 0x1F 1 maybe n", dice("123344"))
    assert out.count("How many players? ") == 1
    assert out.count("This game only supports 1 to 4 players. How many? ") == 3
    assert out.count("Enter a seed integer") == 2
    assert out.count("(y/n)? ") == 2


def test_the_same_seed_rolls_the_same_dice() -> None:
    first, second = seeded(0xACE1), seeded(44257)
    assert [str(first((6,))) for _ in range(20)] == [
        str(second((6,))) for _ in range(20)
    ]
    assert [read_seed(text) for text in ("0xACE1", "44257", "-3")] == [44257, 44257, -3]
    with pytest.raises(PositionError, match="is no seed"):
        read_seed("12f")


def test_several_players_to_a_target() -> None:
    """The second of two is first to reach 1,000, and wins at once."""
    out = played("5 n 111 n", dice("523344 111234"), players=2, target=1000)
    assert out.splitlines()[2:4] == ["SCORES -- 1: 0  2: 0  ", "Player 1's turn"]
    assert "\nSCORES -- 1: 50  2: 0  \nPlayer 2's turn\n" in out
    assert out.endswith(
        "Turn score = 1000\n\nSCORES -- 1: 50  2: 1000  \nPlayer 2 wins!"
    )


@pytest.mark.parametrize(
    ("tie", "end"), [("split", "Players 1 and 2 tie!"), ("leader", "Player 1 wins!")]
)
def test_everybody_else_has_a_last_turn_where_the_rules_say_so(
    tie: str, end: str
) -> None:
    changes = {"target": 1000, "final_round": True, "final_round_tie": tie}
    out = played("111 n 111 n", dice("111234 111234"), players=2, **changes)
    assert out.endswith(f"\nSCORES -- 1: 1000  2: 1000  \n{end}")
    out = played("111 n 1111 n", dice("111234 111123"), players=2, **changes)
    assert out.endswith("Player 2 wins!")


def test_farkles_in_a_row_cost_points() -> None:
    """Until a player of two has won with a straight."""
    penalty = {"penalty_every": 2, "penalty_points": 500, "lowest_score": -400}
    rolls = dice("223346 223346 223346 223346 123456")
    out = played("123456 n", rolls, players=2, target=1100, **penalty)
    assert "SCORES -- 1: -400  2: -400  \n" in out
    assert out.count("FARKLE") == 4
    assert out.endswith("SCORES -- 1: 1100  2: -400  \nPlayer 1 wins!")


@pytest.mark.parametrize(
    ("answers", "rolls", "fault"),
    [
        ("", "113456", "the number of players was expected"),
        ("1", "113456", "a seed was expected"),
        ("1 2", "113456", "dice to keep was expected"),
        ("1 2 115", "113456", "y or n was expected"),
        ("1 2 115 y", "113456", "a roll of 3 dice was expected"),
        ("1 2 115 y", "113456 5566", "the roll 5566 has 4 dice, but 3 are rolled"),
        ("1 2", "113457", "has a 7"),
    ],
)
def test_input_that_ends_or_does_not_fit(
    answers: str,
    rolls: str,
    fault: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    trueodds_command: Run,
) -> None:
    file = tmp_path / "rolls"
    file.write_text(rolls)
    monkeypatch.setattr("sys.stdin", StringIO(answers))
    code, out, err = trueodds_command("farkle", "play", "--rolls", str(file))
    assert code == 2
    assert out.startswith("Welcome to Farkle!\n")
    assert err.count("\n") in (1, 2)  # an error, and perhaps a hint
    assert fault in err


def test_standard_input_that_is_closed_or_no_text(
    monkeypatch: pytest.MonkeyPatch, trueodds_command: Run
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    code, _, err = trueodds_command("farkle", "play", "--seed", "3")
    assert (code, err.count("\n")) == (2, 1)
    assert "the number of players was expected" in err
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"\xff\n"), "utf-8"))
    code, _, err = trueodds_command("farkle", "play", "--seed", "3")
    assert (code, err) == (2, "trueodds: error: the input is not text\n")

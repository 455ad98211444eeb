"""Notations of cards and dice, wherever they are read."""

import pytest
from commands import Run

from trueodds.core import games, rulebook


def positions(game: str, text: str, rule: str | None = None) -> tuple[str, int]:
    """Return the standard form of a position, and its value."""
    played = games.find(game)
    scored = played.score(text, rulebook.load(played), played.scoring_rule(rule))
    return scored.position, scored.value


@pytest.mark.parametrize(
    ("game", "text", "position"),
    [
        ("farkle", "[1,1,1,5,1]", "11115"),
        ("farkle", "⚀⚁⚄", "125"),
        ("farkle", "⚀-⚁", "12"),
        ("farkle", "1-1-5", "115"),
        ("farkle", "(1 1 5)", "115"),
        ("bunco", "3 | [2, 3, 3]", "3 | 2 3 3"),
        ("bunco", "3 | ⚂⚁⚂", "3 | 2 3 3"),
        ("bunco", "3 | 3-2-3", "3 | 2 3 3"),
        ("cribbage", "0♦ H5 5S DJ (5C)", "10D 5H 5S JD | 5C"),
        ("cribbage", "0♦ H5 5S DJ / 5C", "10D 5H 5S JD | 5C"),
        ("cribbage", "['0♦', 'H5', '5S', 'DJ'], '5C'", "10D 5H 5S JD | 5C"),
        ("cribbage", "[0♦ H5 5S DJ] [5C]", "10D 5H 5S JD | 5C"),
        ("baccarat", "[6, 0, 8, A, 9, 5]", "6 10 8 A 9 5"),
        ("baccarat", "H6 SK H8 DA 9S C5", "6 K 8 A 9 5"),
    ],
)
def test_notations_of_a_position(game: str, text: str, position: str) -> None:
    assert positions(game, text) == positions(game, position)
    assert positions(game, text)[0] == position


@pytest.mark.parametrize("text", ["3 -1 5", "5 - 1", "3 2 | 3 3", "3 | 2 | 3 3"])
def test_what_is_no_roll(text: str, trueodds_command: Run) -> None:
    game = "bunco" if "|" in text else "farkle"
    code, out, err = trueodds_command("score", game, text)
    assert (code, out) == (2, "")
    assert repr(text) in err


def test_a_number_of_two_digits_is_no_card(trueodds_command: Run) -> None:
    code, _, err = trueodds_command("score", "cribbage", "--rule", "play", "28", "3")
    assert code == 2
    assert "give the cards of the pile" in err


def test_a_refusal_names_the_position(trueodds_command: Run) -> None:
    two = ("10 Q K", "K Q J 5")
    code, _, err = trueodds_command("score", "cribbage", "--rule", "play", *two)
    assert code == 2
    assert "position 2: 'K Q J 5' has a count of 35" in err

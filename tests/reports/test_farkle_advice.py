"""Advice on a turn of Farkle as an answer: its sentence, its costs, and its keys."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from terminal import on_terminal

import trueodds
from trueodds.reports.output import Answer

ASK: dict[str, tuple[Any, tuple[str, ...], dict[str, int]]] = {
    "advice on a roll": (trueodds.farkle.advise, ("113334",), {"stake": 50}),
    "advice on a choice": (trueodds.farkle.advise, (), {"stake": 250, "dice": 1}),
    "options": (trueodds.farkle.options, ("113334",), {"stake": 50}),
}


@cache
def asked(name: str) -> Answer:
    command, words, options = ASK[name]
    answer: Answer = command(*words, **options, rules="ece209")
    return answer


@pytest.mark.parametrize("name", ASK)
def test_the_first_line_is_the_best_and_costs_nothing(name: str) -> None:
    (grid,) = asked(name).tables().values()
    table = grid.data(exact=True)
    values, costs = ([*map(Fraction, table[key])] for key in ("worth", "costs"))
    assert values[0] == max(values)
    assert [values[0] - value for value in values] == costs


def test_the_sentence_names_the_best_keep() -> None:
    """All dice of 113334 but the 4 score: 500 points, and 50 are at stake already."""
    for name in ("advice on a roll", "options"):
        (sentence, *_) = asked(name).table()
        expected = "Keep 11333 (500 points) and bank 550. (ece209 rules)"
        assert sentence == expected
    (sentence, *_) = asked("advice on a choice").table()
    assert str(sentence).startswith("Bank. On average the turn has 247.73 points if ")


def test_a_keep_leaves_a_number_of_dice_or_hot_dice() -> None:
    """The header has the unit, so the cells are numbers."""
    straight = trueodds.farkle.options("123456", rules="ece209")
    for answer, left in (
        (asked("options"), ["1", "2", "5", "4", "3"]),
        (straight, ["hot dice"]),
    ):
        _, table = answer.table()
        column = table.header.index("dice left")
        assert [row[column] for row in table.rows][: len(left)] == left


def test_a_roll_has_keeps_and_a_choice_has_two_values() -> None:
    roll, choice = asked("advice on a roll").json(), asked("advice on a choice").json()
    assert {"keep", "options"} <= roll.keys()
    assert {"bank", "roll_on"} <= choice.keys()
    assert not {"bank", "roll_on"} & roll.keys()
    assert not {"keep", "options"} & choice.keys()
    gain, bank, roll_on = (
        Fraction(choice[key]["exact"]) for key in ("gain", "bank", "roll_on")
    )
    assert (choice["action"], bank, gain) == ("bank", 250, bank - roll_on)


@pytest.mark.parametrize("name", ASK)
def test_every_answer_states_its_rules_and_the_turn_so_far(name: str) -> None:
    record = asked(name).json()
    assert (record["game"], record["rules"]["straight"]) == ("farkle", 1500)
    assert (record["stake"], record["minimum"]) == (ASK[name][2]["stake"], 0)


def test_a_terminal_shows_the_advice_in_colour() -> None:
    words = ("farkle", "advise", "--rules", "ece209")
    for more in (["113334"], ["--stake", "250", "--dice", "1"]):
        assert on_terminal(*words, *more)[0].startswith("\x1b[32m\x1b[1m")

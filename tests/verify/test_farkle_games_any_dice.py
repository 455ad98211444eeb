"""Farkle games with any dice: played, recorded and verified."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from io import StringIO
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from verdicts import first_wrong

from trueodds.analysis.farkle.published.dialogue import DiceGroup, PublishedGame, seeded
from trueodds.core import games
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.dice_kinds import Multiset, dice_kinds
from trueodds.core.rules.farkle.loaded_dice import read_dice
from trueodds.proofs.verify.transcript import verify_transcript

FARKLE = games.find("farkle")
DEVIL = "0:1:1:1:1:1:j1"
TWELVE = ":".join("1" * 12)
SETS = (
    "fair*5",
    f"{DEVIL}*6",
    f"weighted, {DEVIL}*2, fair*2",
    f"{TWELVE}*3",
    "4:1:1:1*7",
    "fair*8",
)


def rules(dice: str) -> FarkleRules:
    return FarkleRules.load(
        "kingdom-come", dice=dice, number_of_dice=len(read_dice(dice, 1, 8)), target=300
    )


class Player:
    """A player who keeps random scoring dice; ``rows`` are the turns played.

    ``output`` is what the program prints, ``shown`` what a terminal shows.
    """

    def __init__(self, record: FarkleRules, seed: int) -> None:
        self.record, self.random = record, random.Random(seed)
        self.dice = dice_kinds(record)
        self.rolls = seeded(seed, self.dice)
        self.group = DiceGroup()
        self.shown = self.output = ""
        self.rows: list[list[str]] = []

    def rolled(self, numbers: Multiset) -> DiceGroup:
        """Roll the dice, and note which there are."""
        self.group = self.rolls(numbers)
        assert self.group.numbers == numbers
        if self.group.is_farkle(self.record):
            self.rows.append([str(self.group), "-", "0", "farkle"])
        return self.group

    def next(self, wanted: str) -> str:
        """Answer the dialogue."""
        word = self.random.choice("yyn")
        if wanted == "dice to keep":
            kept, points = self.random.choice(self.keeps())
            self.rows.append([str(kept), str(points)])
            self.rows[-1][:0] = [str(self.group)]
            word = kept.word
        else:
            self.rows[-1].append({"y": "roll", "n": "bank"}[word])
        self.shown += f"{word}\n"
        return word

    def keeps(self) -> Sequence[tuple[DiceGroup, int]]:
        """Return the legal keeps of the roll."""
        options = self.group.options(self.record)
        every = [
            DiceGroup(shown, self.dice)
            for size in range(1, len(self.group) + 1)
            for shown in sorted(set(combinations(self.group.shown, size)))
        ]
        return [
            (kept, options[kept.counts]) for kept in every if kept.counts in options
        ]

    def say(self, text: str) -> None:
        """Record what the game prints."""
        self.shown += text
        self.output += text


def played(dice: str, seed: int) -> Player:
    player = Player(rules(dice), seed)
    PublishedGame(player.record, player, player.say).play(2, 0, player.rolled)
    return player


def verify(player: Player, text: str) -> Any:
    return verify_transcript(FARKLE, player.record, text.split("\n"))


@settings(max_examples=5)
@given(st.sampled_from(SETS), st.integers(0, 10**6))
def test_games_that_are_played_are_right(dice: str, seed: int) -> None:
    player = played(dice, seed)
    for text in (player.shown, player.output, player.shown.replace("\n", "\r\n")):
        assert verify(player, text).word == "agrees"
    rows = "\n".join(" | ".join(row) for row in player.rows)
    assert verify(player, rows).word == "agrees"
    for part in range(1, 10, 2):
        cut = player.shown[: 20 + part * (len(player.shown) - 21) // 10]
        assert verify(player, cut).word == "undecided", cut


@pytest.mark.parametrize("dice", SETS)
def test_a_wrong_score_is_the_first_wrong_line(dice: str) -> None:
    player = next(
        p for p in (played(dice, n) for n in range(9)) if "Keeping" in p.output
    )
    line = next(line for line in player.output.split("\n") if ", score = " in line)
    wrong = player.output.replace(line, line.replace("score = ", "score = 9"), 1)
    assert first_wrong(verify(player, wrong)).expected == line
    row = next(row for row in player.rows if row[1] != "-")
    changed = [*row[:2], f"{row[2]}0", row[3]]
    rows = [" | ".join(changed if each is row else each) for each in player.rows]
    assert verify(player, "\n".join(rows)).example.expected == " | ".join(row)


@pytest.mark.parametrize(
    ("line", "expected", "why"),
    [
        ("1 1 3 4 joker | 1 1 joker | 900 | roll", "300 | roll", "scores 300"),
        ("1 1 3 4 | 1 1 | 200 | roll", "_ _ _ _ _ | _ | _ | _", "5 dice are rolled"),
        ("2 3 4 6 joker | joker | 50 | roll", "2 3 4 6 joker | - | 0", "no die scores"),
        ("1 2 3 4 joker |  | 0 | roll", "1 2 3 4 joker |", "so this is no farkle"),
    ],
)
def test_wrong_rolls_with_a_joker(line: str, expected: str, why: str) -> None:
    record = FarkleRules.load(
        "box", dice="1:1:1:1:1:1:j1*5", number_of_dice=5, straight=0
    )
    example = first_wrong(verify_transcript(FARKLE, record, [line]))
    assert expected in str(example.expected)
    assert any(why in reason for reason in example.why)
    verdict = verify_transcript(FARKLE, record, [line.replace(" | ", " jocker | ", 1)])
    assert verdict.word == "not judged"


@pytest.mark.parametrize(
    "cells",
    [
        "weighted=1 weighted=5 | weighted=1",
        "weighted=1,weighted=5 | 1",
        "1, 5 | weighted=1",
        "1 5 | 1",
    ],
)
def test_equal_dice_with_and_without_names(cells: str) -> None:
    record = FarkleRules.load("ece209", dice="weighted*2", number_of_dice=2)
    assert verify_transcript(FARKLE, record, [f"{cells} | 100 | bank"]).word == "agrees"
    example = first_wrong(verify_transcript(FARKLE, record, [f"{cells} | 150 | bank"]))
    assert (example.expected, example.why) == ("15 | 1 | 100 | bank", ("1 scores 100",))


@pytest.mark.parametrize("roll", [f"weighted=1{' fair=2' * 5}", "1 2 3 4 5 joker"])
def test_other_dice_are_no_roll_of_six_fair_ones(roll: str) -> None:
    row = f"{roll} | 1 | 100 | bank"
    example = first_wrong(verify_transcript(FARKLE, FarkleRules.load("ece209"), [row]))
    assert "other dice are given by --dice" in example.why[0]


def test_other_dice_than_those_left_are_wrong() -> None:
    record = FarkleRules.load("kingdom-come", dice="weighted*2, fair*4")
    first = (
        "fair=2 fair=2 fair=3 fair=3 weighted=1 weighted=6 | weighted=1 | 100 | roll"
    )
    second = "fair=2 fair=2 fair=3 weighted=1 weighted=6 | weighted=1 | 100 | bank"
    example = first_wrong(verify_transcript(FARKLE, record, [first, second]))
    blanks = "fair=_ fair=_ fair=_ fair=_ weighted=_ |"
    assert str(example.expected).startswith(blanks)
    assert example.why == ("the dice fair*4, weighted are rolled",)


def test_rolls_follow_the_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each die shows a uniform entry of a list with each face by its weight."""
    dice = dice_kinds(rules("20:2:4:2:2:2, 0:0:3:3:j6"))
    drawn: list[list[int]] = []

    def choice(generator: random.Random, faces: list[int]) -> int:
        drawn.append(faces)
        return faces[0]

    monkeypatch.setattr(random.Random, "choice", choice)
    seeded(7, dice)(dice.numbers)
    assert [Counter(faces) for faces in drawn] == [
        Counter({3: 1, 4: 1, 7: 2}),
        Counter({1: 10, 2: 1, 3: 2, 4: 1, 5: 1, 6: 1}),
    ]


def test_playing_with_other_dice(
    monkeypatch: pytest.MonkeyPatch, trueodds_command: Callable[..., Any]
) -> None:
    five = ("--set", "number_of_dice=5", "--players", "1")
    monkeypatch.setattr("sys.stdin", StringIO("1,2,3,4,5 1 y 2345 5 n"))
    ran = trueodds_command("farkle", "play", "--rolls", "-", *five)
    assert "Rolling 5 dice...12345\n" in ran.out
    assert ran.out.endswith("3 dice left -- roll again (y/n)? Turn score = 150\n")
    monkeypatch.setattr("sys.stdin", StringIO("5,joker,5 n"))
    dice = ("--dice", "0:0:0:0:1:0:j0, 0:0:0:0:0:0:j1", "--set", "number_of_dice=2")
    ran = trueodds_command("farkle", "play", "--players", "1", "--seed", "1", *dice)
    assert "Rolling 2 dice...0:0:0:0:0:0:j1=joker 0:0:0:0:1:0=5\n" in ran.out
    assert "No match, try again." in ran.out
    assert (ran.code, "the input ended" in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("roll", "fault"),
    [
        ("1,joker,4", "joker"),
        (
            "fair=1,weighted=1",
            "fair=1,weighted=1 has 2 dice, but 3 are rolled",
        ),
        ("fair=1,fair=2,fair=3", "the set has 2 of the die fair, not 3"),
        ("weighted=1,weighted=2,fair=3", "the set has 1 of the die weighted, not 2"),
    ],
)
def test_rolls_of_other_dice_are_refused(
    monkeypatch: pytest.MonkeyPatch,
    trueodds_command: Callable[..., Any],
    roll: str,
    fault: str,
) -> None:
    dice = ("--dice", "weighted, fair*2", "--set", "number_of_dice=3")
    monkeypatch.setattr("sys.stdin", StringIO(f"{roll} fair=1 n"))
    ran = trueodds_command("farkle", "play", "--rolls", "-", "--players", "1", *dice)
    assert ran.code == 2
    assert fault in ran.err

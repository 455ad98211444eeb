"""Answers on Farkle: the first line is a sentence that names its rules."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUEODDS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.mark.parametrize(
    ("line", "first"),
    [
        (
            "advise --stake 250 --dice 1 --rules box",
            "Roll. (box rules, playing for points)",
        ),
        ("advise --stake 250 --dice 1", "Bank. (ece209 rules, playing for points)"),
        (
            "options 1 1 3",
            "Keep 11 (200 points) and roll the last die. "
            "(ece209 rules, playing for points)",
        ),
        (
            "options 2346 --rules box --opening",
            "Farkle: nothing in 2346 scores. "
            "(box rules, before opening, playing for points)",
        ),
        (
            "policy --rules blog",
            "Bank when this much is at stake. (blog rules, playing for points)",
        ),
        (
            "thresholds --at 300",
            "A turn that banks at 300 points or more averages 398.13 points; 21.33 % "
            "of turns farkle. (ece209 rules)",
        ),
        (
            "solitaire --set target=500",
            "Alone, 500 points take 1.76 turns on average with perfect play, and 1.80 "
            "if you always play for points. (ece209 rules with target = 500)",
        ),
        (
            "match --target 300",
            "The player who moves first wins 85.79 % of games, if both play best. "
            "(ece209 rules with target = 300, playing to win at 300)",
        ),
    ],
)
def test_first_line(line: str, first: str, trueodds_command: Command) -> None:
    ran = trueodds_command("farkle", *line.split())
    assert (ran.code, ran.out.splitlines()[0]) == (0, first)


def test_dice_need_no_quotes(trueodds_command: Command) -> None:
    outputs = {
        trueodds_command("farkle", "options", *roll, "--format", "json").out
        for roll in (["1", "1", "3"], ["113"], ["1 1 3"], ["11", "3"])
    }
    assert len(outputs) == 1
    assert json.loads(outputs.pop())["roll"] == "113"


def test_a_target_between_scores_is_explained(trueodds_command: Command) -> None:
    ran = trueodds_command("farkle", "match", "--target", "123")
    assert "123 is not a multiple of 50, so it is played as 150." in ran.out


def test_dice_left_need_a_stake(trueodds_command: Command) -> None:
    ran = trueodds_command("farkle", "advise", "--dice", "3")
    assert (ran.code, ran.out) == (2, "")
    assert "give the points of the turn so far with --stake" in ran.err

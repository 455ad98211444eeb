"""Answers on one turn with loaded and mixed dice: the keeps, by die, and what then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trueodds.analysis.farkle.turn.any_advice import (
    DiceAdviser,
    DiceChoice,
    DiceOption,
)
from trueodds.core.enclosure import Enclosure
from trueodds.core.rules.farkle.dice_kinds import DiceRoll
from trueodds.reports.games.farkle.advice import about, choices_table, keeps_table
from trueodds.reports.games.farkle.sentences import (
    action_text,
    for_points,
    keep_text,
)
from trueodds.reports.output import Output, Part

OPTIONS_SCHEMA = "trueodds.loaded-options/1"
ADVICE_SCHEMA = "trueodds.loaded-advice/1"


def dice_options_output(adviser: DiceAdviser, roll: DiceRoll, stake: int) -> Output:
    """Return every legal keep of a roll, the best first, as an answer."""
    options = adviser.options(roll, stake)
    return Output(
        OPTIONS_SCHEMA,
        record=lambda: (
            about(adviser)
            | {
                "stake": stake,
                "roll": adviser.dice.roll_text(roll),
                "options": [_option(adviser, option) for option in options],
            }
        ),
        table=lambda: _options_parts(adviser, roll, stake, options),
    )


def dice_choice_output(adviser: DiceAdviser, stake: int, number: int) -> Output:
    """Return the better choice of banking and rolling the dice left, as an answer."""
    choice = adviser.choice(stake, number)
    return Output(
        ADVICE_SCHEMA,
        record=lambda: (
            about(adviser)
            | {"stake": stake, "dice_left": _names(adviser, number)}
            | _choice(choice)
        ),
        table=lambda: _choice_parts(adviser, stake, number, choice),
    )


def _options_parts(
    adviser: DiceAdviser, roll: DiceRoll, stake: int, options: Sequence[DiceOption]
) -> list[Part]:
    rules = for_points(adviser.rules, opening=adviser.opening)
    dice = adviser.dice
    if not options:
        return [f"Farkle: nothing in {dice.roll_text(roll)} scores. {rules}"]
    keep, choice = options[0]
    left = dice.left_text(keep.left or len(dice.multisets) - 1)
    then = action_text(choice.action, stake + keep.points, left)
    rows = [
        (
            dice.roll_text(option.keep.kept),
            option.keep.points,
            dice.left_text(option.keep.left) if option.keep.left else "",
            option.choice.action,
            option.choice.value.midpoint,
        )
        for option in options
    ]
    return [
        f"{keep_text(dice.roll_text(keep.kept), keep.points, then)} {rules}",
        keeps_table(rows),
    ]


def _choice_parts(
    adviser: DiceAdviser, stake: int, number: int, choice: DiceChoice
) -> list[Part]:
    roll = None if choice.roll is None else choice.roll.midpoint
    advice = "Bank or roll" if choice.action == "either" else choice.action.capitalize()
    return [
        f"{advice}. {for_points(adviser.rules, opening=adviser.opening)}",
        choices_table(stake, choice.bank, adviser.dice.left_text(number), roll),
    ]


def _option(adviser: DiceAdviser, option: DiceOption) -> dict[str, Any]:
    return {
        "kept": adviser.dice.roll_text(option.keep.kept),
        "points": option.keep.points,
        "left": _names(adviser, option.keep.left),
    } | _choice(option.choice)


def _choice(choice: DiceChoice) -> dict[str, Any]:
    return {
        "action": choice.action,
        "worth": bounds(choice.value),
        "bank": None if choice.bank is None else str(choice.bank),
        "roll_on": bounds(choice.roll),
    }


def _names(adviser: DiceAdviser, number: int) -> list[str]:
    return list(adviser.dice.names(adviser.dice.multisets[number]))


def bounds(value: Enclosure | None) -> dict[str, str] | None:
    """Return the bounds of an enclosure as texts."""
    if value is None:
        return None
    lower, upper = value.texts()
    return {"lower": lower, "upper": upper}

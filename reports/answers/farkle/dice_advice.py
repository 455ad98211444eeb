"""Answers on one turn with loaded and mixed dice: the keeps, by die, and what then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trueodds.analysis.farkle.turn.any_advice import (
    DiceAdviser,
    DiceChoice,
    DiceOption,
)
from trueodds.core.rules.farkle.dice_kinds import DiceRoll
from trueodds.reports.answers.farkle.advice import (
    Row,
    about,
    choice_parts,
    keeps_parts,
)
from trueodds.reports.answers.farkle.sentences import for_points
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
        table=lambda: choice_parts(
            adviser, choice, stake, adviser.dice.left_text(number)
        ),
    )


def _options_parts(
    adviser: DiceAdviser, roll: DiceRoll, stake: int, options: Sequence[DiceOption]
) -> list[Part]:
    dice = adviser.dice
    rows = [
        Row(
            dice.roll_text(keep.kept),
            keep.points,
            dice.left_text(keep.left, noun=False) if keep.left else "",
            choice.action,
            choice.value.midpoint,
        )
        for keep, choice in options
    ]
    left = options[0].keep.left if options else 0
    rolling = dice.left_text(left or len(dice.multisets) - 1)
    rules = for_points(adviser.rules, opening=adviser.opening)
    return keeps_parts(rules, dice.roll_text(roll), stake, rows, rolling)


def _option(adviser: DiceAdviser, option: DiceOption) -> dict[str, Any]:
    return {
        "kept": adviser.dice.roll_text(option.keep.kept),
        "points": option.keep.points,
        "left": _names(adviser, option.keep.left),
    } | _choice(option.choice)


def _choice(choice: DiceChoice) -> dict[str, Any]:
    return {
        "action": choice.action,
        "worth": choice.value.record(),
        "bank": None if choice.bank is None else str(choice.bank),
        "roll_on": choice.roll and choice.roll.record(),
    }


def _names(adviser: DiceAdviser, number: int) -> list[str]:
    return list(adviser.dice.names(adviser.dice.multisets[number]))

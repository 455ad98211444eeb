"""Answers on one turn: the value of every keep, and whether to bank or to roll."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from trueodds.analysis.farkle.turn.advice import Adviser, Choice, Option
from trueodds.core.dice import Roll, counted_dice, digits_of
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.printing import fraction_text
from trueodds.core.rules.farkle import DICE
from trueodds.reports.answers.farkle.sentences import (
    action_text,
    for_points,
    keep_text,
    points,
)
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.records import rules_record

if TYPE_CHECKING:
    from trueodds.analysis.farkle.turn.any_advice import DiceAdviser, DiceChoice


class Row(NamedTuple):
    """A keep in a table: its dice, the dice left, what to do then, the average turn."""

    kept: str
    points: int
    left: str
    action: str
    value: Fraction


OPTIONS_SCHEMA = "trueodds.options/1"
ADVICE_SCHEMA = "trueodds.advice/1"


def options_output(adviser: Adviser, roll: Roll, stake: int) -> Output:
    """Return every legal keep of a roll, the best first, as an answer."""
    options = adviser.options(roll, stake)
    return Output(
        OPTIONS_SCHEMA,
        record=lambda: (
            about(adviser)
            | {
                "roll": digits_of(roll),
                "stake": stake,
                "options": [_option_record(option) for option in options],
            }
        ),
        table=lambda: _options_parts(adviser, roll, stake, options),
    )


def advice_output(adviser: Adviser, roll: Roll, stake: int) -> Output:
    """Return the best keep of a roll, and its gain, as an answer."""
    options = adviser.options(roll, stake)
    values = [option.choice.value for option in options]
    gain = values[0] - values[1] if len(options) > 1 else None
    return Output(
        ADVICE_SCHEMA,
        record=lambda: (
            about(adviser)
            | {
                "stake": stake,
                "dice": sum(roll),
                "roll": digits_of(roll),
                "action": options[0].choice.action if options else "farkle",
                "keep": digits_of(options[0].kept) if options else None,
                "worth": _exact(values[0] if options else Fraction(0)),
                "gain": _exact(gain),
                "options": [_option_record(option) for option in options],
            }
        ),
        table=lambda: _options_parts(adviser, roll, stake, options),
    )


def _options_parts(
    adviser: Adviser, roll: Roll, stake: int, options: Sequence[Option]
) -> list[Part]:
    rows = [
        Row(
            digits_of(option.kept),
            option.points,
            str(option.left or ""),
            option.choice.action,
            option.choice.value,
        )
        for option in options
    ]
    rolling = counted_dice(options[0].left or DICE if options else 0)
    rules = for_points(adviser.rules, opening=adviser.opening)
    return keeps_parts(rules, digits_of(roll), stake, rows, rolling)


def keeps_parts(
    rules: str, roll: str, stake: int, rows: Sequence[Row], rolling: str
) -> list[Part]:
    """Return the best keep as a sentence, and all as a table with the cost of each.

    ``rolling`` is what is rolled after the best keep. No dice left are hot dice.
    """
    if not rows:
        return [f"Farkle: nothing in {roll} scores. {rules}"]
    best = rows[0]
    then = action_text(best.action, stake + best.points, rolling)
    header = ["keep", "points", "dice left", "then", "average turn", "costs"]
    cells = [
        [
            row.kept,
            points(row.points),
            row.left or "hot dice",
            row.action,
            points(row.value),
            points(best.value - row.value),
        ]
        for row in rows
    ]
    sentence = f"{keep_text(best.kept, best.points, then)} {rules}"
    return [sentence, Table(header, cells)]


def choice_output(adviser: Adviser, stake: int, dice: int, choice: Choice) -> Output:
    """Return the better choice of banking and rolling, and its gain, as an answer."""
    return Output(
        ADVICE_SCHEMA,
        record=lambda: (
            about(adviser)
            | {
                "stake": stake,
                "dice": dice,
                "roll": None,
                "action": choice.action,
                "worth": _exact(choice.value),
                "gain": _exact(choice.gain),
                "bank": _exact(choice.bank),
                "roll_on": _exact(choice.roll),
            }
        ),
        table=lambda: choice_parts(adviser, choice, stake, counted_dice(dice)),
    )


def choice_parts(
    adviser: Adviser | DiceAdviser,
    choice: Choice | DiceChoice,
    stake: int,
    dice: str,
) -> list[Part]:
    """Return the better choice as a sentence, and both as a table with their costs."""
    advice = "Bank or roll" if choice.action == "either" else choice.action.capitalize()
    roll = choice.roll.midpoint if isinstance(choice.roll, Enclosure) else choice.roll
    choices = [(f"bank {points(stake)}", choice.bank), (f"roll {dice}", roll)]
    allowed = [(text, value) for text, value in choices if value is not None]
    best = max((value for _, value in allowed), default=Fraction(0))
    rows = [[text, points(value), points(best - value)] for text, value in allowed]
    return [
        f"{advice}. {for_points(adviser.rules, opening=adviser.opening)}",
        Table(["choice", "average turn", "costs"], rows),
    ]


def _option_record(option: Option) -> dict[str, Any]:
    return {
        "kept": digits_of(option.kept),
        "points": option.points,
        "left": option.left,
        "action": option.choice.action,
        "worth": _exact(option.choice.value),
        "bank": _exact(option.choice.bank),
        "roll_on": _exact(option.choice.roll),
    }


def _exact(value: Fraction | None) -> dict[str, Any] | None:
    """Return a number as its fraction in text and the nearest float."""
    if value is None:
        return None
    return {"exact": fraction_text(value), "decimal": float(value)}


def about(adviser: Adviser | DiceAdviser) -> dict[str, Any]:
    """Return the keys that every record on a turn begins with."""
    return rules_record(adviser.rules) | {"minimum": adviser.minimum}

"""Answers on one turn: the value of every keep, and whether to bank or to roll."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from trueodds.analysis.farkle.dice.dice_set import DiceSet
from trueodds.analysis.farkle.turn.advice import Adviser, Choice, Option
from trueodds.analysis.farkle.turn.solution import Value, less
from trueodds.core.exact.digits import fraction_text
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle.dice_kinds import DiceRoll
from trueodds.reports.answers.farkle.sentences import (
    action_text,
    for_points,
    keep_text,
    points,
)
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.records import rules_record

OPTIONS_SCHEMA = "trueodds.options/1"
ADVICE_SCHEMA = "trueodds.advice/1"


def options_output(adviser: Adviser, roll: DiceRoll, stake: int) -> Output:
    """Return every legal keep of a roll, the best first, as an answer."""
    options = adviser.options(roll, stake)
    return Output(
        OPTIONS_SCHEMA,
        record=lambda: {
            **about(adviser),
            "roll": adviser.dice.roll_text(roll),
            "stake": stake,
            "options": [_option_record(adviser.dice, o) for o in options],
        },
        table=lambda: _options_parts(adviser, roll, stake, options),
    )


def advice_output(adviser: Adviser, roll: DiceRoll, stake: int) -> Output:
    """Return the best keep of a roll, and what it gains, as an answer."""
    dice = adviser.dice
    options = adviser.options(roll, stake)
    values = [option.choice.value for option in options]
    gain = less(values[0], values[1]) if len(options) > 1 else None
    return Output(
        ADVICE_SCHEMA,
        record=lambda: {
            **about(adviser),
            "stake": stake,
            **dice_record(dice, "dice", dice.number_rolled(roll)),
            "roll": dice.roll_text(roll),
            "action": options[0].choice.action if options else "farkle",
            "keep": dice.roll_text(options[0].kept) if options else None,
            "worth": value_record(values[0] if options else Fraction(0)),
            "gain": _or_none(gain),
            "options": [_option_record(dice, option) for option in options],
        },
        table=lambda: _options_parts(adviser, roll, stake, options),
    )


def choice_output(adviser: Adviser, stake: int, number: int, choice: Choice) -> Output:
    """Return an answer to the question whether to bank or to roll, with the gain."""
    return Output(
        ADVICE_SCHEMA,
        record=lambda: (
            about(adviser)
            | {"stake": stake}
            | dice_record(adviser.dice, "dice", number)
            | {"roll": None, "gain": _or_none(choice.gain)}
            | _choice_record(choice)
        ),
        table=lambda: _choice_parts(adviser, choice, stake, number),
    )


def _options_parts(
    adviser: Adviser, roll: DiceRoll, stake: int, options: Sequence[Option]
) -> list[Part]:
    """Return the best keep as a sentence, and all keeps as a table with their costs."""
    dice = adviser.dice
    rules = for_points(adviser.rules, opening=adviser.opening)
    if not options:
        return [f"Farkle: nothing in {dice.roll_text(roll)} scores. {rules}"]
    best = options[0]
    rolling = dice.left_text(best.left or dice.whole)
    then = action_text(best.choice.action, stake + best.points, rolling)
    header = ["keep", "points", "dice left", "then", "average turn", "costs"]
    cells = [
        [
            dice.roll_text(kept),
            points(scored),
            dice.left_text(left, noun=False) if left else "hot dice",
            choice.action,
            points(choice.value),
            points(less(best.choice.value, choice.value)),
        ]
        for kept, scored, left, choice in options
    ]
    sentence = f"{keep_text(dice.roll_text(best.kept), best.points, then)} {rules}"
    return [sentence, Table(header, cells)]


def _choice_parts(
    adviser: Adviser, choice: Choice, stake: int, number: int
) -> list[Part]:
    """Return the better choice as a sentence, and both as a table with their costs."""
    advice = "Bank or roll" if choice.action == "either" else choice.action.capitalize()
    dice = adviser.dice.left_text(number)
    choices = [(f"bank {points(stake)}", choice.bank), (f"roll {dice}", choice.roll)]
    rows = [
        [text, points(value), points(less(choice.value, value))]
        for text, value in choices
        if value is not None
    ]
    means = ""
    if choice.bank is not None and choice.roll is not None:
        rolling = f"{points(choice.roll)} points if you roll {dice}"
        means = f"On average the turn has {rolling}, {stake:,} if you bank. "
    return [
        f"{advice}. {means}{for_points(adviser.rules, opening=adviser.opening)}",
        Table(["choice", "average turn", "costs"], rows),
    ]


def about(adviser: Adviser) -> dict[str, Any]:
    """Return the keys with which every record on a turn begins."""
    return rules_record(adviser.rules) | {"minimum": adviser.minimum}


def dice_record(dice: DiceSet, key: str, number: int) -> dict[str, Any]:
    """Return the number of dice left, and their names if they are not all fair."""
    names = dice.names(dice.multisets[number])
    which = {f"{key}_names": list(names)} if dice.rules.dice else {}
    return {key: len(names), **which}


def value_record(value: Value) -> dict[str, Any]:
    """Return a value as text, exact or as two bounds, and as a float to print."""
    exact = None if isinstance(value, Enclosure) else fraction_text(value)
    texts = value.record() if isinstance(value, Enclosure) else {}
    none = {"lower": None, "upper": None}
    decimal = Enclosure.around(value).decimal
    return {"exact": exact, "decimal": decimal, **none, **texts}


def _or_none(value: Value | None) -> dict[str, Any] | None:
    return None if value is None else value_record(value)


def _option_record(dice: DiceSet, option: Option) -> dict[str, Any]:
    return {
        "kept": dice.roll_text(option.kept),
        "points": option.points,
        **dice_record(dice, "left", option.left),
        **_choice_record(option.choice),
    }


def _choice_record(choice: Choice) -> dict[str, Any]:
    return {
        "action": choice.action,
        "worth": value_record(choice.value),
        "bank": _or_none(choice.bank),
        "roll_on": _or_none(choice.roll),
    }

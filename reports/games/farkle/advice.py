"""Answers on one turn: the value of every keep, and whether to bank or to roll."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from trueodds.analysis.farkle.turn.advice import Adviser, Choice, Option
from trueodds.core import rulebook
from trueodds.core.dice import Roll, digits_of
from trueodds.core.printing import fraction_text
from trueodds.core.rules.farkle import DICE
from trueodds.reports.games.farkle.sentences import (
    action_text,
    dice_text,
    for_points,
    keep_text,
    points,
)
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.records import version

if TYPE_CHECKING:
    from trueodds.analysis.farkle.turn.any_advice import DiceAdviser

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
    rules = for_points(adviser.rules, opening=adviser.opening)
    if not options:
        return [f"Farkle: nothing in {digits_of(roll)} scores. {rules}"]
    best = options[0]
    left = best.left or DICE
    then = action_text(best.choice.action, stake + best.points, left)
    rows = [
        (
            digits_of(option.kept),
            option.points,
            str(option.left or ""),
            option.choice.action,
            option.choice.value,
        )
        for option in options
    ]
    return [
        f"{keep_text(digits_of(best.kept), best.points, then)} {rules}",
        keeps_table(rows),
    ]


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
        table=lambda: _choice_parts(adviser, stake, dice, choice),
    )


def _choice_parts(
    adviser: Adviser, stake: int, dice: int, choice: Choice
) -> list[Part]:
    rules = for_points(adviser.rules, opening=adviser.opening)
    return [
        f"{choice.action.capitalize()}. {rules}",
        choices_table(stake, choice.bank, dice_text(dice), choice.roll),
    ]


def keeps_table(keeps: Sequence[tuple[str, int, str, str, Fraction]]) -> Table:
    """Return keeps, the best first, as a table with the cost of each.

    A keep has its dice, its points, the dice left, what to do then, and the average
    turn. No dice left are hot dice.
    """
    best = keeps[0][-1]
    rows = [
        [kept, points(scored), left or "hot dice", then, points(value), points(cost)]
        for kept, scored, left, then, value in keeps
        for cost in [best - value]
    ]
    return Table(["keep", "points", "dice left", "then", "average turn", "costs"], rows)


def choices_table(
    stake: int, bank: Fraction | None, dice: str, roll: Fraction | None
) -> Table:
    """Return the average turn of banking and of rolling; None is not allowed."""
    choices = [(f"bank {points(stake)}", bank), (f"roll {dice}", roll)]
    allowed = [(text, value) for text, value in choices if value is not None]
    best = max((value for _, value in allowed), default=Fraction(0))
    return Table(
        ["choice", "average turn", "costs"],
        [[text, points(value), points(best - value)] for text, value in allowed],
    )


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
    return {
        "game": "farkle",
        "rules": rulebook.to_table(adviser.rules),
        "rules_digest": rulebook.digest("farkle", adviser.rules),
        "version": version(),
        "minimum": adviser.minimum,
    }

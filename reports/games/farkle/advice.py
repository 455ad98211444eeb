"""What every keep is worth, and whether to bank or to roll, as text or JSON."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from trueodds.analysis.farkle.turn.advice import Adviser, Choice, Option
from trueodds.core import rulebook
from trueodds.core.dice import Roll, digits_of
from trueodds.core.printing import fraction_text
from trueodds.core.rules.farkle import DICE
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.records import version

OPTIONS_SCHEMA = "trueodds.options/1"
ADVICE_SCHEMA = "trueodds.advice/1"


def options_output(adviser: Adviser, roll: Roll, stake: int) -> Output:
    """Return every legal keep of a roll, the best first, as an answer."""
    found = adviser.options(roll, stake)
    return Output(
        OPTIONS_SCHEMA,
        record=lambda: (
            about(adviser)
            | {
                "roll": digits_of(roll),
                "stake": stake,
                "options": [_option_record(option) for option in found],
            }
        ),
        table=lambda: [_options_part(roll, found)],
    )


def _options_part(roll: Roll, found: Sequence[Option]) -> Part:
    if not found:
        return f"{digits_of(roll)}: farkle, no dice can be kept"
    rows = [
        [
            digits_of(option.kept),
            str(option.points),
            _left(option),
            option.choice.action,
            decimal(option.choice.value),
            decimal(option.choice.value - found[0].choice.value),
        ]
        for option in found
    ]
    header = ["keep", "points", "dice left", "then", "worth", "below the best"]
    return Table(header, rows)


def advice_output(adviser: Adviser, roll: Roll, stake: int) -> Output:
    """Return what to keep of a roll, and by how much, as an answer."""
    found = adviser.options(roll, stake)
    worths = [option.choice.value for option in found]
    gain = worths[0] - worths[1] if len(found) > 1 else None
    return Output(
        ADVICE_SCHEMA,
        record=lambda: (
            about(adviser)
            | {
                "stake": stake,
                "dice": sum(roll),
                "roll": digits_of(roll),
                "action": found[0].choice.action if found else "farkle",
                "keep": digits_of(found[0].kept) if found else None,
                "worth": _exact(worths[0] if found else Fraction(0)),
                "gain": _exact(gain),
                "options": [_option_record(option) for option in found],
            }
        ),
        table=lambda: _advice_parts(roll, stake, found, gain),
    )


def _advice_parts(
    roll: Roll, stake: int, found: Sequence[Option], gain: Fraction | None
) -> list[Part]:
    if not found:
        return [f"{digits_of(roll)}: farkle, the turn is over"]
    best = found[0]
    by = "the only legal keep" if gain is None else f"{decimal(gain)} above the next"
    advice = (
        f"keep {digits_of(best.kept)} for {best.points} points, then "
        f"{_then(best.choice, stake + best.points, best.left or DICE)}: "
        f"worth {decimal(best.choice.value)}, {by}"
    )
    return [advice, _options_part(roll, found)]


def choice_output(adviser: Adviser, stake: int, dice: int, choice: Choice) -> Output:
    """Return whether to bank or to roll, and by how much, as an answer."""
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
        table=lambda: _choice_parts(stake, dice, choice),
    )


def _choice_parts(stake: int, dice: int, choice: Choice) -> list[Part]:
    if choice.gain is None:
        return [f"{_then(choice, stake, dice)}: worth {decimal(choice.value)}"]
    rows = [
        [name, decimal(worth)]
        for name, worth in (("bank", choice.bank), ("roll", choice.roll))
        if worth is not None
    ]
    advice = f"{_then(choice, stake, dice)}: {decimal(choice.gain)} points better"
    return [advice, Table(["", "worth"], rows)]


def decimal(value: Fraction) -> str:
    """A number of points to four decimals."""
    return f"{float(value):.4f}"


def _then(choice: Choice, stake: int, dice: int) -> str:
    if choice.action == "bank":
        return f"bank {stake}"
    if choice.action == "roll":
        return f"roll {dice} {'die' if dice == 1 else 'dice'}"
    return "the turn is over"


def _left(option: Option) -> str:
    return str(option.left) if option.left else "hot dice"


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
    """A number as its fraction in text and the nearest float."""
    if value is None:
        return None
    return {"exact": fraction_text(value), "decimal": float(value)}


def about(adviser: Adviser) -> dict[str, Any]:
    """Return the keys that every record on a turn begins with."""
    return {
        "game": "farkle",
        "rules": rulebook.to_table(adviser.rules),
        "rules_digest": rulebook.digest("farkle", adviser.rules),
        "version": version(),
        "minimum": adviser.minimum,
    }

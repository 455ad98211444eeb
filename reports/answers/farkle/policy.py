"""Answers on how a turn is played for points: when to bank, and what to keep."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from trueodds.analysis.farkle.turn.advice import Adviser
from trueodds.analysis.farkle.turn.exceptions import Restraint, restraints
from trueodds.analysis.farkle.turn.optimal import Turn
from trueodds.analysis.farkle.turn.solution import bounds
from trueodds.core.dice import digits_of
from trueodds.core.exact.enclosure import Enclosure
from trueodds.reports.answers.farkle.advice import about, value_record
from trueodds.reports.answers.farkle.sentences import for_points, percent, points
from trueodds.reports.output import Output, Part, Table

SCHEMA = "trueodds.policy/1"
HEADER = ("dice", "instead of", "keep", "with at stake", "rolls")


def output(adviser: Adviser) -> Output:
    """Return an answer: when to bank, and the rolls where keeping less is better."""
    exceptions = exceptions_of(adviser)
    return Output(
        SCHEMA,
        record=lambda: _record(adviser, exceptions),
        table=lambda: _parts(adviser, exceptions),
    )


def exceptions_of(adviser: Adviser) -> list[Restraint] | None:
    """Return the rolls where keeping fewer points than possible is optimal.

    Return None if the dice are loaded or the turn is not solved exactly.
    """
    if adviser.rules.dice or not isinstance(adviser.turn, Turn):
        return None
    return restraints(adviser.turn, adviser.rules)


def _record(adviser: Adviser, exceptions: list[Restraint] | None) -> dict[str, Any]:
    dice = adviser.dice
    turn = adviser.turn
    return about(adviser) | {
        "dice": [
            {"name": kind.name, "weights": list(kind.weights)}
            | ({"joker": kind.joker} if kind.joker else {})
            for kind, count in zip(dice.kinds, dice.numbers, strict=True)
            for _ in range(count)
        ],
        "mean": value_record(turn.mean),
        "farkle": value_record(turn.farkle),
        "bank_at": {
            "+".join(dice.names(dice.multisets[n])) if dice.mixed else str(n): stake
            for n, stake in turn.bank_at.items()
        },
        "keeps": None
        if exceptions is None
        else [
            restraint._asdict()
            | {
                "instead": digits_of(restraint.instead),
                "kept": digits_of(restraint.kept),
            }
            for restraint in exceptions
        ],
    }


def _parts(adviser: Adviser, exceptions: list[Restraint] | None) -> Iterator[Part]:
    dice = adviser.dice
    turn = adviser.turn
    rules = adviser.rules
    at = {n: points(stake) for n, stake in turn.bank_at.items()}
    banks = [
        [str(sum(left)), dice.dice_text(left), at.get(n, "never")]
        for n, left in enumerate(dice.multisets[1:], 1)
    ]
    banks.sort(key=lambda row: int(row[0]))
    if rules.dice:
        # The sentence names the dice, so the rules need not.
        named = for_points(structs.replace(rules, dice=""), opening=adviser.opening)
        farkle = percent(Enclosure(*bounds(turn.farkle)))
        yield (
            f"The average turn with {rules.dice} is {points(turn.mean)} "
            f"points, and {farkle} of turns farkle. {named}"
        )
        yield Table(["dice left", "which", "bank at"], banks)
        return
    named = for_points(rules, opening=adviser.opening)
    yield f"Bank when this much is at stake. {named}"
    yield Table(["dice left", "bank at"], [row[::2] for row in banks])
    if exceptions:
        yield "Take the highest score, except for these rolls:"
        yield Table(HEADER, rows(exceptions))
    elif exceptions is not None:
        yield "Always take the highest score."


def rows(exceptions: list[Restraint]) -> list[list[str]]:
    """Return exceptions as rows of a table under ``HEADER``."""
    return [
        [
            str(restraint.dice),
            digits_of(restraint.instead),
            digits_of(restraint.kept),
            _span(restraint.least, restraint.most),
            f"{restraint.rolls:,} of {6**restraint.dice:,}",
        ]
        for restraint in exceptions
    ]


def _span(least: int, most: int) -> str:
    return points(least) if least == most else f"{points(least)} to {points(most)}"

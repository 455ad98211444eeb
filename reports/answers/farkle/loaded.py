"""Answers on a turn with loaded and mixed dice: its average, and when to bank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from trueodds.analysis.farkle.turn.any_dice import AnyDiceTurn, any_dice_turn
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.loaded import Die, read_dice
from trueodds.reports.answers.farkle.sentences import for_points, percent, points
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.records import rules_record

SCHEMA = "trueodds.loaded-policy/1"


def loaded_output(rules: FarkleRules, text: str, *, opening: bool) -> Output:
    """Return the turn with the dice that a text names, as an answer.

    Raises ``DiceError`` as ``read_dice``, and ``RulesError`` as ``any_dice_turn``.
    """
    dice = read_dice(text, rules.number_of_dice, rules.number_of_dice)
    minimum = max(rules.minimum_to_bank, rules.minimum_to_open if opening else 0)
    turn = any_dice_turn(rules, dice, minimum)
    return Output(
        SCHEMA,
        record=lambda: {
            **rules_record(rules),
            "minimum": minimum,
            "dice": [
                {"name": die.name, "weights": list(die.weights)}
                | ({"joker": die.joker} if die.joker else {})
                for die in dice
            ],
            "mean": turn.mean.record(),
            "farkle": turn.farkle.record(),
            "bank_at": [
                {"dice": list(names), "stake": stake}
                for names, stake in turn.bank_at.items()
            ],
        },
        table=lambda: _parts(rules, dice, turn, opening),
    )


def _parts(
    rules: FarkleRules, dice: Iterable[Die], turn: AnyDiceTurn, opening: bool
) -> list[Part]:
    names = _names(die.name for die in dice)
    rows = [
        [str(len(left)), _names(left), points(stake)]
        for left, stake in sorted(
            turn.bank_at.items(), key=lambda item: (len(item[0]), item[0])
        )
    ]
    return [
        f"The average turn with {names} is {points(turn.mean.midpoint)} points, and "
        f"{percent(turn.farkle)} of turns farkle. {for_points(rules, opening=opening)}",
        Table(["dice left", "which", "bank at"], rows),
    ]


def _names(names: Iterable[str]) -> str:
    counts = Counter(names)
    return ", ".join(f"{name}*{n}" if n > 1 else name for name, n in counts.items())

"""Answers on how a turn is played for points: when to bank, and what to keep."""

from __future__ import annotations

from trueodds.analysis.farkle.turn.advice import Adviser
from trueodds.analysis.farkle.turn.exceptions import Restraint, restraints
from trueodds.core.dice import digits_of
from trueodds.core.rules.farkle import DICE
from trueodds.reports.answers.farkle.advice import about
from trueodds.reports.answers.farkle.sentences import for_points, points
from trueodds.reports.output import Output, Part, Table

SCHEMA = "trueodds.policy/1"
HEADER = ("dice", "instead of", "keep", "with at stake", "rolls")


def output(adviser: Adviser) -> Output:
    """Return the stakes to bank at, and the rolls of which to take fewer points."""
    exceptions = restraints(adviser.turn, adviser.rules)
    return Output(
        SCHEMA,
        record=lambda: (
            about(adviser)
            | {
                "bank_at": {str(n): stake for n, stake in adviser.turn.bank_at.items()},
                "keeps": [
                    restraint._asdict()
                    | {
                        "instead": digits_of(restraint.instead),
                        "kept": digits_of(restraint.kept),
                    }
                    for restraint in exceptions
                ],
            }
        ),
        table=lambda: _parts(adviser, exceptions),
    )


def _parts(adviser: Adviser, exceptions: list[Restraint]) -> list[Part]:
    bank_at = adviser.turn.bank_at
    banks = [
        [str(dice), points(bank_at[dice]) if dice in bank_at else "never"]
        for dice in range(1, DICE + 1)
    ]
    rules = for_points(adviser.rules, opening=adviser.opening)
    parts: list[Part] = [
        f"Bank when this much is at stake. {rules}",
        Table(["dice left", "bank at"], banks),
    ]
    if not exceptions:
        return [*parts, "Always take the highest score."]
    title = "Take the highest score, except for these rolls:"
    return [*parts, title, Table(HEADER, rows(exceptions))]


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

"""How a turn is played for the most points, as text or JSON."""

from __future__ import annotations

from collections.abc import Mapping

from trueodds.analysis.farkle.turn.advice import Adviser
from trueodds.analysis.farkle.turn.exceptions import Restraint, restraints
from trueodds.core.dice import digits_of
from trueodds.core.rules.farkle import DICE
from trueodds.reports.games.farkle.advice import about
from trueodds.reports.output import Output, Part, Table

SCHEMA = "trueodds.policy/1"
HEADER = ("dice", "of", "keep", "with a stake of", "rolls")


def output(adviser: Adviser) -> Output:
    """Return when to bank, and the rolls where taking fewer points is better."""
    found = restraints(adviser.turn, adviser.rules)
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
                    for restraint in found
                ],
            }
        ),
        table=lambda: _parts(adviser.turn.bank_at, found),
    )


def _parts(bank_at: Mapping[int, int], found: list[Restraint]) -> list[Part]:
    banks = [
        [str(dice), str(bank_at[dice]) if dice in bank_at else "never"]
        for dice in range(1, DICE + 1)
    ]
    table = Table(["dice left", "bank from"], banks)
    if not found:
        return [table, "Always keep the most points."]
    return [table, "Keep the most points, but for:", Table(HEADER, rows(found))]


def rows(found: list[Restraint]) -> list[list[str]]:
    """Restraints as rows of a table under ``HEADER``."""
    return [
        [
            str(restraint.dice),
            digits_of(restraint.instead),
            digits_of(restraint.kept),
            _span(restraint.least, restraint.most),
            f"{restraint.rolls} of {6**restraint.dice}",
        ]
        for restraint in found
    ]


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"

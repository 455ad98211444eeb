"""How a turn is played for the most points, as text or JSON."""

from __future__ import annotations

from trueodds.analysis.farkle.turn.advice import Adviser
from trueodds.analysis.farkle.turn.exceptions import Restraint, restraints
from trueodds.core.dice import digits_of
from trueodds.core.rules.farkle import DICE
from trueodds.reports.games.farkle.advice import about
from trueodds.reports.text.odds import json_text, table_text

SCHEMA = "trueodds.policy/1"
HEADER = ("dice", "of", "keep", "with a stake of", "rolls")


def render(adviser: Adviser, format_: str) -> str:
    """When to bank, and what to keep where it is not simply the most points."""
    bank_at = adviser.turn.bank_at
    found = restraints(adviser.turn, adviser.rules)
    if format_ == "json":
        return json_text(
            about(SCHEMA, adviser)
            | {
                "bank_at": {str(dice): stake for dice, stake in bank_at.items()},
                "keeps": [
                    restraint._asdict()
                    | {
                        "instead": digits_of(restraint.instead),
                        "kept": digits_of(restraint.kept),
                    }
                    for restraint in found
                ],
            }
        )
    banks = [
        [str(dice), str(bank_at[dice]) if dice in bank_at else "never"]
        for dice in range(1, DICE + 1)
    ]
    text = table_text(["dice left", "bank from"], banks)
    if not found:
        return f"{text}\nAlways keep the most points.\n"
    return (
        f"{text}\nKeep the most points, but for:\n\n{table_text(HEADER, rows(found))}"
    )


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

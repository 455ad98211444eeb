"""Who wins a game of cribbage from a score: probabilities between proved bounds."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from trueodds.analysis.cribbage.game.whole_deals import Chosen
from trueodds.analysis.cribbage.game.win_chain import WinTable
from trueodds.analysis.cribbage.strategy_file import OPPONENT
from trueodds.core.errors import OutputError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rulebook import rules_name
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.files import refuse_to_replace, require_folder_of
from trueodds.reports.answers import words_of
from trueodds.reports.output import Output, Table
from trueodds.reports.text.numbers import uncertain, value_text
from trueodds.reports.text.records import rules_record
from trueodds.reports.text.tables import write_records

SCHEMA = "trueodds.win/2"
ENDINGS = (".csv", ".parquet")
DEALS_NOW = {"dealer": "you deal", "pone": "the opponent deals"}
DIGITS = 8
"""Significant digits of a percentage, if so many are proved."""
RECORDED = ("exact", "decimal", "lower", "upper", "unit")
"""The keys of a quantity that the record of an answer has."""


@dataclass(frozen=True, slots=True)
class Position:
    """Both players' scores before a deal, and the player's role in it.

    ``is_start`` is true if the user gave no position, so that the question is about
    a new game.
    """

    score: int
    opponent: int
    role: str
    is_start: bool


def output(
    table: WinTable,
    by: Chosen,
    rules: CribbageRules,
    at: Position,
    notes: Sequence[str] = (),
) -> Output:
    """Return the probability of winning from a position as an answer.

    Args:
        table: The win probabilities at every score.
        by: How both players throw and play.
        rules: The rules, for their name and target.
        at: The position.
        notes: Sentences to add, such as the name of a file that was written.
    """

    def wins(role: str) -> Enclosure:
        return table.win(at.score, at.opponent, deals=role == "dealer")

    return Output(
        SCHEMA,
        record=lambda: {
            **rules_record(rules),
            "score": at.score,
            "opponent": at.opponent,
            "role": at.role,
            "win": win_record(wins(at.role)),
            "win_in_other_role": win_record(wins(OPPONENT[at.role])),
            "strategies": {
                "throws": by.words[0],
                "throws_digest": by.key["throws"],
                "play": by.words[1],
                "play_digest": by.key["play"],
            },
        },
        table=lambda: [
            _sentence(at, wins(at.role), rules),
            Table(
                ["now", "you win", "the opponent wins"],
                [
                    [DEALS_NOW[role], percent(wins(role)), percent(_loses(wins(role)))]
                    for role in (at.role, OPPONENT[at.role])
                ],
            ),
            words_of("cribbage/words.toml", "win")["strategies"].format(by=by),
            *notes,
        ],
    )


def check_place(path: Path, force: bool) -> None:
    """Raise ``OutputError`` if a table cannot be written to this path.

    A path is refused if it has another ending, has no existing folder, or exists
    without ``force``.
    """
    if path.suffix not in ENDINGS:
        raise OutputError(f"{path}: a table of wins is a .csv or .parquet file")
    require_folder_of(path)
    refuse_to_replace([path], force=force)


def write_table(table: WinTable, path: Path) -> str:
    """Write the win probabilities at every score; return a line that names the file.

    Raises ``OutputError`` for a file that cannot be written.
    """
    rows = [
        {"score": score, "opponent": opponent, "role": role} | _float_bounds(win)
        for role in DEALS_NOW
        for score in range(table.target)
        for opponent in range(table.target)
        for win in [table.win(score, opponent, deals=role == "dealer")]
    ]
    return f"{write_records(path, rows)}."


def _float_bounds(win: Enclosure) -> dict[str, float]:
    """Return floats that enclose a probability and end where the proof ends."""
    # The nearest floats to the texts are off by less than the smallest step at 1.
    least = Fraction(sys.float_info.epsilon)
    wider = Enclosure(win.lower - least, win.upper + least)
    lower, upper = map(float, wider.texts())
    return {"lower": max(lower, 0.0), "upper": min(upper, 1.0)}


def percent(win: Enclosure, digits: int | None = DIGITS) -> str:
    """Return a probability as a percentage; the default digits are people's.

    >>> percent(Enclosure(Fraction(1, 3), Fraction(1, 3)), 4)
    '33.33 %'
    """
    return uncertain(value_text(_quantity(win), digits), win)


def _quantity(win: Enclosure) -> Quantity:
    return Quantity("win", "you win", win, "probability", "Markov chain")


def win_record(win: Enclosure) -> dict[str, Any]:
    """Return a probability to win as a record of an answer.

    >>> record = win_record(Enclosure(Fraction(1, 4), Fraction(1, 2)))
    >>> record["exact"], record["lower"], record["upper"]
    (None, '0.25', '0.5')
    """
    record = _quantity(win).record()
    return {key: record[key] for key in RECORDED}


def _loses(win: Enclosure) -> Enclosure:
    return Enclosure(Fraction(1) - win.upper, Fraction(1) - win.lower)


def _sentence(at: Position, win: Enclosure, rules: CribbageRules) -> str:
    share = f"{percent(win)} of games to {rules.target} by these strategies"
    by = rules_name("cribbage", rules)
    if at.is_start:
        return f"The first dealer wins {share} ({by})."
    return (
        f"You win {share}, from {at.score} to {at.opponent} when "
        f"{DEALS_NOW[at.role]} ({by})."
    )

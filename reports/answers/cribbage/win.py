"""Who wins a game of cribbage from a score: sampled probabilities with their errors."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trueodds.analysis.cribbage.game.deal_counts import DealCounts
from trueodds.analysis.cribbage.game.win_chain import WinTable
from trueodds.analysis.cribbage.strategy_file import OPPONENT, content_of
from trueodds.core.errors import OutputError
from trueodds.core.exact.estimate import METHOD, Estimate
from trueodds.core.rulebook import rules_name
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.files import refuse_to_replace, require_folder_of
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.records import rules_record
from trueodds.reports.text.tables import write_records

SCHEMA = "trueodds.win/1"
ENDINGS = (".csv", ".parquet")
DEALS_NOW = {"dealer": "you deal", "pone": "the opponent deals"}


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
    counts: DealCounts,
    rules: CribbageRules,
    at: Position,
    notes: Sequence[str] = (),
) -> Output:
    """Return the probability of winning from a position as an answer.

    Args:
        table: The win probabilities at every score.
        counts: The sampled deals behind them.
        rules: The rules, for their name and target.
        at: The position.
        notes: Sentences to add, such as the name of a file that was written.
    """

    def wins(role: str) -> Estimate:
        return table.win(at.score, at.opponent, deals=role == "dealer")

    return Output(
        SCHEMA,
        record=lambda: {
            **rules_record(rules),
            "score": at.score,
            "opponent": at.opponent,
            "role": at.role,
            "win": _record(wins(at.role)),
            "win_in_other_role": _record(wins(OPPONENT[at.role])),
            "sample": {**counts.recipe, "deals": str(counts.deals)},
        },
        table=lambda: [
            _sentence(at, wins(at.role), rules),
            Table(
                ["now", "you win", "the opponent wins", "method"],
                [
                    [
                        DEALS_NOW[role],
                        percent(wins(role)),
                        percent(wins(role), True),
                        METHOD,
                    ]
                    for role in (at.role, OPPONENT[at.role])
                ],
            ),
            *_about(counts),
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
        {
            "score": score,
            "opponent": opponent,
            "role": role,
            "win": estimate.value,
            "standard_error": estimate.standard_error,
            "method": METHOD,
            "sample_size": estimate.sample_size,
            "seed": estimate.seed,
        }
        for role in DEALS_NOW
        for score in range(table.target)
        for opponent in range(table.target)
        for estimate in [table.win(score, opponent, deals=role == "dealer")]
    ]
    return f"{write_records(path, rows)}."


def _record(estimate: Estimate) -> dict[str, Any]:
    return {**estimate.record(), "unit": "probability"}


def percent(estimate: Estimate, complement: bool = False) -> str:
    """Return a probability, or its complement, with its standard error."""
    return (estimate.complement() if complement else estimate).text(100, " %")


def _sentence(at: Position, estimate: Estimate, rules: CribbageRules) -> str:
    share = f"{percent(estimate)} of games to {rules.target} by these strategies"
    by = f"({METHOD}; {rules_name('cribbage', rules)})"
    if at.is_start:
        return f"The first dealer wins {share} {by}."
    return (
        f"You win {share}, from {at.score} to {at.opponent} when "
        f"{DEALS_NOW[at.role]} {by}."
    )


def _about(counts: DealCounts) -> Iterator[Part]:
    shipped, _ = content_of("equilibrium")
    throws = (
        "the shipped equilibrium of the discard"
        if counts.recipe["throws"] == hashlib.sha256(shipped).hexdigest()
        else "a strategy of the discard that is not the shipped one"
    )
    iterations = counts.recipe["iterations"]
    yield (
        f"After ± is one standard error, from {counts.deals:,} sampled deals (seed "
        f"{counts.seed}): the error of the sample alone, for these strategies. Both "
        f"throw by {throws}, and play by a solution of {iterations:,} "
        f"iteration{'s' * (iterations != 1)}. These strategies count points, and do "
        "not look at the score."
    )

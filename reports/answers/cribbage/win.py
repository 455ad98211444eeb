"""Who wins a game of cribbage from a score: probabilities between proved bounds."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from trueodds.analysis.cribbage.game.win_chain import WinTable
from trueodds.analysis.cribbage.strategy_file import OPPONENT
from trueodds.core.errors import OutputError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rulebook import rules_name
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.files import refuse_to_replace, require_folder_of
from trueodds.reports.answers import words_of
from trueodds.reports.kinds import CHANCE, Column, Grid, percent
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden, value_record
from trueodds.reports.text.tables import write_records

ENDINGS = (".csv", ".parquet")
DEALS_NOW = {"dealer": "you deal", "pone": "the opponent deals"}


class RoleWins(NamedTuple):
    """The probabilities to win of a player with this role, and of the opponent."""

    role: str
    win: Enclosure
    opponent: Enclosure


@dataclass(frozen=True, slots=True)
class WordedStrategies:
    """The strategies of both players for throws and play, in words and by digest.

    A digest is that of the strategy's file.
    """

    throws: str
    throws_digest: str
    play: str
    play_digest: str


def check_place(path: Path, force: bool) -> None:
    """Raise ``OutputError`` if a table cannot be written to this path.

    A path is refused if it does not end in .csv or .parquet, or has no existing folder.
    An existing file is refused if ``force`` is false.
    """
    if path.suffix not in ENDINGS:
        raise OutputError(f"{path}: a table of wins is a .csv or .parquet file")
    require_folder_of(path)
    refuse_to_replace([path], force=force)


def write_table(table: WinTable, path: Path) -> str:
    """Write the win probabilities at every score; return a line that names the file.

    The rows are the scores of both players before a deal, for the dealer and for pone.
    ``path`` ends in .csv or .parquet. Raises ``OutputError`` for a file that cannot be
    written.
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
    # The wider bounds may leave the range of a probability, which costs no proof to
    # cut.
    return {"lower": max(lower, 0.0), "upper": min(upper, 1.0)}


def win_record(win: Enclosure) -> dict[str, Any]:
    """Return a probability to win as the keys and values that JSON answers have.

    The keys are "exact", "decimal", "lower", "upper" and "unit".

    >>> record = win_record(Enclosure(Fraction(1, 4), Fraction(1, 2)))
    >>> record["exact"], record["lower"], record["upper"]
    (None, '0.25', '0.5')
    """
    return {**value_record(win), "unit": "probability"}


ROLES = (
    Column(
        "role",
        "now",
        DEALS_NOW.__getitem__,
    ),
    Column(
        "win",
        "you win",
        CHANCE,
    ),
    Column(
        "opponent",
        "the opponent wins",
        CHANCE,
    ),
)


@dataclass(frozen=True, kw_only=True, repr=False)
class Wins(Answer):
    """The probability to win a game from a score, as the dealer and as pone.

    ``score`` and ``opponent`` are the points of the player and of the opponent.
    ``win`` is the player's probability to win in his ``role``, "dealer" or "pone", at
    the next deal. ``is_start`` is true if the user gave no position, so that the
    question is about a new game. ``shipped`` is true if the user named no strategies.
    """

    schema = "trueodds.win/2"
    stated = ("win",)

    game: str
    rules: CribbageRules
    rules_digest: str
    version: str
    score: int
    opponent: int
    role: str
    win: Annotated[Enclosure, win_record]
    win_in_other_role: Annotated[Enclosure, win_record]
    strategies: WordedStrategies
    is_start: Hidden[bool]
    shipped: Hidden[bool]
    notes: Hidden[Sequence[str]]

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of both players' probabilities to win, for both roles."""
        # The user's own role is the first row.
        wins = {self.role: self.win, OPPONENT[self.role]: self.win_in_other_role}
        rows = [
            # No game is drawn.
            RoleWins(role, win, Enclosure(1 - win.upper, 1 - win.lower))
            for role, win in wins.items()
        ]
        return {"roles": Grid(ROLES, rows)}

    def table(self) -> Iterable[Part]:
        """Return the answer as a sentence, the probabilities in both roles, and notes.

        The first note says which strategies both players use.
        """
        by = self._by("shipped" if self.shipped else "strategies")
        return [self._sentence(), *self.printed_tables(), by, *self.notes]

    def exactly(self) -> Iterable[Part]:
        """Return the answer with both bounds, and what the strategies are."""
        return [*super().exactly(), self._by("strategies"), *self.notes]

    def _by(self, words: str) -> str:
        return words_of("cribbage/words.toml", "win")[words].format(by=self.strategies)

    def _sentence(self) -> str:
        target = self.rules.target
        share = f"{percent(self.win)} of games to {target}"
        by = rules_name("cribbage", self.rules)
        if self.is_start:
            return f"The first dealer wins {share} ({by})."
        return (
            f"You win {share}, from {self.score} to {self.opponent} when "
            f"{DEALS_NOW[self.role]} ({by})."
        )

"""Farkle as the program of a programming assignment (ECE 209) plays it.

These are the sources of the player's answers and of the dice, and what was printed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from io import StringIO
from typing import Any, TextIO

from trueodds.analysis.farkle.published.dialogue import (
    DiceGroup,
    PublishedGame,
    Rolled,
    read_seed,
    seeded,
)
from trueodds.core.dice import counted_dice
from trueodds.core.errors import PositionError
from trueodds.core.rules.farkle.dice_kinds import FAIR_DICE, DiceKinds, Multiset
from trueodds.core.storage.files import read_text
from trueodds.reports.kinds import Column, Grid
from trueodds.reports.output import Answer, Part

__all__ = [
    "ASSIGNMENT",
    "PublishedGame",
    "Rolled",
    "TypedWords",
    "read_seed",
    "rolls_from",
    "seeded",
]

ASSIGNMENT = "ece209"
"""The rules of the assignment, by which its game is played unless others are given."""
LINE = Column("line", "line", derived=str)
LONGEST = 10_000
"""The most characters that are read of a line at once."""


@dataclass(frozen=True, repr=False)
class Played(Answer):
    """A game that was played: the text that it printed."""

    schema = "trueodds.play/1"

    printed: str

    def record(self) -> Mapping[str, Any]:
        """Return the JSON: the printed text under the key ``text``."""
        return {"text": self.printed}

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the lines that the game printed."""
        return {"lines": Grid([LINE], self.printed.splitlines())}

    def table(self) -> Sequence[Part]:
        """Return the text that the game printed."""
        return [self.printed]


class TypedWords:
    """The words that a player types, separated by any white space."""

    def __init__(self, stream: TextIO | None) -> None:
        # A program that is started with its standard input closed has no stream.
        lines = iter(partial(stream.readline, LONGEST), "") if stream else ()
        # A line is read in parts, so an endless one does not fill the memory before a
        # word comes.
        self._words = (word for line in lines for word in line.split())

    @classmethod
    def of_file(cls, name: str) -> TypedWords:
        """Return the words of a file, or raise ``PositionError`` if unreadable.

        ``name`` is the path of the file.
        """
        return cls(StringIO(read_text(name, PositionError)))

    def next(self, wanted: str) -> str:
        """Return the next word, or raise ``PositionError`` if there is none.

        ``wanted`` says in the message what the word should be.
        """
        try:
            word = next(self._words, None)
        except UnicodeError:
            raise PositionError("the input is not text") from None
        if word is None:
            raise PositionError(
                f"the input ended in the middle of the game: {wanted} was expected"
            )
        return word


def rolls_from(answers: TypedWords, dice: DiceKinds = FAIR_DICE) -> Rolled:
    """Return a function that reads each roll from a word, such as 113456.

    ``answers`` yields the words that a player types. ``dice`` are the kinds of dice in
    the game. The function takes the number of dice of each kind to roll, and returns
    the dice as rolled. It raises ``PositionError`` if the word is not such a roll.
    """

    def roll(numbers: Multiset) -> DiceGroup:
        number = sum(numbers)
        word = answers.next(f"a roll of {counted_dice(number)}")
        group = DiceGroup.parse(word, dice)
        if len(group) != number:
            raise PositionError(
                f"the roll {word} has {counted_dice(len(group))}, but {number} are "
                "rolled"
            )
        # The right number of dice, but not those that are left, such as another loaded
        # die.
        if group.numbers != numbers:
            raise PositionError(
                f"the roll {word} has the dice {dice.dice_text(group.numbers)}, but "
                f"{dice.dice_text(numbers)} are rolled"
            )
        return group

    return roll

"""Playing the assignment's game: where answers and dice come from."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import TextIO

from trueodds.analysis.farkle.published.dialogue import Rolled, Table, read_seed, seeded
from trueodds.analysis.farkle.published.dice_group import DiceGroup
from trueodds.core.errors import PositionError

__all__ = ["Answers", "Rolled", "Table", "given", "read_seed", "seeded"]


class Answers:
    """What is typed, word by word; line feeds are white space like any other."""

    def __init__(self, stream: TextIO | None) -> None:
        # There is none where a program is started with its standard input closed.
        self._words = (word for line in stream or () for word in line.split())

    @classmethod
    def of_file(cls, name: str) -> Answers:
        """The words of a file. Raises ``PositionError`` where it cannot be read."""
        try:
            return cls(StringIO(Path(name).read_text(encoding="utf-8")))
        except (OSError, UnicodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is no text"
            raise PositionError(f"cannot read rolls from {name}: {why}") from None

    def next(self, wanted: str) -> str:
        """The next word. Raises ``PositionError`` where there is none."""
        try:
            word = next(self._words, None)
        except UnicodeError:
            raise PositionError("the input is no text") from None
        if word is None:
            raise PositionError(
                f"the input ended in the middle of the game: {wanted} was to come"
            )
        return word


def given(answers: Answers) -> Rolled:
    """Dice that are read: a word such as 113456 for each roll.

    Raises ``PositionError`` for a roll of other than the dice that are rolled.
    """

    def roll(dice: int) -> DiceGroup:
        word = answers.next(f"a roll of {dice} dice")
        group = DiceGroup.parse(word)
        if len(group) != dice:
            raise PositionError(
                f"the roll {word} is of {len(group)} dice, but {dice} are rolled"
            )
        return group

    return roll

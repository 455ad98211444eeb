"""A group of dice as a programming assignment defines it, in Python's idiom.

Source: S4 (ECE 209, program 2), whose functions are, in order: ``setDice`` →
``DiceGroup.parse``, ``rollDice`` → ``DiceGroup.roll``, ``testFarkle`` → ``is_farkle``,
``scoreDice`` → ``score``, ``selectDice`` → ``select``, ``printDice`` → ``str``. The
assignment's functions change their arguments; these return new groups instead. Where
the assignment reports failure and changes nothing, these raise an exception.
"""

from collections.abc import Callable
from dataclasses import dataclass

from trueodds.core.dice import Roll, counts_of, digits_of
from trueodds.core.errors import DiceError
from trueodds.core.rules.farkle.rules import FarkleRules
from trueodds.core.rules.farkle.scorer import Scorer


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """A group of dice, as the number that show each face; order does not matter.

    >>> dice = DiceGroup.parse(451531)
    >>> kept, left = dice.select("15")
    >>> str(dice), str(kept), str(left)
    ('113455', '15', '1345')
    """

    counts: Roll = (0,) * 6

    @classmethod
    def parse(cls, digits: int | str) -> "DiceGroup":
        """Return the dice whose faces are these decimal digits.

        Raises:
            DiceError: If a digit is not a face: 0, 7, 8 or 9.

        >>> DiceGroup.parse(405)
        Traceback (most recent call last):
            ...
        trueodds.core.errors.DiceError: '405' has a 0; the faces are 1 to 6
        """
        text = str(digits)
        for digit in text:
            if digit not in "123456":
                raise DiceError(f"{text!r} has a {digit}; the faces are 1 to 6")
        return cls(counts_of([int(digit) for digit in text]))

    @classmethod
    def roll(cls, number: int, next_face: Callable[[], int]) -> "DiceGroup":
        """Roll ``number`` dice, each with the next face of a source.

        Raises:
            DiceError: If the source gives a number that is not a face.
        """
        return cls(counts_of([next_face() for _ in range(number)]))

    def __len__(self) -> int:
        return sum(self.counts)

    def __str__(self) -> str:
        return digits_of(self.counts)

    def is_farkle(self, rules: FarkleRules) -> bool:
        """Return True if no die of the group scores."""
        return not self.score(rules)

    def score(self, rules: FarkleRules) -> int:
        """Return the highest score of the group."""
        return Scorer(rules).best(self.counts)

    def select(self, choice: int | str) -> tuple["DiceGroup", "DiceGroup"]:
        """Take dice out of the group; return the dice taken and the dice left.

        Raises:
            DiceError: If a digit is not a face, or a die is not in the group.
        """
        taken = DiceGroup.parse(choice)
        left = [
            have - take for have, take in zip(self.counts, taken.counts, strict=True)
        ]
        for face, number in enumerate(left, start=1):
            if number < 0:
                raise DiceError(f"{self} has too few dice that show {face} for {taken}")
        return taken, DiceGroup(tuple(left))

"""A group of dice as a programming assignment defines it, in Python's idiom.

Source: S4 (ECE 209, program 2), whose functions are, in order: ``setDice`` →
``DiceGroup.parse``, ``rollDice`` → ``DiceGroup.roll``, ``testFarkle`` → ``is_farkle``,
``scoreDice`` → ``score``, ``selectDice`` → ``select``, ``printDice`` → ``str``. The
assignment's functions change their arguments; these return new groups instead. Where
the assignment reports failure and changes nothing, these raise an exception. The
assignment has six fair dice; here a group can have any dice.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from trueodds.core.dice import Roll
from trueodds.core.errors import DiceError, PositionError
from trueodds.core.rules.farkle.dice_kinds import (
    FAIR_DICE,
    DiceKinds,
    DiceRoll,
    Multiset,
)
from trueodds.core.rules.farkle.loaded import JOKER
from trueodds.core.rules.farkle.rules import FarkleRules
from trueodds.core.rules.farkle.scorer import Scorer


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """A group of dice, sorted, and the set of dice that they are from.

    >>> dice = DiceGroup.parse(451531)
    >>> kept, left = dice.select("15")
    >>> str(dice), str(kept), str(left)
    ('113455', '15', '1345')
    """

    shown: DiceRoll = ()
    dice: DiceKinds = FAIR_DICE

    @classmethod
    def parse(cls, text: int | str, dice: DiceKinds = FAIR_DICE) -> "DiceGroup":
        """Return the dice whose faces are these digits, or that a text names.

        Commas or blanks may separate the dice, such as ``1,joker``. They must if the
        faces are no digits.

        Raises:
            DiceError: If a digit is not a face, such as 0, or a die is not in the set.

        >>> DiceGroup.parse(405)
        Traceback (most recent call last):
            ...
        trueodds.core.errors.DiceError: '405' has a 0; the faces are 1 to 6
        """
        text = str(text)
        faces_only = "".join(text.replace(",", " ").split())
        if not faces_only:
            return cls((), dice)
        if dice.spaced or "=" in text:
            try:
                return cls(tuple(sorted(dice.read(text))), dice)
            except PositionError as error:
                raise DiceError(str(error)) from None
        faces = dice.shown(0)
        for digit in faces_only:
            if not (digit.isascii() and digit.isdigit() and int(digit) in faces):
                known = f"1 to {dice.sides}"
                if len(faces) < dice.sides:
                    known = ", ".join(map(str, faces))
                if JOKER in text:
                    known += dice.other_dice
                raise DiceError(f"{text!r} has a {digit}; the faces are {known}")
        return cls(tuple(sorted((0, int(digit)) for digit in faces_only)), dice)

    @classmethod
    def roll(
        cls,
        numbers: Multiset,
        next_face: Callable[[int], int],
        dice: DiceKinds = FAIR_DICE,
    ) -> "DiceGroup":
        """Roll dice, each with the next face of a source for its kind."""
        rolled = ((k, next_face(k)) for k, n in enumerate(numbers) for _ in range(n))
        return cls(tuple(sorted(rolled)), dice)

    def __len__(self) -> int:
        return len(self.shown)

    def __str__(self) -> str:
        return self.dice.roll_text(self.shown)

    @property
    def word(self) -> str:
        """The text of the dice as a single word, which ``parse`` reads."""
        return str(self).replace(" ", ",")

    @property
    def numbers(self) -> Multiset:
        """The number of dice of each kind."""
        counts = Counter(kind for kind, _ in self.shown)
        return tuple(counts[kind] for kind in range(len(self.dice.kinds)))

    @property
    def counts(self) -> Roll:
        """The number of dice that show each face."""
        return self.dice.by_face(self.shown)

    def options(self, rules: FarkleRules) -> Mapping[Roll, int]:
        """Return the points of every legal keep, by the number of dice of each face."""
        scorer = Scorer(rules, self.dice.sides, jokers=self.dice.jokers)
        return dict(scorer.options(self.counts))

    def is_farkle(self, rules: FarkleRules) -> bool:
        """Return True if no die of the group scores."""
        return not self.options(rules)

    def score(self, rules: FarkleRules) -> int:
        """Return the highest score of the group."""
        return max(self.options(rules).values(), default=0)

    def select(self, choice: int | str) -> tuple["DiceGroup", "DiceGroup"]:
        """Take dice out of the group; return the dice taken and the dice left.

        Raises:
            DiceError: If a digit is not a face, or a die is not in the group.
        """
        taken = DiceGroup.parse(choice, self.dice)
        left = Counter(self.shown)
        left.subtract(taken.shown)
        for (kind, face), number in sorted(left.items()):
            if number < 0:
                die = self.dice.die_text(kind, face)
                raise DiceError(f"{self} has too few dice that show {die} for {taken}")
        return taken, DiceGroup(tuple(sorted(left.elements())), self.dice)

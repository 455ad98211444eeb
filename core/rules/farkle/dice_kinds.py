"""Sets of dice, grouped into kinds of equal dice, and their rolls as text.

Faces are digits in a row, such as ``113456``. They are separated by blanks if a die has
more than 9 sides or a joker. If the dice are not all equal, each face has the name of
its die, such as ``weighted=1 fair=5``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from trueodds.core.dice import MOST_DIGIT, Roll, counts_of, faces_of, plain_dice
from trueodds.core.errors import DiceError, PositionError
from trueodds.core.rules.farkle.loaded_dice import (
    DICE,
    FAIR,
    JOKER,
    SIDES,
    Die,
    counts_text,
    read_dice,
)
from trueodds.core.rules.farkle.patterns import NUMBERS
from trueodds.core.rules.farkle.rules import FarkleRules

Multiset = tuple[int, ...]
"""Number of dice of each kind."""

DiceRoll = tuple[tuple[int, int], ...]
"""A pair for each die: the index of its kind, and the face that it shows.

A joker counts as the face after the highest face of any die in the set.
"""


class DiceKinds:
    """Dice that may be loaded and mixed, grouped into kinds of equal dice.

    ``kinds`` has a die of each kind, and ``numbers`` the number of dice of each kind.

    >>> dice = DiceKinds(read_dice("weighted*2, fair*4"))
    >>> [kind.name for kind in dice.kinds], dice.numbers
    (['fair', 'weighted'], (4, 2))
    """

    def __init__(self, dice: Sequence[Die]) -> None:
        # Equal dice may have several names: reversed, so that the first name remains.
        names = {die.kind: die.name for die in reversed(dice)}
        counts = Counter(die.kind for die in dice)
        kinds = sorted(counts)
        self.kinds = [Die(names[kind], *kind) for kind in kinds]
        self.numbers: Multiset = tuple(counts[kind] for kind in kinds)
        self.size = len(dice)
        self.sides = max(len(kind.weights) for kind in self.kinds)
        self.jokers = any(kind.joker for kind in self.kinds)
        self.between = " " if self.jokers or self.sides > MOST_DIGIT else ""

    @property
    def spaced(self) -> bool:
        """True if blanks separate the dice in the text of a roll."""
        return self.mixed or bool(self.between)

    @property
    def mixed(self) -> bool:
        """True if the dice are not all equal, so that each needs its name."""
        return len(self.kinds) > 1

    @property
    def other_dice(self) -> str:
        """The end of an error message, which says that --dice takes other dice.

        The text is empty if the dice are not six fair ones.
        """
        kinds = [kind.kind for kind in self.kinds]
        if self.size == DICE and kinds == [FAIR.kind]:
            return "; other dice are given by --dice"
        return ""

    def shown(self, kind: int) -> dict[int, int]:
        """Return the weight of each face that a die of this kind can show.

        ``kind`` is an index of ``kinds``. A joker is the face after the highest.
        """
        die = self.kinds[kind]
        every = dict(enumerate(die.weights, start=1))
        every[self.sides + 1] = die.joker
        return {face: weight for face, weight in every.items() if weight}

    def face_text(self, face: int) -> str:
        """Return a face as text, "joker" for a joker.

        A joker is the face after the highest.
        """
        return JOKER if face > self.sides else str(face)

    def die_text(self, kind: int, face: int) -> str:
        """Return a die and its face as text; the face alone if all dice are equal.

        ``kind`` is an index of ``kinds``. A joker is the face after the highest.
        """
        shown = self.face_text(face)
        if not self.mixed:
            return shown
        return f"{self.kinds[kind].name}={shown}"

    def roll_text(self, roll: Iterable[tuple[int, int]]) -> str:
        """Return dice with their faces as text, from pairs of kind and face.

        A kind is an index of ``kinds``.

        The faces stand alone if all dice are equal.
        """
        between = " " if self.spaced else ""
        texts = [self.die_text(kind, face) for kind, face in roll]
        return between.join(texts)

    def faces_text(self, faces: Roll) -> str:
        """Return a roll as text, such as ``113456``, without the names of the dice.

        ``faces`` has the number of dice that show each face.
        """
        return self.between.join(map(self.face_text, faces_of(faces)))

    def words(self, text: str) -> list[str]:
        """Split the text of a roll into one word for each die."""
        text = plain_dice(text)
        words = text.split()
        if self.between or "=" in text:
            return words
        return list("".join(words))

    def begins_die(self, text: str) -> bool:
        """Return True if a text is the beginning of a die with its face, but not all.

        In a set of fair and weighted dice, ``fai`` and ``weighted=`` are examples.
        """
        return any(
            word != text and word.startswith(text)
            for kind in range(len(self.kinds))
            for word in (self.die_text(kind, face) for face in self.shown(kind))
        )

    def dice_text(self, multiset: Multiset) -> str:
        """Return dice as text, from the number of dice of each kind.

        ``multiset`` has the numbers in the order of ``kinds``.

        >>> DiceKinds(read_dice("weighted*2, fair*4")).dice_text((1, 2))
        'fair, weighted*2'
        """
        pairs = zip(self.kinds, multiset, strict=True)
        return counts_text({kind.name: count for kind, count in pairs if count})

    def by_face(self, roll: Iterable[tuple[int, int]]) -> Roll:
        """Return the number of dice by face, from pairs of kind and face.

        The last number counts the jokers, if any die has a joker.
        """
        counts = Counter(face for _, face in roll)
        highest = self.sides + self.jokers
        return tuple(counts[face] for face in range(1, highest + 1))

    def read(self, text: str) -> DiceRoll:
        """Read a roll of some of the dice, such as ``weighted=1 fair=5 fair=5``.

        Faces alone, such as ``155``, are enough if all dice are equal. The result has a
        pair for each die: the index of its kind, and its face.

        Raises:
            PositionError: If the text is not a roll.
            DiceError: If a die is not in the set, or cannot show its face.

        >>> DiceKinds(read_dice("weighted*2, fair*4")).read("weighted=1 fair=5")
        ((1, 1), (0, 5))
        """
        words = plain_dice(text).split()
        first = self.kinds[0].name
        if not words:
            raise PositionError(f"{text!r} has no dice; write them as {first}=1")
        if not any("=" in word for word in words):
            if self.mixed:
                raise PositionError(
                    f"{text!r} does not say which die shows which face; write it as "
                    f"{first}=1 {self.kinds[-1].name}=5"
                )
            faces = read_roll(text, self.size, self.sides, jokers=self.jokers)
            words = [f"{first}={self.face_text(face)}" for face in faces_of(faces)]
        pairs = [word.rpartition("=") for word in words]
        known_faces = {
            self.face_text(face): face
            for face in range(1, self.sides + self.jokers + 1)
        }
        for word, (name, _, shown) in zip(words, pairs, strict=True):
            if shown not in known_faces:
                raise PositionError(
                    f"{word!r} is not a die with its face; faces are 1 to "
                    f"{self.sides}{' and joker' * self.jokers}, such as {first}=1"
                )
            if not name.strip():
                raise PositionError(
                    f"{word!r} does not say which die shows it; write it as "
                    f"{first}={shown}"
                )
        dice = [read_dice(name, 1, 1)[0] for name, _, _ in pairs]
        self.count(dice)
        roll = tuple(
            (self.kind_of(die), known_faces[shown])
            for die, (_, _, shown) in zip(dice, pairs, strict=True)
        )
        for kind, face in roll:
            faces_of_die = self.shown(kind)
            if face not in faces_of_die:
                known = ", ".join(map(self.face_text, faces_of_die))
                raise DiceError(
                    f"the die {self.kinds[kind].name} never shows a "
                    f"{self.face_text(face)}; it shows {known}"
                )
        return roll

    def count(self, dice: Iterable[Die]) -> Counter[int]:
        """Count dice by their index in ``kinds``.

        Raises ``DiceError`` if there is no such die in the set, or fewer of them than
        in ``dice``.
        """
        kinds = Counter(map(self.kind_of, dice))
        for kind, number in kinds.items():
            most = self.numbers[kind]
            if number > most:
                raise DiceError(
                    f"the set has {most} of the die {self.kinds[kind].name}, not "
                    f"{number}"
                )
        return kinds

    def kind_of(self, die: Die) -> int:
        """Return the index of a die in ``kinds``, or raise ``DiceError``."""
        for index, kind in enumerate(self.kinds):
            if kind.kind == die.kind:
                return index
        names = ", ".join(kind.name for kind in self.kinds)
        raise DiceError(
            f"the set has no die {die.name}; it has {names}{self.other_dice}"
        )

    def require_shown(self, faces: Roll) -> None:
        """Raise ``PositionError`` unless the dice can show these numbers of each face.

        By Hall's theorem the dice can show the faces if, for every subset of the faces,
        enough dice have at least one face of the subset.

        >>> DiceKinds(read_dice("1:1:1:1, fair*5")).require_shown((0, 0, 0, 0, 0, 6))
        Traceback (most recent call last):
            ...
        trueodds.core.errors.PositionError: '666666' cannot be rolled; only 5 of ...
        """
        shown = [face for face, number in enumerate(faces, start=1) if number]
        able = [self.shown(kind) for kind in range(len(self.kinds))]
        # Dice that can all show each of these faces can show any roll of them.
        if all(each.keys() >= set(shown) for each in able):
            return
        # Small subsets come first, so that the error names the fewest faces.
        for size in range(1, len(shown) + 1):
            for part in combinations(shown, size):
                dice = 0
                for each, number in zip(able, self.numbers, strict=True):
                    if not each.keys().isdisjoint(part):
                        dice += number
                needed = sum(faces[face - 1] for face in part)
                if needed <= dice:
                    continue
                able_dice = f"only {dice}" if dice else "none"
                raise PositionError(
                    f"{self.faces_text(faces)!r} cannot be rolled; {able_dice} of "
                    f"the dice {self.dice_text(self.numbers)} can show "
                    f"{' or '.join(map(self.face_text, part))}"
                )


FAIR_DICE = DiceKinds([FAIR] * DICE)
"""Six fair dice."""


def dice_kinds(rules: FarkleRules) -> DiceKinds:
    """Return the dice of these rules, loaded or fair.

    >>> dice_kinds(FarkleRules.load(number_of_dice=5)).dice_text((5,))
    'fair*5'
    """
    number = rules.number_of_dice
    if number == DICE and not rules.dice:
        return FAIR_DICE
    return DiceKinds(read_dice(str(rules.dice), number, number))


def read_roll(
    position: str, dice: int = DICE, sides: int = SIDES, *, jokers: bool = False
) -> Roll:
    """Read dice, such as ``113456``, in any order.

    Faces may be separated by blanks or commas, and must be if a face is above 9. With
    ``jokers``, the word ``joker`` is a joker, and one more number of the roll counts
    the jokers.

    Args:
        position: The faces of the dice.
        dice: The most dice.
        sides: The highest face.
        jokers: Dice may show a joker.

    Returns:
        The number of dice by face, then the number of jokers if ``jokers`` is true.

    Raises:
        PositionError: If the text is not a roll.
        DiceError: If a die shows a face that it does not have.

    Example:
        >>> read_roll("515")
        (1, 0, 0, 0, 2, 0)
        >>> read_roll("1 joker 1", jokers=True)
        (2, 0, 0, 0, 0, 0, 1)
    """
    shown = plain_dice(position).split()
    number_of_jokers = shown.count(JOKER)
    if jokers:
        shown = [word for word in shown if word != JOKER]
    if sides <= MOST_DIGIT:
        shown = list("".join(shown))
    number = len(shown)
    if jokers:
        number += number_of_jokers
    are_faces = all(word.isascii() and word.isdigit() for word in shown)
    if not 1 <= number <= dice or not are_faces:
        faces = f"faces 1 to {sides}{' or joker' * jokers}, such as 1 1 3"
        if sides == SIDES and not jokers:
            faces = f"digits 1 to 6, such as {'113456'[:dice]}"
            faces += "; dice with a joker are given by --dice" * (JOKER in position)
        raise PositionError(
            f"{position!r} is not a Farkle roll: one to {NUMBERS[dice - 1]} {faces}"
        )
    counts = counts_of([int(word) for word in shown], sides)
    if jokers:
        return (*counts, number_of_jokers)
    return counts

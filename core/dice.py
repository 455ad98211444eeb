"""Equal dice of any number and any sides, fair or loaded.

A roll is a multiset: how many dice show each face. Its weight is the number of
ordered rolls that it represents (the multinomial coefficient) times the weights of the
faces, so that 20 six-sided dice are 53,130 rolls and not 6**20.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, factorial

from trueodds.core.errors import DiceError

Roll = tuple[int, ...]
"""Numbers of dice by face: ``roll[f - 1]`` dice show face ``f``."""

MOST_DIGIT = 9
"""The highest face that is written with one digit."""


def counted_dice(number: int | str) -> str:
    """Return a number of dice with its noun.

    >>> counted_dice(1), counted_dice(6)
    ('1 die', '6 dice')
    """
    return "1 die" if str(number) == "1" else f"{number} dice"


@dataclass(frozen=True, slots=True)
class Dice:
    """``count`` equal dice with an integer weight for each face.

    ``weights[f - 1]`` is the relative frequency of face f, all equal for fair dice.

    Raises ``DiceError`` for a negative count or weight, or if no weight is positive.

    >>> Dice.fair(3, sides=6).total
    216
    >>> dict(Dice(2, (1, 2)).rolls())
    {(2, 0): 1, (1, 1): 4, (0, 2): 4}
    """

    count: int
    weights: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.count < 0:
            raise DiceError(f"cannot roll {self.count} dice; 0 or more can be rolled")
        if any(weight < 0 for weight in self.weights):
            raise DiceError(f"weights {self.weights} must all be 0 or more")
        if not any(self.weights):
            raise DiceError(
                f"weights {self.weights} make no die: a positive weight is needed"
            )

    @classmethod
    def fair(cls, count: int, *, sides: int) -> "Dice":
        """Return ``count`` dice whose ``sides`` faces are equally likely."""
        return cls(count, (1,) * sides)

    @property
    def sides(self) -> int:
        """The number of faces."""
        return len(self.weights)

    @property
    def total(self) -> int:
        """The weight of all rolls together: the number of ordered rolls if fair."""
        return int(sum(self.weights) ** self.count)

    @property
    def classes(self) -> int:
        """The number of rolls that ``rolls()`` yields if no weight is zero.

        >>> Dice.fair(6, sides=6).classes
        462
        """
        return comb(self.count + self.sides - 1, self.count)

    def rolls(self) -> Iterator[tuple[Roll, int]]:
        """Yield every roll of positive weight once, with its weight.

        A roll is a tuple with the number of dice that show each face. The weights add
        up to ``total``.

        A roll's weight is the multinomial coefficient, count! over the product of (dice
        that show f)!, times the product of the weights of the faces shown.
        """
        possible = [face for face, weight in enumerate(self.weights) if weight]
        for shown in combinations_with_replacement(possible, self.count):
            counts = [0] * self.sides
            weight = factorial(self.count)
            for face in shown:
                counts[face] += 1
                # Dividing by 1, 2, … as a face repeats divides by its factorial.
                weight = weight * self.weights[face] // counts[face]
            yield tuple(counts), weight


def plain_dice(text: str) -> str:
    """Return the text of dice with blanks in place of other separators.

    The signs ⚀ to ⚅ become their numbers. A dash or a plus separates two faces.

    >>> plain_dice("[1, 1, 5]").split(), plain_dice("1-1-⚄").split()
    (['1', '1', '5'], ['1', '1', '5'])
    """
    return _BETWEEN_FACES.sub(" ", text).translate(_DICE_SIGNS)


_FACE_SIGNS = "⚀⚁⚂⚃⚄⚅"
_BETWEEN_FACES = re.compile(rf"(?<=[0-9{_FACE_SIGNS}])[-+](?=[0-9{_FACE_SIGNS}])")
FACE_NUMBERS = str.maketrans(
    {sign: f" {face} " for face, sign in enumerate(_FACE_SIGNS, start=1)}
)
"""The numbers of ⚀ to ⚅, for ``str.translate``."""

_DICE_SIGNS = str.maketrans(dict.fromkeys(",;[](){}\"'", " ")) | FACE_NUMBERS


def counts_of(faces: Sequence[int], sides: int = 6) -> Roll:
    """Return how many dice show each of the faces 1 to ``sides``, as a tuple (a roll).

    ``faces`` has the face of each die, in any order. Raises ``DiceError`` for a face
    that the dice do not have.

    >>> counts_of([1, 1, 3, 4, 5, 6])
    (2, 0, 1, 1, 1, 1)
    """
    counts = [0] * sides
    for face in faces:
        if not 1 <= face <= sides:
            raise DiceError(f"there is no face {face}; the faces are 1 to {sides}")
        counts[face - 1] += 1
    return tuple(counts)


def faces_of(roll: Roll) -> tuple[int, ...]:
    """Return the faces that a roll shows, ascending.

    ``roll`` has the number of dice that show each face.

    >>> faces_of((2, 0, 1, 0, 0, 0))
    (1, 1, 3)
    """
    return tuple(face for face, n in enumerate(roll, start=1) for _ in range(n))


def digits_of(roll: Roll) -> str:
    """Return the faces that a roll shows, none above 9, as digits.

    ``roll`` has the number of dice that show each face.

    >>> digits_of((2, 0, 1, 0, 0, 0))
    '113'
    """
    return "".join(map(str, faces_of(roll)))

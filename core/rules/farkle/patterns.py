"""Patterns of dice that score together: groups of equal dice, or certain faces."""

from collections import Counter
from functools import lru_cache
from itertools import permutations
from re import ASCII, fullmatch
from typing import NamedTuple

from trueodds.core.dice import MOST_DIGIT, Roll
from trueodds.core.errors import RulesError
from trueodds.core.rules.farkle.loaded_dice import MOST_DICE, MOST_SIDES

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight")

NAMES = {
    (1,): "single",
    (2,): "pair",
    (2, 2): "two pairs",
    (2, 2, 2): "three pairs",
    (2, 2, 2, 2): "four pairs",
    (3, 3): "two triplets",
    (3, 2): "full house",
}
"""Names of patterns that are not made of words for their groups."""


class Pattern(NamedTuple):
    """Dice that score together.

    Attributes:
        field: The field of the rules that gives the points, such as ``of_a_kind.3.1``.
        groups: How many dice show each face of the pattern.
        faces: The face of each group; if empty, the faces can be any different ones.
        points: The points; 0 if the pattern does not score.
    """

    field: str
    groups: tuple[int, ...]
    faces: tuple[int, ...]
    points: int

    @property
    def name(self) -> str:
        """The name of the pattern, whatever its faces.

        >>> read_pattern("patterns", "3+2", 1500).name
        'full house'
        """
        groups = tuple(sorted(self.groups, reverse=True))
        words = [NUMBERS[number - 1] for number in groups]
        if groups[0] == 1 < len(groups):
            return "straight"
        return NAMES.get(groups) or " and ".join(words) + " of a kind" * (
            len(groups) == 1
        )

    @property
    def text(self) -> str:
        """The text of the pattern in rules, such as ``3+2`` or ``12345``."""
        if not self.faces:
            return "+".join(map(str, self.groups))
        groups = zip(self.faces, self.groups, strict=True)
        shown = [str(face) for face, number in groups for _ in range(number)]
        return ("" if self.faces[-1] <= MOST_DIGIT else " ").join(shown)


@lru_cache(10_000)
def rolls_of(groups: tuple[int, ...], faces: tuple[int, ...], sides: int) -> list[Roll]:
    """Return all rolls that consist of a pattern, as numbers of dice by face.

    ``groups`` has the number of dice that show each face of the pattern, and ``faces``
    these faces. If ``faces`` is empty, they can be any different ones. A die has
    ``sides`` sides.

    >>> len(rolls_of((3, 2), (), 6)), rolls_of((3, 2), (1, 4), 6)
    (30, [(3, 0, 0, 2, 0, 0)])
    """
    every = range(1, sides + 1)
    chosen = [faces] if faces else permutations(every, len(groups))
    # Groups of equal size may exchange their faces; this is the same
    # roll, which ``dict.fromkeys`` keeps once.
    counts = (dict(zip(faces, groups, strict=True)) for faces in chosen)
    return [*dict.fromkeys(tuple(n.get(face, 0) for face in every) for n in counts)]


@lru_cache(10_000)
def read_pattern(field: str, text: str, points: int) -> Pattern:
    """Return the pattern of groups such as ``3+2``, or of faces such as ``12345``.

    Faces above 9 are separated by blanks. ``points`` is what the pattern scores, and
    ``field`` the field of the rules that gives them, for messages too.

    Raises:
        RulesError: If the text is neither two or more groups of equal dice, nor dice of
            two or more faces, or has more than eight dice.

    >>> read_pattern("patterns", "11122", 1250).groups
    (3, 2)
    """
    any_faces = "+" in text
    words = text.split("+") if any_faces else text.split()
    if len(words) == 1:
        words = list(words[0])
    # Sorted, so that texts of the same pattern give equal patterns.
    numbers = sorted(int(n) for n in words if fullmatch(r"\s*\d{1,2}\s*", n, ASCII))
    shown = Counter(numbers)
    groups = numbers[::-1] if any_faces else list(shown.values())
    if (
        len(numbers) < len(words)
        or len(groups) < 2
        or sum(groups) > MOST_DICE
        or numbers[0] < 1 + any_faces
        or numbers[-1] > MOST_SIDES
    ):
        raise RulesError(
            f"{field}: write groups of two or more equal dice, such as 3+2, or dice of "
            f"different faces, such as 12345; at most {MOST_DICE} dice"
        )
    return Pattern(field, tuple(groups), () if any_faces else tuple(shown), points)

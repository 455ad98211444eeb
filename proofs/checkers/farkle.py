"""Farkle in certificates of trueodds: the scorer, rolls by their keeps, and one turn.

Dice are counted by face or by kind. A keep is a pair: the points of the dice kept, and
the number of dice left. If no dice are left (hot dice), all dice are rolled again, or
the turn ends, as the rules say.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, permutations, product
from itertools import combinations_with_replacement as multisets
from math import gcd
from typing import Any, NamedTuple

from .proving import arrangements
from .reading import (
    UnprovedError,
    Values,
    conform,
    natural,
    optional_fields,
    points,
    refuse,
)

Dice = tuple[int, ...]  # how many, by face or by kind
Keeps = tuple[tuple[int, int], ...]  # points, and the dice left, in order
Needed = tuple[tuple[int, int], ...]  # faces in order, and how many of each

DICE = 6
FACES = partial(optional_fields, "123456", points)
OF_A_KIND = partial(optional_fields, "23456", FACES)
PARTS = ["".join(faces) for n in range(2, 6) for faces in combinations("123456", n)]
WHOLES = {
    "straight": "123456",
    "three_pairs": "2+2+2",
    "four_and_two": "4+2",
    "two_triplets": "3+3",
}
"""The patterns with a field of their own: faces, or numbers of equal dice."""
# At most eight dice: groups of equal dice, the largest first, or faces.
PATTERN = re.compile(
    r"[2-6]\+2|[3-5]\+3|4\+4|[2-4]\+2\+2|3\+3\+2|2\+2\+2\+2"
    r"|[1-9]{2,8}|(1[0-2]|[1-9])( (1[0-2]|[1-9])){1,7}"
)
MOST_PATTERNS = 462  # all rolls of six dice


def patterns(table: Any) -> Values:
    """Read the points of patterns such as ``3+2``, ``11122`` and ``9 10 10``."""
    natural(len(conform(table, dict)), MOST_PATTERNS)
    for text in table:
        if not PATTERN.fullmatch(text):
            refuse(f"it is not a pattern of dice: {text:.40}")
    return {text: points(worth) for text, worth in table.items()}


def rules_with(**more: Any) -> Callable[[Any], Values]:
    """Return the reader of rules of six fair dice with further fields."""
    shape = {
        "singles": FACES,
        "of_a_kind": OF_A_KIND,
        "straights": partial(optional_fields, PARTS, points),
        "nothing": points,
        "patterns": patterns,
        **dict.fromkeys(WHOLES, points),
        **more,
    }
    # Partial straights and further patterns are stated only if there are any.
    unstated: Values = {"straights": {}, "patterns": {}}
    return lambda rules: conform(unstated | conform(rules, dict), shape)


class KeepScorer:
    """The points of kept dice, given as how many show each face.

    Faces are numbered from 0, and the joker is the face ``sides``.

    ``combinations`` are the faces of each combination, in order, with its points. A
    joker stands for any face of a combination. If ``alone`` is true, a combination
    may consist of jokers only.
    """

    def __init__(
        self,
        combinations: Iterable[tuple[tuple[int, ...], int]],
        sides: int = 6,
        size: int = DICE,
        *,
        jokers: bool = False,
        alone: bool = False,
        junk: bool = False,
    ) -> None:
        self.sides = sides
        self.jokers = jokers
        self.alone = alone
        self.junk = junk
        self.by_lowest: list[dict[Needed, int]] = [{} for _ in range(sides + 1)]
        for faces, worth in combinations:
            if worth and len(faces) <= size and max(faces) < sides:
                for dice in self._shown(faces):
                    needed = tuple((face, dice.count(face)) for face in sorted({*dice}))
                    known = self.by_lowest[min(dice)]
                    known[needed] = max(worth, known.get(needed, 0))
        self.best, self.points = cache(self._best), cache(self._points)

    def _shown(self, faces: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the dice that make a combination, also with jokers for some faces."""
        yield faces
        for shown in range(len(faces) if self.jokers and len(faces) > 1 else 0):
            if shown or self.alone:
                for left in set(combinations(faces, shown)):
                    yield (*left, *[self.sides] * (len(faces) - shown))

    def _best(self, dice: Dice) -> int:
        """Return the most points if all dice score; else -1.

        In every way to score all dice, some combination contains the lowest face.
        """
        if not any(dice):
            return 0
        lowest = next(face for face, count in enumerate(dice) if count)
        most = -1
        for needed, worth in self.by_lowest[lowest].items():
            if all(dice[face] >= count for face, count in needed):
                left = [*dice]
                for face, count in needed:
                    left[face] -= count
                rest = self.best(tuple(left))
                most = max(most, worth + rest if rest >= 0 else -1)
        return most

    def _points(self, dice: Dice) -> int:
        """Return the most points of kept dice; 0 if they may not be kept."""
        most = max(self.best(dice), 0)
        if self.junk:
            for face, count in enumerate(dice):
                if count:
                    fewer = (*dice[:face], count - 1, *dice[face + 1 :])
                    most = max(most, self.points(fewer))
        return most


def combinations_of(
    rules: Values, sides: int = 6
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the faces of each combination, counted from 0, and its points."""
    for size, by_face in {1: rules["singles"], **rules["of_a_kind"]}.items():
        for face, worth in by_face.items():
            yield (int(face) - 1,) * int(size), worth
    whole = {text: rules.get(name, 0) for name, text in WHOLES.items()}
    tables = (rules["straights"], whole, rules["patterns"])
    for text, worth in (item for table in tables for item in table.items() if item[1]):
        if "+" not in text:
            numbers = text.split() if " " in text else text  # as in 2 3 4, or in 234
            yield tuple(int(face) - 1 for face in numbers), worth
            continue
        counts = [*map(int, text.split("+"))]
        chosen = permutations(range(sides), len(counts))
        pairs = (zip(faces, counts, strict=True) for faces in chosen)
        for dice in {tuple(sorted(f for f, n in p for _ in range(n))) for p in pairs}:
            yield dice, worth


def keeps_of_rolls(rules: Values) -> dict[str, Keeps]:
    """Return the keeps of every roll of one to six fair dice. A farkle has none."""
    scorer = KeepScorer(combinations_of(rules))
    keeps = dict[str, Keeps]()
    for size in range(1, DICE + 1):
        for roll in map("".join, multisets("123456", size)):
            parts = product(*(range(roll.count(face) + 1) for face in "123456"))
            worth = {part: scorer.points(part) for part in parts}
            legal = {(n, size - sum(part)) for part, n in worth.items() if n}
            if size == DICE and not legal and rules["nothing"]:
                legal = {(rules["nothing"], 0)}
            keeps[roll] = tuple(sorted(legal))
    return keeps


class Rolls(NamedTuple):
    """All rolls of some dice: the total weight, the weight of farkles, and classes.

    A class has the weight and the keeps of rolls with the same keeps. Farkles are in no
    class.
    """

    total: int
    farkles: int
    classes: list[tuple[int, Keeps]]


def classes_of_rolls(rules: Values) -> list[Rolls]:
    """Return all ordered rolls of n fair dice as ``Rolls``, at index n of the list."""
    weights = [Counter[Keeps]() for _ in range(DICE + 1)]
    for roll, keeps in keeps_of_rolls(rules).items():
        weights[len(roll)][keeps] += arrangements(roll)
    return [
        Rolls(6**n, by_keeps.pop((), 0), [(w, keeps) for keeps, w in by_keeps.items()])
        for n, by_keeps in enumerate(weights)
    ]


def after_rolls(
    rolls: Rolls,
    after: Callable[[int, int], Any],
    farkle: Any,
    best: Callable[[Iterable[Any]], Any] = max,
) -> Iterator[tuple[int, Any]]:
    """Yield the weight of each class of rolls and the value of its best keep.

    ``after`` returns the value of a keep, from its points and the dice left.
    ``farkle`` is the value of a farkle. This is the step of every backward
    induction of a turn.
    """
    yield rolls.farkles, farkle
    for weight, keeps in rolls.classes:
        yield weight, best(after(gained, left) for gained, left in keeps)


def ceiling(all_rolls: Iterable[Rolls]) -> Fraction:
    """Return the least stake from which no roll gains on average, so banking is best.

    At this stake and above, a roll of any dice loses at least as much by farkles as
    it can gain at once.

    Raises:
        UnprovedError: If some dice can never farkle.
    """
    top = Fraction(0)
    for rolls in all_rolls:
        if not rolls.farkles:
            raise UnprovedError("this proof needs that any dice to roll can farkle")
        gained = sum(weight * max(keeps)[0] for weight, keeps in rolls.classes)
        top = max(top, Fraction(gained, rolls.farkles))
    return top


class PointRace(NamedTuple):
    """Farkle to a target, with all points in units.

    ``goal`` is the number of scores below the target. ``bank`` and ``opens`` are
    the least stakes that may be banked: at any other score, and at the score 0.
    """

    rolls: list[Rolls]
    goal: int
    bank: int
    opens: int

    @property
    def keeps(self) -> int:
        """The number of keeps of all rolls."""
        return sum(len(keeps) for rolls in self.rolls for _, keeps in rolls.classes)

    @property
    def most(self) -> int:
        """The most points of a keep."""
        return max(n for rolls in self.rolls for _, k in rolls.classes for n, _ in k)


RACE = rules_with(minimum_to_bank=points, minimum_to_open=points, target=points)


def race(rules: Values, most_scores: int) -> PointRace:
    """Return the game, in units of the largest number that divides all points."""
    every = classes_of_rolls(rules)
    unit = gcd(*(n for rolls in every for _, keeps in rolls.classes for n, _ in keeps))
    if not unit:
        refuse("nothing scores")
    least = {"target": 1, "minimum_to_bank": 0, "minimum_to_open": 0}
    goal, bank, opens = (
        natural(-(-rules[name] // unit), most_scores, n) for name, n in least.items()
    )
    in_units = [
        rolls._replace(
            classes=[
                (weight, tuple((n // unit, left) for n, left in keeps))
                for weight, keeps in rolls.classes
            ]
        )
        for rolls in every
    ]
    return PointRace(in_units, goal, max(bank, 1), max(bank, opens, 1))

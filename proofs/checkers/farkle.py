"""Rules of Farkle for certificates of trueodds: the scorer, and the keeps of rolls.

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
from itertools import chain, combinations, permutations, product
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
PARTS = [
    "".join(faces) for number in range(2, 6) for faces in combinations("123456", number)
]
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
    """Read the points of patterns such as ``3+2``, ``11122`` and ``9 10 10``.

    ``table`` has the points by pattern, and is returned if it is valid. Otherwise
    ``MalformedError`` is raised.
    """
    natural(len(conform(table, dict)), MOST_PATTERNS)
    for text in table:
        if not PATTERN.fullmatch(text):
            refuse(f"it is not a pattern of dice: {text:.40}")
    return {text: points(worth) for text, worth in table.items()}


def rules_with(**more: Any) -> Callable[[Any], Values]:
    """Return a function that reads rules of six fair dice with some further fields.

    ``more`` has, by the name of each field, the shape of its value, as
    ``reading.conform`` describes shapes. The function takes the rules of a certificate
    by name. It returns them, or raises ``MalformedError``.
    """
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
    """A scorer of kept dice, which are given as the number of dice of each face.

    ``points(dice)`` returns the most points of kept dice, or 0 if they may not be kept.
    Faces are numbered from 0, and the joker is the face ``sides``.

    ``combinations`` are the faces of each combination, in ascending order, with its
    points. Combinations of more than ``size`` dice are left out. If ``jokers`` is true,
    some dice have jokers. A joker stands for any face of a combination of two dice or
    more. If ``alone`` is true, a combination may consist of jokers only. If ``junk`` is
    true, some of the dice need not score.
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
            # Leave out combinations that these dice cannot show.
            if worth and len(faces) <= size and max(faces) < sides:
                for dice in self._shown(faces):
                    different = sorted({*dice})
                    needed = tuple((face, dice.count(face)) for face in different)
                    # Of combinations of the same dice, the best one scores.
                    known = self.by_lowest[min(dice)]
                    before = known.get(needed, 0)
                    known[needed] = max(worth, before)
        self.best = cache(self._best)
        self.points = cache(self._points)

    def _shown(self, faces: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the dice that make a combination, also with jokers for some faces."""
        yield faces
        # A joker stands for no face that scores as a single die.
        if not self.jokers or len(faces) == 1:
            return
        # At least one die shows its face, unless jokers score alone.
        fewest = 0 if self.alone else 1
        for shown in range(fewest, len(faces)):
            jokers = [self.sides] * (len(faces) - shown)
            different = set(combinations(faces, shown))
            for left in different:
                yield (*left, *jokers)

    def _best(self, dice: Dice) -> int:
        """Return the most points if all dice score; else -1.

        In every way to score all dice, some combination contains the lowest face.
        """
        if not any(dice):
            return 0
        lowest = next(face for face, count in enumerate(dice) if count)
        most = -1
        for needed, worth in self.by_lowest[lowest].items():
            left = [*dice]
            for face, count in needed:
                left[face] -= count
            # The dice of the combination are there, and all others score too.
            if min(left) >= 0:
                rest = self.best(tuple(left))
                if rest >= 0:
                    most = max(most, worth + rest)
        return most

    def _points(self, dice: Dice) -> int:
        """Return the most points of kept dice; 0 if they may not be kept."""
        most = max(self.best(dice), 0)
        # With junk, some of the dice kept need not score: try without each.
        if self.junk:
            for face, count in enumerate(dice):
                if count:
                    fewer = (*dice[:face], count - 1, *dice[face + 1 :])
                    most = max(most, self.points(fewer))
        return most


def combinations_of(
    rules: Values, sides: int = 6
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the faces of each combination, counted from 0, and its points.

    ``rules`` has the points of combinations by the name of the rule. The dice have
    ``sides`` faces.
    """
    for size, by_face in {1: rules["singles"], **rules["of_a_kind"]}.items():
        for face, worth in by_face.items():
            yield (int(face) - 1,) * int(size), worth
    whole = {text: rules.get(name, 0) for name, text in WHOLES.items()}
    tables = (rules["straights"], whole, rules["patterns"])
    for table in tables:
        for text, worth in table.items():
            if worth:
                for faces in faces_of(text, sides):
                    yield faces, worth


def faces_of(pattern: str, sides: int) -> Iterable[tuple[int, ...]]:
    """Return the rolls that a pattern stands for, such as ``3+2`` or ``234``.

    A roll has its ascending faces, counted from 0. The dice have ``sides`` faces.
    """
    if "+" not in pattern:
        numbers = pattern.split() if " " in pattern else pattern
        return [tuple(int(face) - 1 for face in numbers)]
    # Groups of equal dice, each of a face of its own.
    counts = [int(count) for count in pattern.split("+")]
    patterns = set()
    for faces in permutations(range(sides), len(counts)):
        groups = [[face] * n for face, n in zip(faces, counts, strict=True)]
        # Sorted, since 2+2 of the faces 1 and 3 is 2+2 of the faces 3 and 1.
        dice = sorted(chain(*groups))
        patterns.add(tuple(dice))
    return patterns


def keeps_of_rolls(rules: Values) -> dict[str, Keeps]:
    """Return the keeps of every roll of one to six fair dice. A farkle has none.

    ``rules`` has the points of combinations by the name of the rule. A roll is the text
    of its ascending faces. A keep is the points of the dice kept, and the number of
    dice left.
    """
    scorer = KeepScorer(combinations_of(rules))
    keeps = dict[str, Keeps]()
    for size in range(1, DICE + 1):
        for roll in map("".join, multisets("123456", size)):
            # Try every choice of dice: how many of each face the player keeps.
            choices = [range(roll.count(face) + 1) for face in "123456"]
            legal = set()
            for kept in product(*choices):
                worth = scorer.points(kept)
                if worth:
                    legal.add((worth, size - sum(kept)))
            # By some rules all six dice score if none of them does.
            nothing = rules["nothing"]
            if size == DICE and not legal and nothing:
                legal.add((nothing, 0))
            keeps[roll] = tuple(sorted(legal))
    return keeps


class Rolls(NamedTuple):
    """All rolls of some dice: the total weight, the weight of farkles, and classes.

    A class is a weight and keeps: the total weight of the rolls that have exactly these
    keeps. A keep is the points of the dice kept, and the number of dice left. Farkles
    are in no class.
    """

    total: int
    farkles: int
    classes: list[tuple[int, Keeps]]

    @property
    def keeps(self) -> int:
        """The number of keeps of all classes of rolls together."""
        return sum(len(keeps) for _, keeps in self.classes)

    @property
    def gained(self) -> int:
        """The most points that each roll can keep, added up over all rolls.

        Each class of rolls counts with its weight.
        """
        return sum(weight * max(keeps)[0] for weight, keeps in self.classes)


def classes_of_rolls(keeps_of: dict[str, Keeps]) -> list[Rolls]:
    """Return all ordered rolls of n fair dice as ``Rolls``, at index n of the list.

    ``keeps_of`` has the keeps of every roll, as ``keeps_of_rolls`` returns them.
    """
    weights = [Counter[Keeps]() for _ in range(DICE + 1)]
    for roll, keeps in keeps_of.items():
        weights[len(roll)][keeps] += arrangements(roll)
    all_rolls = []
    for n, by_keeps in enumerate(weights):
        farkles = by_keeps.pop((), 0)
        classes = [(weight, keeps) for keeps, weight in by_keeps.items()]
        all_rolls.append(Rolls(6**n, farkles, classes))
    return all_rolls


def after_rolls(
    rolls: Rolls,
    after: Callable[[int, int], Any],
    farkle: Any,
    best: Callable[[Iterable[Any]], Any] = max,
) -> Iterator[tuple[int, Any]]:
    """Yield the weight of each class of rolls and the value of its best keep.

    ``after(points, left)`` returns the value of a keep, from its points and the number
    of dice left. ``best`` chooses among the values of keeps. The farkles come first,
    with the value ``farkle``. This is the step of every backward induction of a turn.
    """
    yield rolls.farkles, farkle
    for weight, keeps in rolls.classes:
        yield weight, best(after(gained, left) for gained, left in keeps)


def ceiling(all_rolls: Iterable[Any]) -> Fraction:
    """Return the least stake from which no roll gains on average, so banking is best.

    At this stake and above, a roll of any dice loses at least as much by farkles as
    it can gain at once. ``all_rolls`` has the rolls of each choice of dice, such as
    ``Rolls``, with the weight of farkles and the points gained.

    Raises:
        UnprovedError: If some dice can never farkle.
    """
    top = Fraction(0)
    for rolls in all_rolls:
        if not rolls.farkles:
            raise UnprovedError("this proof needs that any dice to roll can farkle")
        top = max(top, Fraction(rolls.gained, rolls.farkles))
    return top


class PointRace(NamedTuple):
    """Farkle to a target, with all points in units.

    ``rolls[n]`` are all rolls of n dice. ``most`` is the most points of a keep, and
    ``goal`` the number of scores below the target. ``opens`` is the least stake that
    may be banked at the score 0, and ``bank`` that at any other score.
    """

    rolls: list[Rolls]
    most: int
    goal: int
    bank: int
    opens: int


RACE = rules_with(minimum_to_bank=points, minimum_to_open=points, target=points)


def race(rules: Values, most_scores: int) -> PointRace:
    """Return the rules of a game to a target, with all points in units.

    ``rules`` has the certificate's rules by name. A unit is the greatest common divisor
    of the points of all keeps. The target and the minimums to bank and to open are
    rounded up to units. Raises ``MalformedError`` if nothing scores, if the target is
    0, or if one of these three is more than ``most_scores`` units.
    """
    keeps_of = keeps_of_rolls(rules)
    all_points = [n for keeps in keeps_of.values() for n, _ in keeps]
    unit = gcd(*all_points)
    if not unit:
        refuse("nothing scores")
    in_units = {
        roll: tuple((n // unit, left) for n, left in keeps)
        for roll, keeps in keeps_of.items()
    }
    # Round up: a score reaches a limit if it reaches the next unit.
    least = {"target": 1, "minimum_to_bank": 0, "minimum_to_open": 0}
    goal, bank, opens = (
        natural(-(-rules[name] // unit), most_scores, n) for name, n in least.items()
    )
    return PointRace(
        classes_of_rolls(in_units),
        max(all_points) // unit,
        goal,
        max(bank, 1),
        max(bank, opens, 1),
    )

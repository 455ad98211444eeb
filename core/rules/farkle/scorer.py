"""The reference scorer of Farkle: the points of dice, and the legal keeps.

A keep is legal if all its dice split into scoring combinations; its points are those of
the best split. If junk may be kept, a keep is legal if any of its dice score. Dice are
counts of faces, so options differ in the dice kept and each appears once.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import NamedTuple

from trueodds.core.breakdown import Breakdown, Line, points_text
from trueodds.core.dice import Roll, counts_of, digits_of
from trueodds.core.errors import PositionError
from trueodds.core.rules.farkle.loaded import DICE
from trueodds.core.rules.farkle.rules import FarkleRules

RULES_TO_SCORE = ("roll",)


class Combination(NamedTuple):
    """Dice that score together."""

    name: str
    dice: Roll
    points: int


class Option(NamedTuple):
    """A legal keep of a roll: the dice kept, and the points of the best partition."""

    kept: Roll
    points: int


Partition = tuple[Combination, ...]


class Scorer:
    """The reference scorer under one set of rules.

    >>> scorer = Scorer(FarkleRules.load())
    >>> scorer.best(counts_of([1, 1, 3, 4, 5, 6])), scorer.best(counts_of([2, 3, 4, 6]))
    (250, 0)
    """

    def __init__(self, rules: FarkleRules) -> None:
        self.rules = rules
        self.combinations = tuple(_combinations(rules))
        self._partitions: dict[Roll, Partition | None] = {(0,) * 6: ()}

    def partition(self, dice: Roll) -> Partition | None:
        """Return the best split of all these dice into combinations, or None."""
        if dice not in self._partitions:
            ways = [
                (combination, *rest)
                for combination in self.combinations
                if _holds(dice, combination.dice)
                for rest in [self.partition(_less(dice, combination.dice))]
                if rest is not None
            ]
            self._partitions[dice] = max(ways, key=_points, default=None)
        return self._partitions[dice]

    def options(self, roll: Roll) -> list[Option]:
        """Return every legal keep, each set of dice once; a farkle has none."""
        scoring = {
            kept: _points(partition)
            for kept in _kept(roll)
            if (partition := self.partition(kept))
        }
        if self._is_nothing(roll, scoring):
            scoring[roll] = self.rules.nothing
        if self.rules.junk:
            scoring = {
                kept: points
                for kept in _kept(roll)
                if (points := max(_inside(kept, scoring), default=0))
            }
        return [Option(kept, points) for kept, points in scoring.items()]

    def best(self, roll: Roll) -> int:
        """Return the most points in these dice, 0 for a farkle."""
        return max((option.points for option in self.options(roll)), default=0)

    def explain(self, roll: Roll) -> Partition:
        """Return the combinations that make up the best score."""
        best = max(
            (self.partition(kept) or () for kept in _kept(roll)),
            key=_points,
            default=(),
        )
        if not best and self.best(roll):
            return (Combination("nothing in six dice", roll, self.rules.nothing),)
        return best

    def _is_nothing(self, roll: Roll, scoring: dict[Roll, int]) -> bool:
        return bool(self.rules.nothing) and sum(roll) == DICE and not scoring


def read_roll(position: str) -> Roll:
    """Read one to six dice, such as ``113456``, in any order.

    Raises:
        PositionError: If the text is not a roll.
        DiceError: If a die shows a face that is not 1 to 6.

    >>> read_roll("515")
    (1, 0, 0, 0, 2, 0)
    """
    digits = position.replace(" ", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= DICE):
        raise PositionError(
            f"{position!r} is not a Farkle roll: one to six digits 1 to 6, "
            "such as 113456"
        )
    return counts_of([int(digit) for digit in digits])


def score(position: str, rules: FarkleRules, rule: str = "roll") -> Breakdown:
    """Return the best score of one to six dice, such as ``113456``, in any order.

    Raises:
        PositionError: If the text is not a roll.
        DiceError: If a die shows a face that is not 1 to 6.

    >>> score("134445", FarkleRules.load()).value
    550
    """
    roll = read_roll(position)
    scorer = Scorer(rules)
    lines = tuple(
        Line(combination.name, digits_of(combination.dice), combination.points)
        for combination in scorer.explain(roll)
    )
    points = scorer.best(roll)
    return Breakdown(
        digits_of(roll), points, points_text(points) if points else "farkle", lines
    )


def _combinations(rules: FarkleRules) -> Iterator[Combination]:
    """Yield every combination that scores, except for nothing in six dice."""
    names = {1: "single", 2: "pair", 3: "three of a kind", 4: "four of a kind"}
    names |= {5: "five of a kind", 6: "six of a kind"}
    for number, by_face in {1: rules.singles, **rules.of_a_kind}.items():
        for face, points in by_face.items():
            yield from _scoring(names[number], {face: number}, points)
    straights = {"123456": rules.straight, **rules.straights}
    for faces_shown, points in straights.items():
        yield from _scoring("straight", Counter(map(int, faces_shown)), points)
    for faces in combinations(range(1, 7), 3):
        yield from _scoring("three pairs", dict.fromkeys(faces, 2), rules.three_pairs)
    for low, high in combinations(range(1, 7), 2):
        triplets = {low: 3, high: 3}
        yield from _scoring("two triplets", triplets, rules.two_triplets)
        for four, two in ((low, high), (high, low)):
            yield from _scoring("four and two", {four: 4, two: 2}, rules.four_and_two)


def _scoring(name: str, faces: Mapping[int, int], points: int) -> Iterator[Combination]:
    if points:
        yield Combination(name, tuple(faces.get(f, 0) for f in range(1, 7)), points)


def _kept(roll: Roll) -> Iterator[Roll]:
    """Return every way to keep some of these dice, as counts."""
    return (kept for kept in product(*(range(n + 1) for n in roll)) if any(kept))


def _holds(dice: Roll, part: Roll) -> bool:
    return all(have >= need for have, need in zip(dice, part, strict=True))


def _less(dice: Roll, part: Roll) -> Roll:
    return tuple(have - taken for have, taken in zip(dice, part, strict=True))


def _inside(kept: Roll, scoring: dict[Roll, int]) -> Iterator[int]:
    """Return the points of each scoring subset of these dice."""
    return (points for part, points in scoring.items() if _holds(kept, part))


def _points(partition: Partition) -> int:
    return sum(combination.points for combination in partition)

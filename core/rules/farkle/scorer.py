"""The reference scorer of Farkle: the points of dice, and the legal keeps.

A keep is legal if all its dice split into scoring combinations; its points are those of
the best split. If junk (dice that score nothing) may be kept, a keep is legal if any of
its dice score. Dice are counted by face: two keeps with the same faces are one keep.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from trueodds.core.dice import Roll
from trueodds.core.rules import Breakdown, Line, points_text
from trueodds.core.rules.farkle.coverage import require_covered
from trueodds.core.rules.farkle.dice_kinds import dice_kinds, read_roll
from trueodds.core.rules.farkle.loaded_dice import SIDES
from trueodds.core.rules.farkle.patterns import NUMBERS, rolls_of
from trueodds.core.rules.farkle.rules import FarkleRules

REFUSED = -1
"""The value of kept dice that are refused."""


class Combination(NamedTuple):
    """Dice that score together: name, number of dice by face, and points."""

    name: str
    dice: Roll
    points: int


class Option(NamedTuple):
    """A legal keep of a roll: the dice kept, and the most points that they score.

    ``kept`` has the number of dice by face.
    """

    kept: Roll
    points: int


Partition = tuple[Combination, ...]


class Scorer:
    """The reference scorer under one set of rules.

    Rolls count dice by face, from 1 to ``faces``. With ``jokers``, one more number
    counts the jokers: see ``jokers`` in the rules.

    >>> from trueodds.core.dice import counts_of
    >>> scorer = Scorer(FarkleRules.load("ece209"))
    >>> scorer.best(counts_of([1, 1, 3, 4, 5, 6])), scorer.best(counts_of([2, 3, 4, 6]))
    (250, 0)
    >>> Scorer(FarkleRules.load("ece209"), jokers=True).best((2, 0, 0, 0, 0, 0, 1))
    1000
    """

    def __init__(
        self, rules: FarkleRules, faces: int = SIDES, *, jokers: bool = False
    ) -> None:
        self.rules = rules
        self.combinations = tuple(
            Combination(pattern.name, dice, pattern.points)
            for pattern in rules.all_patterns
            if max(pattern.faces, default=0) <= faces
            for dice in rolls_of(pattern.groups, pattern.faces, faces)
        )
        if jokers:
            self.combinations = tuple(_with_jokers(self.combinations, rules))
        # No dice are split into no combination, where every recursion ends.
        self._partitions: dict[Roll, Partition | None] = {(0,) * (faces + jokers): ()}

    def partition(
        self, dice: Roll, among: Iterable[Combination] | None = None
    ) -> Partition | None:
        """Return the best split of all these dice into combinations, or None.

        The result is None if no split has all of the dice. ``dice`` has the number of
        dice by face. Of splits with equal points, the best has the fewest combinations.

        ``among`` limits the search to these combinations, which must include every
        combination that the dice contain. By default, all combinations of the rules are
        searched.
        """
        if dice not in self._partitions:
            # Fewer dice hold no combination that these dice do not hold, so that the
            # search becomes narrower with each step.
            held = self._held(dice, among)
            ways = [
                (combination, *rest)
                for combination in held
                for rest in [self.partition(_less(dice, combination.dice), held)]
                if rest is not None
            ]
            self._partitions[dice] = max(ways, key=_rank, default=None)
        return self._partitions[dice]

    def options(self, roll: Roll) -> list[Option]:
        """Return every legal keep of a roll once, or an empty list for a farkle.

        ``roll`` has the number of dice by face.
        """
        scoring = {kept: _points(split) for kept, split in self._splits(roll).items()}
        # Points for nothing are given for the whole roll, as if it were a combination.
        if not scoring and self.is_nothing(roll):
            scoring[roll] = self.rules.nothing
        if self.rules.junk:
            scoring = {
                kept: points
                for kept in _kept(roll)
                if (points := max(_inside(kept, scoring), default=0))
            }
        return [
            Option(kept, points)
            for kept, points in scoring.items()
            if not self.rules.must_keep_scoring_dice
            or not self.holds_combination(_less(roll, kept))
        ]

    def best(self, roll: Roll) -> int:
        """Return the most points in a roll, given as the number of dice by face.

        For a farkle, return 0 or, if all dice are rolled, what the rules give or take
        for nothing.
        """
        return max(
            (option.points for option in self.options(roll)),
            default=self.rules.nothing * (sum(roll) == self.rules.number_of_dice),
        )

    def explain(self, roll: Roll) -> Partition:
        """Return the combinations that make up the best score of a roll.

        ``roll`` has the number of dice by face. For a farkle the result is empty.
        """
        best = max(self._splits(roll).values(), key=_rank, default=())
        if not best and self.best(roll):
            whole = f"nothing in {NUMBERS[self.rules.number_of_dice - 1]} dice"
            return (Combination(whole, roll, self.rules.nothing),)
        return best

    def holds_combination(self, roll: Roll) -> bool:
        """Return True if some dice of a roll are a combination that scores.

        ``roll`` has the number of dice by face.
        """
        return any(_holds(roll, part.dice) for part in self.combinations)

    def is_nothing(self, roll: Roll) -> bool:
        """Return True if a roll gets the points for nothing.

        The rules give such points, the roll has all dice, and no dice score.
        """
        whole = sum(roll) == self.rules.number_of_dice
        return self.rules.nothing > 0 and whole and not self.holds_combination(roll)

    def _splits(self, roll: Roll) -> dict[Roll, Partition]:
        """Return the keeps of which all dice score, with their best splits."""
        held = self._held(roll)
        # No keep has a face that is in no combination of the
        # roll, so that face is left out.
        faces = zip(roll, *(part.dice for part in held), strict=True)
        return {
            kept: split
            for kept in _kept(tuple(n * any(needed) for n, *needed in faces))
            if (split := self.partition(kept, held))
        }

    def _held(
        self, dice: Roll, among: Iterable[Combination] | None = None
    ) -> list[Combination]:
        every = self.combinations if among is None else among
        return [part for part in every if _holds(dice, part.dice)]


def words(text: str, rules: FarkleRules) -> list[str]:
    """Return the dice in the text of a position, each as a word."""
    return dice_kinds(rules).words(text)


def score(position: str, rules: FarkleRules, rule: str = "roll") -> Breakdown:
    """Return the best score of dice, such as ``113456``, in any order.

    By the rule "keep", all of the dice are kept. If they do not all score, the field
    ``rest`` of the rules decides: they are refused (-1), or count zero, or have the
    points of the dice that score.

    Faces may have the names of their dice, such as ``weighted=1 fair=1``.

    Raises:
        PositionError: If the text is not a roll, or one that the dice cannot show.
        RulesError: If some dice score in the first throw of a turn only.
        DiceError: If a die shows a face that it does not have, or is not in the set.

    >>> score("134445", FarkleRules.load("ece209")).value
    550
    >>> score("113", FarkleRules.load("ece209"), "keep").value
    0
    """
    require_covered("the score of a roll", rules)
    dice = dice_kinds(rules)
    if "=" in position:
        named = sorted(dice.read(position))
        roll = dice.by_face(named)
        text = dice.roll_text(named)
    else:
        roll = read_roll(position, dice.size, dice.sides, jokers=dice.jokers)
        dice.require_shown(roll)
        text = dice.faces_text(roll)
    scorer = Scorer(rules, dice.sides, jokers=dice.jokers)
    lines = tuple(
        Line(combination.name, dice.faces_text(combination.dice), combination.points)
        for combination in scorer.explain(roll)
    )
    points = scorer.best(roll)
    verdict = points_text(points) if points else "farkle"
    if rule == "roll" or rules.rest == "scored":
        return Breakdown(text, points, verdict, lines)
    split = scorer.partition(roll) or ()
    points = _points(split)
    if not points and scorer.is_nothing(roll):
        points = rules.nothing
    if not points:
        points = REFUSED if rules.rest == "refused" else 0
        verdict = "refused" if points else "0 points"
        return Breakdown(text, points, verdict, (Line("do not all score", text),))
    if split:
        lines = tuple(
            Line(part.name, dice.faces_text(part.dice), part.points) for part in split
        )
    return Breakdown(text, points, points_text(points), lines)


def _with_jokers(
    every: Iterable[Combination], rules: FarkleRules
) -> Iterator[Combination]:
    """Yield combinations with dice replaced by jokers as the rules allow.

    A last number of the dice counts the jokers.
    """
    alone = rules.jokers == "alone"
    for name, dice, points in every:
        size = sum(dice)
        for shown in product(*(range(number + 1) for number in dice)):
            # A joker needs a combination of two or more dice, and a face beside it
            # unless the rules let jokers score alone.
            jokers = size - sum(shown)
            if not jokers or (size > 1 and (jokers < size or alone)):
                yield Combination(name, (*shown, jokers), points)


def _kept(roll: Roll) -> Iterator[Roll]:
    """Return every way to keep some of these dice, counted by face."""
    return (kept for kept in product(*(range(n + 1) for n in roll)) if any(kept))


def _holds(dice: Roll, part: Roll) -> bool:
    return all(have >= need for have, need in zip(dice, part, strict=True))


def _less(dice: Roll, part: Roll) -> Roll:
    return tuple(have - taken for have, taken in zip(dice, part, strict=True))


def _inside(kept: Roll, scoring: dict[Roll, int]) -> Iterator[int]:
    """Return the points of each scoring keep that these dice contain."""
    return (points for part, points in scoring.items() if _holds(kept, part))


def _points(partition: Partition) -> int:
    return sum(combination.points for combination in partition)


def _rank(partition: Partition) -> tuple[int, int]:
    """Return the sort key: the points, and the fewest combinations among equals."""
    return _points(partition), -len(partition)

"""What rolling some dice can give, with equal rolls gathered into classes.

Two rolls are one class when their keeps give the same points for the same number of
dice left: under "ece209" the 55,986 ordered rolls of one to six dice are 168 classes,
and a farkle for each number of dice.
"""

from collections.abc import Mapping
from math import gcd
from typing import NamedTuple

from trueodds.core.dice import Dice, Roll
from trueodds.core.distribution import Distribution
from trueodds.core.errors import PositionError
from trueodds.core.rules.farkle import DICE, FarkleRules, Scorer

HOT = 0
"""Dice left when all six have scored."""


class Keep(NamedTuple):
    """What a keep gives: its points, and how many dice are left to roll."""

    points: int
    left: int


RollClass = tuple[Keep, ...]
"""The different keeps of a roll, most points first; none is a farkle."""

Rolls = Mapping[int, Distribution[RollClass]]
"""The law of the roll class by number of dice."""


def roll_classes(rules: FarkleRules) -> Rolls:
    """The law of the roll class for one to six dice, each over 6**dice ordered rolls.

    >>> rolls = roll_classes(FarkleRules.load())
    >>> sum(len(law) for law in rolls.values()), rolls[6][()]
    (174, Fraction(5, 162))
    """
    scorer = Scorer(rules)
    return {
        dice: Distribution.tally(
            (roll_class(scorer, roll), weight)
            for roll, weight in Dice.fair(dice, sides=6).rolls()
        )
        for dice in range(1, DICE + 1)
    }


def roll_class(scorer: Scorer, roll: Roll) -> RollClass:
    """The class of a roll."""
    left = sum(roll)
    keeps = {Keep(o.points, left - sum(o.kept)) for o in scorer.options(roll)}
    return tuple(sorted(keeps, reverse=True))


def most_points(
    rolls: Rolls,
) -> Rolls:
    """The same laws with only the best keep for each number of dice left.

    Enough wherever more points are never worse, as they are within a turn: whoever has
    more at stake can do what they would have done with less.
    """

    def prune(keeps: RollClass) -> RollClass:
        best: dict[int, Keep] = {}
        for keep in keeps:
            best.setdefault(keep.left, keep)
        return tuple(best.values())

    return {dice: law.map(prune) for dice, law in rolls.items()}


def best_score(keeps: RollClass) -> int:
    """The most points of a roll, 0 for a farkle."""
    return keeps[0].points if keeps else 0


def points_grid(rolls: Rolls) -> int:
    """The largest number that divides every score: stakes are multiples of it."""
    return gcd(
        *(keep.points for law in rolls.values() for keeps in law for keep in keeps)
    )


def most_points_of(rolls: Rolls) -> int:
    """The most points that a roll can bring."""
    return max(best_score(keeps) for law in rolls.values() for keeps in law)


def dice_left(dice: int | None, roll: Roll | None) -> int:
    """How many dice are rolled, said in either way or both.

    Raises ``PositionError`` where the two differ.
    """
    shown = sum(roll) if roll else 0
    if dice is None or (roll is not None and shown == dice):
        return shown
    if roll is None:
        return dice
    more = "more" if shown > dice else "fewer"
    raise PositionError(
        f"a roll of {shown} dice is {more} than the {dice} left; all that are left are "
        "rolled"
    )

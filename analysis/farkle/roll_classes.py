"""Roll classes: equivalence classes of rolls that offer the same keeps.

Two rolls belong to the same class if their keeps give the same points for the same
number of dice left. Under "ece209" the 55,986 ordered rolls of one to six dice form 168
classes, and a farkle for each number of dice.
"""

from collections.abc import Mapping
from math import gcd
from typing import NamedTuple

from trueodds.core.dice import Dice, Roll
from trueodds.core.errors import PositionError, RulesError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.rules.farkle import DICE, FarkleRules, Scorer

HOT = 0
"""The number of dice left when all six have scored."""


class Keep(NamedTuple):
    """The points of a keep, and how many dice it leaves to roll."""

    points: int
    left: int


RollClass = tuple[Keep, ...]
"""The different keeps of a roll, most points first; a farkle has none."""

Rolls = Mapping[int, Distribution[RollClass]]
"""The distribution of the roll class, by number of dice."""


def roll_classes(rules: FarkleRules) -> Rolls:
    """Return the distribution of the roll class for one to six dice.

    Weights count the 6**dice ordered rolls.

    Raises:
        RulesError: If the dice are loaded.

    >>> rolls = roll_classes(FarkleRules.load())
    >>> sum(len(rolled) for rolled in rolls.values()), rolls[6][()]
    (174, Fraction(5, 162))
    """
    if rules.dice:
        raise RulesError(
            f"this is computed for six fair dice only, not for {rules.dice_setting}"
        )
    scorer = Scorer(rules)
    return {
        dice: Distribution.tally(
            (roll_class(scorer, roll), weight)
            for roll, weight in Dice.fair(dice, sides=6).rolls()
        )
        for dice in range(1, DICE + 1)
    }


def roll_class(scorer: Scorer, roll: Roll) -> RollClass:
    """Return the class of a roll."""
    left = sum(roll)
    keeps = {Keep(o.points, left - sum(o.kept)) for o in scorer.options(roll)}
    return tuple(sorted(keeps, reverse=True))


def most_points(rolls: Rolls) -> Rolls:
    """Return the same distributions with one keep for each number of dice left.

    The keep with the most points is enough wherever more points are never worse. They
    never are within a turn: a player with more at stake can do what they would have
    done with less.
    """

    def prune(keeps: RollClass) -> RollClass:
        best: dict[int, Keep] = {}
        for keep in keeps:
            best.setdefault(keep.left, keep)
        return tuple(best.values())

    return {dice: rolled.map(prune) for dice, rolled in rolls.items()}


def best_score(keeps: RollClass) -> int:
    """Return the most points of a roll, 0 for a farkle."""
    return keeps[0].points if keeps else 0


def points_grid(rolls: Rolls) -> int:
    """Return the largest number that divides every score, and so every stake."""
    return gcd(
        *(
            keep.points
            for rolled in rolls.values()
            for keeps in rolled
            for keep in keeps
        )
    )


def most_points_of(rolls: Rolls) -> int:
    """Return the most points that a roll can bring."""
    return max(best_score(keeps) for rolled in rolls.values() for keeps in rolled)


def dice_left(dice: int | None, roll: Roll | None) -> int:
    """Return the number of dice rolled, from the number, the roll, or both.

    Raises:
        PositionError: If the number and the roll differ.
    """
    shown = sum(roll) if roll else 0
    if dice is None or (roll is not None and shown == dice):
        return shown
    if roll is None:
        return dice
    more = "more" if shown > dice else "fewer"
    raise PositionError(
        f"a roll of {shown} dice is {more} than the {dice} left; roll all the dice "
        "that are left"
    )

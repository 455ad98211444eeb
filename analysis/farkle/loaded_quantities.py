"""Quantities of any dice: a roll, a turn, and an opening turn."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import numpy as np

from trueodds.analysis.farkle.dice_set import DiceSet, dice_set
from trueodds.analysis.farkle.turn.any_dice import AnyDiceTurn, dice_set_turn
from trueodds.analysis.farkle.turn.distribution import mean_and_farkle
from trueodds.analysis.farkle.turn.optimal import Turn
from trueodds.core.dice import counted_dice
from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.quantity import Quantity, point_masses
from trueodds.core.rules.farkle import FarkleRules


def quantities(rules: FarkleRules) -> Iterator[Quantity]:
    """Yield the quantities of rules with any dice; means of turns are bounds.

    If all dice are equal, they include the rolls of fewer dice and when to bank.
    """
    dice, least = dice_set(rules), rules.minimum_to_bank
    alike = len(dice.kinds) == 1
    for number in range(1, dice.size) if alike else ():
        yield from roll_quantities(number, best_scores(dice, number))
    best = best_scores(dice)
    yield from roll_quantities(dice.size, best)
    listed = range(0, max(best) + 1, dice.unit)
    label = f"Best score of {counted_dice(dice.size)}: {{}}"
    yield from point_masses(f"roll.{dice.size}.best", label, best, listed)
    turn = dice_set_turn(dice, least)
    yield from turn_means("turn", "turn", turn)
    if alike:
        yield from bank_at_quantities("turn", "turn", turn.by_number)
    if rules.minimum_to_open:
        opening = dice_set_turn(dice, max(rules.minimum_to_open, least))
        yield from turn_means("opening.turn", "turn before opening", opening)
        if alike:
            name = "turn before opening"
            yield from bank_at_quantities("opening.turn", name, opening.by_number)


def roll_quantities(number: int, best: Distribution[int]) -> Iterator[Quantity]:
    """Yield the farkles and the average best score of this number of dice."""
    dice = counted_dice(number)
    yield Quantity.probability(
        f"roll.{number}.farkle", f"Farkle with {dice}", best.weight(0), best.total
    )
    label, mean = f"Average best score of {dice}", best.expected(Fraction)
    yield Quantity(f"roll.{number}.best.mean", label, mean, "points", "enumeration")


def turn_means(prefix: str, name: str, turn: AnyDiceTurn | Turn) -> Iterator[Quantity]:
    """Yield the mean and the farkles of a turn that is played for the most points."""
    labels = (
        f"Average points per {name}, playing for the highest average",
        f"Farkle in a {name}, playing for the highest average",
    )
    method = "backward induction"
    yield from mean_and_farkle(prefix, labels, turn.mean, turn.farkle, method)


def bank_at_quantities(
    prefix: str, name: str, bank_at: Mapping[int, int]
) -> Iterator[Quantity]:
    """Yield the stakes from which such a turn is banked, by number of dice left."""
    for dice, stake in bank_at.items():
        yield Quantity(
            id=f"{prefix}.bank_at.{dice}",
            label=f"{name.capitalize()}, with {counted_dice(dice)} left: bank at",
            value=Fraction(stake),
            unit="points",
            method="backward induction",
        )


def best_scores(dice_set: DiceSet, rolled: int = -1) -> Distribution[int]:
    """Return the distribution of the best score of a multiset; of all dice if -1.

    >>> best_scores(dice_set(FarkleRules.load()))[0]
    Fraction(5, 162)
    """
    tables = dice_set.tables
    rolled = rolled % len(dice_set.multisets)
    classes = np.arange(*tables.first_class[rolled : rolled + 2])
    points = (tables.points[tables.first_keep[classes]] * dice_set.unit).tolist()
    weights = tables.weight[classes].tolist()
    return Distribution.tally(
        [(0, int(tables.farkle[rolled])), *zip(points, weights, strict=True)]
    )

"""The quantities of any dice: a roll of all of them, a turn, an opening turn."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from trueodds.analysis.farkle.dice_set import DiceSet, dice_set
from trueodds.analysis.farkle.turn.any_dice import dice_set_turn
from trueodds.core.distribution import Distribution
from trueodds.core.quantity import Quantity, point_masses
from trueodds.core.rules.farkle import FarkleRules


def quantities(rules: FarkleRules) -> Iterator[Quantity]:
    """Yield the quantities of rules with loaded dice; means of turns are bounds."""
    dice = dice_set(rules)
    yield from _roll(dice)
    yield from _turn(dice, "turn", "turn", rules.minimum_to_bank)
    if rules.minimum_to_open:
        minimum = max(rules.minimum_to_open, rules.minimum_to_bank)
        yield from _turn(dice, "opening.turn", "turn before opening", minimum)


def _roll(dice_set: DiceSet) -> Iterator[Quantity]:
    best = best_scores(dice_set)
    size = "1 die" if dice_set.size == 1 else f"{dice_set.size} dice"
    name = f"roll.{dice_set.size}"
    yield Quantity.probability(
        f"{name}.farkle", f"Farkle with {size}", best.weight(0), best.total
    )
    yield Quantity(
        id=f"{name}.best.mean",
        label=f"Average best score of {size}",
        value=best.expected(Fraction),
        unit="points",
        method="enumeration",
    )
    listed = range(0, max(best) + 1, dice_set.unit)
    label = f"Best score of {size}: {{}}"
    yield from point_masses(f"{name}.best", label, best, listed)


def best_scores(dice_set: DiceSet) -> Distribution[int]:
    """Return the distribution of the best score of all dice.

    >>> best_scores(dice_set(FarkleRules.load()))[0]
    Fraction(5, 162)
    """
    tables = dice_set.tables
    classes = np.arange(*tables.first_class[-2:])
    points = (tables.points[tables.first_keep[classes]] * dice_set.unit).tolist()
    weights = tables.weight[classes].tolist()
    return Distribution.tally(
        [(0, int(tables.farkle[-1])), *zip(points, weights, strict=True)]
    )


def _turn(
    dice_set: DiceSet, prefix: str, name: str, minimum: int
) -> Iterator[Quantity]:
    turn = dice_set_turn(dice_set, minimum)
    method = "backward induction"
    yield Quantity(
        id=f"{prefix}.mean",
        label=f"Average points per {name}, playing for the highest average",
        value=turn.mean,
        unit="points",
        method=method,
    )
    yield Quantity(
        id=f"{prefix}.farkle",
        label=f"Farkle in a {name}, playing for the highest average",
        value=turn.farkle,
        unit="probability",
        method=method,
    )

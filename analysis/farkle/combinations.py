"""Probabilities of straights, pairs, triplets and equal dice in a roll of six dice."""

from collections.abc import Iterator

from trueodds.core.dice import Dice
from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.farkle import DICE

SHAPES = {
    (1, 1, 1, 1, 1, 1): ("straight", "Straight"),
    (2, 2, 2): ("three_pairs", "Three different pairs"),
    (4, 2): ("four_and_two", "Four of a kind and a pair"),
    (3, 3): ("two_triplets", "Two triplets"),
}
"""The ids and labels of combinations of six dice, by the sizes of their groups."""

IDS = " ".join(f"roll.{DICE}.{n}" for n in (*dict(SHAPES.values()), "of_a_kind.*"))
"""The id patterns of the quantities of ``shown``, separated by spaces."""


def shown() -> Iterator[Quantity]:
    """Yield the exact probability of each combination in a roll of six fair dice.

    All 462 rolls are enumerated, whatever they score. N of a kind means that N dice
    show the most frequent face.

    >>> {each.id: str(each.value) for each in shown()}["roll.6.three_pairs"]
    '25/648'
    """
    # The shape of a roll is the sizes of its groups of equal dice, the largest first.
    rolls = [
        (tuple(sorted(filter(None, roll), reverse=True)), weight)
        for roll, weight in Dice.fair(DICE, sides=6).rolls()
    ]
    shapes = Distribution.tally(rolls)
    most = Distribution.tally((shape[0], weight) for shape, weight in rolls)
    for shape, (name, label) in SHAPES.items():
        yield Quantity.probability(
            f"roll.{DICE}.{name}",
            f"{label} in a roll of {DICE} dice",
            shapes.weight(shape),
            shapes.total,
        )
    for number in range(3, DICE + 1):
        yield Quantity.probability(
            f"roll.{DICE}.of_a_kind.{number}",
            f"{number} of a kind, not more, in a roll of {DICE} dice",
            most.weight(number),
            most.total,
        )

"""The sets of six dice that an inventory allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd

from trueodds.analysis.farkle.best_dice.set_turn import Weights
from trueodds.core.errors import DiceError
from trueodds.core.rules.farkle import DICE


def number_of_sets(counts: Sequence[int], size: int = DICE) -> int:
    """Return the number of sets of dice that these numbers of each kind allow.

    >>> number_of_sets([1] * 12), number_of_sets([6] * 45)
    (924, 15890700)
    """
    ways = [1] + [0] * size
    for count in counts:
        ways = [sum(ways[max(n - count, 0) : n + 1]) for n in range(size + 1)]
    return ways[size]


def owned_counts(inventory: Mapping[Weights, int]) -> dict[Weights, int]:
    """Return how many dice of each kind a set can have, by weights in lowest terms.

    Raises ``DiceError`` if there are fewer dice than a set needs.
    """
    counts: dict[Weights, int] = {}
    for die, count in inventory.items():
        lowest = tuple(weight // gcd(*die) for weight in die)
        counts[lowest] = min(counts.get(lowest, 0) + count, DICE)
    counts = {die: count for die, count in counts.items() if count}
    if sum(counts.values()) < DICE:
        raise DiceError(
            f"the inventory has {sum(inventory.values())} dice, and a set needs "
            f"{DICE}; add the ordinary dice you have, such as fair*{DICE}"
        )
    return counts

"""Quantities of a roll: each total, each total or more, the average and the spread."""

from __future__ import annotations

from collections.abc import Iterator

from trueodds.core.dice_notation import distribution_of
from trueodds.core.exact.quantity import Quantity, point_masses
from trueodds.core.odds import Family
from trueodds.core.rules.dice import DiceRules
from trueodds.core.storage.progress import Progress, silent


def families(rules: DiceRules, progress: Progress = silent) -> tuple[Family, ...]:
    """Return the only family of quantities of a roll.

    The quantities of a family are computed together. ``rules`` have the roll in dice
    notation.

    >>> [each.exact for each in families(DiceRules.load("dice"))[0].compute()][:2]
    [Fraction(7, 1), Fraction(35, 6)]
    """
    return (Family("total.*", lambda: _quantities(rules)),)


def _quantities(rules: DiceRules) -> Iterator[Quantity]:
    total = distribution_of(rules.roll)
    # The outcomes of a comparison are True and False.
    if isinstance(max(total), bool):
        yield from point_masses("total", "The comparison does not hold", total, [0])
        yield from point_masses("total", "The comparison holds", total, [1])
        return
    for name, label, unit in (
        ("mean", "Average", "units"),
        ("variance", "Variance", "variance"),
        ("sd", "Standard deviation", "units"),
    ):
        yield Quantity(
            f"total.{name}", label, getattr(total, name)(), unit, "convolution"
        )
    totals = sorted(total)
    yield from point_masses(
        "total", "Total of the roll: {}", total, totals, method="convolution"
    )
    left = total.total
    for least in totals:
        yield Quantity.probability(
            f"total.at_least.{least}",
            f"Total of the roll: {least} or more",
            left,
            total.total,
            method="convolution",
        )
        left -= total.weight(least)

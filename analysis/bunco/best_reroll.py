"""The dice of a Bunco roll to roll again, for the highest mean points.

All choices of dice are compared. Of choices with the same mean, the one with the fewest
dice to roll again is best; ``_preference`` has the further criteria.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import NamedTuple

from trueodds.core.dice import Dice, Roll, counts_of
from trueodds.core.exact.distribution import Distribution
from trueodds.core.rules.bunco import Award, BuncoRules, award

Awards = Distribution[Award]
Preference = tuple[
    Fraction, int, Fraction, Fraction, tuple[tuple[Award, Fraction], ...]
]


class Reroll(NamedTuple):
    """The kept dice of a roll, and the award's distribution after the re-roll."""

    kept: Roll
    awards: Awards


def best_rerolls(target: int, rules: BuncoRules) -> Callable[[Roll], Reroll]:
    """Return a function from a roll to its best re-roll, for the highest mean."""
    after: dict[Roll, tuple[Preference, Reroll]] = {}

    def best(roll: Roll) -> Reroll:
        now: Awards = Distribution({award(roll, target, rules): 1})
        options = [(_preference(now, 0), Reroll(roll, now))]
        for again, kept in _kept(roll, rules):
            if kept not in after:
                awards = _completed(kept, target, rules)
                after[kept] = _preference(awards, again), Reroll(kept, awards)
            options.append(after[kept])
        return max(options, key=lambda option: option[0])[1]

    return best


def _preference(awards: Awards, again: int) -> Preference:
    """Return the criteria of the best re-roll, in their order.

    The criteria are the most points, the fewest dice rolled again, the most Buncos, the
    most mini Buncos, and then the distribution itself. None of them changes with the
    names of the faces.
    """
    names = awards.map(lambda outcome: outcome.name)
    whole = tuple(sorted((outcome, awards[outcome]) for outcome in awards))
    return mean_points(awards), -again, names["Bunco"], names["mini Bunco"], whole


def _kept(roll: Roll, rules: BuncoRules) -> Iterator[tuple[int, Roll]]:
    """Yield each choice of dice to roll again: their number, and the dice kept."""
    shown = [face for face, number in enumerate(roll, start=1) if number]
    for again in range(1, rules.rerolls + 1):
        for thrown in combinations_with_replacement(shown, again):
            counts = counts_of(thrown, rules.sides)
            kept = tuple(have - less for have, less in zip(roll, counts, strict=True))
            if min(kept) >= 0:
                yield again, kept


def _completed(kept: Roll, target: int, rules: BuncoRules) -> Awards:
    """Return the award's distribution after rolling the dice that are not kept."""
    missing: Dice = rules.dice_left(rules.dice - sum(kept))
    return Distribution.tally(
        (award(tuple(map(sum, zip(kept, roll, strict=True))), target, rules), weight)
        for roll, weight in missing.rolls()
    )


def mean_points(awards: Awards) -> Fraction:
    """Return the mean points of the award."""
    return awards.expected(lambda outcome: outcome.points)

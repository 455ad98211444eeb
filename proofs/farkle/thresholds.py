"""Independent derivation of banking at T, by the points that are missing.

The rest of a turn depends only on the number d of points missing to T and on the number
n of dice to roll. Let q(d, n) be the probability to reach T without a farkle. Let g(d,
n) be the mean of the points still to come, where a turn with a farkle counts as 0:

    q(d, n) = sum of q(d - p, m),    g(d, n) = sum of p q(d - p, m) + g(d - p, m),

The sums run over the rolls of n dice that score, with their probabilities. Here p is
the most points of a roll and m the number of dice left. If no points are missing, q = 1
and g = 0. One table serves every T.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq

from trueodds.core.models.linear import fraction
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.proofs.farkle.any_dice import distributions_of, grid_of

HIGHEST = 10_000


def thresholds(rules: FarkleRules) -> dict[str, Fraction]:
    """Return the best T for players who bank at T points or more; exact.

    The keys are quantity ids. The mean points and the farkle probability of a turn are
    also returned, for each T up to 10,000. The most points of each roll are kept, and
    hot dice are banked once T is reached. The rules must have hot dice and no junk.

    >>> thresholds(FarkleRules.load("ece209"))["threshold.best"]
    Fraction(250, 1)
    """
    distributions = distributions_of(rules)
    grid = grid_of(distributions)
    kept: dict[int, list[tuple[int, int, int]]] = {}
    for dice, distribution in distributions.items():
        kept[dice] = []
        for offers, ways in distribution.items():
            # The most points are kept, and of equal points those that leave the most
            # dice. A farkle has no offers.
            if offers:
                points, left = max(offers)
                kept[dice].append((points, left, ways))
    # No stake below this multiple of the grid may be banked, whatever T is.
    least = -(-rules.minimum_to_bank // grid) * grid
    reach: dict[tuple[int, int], Any] = {}
    gain: dict[tuple[int, int], Any] = {}
    derived = {}
    # Ascending: every keep reduces what is missing, so the entries it needs are there.
    for missing in range(grid, max(HIGHEST, least) + 1, grid):
        for dice in distributions:
            q = fmpq(0)
            g = fmpq(0)
            for points, left, ways in kept[dice]:
                still_missing = missing - points
                if still_missing > 0:
                    after = still_missing, left or DICE
                    q += ways * reach[after]
                    g += ways * (points * reach[after] + gain[after])
                else:
                    q += ways
                    g += ways * points
            rolls = 6**dice
            reach[missing, dice] = q / rolls
            gain[missing, dice] = g / rolls
    means = {}
    for at in range(grid, HIGHEST + 1, grid):
        # A T below the minimum to bank plays as the minimum does.
        start = max(at, least), DICE
        means[at] = fraction(gain[start])
        derived[f"threshold.{at}.mean"] = means[at]
        derived[f"threshold.{at}.farkle"] = 1 - fraction(reach[start])
    allowed = range(max(least, grid), HIGHEST + 1, grid)
    # ``max`` returns the first of equals: the lowest T with the highest mean.
    best = max(allowed, key=means.__getitem__)
    derived["threshold.best"] = Fraction(best)
    return derived

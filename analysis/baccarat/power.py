"""Proved bounds on the number of observations that a chi-square test needs.

Let d be the true divergence of a coup with three outcomes. For many coups n, Pearson's
statistic is noncentral chi-square with two degrees of freedom and noncentrality n d.
Its tail is a Poisson mixture of Poisson sums: with L = log(1 / false alarms),

    power = sum over j of Pois(j; n d / 2) * P(Pois(L) <= j),

and every term is evaluated in ball arithmetic.
"""

from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx

from trueodds.core.exact.enclosure import ball

TERMS = 400
STEPS = 64
BITS = 192
MOST = 128
"""A noncentrality with more power than any test needs."""


@lru_cache
def noncentrality(false_alarms: Fraction, power: Fraction) -> tuple[Fraction, Fraction]:
    """Bound the noncentrality of this power, for two degrees of freedom.

    >>> low, high = noncentrality(Fraction(1, 100), Fraction(9, 10))
    >>> round(float(low), 4), high - low < Fraction(1, 10**15)
    (17.4267, True)
    """
    low, high = Fraction(0), Fraction(MOST)
    with ctx.workprec(BITS):
        target = ball(power)
        for _ in range(STEPS):
            middle = (low + high) / 2
            reached = _power(false_alarms, middle)
            if reached < target:
                low = middle
            elif reached > target:
                high = middle
            else:  # too close for this precision
                break
    return low, high


def _power(false_alarms: Fraction, noncentral: Fraction) -> arb:
    """Return the power, as a ball that contains it."""
    half, alpha = ball(noncentral / 2), ball(false_alarms)
    critical = -alpha.log()
    mixing, term = (-half).exp(), alpha  # for j = 0
    within, power, mixed = term, arb(0), arb(0)
    for j in range(TERMS):
        power += mixing * within
        mixed += mixing
        mixing *= half / (j + 1)
        term *= critical / (j + 1)
        within += term
    # The omitted terms are at most the remaining weight of the mixture.
    return power + (1 - mixed).union(arb(0))

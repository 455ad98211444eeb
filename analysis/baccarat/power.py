"""How many observations a chi-square test needs, between proved bounds.

Pearson's statistic of three outcomes against a true divergence d a coup is, for many
coups n, noncentral chi-square with two degrees of freedom and noncentrality n d. Its
tail is a Poisson mixture of Poisson sums: with L = log(1 / false alarms),

    power = sum over j of Pois(j; n d / 2) * P(Pois(L) <= j),

every term of which is evaluated in ball arithmetic.
"""

from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx, fmpq

TERMS = 400
STEPS = 64
BITS = 192
MOST = 128
"""A noncentrality whose power is past any that is asked for."""


@lru_cache
def noncentrality(false_alarms: Fraction, power: Fraction) -> tuple[Fraction, Fraction]:
    """Two bounds on the noncentrality, with two degrees of freedom, of this power.

    >>> low, high = noncentrality(Fraction(1, 100), Fraction(9, 10))
    >>> round(float(low), 4), high - low < Fraction(1, 10**15)
    (17.4267, True)
    """
    low, high = Fraction(0), Fraction(MOST)
    with ctx.workprec(BITS):
        target = _ball(power)
        for _ in range(STEPS):
            middle = (low + high) / 2
            reached = _power(false_alarms, middle)
            if reached < target:
                low = middle
            elif reached > target:
                high = middle
            else:  # too near to tell
                break
    return low, high


def _power(false_alarms: Fraction, noncentral: Fraction) -> arb:
    """The power, as a ball that holds it."""
    half, alpha = _ball(noncentral / 2), _ball(false_alarms)
    critical = -alpha.log()
    mixing, kept = (-half).exp(), alpha  # of j = 0
    within, power, mixed = kept, arb(0), arb(0)
    for j in range(TERMS):
        power += mixing * within
        mixed += mixing
        mixing *= half / (j + 1)
        kept *= critical / (j + 1)
        within += kept
    # What the sum leaves out has at most the weight that is left.
    return power + (1 - mixed).union(arb(0))


def _ball(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))

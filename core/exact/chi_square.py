"""Proved bounds for the number of observations that the chi-square test of fit needs.

The test has 1 % false alarms and 90 % power. Let d be the chi-square divergence of the
true distribution from the tested distribution. For many observations n, Pearson's
statistic then has a noncentral chi-square distribution with noncentrality n d. Its
distribution function is a Poisson mixture of incomplete gamma functions. All terms are
evaluated in ball arithmetic, where a comparison holds only if it is certain.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from flint import arb, ctx

from trueodds.core.exact.enclosure import ball

FALSE_ALARMS = Fraction(1, 100)
POWER = Fraction(9, 10)
BITS = 256
STEPS = 80
NEGLIGIBLE = arb(2) ** -128


@cache
def noncentrality(freedom: int) -> tuple[Fraction, Fraction]:
    """Return bounds of the noncentrality at which a chi-square test has 90 % power.

    The test has 1 % false alarms.

    ``freedom`` is the number of degrees of freedom.

    >>> low, high = noncentrality(2)
    >>> round(float(low), 4), high - low < Fraction(1, 10**15)
    (17.4267, True)
    """
    half = arb(freedom) / 2
    with ctx.workprec(BITS):
        alarms = ball(FALSE_ALARMS)
        missed = ball(1 - POWER)
        critical = _crossing(lambda x: (x / 2).gamma_upper(half, 1) - alarms)
        low, high = map(ball, critical)
        # The probability rises with the critical value and falls with the
        # noncentrality. So the lower critical value gives the lower
        # bound, and the higher one the upper bound.
        fewest, _ = _crossing(lambda c: _probability_below(low, half, c) - missed)
        _, most = _crossing(lambda c: _probability_below(high, half, c) - missed)
    return fewest, most


def _probability_below(x: arb, half: arb, noncentral: arb) -> arb:
    """Return P(noncentral chi-square < x) for twice ``half`` degrees of freedom.

    This sums the Poisson mixture; the omitted terms are at most a geometric series.
    Successive incomplete gamma functions differ by x^a e^-x / gamma(a + 1).
    """
    mean = noncentral / 2
    argument = x / 2
    poisson = (-mean).exp()
    total = arb(0)
    number = 0
    below = 1 - argument.gamma_upper(half, 1)
    fall = (half * argument.log() - argument - (half + 1).lgamma()).exp()
    while True:
        total += poisson * below
        below -= fall
        number += 1
        fall *= argument / (half + number)
        poisson *= mean / number
        # From here on, each Poisson weight is at most ``ratio`` times the one before,
        # and its factor ``below`` is at most 1. This bounds the rest of the sum.
        ratio = mean / (number + 1)
        if ratio < 0.5 and poisson < NEGLIGIBLE:
            return total + (poisson / (1 - ratio)).union(arb(0))


def _crossing(difference: Callable[[arb], arb]) -> tuple[Fraction, Fraction]:
    """Return bounds of the zero of a falling function of a positive argument."""
    low = Fraction(0)
    high = Fraction(1)
    while not difference(ball(high)) < 0:
        low = high
        high = 2 * high
    # A ball that contains 0 proves no sign, and so no bound.
    low = low if difference(ball(low)) > 0 else Fraction(0)
    for _ in range(STEPS):
        # Bisection keeps a proved sign at both ends. It ends where the working
        # precision can no longer prove the sign in the middle.
        middle = (low + high) / 2
        value = difference(ball(middle))
        if value > 0:
            low = middle
        elif value < 0:
            high = middle
        else:
            break
    return low, high

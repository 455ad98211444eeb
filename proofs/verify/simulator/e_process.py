"""How strongly counts speak against an exact law, valid whenever one looks.

The e-value is the chance of the outcomes under a mixture of other laws q, divided by
their chance under the law p:

    E = mean over c of the integral of prod (q_x / p_x)**n_x over Dirichlet(c p)

Under p its mean is 1 at every time and it is a martingale, so the chance that it *ever*
reaches 1/alpha is at most alpha (Ville): one may look after every outcome and stop at
will. Source: Lindon and Malek, arXiv 2011.03567; here the prior is centred on p, with
concentrations c over nine powers of ten, so that large deviations are seen early and
small ones at all.

Everything that decides is a ball of Arb: an enclosure with a proved error. Floats only
say when it is worth computing one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from math import log
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from flint import arb, ctx, fmpq
from numpy.typing import NDArray
from scipy.special import gammaln

CONCENTRATIONS = tuple(10**power for power in range(1, 10))
BITS = 192

Ball: TypeAlias = Any
Array: TypeAlias = NDArray[Any]


class Cell(NamedTuple):
    """How often an outcome came, and its exact chance, which is above 0."""

    came: int
    chance: Fraction


@contextmanager
def working_precision(bits: int = BITS) -> Iterator[None]:
    """Balls of so many bits; precise enough for counts of 10**15 and more."""
    was, ctx.prec = ctx.prec, bits
    try:
        yield
    finally:
        ctx.prec = was


def ball(number: Fraction | int) -> Ball:
    """The smallest ball around a rational."""
    number = Fraction(number)
    return arb(fmpq(number.numerator, number.denominator))


def e_value(
    cells: Iterable[Cell], concentrations: Sequence[int] = CONCENTRATIONS
) -> Ball:
    """The e-value of counts, as a ball; outcomes that never came may be left out.

    >>> half = Fraction(1, 2)
    >>> with working_precision():
    ...     e = e_value([Cell(60, half), Cell(20, half)])
    ...     bool(e > 411), bool(e < 412)
    (True, True)
    """
    seen = [cell for cell in cells if cell.came]
    likelihood = sum((ball(cell.chance).log() * cell.came for cell in seen), arb(0))
    total = sum(cell.came for cell in seen)
    ratios = [
        (_log_mixture(seen, total, concentration) - likelihood).exp()
        for concentration in concentrations
    ]
    return sum(ratios, arb(0)) / len(ratios)


def _log_mixture(cells: Sequence[Cell], total: int, concentration: int) -> Ball:
    """The logarithm of the chance of the outcomes under one Dirichlet prior."""
    log = arb(concentration).lgamma() - arb(concentration + total).lgamma()
    for came, chance in cells:
        prior = concentration * chance
        log += ball(prior + came).lgamma() - ball(prior).lgamma()
    return log


class Estimator:
    """About the logarithm of the e-value, in floats, for counts in one order.

    Counts need not be whole.
    """

    def __init__(self, chances: Array) -> None:
        self._scales = np.array(CONCENTRATIONS, float)
        self._priors = self._scales[:, None] * chances
        self._without = gammaln(self._priors)
        self._logs = np.log(chances)
        self._alone = gammaln(self._scales)

    def log_e(self, counts: Array) -> float:
        """The estimate for these counts; outcomes that never came add nothing."""
        came = np.flatnonzero(counts)
        n = counts[came]
        logs = gammaln(self._priors[:, came] + n) - self._without[:, came]
        likelihood = logs.sum(axis=1) - n @ self._logs[came]
        each = likelihood - gammaln(self._scales + n.sum()) + self._alone
        most = float(each.max())
        return most + log(float(np.exp(each - most).mean()))


def surely_within(cell: Cell, total: int, tolerance: Fraction, alpha: Fraction) -> bool:
    """Whether the confidence sequence of a chance lies within ``tolerance`` of it.

    The sequence is all chances t whose own e-value, the same mixture over their own
    likelihood, is below 1/alpha. It holds the true chance at all times at once with
    probability 1 - alpha, and it is an interval around count / total, since the
    likelihood has one peak there.
    """
    came, chance = cell
    missed = total - came
    if abs(came - total * chance) >= total * tolerance:
        return False
    mixture = e_value([cell, Cell(missed, 1 - chance)])
    return all(
        _excluded(mixture, cell, missed, limit, alpha)
        for limit in (chance - tolerance, chance + tolerance)
        if 0 <= limit <= 1
    )


def _excluded(
    mixture: Ball, cell: Cell, missed: int, limit: Fraction, alpha: Fraction
) -> bool:
    """Whether a chance of ``limit`` is outside of the sequence.

    ``mixture`` is the e-value against ``cell.chance``.
    """
    came, chance = cell
    if (came and not limit) or (missed and limit == 1):
        return True
    likelihood = ball(1)
    if came:
        likelihood *= (ball(chance) / ball(limit)) ** came
    if missed:
        likelihood *= (ball(1 - chance) / ball(1 - limit)) ** missed
    return bool(mixture * likelihood * ball(alpha) >= 1)

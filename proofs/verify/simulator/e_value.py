"""E-values: evidence of counts against an exact distribution, as enclosures.

An e-value is a likelihood ratio: the probability of the outcomes under a mixture of
other distributions, divided by their probability under the exact distribution p. If p
is right, its mean is 1. Five mixtures are used here:

- ``dirichlet``: the outcome after context a has a distribution q_a from Dirichlet(c p),
  so the ratio is prod over a of B(c p + n_a) / B(c p) / prod_x p_x^n_ax. It is averaged
  over concentrations c, the k-th with a weight in proportion to 1/k. With one context
  this is a Dirichlet mixture of multinomials (Lindon and Malek, arXiv 2011.03567) whose
  priors are centred on p.
- ``sparse``: one outcome x has another probability, from Beta(c p_x, c (1 - p_x)), and
  the others stay in proportion; averaged over c and x. It has to learn one number
  instead of all, so it refutes a single biased face earlier.
- ``shifted``: one outcome x has odds that are s times as high, averaged over the shifts
  s from 1.0625 to 1.5, their inverses, and x. These are simple hypotheses: nothing is
  to be learned, so a bias of this size is refuted earlier still.
- ``copies``: the outcome that came k places before has odds that are s times as high,
  averaged over the same shifts and the lags k. It needs one count for each lag.
- ``repeats``: a predicted outcome a comes with probability (1 - s) p_a + s, averaged
  over the shares s.

``Ball`` values are Arb balls: enclosures with a proved error. The functions ``log_…``
give the same in floats. They only show when a ball is worth computing.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from fractions import Fraction
from math import log, pi, prod
from operator import mul
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from flint import arb, ctx
from numpy.typing import NDArray

from trueodds.core.exact.enclosure import Ball, ball

CONCENTRATIONS = tuple(10**power for power in range(1, 10))
LAG_CONCENTRATIONS = tuple(10**power for power in range(6))
"""Concentrations for dependence; 1 is for outcomes that the context determines."""

SHIFTS = tuple(
    shift
    for k in range(1, 5)
    for shift in (1 + Fraction(1, 2**k), Fraction(2**k, 2**k + 1))
)
"""Factors of the odds of a biased outcome: 3/2, 5/4, 9/8, 17/16 and their inverses."""

SHARES = (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100))
BISECTIONS = 50
BITS = 192
"""Working precision in bits, enough for counts above 10**15."""

TINY = 1e-300
"""Smaller probabilities are replaced by this in floats, which decide nothing."""

Array: TypeAlias = NDArray[Any]


class Cell(NamedTuple):
    """The count of an outcome, and its exact probability, which is greater than 0."""

    observed: int
    probability: Fraction


class Prediction(NamedTuple):
    """The counts of an outcome: times predicted, and times the prediction came true."""

    made: int
    right: int
    probability: Fraction


def working_precision() -> AbstractContextManager[object]:
    """Return the context in which balls have the working precision."""
    precision: AbstractContextManager[object] = ctx.workprec(BITS)
    return precision


def mean(balls: Sequence[Ball]) -> Ball:
    """Return a ball that encloses the mean of some balls."""
    return sum(balls, arb(0)) / len(balls)


def dirichlet(
    contexts: Sequence[Sequence[Cell]], concentrations: Sequence[int] = CONCENTRATIONS
) -> Ball:
    """Return the e-value of the outcomes after each context.

    Outcomes that never came may be left out.

    >>> half = Fraction(1, 2)
    >>> with working_precision():
    ...     e = dirichlet([[Cell(60, half), Cell(20, half)]])
    ...     bool(e > 1296), bool(e < 1297)
    (True, True)
    """
    rows = [[cell for cell in cells if cell.observed] for cells in contexts]
    likelihood = sum(
        (ball(p).log() * count for row in rows for count, p in row), arb(0)
    )
    ratios = [
        (sum((_log_mixture(row, c) for row in rows), arb(0)) - likelihood).exp()
        for c in concentrations
    ]
    weights = [Fraction(1, k) for k in range(1, len(ratios) + 1)]
    total = sum(map(mul, map(ball, weights), ratios), arb(0))
    return total / ball(sum(weights, Fraction(0)))


def _log_mixture(cells: Sequence[Cell], concentration: int) -> Ball:
    """Return the log probability of the outcomes under one Dirichlet prior."""
    total = sum(cell.observed for cell in cells)
    log = arb(concentration).lgamma() - arb(concentration + total).lgamma()
    for count, probability in cells:
        prior = concentration * probability
        log += ball(prior + count).lgamma() - ball(prior).lgamma()
    return log


def sparse(cells: Sequence[Cell]) -> Ball:
    """Return the e-value against one biased outcome, from the cells of all outcomes."""
    if len(cells) == 1:
        return arb(1)
    total = sum(cell.observed for cell in cells)
    return mean([dirichlet([_hits(cell, total)]) for cell in cells])


def _hits(cell: Cell, total: int) -> list[Cell]:
    """Return two cells: of an outcome, and of all other outcomes together."""
    return [cell, Cell(total - cell.observed, 1 - cell.probability)]


def shifted(cells: Sequence[Cell]) -> Ball:
    """Return the e-value against one outcome with shifted odds, from all outcomes.

    With odds s times as high, p becomes s p / (1 - p + s p). The likelihood ratio
    of n hits in N outcomes is therefore s^n / (1 - p + s p)^N.
    """
    if len(cells) == 1:
        return arb(1)
    total = sum(cell.observed for cell in cells)
    return mean(
        [
            (ball(shift).log() * count - ball(1 - p + shift * p).log() * total).exp()
            for count, p in cells
            for shift in SHIFTS
        ]
    )


def copies(cells: Sequence[Cell], last: Sequence[int], right: Sequence[int]) -> Ball:
    """Return the e-value against copies of an earlier outcome.

    ``right`` counts the copies by lag, 1 first, and ``cells`` all outcomes. The last k
    outcomes, from the end of ``last``, have not been copied at lag k yet.
    """
    wealths = []
    for shift in SHIFTS:
        fair = [ball(1 - p + shift * p).log() for _, p in cells]
        paid = sum(map(mul, fair, (cell.observed for cell in cells)), arb(0))
        for lag, count in enumerate(right, start=1):
            if lag <= len(last):
                paid -= fair[last[-lag]]
                wealths.append((ball(shift).log() * count - paid).exp())
            else:
                wealths.append(arb(1))
    return mean(wealths)


def repeats(predictions: Sequence[Prediction]) -> Ball:
    """Return the e-value of the predictions of outcomes."""

    def wealth(share: Fraction) -> Ball:
        """Return the wealth of a bettor who bets this share of the wealth each time."""
        return prod(
            ball(1 - share + share / p) ** right * ball(1 - share) ** (made - right)
            for made, right, p in predictions
        )

    return mean([wealth(share) for share in SHARES])


def surely_within(cell: Cell, total: int, tolerance: Fraction, alpha: Fraction) -> bool:
    """Return True if an outcome is surely within ``tolerance`` of its probability.

    This is so if the whole confidence sequence of the outcome is within ``tolerance``.
    The confidence sequence of an outcome consists of all probabilities t whose own
    e-value, the same Dirichlet mixture divided by the likelihood of t, is below
    1/alpha. By Ville's inequality it holds the true probability at all times with
    probability 1 - alpha. It is an interval around count / total, because the
    likelihood has one peak there.
    """
    count, probability = cell
    if abs(count - total * probability) >= total * tolerance:
        return False
    hits = _hits(cell, total)
    mixture = dirichlet([hits])
    return all(
        _excluded(mixture, hits, limit, alpha)
        for limit in (probability - tolerance, probability + tolerance)
        if 0 <= limit <= 1
    )


def _excluded(
    mixture: Ball, hits: Sequence[Cell], limit: Fraction, alpha: Fraction
) -> bool:
    """Return True if the probability ``limit`` is outside of the confidence sequence.

    ``mixture`` is the e-value against the probability in ``hits``.
    """
    likelihood = ball(1)
    for (count, probability), other in zip(hits, (limit, 1 - limit), strict=True):
        if count and not other:
            return True
        if count:
            likelihood *= (ball(probability) / ball(other)) ** count
    return bool(mixture * likelihood * ball(alpha) >= 1)


def half_widths(counts: Array, probabilities: Array, alpha: Fraction) -> Array:
    """Return how far each confidence sequence reaches from the exact probability.

    This is the approximation of the least tolerance of ``surely_within``.
    """

    def cells(hits: Array, total: float) -> Array:
        return np.stack((hits, total - hits), axis=-1)[:, None]

    total = counts.sum()
    hits, shares = cells(counts, total), np.maximum(cells(probabilities, 1), TINY)
    limit = log_of_inverse(alpha) - log_dirichlet(hits, shares)
    reach = np.zeros(len(counts))
    for end in (0.0, 1.0):
        inside, outside = counts / total, np.full(len(counts), end)
        for _ in range(BISECTIONS):
            middle = (inside + outside) / 2
            others = np.maximum(cells(middle, 1), TINY)
            excluded = (hits * np.log(shares / others)).sum(axis=(1, 2)) >= limit
            inside = np.where(excluded, inside, middle)
            outside = np.where(excluded, middle, outside)
        reach = np.maximum(reach, abs(outside - probabilities))
    return reach


def log_dirichlet(
    counts: Array,
    probabilities: Array,
    concentrations: Sequence[int] = CONCENTRATIONS,
) -> Array:
    """Return approximations of log ``dirichlet``.

    Counts have the shape (..., contexts, outcomes) and need not be whole.
    """
    scales = np.array(concentrations, float).reshape(-1, *[1] * counts.ndim)
    priors = scales * probabilities
    logs = log_gamma(priors + counts) - log_gamma(priors)
    logs -= counts * np.log(probabilities)
    totals = counts.sum(axis=-1, keepdims=True)
    logs = logs.sum(axis=-1, keepdims=True) - log_gamma(scales + totals)
    logs += log_gamma(scales)
    return log_means(logs.sum(axis=(-1, -2)), 1 / np.arange(1, len(scales) + 1))


def log_gamma(numbers: Array) -> Array:
    """Return the logarithm of the gamma function of positive numbers.

    This is Stirling's series at x + 8, with the recurrence from there to x.

    >>> log_gamma(np.array([1.0, 3.0])).round(9).tolist()
    [0.0, 0.693147181]
    """
    far = numbers + 8
    series = (far - 0.5) * np.log(far) - far + log(2 * pi) / 2
    series += 1 / (12 * far) - 1 / (360 * far**3) + 1 / (1260 * far**5)
    logs: Array = series - np.log(prod(numbers + k for k in range(8)))
    return logs


def log_sparse(counts: Array, probabilities: Array) -> float:
    """Return an approximation of log ``sparse``."""
    if len(counts) == 1:
        return 0.0
    hits = np.stack((counts, counts.sum() - counts), axis=-1)
    shares = np.stack((probabilities, 1 - probabilities), axis=-1)
    return log_mean(log_dirichlet(hits[:, None], np.maximum(shares, TINY)[:, None]))


def log_shifted(counts: Array, probabilities: Array) -> float:
    """Return an approximation of log ``shifted``."""
    if len(counts) == 1:
        return 0.0
    shifts = np.array([float(shift) for shift in SHIFTS])[:, None]
    missed = counts.sum() * np.log1p((shifts - 1) * probabilities)
    return log_mean(counts * np.log(shifts) - missed)


def log_copies(counts: Array, probabilities: Array, last: Array, right: Array) -> float:
    """Return an approximation of log ``copies``."""
    shifts = np.array([float(shift) for shift in SHIFTS])[:, None]
    fair = np.log1p((shifts - 1) * probabilities)
    paid = (fair @ counts)[:, None] - fair[:, last[::-1]].cumsum(axis=1)
    logs = np.zeros((len(shifts), len(right)))
    logs[:, : len(last)] = right[: len(last)] * np.log(shifts) - paid
    return log_mean(logs)


def log_repeats(made: Array, right: Array, probabilities: Array) -> float:
    """Return an approximation of log ``repeats``."""
    shares = np.array([float(share) for share in SHARES])[:, None]
    logs = right * np.log(1 - shares + shares / probabilities)
    logs += (made - right) * np.log(1 - shares)
    return log_mean(logs.sum(axis=1))


def log_of_inverse(number: Fraction) -> float:
    """Return log(1 / number), even where a float would underflow."""
    return log(number.denominator) - log(number.numerator)


def log_means(logs: Array, weights: Any = None) -> Array:
    """Return logarithms of (weighted) means of exp(logs) along the first axis."""
    most = logs.max(axis=0)
    means: Array = most + np.log(np.average(np.exp(logs - most), 0, weights))
    return means


def log_mean(logs: Any, weights: Any = None) -> float:
    """Return the logarithm of the (weighted) mean of numbers, given as logarithms."""
    return float(log_means(np.ravel(logs), weights))

"""E-values: likelihood ratios of counts against an exact distribution, as enclosures.

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

The functions ``log_…`` take counts and probabilities as arrays of floats, or as object
arrays of integers and of Arb balls, which are enclosures with a proved error. Floats
only show when the balls are worth computing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from fractions import Fraction
from math import log, pi, prod
from typing import Any, TypeAlias

import numpy as np
from flint import ctx
from numpy.typing import NDArray

from trueodds.core.exact.enclosure import ball

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

TINY = Fraction(1, 10**300)
"""Replaces smaller probabilities in floats, which decide nothing, and 0 in balls.

An outcome of probability 0 has no count, so its probability makes no difference.
"""

Array: TypeAlias = NDArray[Any]


def working_precision() -> AbstractContextManager[object]:
    """Return a context in which Arb balls (proved enclosures) have 192 bits."""
    precision: AbstractContextManager[object] = ctx.workprec(BITS)
    return precision


def numbers(values: Sequence[Fraction | int], dtype: Any) -> Array:
    """Return ``values`` as an array of floats or, for the type ``object``, Arb balls.

    An Arb ball is an enclosure of a number with a proved error. The values are positive
    or 0. A value of 0 becomes a tiny positive number, so that it has a logarithm.
    """
    if np.dtype(dtype).hasobject:
        return np.array([ball(value or TINY) for value in values])
    return np.maximum([float(value) for value in values], float(TINY))


def shares(probabilities: Sequence[Fraction], dtype: Any) -> Array:
    """Return each probability p in row 0, and 1 - p in row 1: (2, outcomes).

    The numbers are floats, or Arb balls for the type ``object``.
    """
    both = probabilities, [1 - p for p in probabilities]
    return np.stack([numbers(each, dtype) for each in both])


def log_dirichlet(
    counts: Array,
    probabilities: Array,
    concentrations: Sequence[int] = CONCENTRATIONS,
) -> Array:
    """Return the log e-value of the hypothesis that all probabilities may be wrong.

    ``counts`` has the shape (..., contexts, outcomes): how often each outcome came
    after each context. A context is an earlier outcome on which the next one may
    depend. Counts in floats need not be whole. ``probabilities`` has the exact
    probability p of each outcome. After each context, the hypothesis has a random
    distribution from Dirichlet(c p), for each c of ``concentrations``. The result has
    the shape (...).

    >>> with working_precision():
    ...     half = numbers([Fraction(1, 2)] * 2, object)
    ...     log_e = log_dirichlet(np.array([[60, 20]], object), half)
    ...     bool(log_e.exp() > 1296), bool(log_e.exp() < 1297)
    (True, True)
    """
    scales = numbers(concentrations, probabilities.dtype)
    # Shape (concentrations, 1, …, 1), to be combined with counts (..., contexts,
    # outcomes).
    scales = scales.reshape(-1, *[1] * counts.ndim)
    # Per outcome: the rising factorial of c p, against the power of p.
    rising = _log_rising(scales * probabilities, counts)
    powers = counts * np.log(probabilities)
    by_context = (rising - powers).sum(axis=-1, keepdims=True)
    # Outcomes of a context share one draw of q, whose normalisation is the rising
    # factorial of c.
    totals = counts.sum(axis=-1, keepdims=True)
    by_context = by_context - _log_rising(scales, totals)
    # A product over contexts, whose q are independent, then the mean over
    # concentrations.
    by_scale = by_context.sum(axis=(-1, -2))
    harmonic = [Fraction(1, k) for k in range(1, len(scales) + 1)]
    return log_mean(by_scale, harmonic)


def _log_rising(start: Array, steps: Array) -> Array:
    """Return the logarithm of start (start + 1) … (start + steps - 1)."""
    if not start.dtype.hasobject:
        return log_gamma(start + steps) - log_gamma(start)
    rising: Array = _rising_balls(start, steps)
    return rising


def _rising_ball(start: Any, steps: int) -> Any:
    # Exactly 0 without steps: a difference of two equal balls would not be exact.
    if not steps:
        return 0
    return (start + steps).lgamma() - start.lgamma()


_rising_balls = np.frompyfunc(_rising_ball, 2, 1)


def log_gamma(values: Array) -> Array:
    """Return the logarithm of the gamma function of positive floats.

    This is Stirling's series at x + 8, with the recurrence from there to x.

    ``values`` are the floats x.

    >>> log_gamma(np.array([1.0, 3.0])).round(9).tolist()
    [0.0, 0.693147181]
    """
    # Stirling's series is accurate for large arguments only.
    far = values + 8
    main = (far - 0.5) * np.log(far) - far + log(2 * pi) / 2
    correction = 1 / (12 * far) - 1 / (360 * far**3) + 1 / (1260 * far**5)
    rising = prod(values + k for k in range(8))
    logs: Array = main + correction - np.log(rising)
    return logs


def log_sparse(counts: Array, both: Array) -> Array:
    """Return the log e-value of the hypothesis that one outcome's probability is wrong.

    The e-value is the mean over the outcomes, as a single number. The probabilities of
    all other outcomes stay in proportion. ``counts`` has the count of each outcome.
    ``both`` is the array of each exact probability p and of 1 - p, as ``shares``
    returns it.
    """
    # Each outcome against all others together: two outcomes in one context. The others
    # stay in proportion, so their probabilities cancel.
    hits = np.stack((counts, counts.sum() - counts))
    return log_mean(log_dirichlet(hits.T[:, None], both.T[:, None]))


def log_shifted(counts: Array, probabilities: Array) -> Array:
    """Return the log e-value of the hypothesis that one outcome's odds are wrong.

    With odds s times as high, p becomes s p / (1 - p + s p). The likelihood ratio of n
    hits in N outcomes is therefore s^n / (1 - p + s p)^N. The e-value is the mean over
    the factors s in ``SHIFTS`` and over the outcomes, as a single number.

    ``counts`` and ``probabilities`` have an entry for each outcome.
    """
    shifts = numbers(SHIFTS, probabilities.dtype)[:, None]
    # Shape (shifts, outcomes): every outcome pays the price, and hits win the factor
    # back.
    price = np.log1p((shifts - 1) * probabilities)
    won = counts * np.log(shifts)
    ratios = won - counts.sum() * price
    return log_mean(ratios.ravel())


def log_copied(
    counts: Array,
    probabilities: Array,
    last: Array,
    copies: Array,
    factors: Sequence[Fraction] = SHIFTS,
) -> Array:
    """Return the log likelihood ratios of copies, with the shape (factors, lags).

    A copy at lag k is an outcome that is equal to the outcome k places before. The
    ratio supposes that the odds of a copy are a factor of ``factors`` times as high.

    Args:
        counts: The count of each outcome.
        probabilities: The exact probability of each outcome.
        last: The numbers of the latest outcomes, the very last at the end. At lag k, no
            copy of the last k is possible yet: it would come after the end.
        copies: The number of copies at each lag: ``copies[k - 1]`` at lag k.
        factors: The factors of the odds.
    """
    shifts = numbers(factors, probabilities.dtype)[:, None]
    # The price of a bet on each outcome, by factor: (factors, outcomes).
    prices = np.log1p((shifts - 1) * probabilities)
    # The bet at time t is on the outcome k places before. So every outcome is paid for
    # once, but for the last k.
    every = (prices @ counts)[:, None]
    latest = prices[:, last[::-1]]
    nothing = prices[:, :1] * 0
    unpaid = np.concatenate((nothing, latest), axis=1).cumsum(1)
    # A sequence shorter than the lag has paid for nothing.
    lags = np.arange(1, len(copies) + 1)
    lags = np.minimum(lags, len(last))
    paid = every - unpaid[:, lags]
    logs: Array = copies * np.log(shifts) - paid
    return logs


def log_repeats(made: Array, right: Array, probabilities: Array) -> Array:
    """Return the log e-value of the hypothesis that outcomes repeat as predicted.

    A prediction says which outcome comes next. ``made`` counts the predictions of each
    outcome, and ``right`` the predictions that came true. ``probabilities`` has the
    exact probability of each outcome. The result is a single number.
    """
    parts = numbers(SHARES, probabilities.dtype)[:, None]
    # A right prediction of an outcome has the ratio ((1 - s) p + s) / p.
    if_right = np.log(1 - parts + parts / probabilities)
    # A wrong one has the ratio 1 - s, whatever came.
    if_wrong = np.log(1 - parts)
    wrong = made - right
    logs = right * if_right + wrong * if_wrong
    return log_mean(logs.sum(axis=1))


def log_mean(logs: Array, weights: Sequence[Fraction] = ()) -> Array:
    """Return the logarithm of the (weighted) mean of exp(logs) along the first axis.

    ``weights`` has a weight for each entry of the first axis. Without it, all weights
    are equal.
    """
    # The largest is taken out, so that no power overflows.
    most = logs.max(axis=0)
    scaled = np.exp(logs - most)
    each = numbers(weights or [1] * len(logs), logs.dtype)
    sums = np.tensordot(each, scaled, 1)
    means: Array = most + np.log(sums / each.sum())
    return means


def log_of_inverse(number: Fraction) -> float:
    """Return log(1 / number), even where a float would underflow."""
    return log(number.denominator) - log(number.numerator)


def surely_within(
    counts: Sequence[int],
    probabilities: Sequence[Fraction],
    tolerance: Fraction,
    alpha: Fraction,
) -> bool:
    """Return True if all outcomes are surely within ``tolerance`` of the probabilities.

    ``counts`` and the exact ``probabilities`` have an entry for each outcome. Each
    outcome has a confidence sequence: all probabilities t whose e-value, a Dirichlet
    mixture divided by the likelihood of t, is below 1/alpha. By Ville's inequality it
    contains the true probability at all times with probability 1 - alpha. It is an
    interval around count / total, because the likelihood has one peak there. The result
    is True if each whole interval is within the tolerance of the exact probability.
    """
    total = sum(counts)
    least = ball(1 / alpha).log()
    for count, p in zip(counts, probabilities, strict=True):
        # The share that was observed is in its own interval, so it must be within as
        # well.
        if abs(count - total * p) >= total * tolerance:
            return False
        hits = np.array([[count], [total - count]], object)
        ratios = _log_ratios(hits, shares([p], object))
        # If both limits are excluded, so is all beyond: the sequence is an interval.
        for limit in (p - tolerance, p + tolerance):
            # A limit that is no probability need not be excluded.
            if not 0 < limit < 1:
                continue
            (log_e,) = ratios(shares([limit], object))
            # A ball is at least a number only if all of it is, so ``<`` is no opposite.
            if not log_e >= least:
                return False
    return True


def half_widths(counts: Array, both: Array, alpha: Fraction) -> Array:
    """Return how far each outcome's confidence interval is from its exact probability.

    A width is the distance of the farther end of the interval, as a float. The
    confidence is 1 - ``alpha``. The largest width is about the least tolerance for
    which ``surely_within`` returns True. ``counts`` has the count of each outcome.
    ``both`` is the array of each exact probability p and of 1 - p, as ``shares``
    returns it.
    """
    total = counts.sum()
    hits = np.stack((counts, total - counts))
    ratios = _log_ratios(hits, both)
    least = log_of_inverse(alpha)
    reach = np.zeros(len(counts))
    # Bisection for both ends of the interval, for all outcomes at once.
    for end in (0.0, 1.0):
        inside = counts / total
        outside = np.full(len(counts), end)
        for _ in range(BISECTIONS):
            middle = (inside + outside) / 2
            others = np.maximum((middle, 1 - middle), float(TINY))
            excluded = ratios(others) >= least
            inside = np.where(excluded, inside, middle)
            outside = np.where(excluded, middle, outside)
        # The outer end of the last step, so that the width is not too small.
        reach = np.maximum(reach, abs(outside - both[0]))
    return reach


def _log_ratios(hits: Array, both: Array) -> Callable[[Array], Array]:
    """Return the function from other shares to the log e-values against these."""
    mixtures = log_dirichlet(hits.T[:, None], both.T[:, None])

    def ratios(others: Array) -> Array:
        likelihoods = hits * np.log(both / others)
        logs: Array = mixtures + likelihoods.sum(axis=0)
        return logs

    return ratios

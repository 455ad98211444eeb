"""The e-process of a simulator: evidence that is valid at whatever time it is read.

The evidence E is a weighted mean of e-values (``e_value.py``). Most of the weight is on
a single biased outcome, a tenth on any other distribution of the outcomes, and a
quarter on dependence: x(t) given x(t - k) for k = 1 … 8, the pairs in and out of step,
copies of x(t - k) for k = 1 … 64, and repeats. Each e-value bets on the next outcome by
what came before, so under the exact distribution each is a martingale of mean 1 in the
natural filtration, and so is E. The probability that E *ever* reaches 1/alpha is
therefore at most alpha (Ville's inequality): a user may look after every outcome and
stop at will.

E is computed whenever the number of outcomes has grown by a 64th. An approximation in
floats shows whether an enclosure is worth computing; the enclosure decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import ceil, floor, log, log10
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.exact.enclosure import ball
from trueodds.proofs.verify.simulator.dependence import FARTHEST, LAGS, Dependence
from trueodds.proofs.verify.simulator.e_value import (
    LAG_CONCENTRATIONS,
    SHIFTS,
    TINY,
    half_widths,
    log_copied,
    log_dirichlet,
    log_mean,
    log_of_inverse,
    log_repeats,
    log_shifted,
    log_sparse,
    numbers,
    shares,
    surely_within,
    working_precision,
)

Array: TypeAlias = NDArray[Any]

STEP = 64
SLACK = 1.0
"""Allowed error of log E in floats. At 10**12 outcomes the error is 1e-4."""

FACTORS = (*SHIFTS, *(Fraction(2**k) for k in range(1, 25)))
"""Factors of the odds of copies, to name the lag that explains the outcomes best."""

CLEAR = log(200)
"""From this log E of the marginal tests on, no dependence test is named strongest."""

MARGINAL_TESTS = {
    "all outcomes": Fraction(2, 15),
    "single outcome": Fraction(4, 15),
    "single outcome by odds": Fraction(3, 5),
}
"""Tests that ignore the order of outcomes, and their weights without other tests."""

DEPENDENCE_TESTS = (
    *(f"lag {lag}" for lag in range(1, LAGS + 1)),
    "pairs in step",
    "pairs out of step",
    "copies",
    "repeats",
)
DEPENDENCE_WEIGHT = Fraction(1, 4)


def weights_of_tests(*, ordered: bool) -> dict[str, Fraction]:
    """Return the weight of each test in the evidence E; the weights add up to 1.

    ``ordered`` is true if the order of the outcomes is known. Only then are there tests
    of dependence on earlier outcomes. The keys are the names of the tests.

    >>> weights_of_tests(ordered=True)["lag 3"]
    Fraction(1, 48)
    """
    weight = 1 - DEPENDENCE_WEIGHT if ordered else Fraction(1)
    weights = {test: weight * part for test, part in MARGINAL_TESTS.items()}
    if ordered:
        each = DEPENDENCE_WEIGHT / len(DEPENDENCE_TESTS)
        weights |= dict.fromkeys(DEPENDENCE_TESTS, each)
    return weights


@dataclass(frozen=True, slots=True)
class Strongest:
    """The count furthest from its expectation, in the test with the most evidence.

    ``test`` is the name of the test. ``observed`` is the count, and ``expected`` its
    expectation. ``places`` has the number of the outcome that was counted. For a test
    of pairs of outcomes it has two classes: class ``places[1]`` came after class
    ``places[0]``. In the test "copies" it has the lag k: an outcome is a copy if it
    equals the outcome k places before. In the test "repeats" it is empty, because
    predictions that came true were counted. It is also empty where ``name`` says what
    was counted.
    """

    test: str
    places: tuple[int, ...]
    observed: int
    expected: Fraction
    name: str = ""


class EProcess:
    """Counts of outcomes 0, 1, … and their evidence against exact probabilities.

    ``probabilities`` has the exact probability of each outcome. ``alpha`` bounds the
    probability that a right simulator is ever refuted. For the verdict "within", all
    probabilities must be shown to be within ``tolerance`` of the exact ones, at the
    same level ``alpha``. At the end of an undecided run, ``distance`` is the least
    tolerance that is shown. ``ordered=False`` is for counts, which have no order and so
    show no dependence.

    ``counts`` has the count of each outcome. ``refuted`` is true once the evidence has
    reached 1 / ``alpha``. ``within`` is true once the verdict "within" is shown.

    A subclass may set texts for the verdict. ``fault`` says what is wrong if the counts
    are refuted, and ``right`` what is right if they are consistent. ``needs`` says what
    is missing for a verdict. ``without_order`` is the name, in ``notes.toml``, of a
    note for outcomes whose order is not tested. ``notes`` are further notes.
    ``unclear`` is the reason why outcomes are not judged although they look wrong.
    """

    fault = "the probabilities are wrong"
    right = needs = unclear = ""
    without_order = "only_counts"
    notes: Sequence[str] = ()

    def __init__(
        self,
        probabilities: tuple[Fraction, ...],
        alpha: Fraction,
        tolerance: Fraction | None = None,
        *,
        ordered: bool = True,
    ) -> None:
        self.probabilities = probabilities
        self.alpha = alpha
        self.tolerance = tolerance
        self.counts = np.zeros(len(probabilities), np.int64)
        self.dependence = Dependence(probabilities) if ordered else None
        self.weights = weights_of_tests(ordered=ordered)
        self.refuted = self.within = False
        self.distance: Fraction | None = None
        self._floats = shares(probabilities, float)
        self._next = 2

    @property
    def total(self) -> int:
        """The number of outcomes counted."""
        return int(self.counts.sum())

    @property
    def decided(self) -> bool:
        """True if more outcomes would not change the verdict: it is final."""
        return self.refuted or self.within

    def see(self, codes: Array, together: int = 1) -> None:
        """Count outcomes, given by their numbers, until the verdict is decided.

        ``together`` outcomes, such as the dice of a roll, are never separated by the
        verdict: all of them are counted, or none.
        """
        # A verdict is final: outcomes after it are not counted, so the evidence is that
        # of the verdict.
        while len(codes) and not self.decided:
            chunk = codes[: -(-(self._next - self.total) // together) * together]
            codes = codes[len(chunk) :]
            self.count(chunk)
            if self.total >= self._next:
                # E may be read at any time. Rarer looks are no error, they delay the
                # verdict by a 64th.
                self._next = self.total + max(2, self.total // STEP)
                self._look()

    def count(self, codes: Array) -> None:
        """Count outcomes, which are given by their numbers."""
        self.counts += np.bincount(codes, minlength=len(self.counts))
        if self.dependence:
            self.dependence.count(codes)

    def finish(self) -> None:
        """Update the verdict after the last outcome, unless it is decided already."""
        if not self.decided and self.total:
            self._look()
            self.distance = None if self.decided else self._distance()

    def logs(self, dtype: Any = float) -> dict[str, Any]:
        """Return the natural logarithm of the e-value of each test, by the test's name.

        An e-value is a likelihood ratio against the exact probabilities. The logarithms
        are floats, or Arb balls for the type ``object``.
        """
        # The floats are needed at every look, so they are converted once.
        both = self._floats if dtype is float else shares(self.probabilities, dtype)
        p = both[0]
        counts = self.counts.astype(dtype)
        values = [
            log_dirichlet(counts[None], p),
            log_sparse(counts, both),
            log_shifted(counts, p),
        ]
        if seen := self.dependence:
            q = numbers(seen.probabilities, dtype)
            tables = seen.tables.astype(dtype)
            copies = log_copied(counts, p, seen.last, seen.copies.astype(dtype))
            values += [
                *log_dirichlet(tables, q, LAG_CONCENTRATIONS),
                log_mean(copies.ravel()),
                log_repeats(seen.made.astype(dtype), seen.right.astype(dtype), p),
            ]
        # Further tests have their weights behind these.
        return dict(zip(self.weights, values, strict=False))

    def log_e(self, dtype: Any = float) -> Any:
        """Return the natural logarithm of the evidence E, as a float or an Arb ball.

        ``dtype`` is ``float`` for floats, and ``object`` for Arb balls.
        """
        logs = np.array(list(self.logs(dtype).values()))
        return log_mean(logs, list(self.weights.values()))

    def log_marginal(self) -> float:
        """Return the natural logarithm of the evidence that the counts alone give.

        It is the weighted mean of the e-values of the tests that ignore the order of
        the outcomes. The result is an approximation in floats.
        """
        logs = list(self.logs().values())[: len(MARGINAL_TESTS)]
        return float(log_mean(np.array(logs), list(MARGINAL_TESTS.values())))

    def strongest(self) -> Strongest:
        """Return the count furthest from its expectation.

        The count is one of the test with the most evidence. There are two exceptions.
        If the counts alone are clear evidence, tests of dependence are left out,
        because wrong probabilities make a sequence look dependent, too. If outcomes
        clearly repeat the outcome k places before, the count of these copies is
        returned, because the first outcomes that come twice look too probable.
        """
        logs = self.logs()
        tests = MARGINAL_TESTS if self.log_marginal() >= CLEAR else logs
        test = max(tests, key=lambda name: logs[name] + log(self.weights[name]))
        seen = self.dependence
        marginal = test in MARGINAL_TESTS
        if seen:
            copied, gain = self._copied(seen)
            # As many copies come at any lag if only the probabilities are wrong.
            usual = self.counts @ (self.counts - 1) / max(1, self.total - 1)
            if marginal:
                clear = gain >= logs[test] + log(FARTHEST)
                clear &= bool(copied.observed > 1.5 * usual)
            else:
                clear = gain >= logs[test] / 3 and copied.observed > usual
            if clear or test == "copies":
                return copied
        if marginal:
            (place,) = _furthest(self.counts, self._floats[0] * self.total)
            due = self.total * self.probabilities[place]
            return Strongest(test, (place,), int(self.counts[place]), due)
        assert seen
        if test == DEPENDENCE_TESTS[-1]:
            made = zip(map(int, seen.made), self.probabilities, strict=True)
            due = sum((n * p for n, p in made), Fraction(0))
            return Strongest(test, (), int(seen.right.sum()), due)
        table = seen.tables[DEPENDENCE_TESTS.index(test)]
        rows = table.sum(axis=1)
        expected = rows[:, None] * numbers(seen.probabilities, float)
        first, second = places = _furthest(table, expected)
        due = int(rows[first]) * seen.probabilities[second]
        return Strongest(test, places, int(table[places]), due)

    def _copied(self, seen: Dependence) -> tuple[Strongest, float]:
        """Return the lag with the clearest copies, and their log likelihood ratio."""
        p = self._floats[0]
        last = seen.last
        copies = seen.copies
        gains = log_copied(self.counts, p, last, copies, FACTORS).max(axis=0)
        # Copies of copies come at farther lags, so the first clear lag is the cause.
        lag = int(np.argmax(gains >= gains.max() / 2)) + 1
        due = Fraction(self.counts @ p - p[last[-lag:]].sum())
        return Strongest("copies", (lag,), int(copies[lag - 1]), due), gains[lag - 1]

    def outcomes_needed(self, tolerance: Fraction) -> int:
        """Estimate how many outcomes show that a right simulator is within a tolerance.

        The tolerance is the distance of every probability from the exact one. The
        outcomes that were counted before are included in the number.
        """
        p = self._floats[0]
        alpha = self._each()

        def shown(total: int) -> bool:
            # The furthest count is about two standard deviations from its expectation.
            deviations = 2 * np.sqrt(p * (1 - p) / total)
            # If the counts were as expected, the intervals would have these
            # half-widths.
            widths = half_widths(total * p, self._floats, alpha) + deviations
            return bool(widths.max() <= float(tolerance))

        # Doubling, then bisection: the width falls as the number of outcomes grows.
        high = 1
        while not shown(high):
            high *= 2
        low = high // 2
        while high - low > max(1, high // 1000):
            middle = (low + high) // 2
            low, high = (low, middle) if shown(middle) else (middle, high)
        distance = self.distance or 0
        # Widths fall with the square root of the number, also from what the outcomes
        # show now.
        return max(high, ceil(self.total * (distance / tolerance) ** 2))

    @property
    def useful(self) -> Fraction:
        """The largest ``distance`` with which a verdict is "consistent".

        It is 0.05, or a quarter of the largest probability if that is less. A distance
        is that of every probability from the exact one.
        """
        return min(Fraction(1, 20), max(self.probabilities) / 4)

    def _each(self) -> Fraction:
        """Return the error rate of each outcome."""
        # By the union bound, all intervals hold together with probability 1 - alpha.
        return self.alpha / len(self.probabilities)

    def _distance(self) -> Fraction:
        """Return the least tolerance of two digits that the outcomes show."""
        widest = self._widest()
        # The approximation is the place to begin. Only ``_all_within`` proves a
        # tolerance.
        unit = Fraction(10) ** (floor(log10(widest)) - 1)
        steps = (n * unit for n in count(ceil(widest / unit)))
        return next(step for step in steps if step >= 1 or self._all_within(step))

    def _look(self) -> None:
        # Floats may only ask for the enclosure. They never refute by themselves.
        if self.log_e() >= log_of_inverse(self.alpha) - SLACK:
            with working_precision():
                # True only if the whole ball of E is above the whole ball of the limit.
                limit = ball(1 / self.alpha).log()
                self.refuted = bool(self.log_e(object) >= limit)
        # A program that is refuted is not within a tolerance, even if its distance is
        # small.
        if not self.refuted and self.tolerance is not None:
            self.within = self._all_within(self.tolerance)

    def _widest(self) -> float:
        widths = half_widths(self.counts, self._floats, self._each())
        return float(widths.max())

    def _all_within(self, tolerance: Fraction) -> bool:
        # Cheap, and right in nearly all cases: the proof below would fail.
        if self._widest() > tolerance:
            return False
        counts = self.counts.tolist()
        with working_precision():
            return surely_within(counts, self.probabilities, tolerance, self._each())


def _furthest(counts: Array, expected: Array) -> tuple[int, ...]:
    """Return the place of the count that is the least likely by a Poisson distribution.

    The chi-square statistic would name a rare outcome that came once.
    """
    ratios = np.maximum(counts, 1) / np.maximum(expected, float(TINY))
    terms = counts * np.log(ratios) - counts + expected
    return tuple(map(int, np.unravel_index(np.argmax(terms), counts.shape)))

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

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import ceil, floor, log, log10
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.exact.enclosure import Ball, ball
from trueodds.proofs.verify.simulator.dependence import LAGS, Dependence
from trueodds.proofs.verify.simulator.e_value import (
    LAG_CONCENTRATIONS,
    TINY,
    Cell,
    Prediction,
    copies,
    dirichlet,
    half_widths,
    log_copies,
    log_dirichlet,
    log_mean,
    log_of_inverse,
    log_repeats,
    log_shifted,
    log_sparse,
    repeats,
    shifted,
    sparse,
    surely_within,
    working_precision,
)

Array: TypeAlias = NDArray[Any]

STEP = 64
SLACK = 1.0
"""Allowed error of log E in floats. At 10**12 outcomes the error is 1e-4."""

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
    """Return the weight of each test in E; the weights add up to 1.

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

    ``places`` is an outcome, or a class and the class that came after it. For copies
    it is the lag, and for repeats it is empty.
    """

    test: str
    places: tuple[int, ...]
    observed: int
    expected: Fraction


class EProcess:
    """Counts of outcomes 0, 1, … and their evidence against exact probabilities.

    ``alpha`` bounds the probability that a right simulator is ever refuted.
    ``tolerance`` is the largest distance of a probability from the exact one for
    the verdict "within". This is shown for all probabilities at the same level
    ``alpha``. ``distance`` is the tolerance within which they are at the end.
    ``ordered=False`` is for counts, which have no order and so show no
    dependence.
    """

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
        self._floats = _floats(probabilities)
        if self.dependence:
            self._lag_floats = _floats(self.dependence.probabilities)
        self._next = 2

    @property
    def total(self) -> int:
        """The number of outcomes counted."""
        return int(self.counts.sum())

    @property
    def decided(self) -> bool:
        """True if more outcomes would not change the verdict."""
        return self.refuted or self.within

    def see(self, codes: Array) -> None:
        """Count outcomes, until the verdict is decided."""
        while len(codes) and not self.decided:
            chunk = codes[: self._next - self.total]
            codes = codes[len(chunk) :]
            self.counts += np.bincount(chunk, minlength=len(self.counts))
            if self.dependence:
                self.dependence.count(chunk)
            if self.total >= self._next:
                self._next = self.total + max(2, self.total // STEP)
                self._look()

    def finish(self) -> None:
        """Update the verdict with all outcomes so far, unless it is decided already."""
        if not self.decided and self.total:
            self._look()
            self.distance = None if self.decided else self._distance()

    def e(self) -> Ball:
        """Return the evidence E as a ball, at the working precision."""
        parts = self.parts()
        return sum(ball(weight) * parts[test] for test, weight in self.weights.items())

    def parts(self) -> dict[str, Ball]:
        """Return the e-value of each test."""
        cells = list(map(Cell, map(int, self.counts), self.probabilities))
        values = dirichlet([cells]), sparse(cells), shifted(cells)
        parts = dict(zip(MARGINAL_TESTS, values, strict=True))
        if self.dependence:
            exact = self.dependence.probabilities
            balls = [
                dirichlet(
                    [list(map(Cell, row, exact)) for row in table.tolist()],
                    LAG_CONCENTRATIONS,
                )
                for table in self.dependence.tables
            ]
            last, same = self.dependence.last.tolist(), self.dependence.copies.tolist()
            balls.append(copies(cells, last, same))
            made, right = self.dependence.made.tolist(), self.dependence.right.tolist()
            predictions = map(Prediction, made, right, self.probabilities)
            balls.append(repeats([made for made in predictions if made.made]))
            parts |= zip(DEPENDENCE_TESTS, balls, strict=True)
        return parts

    def log_parts(self) -> dict[str, float]:
        """Return the approximate natural logarithm of each test's e-value."""
        logs = _marginal_logs(self.counts, self._floats)
        if self.dependence:
            tables = self.dependence.tables
            values = log_dirichlet(tables, self._lag_floats, LAG_CONCENTRATIONS)
            made, right = self.dependence.made, self.dependence.right
            last, same = self.dependence.last, self.dependence.copies
            others = (
                log_copies(self.counts, self._floats, last, same),
                log_repeats(made, right, self._floats),
            )
            logs |= zip(DEPENDENCE_TESTS, [*values.tolist(), *others], strict=True)
        return logs

    def log_marginal(self) -> float:
        """Return the approximate log E of the tests that ignore outcomes' order."""
        return _log_marginal(self.log_parts())

    def strongest(self) -> Strongest:
        """Return the count furthest from its expectation, in the strongest test.

        Tests of single probabilities come before tests of dependence, because
        wrong probabilities make a sequence look dependent, too.
        """
        logs = self.log_parts()
        tests = MARGINAL_TESTS if self.log_marginal() >= CLEAR else logs
        test = max(tests, key=lambda name: logs[name] + log(self.weights[name]))
        if test in MARGINAL_TESTS:
            expected = self._floats * self.total
            place = _furthest(self.counts, expected)
            due = self.total * self.probabilities[place[0]]
            return Strongest(test, place, int(self.counts[place]), due)
        assert self.dependence
        copied, gain = self._copied(self.dependence)
        if test == "copies" or gain >= logs[test] / 2:
            return copied
        if test == DEPENDENCE_TESTS[-1]:
            made, right = self.dependence.made, self.dependence.right
            due = sum(
                (int(n) * p for n, p in zip(made, self.probabilities, strict=True)),
                Fraction(0),
            )
            return Strongest(test, (), int(right.sum()), due)
        table = self.dependence.tables[DEPENDENCE_TESTS.index(test)]
        rows = table.sum(axis=1)
        expected = rows[:, None] * self._lag_floats
        first, second = place = _furthest(table, expected)
        due = int(rows[first]) * self.dependence.probabilities[second]
        return Strongest(test, place, int(table[place]), due)

    def _copied(self, dependence: Dependence) -> tuple[Strongest, float]:
        """Return the lag with the clearest copies, and their log likelihood ratio.

        The ratio is that to independent outcomes with the frequencies that came, as
        outcomes that come too often make copies, too.
        """
        last = dependence.last[::-1][: self.total - 1]
        right = dependence.copies[: len(last)]
        made = self.total - 1 - np.arange(len(last))

        def due(shares: Array) -> Array:
            expected: Array = self.counts @ shares - shares[last].cumsum()
            return expected

        usual = np.minimum(due(self.counts / self.total), made)
        gains = _gain(right, usual) + _gain(made - right, made - usual)
        # Copies of copies come at farther lags, so the first clear lag is the cause.
        lag = int(np.argmax(gains >= gains.max() / 2))
        places, expected = (lag + 1,), Fraction(due(self._floats)[lag])
        return Strongest("copies", places, int(right[lag]), expected), float(gains[lag])

    def outcomes_needed(self, tolerance: Fraction) -> int:
        """Estimate the number of outcomes that show a tolerance."""
        p, alpha = self._floats, self._each()

        def shown(total: int) -> bool:
            # The furthest count is about two standard deviations from its expectation.
            deviations = 2 * np.sqrt(p * (1 - p) / total)
            widths = half_widths(total * p, p, alpha) + deviations
            return bool(widths.max() <= float(tolerance))

        high = 1
        while not shown(high):
            high *= 2
        low = high // 2
        while high - low > max(1, high // 1000):
            middle = (low + high) // 2
            low, high = (low, middle) if shown(middle) else (middle, high)
        distance = self.distance or 0
        return max(high, ceil(self.total * (distance / tolerance) ** 2))

    @property
    def useful(self) -> Fraction:
        """The largest ``distance`` that is of use: 0.05, or less for rare outcomes."""
        return min(Fraction(1, 20), max(self.probabilities) / 4)

    def _each(self) -> Fraction:
        """Return the error rate of each outcome."""
        return self.alpha / len(self.probabilities)

    def _distance(self) -> Fraction:
        """Return the least tolerance of two digits that the outcomes show."""
        widest = float(half_widths(self.counts, self._floats, self._each()).max())
        unit = Fraction(10) ** (floor(log10(widest)) - 1)
        steps = (n * unit for n in count(ceil(widest / unit)))
        return next(step for step in steps if step >= 1 or self._all_within(step))

    def _look(self) -> None:
        logs = self.log_parts()
        weights = [float(weight) for weight in self.weights.values()]
        log_e = log_mean(list(logs.values()), weights)
        if log_e >= log_of_inverse(self.alpha) - SLACK:
            with working_precision():
                self.refuted = bool(self.e() * ball(self.alpha) >= 1)
        if not self.refuted and self.tolerance is not None:
            self.within = self._all_within(self.tolerance)

    def _all_within(self, tolerance: Fraction) -> bool:
        total, floats = self.total, self._floats
        if np.abs(self.counts / total - floats).max() > tolerance:
            return False
        each = self._each()
        # The outcome with the widest interval first: it is the last to be within.
        order = np.argsort(-floats * (1 - floats))
        with working_precision():
            return all(
                surely_within(
                    Cell(int(self.counts[n]), self.probabilities[n]),
                    total,
                    tolerance,
                    each,
                )
                for n in order
            )


def _marginal_logs(counts: Array, probabilities: Array) -> dict[str, float]:
    """Return the approximate log of each e-value that ignores the outcomes' order."""
    values = (
        float(log_dirichlet(counts[None], probabilities)),
        log_sparse(counts, probabilities),
        log_shifted(counts, probabilities),
    )
    return dict(zip(MARGINAL_TESTS, values, strict=True))


def _log_marginal(logs: Mapping[str, float]) -> float:
    """Return the logarithm of the weighted mean of e-values that ignore the order."""
    weights = [float(weight) for weight in MARGINAL_TESTS.values()]
    return log_mean([logs[test] for test in MARGINAL_TESTS], weights)


def _floats(probabilities: Any) -> Array:
    return np.maximum([float(p) for p in probabilities], TINY)


def _gain(counts: Array, usual: Array) -> Array:
    """Return the log likelihood ratio of counts to the usual counts."""
    gains: Array = counts * np.log(np.maximum(counts, TINY) / np.maximum(usual, TINY))
    return gains


def _furthest(counts: Array, expected: Array) -> tuple[int, ...]:
    """Return the place with the largest term of the chi-square statistic."""
    terms = (counts - expected) ** 2 / np.maximum(expected, TINY)
    return tuple(map(int, np.unravel_index(np.argmax(terms), counts.shape)))

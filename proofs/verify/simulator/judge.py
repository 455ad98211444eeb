"""Judge outcomes as they come: refuted, within a tolerance, or not decided yet.

The evidence is the mean of two e-values: of the outcomes, and of disjoint consecutive
pairs, which shows dependence. Both are looked at after complete pairs only: in between,
one of them would know more than the other, and their mean would be no e-value.

It is looked at when the outcomes have grown by a 64th. A float says whether it is worth
computing; the enclosure decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import exp, log
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.proofs.verify.simulator.e_process import (
    Ball,
    Cell,
    Estimator,
    ball,
    e_value,
    surely_within,
    working_precision,
)

Array: TypeAlias = NDArray[Any]

MOST_OUTCOMES = 1000
"""Of more outcomes, pairs would be more than a million."""

STEP = 64
TINY = 1e-300
"""Chances below this are so much to the floats, which decide nothing."""

SLACK = 1.0
"""How far the float may be off, as a logarithm; it is off by 1e-4 at 10**12."""


@dataclass(frozen=True, slots=True)
class Surprise:
    """What carries the evidence: an outcome or a pair, and how often it was due."""

    outcomes: tuple[int, ...]
    came: int
    expected: Fraction


class Judge:
    """Counts of outcomes 0, 1, … against their exact chances.

    ``alpha`` is the chance that outcomes which do follow the law are ever refuted;
    ``tolerance`` how near to the law all chances must be shown to be, at the same
    level, for an end within it. ``pairs=False`` is for counts, which have no order.
    """

    def __init__(
        self,
        chances: tuple[Fraction, ...],
        alpha: Fraction,
        tolerance: Fraction | None = None,
        *,
        pairs: bool = True,
    ) -> None:
        self.chances = chances
        self.alpha = alpha
        self.tolerance = tolerance
        self.counts = np.zeros(len(chances), np.int64)
        self.pairs: Array | None = None
        if pairs and len(chances) <= MOST_OUTCOMES:
            self.pairs = np.zeros((len(chances),) * 2, np.int64)
        self.refuted = self.within = False
        self._floats = np.maximum([float(chance) for chance in chances], TINY)
        self._estimator = Estimator(self._floats)
        if self.pairs is not None:
            self._pairs_estimator = Estimator(self._of_pairs().ravel())
        self._waiting = np.zeros(0, np.int64)
        self._next = 2

    @property
    def total(self) -> int:
        """The outcomes judged."""
        return int(self.counts.sum())

    @property
    def decided(self) -> bool:
        """Whether more outcomes are of no use."""
        return self.refuted or self.within

    def see(self, codes: Array) -> None:
        """Take outcomes in, up to a decision; an odd one waits for the next."""
        codes = np.concatenate((self._waiting, codes))
        while len(codes) >= 2 and not self.decided:
            some = codes[: min(self._next - self.total, len(codes) // 2 * 2)]
            codes = codes[len(some) :]
            self._count(some)
            if self.total >= self._next:
                self._next = self.total + max(2, self.total // STEP // 2 * 2)
                self._look()
        self._waiting = codes

    def take_counts(self, counts: Array) -> None:
        """Take in counts, all at once."""
        self.counts += counts

    def finish(self) -> None:
        """Decide by all that was seen."""
        if not self.decided and self.total:
            self._look()

    def e(self) -> Ball:
        """The e-value as a ball, at the working precision."""
        singles = self.singles_e()
        return singles if self.pairs is None else (singles + self.pairs_e()) / 2

    def singles_e(self) -> Ball:
        """The e-value of the outcomes."""
        return e_value(map(Cell, map(int, self.counts), self.chances))

    def pairs_e(self) -> Ball:
        """The e-value of the pairs."""
        assert self.pairs is not None
        return e_value(
            Cell(int(self.pairs[i, j]), self.chances[i] * self.chances[j])
            for i, j in np.argwhere(self.pairs)
        )

    def surprise(self) -> Surprise:
        """The outcome, or the pair where pairs carry more, furthest from its due."""
        with working_precision():
            by_pairs = self.pairs is not None and self.pairs_e() > self.singles_e()
        counts, chances = self.counts, self._floats
        if by_pairs:
            assert self.pairs is not None
            counts, chances = self.pairs, self._of_pairs()
        expected = chances * counts.sum()
        place = np.unravel_index(
            np.argmax((counts - expected) ** 2 / expected), counts.shape
        )
        outcomes = tuple(int(axis) for axis in place)
        chance = Fraction(1)
        for outcome in outcomes:
            chance *= self.chances[outcome]
        return Surprise(outcomes, int(counts[place]), int(counts.sum()) * chance)

    def _of_pairs(self) -> Array:
        products: Array = np.outer(self._floats, self._floats)
        return np.maximum(products, TINY)

    def _count(self, codes: Array) -> None:
        self.counts += np.bincount(codes, minlength=len(self.counts))
        if self.pairs is not None:
            places = codes[::2] * len(self.counts) + codes[1::2]
            self.pairs += np.bincount(places, minlength=self.pairs.size).reshape(
                self.pairs.shape
            )

    def _look(self) -> None:
        if self._estimate() >= _log_of_inverse(self.alpha) - SLACK:
            with working_precision():
                self.refuted = bool(self.e() * ball(self.alpha) >= 1)
        if not self.refuted and self.tolerance is not None:
            self.within = self._all_within(self.tolerance)

    def _estimate(self) -> float:
        singles = self._estimator.log_e(self.counts)
        if self.pairs is None:
            return singles
        pairs = self._pairs_estimator.log_e(self.pairs.ravel())
        most = max(singles, pairs)
        return most + log((exp(singles - most) + exp(pairs - most)) / 2)

    def _all_within(self, tolerance: Fraction) -> bool:
        total = self.total
        shares = np.abs(self.counts / total - self._floats)
        if shares.max() > tolerance:
            return False
        each = self.alpha / len(self.chances)
        # The widest first: it is the last to be within.
        order = np.argsort(-self._floats * (1 - self._floats))
        with working_precision():
            return all(
                surely_within(
                    Cell(int(self.counts[n]), self.chances[n]), total, tolerance, each
                )
                for n in order
            )


def outcomes_needed(
    chances: tuple[Fraction, ...], bias: Fraction, alpha: Fraction, *, pairs: bool
) -> int | None:
    """About how many outcomes refute a law in which some chance is off by ``bias``.

    The deviation that is hardest to see, with the others in proportion, and counts as
    they are on average. None where no chance can be off by so much.
    """
    p = np.maximum([float(chance) for chance in chances], TINY)
    off = float(bias)
    shifted = [(n, p[n] + sign * off) for n in range(len(p)) for sign in (-1, 1)]
    laws = [_moved(p, n, to) for n, to in shifted if 0 <= to <= 1 and p[n] < 1]
    if not laws:
        return None
    law = min(laws, key=lambda q: _divergence(q, p))
    wanted = _log_of_inverse(alpha) + (log(2) if pairs else 0)
    estimator = Estimator(p)
    high = 1
    while estimator.log_e(law * high) < wanted:
        high *= 2
    low = high // 2
    while high - low > max(1, high // 1000):
        middle = (low + high) // 2
        if estimator.log_e(law * middle) < wanted:
            low = middle
        else:
            high = middle
    return high


def _log_of_inverse(number: Fraction) -> float:
    return log(number.denominator) - log(number.numerator)


def _moved(p: Array, place: int, to: float) -> Array:
    """The law with one chance moved and the others in proportion."""
    law: Array = p * (1 - to) / (1 - p[place])
    law[place] = to
    return law


def _divergence(q: Array, p: Array) -> float:
    came = q > 0
    return float((q[came] * np.log(q[came] / p[came])).sum())

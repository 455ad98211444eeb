"""The best answer to a strategy, and what two strategies certify about the game.

The show is a zero-sum game: the dealer's hand and crib less pone's hand. What pone
throws goes into the dealer's crib, so the dealer maximises own + crib and pone
own - crib. The dealer's best answer to pone's strategy bounds the value of the game
from above, pone's best answer to the dealer's from below.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from trueodds.analysis.cribbage.crib.all_deals import Work
from trueodds.analysis.cribbage.crib.expected_crib import (
    STARTER_CASES,
    crib_denominator,
)
from trueodds.analysis.cribbage.crib.opponent_hands import SUITS
from trueodds.analysis.cribbage.deals import DEALS, Array, all_classes
from trueodds.analysis.cribbage.equilibrium.value_bounds import Certificate
from trueodds.analysis.cribbage.own_hand import STARTERS
from trueodds.analysis.cribbage.strategy import Choices, Strategy
from trueodds.core.parallel import in_parallel

SIGN = {"dealer": 1, "pone": -1}
OTHER = {"dealer": "pone", "pone": "dealer"}


@dataclass(frozen=True, eq=False, slots=True)
class Worth:
    """What every discard is worth to a role against a strategy of the other.

    ``crib`` and ``totals`` are int64 of shape (962988, 15) over ``denominator``; the
    total is own + crib for the dealer and own - crib for pone.
    """

    crib: NDArray[np.int64]
    totals: NDArray[np.int64]
    denominator: int

    def best(self, current: Choices) -> Choices:
        """The best discard of each class; the current one where none is better."""
        new = np.empty(len(current), np.uint8)
        with in_parallel() as run:
            run("", len(new), _best, self.totals, current, new)
        return new

    def short(self, strategy: Strategy) -> NDArray[np.bool_]:
        """Whether the strategy throws anything that is not best, by class."""
        best = self.totals.max(axis=1, keepdims=True)
        short: NDArray[np.bool_] = (self.totals < best) & (strategy.weights > 0)
        return np.asarray(short.any(axis=1))

    def loss(self, strategy: Strategy) -> Fraction:
        """What the strategy loses a deal on its best answer."""
        return _mean(self.totals, strategy, lost=True) / self.denominator


def worth(role: str, other: Strategy, work: Work) -> Worth:
    """What every discard is worth to ``role`` when the other throws by ``other``."""
    crib = work.crib(other)
    hand_share = SUITS * other.denominator * STARTER_CASES
    totals = work.own * np.int64(hand_share)
    totals += SIGN[role] * crib
    return Worth(crib, totals, crib_denominator(other.denominator))


def mean(values: NDArray[np.integer[Any]], strategy: Strategy) -> Fraction:
    """The mean over all deals of the value of what a strategy throws; exact.

    ``values`` are integers of shape (962988, 15), below 2**55 in size.
    """
    return _mean(values, strategy, lost=False)


def _mean(values: Array, strategy: Strategy, *, lost: bool) -> Fraction:
    sets = all_classes(6).sets
    with in_parallel() as run:
        parts = run("", len(sets), _weigh, values, strategy.weights, sets, lost)
    total = sum((int(high) << 32) + int(low) for high, low in parts)
    return Fraction(total, strategy.denominator * DEALS)


def certify(
    dealer: Strategy,
    pone: Strategy,
    work: Work,
    look: Callable[[str, Worth], None] = lambda role, answer: None,
) -> Certificate:
    """Both best answers, in two exact passes.

    ``look`` is shown what every discard is worth to each role while it is in memory.
    """
    dealer_hand, pone_hand = (
        mean(work.own, strategy) / STARTERS for strategy in (dealer, pone)
    )
    answer = worth("dealer", pone, work)
    crib = mean(answer.crib, dealer) / answer.denominator
    played = dealer_hand + crib - pone_hand
    upper = played + answer.loss(dealer)
    look("dealer", answer)
    del answer  # before the next: each takes 230 MB
    answer = worth("pone", dealer, work)
    lower = played - answer.loss(pone)
    look("pone", answer)
    return Certificate(lower, upper, dealer_hand, pone_hand, crib)


@njit(cache=True, nogil=True)
def _best(totals: Array, current: Array, new: Array, start: int, stop: int) -> None:
    for row in range(start, stop):
        best = current[row]
        for discard in range(15):
            if totals[row, discard] > totals[row, best]:
                best = discard
        new[row] = best


@njit(cache=True, nogil=True)
def _weigh(
    values: Array, weights: Array, sets: Array, lost: bool, start: int, stop: int
) -> tuple[Any, Any]:
    """The sum of weighted values in two words of 32 bits and more: high, low.

    Of what is missing to the row's largest value, if ``lost``.
    """
    high, low = np.int64(0), np.int64(0)
    for row in range(start, stop):
        most = np.int64(0)
        if lost:
            most = np.int64(values[row, 0])
            for discard in range(1, 15):
                most = max(most, np.int64(values[row, discard]))
        for discard in range(15):
            weight = np.int64(weights[row, discard]) * sets[row]
            if weight:
                value = np.int64(values[row, discard])
                if lost:
                    value = most - value
                high += weight * (value >> 32)
                low += weight * (value & 0xFFFFFFFF)
        high += low >> 32
        low &= 0xFFFFFFFF
    return high, low

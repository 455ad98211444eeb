"""Best response to a discard strategy, and bounds for the value of the game.

The discard is a zero-sum game: the dealer's hand and crib minus pone's hand. What pone
throws goes into the dealer's crib, so the dealer maximises own + crib and pone
own - crib. The dealer's best response to pone's strategy bounds the value of the game
from above; pone's best response to the dealer's strategy bounds it from below.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from trueodds.analysis.cribbage.crib.all_deals import Evaluator
from trueodds.analysis.cribbage.crib.expected_crib import (
    STARTER_CASES,
    crib_denominator,
)
from trueodds.analysis.cribbage.crib.opponent_hands import SUITS
from trueodds.analysis.cribbage.deals import DEALS, Array, all_classes
from trueodds.analysis.cribbage.equilibrium.value_bounds import ValueBounds
from trueodds.analysis.cribbage.own_hand import STARTERS
from trueodds.analysis.cribbage.strategy import Choices, Strategy
from trueodds.core.storage.parallel import in_parallel

SIGN = {"dealer": 1, "pone": -1}


@dataclass(frozen=True, eq=False, slots=True)
class DiscardValues:
    """Values of every discard of every deal for a role, against one strategy.

    ``crib`` and ``totals`` are int64 of shape (962988, 15) over ``denominator``, in
    points; the total is own + crib for the dealer and own - crib for pone.
    """

    crib: NDArray[np.int64]
    totals: NDArray[np.int64]
    denominator: int

    def best_response(self, current: Choices) -> Choices:
        """Return the best discard of each class; ties keep the current discard."""
        best = self.totals.argmax(axis=1).astype(np.uint8)
        rows = np.arange(len(best))
        ties = self.totals[rows, best] == self.totals[rows, current]
        return np.where(ties, current, best)

    def suboptimal(self, strategy: Strategy) -> NDArray[np.bool_]:
        """Return True if the strategy ever throws a discard that is not best."""
        best = self.totals.max(axis=1, keepdims=True)
        suboptimal: NDArray[np.bool_] = (self.totals < best) & (strategy.weights > 0)
        return np.asarray(suboptimal.any(axis=1))

    def regret(self, strategy: Strategy) -> Fraction:
        """Return the points a deal that the strategy loses to a best response."""
        return _mean(self.totals, strategy, regret=True) / self.denominator


def discard_values(
    role: str, opponent: Strategy, evaluator: Evaluator
) -> DiscardValues:
    """Return the values of every discard for ``role`` against a strategy."""
    crib = evaluator.cribs(opponent)
    hand_share = SUITS * opponent.denominator * STARTER_CASES
    totals = evaluator.own * np.int64(hand_share)
    totals += SIGN[role] * crib
    return DiscardValues(crib, totals, crib_denominator(opponent.denominator))


def mean(values: NDArray[np.integer[Any]], strategy: Strategy) -> Fraction:
    """Return the mean over all deals of the value of what a strategy throws; exact.

    ``values`` are integers of shape (962988, 15), below 2**55 in size.
    """
    return _mean(values, strategy, regret=False)


def value_bounds(
    dealer: Strategy,
    pone: Strategy,
    evaluator: Evaluator,
    inspect: Callable[[str, DiscardValues], None] = lambda role, values: None,
) -> ValueBounds:
    """Return bounds for the value of the game: two exact best responses.

    ``inspect`` is called with each role's values while they are in memory.
    """
    dealer_hand, pone_hand = (
        mean(evaluator.own, strategy) / STARTERS for strategy in (dealer, pone)
    )
    values = discard_values("dealer", pone, evaluator)
    crib = mean(values.crib, dealer) / values.denominator
    played = dealer_hand + crib - pone_hand
    upper = played + values.regret(dealer)
    inspect("dealer", values)
    del values  # before the next: each takes 230 MB
    values = discard_values("pone", dealer, evaluator)
    lower = played - values.regret(pone)
    inspect("pone", values)
    return ValueBounds(lower, upper, dealer_hand, pone_hand, crib)


def _mean(values: Array, strategy: Strategy, *, regret: bool) -> Fraction:
    sets = all_classes(6).sets
    with in_parallel() as run:
        parts = run("", len(sets), _weigh, values, strategy.weights, sets, regret)
    total = sum((int(high) << 32) + int(low) for high, low in parts)
    return Fraction(total, strategy.denominator * DEALS)


@njit(cache=True, nogil=True)
def _weigh(
    values: Array, weights: Array, sets: Array, regret: bool, start: int, stop: int
) -> tuple[Any, Any]:
    """Return the sum of weighted values in two words of at least 32 bits: high, low.

    With ``regret`` each value is subtracted from the largest value of its row.
    """
    high, low = np.int64(0), np.int64(0)
    for row in range(start, stop):
        most = np.int64(0)
        if regret:
            most = np.int64(values[row, 0])
            for discard in range(1, 15):
                most = max(most, np.int64(values[row, discard]))
        for discard in range(15):
            weight = np.int64(weights[row, discard]) * sets[row]
            if weight:
                value = np.int64(values[row, discard])
                if regret:
                    value = most - value
                high += weight * (value >> 32)
                low += weight * (value & 0xFFFFFFFF)
        high += low >> 32
        low &= 0xFFFFFFFF
    return high, low

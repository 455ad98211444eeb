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
from numpy.typing import NDArray

from trueodds.analysis.cribbage.crib.all_deals import Evaluator
from trueodds.analysis.cribbage.crib.inclusion_exclusion import (
    STARTER_CASES,
    crib_denominator,
)
from trueodds.analysis.cribbage.crib.opponent_hands import SUITS
from trueodds.analysis.cribbage.deals import DEALS, all_classes, weighted_sum
from trueodds.analysis.cribbage.equilibrium.value_bounds import ValueBounds
from trueodds.analysis.cribbage.own_hand import STARTERS
from trueodds.analysis.cribbage.strategy import Choices, Strategy
from trueodds.core.storage.parallel import in_parallel

SIGN = {"dealer": 1, "pone": -1}


@dataclass(frozen=True, eq=False, slots=True)
class DiscardValues:
    """Values of each discard of each deal for a role, against one strategy.

    ``crib`` and ``totals`` are int64 of shape (962988, 15), by suit class of six cards
    and discard. Divided by ``denominator``, they are points. The total is own hand +
    crib for the dealer and own hand - crib for pone. A suit class has all sets of cards
    that differ only in the names of the suits.
    """

    crib: NDArray[np.int64]
    totals: NDArray[np.int64]
    denominator: int

    def best_response(self, current: Choices) -> Choices:
        """Return the best discard of each suit class of six cards.

        ``current`` has a discard for each class, as its number in ``DISCARDS``:
        (962988,). Where this discard is among the best, it is the result. The result
        has the same form.
        """
        best = self.totals.argmax(axis=1).astype(np.uint8)
        rows = np.arange(len(best))
        ties = self.totals[rows, best] == self.totals[rows, current]
        return np.where(ties, current, best)

    def suboptimal(self, strategy: Strategy) -> NDArray[np.bool_]:
        """Mark the suit classes of six cards in which a strategy may lose points.

        It may lose points where it throws a discard that is not the best. ``strategy``
        is the discard strategy of the role that has these values. The result is bool,
        of shape (962988,).
        """
        best = self.totals.max(axis=1, keepdims=True)
        suboptimal: NDArray[np.bool_] = (self.totals < best) & (strategy.weights > 0)
        return np.asarray(suboptimal.any(axis=1))

    def regret(self, strategy: Strategy) -> Fraction:
        """Return the points a deal that a strategy loses to a best response.

        ``strategy`` is the discard strategy of the role that has these values.
        """
        lost = self.totals.max(axis=1, keepdims=True) - self.totals
        return mean(lost, strategy) / self.denominator


def discard_values(
    role: str, opponent: Strategy, evaluator: Evaluator
) -> DiscardValues:
    """Return the values of each discard of each deal, for ``role`` against a strategy.

    ``role`` is "dealer" or "pone". ``opponent`` is the opponent's discard strategy.
    ``evaluator`` has the rules, and computes the crib's mean points over all deals.
    """
    crib = evaluator.cribs(opponent)
    # The hand's points are a sum over 46 starters. This brings them to the crib's
    # denominator, since STARTER_CASES is CASES / 46.
    hand_share = SUITS * opponent.denominator * STARTER_CASES
    totals = evaluator.own * np.int64(hand_share)
    totals += SIGN[role] * crib
    return DiscardValues(crib, totals, crib_denominator(opponent.denominator))


def mean(values: NDArray[np.integer[Any]], strategy: Strategy) -> Fraction:
    """Return the exact mean value, over all deals, of the discards of a strategy.

    ``values`` has the value of each discard by suit class of six cards: integers of
    shape (962988, 15), from 0 to 2**55. A suit class has all sets of cards that differ
    only in the names of the suits.
    """
    sets = all_classes(6).sets

    def part(start: int, stop: int) -> int:
        # They add up to the number of deals times the denominator, at most 2**41.
        times = sets[start:stop, None] * strategy.weights[start:stop]
        return weighted_sum(values[start:stop].ravel(), times.ravel())

    with in_parallel() as run:
        total = sum(run("", len(sets), part))
    return Fraction(total, strategy.denominator * DEALS)


def value_bounds(
    dealer: Strategy,
    pone: Strategy,
    evaluator: Evaluator,
    inspect: Callable[[str, DiscardValues], None] = lambda role, values: None,
) -> ValueBounds:
    """Return the bounds for the value of the game that two exact best responses prove.

    ``dealer`` and ``pone`` are the discard strategies of these roles. ``evaluator`` has
    the rules, and computes the crib's mean points over all deals. ``inspect`` is called
    with each role and its values against the opponent's strategy, while they are in
    memory.
    """
    dealer_hand, pone_hand = (
        mean(evaluator.own, strategy) / STARTERS for strategy in (dealer, pone)
    )
    # No dealer gets more against pone's strategy than a best response, so the value of
    # the game is not higher.
    values = discard_values("dealer", pone, evaluator)
    crib = mean(values.crib, dealer) / values.denominator
    played = dealer_hand + crib - pone_hand
    upper = played + values.regret(dealer)
    inspect("dealer", values)
    del values  # before the next: each takes 230 MB
    # No pone leaves the dealer's strategy less than this, so the value is not lower.
    values = discard_values("pone", dealer, evaluator)
    lower = played - values.regret(pone)
    inspect("pone", values)
    return ValueBounds(lower, upper, dealer_hand, pone_hand, crib)

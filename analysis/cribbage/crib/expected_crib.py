"""The exact expected crib of every discard of a range of deals.

Sixty times the crib's points are six look-ups in ``inclusion_exclusion``'s sums, one
for each five cards of the deal, and the term of the deal itself.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numba import njit
from numpy.typing import NDArray

from trueodds.analysis.cribbage.crib.inclusion_exclusion import (
    FLUSH,
    NOBS,
    SHARES,
    CribSums,
)
from trueodds.analysis.cribbage.crib.opponent_hands import (
    JACKS,
    PAIR_COUNT,
    SUITED,
    SUITS,
    Hands,
    OpponentHands,
)
from trueodds.analysis.cribbage.deals import (
    Array,
    all_classes,
    compiled_tables,
    ranks_of,
    suit_class_with,
    suits_left,
)
from trueodds.analysis.cribbage.suit_classes import Tables
from trueodds.core.rules.cribbage import JACK

OPPONENT_HANDS = comb(46, 6)
"""Number of hands that the opponent can hold beside our six cards."""
CASES = OPPONENT_HANDS * 40
"""Number of pairs of an opponent hand and a starter that is in neither hand."""
STARTER_CASES = comb(45, 6)
"""CASES / 46: the number of opponent hands beside one fixed starter."""


def crib_denominator(denominator: int) -> int:
    """Return the denominator of ``expected_cribs``, from that of the strategy."""
    return SUITS * denominator * CASES


def expected_cribs(sums: CribSums, start: int, stop: int) -> NDArray[np.int64]:
    """Return the crib's points for the classes from ``start`` to ``stop``.

    Integers of shape (classes, 15) over ``crib_denominator``: the mean over the
    opponent's hands and starters.
    """
    cribs = np.empty((stop - start, 15), np.int64)
    points, flush, nobs = sums.scoring
    weight = SUITS * sums.denominator * STARTER_CASES
    _evaluate(
        all_classes(6).cards,
        compiled_tables(),
        sums.hands,
        (points, 4 * points.sum(axis=1)),
        (*flush, nobs, nobs * weight),
        sums.five,
        sums.avoiding,
        start,
        cribs,
    )
    return cribs


@njit(cache=True, nogil=True)
def _evaluate(
    cards: Array,
    by: Tables,
    hands: Hands,
    points: tuple[Array, Array],
    suit_points: tuple[int, int, int, int],
    fives: OpponentHands,
    avoiding: Array,
    start: int,
    cribs: Array,
) -> None:
    """Compute sixty times the crib of each discard, then divide."""
    table, over_all = points
    four, fifth, nobs, nobs_of_jack = suit_points
    ranks, left = np.zeros(4, np.int64), np.zeros(4, np.int64)
    flush, shared_flush = np.zeros(4, np.int64), np.zeros(4, np.int64)
    own, crib = np.zeros(PAIR_COUNT, np.int64), np.zeros(15, np.int64)
    for row in range(start, start + len(cribs)):
        deal, thrown = cards[row], hands.thrown[row]
        ranks_of(deal, ranks)
        suits_left(deal, left)

        # The term of S itself: the hand that is the deal, with starters outside of
        # it, minus the starters of the deal once more.
        own[:] = 0
        for discard in range(15):
            weight = np.int64(hands.weights[row, discard])
            if weight:
                pair = hands.pairs[row, discard]
                for column in range(PAIR_COUNT):
                    own[column] += weight * over_all[pair, column]
                for card in deal:
                    for column in range(PAIR_COUNT):
                        own[column] -= 2 * weight * table[pair, card >> 2, column]
        for discard in range(15):
            crib[discard] = SUITS * SHARES * own[hands.pairs[row, discard]]
        own_nobs = shared_nobs = np.int64(0)
        shared_flush[:] = 0
        for suit in range(4):
            own_nobs += thrown[JACKS + suit] * left[suit]
            flush[suit] = thrown[SUITED + suit] * (46 * four + left[suit] * fifth)

        for card in deal:
            rank, suit = card >> 2, card & 3
            five, a, b, c, d = suit_class_with(ranks, card, by)
            for discard in range(15):
                pair = hands.pairs[row, discard]
                once = np.int64(fives.once[five, rank, pair])
                crib[discard] += avoiding[five, pair] + SUITS * SHARES * once
            shared_nobs += avoiding[five, NOBS]
            for position, of_place in enumerate((a, b, c, d)):
                jacks = fives.by_suit[five, JACKS + position]
                suited = fives.by_suit[five, SUITED + position]
                shared_flush[of_place] += avoiding[five, FLUSH + position]
                if of_place == suit:
                    own_nobs += jacks - thrown[JACKS + suit]
                flush[of_place] += (four + (of_place == suit) * fifth) * (
                    suited - thrown[SUITED + of_place]
                )

        all_nobs = nobs * (shared_nobs + SHARES * own_nobs)
        discard = 0
        for i in range(6):
            for j in range(i + 1, 6):
                total = crib[discard] + all_nobs
                suit = hands.suits[row, discard]
                if suit >= 0:
                    total += shared_flush[suit] + SHARES * flush[suit]
                total //= SHARES
                for card in (deal[i], deal[j]):
                    if card >> 2 == JACK:
                        total += nobs_of_jack * left[card & 3]
                cribs[row - start, discard] = total
                discard += 1

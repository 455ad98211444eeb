"""The exact worth of every discard of every deal against a strategy of the other.

The crib's points are sixty times summed up by ``sums``: six look-ups a deal, one for
each five of its cards, and the term of the deal itself.
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
    Sums,
)
from trueodds.analysis.cribbage.crib.opponent_hands import (
    JACKS,
    PAIR_COUNT,
    SUITED,
    SUITS,
)
from trueodds.analysis.cribbage.deals import (
    Array,
    all_classes,
    compiled_tables,
    discard_suits,
    place_with,
    rank_pairs,
    ranks_of,
)
from trueodds.analysis.cribbage.suit_classes import Tables
from trueodds.core.rules.cribbage import JACK

OTHER_HANDS = comb(46, 6)
"""The other player's hands, whatever our six cards are."""
CASES = OTHER_HANDS * 40
"""The other's hands, each with every starter that is in neither hand."""
STARTER_CASES = comb(45, 6)
"""CASES / 46: with one given starter."""


def crib_denominator(denominator: int) -> int:
    """What the integers of ``crib_values`` are parts of."""
    return SUITS * denominator * CASES


def crib_values(
    sums: Sums, start: int = 0, stop: int | None = None
) -> NDArray[np.int64]:
    """The crib's points for the classes from ``start`` to ``stop``: (classes, 15).

    Integers over ``crib_denominator``: the mean over the other's hands and starters.
    """
    cards = all_classes(6).cards
    stop = len(cards) if stop is None else stop
    found = np.empty((stop - start, 15), np.int64)
    points, flush, nobs = sums.scoring
    weight = SUITS * sums.strategy.denominator * STARTER_CASES
    _evaluate(
        cards,
        compiled_tables(),
        (sums.strategy.weights, rank_pairs(), discard_suits(), sums.thrown),
        (points, 4 * points.sum(axis=1)),
        (*flush, nobs, nobs * weight),
        (sums.avoiding, sums.once, sums.by_suit),
        start,
        found,
    )
    return found


@njit(cache=True, nogil=True)
def _evaluate(
    cards: Array,
    by: Tables,
    deals: tuple[Array, Array, Array, Array],
    points: tuple[Array, Array],
    by_suit: tuple[int, int, int, int],
    sums: tuple[Array, Array, Array],
    start: int,
    found: Array,
) -> None:
    """Sixty times the crib of each discard, then divided."""
    weights, pairs, suits, thrown = deals
    table, over_all = points
    four, fifth, nobs, nobs_of_jack = by_suit
    avoiding, once, fives_by_suit = sums
    ranks, left = np.zeros(4, np.int64), np.zeros(4, np.int64)
    flush, crib = np.zeros(4, np.int64), np.zeros(15, np.int64)
    own = np.zeros(PAIR_COUNT, np.int64)
    for row in range(start, start + len(found)):
        deal = cards[row]
        ranks_of(deal, ranks)
        left[:] = 13
        for card in deal:
            left[card & 3] -= 1

        # The hand that is the deal itself, with starters outside of it, and the
        # starters of the deal taken off once more.
        own[:] = 0
        for discard in range(15):
            weight = np.int64(weights[row, discard])
            if weight:
                pair = pairs[row, discard]
                for column in range(PAIR_COUNT):
                    own[column] += weight * over_all[pair, column]
                for card in deal:
                    for column in range(PAIR_COUNT):
                        own[column] -= 2 * weight * table[pair, card >> 2, column]
        for discard in range(15):
            crib[discard] = SUITS * SHARES * own[pairs[row, discard]]
        of_nobs = np.int64(0)
        for suit in range(4):
            of_nobs += thrown[row, JACKS + suit] * left[suit]
            flush[suit] = thrown[row, SUITED + suit] * (46 * four + left[suit] * fifth)
        shared_nobs = np.int64(0)
        shared_flush = np.zeros(4, np.int64)

        for card in deal:
            rank, suit = card >> 2, card & 3
            five, a, b, c, d = place_with(ranks, card, by)
            for discard in range(15):
                pair = pairs[row, discard]
                crib[discard] += avoiding[five, pair] + SUITS * SHARES * np.int64(
                    once[five, rank, pair]
                )
            shared_nobs += avoiding[five, NOBS]
            for position, of in enumerate((a, b, c, d)):
                shared_flush[of] += avoiding[five, FLUSH + position]
                if of == suit:
                    of_nobs += (
                        fives_by_suit[five, JACKS + position] - thrown[row, JACKS + of]
                    )
                flush[of] += (four + (of == suit) * fifth) * (
                    fives_by_suit[five, SUITED + position] - thrown[row, SUITED + of]
                )

        of_nobs = nobs * (shared_nobs + SHARES * of_nobs)
        discard = 0
        for i in range(6):
            for j in range(i + 1, 6):
                total = crib[discard] + of_nobs
                suit = suits[row, discard]
                if suit >= 0:
                    total += shared_flush[suit] + SHARES * flush[suit]
                total //= SHARES
                for card in (deal[i], deal[j]):
                    if card >> 2 == JACK:
                        total += nobs_of_jack * left[card & 3]
                found[row - start, discard] = total
                discard += 1

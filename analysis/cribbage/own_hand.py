"""The hand kept: its points with each of the 46 starters, summed, for every deal."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from trueodds.analysis.cribbage.deals import Array, all_classes, keeps
from trueodds.analysis.cribbage.show import rank_points
from trueodds.core.rules.cribbage import JACK, CribbageRules

STARTERS = 46


def own_sums(rules: CribbageRules) -> NDArray[np.int32]:
    """The points of the four cards kept, summed over the 46 starters: (classes, 15).

    Exact. A discard's mean is its entry over 46.
    """
    by_rank = rank_points(rules, starter=True).astype(np.int32)
    four, five = (
        size * rules.flush_card_points if size >= rules.hand_flush else 0
        for size in (4, 5)
    )
    found = np.empty((len(all_classes(6).cards), 15), np.int32)
    kept = np.array(keeps())
    _sum_up(
        all_classes(6).cards,
        kept,
        by_rank,
        4 * by_rank.sum(axis=4),
        (four, five - four, rules.nobs_points),
        found,
    )
    return found


@njit(cache=True, nogil=True)
def _sum_up(
    deals: Array,
    kept: Array,
    by_rank: Array,
    over_all: Array,
    by_suit: tuple[int, int, int],
    found: Array,
) -> None:
    """Points with all 52 starters by rank, less those with the deal's own cards."""
    four, fifth, nobs = by_suit
    left = np.zeros(4, np.int64)
    for row in range(len(deals)):
        deal = deals[row]
        left[:] = 13
        for card in deal:
            left[card & 3] -= 1
        for discard in range(15):
            a, b = deal[kept[discard, 0]], deal[kept[discard, 1]]
            c, d = deal[kept[discard, 2]], deal[kept[discard, 3]]
            points = by_rank[a >> 2, b >> 2, c >> 2, d >> 2]
            total = np.int64(over_all[a >> 2, b >> 2, c >> 2, d >> 2])
            for card in deal:
                total -= points[card >> 2]
            if (a ^ b | a ^ c | a ^ d) & 3 == 0:
                total += STARTERS * four + left[a & 3] * fifth
            for card in (a, b, c, d):
                if card >> 2 == JACK:
                    total += nobs * left[card & 3]
            found[row, discard] = total

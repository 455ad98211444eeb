"""Mean cribs by the two cards thrown: 91 pairs of ranks, or 169 pairs with suits.

The tables that players learn have one mean for each pair, whatever else was dealt. This
module computes two such means, both over all deals and exact: over the deals from which
a strategy throws the pair, and over all deals that hold it, thrown or not.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.deals import (
    all_classes,
    discard_suits,
    rank_pairs,
    weighted_sum,
)
from trueodds.analysis.cribbage.published.tables import MeanCribs, Means, Pair
from trueodds.analysis.cribbage.suit_classes import PAIRS


def mean_cribs(
    cribs: NDArray[np.int64], denominator: int, weights: NDArray[np.uint16]
) -> MeanCribs:
    """Return the mean crib of each pair, when thrown and when held; exact.

    ``cribs`` (classes, 15) are the crib's points as integers over ``denominator``.
    ``weights``, of the same shape, are a strategy's: each deal counts as often as the
    strategy throws the pair. A pair that is never thrown has no mean when thrown.
    """
    return MeanCribs(
        _means(cribs, denominator, weights),
        _means(cribs, denominator, np.ones(cribs.shape, np.uint16)),
    )


def _means(
    cribs: NDArray[np.int64], denominator: int, weights: NDArray[np.uint16]
) -> Means:
    """Return the means of the 91 pairs of ranks, then of the 169 pairs with suits."""
    numbers = (rank_pairs() + len(PAIRS) * (discard_suits() >= 0)).ravel()
    # All deals and discards, sorted by the number of the pair.
    order = np.argsort(numbers, kind="stable")
    limits = np.searchsorted(numbers[order], range(2 * len(PAIRS) + 1))
    times = (weights * all_classes(6).sets[:, None]).ravel()[order]
    values = cribs.ravel()[order]
    sums: dict[Pair, list[int]] = defaultdict(lambda: [0, 0])
    for number, (first, last) in enumerate(pairwise(limits)):
        if often := int(times[first:last].sum()):
            points = weighted_sum(values[first:last], times[first:last])
            for same_suit in (None, number >= len(PAIRS)):
                total = sums[Pair(*PAIRS[number % len(PAIRS)], same_suit)]
                total[0] += points
                total[1] += often
    return {
        pair: Fraction(points, denominator * often)
        for pair, (points, often) in sorted(
            sums.items(), key=lambda item: (item[0].suited is not None, item[0])
        )
    }

"""Mean cribs by the two cards thrown: 91 pairs of ranks, or 169 pairs with suits.

The tables that players learn have one mean for each pair, whatever else was dealt. This
module computes two such means, both over all deals and exact: over the deals from which
a strategy throws the pair, and over all deals that hold it, thrown or not.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.deals import (
    BITS,
    PARTS,
    all_classes,
    discard_suits,
    rank_pairs,
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
    suited = (discard_suits() >= 0).astype(np.uint8)
    numbers = rank_pairs() + len(PAIRS) * suited
    # By number of the pair: how often it occurs, and the parts of its sum of values.
    times = np.zeros(2 * len(PAIRS), np.int64)
    parts = np.zeros((PARTS, len(times)), np.int64)
    # All fifteen discards at once would need another gigabyte.
    for discard, number in enumerate(numbers.T):
        often = weights[:, discard] * all_classes(6).sets
        np.add.at(times, number, often)
        for place in range(PARTS):
            part = cribs[:, discard] >> BITS * place & (1 << BITS) - 1
            np.add.at(parts[place], number, part * often)
    sums: dict[Pair, list[int]] = defaultdict(lambda: [0, 0])
    for number in np.flatnonzero(times).tolist():
        points = sum(
            part << BITS * place for place, part in enumerate(parts[:, number].tolist())
        )
        for same_suit in (None, number >= len(PAIRS)):
            total = sums[Pair(*PAIRS[number % len(PAIRS)], same_suit)]
            total[0] += points
            total[1] += int(times[number])
    return {
        pair: Fraction(points, denominator * often)
        for pair, (points, often) in sorted(
            sums.items(), key=lambda item: (item[0].suited is not None, item[0])
        )
    }

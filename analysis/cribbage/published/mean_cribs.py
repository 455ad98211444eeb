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
    Array,
    all_classes,
    discard_suits,
    rank_pairs,
)
from trueodds.analysis.cribbage.published.tables import MeanCribs, Means, Pair
from trueodds.analysis.cribbage.suit_classes import PAIRS
from trueodds.core.kernels.compiled import compiled


def mean_cribs(
    cribs: NDArray[np.int64], denominator: int, weights: NDArray[np.uint16]
) -> MeanCribs:
    """Return the exact mean crib of each pair of cards, when thrown and when held.

    The mean when held is over all deals that hold the pair. In the mean when thrown,
    each of these deals counts as often as a strategy throws the pair. A pair that is
    never thrown has no such mean. A suit class has all sets of cards that differ only
    in the names of the suits.

    Args:
        cribs: The crib's mean points by suit class of six cards and discard: integers
            (962988, 15).
        denominator: The number by which these integers are divided.
        weights: The strategy's weights, in the same shape.
    """
    return MeanCribs(
        _means(cribs, denominator, weights),
        _means(cribs, denominator, np.ones(cribs.shape, np.uint16)),
    )


def _means(
    cribs: NDArray[np.int64], denominator: int, weights: NDArray[np.uint16]
) -> Means:
    """Return the means of the 91 pairs of ranks, then of the 169 pairs with suits."""
    suited = discard_suits() >= 0
    times = np.zeros(2 * len(PAIRS), np.int64)
    parts = np.zeros((2 * len(PAIRS), PARTS), np.int64)
    numbers = rank_pairs() + len(PAIRS) * suited.astype(np.uint8)
    _add_up(numbers, all_classes(6).sets, weights, cribs, times, parts)
    sums: dict[Pair, list[int]] = defaultdict(lambda: [0, 0])
    for number in np.flatnonzero(times):
        points = sum(
            int(part) << BITS * place for place, part in enumerate(parts[number])
        )
        # Each deal counts for its pair of ranks, and for this pair with suits.
        for same_suit in (None, bool(number >= len(PAIRS))):
            total = sums[Pair(*PAIRS[number % len(PAIRS)], same_suit)]
            total[0] += points
            total[1] += int(times[number])
    return {
        pair: Fraction(points, denominator * often)
        for pair, (points, often) in sorted(
            sums.items(), key=lambda item: (item[0].suited is not None, item[0])
        )
    }


@compiled
def _add_up(
    numbers: Array,
    sets: Array,
    weights: Array,
    values: Array,
    times: Array,
    parts: Array,
) -> None:
    """Add up how often each number occurs, and the parts of the sum of its values."""
    for row in range(len(numbers)):
        for discard in range(15):
            often = sets[row] * np.int64(weights[row, discard])
            if often:
                number = numbers[row, discard]
                times[number] += often
                # Whole values times weights would not fit into 64 bits.
                for part in range(PARTS):
                    value = values[row, discard] >> BITS * part & (1 << BITS) - 1
                    parts[number, part] += value * often

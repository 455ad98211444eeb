"""The whole law of a discard: own hand, crib and the two together, not only the mean.

For one hand, every hand that the opponent may hold is dealt out, and it is counted
how often each two cards go into the crib with each starter. All fifteen discards are
then worth what the reference tables say of these counts. The mean of each law is what
the exact pass over all deals finds by another way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.strategy import Strategy
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.distribution import Distribution
from trueodds.core.kernels.cribbage import score_shows
from trueodds.core.progress import Progress, silent

Array: TypeAlias = NDArray[Any]

CARDS = 52
MOST = 30  # one more than the most points of a show


@dataclass(frozen=True, slots=True)
class DiscardLaws:
    """What one discard may bring: the laws of own hand, crib and total points.

    ``total`` is own + crib for the dealer and own - crib for the pone. The three are of
    one deal: own and crib share the starter, so their laws do not multiply.
    """

    own: Distribution[int]
    crib: Distribution[int]
    total: Distribution[int]


def all_laws(
    hand: Sequence[int], strategy: Strategy, *, sign: int, progress: Progress = silent
) -> list[DiscardLaws]:
    """The laws of each of ``DISCARDS``; ``strategy`` is how the opponent throws."""
    cards = np.array(hand)
    counts = crib_counts(cards, strategy)
    found = []
    for done, (i, j) in enumerate(DISCARDS):
        found.append(discard_laws(cards, (hand[i], hand[j]), counts, sign=sign))
        progress("distributions", done + 1, len(DISCARDS))
    return found


def discard_laws(
    hand: Array, thrown: tuple[int, int], counts: Array, *, sign: int
) -> DiscardLaws:
    """The laws of throwing two of six cards, from ``crib_counts`` of these six.

    ``hand`` is six card numbers, ``thrown`` two of them, ``sign`` +1 for the dealer
    and -1 for the pone. Exact.
    """
    kept = np.array([card for card in hand if card not in thrown], dtype=np.uint8)
    low, high, starters = np.nonzero(counts)
    cribs = np.empty((len(starters), 5), dtype=np.uint8)
    cribs[:, :2] = thrown
    cribs[:, 2], cribs[:, 3], cribs[:, 4] = low, high, starters
    hands = np.empty((CARDS, 5), dtype=np.uint8)
    hands[:, :4], hands[:, 4] = kept, range(CARDS)
    own = score_shows(hands, checked=False)[starters]
    crib = score_shows(cribs, crib=True)
    joint = np.zeros((MOST, MOST), dtype=np.int64)
    np.add.at(joint, (own, crib), counts[low, high, starters])
    return DiscardLaws(
        own=_law(joint, lambda own, _: own),
        crib=_law(joint, lambda _, crib: crib),
        total=_law(joint, lambda own, crib: own + sign * crib),
    )


def _law(joint: Array, points: Callable[[int, int], int]) -> Distribution[int]:
    pairs = zip(*np.nonzero(joint), strict=True)
    return Distribution.tally(
        (points(int(own), int(crib)), int(joint[own, crib])) for own, crib in pairs
    )


def crib_counts(hand: Array, strategy: Strategy) -> Array:
    """How often the opponent throws each two cards before each starter.

    ``hand`` is our six card numbers, ``strategy`` how the opponent throws. Returns
    int64 of shape (52, 52, 52): the two cards, the lower first, and the starter. Exact:
    the sum is ``crib_denominator`` of the strategy, for each class is dealt with its
    suits renamed in all 24 ways, in which every set of its cards comes up 24 / (its
    size) times.
    """
    renamed = np.array(
        [
            [4 * rank + suits[suit] for rank in range(13) for suit in range(4)]
            for suits in permutations(range(4))
        ],
        dtype=np.uint8,
    )
    ours = np.zeros(CARDS, dtype=np.bool_)
    ours[hand] = True
    pairs = np.zeros((CARDS, CARDS), dtype=np.int64)
    kept = np.zeros((CARDS, CARDS, CARDS), dtype=np.int64)
    deals = all_classes(6)
    _count(*deals, strategy.weights, np.array(DISCARDS), renamed, ours, pairs, kept)
    # Any card may be the starter but our six and the opponent's.
    counts = pairs[:, :, None] - kept
    counts[:, :, ours] = 0
    cards = np.arange(CARDS)
    counts[cards, :, cards] = 0
    counts[:, cards, cards] = 0
    return counts


@njit(cache=True, nogil=True)
def _count(
    classes: Array,
    sets: Array,
    weights: Array,
    discards: Array,
    renamed: Array,
    ours: Array,
    pairs: Array,
    kept: Array,
) -> None:
    """Add up how often two cards are thrown, and how often another is kept then."""
    cards = np.empty(6, dtype=np.int64)
    for row in range(len(classes)):
        for names in renamed:
            free = True
            for place in range(6):
                cards[place] = names[classes[row, place]]
                free &= not ours[cards[place]]
            if not free:
                continue
            for choice in range(len(discards)):
                weight = sets[row] * np.int64(weights[row, choice])
                if weight == 0:
                    continue
                first, second = discards[choice]
                low = min(cards[first], cards[second])
                high = max(cards[first], cards[second])
                pairs[low, high] += weight
                for place in range(6):
                    if place not in (first, second):
                        kept[low, high, cards[place]] += weight

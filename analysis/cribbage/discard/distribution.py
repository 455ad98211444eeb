"""The exact distributions of a discard's points: own hand, crib and their total.

The code goes through all hands that the opponent may hold, given our six cards. It
counts how often the opponent throws each two cards with each starter, and scores all
fifteen discards from these counts. The mean of each distribution equals the value that
the inclusion-exclusion of ``crib`` computes independently.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.strategy import Strategy
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.exact.distribution import Distribution
from trueodds.core.kernels.compiled import compiled
from trueodds.core.kernels.cribbage import score_shows
from trueodds.core.storage.progress import Progress, silent

Array: TypeAlias = NDArray[Any]

CARDS = 52
MOST = 30  # more than the most points of a show


@dataclass(frozen=True, slots=True)
class DiscardDistributions:
    """Distributions of a discard's own hand, crib and total points.

    ``total`` is own + crib for the dealer and own - crib for the pone. Own and crib
    share the starter, so they are not independent.
    """

    own: Distribution[int]
    crib: Distribution[int]
    total: Distribution[int]


def all_distributions(
    hand: Sequence[int], strategy: Strategy, *, sign: int, progress: Progress = silent
) -> list[DiscardDistributions]:
    """Return the exact distributions of hand, crib and total for each of 15 discards.

    ``hand`` has the numbers of our six cards: 4 times the rank, plus the suit.
    ``strategy`` is the opponent's discard strategy. ``sign`` is +1 if we deal and -1 if
    the opponent deals: the total is own hand + sign * crib. The results are in the
    order of ``DISCARDS``.
    """
    counts = crib_counts(np.array(hand), strategy)
    # A row for each pair that the opponent throws with each starter. Each discard puts
    # its own two cards in front.
    low, high, starters = np.nonzero(counts)
    cribs = np.empty((len(starters), 5), dtype=np.uint8)
    cribs[:, 2], cribs[:, 3], cribs[:, 4] = low, high, starters
    hands = np.empty((CARDS, 5), dtype=np.uint8)
    hands[:, 4] = range(CARDS)
    distributions = []
    for done, (i, j) in enumerate(DISCARDS, 1):
        cribs[:, :2] = hand[i], hand[j]
        hands[:, :4] = [card for card in hand if card not in (hand[i], hand[j])]
        # Unchecked, because some of the 52 starters are our own cards. ``starters`` has
        # none of them.
        own = score_shows(hands, checked=False)[starters]
        crib = score_shows(cribs, crib=True)
        joint = np.zeros((MOST, MOST), dtype=np.int64)
        np.add.at(joint, (own, crib), counts[low, high, starters])
        ways = [(int(o), int(c), int(joint[o, c])) for o, c in np.argwhere(joint)]
        distributions.append(
            DiscardDistributions(
                own=Distribution.tally((own, count) for own, _, count in ways),
                crib=Distribution.tally((crib, count) for _, crib, count in ways),
                total=Distribution.tally((o + sign * c, count) for o, c, count in ways),
            )
        )
        progress("distributions", done, len(DISCARDS))
    return distributions


def crib_counts(hand: Array, strategy: Strategy) -> Array:
    """Return the exact weight of each two cards that the opponent throws, by starter.

    ``hand`` has the numbers of our six cards: 4 times the rank, plus the suit.
    ``strategy`` is the opponent's discard strategy. The result is int64 of shape (52,
    52, 52): the two cards, the lower first, and the starter. A weight is 24 times the
    sum, over the hands that the opponent may hold beside the starter, of the integer
    weights with which he throws the two cards. The weights add up to
    ``crib_denominator`` of the strategy.
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
    # The starter is any card except our six and the opponent's six.
    counts = pairs[:, :, None] - kept
    counts[:, :, ours] = 0
    cards = np.arange(CARDS)
    counts[cards, :, cards] = 0
    counts[:, cards, cards] = 0
    return counts


@compiled
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
    """Add up the weight of each pair thrown, also by every card kept with the pair.

    ``pairs`` is (52, 52), the lower card first. ``kept`` is (52, 52, 52): the pair
    thrown, and a card that the same hand keeps.
    """
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
                    # A starter is in no hand: ``crib_counts`` subtracts these hands for
                    # each card kept. ``kept`` has no cards thrown, since their starters
                    # are set to 0.
                    if place not in (first, second):
                        kept[low, high, cards[place]] += weight

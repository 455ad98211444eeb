"""Distribution of the ranks that an opponent keeps, given cards that he cannot hold.

Let F(T, P) be the weight of all six-card hands that contain the cards T and keep the
ranks P. By inclusion-exclusion, the hands that avoid the known cards K keep the ranks P
with weight Σ over T in K of (-1)^|T| F(T, P). F depends on T only by its suit class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

import numpy as np
from numba import njit

from trueodds.analysis.cribbage.deals import (
    Array,
    all_classes,
    compiled_tables,
    suit_class_compiled,
)
from trueodds.analysis.cribbage.play.kept_hands import (
    HAND,
    HANDS,
    SIX,
    add_hand,
    compiled_rows,
    hands_containing,
    kept_ranks,
    largest_number,
)
from trueodds.analysis.cribbage.strategy_file import StrategyTable
from trueodds.analysis.cribbage.suit_classes import Tables, classify


def keeps_containing(
    throws: StrategyTable, size: int, start: int = 0, stop: int | None = None
) -> Array:
    """Return F for the suit classes of ``size`` cards: int64 (classes, 1820)."""
    return _keeps_of(throws, all_classes(size).cards[start:stop])


def _keeps_of(throws: StrategyTable, classes: Array) -> Array:
    """Return F for some suit classes, given by their cards: int64 (classes, 1820)."""
    sums = np.zeros((len(classes), len(HANDS)), np.int64)
    _add_hands(
        *(classes, all_classes(SIX).sets, compiled_tables()),
        *(kept_ranks(), *compiled_rows(throws), sums),
    )
    return sums


def keeps_beside(throws: StrategyTable, hands: Sequence[int]) -> Array:
    """Return the weights of the opponent's ranks, given four cards of certain ranks.

    ``hands`` are numbers of hands by ranks, all suits alike likely. The opponent's six
    cards are any others, as if two random cards had been thrown. int64 (hands, 1820).
    """
    by_size = [keeps_containing(throws, size) for size in range(HAND + 1)]
    weights = np.zeros((len(hands), len(HANDS)), np.int64)
    for row, hand in zip(weights, hands, strict=True):
        held = Counter(HANDS[hand])
        suits = (combinations(range(4), number) for number in held.values())
        classes: dict[int, tuple[int, tuple[int, ...]]] = {}
        for chosen in product(*suits):
            cards = tuple(
                4 * rank + suit
                for rank, of_rank in zip(held, chosen, strict=True)
                for suit in of_rank
            )
            index, _ = classify(cards)
            classes[index] = classes.get(index, (0, cards))[0] + 1, cards
        for times, cards in classes.values():
            for size, sums in enumerate(by_size):
                for subset in combinations(cards, size):
                    row += (-1) ** size * times * sums[classify(subset)[0]]
    return weights


def keeps_given_deal(throws: StrategyTable, deal: Sequence[int]) -> Array:
    """Return the weights of the opponent's ranks, given six cards: int64 (1820,).

    They add up to C(46, 6) times the denominator of ``throws``.
    """
    sums, touched = np.zeros(len(HANDS), np.int64), np.zeros(len(HANDS), np.int64)
    rest = np.array([card for card in range(52) if card not in deal])
    rows = compiled_rows(throws)
    _deal_opponent(rest, compiled_tables(), kept_ranks(), *rows, sums, touched)
    return sums


@njit(cache=True, nogil=True)
def _add_hands(
    classes: Array,
    of_six: Array,
    by: Tables,
    kept: Array,
    entries: Array,
    number: Array,
    chosen: Array,
    weights: Array,
    sums: Array,
) -> None:
    """Add the hands that contain each set of cards to what they keep."""
    size = classes.shape[1]
    touched = np.zeros(sums.shape[1], np.int64)
    indices = np.zeros(largest_number(size), np.int32)
    for t in range(len(classes)):
        count = 0
        for place in range(hands_containing(classes[t], by, indices)):
            index = indices[place]
            times = of_six[index] if size == 0 else 1
            count = add_hand(
                *(index, times, kept, entries, number, chosen, weights),
                *(sums[t], touched, count),
            )


@njit(cache=True, nogil=True)
def _deal_opponent(
    rest: Array,
    by: Tables,
    kept: Array,
    entries: Array,
    number: Array,
    chosen: Array,
    weights: Array,
    sums: Array,
    touched: Array,
) -> None:
    """Add every hand of six of the remaining cards to the opponent's keeps."""
    places, bits = np.arange(SIX), np.zeros(4, np.int64)
    count = 0
    while True:
        bits[:] = 0
        for place in places:
            bits[rest[place] & 3] |= 1 << (rest[place] >> 2)
        index = suit_class_compiled(bits[0], bits[1], bits[2], bits[3], by)[0]
        count = add_hand(
            *(index, 1, kept, entries, number, chosen, weights, sums, touched, count)
        )
        last = SIX - 1
        while last >= 0 and places[last] == len(rest) - SIX + last:
            last -= 1
        if last < 0:
            return
        places[last] += 1
        for after in range(last + 1, SIX):
            places[after] = places[after - 1] + 1

"""Random strategies, and discards of a strategy from six cards of any suits."""

from array import array
from collections import Counter
from itertools import permutations
from typing import TypeAlias

import numpy as np

from trueodds.analysis.cribbage.strategy_file import CLASSES, StrategyTable
from trueodds.analysis.cribbage.suit_classes import DISCARDS, classify, rank_sets

Cards: TypeAlias = tuple[int, ...]
DENOMINATOR = 3
TIES = 24
"""The number of ways to name the suits, among which equal ones are shared."""


def random_throws(seed: int) -> StrategyTable:
    """Return a strategy of random discards, a few of them mixed."""
    generator = np.random.default_rng(seed)
    rows = []
    for mixed in range(10):
        row = [0] * len(DISCARDS)
        first, second = generator.choice(len(DISCARDS), 2, replace=False)
        row[first], row[second] = (2, 1) if mixed == 0 else (3, 0)
        rows.append(tuple(row))
    entries = generator.integers(0, len(rows), CLASSES).astype(np.uint16)
    return StrategyTable(DENOMINATOR, tuple(rows), array("H", entries.tobytes()))


def discards(throws: StrategyTable, cards: Cards) -> dict[tuple[Cards, Cards], int]:
    """Return the weights of cards kept and thrown; equal suits are exchanged.

    They add up to ``TIES`` times the denominator of the strategy.
    """
    index, suits = classify(cards)
    sets = rank_sets(cards)
    orders = [
        order
        for order in permutations(suits)
        if [sets[suit] for suit in order] == [sets[suit] for suit in suits]
    ]
    weights: Counter[tuple[Cards, Cards]] = Counter()
    for order in orders:
        ascending = sorted(cards, key=lambda card: (card >> 2, order.index(card & 3)))
        for (i, j), weight in zip(DISCARDS, throws.weights(index), strict=True):
            if weight:
                kept = tuple(sorted({*cards} - {ascending[i], ascending[j]}))
                thrown = ascending[i], ascending[j]
                weights[kept, thrown] += weight * TIES // len(orders)
    return weights

"""Discards of a strategy from six cards, whatever their suits are called."""

from collections import Counter
from itertools import permutations
from typing import TypeAlias

from trueodds.analysis.cribbage.strategy_file import StrategyTable
from trueodds.analysis.cribbage.suit_classes import DISCARDS, classify, rank_sets

Cards: TypeAlias = tuple[int, ...]


def discards(throws: StrategyTable, cards: Cards) -> dict[tuple[Cards, Cards], int]:
    """Return the weights of cards kept and thrown; equal suits are exchanged."""
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
                weights[kept, thrown] += weight * 24 // len(orders)
    return weights

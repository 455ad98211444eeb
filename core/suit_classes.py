"""Suit classes: sets of cards that differ only in the names of their suits.

A set of cards is four sets of ranks, one a suit. Renaming the suits permutes those
four, so one representative of each class is a *multiset* of four rank sets, and the
class holds 4! / (product of factorials of repetitions) sets. There are 16,432
classes of four cards and 962,988 of six.
"""

from itertools import combinations, combinations_with_replacement, groupby
from math import factorial

import numpy as np
from numpy.typing import NDArray


def suit_classes(size: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """One representative of each suit class of ``size`` different cards.

    Returns the cards, uint8 of shape (classes, size) with card = 4 * rank + suit,
    ascending in each row, and the number of card sets in each class, int64 of shape
    (classes,); these add up to comb(52, size). Exact.

    >>> cards, sets = suit_classes(4)
    >>> cards.shape, int(sets.sum())
    ((16432, 4), 270725)
    """
    blocks = [_classes_of_shape(shape) for shape in _shapes(size)]
    cards = np.concatenate([block for block, _ in blocks])
    return np.sort(cards, axis=1), np.concatenate([sets for _, sets in blocks])


def _shapes(size: int) -> list[tuple[int, ...]]:
    """How many cards each suit holds, descending: partitions of size into 4 suits."""
    shapes = combinations_with_replacement(range(min(size, 13), -1, -1), 4)
    return [shape for shape in shapes if sum(shape) == size]


def _classes_of_shape(
    shape: tuple[int, ...],
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The outer product of the choices for each run of equally long suits."""
    cards = np.zeros((1, 0), dtype=np.uint8)
    sets = np.full(1, factorial(4), dtype=np.int64)
    first_suit = 0
    for length, run in groupby(shape):
        suits = len(list(run))
        chosen, symmetries = _equal_suits(length, suits)
        placed = 4 * chosen + np.repeat(np.arange(suits), length) + first_suit
        cards = np.hstack(
            [
                np.repeat(cards, len(placed), axis=0),
                np.tile(placed, (len(cards), 1)),
            ]
        ).astype(np.uint8)
        sets = np.repeat(sets, len(placed)) // np.tile(symmetries, len(sets))
        first_suit += suits
    return cards, sets


def _equal_suits(
    length: int, suits: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Multisets of ``suits`` rank sets of ``length``; how many orders look the same.

    Ranks of shape (multisets, suits * length), and the product of the factorials of
    the repetitions of equal sets.
    """
    rank_sets = list(combinations(range(13), length))
    rows, symmetries = [], []
    for multiset in combinations_with_replacement(range(len(rank_sets)), suits):
        rows.append([rank for index in multiset for rank in rank_sets[index]])
        same = 1
        for _, equal in groupby(multiset):
            same *= factorial(len(list(equal)))
        symmetries.append(same)
    return np.array(rows, dtype=np.int64), np.array(symmetries, dtype=np.int64)

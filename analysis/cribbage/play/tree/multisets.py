"""Multisets of remaining cards, numbered by size.

Suits do not matter in the play, so a player's cards are a multiset of ranks.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.play.tree.engine import Array


class Multisets(NamedTuple):
    """The multisets of up to ``hand`` cards of some ranks, numbered by size."""

    sizes: Array
    """Number of multisets of 0, 1, … cards: int64 (hand + 1,)."""
    plus: Array
    """Number of the multiset with one card more: uint16 (hand, ranks, multisets)."""
    choices: Array
    """Different ranks among the first L: int8 (hand + 1, ranks + 1, multisets)."""
    evenly: Array
    """One over that number, or 0: float32."""
    whole: Array
    """The full hand of cards played and cards left: int32 (hand, played, left).

    The first place is the number of cards left, 1 or more.
    """


@cache
def multisets(ranks: int, hand: int) -> Multisets:
    """Return the tables of multisets of up to ``hand`` cards of ``ranks`` ranks."""
    lists = [
        list(combinations_with_replacement(range(ranks), size))
        for size in range(hand + 1)
    ]
    number = [{held: place for place, held in enumerate(sets)} for sets in lists]
    plus = np.zeros((hand, ranks, len(lists[hand - 1])), np.uint16)
    choices = np.zeros((hand + 1, ranks + 1, len(lists[hand])), np.int8)
    for size, sets in enumerate(lists):
        for place, held in enumerate(sets):
            for rank in range(ranks):
                if size < hand:
                    more = tuple(sorted((*held, rank)))
                    plus[size, rank, place] = number[size + 1][more]
                choices[size, rank + 1, place] = len({r for r in held if r <= rank})
    width = len(lists[hand - 1])
    whole = np.zeros((hand, width, width), np.int32)
    for size in range(1, hand):
        for row, played in enumerate(lists[hand - size]):
            for place, held in enumerate(lists[size]):
                whole[size, row, place] = number[hand][tuple(sorted(played + held))]
    evenly = (1 / np.maximum(choices, 1)).astype(np.float32)
    sizes = np.array([len(sets) for sets in lists])
    return Multisets(sizes, plus, choices, evenly, whole)


def rank_counts(ranks: int, hand: int) -> Array:
    """Count the cards of each rank in the multisets: (hand + 1, multisets, ranks)."""
    counts = np.zeros((hand + 1, multisets(ranks, hand).sizes[-1], ranks), np.int64)
    for size in range(hand + 1):
        sets = combinations_with_replacement(range(ranks), size)
        for place, held in enumerate(sets):
            for rank in held:
                counts[size, place, rank] += 1
    return counts

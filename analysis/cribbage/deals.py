"""All deals of six cards, as 962,988 suit classes; each class by its number.

The classes are numbered by ``classes.place``. A class is held by its representative,
whose suits are its places: suit 0 is the longest. Discard d of the fifteen throws the
cards at the positions ``DISCARDS[d]`` of the ascending representative.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from trueodds.analysis.cribbage.suit_classes import (
    DISCARDS,
    PAIRS,
    Tables,
    classify,
    place,
    tables,
)
from trueodds.core.suit_classes import suit_classes

Array: TypeAlias = NDArray[Any]

DEALS = comb(52, 6)


place_compiled = njit(inline="always")(place)


class Deals(NamedTuple):
    """All suit classes of some number of cards, by number."""

    cards: NDArray[np.uint8]
    """The representatives, (classes, size), card = 4 * rank + place, ascending."""
    sets: NDArray[np.int64]
    """How many sets of cards each class stands for."""


@cache
def compiled_tables() -> Tables:
    """The tables of ``classes.place`` as the compiled passes take them."""
    return Tables(*map(np.asarray, tables()))


@cache
def all_classes(size: int) -> Deals:
    """The suit classes of ``size`` cards, 0 to 6, in the order of their numbers.

    >>> deals = all_classes(6)
    >>> deals.cards.shape, int(deals.sets.sum())
    ((962988, 6), 20358520)
    """
    cards, sets = suit_classes(size)
    ordered, index = np.empty_like(cards), np.empty(len(cards), dtype=np.int64)
    _represent(cards, compiled_tables(), ordered, index)
    found = Deals(ordered, np.empty_like(sets))
    found.sets[index] = sets
    for array in found:
        array.flags.writeable = False
    return found


@cache
def rank_pairs() -> NDArray[np.uint8]:
    """The place in ``PAIRS`` of what each discard of each class throws: (n, 15)."""
    number = np.zeros((13, 13), dtype=np.uint8)
    for place_, (low, high) in enumerate(PAIRS):
        number[low, high] = place_
    ranks = all_classes(6).cards >> 2
    return np.stack([number[ranks[:, i], ranks[:, j]] for i, j in DISCARDS], axis=1)


@cache
def discard_suits() -> NDArray[np.int8]:
    """The place of both thrown cards where they are of one suit, else -1: (n, 15)."""
    suits = (all_classes(6).cards & 3).astype(np.int8)
    throws = [(suits[:, i], suits[:, j]) for i, j in DISCARDS]
    return np.stack([np.where(a == b, a, np.int8(-1)) for a, b in throws], axis=1)


def index_of(cards: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """The class of any six cards, and which of their suits takes each place.

    >>> index, suits = index_of([0, 5, 10, 15, 20, 25])
    >>> cards = all_classes(6).cards[index].tolist()
    >>> [4 * (card >> 2) + suits[card & 3] for card in cards]
    [0, 5, 10, 15, 20, 25]
    """
    return classify(cards)


def clear_cache() -> None:
    """Forget the arrays of all deals."""
    for kept in (all_classes, rank_pairs, discard_suits):
        kept.cache_clear()


def keeps() -> list[tuple[int, ...]]:
    """The positions of the four cards kept, for each discard."""
    return [
        kept
        for thrown in DISCARDS
        for kept in combinations(range(6), 4)
        if not set(kept) & set(thrown)
    ]


@njit(inline="always")
def ranks_of(cards: Array, ranks: Array) -> None:
    """Write the ranks of each suit, as bits, into ``ranks``."""
    ranks[:] = 0
    for card in cards:
        ranks[card & 3] |= 1 << (card >> 2)


@njit(inline="always")
def place_with(ranks: Array, card: int, by: Tables) -> tuple[int, ...]:
    """The class and places with one more card (or, where it is there, one less)."""
    suit, bit = card & 3, 1 << (card >> 2)
    ranks[suit] ^= bit
    placed = place_compiled(ranks[0], ranks[1], ranks[2], ranks[3], by)
    ranks[suit] ^= bit
    return placed


@njit(cache=True, nogil=True)
def _represent(cards: Array, by: Tables, ordered: Array, index: Array) -> None:
    """Write each set of cards, suits renamed, to the row of its class."""
    ranks, renamed = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for row in range(len(cards)):
        ranks_of(cards[row], ranks)
        found, a, b, c, d = place_compiled(ranks[0], ranks[1], ranks[2], ranks[3], by)
        renamed[0], renamed[1], renamed[2], renamed[3] = (
            ranks[a],
            ranks[b],
            ranks[c],
            ranks[d],
        )
        index[row] = found
        column = 0
        for card in range(52):
            if renamed[card & 3] >> (card >> 2) & 1:
                ordered[found, column] = card
                column += 1

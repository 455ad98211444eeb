"""Arrays of all suit classes: representatives, class sizes, hands kept, cards thrown.

A set of cards has a set of ranks in each suit. Renaming the suits permutes these four
rank sets, so a class is a *multiset* of four rank sets. It holds 4! / (product of the
factorials of the repetitions) sets of cards. There are 962,988 classes of six cards for
20,358,520 deals.

``suit_classes`` enumerates the classes; ``all_classes`` has them in the order of their
numbers (``suit_classes.suit_class``). The suits of a representative are also called
places. Suit 0 has the most cards. Discard d throws the cards at the positions
``DISCARDS[d]`` of the ascending representative.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement, groupby
from math import comb, factorial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.show import hand_index
from trueodds.analysis.cribbage.suit_classes import (
    DISCARDS,
    PAIR_NUMBER,
    Tables,
    suit_class,
    tables,
)
from trueodds.core.kernels.compiled import compiled, inlined

Array: TypeAlias = NDArray[Any]

DEALS = comb(52, 6)

BITS = 20
PARTS = 3
"""Values are summed in parts of 20 bits, so that 64 bits are enough for a sum."""

suit_class_compiled = inlined(suit_class)


class Deals(NamedTuple):
    """All suit classes of a fixed number of cards, in the order of their numbers.

    A suit class has all sets of cards that differ only by a permutation of the suits.
    The *representative* is the set in it whose suits are sorted.
    """

    cards: NDArray[np.uint8]
    """The representatives, (classes, size), card = 4 * rank + place, ascending."""
    sets: NDArray[np.int64]
    """The number of sets of cards in each class."""


def suit_classes(size: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return a representative and the size of each suit class of ``size`` cards.

    A suit class has all sets of cards that differ only by a permutation of the suits.
    The cards are uint8 of shape (classes, size) with card = 4 * rank + suit, ascending
    in each row. The sizes are int64 of shape (classes,) and add up to comb(52, size).
    The classes are not in the order of their numbers.

    >>> cards, sets = suit_classes(4)
    >>> cards.shape, int(sets.sum())
    ((16432, 4), 270725)
    """
    # The longest suit first: each shape is there once, with its places in order.
    lengths = combinations_with_replacement(range(min(size, 13), -1, -1), 4)
    shapes = [shape for shape in lengths if sum(shape) == size]
    blocks = [_classes_of_shape(shape) for shape in shapes]
    cards = np.concatenate([block for block, _ in blocks])
    return np.sort(cards, axis=1), np.concatenate([sets for _, sets in blocks])


@cache
def compiled_tables() -> Tables:
    """Return the tables that ``suit_class`` looks up, for compiled code."""
    return Tables(*map(np.asarray, tables()))


@cache
def all_classes(size: int) -> Deals:
    """Return the suit classes of ``size`` cards, 0 to 6, in the order of their numbers.

    A suit class has all sets of cards that differ only in the names of the suits.

    >>> deals = all_classes(6)
    >>> deals.cards.shape, int(deals.sets.sum())
    ((962988, 6), 20358520)
    """
    cards, sets = suit_classes(size)
    ordered = np.empty_like(cards)
    index = np.empty(len(cards), dtype=np.int64)
    _represent(cards, compiled_tables(), ordered, index)
    deals = Deals(ordered, np.empty_like(sets))
    # ``suit_classes`` goes shape by shape, which is not the order of the numbers.
    deals.sets[index] = sets
    # The cache gives all callers the same arrays.
    for array in deals:
        array.flags.writeable = False
    return deals


@cache
def kept_hands() -> NDArray[np.int32]:
    """Return the number of the four cards that each discard keeps: (962988, 15).

    The axes are the suit class of six cards and the discard. The number is the
    ``hand_index`` of the four cards in the class's representative. A suit class has all
    sets of cards that differ only in the names of the suits.
    """
    cards = all_classes(6).cards
    hands = [hand_index(cards[:, positions]) for positions in keeps()]
    return np.stack(hands, axis=1, dtype=np.int32)


@cache
def rank_pairs() -> NDArray[np.uint8]:
    """Return the number of the two ranks that each discard throws: (962988, 15).

    The axes are the suit class of six cards and the discard. The number is the index in
    ``PAIRS``. A suit class has all sets of cards that differ only in the names of the
    suits.
    """
    numbers = np.zeros((13, 13), dtype=np.uint8)
    for pair, number in PAIR_NUMBER.items():
        numbers[pair] = number
    ranks = all_classes(6).cards >> 2
    return np.stack([numbers[ranks[:, i], ranks[:, j]] for i, j in DISCARDS], axis=1)


@cache
def discard_suits() -> NDArray[np.int8]:
    """Return the common suit of the two cards of each discard, or -1: (962988, 15).

    The axes are the suit class of six cards and the discard. The suit is that of the
    class's representative, 0 to 3. A suit class has all sets of cards that differ only
    in the names of the suits.
    """
    suits = (all_classes(6).cards & 3).astype(np.int8)
    thrown = [(suits[:, i], suits[:, j]) for i, j in DISCARDS]
    return np.stack([np.where(a == b, a, np.int8(-1)) for a, b in thrown], axis=1)


def keeps() -> list[tuple[int, ...]]:
    """Return which four of six cards each of 15 discards keeps, by position."""
    return [tuple(p for p in range(6) if p not in thrown) for thrown in DISCARDS]


def kept_then_thrown() -> NDArray[np.int64]:
    """Return which of six cards each discard keeps, then which it throws: (15, 6).

    The entries are positions among the six cards.

    >>> kept_then_thrown()[1].tolist()
    [1, 3, 4, 5, 0, 2]
    """
    return np.hstack([np.array(keeps()), np.array(DISCARDS)])


def weighted_sum(values: Array, weights: Array) -> int:
    """Return the exact sum of values times weights, over two arrays of equal length.

    The values are int64 and not negative. The weights must add up to less than 2**43.
    """
    # A part is below 2**20 and the weights add up to less than 2**43, so no sum of
    # products passes 64 bits.
    return sum(
        int((values >> BITS * part & (1 << BITS) - 1) @ weights) << BITS * part
        for part in range(PARTS)
    )


@inlined
def ranks_of(cards: Array, ranks: Array) -> None:
    """Write the ranks of each suit in a set of cards to ``ranks``, as bits.

    ``cards`` are numbers of cards: 4 times the rank, plus the suit. ``ranks`` gets an
    integer for each suit. Bit r of a suit's integer is set if the set has the card of
    rank r.
    """
    ranks[:] = 0
    for card in cards:
        ranks[card & 3] |= 1 << (card >> 2)


@inlined
def suits_left(cards: Array, left: Array) -> None:
    """Write to ``left`` the number of cards of each suit that are not among ``cards``.

    ``cards`` are numbers of cards: 4 times the rank, plus the suit. ``left`` gets four
    numbers.
    """
    left[:] = 13
    for card in cards:
        left[card & 3] -= 1


@inlined
def suit_class_with(ranks: Array, card: int, by: Tables) -> tuple[int, ...]:
    """Return the suit class of a set of cards with one more card, and the suits.

    The result is the number of the class, then the four suits (0 to 3), ordered as in
    the class's representative: a suit with more cards comes first. A suit class has all
    sets of cards that differ only in the names of the suits.

    ``ranks`` has four integers, one for each suit of the set: bit r is set if the set
    has the card of rank r. ``card`` is 4 times the rank, plus the suit. If the card is
    in the set, it is removed instead. ``by`` is the result of ``compiled_tables``.
    """
    suit = card & 3
    bit = 1 << (card >> 2)
    # Change the caller's ranks and restore them: no copy for each card of each deal.
    ranks[suit] ^= bit
    placed: tuple[int, ...] = suit_class_compiled(
        ranks[0], ranks[1], ranks[2], ranks[3], by
    )
    ranks[suit] ^= bit
    return placed


@compiled
def _represent(cards: Array, by: Tables, ordered: Array, index: Array) -> None:
    """Write each set of cards, its suits renamed to places, to the row of its class."""
    ranks = np.zeros(4, np.int64)
    renamed = np.zeros(4, np.int64)
    for row in range(len(cards)):
        ranks_of(cards[row], ranks)
        number, a, b, c, d = suit_class_compiled(
            ranks[0], ranks[1], ranks[2], ranks[3], by
        )
        # The suits a, b, c and d have the places 0 to 3 in the class.
        for place, suit in enumerate((a, b, c, d)):
            renamed[place] = ranks[suit]
        index[row] = number
        column = 0
        for card in range(52):
            if renamed[card & 3] >> (card >> 2) & 1:
                ordered[number, column] = card
                column += 1


def _classes_of_shape(
    shape: tuple[int, ...],
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return the representatives and class sizes of all classes of a shape.

    A shape has the number of cards of each suit. Suits of equal length form a run; the
    choices of ranks for different runs are independent.
    """
    cards = np.zeros((1, 0), dtype=np.uint8)
    # All 24 namings of the suits, divided below by those that change nothing.
    sets = np.full(1, factorial(4), dtype=np.int64)
    first_suit = 0
    for length, run in groupby(shape):
        suits = len(list(run))
        ranks, symmetries = _equal_suits(length, suits)
        placed = 4 * ranks + np.repeat(np.arange(suits), length) + first_suit
        # Each choice for the runs before goes with each choice for this run.
        repeated = np.repeat(cards, len(placed), axis=0)
        cards = np.hstack([repeated, np.tile(placed, (len(cards), 1))]).astype(np.uint8)
        sets = np.repeat(sets, len(placed)) // np.tile(symmetries, len(sets))
        first_suit += suits
    return cards, sets


def _equal_suits(
    length: int, suits: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the multisets of rank sets for suits of equal length; also symmetries.

    The multisets of ``suits`` rank sets of ``length`` ranks are an array of ranks, of
    shape (multisets, suits * length). The symmetries of a multiset are the product of
    the factorials of its repetitions.
    """
    rank_sets = list(combinations(range(13), length))
    rows = []
    symmetries = []
    for multiset in combinations_with_replacement(range(len(rank_sets)), suits):
        rows.append([rank for index in multiset for rank in rank_sets[index]])
        same = 1
        for _, equal in groupby(multiset):
            same *= factorial(len(list(equal)))
        symmetries.append(same)
    return np.array(rows, dtype=np.int64), np.array(symmetries, dtype=np.int64)

"""Distribution of the ranks that an opponent keeps, given cards that he cannot hold.

Let F(T, P) be the weight of all six-card hands that contain the cards T and keep the
ranks P. By inclusion-exclusion, the hands that avoid the known cards K keep the ranks P
with weight Σ over T in K of (-1)^|T| F(T, P). F depends on T only by its suit class.

The four ranks of a kept hand are identified by their number in ``HANDS``. Arrays called
``kept`` hold this number for the ranks that a discard keeps.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.deals import (
    Array,
    all_classes,
    compiled_tables,
    keeps,
    ranks_of,
    suit_class_compiled,
    suit_class_with,
)
from trueodds.analysis.cribbage.strategy_file import CLASSES, StrategyTable
from trueodds.analysis.cribbage.suit_classes import DISCARDS, Tables
from trueodds.core.cards import RANKS
from trueodds.core.kernels.compiled import compiled, inlined
from trueodds.core.rules.cribbage_play import OF_A_RANK
from trueodds.core.storage import store

HAND = 4
SIX = 6
HANDS = tuple(combinations_with_replacement(range(len(RANKS)), HAND))
"""The 1,820 hands by ranks, in the order of their numbers."""
MOST_HANDS = comb(51, 5)
"""The number of six-card hands that contain one card."""
MADE_BY = "keeps/1"
"""Changes whenever the weights by ranks would be stored differently."""
SMALL = range(HAND + 1)
"""Sizes of T whose F is tabulated for all suit classes."""
SUBSETS = tuple(
    np.array(list(combinations(range(SIX), size)), np.int64) for size in SMALL
)
"""Places of the subsets of six cards by size: int64 (subsets, size)."""


class ThrowArrays(NamedTuple):
    """A discard strategy in arrays for compiled code.

    It has a row for each different distribution of discards, and ``entries`` gives the
    row of each suit class of six cards. A discard is one of the 15 pairs of six cards.
    A suit class has all sets of cards that differ only in the names of the suits.

    A row of ``chosen`` has the 15 discards, and begins with the ``number`` of them that
    are ever made. The same row of ``weights`` has their weights. A weight divided by
    ``denominator`` is a probability. ``kept`` has the four ranks that each discard
    keeps, as a number.
    """

    kept: Array
    """The hand by ranks that each discard keeps: uint16 (classes, 15)."""
    entries: Array
    """The row of each class: int64 (classes,)."""
    number: Array
    """Number of discards with a positive weight: int64 (rows,)."""
    chosen: Array
    """The discards, those with a positive weight first: int64 (rows, 15)."""
    weights: Array
    """The weights of ``chosen``, in the same order: int64 (rows, 15)."""
    denominator: int
    """The sum of a row's weights."""


@cache
def kept_ranks() -> Array:
    """Return which four ranks are kept, by suit class of six cards and discard.

    The result is uint16 (962988, 15). An entry is the index of the kept ranks in
    ``HANDS``. The 15 discards are the pairs of the six cards, in the order of
    ``DISCARDS``. A suit class has all sets of cards that differ only in the names of
    the suits.
    """
    number = np.zeros((len(RANKS),) * HAND, np.uint16)
    for place, hand in enumerate(HANDS):
        number[hand] = place
    ranks = all_classes(SIX).cards >> 2
    return np.stack([number[tuple(ranks[:, four].T)] for four in keeps()], axis=1)


def compiled_throws(throws: StrategyTable) -> ThrowArrays:
    """Return the discard strategy ``throws`` in arrays for compiled code."""
    rows = np.array(throws.rows, np.int64)
    number = (rows > 0).sum(axis=1)
    # False comes first: the discards with a weight, in their order.
    chosen = np.argsort(rows == 0, axis=1, kind="stable")[:, : len(DISCARDS)]
    weights = np.take_along_axis(rows, chosen, axis=1)
    entries = np.array(throws.entries, np.int64)
    return ThrowArrays(
        kept_ranks(), entries, number, chosen, weights, throws.denominator
    )


def keeps_containing(
    throws: StrategyTable, size: int, start: int = 0, stop: int | None = None
) -> Array:
    """Return the weights of all six-card hands that contain some cards, by ranks kept.

    ``throws`` is the discard strategy of the player who holds the hands. The cards are
    one of the suit classes of ``size`` cards, from number ``start`` to before ``stop``.
    A row of the result belongs to a class, and a column to the four ranks kept, by
    their index in ``HANDS``: int64 (classes, 1820). An entry is the sum, over all hands
    that contain the cards of the class, of the weight with which the strategy keeps
    these ranks. The module calls it F. A suit class has all sets of cards that differ
    only in the names of the suits.
    """
    classes = all_classes(size).cards[start:stop]
    sums = np.zeros((len(classes), len(HANDS)), np.int64)
    fixed = all_classes(SIX).sets, compiled_tables(), compiled_throws(throws)
    _add_hands(classes, *fixed, sums)
    return sums


def keeps_given_deal(throws: StrategyTable, deal: Sequence[int]) -> Array:
    """Return the weight of each four ranks that an opponent keeps, given our cards.

    ``throws`` is the opponent's discard strategy. ``deal`` has the numbers of our
    cards: 4 times the rank, plus the suit. The result is int64 (1820,), by the index of
    the ranks in ``HANDS``. The weights add up to C(46, 6) times the denominator of
    ``throws``. All hands of the opponent are counted one by one.
    """
    sums = np.zeros(len(HANDS), np.int64)
    rest = np.array([card for card in range(52) if card not in deal])
    _deal_opponent(rest, compiled_tables(), compiled_throws(throws), sums)
    return sums


def keeps_given_ranks(throws: StrategyTable, known: Sequence[int]) -> Array:
    """Return the weight of each four ranks that the opponent keeps, given known ranks.

    ``throws`` is the opponent's discard strategy. ``known`` are the ranks of cards that
    he cannot hold, 0 (ace) to 12 (king). The suits of these cards are not known: the
    weight is the sum over all their suits. The result is int64 (1820,), by the index of
    the ranks in ``HANDS``.
    """
    by_ranks = _keeps_by_ranks(throws)
    times = by_ranks["weights"]
    for rank, number in Counter(known).items():
        # The known cards of a rank are any of those that the six cards leave.
        ways = np.array([comb(4 - held, number) for held in range(5)])
        times = times * ways[by_ranks["ranks"] // 5**rank % 5]
    weights = np.zeros(len(HANDS), np.int64)
    np.add.at(weights, by_ranks["kept"], times)
    return weights


def dealt_given_ranks(known: Sequence[int]) -> Array:
    """Return the number of ways to deal each hand of ranks without known cards.

    ``known`` are the ranks of the cards that cannot be dealt, 0 (ace) to 12 (king). The
    result has shape (1820,), by the index of the hand in ``HANDS``.

    >>> HANDS[1], int(dealt_given_ranks((0, 1, 1))[1])  # one of four aces is known
    ((0, 0, 0, 1), 2)
    """
    left = [OF_A_RANK - known.count(rank) for rank in range(len(RANKS))]
    ways = [prod(comb(left[r], hand.count(r)) for r in {*hand}) for hand in HANDS]
    return np.array(ways)


def _keeps_by_ranks(throws: StrategyTable) -> store.Arrays:
    """Return the weights of all pairs of six ranks and the ranks kept, from the cache.

    The six ranks are a number whose digit r in base 5 counts rank r.
    """

    def make() -> store.Arrays:
        deals = all_classes(SIX)
        rows = np.array(throws.rows, np.int64)[np.array(throws.entries)]
        dealt, discards = np.nonzero(rows)
        ranks = (5 ** (deals.cards >> 2).astype(np.int64)).sum(axis=1)
        pairs = ranks[dealt] * len(HANDS) + kept_ranks()[dealt, discards]
        different, places = np.unique(pairs, return_inverse=True)
        weights = np.zeros(len(different), np.int64)
        np.add.at(weights, places, rows[dealt, discards] * deals.sets[dealt])
        ranks, kept = np.divmod(different, len(HANDS))
        return {"ranks": ranks, "kept": kept, "weights": weights}

    entries = hashlib.sha256(throws.entries.tobytes()).hexdigest()
    key = {"made by": MADE_BY, "rows": throws.rows, "entries": entries}
    return store.fetch(f"cribbage-keeps-{entries[:12]}", key, make)


class KeptHands:
    """Weights of the hands that an opponent keeps, given our six cards, for many deals.

    ``throws`` is the opponent's discard strategy.
    """

    def __init__(self, throws: StrategyTable) -> None:
        sums = tuple(keeps_containing(throws, size) for size in SMALL)
        self._fixed = compiled_tables(), SUBSETS[1:], sums, compiled_throws(throws)

    def beside(self, deals: Array) -> Array:
        """Return the weight of each hand that the opponent keeps, for each deal.

        ``deals`` has the numbers of our six cards in each row: 4 times the rank, plus
        the suit. The result is float64 (1820, deals), with whole numbers. The rows are
        the opponent's four ranks, by their index in ``HANDS``. The weights of a deal
        add up to C(46, 6) times the denominator of the strategy.
        """
        weights = np.zeros((len(HANDS), len(deals)))
        _weigh_opponents(deals, *self._fixed, weights)
        return weights


@inlined
def next_combination(places: Array, number: int) -> bool:
    """Change ``places`` to the next combination of ascending integers below ``number``.

    For example, (0, 1, 4) is followed by (0, 2, 3) if ``number`` is 5. Return False
    after the last combination.
    """
    last = len(places) - 1
    # The last place that can still move up; all later ones then follow it closely.
    while last >= 0 and places[last] == number - len(places) + last:
        last -= 1
    if last < 0:
        return False
    places[last] += 1
    for after in range(last + 1, len(places)):
        places[after] = places[after - 1] + 1
    return True


@inlined
def class_of_places(cards: Array, places: Array, bits: Array, by: Tables) -> int:
    """Return the number of the suit class of some of ``cards``: those at ``places``.

    A suit class has all sets of cards that differ only by a permutation of suits.
    ``cards`` has the numbers of cards: 4 times the rank, plus the suit. ``places`` are
    indices of ``cards``. ``bits`` is scratch of shape (4,), and ``by`` is the result of
    ``compiled_tables``.
    """
    bits[:] = 0
    for place in places:
        bits[cards[place] & 3] |= 1 << (cards[place] >> 2)
    number: int = suit_class_compiled(bits[0], bits[1], bits[2], bits[3], by)[0]
    return number


@inlined
def add_hand(
    index: int, times: int, throws: ThrowArrays, sums: Array, touched: Array, count: int
) -> int:
    """Add the weights with which a discard strategy keeps four of six cards.

    A suit class has all sets of cards that differ only in the names of the suits.

    Args:
        index: The number of the suit class of the six cards.
        times: A factor of the weights.
        throws: The discard strategy.
        sums: The weights are added to it: a sum for each four ranks kept, by their
            index in ``HANDS``.
        touched: The hands whose sums are not zero, by their index in ``HANDS``. New
            ones are added.
        count: The number of hands in ``touched``.

    Returns:
        The new number of hands in ``touched``.
    """
    row = throws.entries[index]
    for choice in range(throws.number[row]):
        hand = throws.kept[index, throws.chosen[row, choice]]
        # A hand that counts 0 times would be listed again when it counts.
        if times and sums[hand] == 0:
            touched[count] = hand
            count += 1
        sums[hand] += times * throws.weights[row, choice]
    return count


@compiled
def hands_containing(cards: Array, by: Tables, indices: Array) -> int:
    """Write the suit class of each six-card hand that contains some cards.

    The numbers of the classes are written to ``indices``. ``cards`` has the numbers of
    the cards: 4 times the rank, plus the suit. ``by`` is the result of
    ``compiled_tables``. A class is written once for each hand, so it can occur several
    times. If there are no cards, each class is written only once. ``indices`` has the
    length ``MOST_HANDS``. Return how many of its entries are written. A suit class has
    all sets of cards that differ only in the names of the suits.
    """
    size = len(cards)
    if size == 0:
        for index in range(CLASSES):
            indices[index] = index
        return CLASSES
    # The other cards of the deck, and all ways to choose the rest of a hand from them.
    rest = np.zeros(52 - size, np.int64)
    places = np.arange(SIX - size)
    bits = np.zeros(4, np.int64)
    base = np.zeros(4, np.int64)
    ranks_of(cards, base)
    left = 0
    count = 0
    for card in range(52):
        if not base[card & 3] >> (card >> 2) & 1:
            rest[left] = card
            left += 1
    while True:
        bits[:] = base
        for place in places:
            bits[rest[place] & 3] |= 1 << (rest[place] >> 2)
        index = suit_class_compiled(bits[0], bits[1], bits[2], bits[3], by)[0]
        indices[count] = index
        count += 1
        if not next_combination(places, left):
            return count


@compiled
def _add_hands(
    classes: Array, sets_of_six: Array, by: Tables, throws: ThrowArrays, sums: Array
) -> None:
    """Write F of each set of cards T to ``sums``: (sets, 1820).

    ``classes`` has the cards of each T: (sets, size). The empty T is contained in every
    hand, so a class of six cards then counts once for each of its hands.
    """
    size = classes.shape[1]
    touched = np.zeros(sums.shape[1], np.int64)
    indices = np.empty(MOST_HANDS, np.int32)
    for t in range(len(classes)):
        count = 0
        for place in range(hands_containing(classes[t], by, indices)):
            index = indices[place]
            times = sets_of_six[index] if size == 0 else 1
            count = add_hand(index, times, throws, sums[t], touched, count)


@compiled
def _deal_opponent(rest: Array, by: Tables, throws: ThrowArrays, sums: Array) -> None:
    """Add up the opponent's kept ranks over all hands of six of the remaining cards."""
    places = np.arange(SIX)
    bits = np.zeros(4, np.int64)
    touched = np.zeros(len(sums), np.int64)
    count = 0
    while True:
        index = class_of_places(rest, places, bits, by)
        count = add_hand(index, 1, throws, sums, touched, count)
        if not next_combination(places, len(rest)):
            return


@compiled
def _weigh_opponents(
    deals: Array,
    by: Tables,
    subsets: tuple[Array, ...],
    sums: tuple[Array, ...],
    throws: ThrowArrays,
    weights: Array,
) -> None:
    """Write the weights of the opponent's kept hands given each deal: (1820, deals).

    ``subsets`` has the places of one to four of the six cards. ``sums`` has F for sets
    of zero to four cards.
    """
    bits = np.zeros(4, np.int64)
    total = np.zeros(len(weights), np.int64)
    for number in range(len(deals)):
        deal = deals[number]
        # The terms of up to four shared cards T: look F up in its tables.
        total[:] = sums[0][0]
        for size in range(len(subsets)):
            sign = 1 if size & 1 else -1
            for places in subsets[size]:
                row = sums[size + 1][class_of_places(deal, places, bits, by)]
                for hand in range(len(total)):
                    total[hand] += sign * row[hand]
        # Five shared cards: all but the card ``left`` of the deal, and any sixth card.
        for left in range(SIX):
            ranks_of(deal, bits)
            bits[deal[left] & 3] ^= 1 << (deal[left] >> 2)
            for card in range(52):
                if bits[card & 3] >> (card >> 2) & 1:
                    continue
                # The hand equal to the deal occurs six times here. The term of T = S
                # would add it back once, so skip its first occurrence.
                times = 0 if left == 0 and card == deal[left] else -1
                index = suit_class_with(bits, card, by)[0]
                entry = throws.entries[index]
                for choice in range(throws.number[entry]):
                    hand = throws.kept[index, throws.chosen[entry, choice]]
                    total[hand] += times * throws.weights[entry, choice]
        weights[:, number] = total

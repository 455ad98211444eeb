"""Weights of the six-card hands that keep the same four ranks, by what else matters.

Besides the ranks kept, a deal depends on the ranks thrown and, for a starter of suit s,
on the *features* of a hand: whether it keeps or throws the jack of s, whether its four
kept cards are a flush in s, and whether both thrown cards are of s. A *column* is a
pair of thrown ranks, a mark of a flush kept in any suit, and either no features (all
hands) or some features other than none. A column *with r* has only those hands that
hold the card of rank r and suit s, so it counts the starters that a hand excludes.

For cards T and a suit s, let F(T, s) of a column be the weight of its hands that
contain T. Renaming the other three suits changes nothing, so F depends on the ranks of
T and a *pattern*: the place of the suit of each card, where s has place 0 and the other
suits are ordered. The weight of two columns x and y over hands without a common card is

    W[x, y] = Σ over T and s of (-1)^|T| · F_dealer(T, s)[x] · F_pone(T, s)[y].

The dealer's side has F summed over all T and s of a pattern. Pone's side has ``SCALE``
times the mean of F over them: a hand may have suits with the same ranks, which are
exchanged at random, so the mean need not be whole.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from trueodds.analysis.cribbage.deals import (
    Array,
    all_classes,
    discard_suits,
    keeps,
    rank_pairs,
)
from trueodds.analysis.cribbage.play.solving.opponent_keeps import (
    HANDS,
    SIX,
    kept_ranks,
)
from trueodds.analysis.cribbage.strategy_file import StrategyTable
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.cards import RANKS
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.cribbage import JACK

ALL = len(RANKS)
"""The rank of a column that counts all starters."""
FEATURES = 12
"""Features are the jack of s (0 none, 1 kept, 2 thrown), plus 3 for a kept flush in s,
plus 6 for two thrown cards of s."""
UNUSED = -1
KINDS = 6
"""Kinds of columns: thrown suit; with jack; jack; no features; flush; flush and thrown.
Columns with r have the same kinds, plus ``KINDS``."""
KIND = np.array([3, 2, 2, 4, 4, 4, 0, 1, 1, 5, 5, 5])
PATTERNS = 4**SIX
SCALE = 12
"""A multiple of the number of ways to exchange suits with the same ranks in a hand."""
PAIRS = 91
MULTISETS = np.array(
    [[comb(rank + place, place + 1) for place in range(SIX)] for rank in range(ALL)]
)
FIRST = np.cumsum([0, *(comb(ALL + size - 1, size) for size in range(SIX + 1))])
"""The first number of the multisets of each size; the last entry counts them all."""


class Keepers(NamedTuple):
    """The hands that keep each four ranks, by suit class: for compiled code."""

    begin: Array
    """First entry of each kept hand in the other arrays: int64 (1821,)."""
    entry: Array
    """Class of six cards times 15, plus the discard: int32."""
    weight: Array
    """Weight of this discard, times the number of hands in the class: int64."""


class Rows(NamedTuple):
    """F of one kept hand, by ranks of T (*sets*), pattern, and column."""

    columns: Array
    """Columns, those without r first: thrown ranks, flush, features, r: (n, 4)."""
    excluding: Array
    """Number of a column with each r, or ``UNUSED``: int32 (without r, 13)."""
    sets: Array
    """Number of each multiset of ranks of T: int32."""
    begins: Array
    """Where the patterns, columns and values of a set begin: int64 (sets + 1, 3)."""
    patterns: Array
    """Patterns of each set, ascending: int32."""
    used: Array
    """Columns of each set, ascending by kind: int32."""
    kinds: Array
    """Where each kind of column begins in those of a set: int32 (sets, 13)."""
    values: Array
    """F by set, pattern and column: uint32."""


@cache
def suited_keeps() -> Array:
    """Return the suit of the four cards that each discard keeps, or -1: (n, 15)."""
    suits = (all_classes(SIX).cards & 3).astype(np.int8)
    kept = np.stack([suits[:, four] for four in keeps()], axis=1)
    suited: Array = np.where(np.ptp(kept, axis=2) == 0, kept[:, :, 0], -1)
    return suited


def keepers(throws: StrategyTable, ranks: tuple[int, ...]) -> Keepers:
    """Return the hands that keep each four ranks, dealt from some ranks of the deck."""
    deals = all_classes(SIX)
    outside = np.isin(deals.cards >> 2, ranks, invert=True).sum(axis=1)
    rows = np.array(throws.rows, np.int64)
    weights = rows[np.asarray(throws.entries)] * deals.sets[:, None]
    number, discard = np.nonzero((weights > 0) & (outside == 0)[:, None])
    kept = kept_ranks()[number, discard]
    order = np.argsort(kept, kind="stable")
    begin = np.searchsorted(kept[order], np.arange(len(HANDS) + 1))
    entry = (number * len(DISCARDS) + discard).astype(np.int32)
    return Keepers(begin, entry[order], weights[number, discard][order])


def rows_of(hand: int, hands: Keepers, *, summed: bool) -> Rows:
    """Return the rows of a kept hand: ``summed`` for the dealer, else for pone."""
    part = slice(hands.begin[hand], hands.begin[hand + 1])
    entry = hands.entry[part]
    index, discard = np.divmod(entry, len(DISCARDS))
    suits = suited_keeps()[index, discard], discard_suits()[index, discard]
    thrown = rank_pairs()[index, discard]
    places = np.array(DISCARDS)[discard]
    cards = all_classes(SIX).cards[index]
    return Rows(
        *_rows(cards, places, thrown, *suits, hands.weight[part], MULTISETS, summed)
    )


@compiled
def _rows(  # noqa: C901, PLR0912, PLR0915 - compiled; it numbers columns and rows over shared tables
    cards: Array,
    places: Array,
    thrown: Array,
    flush: Array,
    suited: Array,
    weights: Array,
    multisets: Array,
    summed: bool,
) -> tuple[Array, ...]:
    """Return the arrays of ``Rows`` for hands with their discards and weights."""
    subsets = 1 << SIX
    # The columns: first those that occur, then their numbers, ascending by kind.
    number = np.full((PAIRS, 2, FEATURES, ALL + 1), UNUSED, np.int32)
    features = np.zeros((len(cards), 4), np.int64)
    for hand in range(len(cards)):
        t = thrown[hand]
        four = np.int64(flush[hand] >= 0)
        for suit in range(4):
            mark: Any = 3 * (flush[hand] == suit) + 6 * (suited[hand] == suit)
            for place in range(SIX):
                if cards[hand, place] == 4 * JACK + suit:
                    mark += 1 + (place in (places[hand, 0], places[hand, 1]))
            features[hand, suit] = mark
            number[t, four, 0, ALL] = number[t, four, mark, ALL] = 0
            for card in cards[hand]:
                if card & 3 == suit:
                    number[t, four, 0, card >> 2] = 0
                    number[t, four, mark, card >> 2] = 0
    columns = np.zeros((np.sum(number == 0), 4), np.int16)
    kind_of = np.zeros(len(columns), np.int64)
    plain = 0
    count: Any = 0
    for kind in range(2 * KINDS):
        for t in range(PAIRS):
            for flushed in range(2):
                for mark in range(FEATURES):
                    if KIND[mark] != kind % KINDS:
                        continue
                    first, last = (ALL, ALL + 1) if kind < KINDS else (0, ALL)
                    for r in range(first, last):
                        if number[t, flushed, mark, r] == 0:
                            number[t, flushed, mark, r] = count
                            columns[count] = t, flushed, mark, r
                            kind_of[count] = kind
                            count += 1
        if kind < KINDS:
            plain = count
    excluding = np.full((plain, ALL), UNUSED, np.int32)
    for column in range(plain):
        t, four, mark, _ = columns[column]
        excluding[column] = number[t, four, mark, :ALL]
    # The rows: every subset T of every hand, for each suit s.
    row_at = np.zeros((len(cards), 4, subsets), np.int32)
    local = np.full(FIRST[SIX + 1], UNUSED, np.int32)
    sets = np.zeros(len(local), np.int32)
    row_of = np.full((16 * (1 + ALL + PAIRS), PATTERNS), UNUSED, np.int32)
    keys = np.zeros(len(cards) * 4 * subsets, np.int64)
    names = np.ones(len(keys), np.int64)
    distinct = 0
    rows: Any = 0
    held = np.zeros(4, np.int64)
    for hand in range(len(cards)):
        for subset in range(subsets):
            held[:] = 0
            size = 0
            ranks: Any = 0
            multiset: Any = 0
            for place in range(SIX):
                if subset >> place & 1:
                    card = np.int64(cards[hand, place])
                    held[card & 3] |= 1 << (card >> 2)
                    ranks |= 1 << (card >> 2)
                    multiset += multisets[card >> 2, size]
                    size += 1
            multiset += FIRST[size]
            if local[multiset] == UNUSED:
                local[multiset] = distinct
                sets[distinct] = multiset
                distinct += 1
            for suit in range(4):
                b, c, d = _others(held, suit)
                pattern = 0
                rank = 0
                left = ranks
                while left:
                    if left & 1:
                        for place, of_place in enumerate((held[suit], b, c, d)):
                            if of_place >> rank & 1:
                                pattern = 4 * pattern + place
                    left >>= 1
                    rank += 1
                row: Any = row_of[local[multiset], pattern]
                if row == UNUSED:
                    row = rows
                    row_of[local[multiset], pattern] = row
                    keys[row] = np.int64(local[multiset]) * PATTERNS + pattern
                    names[row] = 1 if b == d else 3 if b == c or c == d else 6
                    rows += 1
                row_at[hand, suit, subset] = row
    # Sort the rows by set and pattern; ``to`` is the new place of each row.
    order = np.argsort(keys[:rows])
    to = np.zeros(rows, np.int64)
    begins = np.zeros((distinct + 1, 3), np.int64)
    patterns = np.zeros(rows, np.int32)
    for place in range(rows):
        key = keys[order[place]]
        to[order[place]] = place
        patterns[place] = key % PATTERNS
        begins[key // PATTERNS + 1, 0] = place + 1
    # The columns of each set.
    position = np.full((distinct, count), UNUSED, np.int32)
    for hand in range(len(cards)):
        four = np.int64(flush[hand] >= 0)
        for suit in range(4):
            for subset in range(subsets):
                of_set = keys[row_at[hand, suit, subset]] // PATTERNS
                for mark in (0, features[hand, suit]):
                    by_rank = number[thrown[hand], four, mark]
                    position[of_set, by_rank[ALL]] = 0
                    for card in cards[hand]:
                        if card & 3 == suit:
                            position[of_set, by_rank[card >> 2]] = 0
    used = np.zeros(np.sum(position == 0), np.int32)
    kinds = np.zeros((distinct, 2 * KINDS + 1), np.int32)
    total = 0
    for of_set in range(distinct):
        size = 0
        for column in range(count):
            if position[of_set, column] == 0:
                position[of_set, column] = size
                used[total + size] = column
                size += 1
                kinds[of_set, kind_of[column] + 1] = size
        for kind in range(2 * KINDS):
            kinds[of_set, kind + 1] = max(kinds[of_set, kind : kind + 2])
        total += size
        begins[of_set + 1, 1] = total
        height = begins[of_set + 1, 0] - begins[of_set, 0]
        begins[of_set + 1, 2] = begins[of_set, 2] + height * size
    # The values.
    values = np.zeros(begins[distinct, 2], np.uint32)
    for hand in range(len(cards)):
        four = np.int64(flush[hand] >= 0)
        weight = weights[hand]
        for suit in range(4):
            mark = features[hand, suit]
            for subset in range(subsets):
                row = row_at[hand, suit, subset]
                of_set = keys[row] // PATTERNS
                size = begins[of_set + 1, 1] - begins[of_set, 1]
                at = begins[of_set, 2] + (to[row] - begins[of_set, 0]) * size
                for kind in range(1 + (mark > 0)):
                    by_rank = number[thrown[hand], four, mark * kind]
                    values[at + position[of_set, by_rank[ALL]]] += weight
                    for card in cards[hand]:
                        if card & 3 == suit:
                            column = by_rank[card >> 2]
                            values[at + position[of_set, column]] += weight
    for row in range(0 if summed else rows):
        of_set = keys[row] // PATTERNS
        size = begins[of_set + 1, 1] - begins[of_set, 1]
        at = begins[of_set, 2] + (to[row] - begins[of_set, 0]) * size
        for place in range(at, at + size):
            # The pattern has four suits s, and as many sets T as the others have names.
            values[place] = values[place] * np.int64(SCALE) // (4 * names[row])
    return (
        columns,
        excluding,
        sets[:distinct],
        begins,
        patterns,
        used,
        kinds,
        values,
    )


@compiled
def _others(held: Array, suit: int) -> tuple[Any, Any, Any]:
    """Return the rank sets of the three other suits, the largest first."""
    a = held[(suit + 1) & 3]
    b = held[(suit + 2) & 3]
    c = held[(suit + 3) & 3]
    if a < b:
        a, b = b, a
    if b < c:
        b, c = c, b
    if a < b:
        a, b = b, a
    return a, b, c

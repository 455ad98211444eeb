"""Weights of the six-card hands that keep the same four ranks.

Besides the ranks kept, a deal depends on the ranks thrown and, for a starter of suit s,
on the *features* of a hand. They say whether the hand keeps or throws the jack of s,
whether its four kept cards are a flush in s, and whether both thrown cards are of s. A
*column* is a pair of thrown ranks, a mark of a flush kept in any suit, and either no
features (all hands) or some features other than none. A column *with r* has only those
hands that hold the card of rank r and suit s, so it counts the starters that a hand
excludes.

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

from math import comb
from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.deals import (
    Array,
    all_classes,
    kept_then_thrown,
    rank_pairs,
)
from trueodds.analysis.cribbage.game.features import FEATURES, features_of
from trueodds.analysis.cribbage.play.solving.opponent_keeps import (
    HANDS,
    SIX,
    kept_ranks,
)
from trueodds.analysis.cribbage.strategy_file import StrategyTable
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.cards import RANKS

ALL = len(RANKS)
"""The rank of a column that counts all starters."""
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
SUBSETS = np.arange(2**SIX)[:, None] >> np.arange(SIX) & 1
"""The places of a hand that each subset has, as ones: (64, 6)."""
IN_SUBSET = np.cumsum(SUBSETS, axis=1) - SUBSETS
"""The number of places of each subset before a place: (64, 6)."""
NAMES = np.array([1, 3, 6])
"""The orders of three suits, by the steps between their sorted sets of ranks."""
MULTISETS_OF_SIZE = [comb(ALL + size - 1, size) for size in range(SIX + 1)]
FIRST = np.cumsum([0, *MULTISETS_OF_SIZE])
"""The first number of the multisets of each size; the last entry counts them all."""


class Keepers(NamedTuple):
    """The six-card hands that keep each four ranks, as arrays for compiled code.

    The hands are given by suit class, and the four ranks by their number. The hands
    that keep the ranks with number k have the entries from ``begin[k]`` to ``begin[k +
    1]``. A suit class has all sets of cards that differ only in the names of the suits.
    """

    begin: Array
    """First entry of each kept hand in the other arrays: int64 (1821,)."""
    entry: Array
    """Class of six cards times 15, plus the discard: int32."""
    weight: Array
    """Weight of this discard, times the number of hands in the class: int64."""


class Entries(NamedTuple):
    """The columns to which each six-card hand belongs, for each suit of the starter.

    A column is a group of hands that throw the same two ranks. It may hold only those
    with certain features for the suit of the starter, or with the card of a certain
    rank in this suit. The hand with the number ``hand[i]`` belongs to the column
    ``column[i]`` if the starter has the suit ``suit[i]``.
    """

    hand: Array
    suit: Array
    column: Array


class HandRows(NamedTuple):
    """Weights of all six-card hands that keep the same four ranks.

    A weight F is a sum over the hands that contain some cards T. There is one for the
    ranks of T (a *set*), the suits of T (a *pattern*), and what else is asked of a
    hand (a *column*). The weights let a program count pairs of hands without a common
    card.

    A column asks for the two ranks thrown, and for a flush kept or for none. It may ask
    for *features*, which say what points the suit of the starter adds. It may also ask
    for a card of some rank r in the suit of the starter. Columns of one *kind*, 0 to
    11, ask for the same sort of features, and all for such a card or all for none.
    """

    columns: Array
    """Columns, those without r first: thrown ranks, flush, features, r: (n, 4)."""
    excluding: Array
    """For each column without r, the number of the same column with each r, or
    ``UNUSED`` if there is none: int32 (without r, 13)."""
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


def keepers(throws: StrategyTable, ranks: tuple[int, ...]) -> Keepers:
    """Return the six-card hands from which a strategy keeps each four ranks.

    ``throws`` is the discard strategy. Only hands count whose six cards all have one of
    ``ranks``, 0 (ace) to 12 (king).
    """
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


def rows_of(hand: int, hands: Keepers, *, summed: bool) -> HandRows:
    """Return the weights of the six-card hands that keep the same four ranks.

    ``hand`` is the number of the four ranks, and ``hands`` the result of ``keepers``. A
    weight is a sum over the hands that contain some cards T, for a starter of suit s.
    The *pattern* of T and s says which cards of T have the suit s, and which have equal
    suits. If ``summed`` is true, the weight is also summed over all T and s with the
    same ranks and pattern, as the dealer's hands need it. Otherwise it is the mean over
    these T and s, times ``SCALE``, as pone's hands need it.
    """
    part = slice(hands.begin[hand], hands.begin[hand + 1])
    number, discard = np.divmod(hands.entry[part], len(DISCARDS))
    cards = all_classes(SIX).cards[number].astype(np.int64)
    # The columns: those of all starters come first.
    columns, kind, entries = _columns(cards, number, discard)
    kinds = np.searchsorted(kind, np.arange(2 * KINDS + 1))
    plain = kinds[KINDS]
    number_of = np.full((PAIRS, 2, FEATURES, 1 + ALL), UNUSED, np.int32)
    number_of[tuple(columns.T)] = np.arange(len(columns))
    excluding = number_of[tuple(columns[:plain, :3].T)][:, :ALL]
    # The rows: each hand has a key for each of its subsets T and each suit s.
    keys, names = _row_keys(cards)
    key, first, rows = np.unique(keys, return_index=True, return_inverse=True)
    rows = rows.reshape(keys.shape)
    multisets, patterns = np.divmod(key, PATTERNS)
    sets, set_of = np.unique(multisets, return_inverse=True)
    # The columns that each set uses, and how many of these precede each column.
    uses = np.zeros((len(sets), len(columns)), np.bool_)
    for subset in range(len(SUBSETS)):
        uses[set_of[rows[entries.hand, entries.suit, subset]], entries.column] = True
    before = np.zeros((len(sets), len(columns) + 1), np.int64)
    np.cumsum(uses, axis=1, out=before[:, 1:])
    # A set has a value for each of its patterns and columns: height times width.
    height = np.bincount(set_of)
    width = before[:, -1]
    begins = np.zeros((len(sets) + 1, 3), np.int64)
    np.cumsum(np.stack([height, width, height * width], 1), axis=0, out=begins[1:])
    row_begins = np.cumsum(width[set_of]) - width[set_of]
    # F adds the weights of all hands in each row and column.
    values = np.zeros(begins[-1, 2], np.int64)
    weights = hands.weight[part][entries.hand]
    for subset in range(len(SUBSETS)):
        row = rows[entries.hand, entries.suit, subset]
        place = row_begins[row] + before[set_of[row], entries.column]
        np.add.at(values, place, weights)
    if not summed:
        # The pattern has four suits s, and as many sets T as the others have names.
        means = 4 * names.ravel()[first]
        values = values * SCALE // np.repeat(means, width[set_of])
    return HandRows(
        columns.astype(np.int16),
        excluding,
        sets.astype(np.int32),
        begins,
        patterns.astype(np.int32),
        np.nonzero(uses)[1].astype(np.int32),
        before[:, kinds].astype(np.int32),
        values.astype(np.uint32),
    )


def _columns(
    cards: Array, number: Array, discard: Array
) -> tuple[Array, Array, Entries]:
    """Return the columns ascending by kind, their kinds, and those of each hand."""
    # The features of each hand for a starter of each suit.
    by_discard = np.take_along_axis(cards, kept_then_thrown()[discard], axis=1)
    flushes, features = np.divmod(features_of(by_discard), FEATURES)
    # A hand is in the columns of all starters, and in those with each of its cards.
    suit = np.hstack([np.tile(np.arange(4), (len(cards), 1)), cards & 3])
    rank = np.hstack([np.full_like(suit[:, :4], ALL), cards >> 2])
    hand = np.broadcast_to(np.arange(len(cards))[:, None], suit.shape)
    # It is in them without regard to its features, and with features that it has.
    own = features[hand, suit]
    cases = [np.concatenate([a.ravel(), a[own > 0]]) for a in (hand, suit, rank)]
    hand, suit, rank = cases
    feature = np.concatenate([np.zeros(own.size, np.int64), own[own > 0]])
    pair = rank_pairs()[number, discard][hand]
    flush = flushes[hand, suit]
    kind = KIND[feature] + KINDS * (rank < ALL)
    shape = 2 * KINDS, PAIRS, 2, FEATURES, 1 + ALL
    keys = np.ravel_multi_index((kind, pair, flush, feature, rank), shape)
    different, column = np.unique(keys, return_inverse=True)
    kinds, *columns = np.unravel_index(different, shape)
    return np.stack(columns, axis=1), kinds, Entries(hand, suit, column)


def _row_keys(cards: Array) -> tuple[Array, Array]:
    """Return the key of each row and the names that its other suits can have.

    A key is the number of the ranks of T times ``PATTERNS``, plus the pattern: both
    results are of shape (hands, 4, 64), by s and T.
    """
    rank = cards >> 2
    suit = cards & 3
    multiset = (MULTISETS[rank[:, None], IN_SUBSET] * SUBSETS).sum(axis=2)
    multiset += FIRST[SUBSETS.sum(axis=1)]
    # The ranks of T in each suit, as bits, and the order of the suits, largest first.
    held = np.stack(
        [np.where(suit == s, 1 << rank, 0) @ SUBSETS.T for s in range(4)], axis=2
    )
    order = np.argsort(np.argsort(-held, axis=2), axis=2)
    keys, names = np.zeros((2, len(cards), 4, len(SUBSETS)), np.int64)
    digits = 4 ** np.arange(SIX)[::-1]
    for s in range(4):
        # Suit s has place 0, and the suits before it move up by one.
        places = order + (order < order[:, :, s : s + 1])
        places[:, :, s] = 0
        # The places of the cards of T are digits, by rank; other cards are zeros.
        place = np.take_along_axis(places, suit[:, None], axis=2)
        placed = np.sort((4 * rank[:, None] + place) * SUBSETS, axis=2)
        keys[:, s] = multiset * PATTERNS + (placed & 3) @ digits
        others = np.sort(np.delete(held, s, axis=2), axis=2)
        names[:, s] = NAMES[np.count_nonzero(np.diff(others, axis=2), axis=2)]
    return keys, names

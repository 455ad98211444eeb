"""Deals of cribbage for certificates of trueodds: the deck's scores, and all hands.

Hands of six cards with the same ranks are handled together, since fifteens, pairs and
runs of a hand depend on its ranks alone. Flushes and nobs depend on its suits.
"""

from __future__ import annotations

from functools import cache, partial
from itertools import product
from typing import NamedTuple

import numpy as np

from .arrays import Array, chunks
from .cribbage import JACK, rank_points
from .cribbage_sets import KEPT, SUIT_BITS, SUITS, THROWN
from .reading import Values, refuse

MOST_POINTS = 2_000
# Every pair of ranks, and its place among them by both ranks, the lower rank first.
RANKS_OF_PAIRS = [(low, high) for high in range(13) for low in range(high + 1)]
PAIRS = np.array(RANKS_OF_PAIRS)
PAIR = np.zeros((13, 13), np.int64)
LOW, HIGH = PAIRS.T
PAIR[LOW, HIGH] = np.arange(len(PAIRS))


class DeckScores(NamedTuple):
    """The deck and its scores.

    ``ranks`` are the ranks in the deck, numbered from 0 for the ace.
    ``points[a, b, r]`` are the points of fifteens, pairs and runs for the ranks of four
    cards and a starter of rank r. The four cards are two pairs of ranks, with the
    numbers a and b in ``PAIRS``, the list of all pairs of ranks. ``own`` and ``crib``
    are the flush points of four cards of one suit in a hand and in a crib. The second
    number of each is what a starter of the same suit adds. ``nobs`` are the points of
    the jack of the starter's suit.
    """

    ranks: list[int]
    points: Array
    own: tuple[int, int]
    crib: tuple[int, int]
    nobs: int

    @property
    def cards(self) -> int:
        """The number of cards in the deck."""
        return 4 * len(self.ranks)


class Alike(NamedTuple):
    """The n classes of six cards that have the same six ranks, in ascending order.

    A class is all sets of six cards that are alike up to a renaming of the suits. For
    each class, ``classes`` has its number among all classes, and ``sets`` one of its
    sets as an integer with a bit for each card. ``ranks`` (6,) and ``suits`` (n, 6) are
    the ranks and suits of the six cards. ``starters`` (13,) is the number of undealt
    cards of each rank, and ``left`` (n, 4) of each suit.
    """

    classes: Array
    sets: Array
    ranks: Array
    suits: Array
    starters: Array
    left: Array

    @property
    def thrown(self) -> Array:
        """The place in ``PAIRS`` of the two ranks thrown, for each of the 15 discards.

        ``PAIRS`` lists all pairs of ranks. The discards are the pairs of six cards, in
        the order of ``itertools.combinations``.
        """
        low, high = self.ranks[THROWN.T]
        return np.asarray(PAIR[low, high])

    @property
    def same_suit(self) -> Array:
        """For each of the six cards, how many undealt cards have its suit: (n, 6)."""
        return np.take_along_axis(self.left, self.suits, axis=1)

    @property
    def nobs(self) -> Array:
        """For each of the six cards, the number of starters with which it scores nobs.

        The shape is (n, 6), with a row for each of the n classes of six cards. The
        number is 0 for a card that is no jack.
        """
        is_jack = self.ranks == JACK
        starters: Array = self.same_suit * is_jack
        return starters

    def suited(self, cards: Array) -> Array:
        """Return True for the discards whose ``cards`` have one suit: (n, 15).

        ``cards`` has a row of places among the six cards for each of the 15 discards:
        the two cards thrown, or the four cards kept.
        """
        suits = self.suits[:, cards]
        of_first = suits[:, :, :1]
        same: Array = (suits == of_first).all(axis=2)
        return same


def game(rules: Values) -> DeckScores:
    """Return the deck and its scores under these rules, as ``DeckScores``.

    ``rules`` has the ranks of the deck and the points of each item, by name.
    """
    # Score each multiset of five ranks once: many pairs of pairs have the same ranks.
    of_ranks = cache(partial(rank_points, rules))
    pairs = len(PAIRS)
    shape = pairs, pairs, 13
    points = np.zeros(shape, np.int64)
    numbered = list(enumerate(RANKS_OF_PAIRS))
    for (a, first), (b, last) in product(numbered, repeat=2):
        for starter in range(13):
            five = sorted((*first, *last, starter))
            points[a, b, starter] = of_ranks(tuple(five))
    # No show scores more than this: a jack that is nobs counts for each of four cards.
    flush = 5 * rules["flush_card_points"]
    nobs = rules["nobs_points"]
    most = points.max() + flush + 4 * nobs
    if most > MOST_POINTS:
        refuse(f"some show scores more than {MOST_POINTS}")
    return DeckScores(
        ranks=rules["ranks"],
        points=points,
        own=flush_points(rules, "hand"),
        crib=flush_points(rules, "crib"),
        nobs=nobs,
    )


def flush_points(rules: Values, kind: str) -> tuple[int, int]:
    """Return the flush points of four cards of one suit, and what a fifth card adds.

    ``kind`` is "hand" or "crib". The fifth card is a starter of the same suit.
    ``rules`` has the points of a flush card, and the number of cards that a flush
    needs, by name.
    """
    each = rules["flush_card_points"]
    # The rules say how many cards a flush needs, in a hand or in a crib.
    needed = rules[f"{kind}_flush"]
    four = 4 * each if needed == 4 else 0
    five = 5 * each
    return four, five - four


def deals(sets: Array, ranks: list[int]) -> list[Alike]:
    """Return the classes of six cards, those with the same ranks as one ``Alike``.

    A class is all sets of six cards that are alike up to a renaming of the suits.
    ``sets`` has all classes, each as an integer with a bit for each card, ascending.
    ``ranks`` are the ranks of the deck, numbered from 0 for the ace.
    """
    # List the cards of each class by rank. The suits of a rank are together.
    ranks_in_order = np.arange(13)
    bits = SUIT_BITS + ranks_in_order[:, None]
    cards = np.empty((len(sets), 6), np.int64)
    for some in chunks(len(sets), 2**16):
        held = sets[some, None] >> bits.ravel() & 1
        _, places = held.nonzero()
        cards[some] = places.reshape(-1, 6)
    # Four places are one rank. Number the hands of ranks, as six digits in base 13.
    ranks_held = cards // 4
    digits = 13 ** np.arange(6)
    _, kinds = np.unique(ranks_held @ digits, return_inverse=True)
    # The sort is stable, so the classes of a kind stay in ascending order.
    ends = np.bincount(kinds).cumsum()
    order = kinds.argsort(kind="stable")
    deck = 4 * np.bincount(ranks, minlength=13)
    alike = []
    for rows in np.split(order, ends[:-1]):
        dealt = ranks_held[rows[0]]
        suits = cards[rows] % 4
        # A suit has a card of each rank of the deck.
        starters = deck - np.bincount(dealt, minlength=13)
        each_card = np.ones_like(suits)
        held_of_suit = sum_by_suit(each_card, suits)
        classes = Alike(
            classes=rows,
            sets=sets[rows],
            ranks=dealt,
            suits=suits,
            starters=starters,
            left=len(ranks) - held_of_suit,
        )
        alike.append(classes)
    return alike


def sum_by_suit(weights: Array, suits: Array) -> Array:
    """Return for each suit the sum of its cards' weights: (n, 4).

    ``weights`` and ``suits`` have the weight and the suit of each card: (n, cards).
    """
    is_suit = suits[:, :, None] == SUITS
    by_card = weights[:, :, None] * is_suit
    sums: Array = by_card.sum(axis=1)
    return sums


def own_points(deck: DeckScores, alike: Alike) -> Array:
    """Return the hand's points after each discard, summed over starters: (n, 15).

    The starters are all cards of the deck but the six. ``deck`` is the deck with its
    scores. ``alike`` has n classes of hands of six cards with the same ranks. The hands
    of a class differ by a renaming of the suits.
    """
    # The four ranks kept are two pairs. Each rank of a starter counts as often as it is
    # left.
    a, b, c, d = alike.ranks[KEPT.T]
    low_pair = PAIR[a, b]
    high_pair = PAIR[c, d]
    of_ranks = deck.points[low_pair, high_pair] @ alike.starters
    nobs_kept = alike.nobs[:, KEPT]
    of_jacks = deck.nobs * nobs_kept.sum(axis=2)
    # Four cards of one suit score with every starter, and more with one of their suit.
    four, fifth = deck.own
    starters = deck.cards - 6
    first_kept = KEPT[:, 0]
    of_flush = four * starters + fifth * alike.same_suit[:, first_kept]
    points: Array = of_ranks + of_jacks + alike.suited(KEPT) * of_flush
    return points

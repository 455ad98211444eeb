"""Checker of cribbage's discard in certificates of trueodds, by best responses.

The certificate holds a strategy of the dealer and one of pone, and claims what each
strategy guarantees. Every rank of the deck has all four suits. The guarantee of a
strategy is the value of the opponent's best response to it, over all deals of two hands
and a starter. The opponent's hands without a card of ours, S, are counted by inclusion
and exclusion: if F(T) is a sum over the hands that contain T, the sum over the hands
without a card of S is the sum of (-1)^|T| F(T) over all subsets T of S.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import comb, factorial
from operator import mul
from typing import NamedTuple

import numpy as np

from .arrays import Array, chunks
from .cribbage import COUNTS, JACK
from .cribbage_deals import (
    PAIRS,
    Alike,
    DeckScores,
    deals,
    game,
    own_points,
    sum_by_suit,
)
from .cribbage_sets import (
    THROWN,
    ThrowWeights,
    all_classes,
    equal_suits,
    largest,
    number_of_classes,
    one_less,
    one_more,
    read_ranks,
    read_strategy,
    renamings,
    suits_of,
)
from .proving import Kind
from .reading import Values, natural, refuse

# With these bounds every number that is divided or compared is below 2**63. The sums
# on the way may exceed 2**63 and wrap around, since they come back into the range. The
# largest is 720 times the crib points of comb(46, 6) hands, which are at most
# MOST_WEIGHT * 6 * MOST_POINTS of ``cribbage_deals.py`` each.
SETS_AT_ONCE = 64
PLACES = np.arange(6)  # of the six cards
IS_PLACE = THROWN[:, :, None] == PLACES
IS_THROWN = IS_PLACE.sum(axis=1)  # by discard and place
FIRST_THROWN = THROWN[:, 0]
NUMBERS_OF_PAIRS = np.arange(len(PAIRS))
SHARED_SUITS = 12  # parts of a weight: up to four equal suits have equal shares
# ``Sums.by_ranks`` has 91 columns for the weight with which each pair of ranks is
# thrown, and 91 columns for our pairs of ranks: the crib points with each card of
# the opponent's hand as the starter, which are subtracted. The last column is the
# number of jacks thrown, times the hand's cards of their suit.
PAIRS_THROWN = slice(91)
CRIBS = slice(91, 182)
JACK_SUITS = 182
# ``Sums.by_suit`` has, for each suit, the jacks thrown, the pairs of this suit thrown,
# and these pairs times the hand's cards of the suit.
JACKS, SUITED, SUITED_SUITS = range(3)


class Sums(NamedTuple):
    """Sums over the opponent's hands that contain a set T of cards, for many sets T.

    A hand counts with the weights of its discards. ``sets`` has an integer for each
    class of sets T that are alike up to a renaming of the suits. The other two arrays
    have a row for each class. ``by_ranks`` (n, 183) has 91 weights with which a pair of
    ranks is thrown, 91 sums of crib points with the hand's own cards as starters, and a
    sum for nobs. ``by_suit`` (n, 4, 3) has for each suit the jacks thrown, the pairs of
    this suit thrown, and these pairs times the hand's cards of the suit. ``by_suit``
    and the sum for nobs are multiplied by 12 (``SHARED_SUITS``).
    """

    sets: Array
    by_ranks: Array
    by_suit: Array

    def over(self, sets: Array) -> tuple[Array, Array]:
        """Return the totals of ``by_ranks`` and of ``by_suit`` for each row of sets.

        ``sets`` has the shape (rows, sets): each row has sets T as integers, with a bit
        for each card. Their sums, which the class describes, are added up to totals of
        the shapes (rows, 183) and (rows, 4, 3).
        """
        suits = suits_of(sets)
        rows = np.searchsorted(self.sets, largest(suits))
        # In the class, the suits are sorted. A suit comes after all smaller ones; equal
        # suits have equal sums.
        each = suits[..., :, None]
        others = suits[..., None, :]
        smaller = others < each
        places = smaller.sum(axis=-1)
        by_suit = self.by_suit[rows[..., None], places]
        by_ranks = self.by_ranks[rows]
        return (
            by_ranks.sum(axis=1, dtype=np.int64),
            by_suit.sum(axis=1, dtype=np.int64),
        )


def crib_points(
    deck: DeckScores, alike: Alike, by_ranks: Array, by_suit: Array, weight: int
) -> Array:
    """Return the points of the crib after each of our discards: (n, 15).

    The points are summed over all starters and all opponent hands that have no card of
    our six. A hand counts with the weights of its discards, times 12. ``weight`` is the
    total weight of these hands for a starter. ``by_ranks`` (n, 183) and ``by_suit`` (n,
    4, 3) have the sums that ``Sums`` describes, over these hands. ``alike`` has n
    classes of our six cards with the same ranks. The hands of a class differ by a
    renaming of the suits. ``deck`` is the deck with its scores.
    """
    # The ranks: over all cards left as starters, without those in the opponent's hand.
    of_starters = deck.points[alike.thrown] @ alike.starters  # by discard and pair
    pairs_thrown = by_ranks[:, PAIRS_THROWN]
    of_ranks = pairs_thrown @ of_starters.T
    cribs = by_ranks[:, CRIBS]
    of_ranks -= cribs[:, alike.thrown]
    # Nobs: with a jack that we throw, or with one of the opponent. The starters of his
    # jack's suit are those left, without the cards of this suit in his own hand.
    nobs_thrown = alike.nobs[:, THROWN]
    ours = weight * nobs_thrown.sum(axis=2)
    with_jacks = alike.left * by_suit[:, :, JACKS]
    in_hands = by_ranks[:, JACK_SUITS]
    theirs = with_jacks.sum(axis=1) - in_hands
    with_nobs = ours + theirs[:, None]
    of_jacks = deck.nobs * with_nobs
    # A flush: both players throw two cards of one suit. More with a starter of it.
    four, fifth = deck.crib
    suits = alike.suits[:, FIRST_THROWN]
    of_our_suit = np.take_along_axis(by_suit, suits[:, :, None], axis=1)
    suited = of_our_suit[:, :, SUITED]
    suited_suits = of_our_suit[:, :, SUITED_SUITS]
    starters = deck.cards - 12
    same_suit = alike.same_suit[:, FIRST_THROWN]
    points_of_starters = four * starters + fifth * same_suit
    of_flush = suited * points_of_starters - fifth * suited_suits
    of_suits = of_jacks + alike.suited(THROWN) * of_flush
    # The sums by suit have the factor SHARED_SUITS already.
    points: Array = SHARED_SUITS * of_ranks + of_suits
    return points


def thrown(deck: DeckScores, alike: Alike, throws: ThrowWeights) -> tuple[Array, Array]:
    """Return what an opponent hand of each class adds to sums over hands (``Sums``).

    By ranks (n, 183), these are weights of the pairs thrown, crib points, and a term
    for nobs. By suit (n, 4, 3), they are for the jacks and the suited pairs thrown.
    ``alike`` has n classes of hands with the same ranks. The hands of a class differ by
    a renaming of the suits. ``throws`` is the opponent's strategy, ``deck`` the deck.
    """
    # The weights of the pairs thrown, and the crib points with the hand's own cards.
    # They depend on the ranks and the row of the strategy: compute each row once.
    entries = throws.entries[alike.classes]
    pairs = alike.thrown[:, None] == NUMBERS_OF_PAIRS
    with_starter = deck.points[alike.thrown]
    with_own_cards = with_starter[:, :, alike.ranks]
    cribs = with_own_cards.sum(axis=2)
    by_discard = np.hstack([pairs, cribs])
    of_rows = throws.rows @ by_discard
    of_ranks = of_rows[entries]
    # The weights of the jacks thrown, and of the pairs of one suit.
    weights = SHARED_SUITS * throws.rows[entries]
    is_jack = alike.ranks == JACK
    weights_of_jacks = weights @ IS_THROWN * is_jack
    jacks = sum_by_suit(weights_of_jacks, alike.suits)
    suits_thrown = alike.suits[:, FIRST_THROWN]
    weights_of_suited = weights * alike.suited(THROWN)
    suited = sum_by_suit(weights_of_suited, suits_thrown)
    by_suit = np.stack([jacks, suited, suited], axis=2)
    # Suits with the same ranks get equal shares of their weights. The weights are
    # multiples of SHARED_SUITS, so no share is a fraction.
    equal = equal_suits(alike.sets).astype(np.int64)
    shares = equal.sum(axis=2)
    together = equal @ by_suit
    by_suit = together // shares[:, :, None]
    # Multiply by the cards of the suit in this hand, which cannot be the starter.
    cards = len(deck.ranks) - alike.left
    by_suit[:, :, SUITED_SUITS] *= cards
    jacks_by_cards = by_suit[:, :, JACKS] * cards
    jack_suits = jacks_by_cards.sum(axis=1)
    by_ranks = np.column_stack([of_ranks, jack_suits])
    return by_ranks, by_suit


def hands(
    deck: DeckScores, sets: Array, all_deals: list[Alike], throws: ThrowWeights
) -> Sums:
    """Return the sums over the opponent's hands, as ``Sums``, for sets T of six cards.

    A hand then contains T only if it is T. ``sets`` has one set T of each suit
    class, as the bits of an integer. ``all_deals`` has the same classes, those with the
    same ranks as one ``Alike``. ``deck`` is the deck with its scores. The opponent
    plays the strategy ``throws``.
    """
    count = len(sets)
    by_ranks = np.empty((count, 183), np.int32)
    by_suit = np.empty((count, 4, 3), np.int64)
    for alike in all_deals:
        rows = alike.classes
        of_ranks, of_suits = thrown(deck, alike, throws)
        by_ranks[rows] = of_ranks
        by_suit[rows] = of_suits
    return Sums(sets, by_ranks, by_suit)


def avoiding(deck: DeckScores, sizes: list[Array], six: Sums) -> Sums:
    """Return for each set U of five cards a sum over its subsets T, as ``Sums``.

    The sum is that of (-1)^|T| 720 / (6 - |T|) F(T), and F(T) is a sum over the hands
    that contain T. By inclusion and exclusion, the sums over the hands without any of
    our six cards follow from it. Each T of fewer than six cards is in 6 - |T| of the
    sets U of our six cards, so it counts 720 times there.

    ``sizes[k]`` has one set of k cards of each suit class, as the bits of an integer.
    ``deck`` has the ranks, and ``six`` has F(T) for six cards.

    F(T) follows from larger sets: add up F over all sets of T and one more card. Each
    hand then occurs 6 - |T| times, so divide by 6 - |T|.

    The sum for U follows from smaller sets: add up the sums for U without one card. A
    subset T is in |U| - |T| of these. From one card more than T to five cards, this
    multiplies F(T) by 1, 2, and so on: by (5 - |T|)! in all. So F(T) is first added, at
    U = T, with the factor (-1)^|T| 720 / (6 - |T|)!.
    """
    # F(T), from the sets of six cards down to the empty set.
    larger = partial(one_more, ranks=deck.ranks)
    containing = [six]
    for size in range(5, -1, -1):
        sets = sizes[size]
        by_ranks, by_suit = _over(containing[0], sets, larger)
        times = 6 - size
        by_ranks //= times
        by_suit //= times
        containing.insert(0, Sums(sets, by_ranks, by_suit))
    # The sums over subsets, from the empty set up to the sets of five cards.
    added = containing[0]
    for size in range(1, 6):
        sign = (-1) ** size
        # Exact, since 720 is a multiple of these factorials.
        parts = factorial(6 - size)
        share = sign * 720 // parts
        sets, more_ranks, more_suits = containing[size]
        by_ranks, by_suit = _over(added, sets, one_less)
        by_ranks += share * more_ranks
        by_suit += share * more_suits
        added = Sums(sets, by_ranks, by_suit)
    return added


def _over(
    sums: Sums, sets: Array, near: Callable[[Array], Array]
) -> tuple[Array, Array]:
    """Return, for each set, the sums added up over the sets that ``near`` returns."""
    parts = []
    for some in chunks(len(sets), SETS_AT_ONCE):
        near_sets = near(sets[some])
        parts.append(sums.over(near_sets))
    parts_by_ranks, parts_by_suit = zip(*parts, strict=True)
    by_ranks = np.concatenate(parts_by_ranks)
    by_suit = np.concatenate(parts_by_suit)
    return by_ranks, by_suit


def against(
    deck: DeckScores, sizes: list[Array], all_deals: list[Alike], throws: ThrowWeights
) -> Iterator[tuple[Alike, Array, Array]]:
    """Yield all hands of our six cards, with the points of hand and crib by discard.

    A class is all sets of cards that are alike up to a renaming of the suits. Each item
    has n classes of six cards with the same ranks, and two arrays of points: (n, 15).
    The first has the points of the hand after each discard, summed over all starters.
    The second has the points of the crib, summed over all starters and over all hands
    of the opponent, who plays the strategy ``throws``. Each of these hands counts with
    the weights of its discards, times 12 (``SHARED_SUITS``).

    ``sizes[k]`` has one set of k cards of each class, as the bits of an integer.
    ``all_deals`` has the classes of six cards, those with the same ranks as one
    ``Alike``. ``deck`` is the deck with its scores.
    """
    six = hands(deck, sizes[6], all_deals, throws)
    five = avoiding(deck, sizes, six)
    weight = cases(deck, throws)
    for alike in all_deals:
        # A subset T of our six cards is in 6 - |T| of the sets of five. T with all six
        # cards is in none, so it is added here.
        by_ranks, by_suit = five.over(one_less(alike.sets))
        all_six_ranks = six.by_ranks[alike.classes]
        all_six_suits = six.by_suit[alike.classes]
        by_ranks += 720 * all_six_ranks.astype(np.int64)
        by_suit += 720 * all_six_suits
        by_ranks //= 720
        by_suit //= 720
        own = own_points(deck, alike)
        crib = crib_points(deck, alike, by_ranks, by_suit, weight)
        yield alike, own, crib


def cases(deck: DeckScores, throws: ThrowWeights) -> int:
    """Return the weight of all opponent hands without our six cards and the starter.

    ``deck`` has the number of cards. A hand has the sum of its weights in ``throws``,
    the opponent's strategy, times 12: so up to four suits can share it in integers.
    """
    # Six cards of the deal and a starter are not in the hands.
    ways = comb(deck.cards - 7, 6)
    return SHARED_SUITS * ways * throws.whole


def gain(
    deck: DeckScores,
    sizes: list[Array],
    all_deals: list[Alike],
    throws: ThrowWeights,
    sign: int,
) -> Fraction:
    """Return the mean margin, in a deal, of a best response to the strategy ``throws``.

    The responder's margin is the points of his hand, plus ``sign`` times the points of
    the crib, minus the points of the opponent's hand. The opponent plays ``throws``.
    ``sign`` is 1 if the crib belongs to the responder, and -1 if not.

    ``sizes[k]`` has one set of k cards of each suit class, as the bits of an integer.
    ``all_deals`` has the classes of six cards, those with the same ranks as one
    ``Alike``. ``deck`` is the deck with its scores.
    """
    weight = cases(deck, throws)
    total = 0
    for alike, own, crib in against(deck, sizes, all_deals, throws):
        # The responder throws the best two cards of each hand.
        by_discard = weight * own + sign * crib
        best = by_discard.max(axis=1)
        # The opponent's own hand has the same distribution, so its mean is taken over
        # the same classes, as the strategy throws from them.
        entries = throws.entries[alike.classes]
        kept = throws.rows[entries] * own
        hand = kept.sum(axis=1)
        weight_of_hand = weight // throws.whole
        margins = best - weight_of_hand * hand
        # Add up in Python, since the sum may be large.
        times = renamings(alike.sets)
        total += sum(map(mul, margins.tolist(), times.tolist()))
    # Every deal of six cards, with every starter.
    starters = deck.cards - 6
    cases_of_all = starters * comb(deck.cards, 6)
    return Fraction(total, weight * cases_of_all)


def cribbage_discard(rules: Values, dealer: ThrowWeights, pone: ThrowWeights) -> Values:
    """Prove bounds of the dealer's mean margin if both players discard best.

    ``dealer`` and ``pone`` are the players' discard strategies, and the bounds are the
    values of the best responses to them. ``rules`` has the deck and the points by name.
    Return the bounds, and the distance between them (the exploitability), by quantity
    id.
    """
    # Counting the classes is quick, and listing them is not.
    expected = number_of_classes(len(rules["ranks"]))
    numbers = {len(dealer.entries), len(pone.entries)}
    if numbers != {expected}:
        refuse(f"expected {expected} classes")
    deck = game(rules)
    sizes = all_classes(deck.ranks)
    all_deals = deals(sizes[6], deck.ranks)
    # The value is the dealer's margin. No dealer gains more than this against pone's
    # strategy, and no pone takes more from the dealer's.
    most_of_dealer = gain(deck, sizes, all_deals, pone, 1)
    most_of_pone = gain(deck, sizes, all_deals, dealer, -1)
    upper = most_of_dealer
    lower = -most_of_pone
    name = "deal.equilibrium"
    return {
        f"{name}.value": (lower, upper),
        f"{name}.exploitability": upper - lower,
    }


FLUSH = partial(natural, most=5, least=4)  # cards of a suit
RULES = {
    "ranks": partial(read_ranks, least=4),
    **dict.fromkeys(COUNTS, partial(natural, most=100)),
    "hand_flush": FLUSH,
    "crib_flush": FLUSH,
}
STRATEGIES = {
    "dealer": read_strategy,
    "pone": read_strategy,
}
KIND = Kind(cribbage_discard, RULES, STRATEGIES)

"""The discard of cribbage in certificates of trueodds: best responses over all deals.

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
from functools import cache, partial
from itertools import product
from math import comb, factorial
from operator import mul
from typing import NamedTuple

import numpy as np

from .arrays import Array, chunks
from .cribbage import COUNTS, JACK, rank_points
from .cribbage_sets import (
    KEPT,
    SUIT_BITS,
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
# MOST_WEIGHT * 6 * 2000 each.
MOST_POINTS = 2_000
SETS_AT_ONCE = 64
IS_THROWN = (THROWN[:, :, None] == np.arange(6)).sum(axis=1)
PAIRS = np.array([(low, high) for high in range(13) for low in range(high + 1)])
PAIR = np.zeros((13, 13), np.int64)
PAIR[tuple(PAIRS.T)] = np.arange(len(PAIRS))
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


class DeckScores(NamedTuple):
    """The deck and its scores.

    ``points[a, b, r]`` are the points for the ranks of four cards and a starter of rank
    r. The four cards are two of the ``PAIRS``, with the numbers a and b. ``own`` and
    ``crib`` are the flush points of four cards of one suit in a hand and in a crib. The
    second number of each is what a starter of the same suit adds.
    """

    ranks: list[int]
    points: Array
    own: tuple[int, int]
    crib: tuple[int, int]
    nobs: int

    @property
    def cards(self) -> int:
        """The number of cards."""
        return 4 * len(self.ranks)


class Alike(NamedTuple):
    """The n classes of six cards with the same ranks, in ascending order.

    ``classes`` are their numbers among all classes, and ``sets`` their bits. ``ranks``
    (6,) and ``suits`` (n, 6) are those of the six cards. ``starters`` (13,) is the
    number of cards left of each rank, and ``left`` (n, 4) of each suit.
    """

    classes: Array
    sets: Array
    ranks: Array
    suits: Array
    starters: Array
    left: Array

    @property
    def thrown(self) -> Array:
        """The place in ``PAIRS`` of the two ranks thrown, by discard: (15,)."""
        return np.asarray(PAIR[tuple(self.ranks[THROWN].T)])

    @property
    def same_suit(self) -> Array:
        """The number of cards left of the suit of each of the six cards: (n, 6)."""
        return np.take_along_axis(self.left, self.suits, axis=1)

    @property
    def nobs(self) -> Array:
        """The number of starters with which each of the six cards is nobs: (n, 6)."""
        starters: Array = self.same_suit * (self.ranks == JACK)
        return starters

    def suited(self, cards: Array) -> Array:
        """Return whether the cards of each discard have one suit: (n, 15).

        ``cards`` are the places of the cards among the six: (15, cards).
        """
        suits = self.suits[:, cards]
        same: Array = (suits == suits[:, :, :1]).all(axis=2)
        return same


class Sums(NamedTuple):
    """Sums over the opponent's hands that contain T, for each class of sets T.

    ``by_ranks`` has the shape (n, 183), see ``PAIRS_THROWN``; ``by_suit`` has the shape
    (n, 4, 3), see ``JACKS``.
    """

    sets: Array
    by_ranks: Array
    by_suit: Array

    def over(self, sets: Array) -> tuple[Array, Array]:
        """Return the sums added up over each row of sets: by ranks, and by suit."""
        suits = suits_of(sets)
        rows = np.searchsorted(self.sets, largest(suits))
        places = (suits[..., None, :] < suits[..., :, None]).sum(axis=-1)
        by_suit = self.by_suit[rows[..., None], places]
        return (
            self.by_ranks[rows].sum(axis=1, dtype=np.int64),
            by_suit.sum(axis=1, dtype=np.int64),
        )


def game(rules: Values) -> DeckScores:
    """Return the deck and its scores."""
    of_ranks = cache(partial(rank_points, rules))
    points = np.zeros((len(PAIRS), len(PAIRS), 13), np.int64)
    pairs = [tuple(pair) for pair in PAIRS.tolist()]
    for (a, first), (b, last) in product(enumerate(pairs), repeat=2):
        for starter in range(13):
            five = sorted((*first, *last, starter))
            points[a, b, starter] = of_ranks(tuple(five))
    # No show scores more than this: a jack that is nobs counts for each of four cards.
    flush = 5 * rules["flush_card_points"]
    nobs = rules["nobs_points"]
    if points.max() + flush + 4 * nobs > MOST_POINTS:
        refuse(f"some show scores more than {MOST_POINTS}")
    own = flush_points(rules, "hand")
    crib = flush_points(rules, "crib")
    return DeckScores(rules["ranks"], points, own, crib, nobs)


def flush_points(rules: Values, kind: str) -> tuple[int, int]:
    """Return the points of four cards of one suit, and what a fifth card adds."""
    each = rules["flush_card_points"]
    # The rules say how many cards a flush needs, in a hand or in a crib.
    four = 4 * each if rules[f"{kind}_flush"] == 4 else 0
    return four, 5 * each - four


def deals(sets: Array, ranks: list[int]) -> list[Alike]:
    """Return the classes of six cards, with classes of the same ranks together."""
    # List the cards of each class by rank. The suits of a rank are together.
    bits = SUIT_BITS + np.arange(13)[:, None]
    cards = np.empty((len(sets), 6), np.int64)
    for some in chunks(len(sets), 2**16):
        held = sets[some, None] >> bits.ravel() & 1
        _, places = held.nonzero()
        cards[some] = places.reshape(-1, 6)
    ranks_held = cards // 4
    _, kinds = np.unique(ranks_held @ 13 ** np.arange(6), return_inverse=True)
    ends = np.bincount(kinds).cumsum()
    order = kinds.argsort(kind="stable")
    deck = 4 * np.bincount(ranks, minlength=13)
    alike = []
    for rows in np.split(order, ends[:-1]):
        dealt = ranks_held[rows[0]]
        suits = cards[rows] % 4
        starters = deck - np.bincount(dealt, minlength=13)
        left = len(ranks) - sum_by_suit(np.ones_like(suits), suits)
        alike.append(Alike(rows, sets[rows], dealt, suits, starters, left))
    return alike


def sum_by_suit(weights: Array, suits: Array) -> Array:
    """Return the sum of the weights of each suit: (n, cards) to (n, 4)."""
    is_suit = suits[:, :, None] == np.arange(4)
    sums: Array = (weights[:, :, None] * is_suit).sum(axis=1)
    return sums


def own_points(deck: DeckScores, alike: Alike) -> Array:
    """Return the points of the cards kept, summed over all starters: (n, discards)."""
    a, b, c, d = alike.ranks[KEPT.T]
    of_ranks = deck.points[PAIR[a, b], PAIR[c, d]] @ alike.starters
    of_jacks = deck.nobs * alike.nobs[:, KEPT].sum(axis=2)
    # Four cards of one suit score with every starter, and more with one of their suit.
    four, fifth = deck.own
    starters = deck.cards - 6
    of_flush = four * starters + fifth * alike.same_suit[:, KEPT[:, 0]]
    points: Array = of_ranks + of_jacks + alike.suited(KEPT) * of_flush
    return points


def crib_points(
    deck: DeckScores, alike: Alike, by_ranks: Array, by_suit: Array, weight: int
) -> Array:
    """Return the crib points over the hands and starters that avoid a deal: (n, 15).

    ``weight`` is the total weight of the hands that avoid a deal and a starter.
    """
    # The ranks: over all cards left as starters, without those in the opponent's hand.
    of_starters = deck.points[alike.thrown] @ alike.starters
    of_ranks = by_ranks[:, PAIRS_THROWN] @ of_starters.T
    of_ranks -= by_ranks[:, CRIBS][:, alike.thrown]
    # Nobs: with a jack that we throw, or with one of the opponent.
    ours = weight * alike.nobs[:, THROWN].sum(axis=2)
    theirs = (alike.left * by_suit[:, :, JACKS]).sum(axis=1) - by_ranks[:, JACK_SUITS]
    of_jacks = deck.nobs * (ours + theirs[:, None])
    # A flush: both players throw two cards of one suit. More with a starter of it.
    four, fifth = deck.crib
    first = THROWN[:, 0]
    suits = alike.suits[:, first]
    flush = np.take_along_axis(by_suit, suits[:, :, None], axis=1)
    starters = four * (deck.cards - 12) + fifth * alike.same_suit[:, first]
    of_flush = flush[:, :, SUITED] * starters - fifth * flush[:, :, SUITED_SUITS]
    of_suits = of_jacks + alike.suited(THROWN) * of_flush
    points: Array = SHARED_SUITS * of_ranks + of_suits
    return points


def thrown(deck: DeckScores, alike: Alike, throws: ThrowWeights) -> tuple[Array, Array]:
    """Return what each hand adds to ``Sums``: by ranks (n, 183), by suit (n, 4, 3)."""
    # The weights of the pairs thrown, and the crib points with the hand's own cards.
    entries = throws.entries[alike.classes]
    pairs = alike.thrown[:, None] == np.arange(len(PAIRS))
    cribs = deck.points[alike.thrown][:, :, alike.ranks].sum(axis=2)
    of_ranks = throws.rows @ np.hstack([pairs, cribs])
    # The weights of the jacks thrown, and of the pairs of one suit.
    weights = SHARED_SUITS * throws.rows[entries]
    jacks = sum_by_suit(weights @ IS_THROWN * (alike.ranks == JACK), alike.suits)
    suits = alike.suits[:, THROWN[:, 0]]
    suited = sum_by_suit(weights * alike.suited(THROWN), suits)
    by_suit = np.stack([jacks, suited, suited], axis=2)
    # Suits with the same ranks get equal shares of their weights.
    equal = equal_suits(alike.sets).astype(np.int64)
    by_suit = equal @ by_suit // equal.sum(axis=2)[:, :, None]
    cards = len(deck.ranks) - alike.left
    by_suit[:, :, SUITED_SUITS] *= cards
    jack_suits = (by_suit[:, :, JACKS] * cards).sum(axis=1)
    return np.column_stack([of_ranks[entries], jack_suits]), by_suit


def hands(
    deck: DeckScores, sets: Array, all_deals: list[Alike], throws: ThrowWeights
) -> Sums:
    """Return what ``thrown`` returns, for every class of six cards."""
    by_ranks = np.empty((len(sets), 183), np.int32)
    by_suit = np.empty((len(sets), 4, 3), np.int64)
    for alike in all_deals:
        rows = alike.classes
        by_ranks[rows], by_suit[rows] = thrown(deck, alike, throws)
    return Sums(sets, by_ranks, by_suit)


def avoiding(deck: DeckScores, sizes: list[Array], six: Sums) -> Sums:
    """Return for each set U of five cards the sum of (-1)^|T| 720 / (6 - |T|) F(T).

    The sum runs over all subsets T of U, and F(T) is a sum over the hands that contain
    T. To get F(T), add up F over all sets of T and one more card, and divide the sum by
    6 - |T|, since each hand occurs 6 - |T| times. The sums over subsets grow by a card
    at a time: if the sums over U without one card are added up, a subset T of U occurs
    |U| - |T| times. So the factor is 720 / (6 - |T|)! at first, and 720 at six cards.
    """
    # F(T), from the sets of six cards down to the empty set.
    larger = partial(one_more, ranks=deck.ranks)
    containing = [six]
    for size in range(5, -1, -1):
        sets = sizes[size]
        by_ranks, by_suit = _over(containing[0], sets, larger)
        times = 6 - size
        containing.insert(0, Sums(sets, by_ranks // times, by_suit // times))
    # The sums over subsets, from the empty set up to the sets of five cards.
    added = containing[0]
    for size in range(1, 6):
        share = (-1) ** size * factorial(6) // factorial(6 - size)
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
    rows = chunks(len(sets), SETS_AT_ONCE)
    parts = [sums.over(near(sets[some])) for some in rows]
    by_ranks, by_suit = zip(*parts, strict=True)
    return np.concatenate(by_ranks), np.concatenate(by_suit)


def against(
    deck: DeckScores, sizes: list[Array], all_deals: list[Alike], throws: ThrowWeights
) -> Iterator[tuple[Alike, Array, Array]]:
    """Yield classes of our six cards, with points of hand and crib by discard: (n, 15).

    The points of the hand are summed over all starters. The points of the crib are
    summed over all starters and all hands of the opponent, who plays the strategy. For
    each starter these hands have the total weight ``cases``.
    """
    six = hands(deck, sizes[6], all_deals, throws)
    five = avoiding(deck, sizes, six)
    weight = cases(deck, throws)
    for alike in all_deals:
        # A subset T of our six cards is in 6 - |T| of the sets of five. T with all six
        # cards is in none, so it is added here.
        by_ranks, by_suit = five.over(one_less(alike.sets))
        by_ranks += 720 * six.by_ranks[alike.classes].astype(np.int64)
        by_suit += 720 * six.by_suit[alike.classes]
        crib = crib_points(deck, alike, by_ranks // 720, by_suit // 720, weight)
        yield alike, own_points(deck, alike), crib


def cases(deck: DeckScores, throws: ThrowWeights) -> int:
    """Return the total weight of the hands that avoid a deal and a starter."""
    return SHARED_SUITS * comb(deck.cards - 7, 6) * throws.whole


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
    """
    weight = cases(deck, throws)
    total = 0
    for alike, own, crib in against(deck, sizes, all_deals, throws):
        # The responder throws the best two cards of each hand.
        best = (weight * own + sign * crib).max(axis=1)
        entries = throws.entries[alike.classes]
        hand = (throws.rows[entries] * own).sum(axis=1)
        margins = best - weight // throws.whole * hand
        # Add up in Python, since the sum may be large.
        times = renamings(alike.sets)
        total += sum(map(mul, margins.tolist(), times.tolist()))
    starters = deck.cards - 6
    return Fraction(total, weight * starters * comb(deck.cards, 6))


def cribbage_discard(rules: Values, dealer: ThrowWeights, pone: ThrowWeights) -> Values:
    """Verify the value of the discard, between the best responses to two strategies."""
    # Counting the classes is quick, and listing them is not.
    expected = number_of_classes(len(rules["ranks"]))
    if {len(dealer.entries), len(pone.entries)} != {expected}:
        refuse(f"expected {expected} classes")
    deck = game(rules)
    sizes = all_classes(deck.ranks)
    all_deals = deals(sizes[6], deck.ranks)
    upper = gain(deck, sizes, all_deals, pone, 1)
    lower = -gain(deck, sizes, all_deals, dealer, -1)
    name = "deal.equilibrium"
    return {f"{name}.value": (lower, upper), f"{name}.exploitability": upper - lower}


FLUSH = partial(natural, most=5, least=4)  # cards of a suit
RULES = {
    "ranks": partial(read_ranks, least=4),
    **dict.fromkeys(COUNTS, partial(natural, most=100)),
    "hand_flush": FLUSH,
    "crib_flush": FLUSH,
}
KIND = Kind(cribbage_discard, RULES, {"dealer": read_strategy, "pone": read_strategy})

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
from math import comb, factorial, prod
from operator import mul
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .cribbage import COUNTS, JACK, rank_points
from .cribbage_sets import (
    KEPT,
    SUIT_BITS,
    THROWN,
    ThrowWeights,
    all_classes,
    largest,
    one_less,
    one_more,
    read_ranks,
    read_strategy,
    renamings,
    suits_of,
)
from .proving import Kind
from .reading import Values, natural, refuse

Array: TypeAlias = NDArray[Any]

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
    ranks = rules["ranks"]
    of_ranks = cache(partial(rank_points, rules))
    points = np.zeros((len(PAIRS), len(PAIRS), 13), np.int64)
    pairs = [tuple(pair) for pair in PAIRS.tolist()]
    for (a, own_pair), (b, pair) in product(enumerate(pairs), repeat=2):
        for starter in range(13):
            points[a, b, starter] = of_ranks(tuple(sorted((*own_pair, *pair, starter))))
    each = rules["flush_card_points"]
    own, crib = (
        (4 * each * (n == 4), 5 * each - 4 * each * (n == 4))
        for n in (rules["hand_flush"], rules["crib_flush"])
    )
    if points.max() + 5 * each + 4 * rules["nobs_points"] > MOST_POINTS:
        refuse(f"some show scores more than {MOST_POINTS}")
    return DeckScores(ranks, points, own, crib, rules["nobs_points"])


def number_of_classes(ranks: int) -> int:
    """Return the number of classes of six cards, by Burnside's lemma.

    A renaming of the suits is described by the lengths of its cycles. A cycle of n
    suits moves a card through n cards of its rank. A set that the renaming leaves
    unchanged has all or none of these n cards.
    """
    renamings = {(1, 1, 1, 1): 1, (1, 1, 2): 6, (2, 2): 3, (1, 3): 8, (4,): 6}
    fixed = 0
    for cycles, times in renamings.items():
        for cards in product(range(7), repeat=len(cycles)):
            if sum(map(mul, cycles, cards)) == 6:
                fixed += times * prod(comb(ranks, n) for n in cards)
    return fixed // factorial(4)


def deals(sets: Array, ranks: list[int]) -> list[Alike]:
    """Return the classes of six cards, with classes of the same ranks together."""
    bits = SUIT_BITS + np.arange(13)[:, None]
    parts = np.array_split(sets, 1 + len(sets) // 2**16)
    held = [(part[:, None] >> bits.ravel() & 1).nonzero()[1] for part in parts]
    cards = np.concatenate(held).reshape(-1, 6)
    _, kinds = np.unique((cards >> 2) @ 13 ** np.arange(6), return_inverse=True)
    ends = np.bincount(kinds).cumsum()
    alike = []
    for rows in np.split(kinds.argsort(kind="stable"), ends[:-1]):
        dealt = cards[rows[0]] >> 2
        suits = cards[rows] & 3
        starters = 4 * np.bincount(ranks, minlength=13)
        starters -= np.bincount(dealt, minlength=13)
        left = len(ranks) - (suits[:, :, None] == np.arange(4)).sum(axis=1)
        alike.append(Alike(rows, sets[rows], dealt, suits, starters, left))
    return alike


def own_points(deck: DeckScores, alike: Alike) -> Array:
    """Return the points of the cards kept, summed over all starters: (n, discards)."""
    four, fifth = deck.own
    a, b, c, d = alike.ranks[KEPT.T]
    jacks = alike.same_suit * (alike.ranks == JACK)
    suits = alike.suits[:, KEPT]
    flush = (suits == suits[:, :, :1]).all(axis=2)
    suited = four * (deck.cards - 6) + fifth * alike.same_suit[:, KEPT[:, 0]]
    return np.asarray(
        deck.points[PAIR[a, b], PAIR[c, d]] @ alike.starters
        + deck.nobs * jacks[:, KEPT].sum(axis=2)
        + flush * suited
    )


def crib_points(
    deck: DeckScores, alike: Alike, by_ranks: Array, by_suit: Array, weight: int
) -> Array:
    """Return the crib points over the hands and starters that avoid a deal: (n, 15).

    ``weight`` is the total weight of the hands that avoid a deal and a starter.
    """
    four, fifth = deck.crib
    points = deck.points[alike.thrown]
    crib = by_ranks[:, PAIRS_THROWN] @ (points @ alike.starters).T
    crib = SHARED_SUITS * (crib - by_ranks[:, CRIBS][:, alike.thrown])
    jacks = alike.same_suit * (alike.ranks == JACK)
    theirs = (alike.left * by_suit[:, :, JACKS]).sum(axis=1) - by_ranks[:, JACK_SUITS]
    crib += deck.nobs * (weight * jacks[:, THROWN].sum(axis=2) + theirs[:, None])
    suit = alike.suits[:, THROWN[:, 0]]
    other = alike.suits[:, THROWN[:, 1]]
    suited = np.take_along_axis(by_suit, suit[:, :, None], axis=1)
    starters = four * (deck.cards - 12) + fifth * alike.same_suit[:, THROWN[:, 0]]
    flush = suited[:, :, SUITED] * starters - fifth * suited[:, :, SUITED_SUITS]
    return np.asarray(crib + (suit == other) * flush)


def thrown(deck: DeckScores, alike: Alike, throws: ThrowWeights) -> tuple[Array, Array]:
    """Return what each hand adds to ``Sums``: by ranks (n, 183), by suit (n, 4, 3)."""
    entries = throws.entries[alike.classes]
    cribs = deck.points[alike.thrown][:, :, alike.ranks].sum(axis=2)
    each = np.hstack([alike.thrown[:, None] == np.arange(len(PAIRS)), cribs])
    weights = SHARED_SUITS * throws.rows[entries]
    jacks = (weights @ IS_THROWN) * (alike.ranks == JACK)
    suit = alike.suits[:, THROWN[:, 0]]
    other = alike.suits[:, THROWN[:, 1]]
    suited = weights * (suit == other)
    of_suit = [
        (where[:, :, None] * (held[:, :, None] == np.arange(4))).sum(axis=1)
        for where, held in ((jacks, alike.suits), (suited, suit))
    ]
    by_suit = np.stack([*of_suit, of_suit[1]], axis=2)
    suits = suits_of(alike.sets)
    # Suits with the same ranks get equal shares of their weights.
    same = (suits[:, :, None] == suits[:, None]).astype(np.int64)
    by_suit = same @ by_suit // same.sum(axis=2)[:, :, None]
    cards = len(deck.ranks) - alike.left
    by_suit[:, :, SUITED_SUITS] *= cards
    jack_suits = (by_suit[:, :, JACKS] * cards).sum(axis=1)
    return np.column_stack([(throws.rows @ each)[entries], jack_suits]), by_suit


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
    containing = [six]
    for size in range(5, -1, -1):
        sets = sizes[size]
        sums = _over(containing[0], sets, lambda part: one_more(part, deck.ranks))
        by_ranks, by_suit = (part // (6 - size) for part in sums)
        containing.insert(0, Sums(sets, by_ranks, by_suit))
    added = containing[0]
    for size in range(1, 6):
        share = (-1) ** size * factorial(6) // factorial(6 - size)
        sums = _over(added, sizes[size], one_less)
        for part, more in zip(sums, containing[size][1:], strict=True):
            part += share * more
        added = Sums(sizes[size], *sums)
    return added


def _over(sums: Sums, sets: Array, near: Callable[[Array], Array]) -> list[Array]:
    """Return, for each set, the sums added up over the sets that ``near`` returns."""
    parts = np.array_split(sets, 1 + len(sets) // SETS_AT_ONCE)
    columns = [sums.over(near(part)) for part in parts]
    return [np.concatenate(column) for column in zip(*columns, strict=True)]


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
    for alike in all_deals:
        rows = alike.classes
        # A subset T of our six cards is in 6 - |T| of the sets of five. T with all six
        # cards is in none, so it is added here.
        by_ranks, by_suit = (
            (sums + 720 * more[rows].astype(np.int64)) // 720
            for sums, more in zip(five.over(one_less(alike.sets)), six[1:], strict=True)
        )
        crib = crib_points(deck, alike, by_ranks, by_suit, cases(deck, throws))
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
        best = (weight * own + sign * crib).max(axis=1)
        hand = (throws.rows[throws.entries[alike.classes]] * own).sum(axis=1)
        values = (best - weight // throws.whole * hand).tolist()
        total += sum(map(mul, values, renamings(alike.sets).tolist()))
    return Fraction(total, weight * (deck.cards - 6) * comb(deck.cards, 6))


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
    **dict.fromkeys(COUNTS.split(), partial(natural, most=100)),
    "hand_flush": FLUSH,
    "crib_flush": FLUSH,
}
KIND = Kind(cribbage_discard, RULES, {"dealer": read_strategy, "pone": read_strategy})

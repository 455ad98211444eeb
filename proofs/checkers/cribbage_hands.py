"""Hands in cribbage's play for certificates of trueodds: weights of pairs of hands.

``dealt`` hands come at random from the deck. Kept hands are those that the two discard
strategies in the certificate keep of two hands of six cards. Let F(T) be the weight of
the hands that contain the cards T and keep certain ranks, and F'(T) the same for the
opponent. By inclusion and exclusion the weight of a pair of kept hands is the sum over
all T of (-1)^|T| F(T) F'(T).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement as multicombinations
from itertools import pairwise, product
from math import comb
from typing import Any, TypeAlias

import numpy as np

from .arrays import Array, chunks
from .cribbage_sets import (
    KEPT,
    SUIT_BITS,
    ThrowWeights,
    all_classes,
    classes_with_one_more,
    read_strategy,
    renamings,
)
from .reading import conform, refuse

Choices: TypeAlias = list[tuple[Array, Array]]

# With these bounds every sum of the play fits in its limbs: 77 + 36 + 7 = 58 + 62 bits.
MOST_TOTAL = 2**77
MOST_OF_PAIR = 2**64
PIECE = 16  # bits, so that floats add up products of two of them without an error
PLAYERS = {
    "dealer": read_strategy,
    "pone": read_strategy,
}


def dealt(ranks: int, hand: int) -> Array:
    """Return the number of deals of each pair of hands: (dealer's hand, pone's hand).

    There are ``ranks`` ranks of four suits. A hand is a multiset of ``hand`` ranks. The
    hands of both axes are in lexicographic order.
    """
    # The dealer gets n of the four suits of a rank, and then pone gets m of those left.
    ways = np.zeros((5, 5), np.int64)
    for n, m in product(range(5), repeat=2):
        left = 4 - n
        of_dealer = comb(4, n)
        of_pone = comb(left, m)
        ways[n, m] = of_dealer * of_pone
    # The suits of different ranks are dealt independently: multiply their ways.
    hands = list(multicombinations(range(ranks), hand))
    count = len(hands)
    weights = np.ones((count, count), np.int64)
    for rank in range(ranks):
        held = [cards.count(rank) for cards in hands]
        both = np.ix_(held, held)
        weights *= ways[both]
    return weights


def kept(ranks: Array, throws: Sequence[ThrowWeights]) -> Array:
    """Return the weight of each pair of four kept cards: (dealer's hand, pone's hand).

    A hand is a multiset of four ranks, and the hands of both axes are in lexicographic
    order. A pair's weight is a sum over all deals of six cards to each player. It adds
    up the weight with which the dealer keeps the one hand, times the weight with which
    pone keeps the other. ``throws`` are the discard strategies of the dealer and of
    pone. The weights are Python integers. ``ranks`` are the ranks in the deck, as
    numbers from 0.
    """
    # The classes of n cards, and the numbers of those classes that have one more card.
    # One set stands for its class, since other names of the suits change no weight.
    sizes = all_classes(ranks)
    near = []
    for sets, larger in pairwise(sizes):
        more = classes_with_one_more(sets, ranks)
        numbers_of_more = np.searchsorted(larger, more)
        near.append(numbers_of_more)
    six = sizes[6]
    hands = _hands(ranks, six)
    choices = [_choices(hands, strategy) for strategy in throws]
    # Sums are in pieces of 16 bits, which floats add up exactly.
    count = comb(len(ranks) + 3, 4)
    pieces = np.zeros((7, count, count), np.int64)
    # The terms of six and of five cards T are summed pair by pair of hands. A term has
    # the factor (-1)^|T|, times the sets that a class stands for.
    numbers = np.arange(len(six))
    # A class of six cards is contained in itself alone.
    itself = numbers[:, None]
    times_of_six = renamings(six)
    times_of_five = -renamings(sizes[5])
    _add_pairs(pieces, times_of_six, itself, choices)
    _add_pairs(pieces, times_of_five, near[5], choices)
    # The terms of fewer cards are matrix products, since many hands contain these T.
    _add_products(pieces, sizes, near, choices)
    # Put the pieces together, the highest first.
    total: Array = np.zeros((count, count), object)
    for piece in pieces[::-1]:
        shifted = total << PIECE
        total = shifted + piece
    return total


def _hands(ranks: Array, six: Array) -> Array:
    """Return the number of the ranks kept, by class of six cards and by discard."""
    # The four suits of a rank are next to each other here. So the six cards of each
    # class come in the order of their ranks.
    places_of_cards = np.add.outer(ranks, SUIT_BITS)
    bits = 1 << places_of_cards.ravel()
    bits_held = six[:, None] & bits
    held = bits_held != 0
    _, places = held.nonzero()
    six_cards = places.reshape(-1, 6)
    # Four places are one rank, numbered from 0 in this deck.
    cards = six_cards // 4
    # Number the hands in ascending order.
    count = len(ranks)
    shape = (count,) * 4
    number = np.zeros(shape, np.int64)
    every_hand = multicombinations(range(count), 4)
    for place, hand in enumerate(every_hand):
        number[hand] = place
    # Look up the four ranks kept, which have the shape (4, discards, classes).
    kept_ranks = cards.T[KEPT.T]
    numbers: Array = number[tuple(kept_ranks)]
    return numbers.T


def _choices(hands: Array, strategy: ThrowWeights) -> Choices:
    """Return the hands that a strategy can keep and their weights, choice by choice.

    Both arrays of a choice have a number for each class of six cards.
    """
    _, rows, entries = strategy
    count = len(hands)
    if len(entries) != count:
        refuse(f"expected {count} classes")
    # The discards with a weight come first. Other discards fill up shorter rows, where
    # they have the weight 0.
    weightless = rows == 0
    order = np.argsort(weightless, axis=1, kind="stable")
    discards_of_row = (rows > 0).sum(axis=1)
    most = discards_of_row.max()
    classes = np.arange(count)
    choices = []
    for discards in order.T[:most]:
        discard = discards[entries]
        hand = hands[classes, discard]
        weight = rows[entries, discard]
        choices.append((hand, weight))
    return choices


def _add_pairs(
    pieces: Array, times: Array, containing: Array, choices: list[Choices]
) -> None:
    """Add to ``pieces`` the terms of sets T, pair by pair of the hands that contain T.

    ``times`` is (-1)^|T| for each set of a class, summed. ``containing`` has the
    numbers of the classes of six cards: (classes of T, hands).
    """
    count = pieces.shape[1]
    classes, hands = containing.shape
    # So many classes at once that their tables of pairs have 4 million entries or so.
    pairs = hands**2
    step = 1 + 2**22 // pairs
    for some in chunks(classes, step):
        rows = containing[some]
        signs = times[some, None, None]
        # The axes of a table of pairs are the sets T, the dealer's hands, and pone's.
        of_dealer = rows[:, :, None]
        of_pone = rows[:, None]
        # Each player keeps one of the possible hands, whatever the opponent keeps.
        for by_dealer, by_pone in product(*choices):
            dealer, dealer_weight = by_dealer
            pone, pone_weight = by_pone
            # The place of a pair of kept hands, counted row by row.
            row_begins = dealer[of_dealer] * count
            pair = row_begins + pone[of_pone]
            signed = dealer_weight[of_dealer] * pone_weight[of_pone]
            signed *= signs
            used = signed != 0
            place = pair[used]
            term = signed[used]
            _add_terms(pieces, place, term)


def _add_terms(pieces: Array, place: Array, term: Array) -> None:
    """Add each term to ``pieces``, at the place of a pair of hands."""
    shape = pieces[0].shape
    pairs = pieces[0].size
    # The low piece, and the rest, which may be negative.
    parts = _piece(term, 0), term >> PIECE
    for number, part in enumerate(parts):
        sums = np.bincount(place, part, minlength=pairs)
        whole_sums = sums.astype(np.int64)
        pieces[number] += whole_sums.reshape(shape)


def _piece(numbers: Array, place: int) -> Array:
    """Return the 16 bits at a place of each number, where place 0 is the lowest."""
    lowest_bits = 2**PIECE - 1
    shifted = numbers >> PIECE * place
    piece: Array = shifted & lowest_bits
    return piece


def _add_products(
    pieces: Array, sizes: list[Array], near: list[Array], choices: list[Choices]
) -> None:
    """Add to ``pieces`` the terms of sets T of up to four cards, by matrix products."""
    count = pieces.shape[1]
    sums = [_over_four(count, near, of_player) for of_player in choices]
    for size in range(4, -1, -1):
        dealer, pone = sums
        # The sign of a term, for each set of the class.
        sign = (-1) ** size
        times = sign * renamings(sizes[size])
        # Multiply piece by piece, so that floats are exact. The product of two pieces
        # belongs at the sum of their places.
        for i, j in product(range(4), repeat=2):
            left = _piece(dealer, i)
            right = _piece(pone, j)
            if left.any() and right.any():
                signed = left.T * times
                left_floats = signed.astype(float)
                right_floats = right.astype(float)
                term = left_floats @ right_floats
                whole_term = np.rint(term).astype(np.int64)
                pieces[i + j] += whole_term
        # Go on to sets of a card less. A hand is met with each of its further cards.
        if size:
            more = near[size - 1].T
            met = 7 - size
            sums = [_over_one_more(table, more) // met for table in sums]


def _over_one_more(table: Array, more: Array) -> Array:
    """Return the sums of a table over the classes with one more card: (more, n)."""
    parts = (table[rows] for rows in more)
    total: Array = sum(parts)
    return total


def _over_four(count: int, near: list[Array], choices: Choices) -> Array:
    """Return the weight of each kept hand, over the hands that contain four cards."""
    classes = near[4]
    sums = np.zeros((len(classes), count))
    # From four cards to the classes of five, and on to those of six.
    for row, fives in enumerate(classes):
        sixes = near[5][fives]
        containing = sixes.ravel()
        for hands, weights in choices:
            hand = hands[containing]
            weight = weights[containing]
            sums[row] += np.bincount(hand, weight, minlength=count)
    # Each of these hands is met twice, since its other two cards come in two orders.
    whole_sums = sums.astype(np.int64)
    return whole_sums // 2


def weights_of(table: Any, ranks: Array, hand: int) -> tuple[Array, int]:
    """Return the weights of all pairs of hands, and the sum of the weights.

    The axes of the weights (uint64) are the dealer's hand and pone's hand. Hands are
    multisets of ranks in lexicographic order. ``table`` is the text "dealt" for hands
    dealt at random, or else the discard strategies of the dealer and of pone, as in the
    certificate. ``ranks`` are the ranks in the deck, as numbers from 0, and ``hand`` is
    the number of cards in a hand.
    """
    if table == "dealt":
        small = dealt(len(ranks), hand)
        weights: Array = small.astype(object)
    else:
        players = conform(table, PLAYERS)
        if hand != 4 or len(ranks) < 4:
            refuse("kept hands have four cards, of four ranks or more")
        strategies = [*players.values()]
        weights = kept(ranks, strategies)
    # Small weights fit in 64 bits. Only their ratios matter.
    divisor = np.gcd.reduce(weights.ravel())
    weights = weights // divisor
    total = weights.sum()
    largest = weights.max()
    if largest >= MOST_OF_PAIR or total >= MOST_TOTAL:
        refuse("some weights of hands are too large")
    return weights.astype(np.uint64), total

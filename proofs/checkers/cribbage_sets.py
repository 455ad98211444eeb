"""Sets of cards, strategies of the discard and kept hands, in certificates of trueodds.

A set of cards is a number of 52 bits, 13 for the ranks of each suit. The class of a set
is the largest number that a renaming of the suits can make of it. A strategy of the
discard gives the weights of the discards of each class. If a hand has the same ranks in
several suits, the strategy picks among these suits at random.

In the play, each pair of hands has a weight. ``dealt`` hands come at random from the
deck. Kept hands are those that the two discard strategies in the certificate keep of
two hands of six cards. Let F(T) be the weight of the hands that contain the cards T and
keep certain ranks, and F'(T) the same for the opponent. By inclusion and exclusion the
weight of a pair of kept hands is the sum over all T of (-1)^|T| F(T) F'(T).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise, product
from itertools import combinations_with_replacement as multicombinations
from math import comb, factorial, prod
from operator import mul
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from .arrays import Array, chunks
from .cribbage import RANKS
from .reading import conform, natural, refuse

Choices: TypeAlias = list[tuple[Array, Array]]

# Weights of a strategy are below 2**16, so that sums of products stay below 2**63.
MOST_WEIGHT = 2**16 - 1
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
SUIT_BITS = 13 * np.arange(4, dtype=np.int64)
# Of six cards in order: the two thrown and the four kept, by discard.
THROWN = np.array(list(combinations(range(6), 2)))
KEPT = np.array([sorted({*range(6)} - {*pair}) for pair in THROWN.tolist()])

# With these bounds every sum of the play fits in its limbs: 77 + 36 + 7 = 58 + 62 bits.
MOST_TOTAL = 2**77
MOST_OF_PAIR = 2**64
PIECE = 16  # bits, so that floats add up products of two of them without an error


class ThrowWeights(NamedTuple):
    """Rows of fifteen weights that add up to ``whole``, and the row of each class."""

    whole: int
    rows: Array
    entries: Array


def suits_of(sets: Array) -> Array:
    """Return the ranks of each suit, as 13 bits, along a new last axis of length 4."""
    shifted = sets[..., None] >> SUIT_BITS
    ranks: Array = shifted & 2**13 - 1
    return ranks


def largest(suits: Array) -> Array:
    """Return the class of a hand: its suits sorted, the largest in the highest bits."""
    ascending = np.sort(suits, axis=-1)
    classes: Array = (ascending << SUIT_BITS).sum(axis=-1)
    return classes


def equal_suits(sets: Array) -> Array:
    """Return whether two suits of a set have the same ranks: (n, 4, 4)."""
    suits = suits_of(sets)
    equal: Array = suits[:, :, None] == suits[:, None]
    return equal


def renamings(sets: Array) -> Array:
    """Return the number of sets in the class of each hand."""
    # Equal suits can change places: n of them give the factors 1 to n.
    factors = np.tril(equal_suits(sets)).sum(axis=2)
    unchanged = factors.prod(axis=1)
    # Divide by the renamings that leave the set as it is.
    number: Array = factorial(4) // unchanged
    return number


def one_less(sets: Array) -> Array:
    """Return, for each set, the sets without one of its cards: (n,) to (n, cards)."""
    cards = 1 << np.arange(52, dtype=np.int64)
    return _toggled(sets, cards, held=True)


def one_more(sets: Array, ranks: Any) -> Array:
    """Return, for each set, the sets with one more card of these ranks: (n, cards)."""
    places = np.add.outer(SUIT_BITS, ranks)
    return _toggled(sets, 1 << places.ravel(), held=False)


def _toggled(sets: Array, cards: Array, *, held: bool) -> Array:
    rows = sets[:, None]
    has = rows & cards != 0
    near: Array = (rows ^ cards)[has == held]
    # All sets have the same size, so each has as many neighbours.
    return near.reshape(len(sets), -1)


def classes_with_one_more(sets: Array, ranks: Any) -> Array:
    """Return the classes of the sets that ``one_more`` returns: (n, cards)."""
    classes = []
    for some in chunks(len(sets), 2**13):
        suits = suits_of(one_more(sets[some], ranks))
        classes.append(largest(suits))
    return np.concatenate(classes)


def all_classes(ranks: Any) -> list[Array]:
    """Return all classes of up to six cards of these ranks, ascending for each size."""
    # The empty set is the only one without cards. Every larger set adds a card.
    sets = np.zeros(1, np.int64)
    sizes = [sets]
    for _ in range(6):
        larger = classes_with_one_more(sets, ranks)
        sets = np.unique(larger)
        sizes.append(sets)
    return sizes


def number_of_classes(ranks: int) -> int:
    """Return the number of classes of six cards, by Burnside's lemma.

    A renaming of the suits is described by the lengths of its cycles. A cycle of n
    suits moves a card through n cards of its rank. A set that the renaming leaves
    unchanged has all or none of these n cards.
    """
    times_of = {(1, 1, 1, 1): 1, (1, 1, 2): 6, (2, 2): 3, (1, 3): 8, (4,): 6}
    fixed = 0
    for cycles, times in times_of.items():
        for cards in product(range(7), repeat=len(cycles)):
            if sum(map(mul, cycles, cards)) == 6:
                fixed += times * prod(comb(ranks, n) for n in cards)
    return fixed // factorial(4)


def read_ranks(names: Any, least: int) -> list[int]:
    """Read the ranks of a deck, in order, such as A23K."""
    ranks = [RANKS.find(name) for name in conform(names, str)]
    # Each rank occurs at most once. What is not a rank has the number -1.
    ascending = sorted({*ranks} - {-1})
    if ranks != ascending or len(ranks) < least:
        refuse(f"the ranks are not {least} or more of {RANKS}, in order")
    return ranks


def read_lines(value: Any) -> str:
    """Read a text of ASCII lines."""
    text = "".join(conform(value, [str]))
    if not text.isascii():
        refuse("expected lines of letters")
    return text


def read_strategy(table: Any) -> ThrowWeights:
    """Read a strategy of the discard: rows of weights, and the row of each class."""
    shape = {
        "denominator": int,
        "rows": [[(int, int)]],
        "classes": read_lines,
    }
    table = conform(table, shape)
    whole = natural(table["denominator"], MOST_WEIGHT, 1)
    rows = table["rows"]
    natural(len(rows), len(LETTERS), 1)
    weights = np.zeros((len(rows), len(THROWN)), np.int64)
    for number, row in enumerate(rows):
        # No discard has two weights.
        discards = [discard for discard, _ in row]
        if discards != sorted({*discards}):
            refuse(f"the discards of row {number} do not ascend")
        for discard, weight in row:
            column = natural(discard, len(THROWN) - 1)
            weights[number, column] = natural(weight, whole)
        # The player always discards: the weights are those of a distribution.
        if weights[number].sum() != whole:
            refuse(f"the weights of row {number} do not add up to {whole}")
    # A letter for each class names its row. Other letters name a row after the last.
    number_of = np.full(128, len(rows))
    number_of[list(LETTERS.encode())] = range(len(LETTERS))
    letters = np.frombuffer(table["classes"].encode(), np.uint8)
    entries = number_of[letters]
    if not len(entries) or entries.max() >= len(rows):
        refuse("a class has no row")
    return ThrowWeights(whole, weights, entries)


def dealt(ranks: int, hand: int) -> Array:
    """Return the number of deals of each pair of hands, the dealer's hand first."""
    # The dealer gets n of the four suits of a rank, and then pone gets m of those left.
    ways = np.zeros((5, 5), np.int64)
    for n, m in product(range(5), repeat=2):
        ways[n, m] = comb(4, n) * comb(4 - n, m)
    # The suits of different ranks are dealt independently.
    hands = list(multicombinations(range(ranks), hand))
    weights = np.ones((len(hands), len(hands)), np.int64)
    for rank in range(ranks):
        held = [cards.count(rank) for cards in hands]
        weights *= ways[np.ix_(held, held)]
    return weights


def kept(ranks: Array, throws: Sequence[ThrowWeights]) -> Array:
    """Return the weight of each pair of kept hands of four, as Python integers.

    The dealer's hand comes first. ``throws`` are the discard strategies of the dealer
    and of pone.
    """
    # The classes of n cards, and the numbers of those classes that have one more card.
    sizes = all_classes(ranks)
    near = []
    for sets, larger in pairwise(sizes):
        more = classes_with_one_more(sets, ranks)
        near.append(np.searchsorted(larger, more))
    six = sizes[6]
    hands = _hands(ranks, six)
    choices = [_choices(hands, strategy) for strategy in throws]
    # Sums are in pieces of 16 bits, which floats add up exactly.
    count = comb(len(ranks) + 3, 4)
    pieces = np.zeros((7, count, count), np.int64)
    # The terms of six and of five cards T are summed pair by pair of hands. A class of
    # six cards is contained in itself alone.
    itself = np.arange(len(six))[:, None]
    _add_pairs(pieces, renamings(six), itself, choices)
    _add_pairs(pieces, -renamings(sizes[5]), near[5], choices)
    # The terms of fewer cards are matrix products.
    _add_products(pieces, sizes, near, choices)
    # Put the pieces together, the highest first.
    total: Array = np.zeros((count, count), object)
    for piece in pieces[::-1]:
        total = (total << PIECE) + piece
    return total


def _hands(ranks: Array, six: Array) -> Array:
    """Return the number of the ranks kept, by class of six cards and by discard."""
    # The four suits of a rank are next to each other here. So the six cards of each
    # class come in the order of their ranks.
    bits = 1 << np.add.outer(ranks, SUIT_BITS).ravel()
    held = six[:, None] & bits != 0
    _, places = held.nonzero()
    cards = places.reshape(-1, 6) // 4
    # Number the hands in ascending order.
    count = len(ranks)
    number = np.zeros((count,) * 4, np.int64)
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
    if len(entries) != len(hands):
        refuse(f"expected {len(hands)} classes")
    # The discards with a weight come first. Other discards fill up shorter rows.
    weightless = rows == 0
    order = np.argsort(weightless, axis=1, kind="stable")
    most = (rows > 0).sum(axis=1).max()
    classes = np.arange(len(hands))
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
    step = 1 + 2**22 // containing.shape[1] ** 2
    for some in chunks(len(containing), step):
        rows = containing[some]
        signs = times[some, None, None]
        # The axes of a table of pairs are the sets T, the dealer's hands, and pone's.
        of_dealer = rows[:, :, None]
        of_pone = rows[:, None]
        # Each player keeps one of the possible hands, whatever the opponent keeps.
        for (dealer, dealer_weight), (pone, pone_weight) in product(*choices):
            pair = dealer[of_dealer] * count + pone[of_pone]
            weight = dealer_weight[of_dealer] * pone_weight[of_pone]
            signed = weight * signs
            used = signed != 0
            place = pair[used]
            term = signed[used]
            # The low piece, and the rest, which may be negative.
            for i, part in enumerate((_piece(term, 0), term >> PIECE)):
                ways = np.bincount(place, part, minlength=count * count)
                pieces[i] += ways.astype(np.int64).reshape(count, count)


def _piece(numbers: Array, place: int) -> Array:
    """Return the 16 bits at a place of each number, where place 0 is the lowest."""
    shifted = numbers >> PIECE * place
    piece: Array = shifted & 2**PIECE - 1
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
        times = (-1) ** size * renamings(sizes[size])
        # Multiply piece by piece, so that floats are exact.
        for i, j in product(range(4), repeat=2):
            left = _piece(dealer, i)
            right = _piece(pone, j)
            if left.any() and right.any():
                signed = left.T * times
                term = signed.astype(float) @ right.astype(float)
                pieces[i + j] += np.rint(term).astype(np.int64)
        # Go on to sets of a card less. A hand is met with each of its further cards.
        if size:
            more = near[size - 1].T
            sums = [sum(table[rows] for rows in more) // (7 - size) for table in sums]


def _over_four(count: int, near: list[Array], choices: Choices) -> Array:
    """Return the weight of each kept hand, over the hands that contain four cards."""
    four = np.zeros((len(near[4]), count))
    for row, fives in enumerate(near[4]):
        containing = near[5][fives].ravel()
        for hands, weights in choices:
            hand = hands[containing]
            weight = weights[containing]
            four[row] += np.bincount(hand, weight, minlength=count)
    # Each of these hands is met twice, since its other two cards come in two orders.
    return four.astype(np.int64) // 2


def weights_of(table: Any, ranks: Array, hand: int) -> tuple[Array, int]:
    """Return the weights of all pairs of hands, and their sum."""
    if table == "dealt":
        weights: Array = dealt(len(ranks), hand).astype(object)
    else:
        players = conform(table, {"dealer": read_strategy, "pone": read_strategy})
        if hand != 4 or len(ranks) < 4:
            refuse("kept hands have four cards, of four ranks or more")
        weights = kept(ranks, [*players.values()])
    # Small weights fit in 64 bits. Only their ratios matter.
    weights = weights // np.gcd.reduce(weights.ravel())
    total = weights.sum()
    if weights.max() >= MOST_OF_PAIR or total >= MOST_TOTAL:
        refuse("some weights of hands are too large")
    return weights.astype(np.uint64), total

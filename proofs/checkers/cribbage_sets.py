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

import re
from collections.abc import Sequence
from itertools import combinations, pairwise, product
from itertools import combinations_with_replacement as multicombinations
from math import comb, factorial, isqrt
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .cribbage import RANKS
from .reading import conform, natural, refuse

Array: TypeAlias = NDArray[Any]

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
    return np.asarray(sets[..., None] >> SUIT_BITS & 2**13 - 1)


def largest(suits: Array) -> Array:
    """Return the class of a hand: its suits sorted, the largest in the highest bits."""
    return np.asarray((np.sort(suits, axis=-1) << SUIT_BITS).sum(axis=-1))


def renamings(sets: Array) -> Array:
    """Return the number of sets in the class of each hand."""
    suits = suits_of(sets)
    # Equal suits can change places: n of them give the factors 1 to n.
    alike = suits[:, :, None] == suits[:, None]
    factors = np.tril(alike).sum(axis=2)
    # Divide by the renamings that leave the set as it is.
    return np.asarray(factorial(4) // factors.prod(axis=1))


def one_less(sets: Array) -> Array:
    """Return, for each set, the sets without one of its cards: (n,) to (n, cards)."""
    return _toggled(sets, 1 << np.arange(52, dtype=np.int64), held=True)


def one_more(sets: Array, ranks: Any) -> Array:
    """Return, for each set, the sets with one more card of these ranks: (n, cards)."""
    return _toggled(sets, 1 << np.add.outer(SUIT_BITS, ranks).ravel(), held=False)


def _toggled(sets: Array, cards: Array, *, held: bool) -> Array:
    rows = sets[:, None]
    chosen = (rows & cards != 0) == held
    near: Array = (rows ^ cards)[chosen]
    # All sets have the same size, so each has as many neighbours.
    return near.reshape(len(sets), -1)


def classes_with_one_more(sets: Array, ranks: Any) -> Array:
    """Return the classes of the sets that ``one_more`` returns: (n, cards)."""
    parts = np.array_split(sets, 1 + len(sets) // 2**13)
    return np.concatenate(
        [
            largest(suits_of(one_more(part, ranks)))
            # A part at a time takes little memory.
            for part in parts
        ]
    )


def all_classes(ranks: Any) -> list[Array]:
    """Return all classes of up to six cards of these ranks, ascending for each size."""
    sets = np.zeros(1, np.int64)
    sizes = [sets]
    for _ in range(6):
        sets = np.unique(classes_with_one_more(sets, ranks))
        sizes.append(sets)
    return sizes


def read_ranks(names: Any, least: int) -> list[int]:
    """Read the ranks of a deck, in order, such as A23K."""
    # Each rank occurs at most once.
    some = "?".join([*RANKS, ""])
    if not re.fullmatch(some, conform(names, str)) or len(names) < least:
        refuse(f"the ranks are not {least} or more of {RANKS}, in order")
    return [RANKS.index(name) for name in names]


def read_lines(value: Any) -> str:
    """Read a text of ASCII lines."""
    lines = conform(value, [str])
    if not all(map(str.isascii, lines)):
        refuse("expected lines of letters")
    return "".join(lines)


def read_strategy(table: Any) -> ThrowWeights:
    """Read a strategy of the discard: rows of weights, and the row of each class."""
    shape = {"denominator": int, "rows": [[(int, int)]], "classes": read_lines}
    table = conform(table, shape)
    whole = natural(table["denominator"], MOST_WEIGHT, 1)
    rows = table["rows"]
    natural(len(rows), len(LETTERS), 1)
    weights = np.zeros((len(rows), len(THROWN)), np.int64)
    for number, row in enumerate(rows):
        # No discard has two weights.
        discards = [natural(discard, len(THROWN) - 1) for discard, _ in row]
        if discards != sorted({*discards}):
            refuse(f"the discards of row {number} do not ascend")
        # The player always discards: the weights are those of a distribution.
        weights[number, discards] = [natural(weight, whole) for _, weight in row]
        if weights[number].sum() != whole:
            refuse(f"the weights of row {number} do not add up to {whole}")
    # A letter for each class names its row. Other letters name a row after the last.
    number_of = np.full(128, len(rows))
    number_of[[*map(ord, LETTERS)]] = np.arange(len(LETTERS))
    letters = np.frombuffer(table["classes"].encode(), np.uint8)
    entries = number_of[letters]
    if not len(entries) or entries.max() >= len(rows):
        refuse("a class has no row")
    return ThrowWeights(whole, weights, entries)


def dealt(ranks: int, hand: int) -> Array:
    """Return the number of deals of each pair of hands, the dealer's hand first."""
    # The number of cards of each rank, by hand: (hands, ranks).
    held = np.array(
        [
            [cards.count(rank) for rank in range(ranks)]
            for cards in multicombinations(range(ranks), hand)
        ]
    )
    # The choices of more cards of a rank if n of its four suits are taken.
    ways = np.array([[comb(4 - n, more) for more in range(5)] for n in range(5)])
    # First deal the dealer's cards of a rank, and then pone's.
    weights = np.ones((len(held), len(held)), np.int64)
    for cards in held.T:
        dealer = cards[:, None]
        weights *= ways[0][dealer]
        weights *= ways[dealer, cards]
    return weights


def kept(ranks: Array, hand: int, throws: Sequence[ThrowWeights]) -> Array:
    """Return the weight of each pair of kept hands, as Python integers.

    The dealer's hand comes first. ``throws`` are the discard strategies of the dealer
    and of pone.
    """
    # The classes of n cards, and the numbers of those classes that have one more card.
    sizes = all_classes(ranks)
    near = [
        np.searchsorted(more, classes_with_one_more(sets, ranks))
        for sets, more in pairwise(sizes)
    ]
    count = comb(len(ranks) + hand - 1, hand)
    hands = _hands(ranks, hand, sizes[6])
    choices = [_choices(hands, strategy) for strategy in throws]
    # Sums are in pieces of 16 bits, which floats add up exactly. The terms of six and
    # of five cards T are summed pair by pair of hands. The terms of fewer cards are
    # matrix products.
    pieces = np.zeros((7, count * count), np.int64)
    itself = np.arange(len(sizes[6]))[:, None]
    _add_pairs(pieces, renamings(sizes[6]), itself, choices)
    _add_pairs(pieces, -renamings(sizes[5]), near[5], choices)
    _add_products(pieces, sizes, near, choices)
    total = sum(piece.astype(object) << PIECE * i for i, piece in enumerate(pieces))
    return np.asarray(total).reshape(count, count)


def _hands(ranks: Array, hand: int, six: Array) -> Array:
    """Return the number of the ranks kept, by class of six cards and by discard."""
    bits = 1 << np.add.outer(ranks, SUIT_BITS).ravel()
    # The four suits of a rank are next to each other.
    cards = (six[:, None] & bits != 0).nonzero()[1].reshape(-1, 6) >> 2
    number = np.zeros((len(ranks),) * hand, np.int64)
    for place, kept_ranks in enumerate(multicombinations(range(len(ranks)), hand)):
        number[kept_ranks] = place
    return np.stack([number[tuple(cards[:, four].T)] for four in KEPT], axis=1)


def _choices(hands: Array, strategy: ThrowWeights) -> Any:
    """Return the hands that a strategy can keep, and their weights.

    The shape of both arrays is (choices, classes).
    """
    _, rows, entries = strategy
    if len(entries) != len(hands):
        refuse(f"expected {len(hands)} classes")
    # The discards with a weight come first. Other discards fill up shorter rows.
    most = int((rows > 0).sum(axis=1).max())
    used = np.argsort(rows == 0, axis=1, kind="stable")[entries, :most]
    return (np.take_along_axis(hands, used, axis=1).T, rows[entries[:, None], used].T)


def _add_pairs(
    pieces: Array, times: Array, containing: Array, choices: Sequence[Any]
) -> None:
    """Add to ``pieces`` the terms of sets T, pair by pair of the hands that contain T.

    ``times`` is (-1)^|T| for each set of a class, summed. ``containing`` has the
    numbers of the classes of six cards: (classes of T, hands).
    """
    size = pieces.shape[1]
    count = isqrt(size)
    step = 1 + 2**22 // containing.shape[1] ** 2
    for begin in range(0, len(containing), step):
        some = slice(begin, begin + step)
        rows = containing[some]
        # Each player keeps one of the possible hands, whatever the opponent keeps.
        pairs = product(*(zip(*choice, strict=True) for choice in choices))
        for (dealer, dealer_weight), (pone, pone_weight) in pairs:
            pair = dealer[rows][:, :, None] * count + pone[rows][:, None]
            weight = dealer_weight[rows][:, :, None] * pone_weight[rows][:, None]
            weight = weight * times[some, None, None]
            used = weight != 0
            pair = pair[used]
            weight = weight[used]
            # The low piece, and the rest, which may be negative.
            for i, part in enumerate((weight & 2**PIECE - 1, weight >> PIECE)):
                ways = np.bincount(pair, part, minlength=size)
                pieces[i] += ways.astype(np.int64)


def _add_products(
    pieces: Array, sizes: list[Array], near: list[Array], choices: Sequence[Any]
) -> None:
    """Add to ``pieces`` the terms of sets T of up to four cards, by matrix products."""
    count = isqrt(pieces.shape[1])
    # The weight of each kept hand, over the hands that contain four cards. Each of
    # these hands is met twice, since its other two cards come in two orders.
    sums = []
    for hands, weights in choices:
        four = np.zeros((len(near[4]), count))
        for row, fives in enumerate(near[4]):
            rows = near[5][fives].ravel()
            for hand, weight in zip(hands, weights, strict=True):
                four[row] += np.bincount(hand[rows], weight[rows], minlength=count)
        sums.append(four.astype(np.int64) // 2)
    for size in range(4, -1, -1):
        times = (-1) ** size * renamings(sizes[size])
        dealer, pone = sums
        # Multiply piece by piece, so that floats are exact.
        for i, j in product(range(4), repeat=2):
            left = dealer >> PIECE * i & 2**PIECE - 1
            right = pone >> PIECE * j & 2**PIECE - 1
            if left.any() and right.any():
                signed = (left * times[:, None]).astype(float)
                term = signed.T @ right.astype(float)
                pieces[i + j] += np.rint(term).astype(np.int64).ravel()
        # Go on to sets of a card less. A hand is met with each of its further cards.
        if size:
            more = near[size - 1].T
            sums = [sum(table[rows] for rows in more) // (7 - size) for table in sums]


def weights_of(table: Any, ranks: Array, hand: int) -> tuple[Array, int]:
    """Return the weights of all pairs of hands, and their sum."""
    if table == "dealt":
        weights: Array = dealt(len(ranks), hand).astype(object)
    else:
        players = conform(table, {"dealer": read_strategy, "pone": read_strategy})
        if hand != 4 or len(ranks) < 4:
            refuse("kept hands have four cards, of four ranks or more")
        weights = kept(ranks, hand, [*players.values()])
    # Small weights fit in 64 bits. Only their ratios matter.
    weights = weights // np.gcd.reduce(weights.ravel())
    total = sum(weights.ravel().tolist())
    if weights.max() >= MOST_OF_PAIR or total >= MOST_TOTAL:
        refuse("some weights of hands are too large")
    return weights.astype(np.uint64), total

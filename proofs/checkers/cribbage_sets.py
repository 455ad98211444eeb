"""Sets of cards, and strategies of the discard, in certificates of trueodds.

A set of cards is a number of 52 bits, 13 for the ranks of each suit. The class of a set
is the largest number that a renaming of the suits can make of it. A strategy of the
discard gives the weights of the discards of each class. If a hand has the same ranks in
several suits, the strategy picks among these suits at random.
"""

from __future__ import annotations

from itertools import combinations, product
from math import comb, factorial, prod
from operator import mul
from typing import Any, NamedTuple

import numpy as np

from .arrays import Array, chunks
from .cribbage import RANKS
from .reading import conform, natural, refuse

# Weights of a strategy are below 2**16, so that sums of products stay below 2**63.
MOST_WEIGHT = 2**16 - 1
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
SUITS = np.arange(4, dtype=np.int64)
SUIT_BITS = 13 * SUITS
CARDS = np.arange(52, dtype=np.int64)
# Of six cards in order: the places of the two thrown and the four kept, by discard.
SIX = range(6)
DISCARDS = list(combinations(SIX, 2))
KEEPS = [sorted({*SIX} - {*discard}) for discard in DISCARDS]
THROWN = np.array(DISCARDS)
KEPT = np.array(KEEPS)


class ThrowWeights(NamedTuple):
    """A strategy of the discard: rows of weights, and each hand class's row.

    A row of ``rows`` has fifteen weights, one for each pair of the six cards in the
    order of ``itertools.combinations``. They add up to ``whole``. A class is all hands
    of six cards that are alike up to a renaming of the suits. ``entries`` has the
    number of a row for each class, in the order of ``all_classes``.
    """

    whole: int
    rows: Array
    entries: Array


def suits_of(sets: Array) -> Array:
    """Return each set's ranks in each suit, as 13 bits: a last axis of length 4.

    ``sets`` has sets of cards as integers of 52 bits, 13 for the ranks of each suit.
    """
    shifted = sets[..., None] >> SUIT_BITS
    all_ranks = 2**13 - 1
    ranks: Array = shifted & all_ranks
    return ranks


def largest(suits: Array) -> Array:
    """Return the class of each set: the largest number that a renaming of suits makes.

    ``suits`` has the ranks in each suit of the sets as bits, as ``suits_of`` returns
    them. The class has the suits in ascending order, the largest in the highest bits.
    """
    ascending = np.sort(suits, axis=-1)
    placed = ascending << SUIT_BITS
    classes: Array = placed.sum(axis=-1)
    return classes


def equal_suits(sets: Array) -> Array:
    """Return, for any two suits of a set, True if their ranks are equal: (n, 4, 4).

    ``sets`` has n sets of cards as integers of 52 bits, 13 for the ranks of each suit.
    """
    suits = suits_of(sets)
    equal: Array = suits[:, :, None] == suits[:, None]
    return equal


def renamings(sets: Array) -> Array:
    """Return, for each hand, how many hands a renaming of the suits can make of it.

    The hand itself counts. ``sets`` has each hand as an integer with a bit for each
    card.
    """
    # Count for each suit the equal suits up to itself. Equal suits can change places:
    # n of them give the factors 1 to n.
    equal_before = np.tril(equal_suits(sets))
    factors = equal_before.sum(axis=2)
    unchanged = factors.prod(axis=1)
    # Divide by the renamings that leave the set as it is.
    number: Array = factorial(4) // unchanged
    return number


def one_less(sets: Array) -> Array:
    """Return, for each set of cards, the sets without one of its cards: (n, cards).

    ``sets`` has n sets of equal size as integers with a bit for each card.
    """
    cards = 1 << CARDS
    return _toggled(sets, cards, held=True)


def one_more(sets: Array, ranks: Any) -> Array:
    """Return, for each set of cards, the sets with one more card: (n, cards).

    ``sets`` has n sets of equal size as integers with a bit for each card. The
    additional card has one of ``ranks``, numbered from 0, and is not in the set.
    """
    places = np.add.outer(SUIT_BITS, ranks)
    cards = 1 << places.ravel()
    return _toggled(sets, cards, held=False)


def _toggled(sets: Array, cards: Array, *, held: bool) -> Array:
    """Return, for each set, the sets with one of these cards put in or taken out."""
    rows = sets[:, None]
    has = rows & cards != 0
    changed = rows ^ cards
    near: Array = changed[has == held]
    # All sets have the same size, so all have the same number of neighbours.
    return near.reshape(len(sets), -1)


def classes_with_one_more(sets: Array, ranks: Any) -> Array:
    """Return, for each set, the classes of the sets with one more card: (n, cards).

    ``sets`` has n sets of equal size as integers with a bit for each card. The
    additional card has one of ``ranks``, numbered from 0, and is not in the set. The
    class of a set is the largest number that a renaming of the suits can make of the
    set.
    """
    classes = []
    for some in chunks(len(sets), 2**13):
        larger = one_more(sets[some], ranks)
        suits = suits_of(larger)
        classes.append(largest(suits))
    return np.concatenate(classes)


def all_classes(ranks: Any) -> list[Array]:
    """Return the classes of all sets of up to six cards of these ranks.

    ``ranks`` are numbered from 0. A set is an integer with a bit for each card. The
    class of a set is the largest integer that a renaming of the suits can make of it.
    Entry k of the list has the classes of sets of k cards, ascending.
    """
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

    ``ranks`` is the number of ranks in the deck. A class is all sets of six cards that
    are alike up to a renaming of the suits. A renaming of the suits is described by the
    lengths of its cycles. A cycle of n suits moves a card through n cards of its rank.
    A set that the renaming leaves unchanged has all or none of these n cards.
    """
    # How many of the 24 renamings have cycles of these lengths.
    times_of = {
        (1, 1, 1, 1): 1,
        (1, 1, 2): 6,
        (2, 2): 3,
        (1, 3): 8,
        (4,): 6,
    }
    # Add up, over all renamings, the sets of six cards that each leaves unchanged. Such
    # a set chooses ranks for each cycle, and has a card of each of its suits.
    fixed = 0
    for cycles, times in times_of.items():
        for ranks_chosen in product(range(7), repeat=len(cycles)):
            cards = sum(map(mul, cycles, ranks_chosen))
            if cards == 6:
                ways = prod(comb(ranks, n) for n in ranks_chosen)
                fixed += times * ways
    return fixed // factorial(4)


def read_ranks(names: Any, least: int) -> list[int]:
    """Read the ranks of a deck, in order, such as A23K, as numbers from 0.

    ``names`` is this text. Raises ``MalformedError`` for fewer than ``least`` ranks.
    """
    text = conform(names, str)
    ranks = [RANKS.find(name) for name in text]
    # Each rank occurs at most once. What is not a rank has the number -1.
    different = {*ranks} - {-1}
    ascending = sorted(different)
    if ranks != ascending or len(ranks) < least:
        refuse(f"the ranks are not {least} or more of {RANKS}, in order")
    return ranks


def read_lines(value: Any) -> str:
    """Return the texts of a list, joined to one text without line ends.

    Raises ``MalformedError`` if ``value`` is no list of texts in ASCII.
    """
    text = "".join(conform(value, [str]))
    if not text.isascii():
        refuse("expected lines of letters")
    return text


def read_strategy(table: Any) -> ThrowWeights:
    """Read a strategy of the discard from a certificate.

    All hands of six cards that are alike up to a renaming of the suits are a class. A
    row has the weights with which the 15 discards of a hand are thrown. ``table`` has
    the number "denominator" that each row adds up to; the "rows" as lists of pairs of a
    discard's number and its weight; and "classes": lines with a letter for each class,
    which names its row. Raises ``MalformedError`` for any other table.
    """
    shape = {
        "denominator": int,
        "rows": [[(int, int)]],
        "classes": read_lines,
    }
    table = conform(table, shape)
    whole = natural(table["denominator"], MOST_WEIGHT, 1)
    rows = table["rows"]
    count = natural(len(rows), len(LETTERS), 1)
    weights = np.zeros((count, len(DISCARDS)), np.int64)
    last_discard = len(DISCARDS) - 1
    for number, row in enumerate(rows):
        # No discard has two weights.
        discards = [discard for discard, _ in row]
        ascending = sorted({*discards})
        if discards != ascending:
            refuse(f"the discards of row {number} do not ascend")
        for discard, weight in row:
            column = natural(discard, last_discard)
            weights[number, column] = natural(weight, whole)
        # The player always discards: the weights are those of a distribution.
        sum_of_row = weights[number].sum()
        if sum_of_row != whole:
            refuse(f"the weights of row {number} do not add up to {whole}")
    entries = row_of_each_class(table["classes"], count)
    return ThrowWeights(whole, weights, entries)


def row_of_each_class(text: str, rows: int) -> Array:
    """Return the number of each hand class's row of weights in a strategy.

    ``text`` has a letter for each class of hands, and ``rows`` is the number of rows.
    The letters A to Z, a to z, 0 to 9, + and / name the rows 0 to 63.
    """
    # Letters that are no digit of base 64 name a row after the last.
    number_of = np.full(128, rows)
    codes = list(LETTERS.encode())
    number_of[codes] = range(len(LETTERS))
    letters = np.frombuffer(text.encode(), np.uint8)
    entries = number_of[letters]
    if not len(entries) or entries.max() >= rows:
        refuse("a class has no row")
    return entries

"""Numbers of suit classes, in plain Python.

Two sets of cards are in the same suit class when renaming the suits turns the first
into the second. A set of cards is four sets of ranks, one for each suit. Sorted, the
longest first, they are the four *places* of the class's representative. Among suits
with equally many cards the places descend by the colexicographic number of the rank
set. The combinatorial number system then numbers the classes: first the shape (how
many cards each place has), then, for each run of equal lengths, the multiset of rank
sets.

``suit_class`` uses plain integers only, so that ``trueodds discard`` can look up one
deal without numpy. The evaluation over all deals compiles the same function.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any, NamedTuple, TypeAlias

DISCARDS = tuple((i, j) for i in range(6) for j in range(i + 1, 6))
"""The fifteen discards: positions of two of the six ascending cards."""

PAIRS = tuple((low, high) for low in range(13) for high in range(low, 13))
"""The 91 pairs of ranks, low first."""

PAIR_NUMBER = {
    ranks: number for number, pair in enumerate(PAIRS) for ranks in (pair, pair[::-1])
}
"""The position in ``PAIRS`` of two ranks, in either order."""

_LENGTH = 1 << 11  # the number of a rank set needs 11 bits: comb(13, 6) = 1716
_LARGEST = comb(13, 6)

Placed: TypeAlias = tuple[int, int, int, int, int]
IntArray: TypeAlias = Any  # array.array, or a numpy array for compiled code


class Tables(NamedTuple):
    """One-dimensional arrays of integers, from which ``suit_class`` numbers a class.

    ``key`` says how many ranks each set of ranks has, and its number among the sets of
    this size. The *shape* of a set of cards says how many cards there are of each suit.
    ``shape`` has the number of each shape, and ``first`` the first class of the shape.
    The other three arrays turn the numbers of the four sets of ranks into the place of
    the class after this first one.
    """

    key: IntArray  # by rank set of a suit, as bits: its length, then its number
    shape: IntArray  # by the four lengths, ascending, as octal digits
    first: IntArray  # by shape: the first class of that shape among those of its size
    stride: IntArray  # by shape and place
    row: IntArray  # by shape and place: where its numbers begin in ``multisets``
    multisets: IntArray  # comb(n + j, j + 1) for place j of a run and number n


@cache
def tables() -> Tables:
    """Return the tables that ``suit_class`` looks up, for sets of up to six cards."""
    key = array("q", [0])
    for rank in range(13):
        # The largest rank of a set adds its binomial coefficient.
        key.extend([k + _LENGTH + comb(rank, k // _LENGTH + 1) for k in key])
    shape = array("q", [0] * 8**4)
    first = array("q")
    stride = array("q")
    row = []
    for size in range(7):
        # Classes are numbered from 0 for each size, shape after shape.
        classes = 0
        for lengths in _shapes(size):
            shape[_octal(lengths)] = len(first)
            first.append(classes)
            steps, rows, sets = _strides(lengths)
            stride.extend(steps)
            row += rows
            classes += sets
    multisets = [comb(n + j, j + 1) for j in range(4) for n in range(_LARGEST)]
    return Tables(key, shape, first, stride, array("q", row), array("q", multisets))


def suit_class(
    clubs: int, diamonds: int, hearts: int, spades: int, by: Tables
) -> Placed:
    """Return the number of the suit class of a set of cards, and its suits in order.

    A suit class has all sets of cards that differ only by a permutation of the suits.
    The suits come in the order of the class's representative: a suit with more cards
    comes first. Each of the first four arguments has a bit for each rank that the set
    holds in that suit, with up to six cards in all. ``by`` is the result of ``tables``,
    or that of ``deals.compiled_tables`` in compiled code.

    >>> suit_class(0, 0b1, 0, 0b11, tables())  # AD AS 2S
    (286, 3, 1, 2, 0)
    """
    # Five exchanges sort four numbers.
    a = by.key[clubs] << 2
    b = by.key[diamonds] << 2 | 1
    c = by.key[hearts] << 2 | 2
    d = by.key[spades] << 2 | 3
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    if a > c:
        a, c = c, a
    if b > d:
        b, d = d, b
    if b > c:
        b, c = c, b
    # Two bits of suit and eleven of number are below a length.
    lengths = a >> 13 | b >> 13 << 3
    lengths |= c >> 13 << 6 | d >> 13 << 9
    shape = by.shape[lengths]
    at = 4 * shape
    # Each place of a run of equal lengths adds its term of the combinatorial number
    # system; the strides keep the numbers of different runs apart.
    index = (
        by.first[shape]
        + by.stride[at] * by.multisets[by.row[at] + (a >> 2 & 2047)]
        + by.stride[at + 1] * by.multisets[by.row[at + 1] + (b >> 2 & 2047)]
        + by.stride[at + 2] * by.multisets[by.row[at + 2] + (c >> 2 & 2047)]
        + by.stride[at + 3] * by.multisets[by.row[at + 3] + (d >> 2 & 2047)]
    )
    # Sorted ascending, and places begin with the longest suit.
    return index, d & 3, c & 3, b & 3, a & 3


def rank_sets(cards: Iterable[int]) -> list[int]:
    """Return the ranks of each of the four suits in a set of cards, as bits.

    A card is the integer 4 * rank + suit. Bit r of a result is set for rank r.
    """
    sets = [0, 0, 0, 0]
    for card in cards:
        sets[card & 3] |= 1 << (card >> 2)
    return sets


def classify(cards: Iterable[int]) -> tuple[int, tuple[int, ...]]:
    """Return the number of the suit class of up to six cards, and its suits in order.

    A suit class has all sets of cards that differ only by a permutation of the suits. A
    suit with more cards comes first. A card is the integer 4 * rank + suit.
    """
    clubs, diamonds, hearts, spades = rank_sets(cards)
    index, *suits = suit_class(clubs, diamonds, hearts, spades, tables())
    return index, tuple(suits)


def _shapes(size: int) -> list[tuple[int, ...]]:
    """Return the possible numbers of cards of the four suits, each ascending."""
    lengths = combinations_with_replacement(range(size + 1), 4)
    return [shape for shape in lengths if sum(shape) == size]


def _octal(lengths: Iterable[int]) -> int:
    return sum(length << 3 * place for place, length in enumerate(lengths))


def _strides(lengths: tuple[int, ...]) -> tuple[list[int], list[int], int]:
    """Return each place's stride and ``multisets`` row, and the number of classes.

    They are for one shape, given by the number of cards of each place.
    """
    strides = []
    rows = []
    classes = 1
    for start in (lengths.index(length) for length in dict.fromkeys(lengths)):
        run = lengths.count(lengths[start])
        strides += [classes] * run
        rows += [place * _LARGEST for place in range(run)]
        # The multisets of ``run`` sets of this many ranks.
        classes *= comb(comb(13, lengths[start]) + run - 1, run)
    return strides, rows, classes

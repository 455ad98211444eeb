"""The number of a suit class, and which suit of a set of cards takes which place.

A set of cards is four sets of ranks, one a suit. Sorted, longest first, they are the
four *places* of the class's representative, so two sets of cards are of one class when
they differ only in the names of the suits. Among equally long suits the places descend
by ``number``, the colexicographic number of the rank set, and the class is numbered by
the combinatorial number system: first the shape (how many cards each place has), then
for each run of equal lengths the number of its multiset of rank sets.

``place`` is plain Python on plain integers, so that a single deal can be looked up
without numpy; the compiled passes over all deals compile the same function.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any, NamedTuple, TypeAlias

DISCARDS = tuple((i, j) for i in range(6) for j in range(i + 1, 6))
"""The fifteen discards: which two of the six ascending cards of the representative."""

PAIRS = tuple((low, high) for low in range(13) for high in range(low, 13))
"""The 91 pairs of ranks, low first."""

_LENGTH = 1 << 11  # a rank set's number takes 11 bits: comb(13, 6) = 1716
_LARGEST = comb(13, 6)

Placed: TypeAlias = tuple[int, int, int, int, int]
IntArray: TypeAlias = Any  # of the standard library, or numpy's for compiled passes


class Tables(NamedTuple):
    """What ``place`` looks up: arrays of integers, one dimension each."""

    key: IntArray  # by rank set of a suit, as bits: its length and its number
    shape: IntArray  # by the four lengths, ascending, as octal digits
    first: IntArray  # by shape: the first class of that shape among those of its size
    stride: IntArray  # by shape and place
    row: IntArray  # by shape and place: where in ``multisets`` its numbers begin
    multisets: IntArray  # comb(n + j, j + 1) for the place j of a run and number n


@cache
def tables() -> Tables:
    """The tables for sets of up to six cards."""
    key = array("q", [0])
    for rank in range(13):
        # A rank above all others of its set adds its binomial coefficient.
        key.extend([k + _LENGTH + comb(rank, k // _LENGTH + 1) for k in key])
    shape, first, stride, row = array("q", [0] * 8**4), array("q"), array("q"), []
    for size in range(7):
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


def place(clubs: int, diamonds: int, hearts: int, spades: int, by: Tables) -> Placed:
    """The class of a set of cards, and the suits that take its four places.

    Each suit is given as the bits of its ranks, up to six in all.

    >>> place(0, 0b1, 0, 0b11, tables())  # AD AS 2S
    (286, 3, 1, 2, 0)
    """
    # Five exchanges sort four numbers.
    a, b = by.key[clubs] << 2, by.key[diamonds] << 2 | 1
    c, d = by.key[hearts] << 2 | 2, by.key[spades] << 2 | 3
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
    shape = by.shape[a >> 13 | b >> 13 << 3 | c >> 13 << 6 | d >> 13 << 9]
    at = 4 * shape
    index = (
        by.first[shape]
        + by.stride[at] * by.multisets[by.row[at] + (a >> 2 & 2047)]
        + by.stride[at + 1] * by.multisets[by.row[at + 1] + (b >> 2 & 2047)]
        + by.stride[at + 2] * by.multisets[by.row[at + 2] + (c >> 2 & 2047)]
        + by.stride[at + 3] * by.multisets[by.row[at + 3] + (d >> 2 & 2047)]
    )
    return index, d & 3, c & 3, b & 3, a & 3


def rank_sets(cards: Iterable[int]) -> list[int]:
    """The ranks of each suit as bits; a card is 4 * rank + suit."""
    sets = [0, 0, 0, 0]
    for card in cards:
        sets[card & 3] |= 1 << (card >> 2)
    return sets


def classify(cards: Iterable[int]) -> tuple[int, tuple[int, ...]]:
    """The class of up to six cards, and which suit takes each of its places."""
    clubs, diamonds, hearts, spades = rank_sets(cards)
    index, *suits = place(clubs, diamonds, hearts, spades, tables())
    return index, tuple(suits)


def _shapes(size: int) -> list[tuple[int, ...]]:
    """How many cards each suit holds, ascending."""
    lengths = combinations_with_replacement(range(size + 1), 4)
    return [shape for shape in lengths if sum(shape) == size]


def _octal(lengths: Iterable[int]) -> int:
    return sum(length << 3 * place for place, length in enumerate(lengths))


def _strides(lengths: tuple[int, ...]) -> tuple[list[int], list[int], int]:
    """Stride and row of ``multisets`` by place, and how many classes the shape has."""
    strides, rows, classes = [], [], 1
    for start in (lengths.index(length) for length in dict.fromkeys(lengths)):
        run = lengths.count(lengths[start])
        strides += [classes] * run
        rows += [place * _LARGEST for place in range(run)]
        classes *= comb(comb(13, lengths[start]) + run - 1, run)
    return strides, rows, classes

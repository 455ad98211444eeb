"""Sets of cards and strategies of the discard, in certificates of trueodds.

A set of cards is 52 bits, 13 for the ranks of each suit. Its class is the largest
number that a renaming of the suits can make of it. A strategy of the discard names the
discards of each class; suits with the same ranks are exchanged at random.
"""

from __future__ import annotations

import re
from itertools import combinations
from math import factorial
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


class Strategy(NamedTuple):
    """Rows of fifteen weights that add up to ``whole``, and the row of each class."""

    whole: int
    rows: Array
    entries: Array


def suits_of(sets: Array) -> Array:
    """Return the ranks of the four suits, as bits, along a new last axis."""
    return np.asarray(sets[..., None] >> SUIT_BITS & 2**13 - 1)


def largest(suits: Array) -> Array:
    """Return the class of a hand: its suits sorted, the largest in the highest bits."""
    return np.asarray((np.sort(suits, axis=-1) << SUIT_BITS).sum(axis=-1))


def renamings(sets: Array) -> Array:
    """Return the number of sets in each class."""
    suits = suits_of(sets)
    same = np.tril(suits[:, :, None] == suits[:, None]).sum(axis=2)
    return np.asarray(factorial(4) // same.prod(axis=1))


def one_less(sets: Array) -> Array:
    """Return the sets without each of their cards: (n,) to (n, cards)."""
    return _toggled(sets, 1 << np.arange(52, dtype=np.int64), held=True)


def one_more(sets: Array, ranks: Any) -> Array:
    """Return the sets with each card of these ranks that they lack."""
    return _toggled(sets, 1 << np.add.outer(SUIT_BITS, ranks).ravel(), held=False)


def _toggled(sets: Array, cards: Array, *, held: bool) -> Array:
    chosen = (sets[:, None] & cards != 0) == held
    near: Array = (sets[:, None] ^ cards)[chosen]
    return near.reshape(len(sets), -1)


def classes_with_one_more(sets: Array, ranks: Any) -> Array:
    """Return the classes of the sets with each further card, some sets at a time."""
    parts = np.array_split(sets, 1 + len(sets) // 2**13)
    return np.concatenate([largest(suits_of(one_more(part, ranks))) for part in parts])


def all_classes(ranks: Any) -> list[Array]:
    """Return the classes of up to six cards of these ranks, ascending, by size."""
    sizes = [np.zeros(1, np.int64)]
    for _ in range(6):
        sizes.append(np.unique(classes_with_one_more(sizes[-1], ranks)))
    return sizes


def read_ranks(names: Any, least: int) -> list[int]:
    """Read the ranks of a deck, in order, such as A23K."""
    some = "".join(f"{rank}?" for rank in RANKS)
    if not re.fullmatch(some, conform(names, str)) or len(names) < least:
        refuse(f"the ranks are not {least} or more of {RANKS}, in order")
    return [RANKS.index(name) for name in names]


def read_lines(value: Any) -> str:
    """Read a text of ASCII that stands in lines."""
    lines = conform(value, [str])
    if not all(line.isascii() for line in lines):
        refuse("expected lines of letters")
    return "".join(lines)


def read_strategy(table: Any) -> Strategy:
    """Read a strategy of the discard: rows of weights, and the row of each class."""
    pair = (int, int)
    shape = {"denominator": int, "rows": [[pair]], "classes": read_lines}
    table = conform(table, shape)
    whole, rows = natural(table["denominator"], MOST_WEIGHT, 1), table["rows"]
    natural(len(rows), len(LETTERS), 1)
    weights = np.zeros((len(rows), len(THROWN)), np.int64)
    for number, row in enumerate(rows):
        discards = [natural(discard, len(THROWN) - 1) for discard, _ in row]
        if discards != sorted({*discards}):
            refuse(f"the discards of row {number} do not ascend")
        weights[number, discards] = [natural(weight, whole) for _, weight in row]
        if weights[number].sum() != whole:
            refuse(f"the weights of row {number} do not add up to {whole}")
    number_of = np.full(128, len(rows))
    number_of[[ord(letter) for letter in LETTERS]] = np.arange(len(LETTERS))
    entries = number_of[np.frombuffer(table["classes"].encode(), np.uint8)]
    if not len(entries) or entries.max() >= len(rows):
        refuse("a class has no row")
    return Strategy(whole, weights, entries)

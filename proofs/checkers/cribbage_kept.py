"""Pairs of hands of cribbage's play in certificates of trueodds, with their weights.

``dealt`` hands come at random from the deck. Kept hands are what two strategies of the
discard, in the certificate, keep of two hands of six cards: if F(T) counts the hands
that contain the cards T and keep certain ranks, both weights are, by inclusion and
exclusion, the sum over all T of (-1)^|T| F(T) F'(T).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement as multicombinations
from itertools import product
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .cribbage_sets import (
    KEPT,
    SUIT_BITS,
    Strategy,
    classes_with_one_more,
    read_strategy,
    renamings,
)
from .reading import conform, refuse

Array: TypeAlias = NDArray[Any]

# With these bounds no sum passes the limbs of the walk: 77 + 36 + 7 = 58 + 62 bits.
MOST_TOTAL, MOST_WEIGHT = 2**77, 2**64
PIECE = 16  # bits, so that floats add up products of two of them without an error


def dealt(ranks: int, hand: int) -> Array:
    """Return the number of deals of each pair of hands."""
    sets = multicombinations(range(ranks), hand)
    held = np.array([[cards.count(r) for r in range(ranks)] for cards in sets])
    ways = np.array([[comb(4 - n, more) for more in range(5)] for n in range(5)])
    weights = np.ones((len(held), len(held)), np.int64)
    for of_rank in held.T:
        weights *= ways[0][of_rank][:, None] * ways[of_rank[:, None], of_rank]
    return weights


def kept(ranks: Array, hand: int, throws: Sequence[Strategy]) -> Array:
    """Return the weights of the hands kept of six cards, as Python integers.

    ``throws`` are the dealer's and pone's strategies of the discard.
    """
    # The classes of n cards, and the numbers of those with one card more: (n, cards).
    sizes, near = [np.zeros(1, np.int64)], []
    for _ in range(6):
        more = classes_with_one_more(sizes[-1], ranks)
        sizes.append(np.unique(more))
        near.append(np.searchsorted(sizes[-1], more))
    # The number of the four ranks kept, by class of six cards and by discard.
    six, count = sizes[6], comb(len(ranks) + hand - 1, hand)
    bits = 1 << np.add.outer(ranks, SUIT_BITS).ravel()
    cards = (six[:, None] & bits != 0).nonzero()[1].reshape(-1, 6) >> 2
    number = np.zeros((len(ranks),) * hand, np.int64)
    for place, held in enumerate(multicombinations(range(len(ranks)), 4)):
        number[held] = place
    hands = np.stack([number[tuple(cards[:, four].T)] for four in KEPT], axis=1)
    # The hands that each player can keep, and their weights: (choices, classes).
    choices = []
    for _, rows, entries in throws:
        if len(entries) != len(six):
            refuse(f"expected {len(six)} classes")
        most = int((rows > 0).sum(axis=1).max())
        used = np.argsort(rows == 0, axis=1, kind="stable")[entries, :most]
        weights = rows[entries[:, None], used]
        choices.append((np.take_along_axis(hands, used, axis=1).T, weights.T))
    # The terms of six and of five cards T are summed pair by pair of hands, in pieces
    # of 16 bits, which floats add up exactly. Those of fewer cards are products.
    pieces = np.zeros((7, count * count), np.int64)
    itself = np.arange(len(six))[:, None]
    for size, containing in ((6, itself), (5, near[5])):
        times = (-1) ** size * renamings(sizes[size])
        step = 1 + 2**22 // containing.shape[1] ** 2
        for begin in range(0, len(containing), step):
            some = slice(begin, begin + step)
            rows = containing[some]
            pairs = product(*(zip(*choice, strict=True) for choice in choices))
            for (d, of_d), (p, of_p) in pairs:
                pair = d[rows][:, :, None] * count + p[rows][:, None, :]
                weight = of_d[rows][:, :, None] * of_p[rows][:, None, :]
                weight = weight * times[some, None, None]
                used = weight != 0
                pair, weight = pair[used], weight[used]
                for i, part in enumerate((weight & 2**PIECE - 1, weight >> PIECE)):
                    ways = np.bincount(pair, part, minlength=count * count)
                    pieces[i] += ways.astype(np.int64)
    _add_products(pieces, sizes, near, choices)
    total = sum(piece.astype(object) << PIECE * i for i, piece in enumerate(pieces))
    return np.asarray(total).reshape(count, count)


def _add_products(
    pieces: Array, sizes: list[Array], near: list[Array], choices: Any
) -> None:
    """Add the terms of up to four cards T: products of matrices, in pieces of F(T)."""
    count = int(np.sqrt(pieces.shape[1]))
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
        for i, j in product(range(4), repeat=2):
            left = dealer >> PIECE * i & 2**PIECE - 1
            right = pone >> PIECE * j & 2**PIECE - 1
            if left.any() and right.any():
                term = (left * times[:, None]).T.astype(float) @ right.astype(float)
                pieces[i + j] += np.rint(term).astype(np.int64).ravel()
        if size:
            more = near[size - 1].T
            sums = [sum(f[rows] for rows in more) // (7 - size) for f in sums]


def weights_of(table: Any, ranks: Array, hand: int) -> tuple[Array, int]:
    """Return the weights of all pairs of hands, and their sum."""
    if table == "dealt":
        weights: Array = dealt(len(ranks), hand).astype(object)
    else:
        shape = dict.fromkeys(("dealer", "pone"), read_strategy)
        throws = conform(table, shape).values()
        if hand != 4 or len(ranks) < 4:
            refuse("kept hands have four cards, of four ranks or more")
        weights = kept(ranks, hand, [*throws])
    weights = weights // np.gcd.reduce(weights.ravel())
    total = sum(weights.ravel().tolist())
    if weights.max() >= MOST_WEIGHT or total >= MOST_TOTAL:
        refuse("some weights of hands are too large")
    return weights.astype(np.uint64), total

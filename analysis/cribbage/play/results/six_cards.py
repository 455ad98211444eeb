"""Mean points of the play for every discard, given the six cards dealt.

The opponent's hand avoids all six cards, so for a deal S and the ranks D that a discard
keeps, by inclusion-exclusion over the cards T that the opponent could share with S,

    value(S, D) = Σ over T in S of (-1)^|T| · U(T, D),
    U(T, D) = Σ over P of F(T, P) · points(D, P),

with F of ``known_cards``. U depends on T only by its suit class. The points are those
of ``pair_values``: both players play a strategy that does not know the discards.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import comb

import numpy as np
from numba import njit

from trueodds.analysis.cribbage.deals import (
    Array,
    all_classes,
    compiled_tables,
)
from trueodds.analysis.cribbage.play.solving.known_cards import (
    SIX,
    Throws,
    class_of_places,
    compiled_throws,
    keeps_containing,
    kept_ranks,
)
from trueodds.analysis.cribbage.strategy_file import CLASSES, StrategyTable
from trueodds.analysis.cribbage.suit_classes import DISCARDS, Tables
from trueodds.core.storage.parallel import ranges
from trueodds.core.storage.progress import Progress, silent

AT_ONCE = 4096
WORKERS = 2


def play_values(
    throws: StrategyTable, points: Array, progress: Progress = silent
) -> Array:
    """Return the mean points for every class of deals and discard, float64 (n, 15).

    Args:
        throws: The opponent's discards.
        points: Points of a pair of hands, by our hand and the opponent's: (1820, 1820).
        progress: Called with the number of subsets' sizes done.

    Returns:
        Means over all hands of the opponent that avoid the deal.
    """
    kept = kept_ranks()
    scale = 1 / (comb(46, 6) * throws.denominator)
    by_opponent = np.ascontiguousarray(points.T) * scale
    values = np.zeros((CLASSES, len(DISCARDS)))
    with ThreadPoolExecutor(WORKERS) as threads:
        for size in range(SIX):
            progress("play of all deals", size, SIX)
            # Few hands contain five cards, so that single precision is enough there.
            number = np.float32 if size == SIX - 1 else np.float64
            right = by_opponent.astype(number)
            classes = len(all_classes(size).cards)
            of_size = np.zeros((classes, len(points)), number)

            def fill(
                chunk: tuple[int, int],
                size: int = size,
                right: Array = right,
                of_size: Array = of_size,
            ) -> None:
                sums = keeps_containing(throws, size, *chunk)
                of_size[slice(*chunk)] = sums.astype(right.dtype) @ right

            chunks = ranges(classes, 1 + classes // AT_ONCE)
            list(threads.map(fill, chunks))
            subsets = np.array(list(combinations(range(SIX), size)), np.int64)

            def add(
                first: int, subsets: Array = subsets, of_size: Array = of_size
            ) -> None:
                _add_subsets(
                    *(all_classes(SIX).cards, first, WORKERS, compiled_tables()),
                    *(subsets, kept, of_size, values),
                )

            list(threads.map(add, range(WORKERS)))
    _add_whole(compiled_throws(throws), by_opponent, values)
    progress("play of all deals", SIX, SIX)
    return values


@njit(cache=True, nogil=True)
def _add_subsets(
    deals: Array,
    first: int,
    step: int,
    by: Tables,
    subsets: Array,
    kept: Array,
    of_size: Array,
    values: Array,
) -> None:
    """Add the terms of all subsets of one size to every ``step``-th deal.

    ``of_size`` is U of the subsets' size (classes, 1820), ``values`` (deals, 15).
    """
    bits = np.zeros(4, np.int64)
    sign = -1.0 if subsets.shape[1] & 1 else 1.0
    for deal in range(first, len(deals), step):
        for places in subsets:
            index = class_of_places(deals[deal], places, bits, by)
            for discard in range(values.shape[1]):
                values[deal, discard] += sign * of_size[index, kept[deal, discard]]


@njit(cache=True, nogil=True)
def _add_whole(throws: Throws, by_opponent: Array, values: Array) -> None:
    """Add the term of all six cards: the opponent's hand would be the deal itself."""
    for deal in range(len(values)):
        row = throws.entries[deal]
        for choice in range(throws.number[row]):
            theirs = throws.kept[deal, throws.chosen[row, choice]]
            for discard in range(values.shape[1]):
                ours = throws.kept[deal, discard]
                values[deal, discard] += (
                    throws.weights[row, choice] * by_opponent[theirs, ours]
                )

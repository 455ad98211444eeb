"""Means and mean squares of a bet over the six-card hands that contain given cards.

These give the mean product of the results of two random hands that share k cards. Given
the shared cards, the mean product is the square of a hand's mean result. This square is
then averaged over k random cards.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.baccarat.distribution import DEALT, Tableau
from trueodds.core.kernels.baccarat import six_cards

Array: TypeAlias = NDArray[Any]


def conditional_means(
    tableau: Tableau, held: Sequence[int], results: Array
) -> list[Array]:
    """Return each bet's mean result over the six-card hands that contain k given cards.

    The list has a level for each k = 0 … 6, of shape (bets, multisets of k classes).
    Level k is multiplied by 6! and by (N - k) … (N - 5), for a shoe of N cards, so that
    its entries are integers. ``results`` has shape (bets, outcomes) and is multiplied
    by 6! already.
    """
    kinds = len(held)
    multisets = [
        list(combinations_with_replacement(range(kinds), k)) for k in range(DEALT + 1)
    ]
    place = [{m: i for i, m in enumerate(level)} for level in multisets]
    pairs = tableau.pairs
    codes = np.array([(DEALT + 1) ** kind for kind in range(kinds)])
    code = six_cards(pairs.lower, pairs.upper, codes)
    orders = np.where(pairs.lower == pairs.upper, 1, 2)
    ways = np.repeat(np.multiply.outer(orders, orders), kinds**2)
    outcomes = len(tableau.outcomes)
    six_codes = np.array([sum(int(codes[c]) for c in m) for m in multisets[DEALT]])
    order = np.argsort(six_codes)
    where = order[np.searchsorted(six_codes, code, sorter=order)]
    led = tableau.cells % outcomes
    arrangements = np.bincount(
        where * outcomes + led, ways, minlength=len(six_codes) * outcomes
    )
    table = arrangements.astype(np.int64).reshape(-1, outcomes)
    whole = np.array(
        [prod(factorial(m.count(c)) for c in set(m)) for m in multisets[DEALT]]
    )
    table = table * whole[:, None]
    top = np.array([_dot(table, row) for row in results])
    levels = [top]
    for k in range(DEALT - 1, -1, -1):
        level = np.zeros((len(results), len(multisets[k])), dtype=object)
        for kind in range(kinds):
            more = [place[k + 1][tuple(sorted((*m, kind)))] for m in multisets[k]]
            left = [held[kind] - m.count(kind) for m in multisets[k]]
            level += np.array(left, dtype=object) * levels[0][:, more]
        levels.insert(0, level)
    return levels


def _dot(table: Array, row: Array) -> Array:
    """Multiply the table by a row, exactly, by grouping equal entries of the table."""
    total = np.zeros(len(table), dtype=object)
    for result in set(row.tolist()):
        alike = table[:, row == result].sum(axis=1)
        total += alike.astype(object) * (result // factorial(DEALT))
    return total


def mean_squares(held: Sequence[int], level: Array, k: int) -> list[Fraction]:
    """Return the mean square of each bet's entries of ``level``, over k random cards.

    ``level`` is level k of ``conditional_means``; ``held`` counts the shoe's cards by
    class.
    """
    ways = np.array(
        [
            prod(comb(held[kind], m.count(kind)) for kind in set(m))
            for m in combinations_with_replacement(range(len(held)), k)
        ],
        dtype=object,
    )
    return [
        Fraction(int((ways * row * row).sum()), comb(sum(held), k)) for row in level
    ]


def overlaps(agree: Sequence[Fraction], cards: int) -> tuple[Fraction, ...]:
    """Return the mean product of two hands' results if the hands share exactly k cards.

    The result has an entry for each k = 0 … 6. ``agree[k]`` is the mean product if the
    hands share k given cards and perhaps more; ``cards`` is the size of the shoe. The
    number of cards that such hands share in all has a hypergeometric distribution.
    """
    products = [Fraction(0)] * (DEALT + 1)
    for k in range(DEALT, -1, -1):
        share = [
            Fraction(
                comb(DEALT - k, j - k) * comb(cards - DEALT, DEALT - j),
                comb(cards - k, DEALT - k),
            )
            for j in range(k, DEALT + 1)
        ]
        known = sum(
            (p * products[j] for j, p in enumerate(share[1:], k + 1)), Fraction(0)
        )
        products[k] = (agree[k] - known) / share[0]
    return tuple(products)

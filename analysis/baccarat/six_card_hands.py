"""Means and mean squares of a bet over the sixes of cards that hold given cards.

How the results of two random sixes agree that share k cards follows from the mean,
over k random cards, of the squared mean result given these k.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.baccarat.distribution import DEALT, Tableau

Array: TypeAlias = NDArray[Any]


def conditional_means(
    tableau: Tableau, held: Sequence[int], results: Array
) -> list[Array]:
    """For k = 0 … 6 and all k cards, the mean result of the sixes that hold them.

    Each of shape (bets, multisets of k classes), times (N - k) … (N - 5), and the
    results times 6! over; ``results`` is (bets, outcomes), already times 6!.
    """
    kinds = len(held)
    multisets = [
        list(combinations_with_replacement(range(kinds), k)) for k in range(DEALT + 1)
    ]
    place = [{m: i for i, m in enumerate(level)} for level in multisets]
    pairs = tableau.pairs
    codes = np.array([(DEALT + 1) ** kind for kind in range(kinds)])
    of_pair = codes[pairs.one] + codes[pairs.other]
    code = (
        of_pair[:, None, None, None]
        + of_pair[None, :, None, None]
        + codes[:, None]
        + codes
    ).ravel()
    orders = np.where(pairs.one == pairs.other, 1, 2)
    ways = np.broadcast_to(
        (orders[:, None] * orders)[..., None, None],
        (len(orders), len(orders), kinds, kinds),
    ).ravel()
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
    """Row by row of the table, exact; results are few, so gather by result first."""
    total = np.zeros(len(table), dtype=object)
    for result in set(row.tolist()):
        alike = table[:, row == result].sum(axis=1)
        total += alike.astype(object) * (result // factorial(DEALT))
    return total


def mean_squares(held: Sequence[int], level: Array, k: int) -> list[Fraction]:
    """For each bet the mean over k random cards of the square."""
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
    """From the mean squares given k cards, the products of sixes that share exactly k.

    Given k common cards, two sixes share j >= k of them with a hypergeometric law.
    """
    found = [Fraction(0)] * (DEALT + 1)
    for k in range(DEALT, -1, -1):
        chance = [
            Fraction(
                comb(DEALT - k, j - k) * comb(cards - DEALT, DEALT - j),
                comb(cards - k, DEALT - k),
            )
            for j in range(k, DEALT + 1)
        ]
        known = sum(
            (c * found[j] for j, c in enumerate(chance[1:], k + 1)), Fraction(0)
        )
        found[k] = (agree[k] - known) / chance[0]
    return tuple(found)

"""Means and mean squares of a bet over the six-card hands that contain given cards.

These give the mean product of the results of two random hands that share k cards. Given
the shared cards, the mean product is the square of a hand's mean result. This square is
then averaged over k random cards.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from operator import mul
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

    The list has an array for each k = 0 … 6 (level k), of shape (bets, multisets of k
    classes). A multiset has the classes of the k given cards, in the order of
    ``combinations_with_replacement``. Level k is multiplied by 6! and by (N - k) … (N -
    5), for a shoe of N cards, so that its entries are integers.

    Args:
        tableau: All coups under the rules.
        held: The number of the shoe's cards of each class.
        results: The result of each bet for each of ``Tableau.outcomes``, times 6!, as
            integers: (bets, outcomes).
    """
    kinds = len(held)
    multisets = [
        list(combinations_with_replacement(range(kinds), k)) for k in range(DEALT + 1)
    ]
    table = _deals(tableau, multisets[DEALT])
    top = np.array([_dot(table, row) for row in results])
    levels = [top]
    for k in range(DEALT - 1, -1, -1):
        smaller = multisets[k]
        place = {multiset: i for i, multiset in enumerate(multisets[k + 1])}
        level = np.zeros((len(results), len(smaller)), dtype=object)
        for kind in range(kinds):
            larger = [tuple(sorted((*m, kind))) for m in smaller]
            with_kind = levels[0][:, [place[m] for m in larger]]
            # A hand goes on with any of the cards left of a class.
            left = [held[kind] - m.count(kind) for m in smaller]
            level += np.array(left, dtype=object) * with_kind
        levels.insert(0, level)
    return levels


def _deals(tableau: Tableau, hands: Sequence[tuple[int, ...]]) -> Array:
    """Return how often each six-card hand leads to each outcome: (hands, outcomes).

    Each of the hand's 6! deals counts once, also where its cards are of equal classes.
    """
    kinds = len(tableau.classes)
    pairs = tableau.pairs
    # No class occurs more than six times, so sums of powers of 7 tell the hands apart.
    codes = np.array([(DEALT + 1) ** kind for kind in range(kinds)])
    hand_codes = codes[np.array(hands)].sum(axis=1)
    dealt_codes = six_cards(pairs.lower, pairs.upper, codes)
    order = np.argsort(hand_codes)
    hand = order[np.searchsorted(hand_codes, dealt_codes, sorter=order)]
    orders = np.where(pairs.lower == pairs.upper, 1, 2)
    ways = np.repeat(np.multiply.outer(orders, orders), kinds**2)
    outcomes = len(tableau.outcomes)
    outcome = tableau.cells % outcomes
    size = len(hands) * outcomes
    places = hand * outcomes + outcome
    counts = np.bincount(places, ways, minlength=size)
    sequences = counts.astype(np.int64).reshape(-1, outcomes)
    # Equal cards can change places: a sequence of classes stands for so many deals.
    orders_of_equals = [prod(map(factorial, Counter(m).values())) for m in hands]
    deals: Array = sequences * np.array(orders_of_equals)[:, None]
    return deals


def _dot(table: Array, row: Array) -> Array:
    """Multiply the table by a row, exactly, by grouping equal entries of the table."""
    total = np.zeros(len(table), dtype=object)
    for result in set(row.tolist()):
        alike = table[:, row == result].sum(axis=1)
        total += alike.astype(object) * (result // factorial(DEALT))
    return total


def mean_squares(held: Sequence[int], level: Array, k: int) -> list[Fraction]:
    """Return for each bet the mean square of its mean results, over k random cards.

    ``held`` has the number of the shoe's cards of each class. ``level`` is level k of
    ``conditional_means``: each bet's mean result given k cards, as an integer, of shape
    (bets, multisets of k classes). The squares are those of these integers. The square
    of a multiset counts with the probability that k random cards of the shoe are this
    multiset.
    """
    ways = []
    for multiset in combinations_with_replacement(range(len(held)), k):
        numbers = Counter(multiset).items()
        ways.append(prod(comb(held[kind], number) for kind, number in numbers))
    draws = comb(sum(held), k)
    weights = np.array(ways, dtype=object)
    squares = (weights * level * level).sum(axis=1)
    return [Fraction(int(square), draws) for square in squares]


def overlaps(agree: Sequence[Fraction], cards: int) -> tuple[Fraction, ...]:
    """Return a bet's mean product over two hands that share exactly k cards.

    A hand is six random cards of a shoe with ``cards`` cards. The product is that of
    the bet's results on the two hands. The returned tuple has its mean for each k = 0 …
    6. ``agree[k]`` is the mean product if the hands share k given cards and perhaps
    more. The number of cards that they share besides has a hypergeometric distribution.
    """
    products = [Fraction(0)] * (DEALT + 1)
    for k in range(DEALT, -1, -1):
        unshared = DEALT - k
        hands = comb(cards - k, unshared)
        share = []
        for more in range(unshared + 1):
            # The second hand takes ``more`` of the first hand's other cards.
            ways = comb(unshared, more) * comb(cards - DEALT, unshared - more)
            share.append(Fraction(ways, hands))
        # The product for exactly k is still 0 here, so this sums those for more cards.
        known = sum(map(mul, share, products[k:]))
        products[k] = (agree[k] - known) / share[0]
    return tuple(products)

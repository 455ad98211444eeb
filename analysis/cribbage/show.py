"""Points of all shows: four cards of a hand or of a random crib, and a starter.

One part of the points depends on the ranks alone; the reference scorer counts it once
for each set of ranks. Flush and nobs depend on the suits. So a table look-up gives the
points of all 270,725 hands with each starter.
"""

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import chain, combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from trueodds.core.cards import Card
from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.enclosure import square_root
from trueodds.core.exact.quantity import Quantity, point_masses
from trueodds.core.rules.cribbage import JACK, CribbageRules, Rule, rank_points

MOST = 29
"""The most points of a show under the usual rules; tables go at least this far."""

IMPOSSIBLE = -1
"""The points of a hand with a starter that is one of its own cards."""

points_quantity = partial(Quantity, unit="points", method="enumeration")


def quantities(rules: CribbageRules, rule: Rule) -> Iterator[Quantity]:
    """Yield ``show.RULE.*``: the distribution of the points of a random hand or crib.

    The four cards are random, and so is the starter. ``rule`` is "hand" or "crib",
    which decides how a flush counts. The mean follows, and for a hand the standard
    deviation.
    """
    label, text = {
        "hand": ("Hand of four random cards", "a hand of four random cards"),
        "crib": ("Crib of four random cards", "a crib of four random cards"),
    }[rule]
    table = show_table(rules, rule)
    points = points_distribution(table[table != IMPOSSIBLE])
    yield from points_quantities(f"show.{rule}", label, points)
    mean = f"Mean points of {text}"
    yield points_quantity(f"show.{rule}.mean", mean, points.mean())
    if rule == "hand":
        deviation = square_root(points.variance())
        label = "Standard deviation of a hand of four random cards"
        yield points_quantity("show.hand.sd", label, deviation)


def show_table(
    rules: CribbageRules, rule: Rule, *, bare: bool = False
) -> NDArray[np.int16]:
    """Return the points of each hand of four cards with each starter.

    ``rule`` is "hand" or "crib". The shape is (270725, 52): the row is
    ``hand_index(hand)`` and the column the starter's number. The entry is
    ``IMPOSSIBLE`` where the starter is in the hand. Without a starter (``bare``, or
    rules that have none) there is a single column.

    >>> table = show_table(CribbageRules.load(), "hand")
    >>> int((table == 29).sum()), int((table == 19).sum()), int((table >= 0).sum())
    (4, 0, 12994800)
    """
    hands = _all_hands()
    starter = rules.starter and not bare
    by_rank = rank_table(rules, starter=starter)
    # Each rank of the starter has four suits.
    points = by_rank[tuple(hands.T // 4)]
    table = np.repeat(points, 4 if starter else 1, axis=1)
    suits = hands % 4
    first_suit = suits[:, 0]
    suited = (suits == suits[:, :1]).all(axis=1)
    four, fifth = rules.flush_points(rule)
    table[suited] += four
    if not starter:
        return table
    for suit in range(4):
        # A view of the columns of this suit: a card's number is 4 * rank + suit.
        starters = table[:, suit::4]
        starters[suited & (first_suit == suit)] += fifth
        jack = Card(JACK, suit).number
        holds_jack = (hands == jack).any(axis=1)
        starters[holds_jack] += rules.nobs_points
    np.put_along_axis(table, hands.astype(np.intp), IMPOSSIBLE, axis=1)
    return table


def hand_index(hands: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Return the number of each hand of four ascending cards in colexicographic order.

    ``hands`` has four card numbers in each row: (n, 4). The result has shape (n,), with
    numbers below 270,725. They are those of the combinatorial number system: comb(a, 1)
    + comb(b, 2) + comb(c, 3) + comb(d, 4) for the cards a < b < c < d.

    >>> hand_index(np.array([[0, 1, 2, 3], [48, 49, 50, 51]], dtype=np.uint8)).tolist()
    [0, 270724]
    """
    index = np.zeros(len(hands), np.intp)
    for k, cards in enumerate(hands.T, start=1):
        binomials = np.array([comb(card, k) for card in range(52)])
        index += binomials[cards]
    return index


@lru_cache(2)
def rank_table(rules: CribbageRules, *, starter: bool) -> NDArray[np.int16]:
    """Return the points of fifteens, pairs and runs, by the ranks of five cards.

    The shape is (13, 13, 13, 13, 13). The first four axes are the ranks of four cards,
    ascending. The last axis is the starter's rank; without a starter its length is 1.
    Entries whose ranks do not ascend are 0. Entries for five cards of a rank are not
    used.
    """
    points = rank_points(rules, 5 if starter else 4)
    table = np.zeros((13, 13, 13, 13, 13 if starter else 1), dtype=np.int16)
    for ranks in combinations_with_replacement(range(13), 4):
        for rank in range(table.shape[-1]):
            cards = sorted((*ranks, rank)) if starter else ranks
            table[(*ranks, rank)] = points[tuple(cards)]
    return table


def points_distribution(
    points: NDArray[np.int16], weights: NDArray[np.int64] | None = None
) -> Distribution[int]:
    """Return how often each number of points occurs in an array of points.

    ``weights`` says how often each entry of ``points`` counts (default: once).
    """
    counts = np.zeros(points.max() + 1, dtype=np.int64)
    np.add.at(counts, points, 1 if weights is None else weights)
    return Distribution({value: int(count) for value, count in enumerate(counts)})


def points_quantities(
    prefix: str, label: str, points: Distribution[int]
) -> Iterator[Quantity]:
    """Yield a probability for each number of points, the impossible 19 included.

    ``prefix`` is the first part of the ids, and ``label`` the first part of the labels.
    ``points`` is the distribution.
    """
    return point_masses(prefix, f"{label}: {{}}", points, range(max(MOST, *points) + 1))


def _all_hands() -> NDArray[np.uint8]:
    """Return all hands of four ascending cards, each at its ``hand_index``.

    Descending hands in descending order are the same list, read backwards.
    """
    cards = chain.from_iterable(combinations(range(51, -1, -1), 4))
    return np.fromiter(cards, np.uint8).reshape(-1, 4)[::-1, ::-1]

"""The odds of the show, and of the best four of six cards, over every deal.

A show's points are a part that depends on ranks alone, which the reference scorer
counts once for each set of ranks, plus flush and nobs, which depend on suits. So the
points of all 270,725 hands with each starter are a table look-up. Deals of six cards
are taken by suit class: 962,988 stand for all 20,358,520.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from trueodds.core.cards import Card
from trueodds.core.distribution import Distribution
from trueodds.core.enclosure import Enclosure, square_root
from trueodds.core.quantity import Quantity, point_masses
from trueodds.core.rules.cribbage import JACK, CribbageRules, Rule, rank_lines
from trueodds.core.suit_classes import suit_classes

MOST = 29
"""The most points of a show under the usual rules; tables go at least this far."""

IMPOSSIBLE = -1
"""The points of a hand with a starter that is one of its own cards."""


def quantities(rules: CribbageRules) -> Iterator[Quantity]:
    """Every quantity of the show and of the choice of four cards, in order."""
    hand, crib = show_table(rules, "hand"), show_table(rules, "crib")
    law = _law(hand[hand != IMPOSSIBLE])
    yield from _masses("show.hand", "Hand", law)
    yield _points("show.hand.mean", "Mean points of a hand", law.mean())
    deviation = square_root(law.variance())
    yield _points("show.hand.sd", "Standard deviation of a hand", deviation)
    law = _law(crib[crib != IMPOSSIBLE])
    yield from _masses("show.crib", "Crib of four random cards", law)
    yield _points("show.crib.mean", "Mean points of a random crib", law.mean())

    deals, sets = suit_classes(6)
    bare = show_table(rules, "hand", bare=True)[:, 0]
    best = np.max([bare[hand_index(kept)] for kept, _ in _choices(deals)], axis=0)
    law = _law(best, sets)
    yield from _masses("deal.best_four", "Best four of six, no starter", law)
    label = "Mean of the best four of six, no starter"
    yield _points("deal.best_four.mean", label, law.mean())
    if rules.starter:
        label = "Mean of the best expected hand of four of six"
        yield _points("deal.best_mean.mean", label, _best_mean(hand, deals, sets))


def show_table(
    rules: CribbageRules, rule: Rule, *, bare: bool = False
) -> NDArray[np.int16]:
    """The points of every hand of four cards with every starter.

    Row ``hand_index(hand)``, column = the starter's number: shape (270725, 52), with
    ``IMPOSSIBLE`` where the starter is in the hand. Without a starter (``bare``, or
    rules that have none) there is a single column.

    >>> table = show_table(CribbageRules.load(), "hand")
    >>> int((table == 29).sum()), int((table == 19).sum()), int((table >= 0).sum())
    (4, 0, 12994800)
    """
    hands = _all_hands()
    starter = rules.starter and not bare
    by_rank = rank_points(rules, starter=starter)
    # Four suits to each rank of the starter.
    table = np.repeat(by_rank[tuple(hands.T // 4)], 4 if starter else 1, axis=1)
    suited = (hands % 4 == hands[:, :1] % 4).all(axis=1)
    least = rules.hand_flush if rule == "hand" else rules.crib_flush
    for suit in range(4):
        flush = suited & (hands[:, 0] % 4 == suit)
        table[flush] += _flush(4, least, rules)
        if starter:
            flush_of_five = _flush(5, least, rules) - _flush(4, least, rules)
            table[flush, suit::4] += flush_of_five
            holds_jack = (hands == Card(JACK, suit).number).any(axis=1)
            table[holds_jack, suit::4] += rules.nobs_points
    if starter:
        np.put_along_axis(table, hands.astype(np.intp), IMPOSSIBLE, axis=1)
    return table


def hand_index(hands: NDArray[np.uint8]) -> NDArray[np.intp]:
    """The number of each hand of four ascending cards in colexicographic order.

    The combinatorial number system: comb(a, 1) + comb(b, 2) + comb(c, 3) + comb(d, 4)
    for the cards a < b < c < d. Shape (n, 4) to (n,), each below 270,725.

    >>> hand_index(np.array([[0, 1, 2, 3], [48, 49, 50, 51]], dtype=np.uint8)).tolist()
    [0, 270724]
    """
    index = np.zeros(len(hands), dtype=np.intp)
    for place in range(4):
        binomials = np.array([comb(card, place + 1) for card in range(52)])
        index += binomials[hands[:, place]]
    return index


def _all_hands() -> NDArray[np.uint8]:
    """All hands of four ascending cards, each at its ``hand_index``."""
    hands = np.array(list(combinations(range(52), 4)), dtype=np.uint8)
    return hands[np.argsort(hand_index(hands))]


def rank_points(rules: CribbageRules, *, starter: bool) -> NDArray[np.int16]:
    """Fifteens, pairs and runs, by the four ascending ranks of the hand; exact.

    Shape (13, 13, 13, 13, 13), the last axis the starter's rank, or (…, 1) without;
    zero where the ranks are not ascending.
    """

    @cache
    def points(ranks: tuple[int, ...]) -> int:
        # The suits do not matter here, so five of a rank may stand for nothing.
        cards = [Card(rank, 0) for rank in ranks]
        return sum(line.points or 0 for line in rank_lines(cards, rules))

    table = np.zeros((13, 13, 13, 13, 13 if starter else 1), dtype=np.int16)
    for ranks in combinations_with_replacement(range(13), 4):
        if starter:
            for rank in range(13):
                table[(*ranks, rank)] = points(tuple(sorted((*ranks, rank))))
        else:
            table[ranks] = points(ranks)
    return table


def _flush(length: int, least: int, rules: CribbageRules) -> int:
    return length * rules.flush_card_points if length >= least else 0


def _choices(
    deals: NDArray[np.uint8],
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.uint8]]]:
    """The fifteen ways to keep four of six cards: kept (n, 4) and thrown (n, 2)."""
    for kept in combinations(range(6), 4):
        thrown = [place for place in range(6) if place not in kept]
        yield deals[:, kept], deals[:, thrown]


def _best_mean(
    shows: NDArray[np.int16], deals: NDArray[np.uint8], sets: NDArray[np.int64]
) -> Fraction:
    """The mean over deals of the best hand's mean over the 46 starters to come.

    A hand's points with the starters that are left are its points with all 48 others,
    less those with the two cards thrown.
    """
    over_all = np.where(shows == IMPOSSIBLE, 0, shows).sum(axis=1, dtype=np.int32)
    best = np.zeros(len(deals), dtype=np.int32)
    for kept, thrown in _choices(deals):
        hand = hand_index(kept)
        lost = shows[hand[:, None], thrown].sum(axis=1)
        np.maximum(best, over_all[hand] - lost, out=best)
    return Fraction(int(best @ sets), 46 * int(sets.sum()))


def _law(
    points: NDArray[np.int16], weights: NDArray[np.int64] | None = None
) -> Distribution[int]:
    """How often each number of points comes up, each entry weighing 1 or its weight."""
    if weights is None:
        counts = np.bincount(points)
    else:
        counts = np.zeros(points.max() + 1, dtype=np.int64)
        np.add.at(counts, points, weights)
    return Distribution({value: int(count) for value, count in enumerate(counts)})


def _masses(prefix: str, label: str, law: Distribution[int]) -> Iterator[Quantity]:
    """A probability for each number of points, the impossible 19 included."""
    return point_masses(prefix, f"{label}: {{}}", law, range(max(MOST, *law) + 1))


def _points(id: str, label: str, value: Fraction | Enclosure) -> Quantity:
    return Quantity(
        id=id, label=label, value=value, unit="points", method="enumeration"
    )

"""Points of the four cards that each discard keeps: without a starter, and on average.

Every one of the 20,358,520 deals counts: 962,988 suit classes stand for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage import held
from trueodds.analysis.cribbage.deals import DEALS, all_classes, kept_hands
from trueodds.analysis.cribbage.show import (
    IMPOSSIBLE,
    points_distribution,
    points_quantities,
    points_quantity,
    show_table,
)
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.cribbage import CribbageRules

STARTERS = 46

TIES = 360_360
"""A multiple of every number of ties among fifteen discards."""


def quantities(rules: CribbageRules) -> Iterator[Quantity]:
    """Yield means and probabilities of the best four cards of six, over all deals.

    ``deal.best_four.N`` is the probability that the four cards with the most points
    without a starter have N points. ``deal.best_four.mean`` is the mean of N.

    The others need rules with a starter. ``deal.best_mean.mean`` is the mean, with the
    starter, of the four cards with the highest mean over the starters.
    ``deal.best_mean.0`` is the probability that they then score 0, and
    ``keep.holds.ITEM`` that they and the starter hold a scoring item, such as a flush
    of five. ``deal.kept.29`` is the probability that some four of the six cards score
    29 with the starter.
    """
    sets = all_classes(6).sets
    deals = STARTERS * DEALS
    best = points_distribution(points_now(rules).max(axis=1), sets)
    yield from points_quantities("deal.best_four", "Best four of six, no starter", best)
    label = "Mean of the best four of six, no starter"
    yield points_quantity("deal.best_four.mean", label, best.mean())
    if rules.starter:
        label = "Mean of the best expected hand of four of six"
        most = int(own_sums(rules).max(axis=1) @ sets)
        mean = Fraction(most, deals)
        yield points_quantity("deal.best_mean.mean", label, mean)
        label = "Hand of 0, the best expected hand of four of six kept"
        shows = kept_shows(rules)
        zeros = shows[show_table(rules, "hand") == 0].sum()
        zero = Fraction(int(zeros), TIES * deals)
        yield Quantity("deal.best_mean.0", label, zero, "probability", "enumeration")
        label = "Hand of 29, kept from six cards"
        kept = ways_to_keep(rules, 29)
        yield Quantity.probability("deal.kept.29", label, kept, deals)
        label = "Best average four of six cards and the starter"
        yield from held.quantities("keep.holds", label, rules, shows)


def points_now(rules: CribbageRules) -> NDArray[np.int16]:
    """Return the points of the four cards that each discard keeps, without a starter.

    The shape is (962988, 15), by suit class of six cards and discard. A suit class has
    all sets of cards that differ only in the names of the suits.
    """
    return show_table(rules, "hand", bare=True)[:, 0][kept_hands()]


def ways_to_keep(rules: CribbageRules, points: int) -> int:
    """Return the number of deals with a starter in which four cards score ``points``.

    The four cards are any of the six, and are scored with the starter.
    """
    cards, sets = all_classes(6)
    hands = kept_hands()
    scores = show_table(rules, "hand") == points
    scores_ever = scores.any(axis=1)
    # Few deals can score these points. Only these get a row, with all starters.
    able = np.flatnonzero(scores_ever[hands].any(axis=1))
    starters = scores[hands[able]].any(axis=1)
    # The cards thrown cannot be turned up as the starter.
    np.put_along_axis(starters, cards[able].astype(np.intp), False, axis=1)
    return int(np.count_nonzero(starters, axis=1) @ sets[able])


def kept_shows(rules: CribbageRules) -> NDArray[np.int64]:
    """Return how often each hand of four cards is kept with each starter.

    From each deal of six cards the hand with the highest mean over the starters is
    kept. The shape is (270725, 52), as that of ``show_table``. Each deal with a starter
    counts ``TIES`` times. If several hands of a deal are best, each is kept in an equal
    share of these times. A hand stands for all hands that differ from it only in the
    names of the suits.
    """
    cards, sets = all_classes(6)
    sums = own_sums(rules)
    best = sums.max(axis=1, keepdims=True)
    rows, discards = np.nonzero(sums == best)
    hands = kept_hands()[rows, discards]
    ties = np.bincount(rows)
    weights = sets[rows] * (TIES // ties[rows])
    kept = np.zeros(comb(52, 4), np.int64)
    np.add.at(kept, hands, weights)
    shows = np.repeat(kept[:, None], 52, axis=1)
    # Neither of the two cards thrown is the starter.
    for places in np.array(DISCARDS)[discards].T:
        np.subtract.at(shows, (hands, cards[rows, places]), weights)
    return shows


@lru_cache(1)
def own_sums(rules: CribbageRules) -> NDArray[np.int32]:
    """Return the points of the four cards that each discard keeps, over starters.

    They are exact sums over the 46 starters: int32 (962988, 15), by suit class of six
    cards and discard. A discard's mean is its entry over 46. Each entry is computed as
    the sum over all 48 cards outside of the hand, minus the points with either of the
    two cards thrown. A suit class has all sets of cards that differ only in the names
    of the suits.
    """
    shows = show_table(rules, "hand")
    # The sum over the 48 cards outside of the hand; its own cards add nothing.
    over_all = np.where(shows == IMPOSSIBLE, 0, shows).sum(axis=1, dtype=np.int32)
    cards = all_classes(6).cards
    hands = kept_hands()
    sums: NDArray[np.int32] = over_all[hands]
    for discard, positions in enumerate(DISCARDS):
        for position in positions:
            sums[:, discard] -= shows[hands[:, discard], cards[:, position]]
    # The cache gives all callers the same array.
    sums.flags.writeable = False
    return sums

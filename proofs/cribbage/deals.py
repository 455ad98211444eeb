"""Independent derivation of the best four of six cards, over all 20,358,520 deals.

Every deal is visited; there are no suit classes. Ranks and suits of four cards are
scored separately, without the reference scorer.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.cribbage import JACK, CribbageRules
from trueodds.proofs.cribbage.shows import (
    of_ranks,
    require_standard,
    script_of_ranks,
)

Array: TypeAlias = NDArray[Any]

KEPT_HANDS = np.array(list(combinations(range(6), 4)))
"""Places of the four cards kept of six, in the published script's order."""

THROWN = np.array([[n for n in range(6) if n not in kept] for kept in KEPT_HANDS])
"""Places of the two cards thrown, in the same order as ``KEPT_HANDS``."""

TIES = 360_360
"""A multiple of every number of ties among fifteen discards."""

MOST = 1024
"""Upper limit on the points of four cards: all scores are below it."""


def deals(rules: CribbageRules) -> dict[str, Fraction]:
    """Return the points of the best four of six cards, and how often a script is wrong.

    The result has exact values by quantity id:

    - ``deal.best_four.*``: the distribution and mean of the most points of four cards
      without a starter;
    - ``deal.best_mean.*``: the mean points, and the probability of 0 points, of the
      four cards with the highest mean over all starters;
    - ``deal.kept.29``: the probability that four of the six cards score 29 with the
      starter;
    - ``script.*``: the shares of deals for which a published script reports wrong
      points (``wrong_best``), and keeps other than the best four (``wrong_choice``).

    Raises ``NotDescribedError`` for rules without a starter, and for rules that count
    runs of three inside longer runs.
    """
    require_standard(rules)
    bare, printed, over_all, shows = _tables(rules)
    counts = np.zeros(MOST, np.int64)
    wrong_best, wrong_choice, mean, zeros = _every_deal(
        KEPT_HANDS, THROWN, _places(), bare, printed, over_all, shows, counts
    )
    total = comb(52, 6)
    # A set, so that a deal counts once for each starter.
    kept = {
        (starter, *sorted((*hand, *two)))
        for number, starter in np.argwhere(shows == 29).tolist()
        for hand in [_hands()[number]]
        for two in combinations({*range(52)} - {starter, *hand}, 2)
    }
    points = {
        f"deal.best_four.{n}": Fraction(int(counts[n]), total)
        for n in range(max(29, int(np.flatnonzero(counts).max())) + 1)
    }
    return points | {
        "deal.best_four.mean": Fraction(int(counts @ np.arange(MOST)), total),
        "deal.best_mean.mean": Fraction(mean, 46 * total),
        "deal.best_mean.0": Fraction(zeros, TIES * 46 * total),
        "deal.kept.29": Fraction(len(kept), 46 * total),
        "script.wrong_best": Fraction(wrong_best, total),
        "script.wrong_choice": Fraction(wrong_choice, total),
    }


def _places() -> Array:
    """Return what a card adds to the number of its hand: (place among four, card)."""
    return np.array([[comb(card, k + 1) for card in range(52)] for k in range(4)])


@cache
def _hands() -> list[tuple[int, ...]]:
    """Return all hands of four ascending cards, ordered by the highest card first."""
    # This is the order in which the binomials of ``_places`` number the hands.
    return sorted(combinations(range(52), 4), key=lambda hand: hand[::-1])


def _tables(rules: CribbageRules) -> tuple[Array, Array, Array, Array]:
    """Return four tables of points by the number of a hand of four cards.

    The first table is without a starter. The second has the points that the published
    script counts. The third is summed over all 48 starters. The fourth has the points
    with each starter: (hands, 52).
    """
    shape = (13, 13, 13, 13)
    bare = np.zeros(shape, np.int64)
    printed = np.zeros(shape, np.int64)
    shows = np.zeros((*shape, 13), np.int64)
    # Cards ascend by rank, so only entries with ascending ranks are read.
    for ranks in combinations_with_replacement(range(13), 4):
        bare[ranks] = of_ranks(ranks, rules)
        printed[ranks] = script_of_ranks(ranks, rules)
        for starter in range(13):
            shows[*ranks, starter] = of_ranks((*ranks, starter), rules)
    hands = np.array(_hands())
    suits = hands % 4
    by_hand = tuple((hands // 4).T)
    flush = (suits == suits[:, :1]).all(axis=1) * rules.flush_card_points
    # Four cards of a suit, with a starter of another suit and with one of the same
    # suit.
    of_four = 4 * flush if rules.hand_flush <= 4 else 0 * flush
    of_five = 5 * flush if rules.hand_flush <= 5 else 0 * flush
    points = np.empty((len(hands), 52), np.int64)
    for starter in range(52):
        same = suits[:, 0] == starter % 4
        jack = (hands == 4 * JACK + starter % 4).any(axis=1)
        points[:, starter] = shows[*by_hand, starter // 4] + jack * rules.nobs_points
        points[:, starter] += np.where(same, of_five, of_four)
    # A hand's own cards are no starters, so the sum over 52 cards is that over 48.
    np.put_along_axis(points, hands, 0, axis=1)
    return (
        (bare[by_hand] + of_four).astype(np.int16),
        (printed[by_hand] + of_four).astype(np.int16),
        points.sum(axis=1).astype(np.int32),
        points.astype(np.int16),
    )


@compiled
def _every_deal(
    kept_hands: Array,
    thrown: Array,
    places: Array,
    bare: Array,
    printed: Array,
    over_all: Array,
    shows: Array,
    counts: Array,
) -> tuple[int, int, int, int]:
    """Count all deals, in ``counts``, by the points of their best four cards.

    Return the number of deals for which the script reports wrong points, the number for
    which it keeps other than the best cards, and two sums over all deals: the most
    points of four cards over all starters, and ``TIES`` times the starters with which
    such cards score 0, on average over ties. The points over a hand's 46 starters are
    those over all 48 other cards, minus the points with each of the two discards as the
    starter.
    """
    wrong_best = 0
    wrong_choice = 0
    mean = 0
    zeros = 0
    none = (shows == 0).sum(axis=1) - 4  # a hand's own cards are no starters
    deal = np.arange(6)
    while True:
        most = -1
        best = -1
        reported = -1
        kept = -1
        for choice in range(15):
            hand = 0
            for place in range(4):
                hand += places[place, deal[kept_hands[choice, place]]]
            best = max(best, bare[hand])
            # The script keeps the first of the hands that score the most by its count.
            if printed[hand] > reported:
                reported = printed[hand]
                kept = bare[hand]
            expected = over_all[hand]
            zero = none[hand]
            for place in range(2):
                points = shows[hand, deal[thrown[choice, place]]]
                # The cards thrown are no starters either.
                expected -= points
                zero -= points == 0
            if expected > most:
                most = expected
                ties = 0
                zero_of_ties = 0
            if expected == most:
                ties += 1
                zero_of_ties += zero
        counts[best] += 1
        wrong_best += reported != best
        wrong_choice += kept != best
        mean += most
        # A deal with several best hands counts the average over them, in whole numbers.
        zeros += TIES // ties * zero_of_ties
        if not next_six(deal, 52):
            return wrong_best, wrong_choice, mean, zeros


@compiled
def next_six(places: Array, number: int) -> bool:
    """Replace the six numbers in ``places`` by the next six numbers, in place.

    The numbers ascend, from 0 to below ``number``. The order is lexicographic. Return
    False if ``places`` has the last six.
    """
    last = 5
    while last >= 0 and places[last] == number - 6 + last:
        last -= 1
    if last < 0:
        return False
    places[last] += 1
    for after in range(last + 1, 6):
        places[after] = places[after - 1] + 1
    return True

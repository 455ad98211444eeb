"""Independent derivation of discards: every opponent hand and every starter, in turn.

There are 9,366,819 hands and 40 starters for each hand of ours. This module shares
three things with the analysis: the scores of single shows, the shipped strategy, and
the list of suit classes that its weights refer to. The class of a hand, the hands that
avoid ours and their sums are derived here in another way.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.core.cards import DECK, Card, parse_cards
from trueodds.core.kernels.compiled import compiled
from trueodds.core.kernels.cribbage import score_shows
from trueodds.core.rules.cribbage import CribbageRules, show_points
from trueodds.proofs.cribbage.deals import next_six

Array: TypeAlias = NDArray[Any]

DEAL = "5H 5D JS QC 2D 9S"
THROWS = list(combinations(range(6), 2))
ORDERS = np.array(list(permutations(range(4))))
"""The orders of four suits."""


def discards(rules: CribbageRules) -> dict[str, Fraction]:
    """Return the mean points of the dealer's fifteen discards, the best discard first.

    The dealer's six cards are ``DEAL``, 5H 5D JS QC 2D 9S. Each discard has the means
    of hand (``own``), crib and total. The ids are ``discard.PLACE.NAME``, such as
    ``discard.1.crib``. Pone discards by the shipped equilibrium.
    """
    hand = sorted(parse_cards(DEAL))
    throws = strategy("equilibrium", "pone", rules)
    means = cribs(hand, all_classes(6).cards, throws.weights)
    starters = [card for card in DECK if card not in hand]
    values = []
    for two, crib in means.items():
        kept = [card for card in hand if card not in two]
        shows = [show_points(kept, starter, rules) for starter in starters]
        own = Fraction(sum(shows), len(starters))
        values.append({"own": own, "crib": crib, "total": own + crib})
    values.sort(key=lambda discard: discard["total"], reverse=True)
    derived = {}
    for place, discard in enumerate(values, 1):
        for name, value in discard.items():
            derived[f"discard.{place}.{name}"] = value
    return derived


def cribs(
    hand: Sequence[Card], cards: Array, weights: Array
) -> dict[frozenset[Card], Fraction]:
    """Return each discard's mean crib points, over all opponent hands and starters.

    ``hand`` has our six cards, ascending. The result is exact, and the keys are the two
    cards that we throw. ``cards`` (n, 6) has the cards of the opponent's hand in each
    class of hands that are alike up to a renaming of the suits. A card is 4 times its
    rank plus its suit. ``weights`` (n, 15) say how often the opponent throws each pair
    of these cards, in the order of ``itertools.combinations``.
    """
    keys, throws = _opponents_table(cards)
    order = np.argsort(keys)
    numbers_left = [card.number for card in DECK if card not in hand]
    rest = np.array(numbers_left, dtype=np.int64)
    thrown = [(hand[first], hand[second]) for first, second in THROWS]
    # 15 discards in 16 columns. Entries other than two ascending cards and another
    # starter stay 0.
    points = np.zeros((46, 46, 46, 16), dtype=np.int16)
    places = np.indices((46, 46, 46)).reshape(3, -1)
    low, high, starter = places
    ascending = low < high
    another = (starter != low) & (starter != high)
    places = places[:, ascending & another]
    low, high, starter = places
    # The columns of a show: our two cards, the opponent's two, and the starter.
    shows = np.empty((len(low), 5), dtype=np.uint8)
    shows[:, 2:] = rest[places.T]
    for place, two in enumerate(thrown):
        shows[:, :2] = [card.number for card in two]
        points[low, high, starter, place] = score_shows(shows, crib=True)
    by_key = weights[order].astype(np.int64)
    hands, sums = _deal_everything(rest, keys[order], throws[order], by_key, points)
    assert hands == comb(46, 6) == 9_366_819
    # The opponent's hands with their orders of suits and weights of discards, and the
    # 46 - 6 starters.
    denominator = int(weights[0].sum())
    cases = len(ORDERS) * denominator * hands * 40
    means = {}
    for two, total in zip(thrown, sums[:15], strict=True):
        means[frozenset(two)] = Fraction(int(total), cases)
    return means


def _opponents_table(cards: Array) -> tuple[Array, Array]:
    """Return the key of each class of six cards, and its discards: (n,) and (n, 15, 2).

    The key consists of four numbers in descending order: the bits of the ranks in each
    suit. A card of a discard is 4 times its rank plus the place of its suit in the key.
    """
    suits = np.zeros((len(cards), 4), dtype=np.int64)
    # A card is 4 times its rank plus its suit.
    rank, suit = np.divmod(cards.astype(np.int64), 4)
    each = np.arange(len(cards))
    for place in range(6):
        bit = 1 << rank[:, place]
        suits[each, suit[:, place]] |= bit
    # Sorting the suits by their ranks makes the key the same for all renamings of
    # suits.
    order = np.argsort(-suits, axis=1, kind="stable")
    ordered = np.take_along_axis(suits, order, axis=1)
    keys = ordered @ np.array([1 << 39, 1 << 26, 1 << 13, 1])
    place_of_suit = np.argsort(order, axis=1)
    place_in_key = np.take_along_axis(place_of_suit, suit, axis=1)
    renamed = 4 * rank + place_in_key
    return keys, renamed[:, np.array(THROWS)]


@compiled
def _deal_everything(
    rest: Array, keys: Array, throws: Array, weights: Array, points: Array
) -> tuple[int, Array]:
    """Deal every opponent hand; return the number of hands, and our cribs' points.

    ``rest`` are the 46 cards left. ``keys`` ascend, and ``throws`` and ``weights`` are
    the opponent's discards of each key. ``points`` are those of our cribs, by the
    opponent's two cards, the starter and our discard. If a hand has the same ranks in
    several suits, every order of suits that leads to its key is counted. Together these
    orders have the weight 24.
    """
    position = np.full(52, -1)
    position[rest] = np.arange(46)
    sums, crib = np.zeros((2, 16), dtype=np.int64)
    suits = np.zeros(4, dtype=np.int64)
    orders = np.zeros(24, dtype=np.int64)
    six = np.arange(6)
    hands = 0
    over_all = points.sum(axis=2)
    while True:
        hands += 1
        suits[:] = 0
        for place in six:
            card = rest[place]
            suits[card % 4] |= 1 << card // 4
        ways = 0
        # If two suits have the same ranks, several orders lead to the key. Each is a
        # case of its own.
        for order in range(24):
            a, b, c, d = ORDERS[order]
            if suits[a] >= suits[b] >= suits[c] >= suits[d]:
                orders[ways] = order
                ways += 1
        a, b, c, d = ORDERS[orders[0]]
        key = suits[a] << 39 | suits[b] << 26 | suits[c] << 13 | suits[d]
        row = np.searchsorted(keys, key)
        for choice in range(15):
            # ``ways`` divides 24, so that every hand has the total weight 24 without
            # fractions.
            weight = weights[row, choice] * (24 // ways)
            if weight:
                for way in range(ways):
                    suit_of = ORDERS[orders[way]]
                    first, second = throws[row, choice]
                    a = position[first // 4 * 4 + suit_of[first % 4]]
                    b = position[second // 4 * 4 + suit_of[second % 4]]
                    low = min(a, b)
                    high = max(a, b)
                    _turn_every_starter(
                        points[low, high], over_all[low, high], six, crib
                    )
                    for ours in range(16):
                        sums[ours] += weight * crib[ours]
        if not next_six(six, 46):
            return hands, sums


@compiled
def _turn_every_starter(table: Array, over_all: Array, six: Array, crib: Array) -> None:
    """Store in ``crib`` our 15 cribs' points over the 40 starters outside both hands.

    This is the sum over all starters, minus the sum over the opponent's six cards. In
    ``table``, the two cards that the opponent throws have no points as starters.
    """
    # There are 15 cribs; the last of the 16 columns is empty.
    for ours in range(16):
        crib[ours] = over_all[ours]
    for place in six:
        for ours in range(16):
            crib[ours] -= table[place, ours]

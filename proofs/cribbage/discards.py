"""Discards a second way: every hand of the opponent and every starter, one by one.

9,366,819 hands and 40 starters for each hand of ours. Nothing is shared with the exact
pass over all deals but the scores of single shows and the list of what a strategy
throws in each suit class; which class a hand is of is found here in another way.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.core.cards import DECK, Card, parse_cards
from trueodds.core.kernels.cribbage import score_shows
from trueodds.core.rules.cribbage import CribbageRules, show_points
from trueodds.proofs.derivations.cribbage import DEAL

Array: TypeAlias = NDArray[Any]

THROWS = list(combinations(range(6), 2))
ORDERS = np.array(list(permutations(range(4))))
"""The orders of four suits."""


def discards(rules: CribbageRules) -> dict[str, Fraction]:
    """Own hand, crib and both of the dealer's fifteen discards of a deal, best first.

    Pone throws by the shipped equilibrium.
    """
    hand = sorted(parse_cards(DEAL))
    throws = strategy("equilibrium", "pone", rules)
    found = []
    for two, crib in cribs(hand, all_classes(6).cards, throws.weights).items():
        kept = [card for card in hand if card not in two]
        starters = [card for card in DECK if card not in hand]
        shows = [show_points(kept, starter, rules) for starter in starters]
        own = Fraction(sum(shows), len(starters))
        found.append({"own": own, "crib": crib, "total": own + crib})
    found.sort(key=lambda worth: worth["total"], reverse=True)
    return {
        f"discard.{place}.{name}": worth
        for place, of in enumerate(found, 1)
        for name, worth in of.items()
    }


def cribs(
    hand: Sequence[Card], cards: Array, weights: Array
) -> dict[frozenset[Card], Fraction]:
    """The mean crib of each two cards thrown, over all hands and starters.

    ``hand`` ascends; ``cards`` (n, 6) are the suit classes' cards, ``weights`` (n, 15)
    how often the opponent throws each two of them, in the order of ``THROWS``.
    """
    keys, throws = _opponents_table(cards)
    order = np.argsort(keys)
    rest = np.array([c.number for c in DECK if c not in hand], dtype=np.int64)
    thrown = [tuple(hand[place] for place in two) for two in THROWS]
    points = np.zeros((46, 46, 46, 16), dtype=np.int16)
    low, high, starter = np.array(
        [
            (low, high, starter)
            for low, high in combinations(range(46), 2)
            for starter in range(46)
            if starter not in (low, high)
        ]
    ).T
    for place, two in enumerate(thrown):
        shows = np.empty((len(low), 5), dtype=np.uint8)
        shows[:, :2] = [card.number for card in two]
        shows[:, 2:] = rest[np.stack([low, high, starter], axis=1)]
        points[low, high, starter, place] = score_shows(shows, crib=True)
    hands, sums = _deal_everything(
        rest, keys[order], throws[order], weights[order].astype(np.int64), points
    )
    assert hands == comb(46, 6) == 9_366_819
    cases = len(ORDERS) * int(weights[0].sum()) * hands * 40
    return {
        frozenset(two): Fraction(int(points), cases)
        for two, points in zip(thrown, sums[:15], strict=True)
    }


def _opponents_table(cards: Array) -> tuple[Array, Array]:
    """A class's key, and what is thrown: rank and place of its suit in the key.

    The key is the four suits as sets of ranks, the largest number first.
    """
    suits = np.zeros((len(cards), 4), dtype=np.int64)
    for place in range(6):
        card = cards[:, place].astype(np.int64)
        suits[np.arange(len(cards)), card % 4] |= 1 << card // 4
    order = np.argsort(-suits, axis=1, kind="stable")
    ordered = np.take_along_axis(suits, order, axis=1)
    keys = ordered @ np.array([1 << 39, 1 << 26, 1 << 13, 1])
    place_of_suit = np.argsort(order, axis=1)
    numbers = cards.astype(np.int64)
    places = np.take_along_axis(place_of_suit, numbers % 4, axis=1)
    return keys, (4 * (numbers // 4) + places)[:, np.array(THROWS)]


@njit(cache=True, nogil=True)
def _deal_everything(
    rest: Array, keys: Array, throws: Array, weights: Array, points: Array
) -> tuple[int, Array]:
    """Deal every six of the 46 cards left; how many there are, and our cribs' points.

    Suits of the same ranks are alike, and which of them the class means is decided at
    random: all orders of the suits that give the key count, 24 to a hand in all.
    """
    position = np.full(52, -1)
    position[rest] = np.arange(46)
    sums, crib = np.zeros((2, 16), dtype=np.int64)
    suits, orders = np.zeros(4, dtype=np.int64), np.zeros(24, dtype=np.int64)
    six, hands = np.arange(6), 0
    over_all = points.sum(axis=2)
    while True:
        hands += 1
        suits[:] = 0
        for place in six:
            suits[rest[place] % 4] |= 1 << rest[place] // 4
        ways = 0
        for order in range(24):
            a, b, c, d = ORDERS[order]
            if suits[a] >= suits[b] >= suits[c] >= suits[d]:
                orders[ways] = order
                ways += 1
        a, b, c, d = ORDERS[orders[0]]
        key = suits[a] << 39 | suits[b] << 26 | suits[c] << 13 | suits[d]
        row = np.searchsorted(keys, key)
        for choice in range(15):
            weight = weights[row, choice] * (24 // ways)
            if weight:
                for way in range(ways):
                    suit_of = ORDERS[orders[way]]
                    first, second = throws[row, choice]
                    one = position[first // 4 * 4 + suit_of[first % 4]]
                    two = position[second // 4 * 4 + suit_of[second % 4]]
                    low, high = min(one, two), max(one, two)
                    _turn_every_starter(
                        points[low, high], over_all[low, high], six, crib
                    )
                    for ours in range(16):
                        sums[ours] += weight * crib[ours]
        # The next six places in order.
        last = 5
        while last >= 0 and six[last] == 40 + last:
            last -= 1
        if last < 0:
            return hands, sums
        six[last] += 1
        for after in range(last + 1, 6):
            six[after] = six[after - 1] + 1


@njit(cache=True, nogil=True)
def _turn_every_starter(table: Array, over_all: Array, six: Array, crib: Array) -> None:
    """The points of our 15 cribs added up over the 40 starters that nobody holds.

    All starters, less the opponent's six cards, of which those thrown score nothing.
    """
    for ours in range(16):
        crib[ours] = over_all[ours]
    for place in six:
        for ours in range(16):
            crib[ours] -= table[place, ours]

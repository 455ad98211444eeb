"""What it costs to keep the most points that four cards score now (S3, claim c).

That choice looks at neither the starter nor the crib, nor whose crib it is. Its loss in
a deal is how much less it is worth than the best discard, against an opponent at
equilibrium. Where several fours score the most it is told apart what the best of them
loses, what the first in the order of the published script does, and one at random.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from trueodds.analysis.cribbage.deals import Array, all_classes, keeps
from trueodds.analysis.cribbage.published.losses import Loss
from trueodds.analysis.cribbage.published.mean_cribs import weighted_sum
from trueodds.analysis.cribbage.show import hand_index, show_table
from trueodds.analysis.cribbage.suit_classes import classify
from trueodds.core.cards import Card
from trueodds.core.parallel import in_parallel
from trueodds.core.rules.cribbage import CribbageRules


def most_points_now(rules: CribbageRules) -> NDArray[np.bool_]:
    """Which discards leave four cards that score the most without a starter.

    Shape (classes, 15), at least one in every row.
    """
    table = show_table(rules, "hand", bare=True)[:, 0]
    cards = all_classes(6).cards
    points = np.stack([table[hand_index(cards[:, kept])] for kept in keeps()], axis=1)
    most: NDArray[np.bool_] = points == points.max(axis=1, keepdims=True)
    return most


def losses(
    totals: NDArray[np.int64], denominator: int, allowed: NDArray[np.bool_]
) -> tuple[Loss, ...]:
    """What choosing among the allowed discards loses, by ``losses.TIES``; exact.

    ``totals`` (classes, 15) are the discards' worth as integers over ``denominator``,
    ``allowed`` the discards that the choice is from.
    """
    lost = totals.max(axis=1, keepdims=True) - totals
    best = np.zeros_like(allowed)
    least = np.where(allowed, lost, np.iinfo(np.int64).max).argmin(axis=1)
    np.put_along_axis(best, least[:, None], True, axis=1)
    ways = best, first_of_ties(allowed), allowed
    best_tie, first_tie, random_tie = (
        _loss(lost, of.astype(np.int64), denominator) for of in ways
    )
    index, _ = classify(card.number for card in first_tie.hand)
    worst = lost[index] == int(first_tie.worst * denominator)
    hand = _renamed(first_tie.hand, allowed[index], worst)
    return best_tie, replace(first_tie, hand=hand), random_tie


def first_of_ties(allowed: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """In how many of 24 renamings of its suits a deal keeps each four first.

    Shape (classes, 15), of the allowed discards; every row adds up to 24. The order is
    that of the published script: cards by rank and then by suit, fours by their places.
    """
    firsts = np.zeros(allowed.shape, np.uint8)
    renamings = np.array(list(permutations(range(4))), np.uint8)
    with in_parallel() as run:
        cards = all_classes(6).cards
        run("", len(cards), _firsts, cards, allowed, renamings, firsts)
    return firsts


def _loss(lost: NDArray[np.int64], ways: NDArray[np.int64], denominator: int) -> Loss:
    """The loss of choosing each discard in so many ``ways`` of those of its row."""
    sets, parts = all_classes(6).sets, ways.sum(axis=1)
    times, added = (ways * (lost > 0)).sum(axis=1), (ways * lost).sum(axis=1)
    deals = points = Fraction(0)
    for whole in np.unique(parts).tolist():
        rows = parts == whole
        deals += Fraction(int(times[rows] @ sets[rows]), whole)
        points += Fraction(weighted_sum(added[rows], sets[rows]), whole)
    worst = np.where(ways > 0, lost, -1).max(axis=1)
    row = worst.argmax()
    return Loss(
        deals=deals,
        mean=points / denominator / int(sets.sum()),
        worst=Fraction(int(worst[row]), denominator),
        hand=tuple(Card.of_number(int(card)) for card in all_classes(6).cards[row]),
    )


def _renamed(hand: tuple[Card, ...], allowed: Array, wanted: Array) -> tuple[Card, ...]:
    """A class's representative with suits so named that a wanted discard is first."""
    for suits in permutations(range(4)):
        cards = [Card(card.rank, suits[card.suit]) for card in hand]
        places = sorted(range(6), key=cards.__getitem__)
        if wanted[_first(allowed, np.array(places))]:
            break
    return tuple(sorted(cards))


@njit(cache=True, nogil=True)
def _firsts(
    cards: Array, allowed: Array, renamings: Array, firsts: Array, start: int, stop: int
) -> None:
    keys, places = np.zeros(6, np.int64), np.zeros(6, np.int64)
    for row in range(start, stop):
        for suits in renamings:
            # The places of the deal in the order of its cards once renamed.
            for place in range(6):
                card = cards[row, place]
                key, at = (card & ~3) + suits[card & 3], place
                while at > 0 and keys[at - 1] > key:
                    keys[at], places[at] = keys[at - 1], places[at - 1]
                    at -= 1
                keys[at], places[at] = key, place
            firsts[row, _first(allowed[row], places)] += 1


@njit(inline="always")
def _first(allowed: Array, places: Array) -> Any:
    """The last discard is that of the first four."""
    for i in range(4, -1, -1):
        for j in range(5, i, -1):
            low, high = min(places[i], places[j]), max(places[i], places[j])
            # Where it is among ``DISCARDS``.
            discard = low * (11 - low) // 2 + high - low - 1
            if allowed[discard]:
                return discard
    return -1

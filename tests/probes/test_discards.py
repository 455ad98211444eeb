"""Probes of the tables of the discard: all computed again, and some rows by hand.

The reference counts the hands that contain four cards one by one, with the rules' own
scorer, and uses no sums of sets.
"""

import zlib
from collections import Counter
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from probing import content, places

from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.discard import opponent_tables
from trueodds.analysis.cribbage.discard.opponent_tables import OpponentTables
from trueodds.analysis.cribbage.strategy_file import ROLES, strategy_tables
from trueodds.analysis.cribbage.suit_classes import DISCARDS, PAIRS, classify
from trueodds.core.cards import Card
from trueodds.core.rules.cribbage import CribbageRules, show_points
from trueodds.core.storage.progress import silent

RULES = CribbageRules.load()
PLACES = {role: opponent_tables.cache_key("equilibrium", role, RULES) for role in ROLES}
FILES = [name for name, _ in PLACES.values()]

pytestmark = pytest.mark.usefixtures("shipped")


@cache
def tables(role: str) -> OpponentTables:
    """Return the tables that ship."""
    content(*PLACES[role])
    return opponent_tables.opponent_tables("equilibrium", role, RULES)


@pytest.mark.parametrize("role", ROLES)
def test_the_tables_are_those_computed(role: str) -> None:
    ships = zlib.decompress(content(*PLACES[role]))
    computed = opponent_tables._computed("equilibrium", role, RULES, silent)
    # Files of 20 MB are not shown when they differ.
    alike = ships == zlib.decompress(computed)
    assert alike


@pytest.mark.parametrize("role", ROLES)
def test_hands_that_contain_four_cards_are_counted_one_by_one(role: str) -> None:
    throws, read = strategy_tables("equilibrium", RULES)[role], tables(role)
    fours = all_classes(4).cards
    for row in places(len(fours), 6):
        four = fours[row].tolist()
        assert classify(four)[0] == row
        rest = [card for card in range(52) if card not in four]
        thrown: Counter[tuple[int, int]] = Counter()
        for two in combinations(rest, 2):
            hand = sorted([*four, *two])
            weights = throws.weights(classify(hand)[0])
            for (i, j), weight in zip(DISCARDS, weights, strict=True):
                thrown[hand[i] >> 2, hand[j] >> 2] += weight
        assert sum(thrown.values()) == 1128 * throws.denominator
        for number, pair in enumerate(PAIRS):
            assert read.pairs[len(PAIRS) * row + number] == thrown[pair]


def test_points_by_rank_are_those_of_the_rules() -> None:
    read, size = tables(ROLES[0]), len(PAIRS)
    for place in places(size * 13 * size, 150):
        (first, rank), second = divmod(place // size, 13), place % size
        five = Counter([*PAIRS[first], *PAIRS[second], rank])
        if max(five.values()) > 4:
            continue
        *hand, starter = cards_of([*PAIRS[first], *PAIRS[second], rank])
        by_suit = RULES.nobs_points * any(
            card.rank == 10 and card.suit == starter.suit for card in hand
        )
        points = show_points(hand, starter, RULES, "crib") - by_suit
        assert read.rank_points[place] == points


def cards_of(ranks: list[int]) -> list[Card]:
    """Return cards of these ranks that are no flush."""
    return [
        Card(rank, (ranks[:at].count(rank) + at // 4) % 4)
        for at, rank in enumerate(ranks)
    ]


@pytest.mark.parametrize("role", ROLES)
def test_fewer_cards_are_sums_over_one_card_more(role: str) -> None:
    """A hand and its starter are seven cards: three of them, and four others."""
    read, threes = tables(role), all_classes(3).cards
    first = opponent_tables.FIRST
    for row in places(len(threes), 6, salt=1):
        cards = threes[row].tolist()
        sums = np.zeros(2, np.int64)
        for card in set(range(52)).difference(cards):
            index = first[4] + classify([*cards, card])[0]
            values = [read.ranks[len(PAIRS) * index + pair] for pair in (0, 90)]
            sums += values
        here = [read.ranks[len(PAIRS) * (first[3] + row) + pair] for pair in (0, 90)]
        assert sums.tolist() == [4 * value for value in here]

"""The distribution of whole deals and games equals brute force over every deal."""

from __future__ import annotations

from array import array
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import TypeAlias

import numpy as np
from highest_play import Event, played

from trueodds.analysis.cribbage.game.deal_law import DealLaw, Strategies, law_of
from trueodds.analysis.cribbage.game.game_bounds import (
    deal_bounds,
    game_ends,
    win_bounds,
)
from trueodds.analysis.cribbage.game.play_law import by_policy
from trueodds.analysis.cribbage.play.results.policy import policies
from trueodds.analysis.cribbage.strategy_file import CLASSES, StrategyTable
from trueodds.analysis.cribbage.suit_classes import DISCARDS, classify, rank_sets
from trueodds.core.cards import Card
from trueodds.core.rules.cribbage import JACK, CribbageRules, show_lines
from trueodds.core.rules.cribbage_play import DEALER, PONE

RULES = CribbageRules.load()
RANKS = (4, 9, 10, 12)
DECK = [4 * rank + suit for rank in RANKS for suit in range(4)]
DENOMINATOR = 12
TARGET = 40
Cards: TypeAlias = tuple[int, ...]


def random_throws(seed: int) -> StrategyTable:
    """Return a strategy of random discards, a few of them mixed."""
    generator = np.random.default_rng(seed)
    rows = []
    for mixed in range(10):
        row = [0] * len(DISCARDS)
        first, second = generator.choice(len(DISCARDS), 2, replace=False)
        row[first], row[second] = (8, 4) if mixed == 0 else (12, 0)
        rows.append(tuple(row))
    entries = generator.integers(0, len(rows), CLASSES).astype(np.uint16)
    return StrategyTable(DENOMINATOR, tuple(rows), array("H", entries.tobytes()))


THROWS = {"dealer": random_throws(1), "pone": random_throws(2)}


def discards(throws: StrategyTable, cards: Cards) -> dict[tuple[Cards, Cards], int]:
    """Return the weights of cards kept and thrown; equal suits are exchanged."""
    index, suits = classify(cards)
    sets = rank_sets(cards)
    orders = [
        order
        for order in permutations(suits)
        if [sets[suit] for suit in order] == [sets[suit] for suit in suits]
    ]
    weights: Counter[tuple[Cards, Cards]] = Counter()
    for order in orders:
        ascending = sorted(cards, key=lambda card: (card >> 2, order.index(card & 3)))
        for (i, j), weight in zip(DISCARDS, throws.weights(index), strict=True):
            if weight:
                kept = tuple(sorted({*cards} - {ascending[i], ascending[j]}))
                thrown = ascending[i], ascending[j]
                weights[kept, thrown] += weight * 24 // len(orders)
    return weights


@cache
def show(cards: Cards, starter: int, rule: str) -> int:
    hand = [Card(card >> 2, card & 3) for card in cards]
    up = Card(starter >> 2, starter & 3)
    return sum(line.points for line in show_lines(hand, up, RULES, rule))


@cache
def every_deal() -> Counter[tuple[Cards, Cards, int, int, int]]:
    """Count deals by the ranks kept, his heels, pone's show, and the dealer's show.

    The dealer's hands are one of each class of equal deals; the show has the crib.
    """
    throws = {
        role: {h: discards(table, h) for h in combinations(DECK, 6)}
        for role, table in THROWS.items()
    }
    classes: dict[int, tuple[Cards, int]] = {}
    for hand in throws["dealer"]:
        number, _ = classify(hand)
        classes[number] = hand, classes.get(number, (hand, 0))[1] + 1
    deals: Counter[tuple[Cards, Cards, int, int, int]] = Counter()
    for six, times in classes.values():
        rest = [card for card in DECK if card not in six]
        for other in combinations(rest, 6):
            starters = [card for card in rest if card not in other]
            for (kept, thrown), weight in throws["dealer"][six].items():
                own = tuple(card >> 2 for card in kept)
                for (left, cast), more in throws["pone"][other].items():
                    ranks = own, tuple(card >> 2 for card in left)
                    crib = tuple(sorted(thrown + cast))
                    for up in starters:
                        heels = RULES.play.heels_points * (up >> 2 == JACK)
                        both = show(kept, up, "hand") + show(crib, up, "crib")
                        key = *ranks, heels, show(left, up, "hand"), both
                        deals[key] += times * weight * more
    return deals


@cache
def tables() -> dict[str, dict[Event, Fraction]]:
    """Return H and both tables of points reached, by pone's and dealer's points."""
    result: dict[str, Counter[Event]] = {
        name: Counter() for name in ("totals", "dealer", "pone")
    }
    for (own, other, heels, pone_show, both), times in every_deal().items():
        shows = (PONE, pone_show), (DEALER, both)
        points = [0, 0]
        for player, more in ((DEALER, heels), *played(other, own), *shows):
            for _ in range(more):
                points[player] += 1
                name = "pone" if player == PONE else "dealer"
                result[name][points[PONE], points[DEALER]] += times
        result["totals"][points[PONE], points[DEALER]] += times
    total = sum(result["totals"].values())
    return {
        name: {at: Fraction(times, total) for at, times in table.items()}
        for name, table in result.items()
    }


@cache
def law() -> DealLaw:
    play = by_policy(policies()["highest"], RULES.play)
    return law_of(Strategies(THROWS, play, {}), RULES, RANKS)


def test_every_deal_of_sixteen_cards() -> None:
    bounds = deal_bounds(law())
    for name, exact in tables().items():
        lower, upper = getattr(bounds, name)
        for at in np.ndindex(lower.shape):
            assert lower[at] <= exact.get(at, 0) <= upper[at]
            assert upper[at] - lower[at] < 1e-12


def test_games_of_sixteen_cards() -> None:
    exact, wins = tables(), {}
    for need in range(2, 2 * TARGET + 1):
        for a in range(max(1, need - TARGET), min(TARGET, need - 1) + 1):
            b = need - a
            now = sum(p for (j, i), p in exact["dealer"].items() if i == a and j < b)
            wins[b, a] = now + sum(
                p * (1 - wins[a - i, b - j])
                for (j, i), p in exact["totals"].items()
                if j < b and i < a
            )
    bounds = win_bounds(deal_bounds(law()), TARGET)
    for at, chance in wins.items():
        assert bounds.lower[at] <= chance <= bounds.upper[at]
        assert bounds.upper[at] - bounds.lower[at] < 1e-11
    ends = game_ends(deal_bounds(law()), TARGET)
    first = [side[0].sum() for side in ends.losers]
    assert first[0] <= wins[TARGET, TARGET] <= first[1] <= first[0] + 1e-10

"""Throws by the probability to win: against every starter of some hands, one by one."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from policy_play import played

from trueodds.analysis.cribbage.deals import keeps
from trueodds.analysis.cribbage.game import opponent_shows
from trueodds.analysis.cribbage.game.game_bounds import Bounds
from trueodds.analysis.cribbage.game.opponent_shows import Throws, throws_of
from trueodds.analysis.cribbage.game.play_law import by_policy
from trueodds.analysis.cribbage.game.throw_at_score import wins_of_throws
from trueodds.analysis.cribbage.play.results.policy import policies
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.cards import DECK, Card, parse_cards
from trueodds.core.rules.cribbage import JACK, CribbageRules, show_points
from trueodds.core.rules.cribbage_play import DEALER, PONE

RULES = CribbageRules.load()
DEAL = parse_cards("5D 6D 9D JC JD QH")
PLAYERS = by_policy(policies()["highest"], RULES.play)
TARGET = 121
GRID = np.random.default_rng(7).integers(0, 2**20, (TARGET + 1, TARGET + 1))
"""Made-up win probabilities, over 2**20."""


def some_throws(role: str) -> Throws:
    """Return a few throws: of a flush, of a jack in a suited pair, from a jack kept."""
    throws = throws_of(strategy("equilibrium", role, RULES))
    suits, jacks = throws.cards & 3, throws.cards >> 2 == JACK
    random = np.random.default_rng(1)
    rows = [
        random.choice(np.flatnonzero(mask))
        for mask in (
            (suits[:, :4] == suits[:, :1]).all(axis=1),
            jacks[:, 4:].any(axis=1) & (suits[:, 4] == suits[:, 5]),
            jacks[:, :4].any(axis=1),
        )
    ]
    row = np.unique(rows)
    first = np.searchsorted(row, throws.first)
    return Throws(first, throws.cards[row], throws.pair[row], throws.weight[row])


def chance(throws: Throws, place: int, needs: tuple[int, int], deals: bool) -> Fraction:
    """Return the probability to win with a throw, from every deal of these throws."""
    thrown = [DEAL[at] for at in DISCARDS[place]]
    kept = [DEAL[at] for at in keeps()[place]]
    total, won = 0, Fraction(0)
    for cards, weight in zip(
        throws.cards.tolist(), throws.weight.tolist(), strict=True
    ):
        for suits in permutations(range(4)):
            other = [Card(card >> 2, suits[card & 3]) for card in cards]
            if {*other} & {*DEAL}:
                continue
            for starter in {*DECK} - {*other} - {*DEAL}:
                total += weight
                hands = (other[:4], kept) if deals else (kept, other[:4])
                crib = [*thrown, *other[4:]]
                won += weight * race(hands[0], hands[1], crib, starter, needs, deals)
    return won / total


def race(
    pone: list[Card],
    dealer: list[Card],
    crib: list[Card],
    starter: Card,
    needs: tuple[int, int],
    deals: bool,
) -> Fraction:
    """Return our probability to win after a deal, point by point."""
    left = [needs[deals], needs[not deals]]
    ranks = [tuple(sorted(card.rank for card in hand)) for hand in (pone, dealer)]
    for player, points in (
        (DEALER, RULES.play.heels_points * (starter.rank == JACK)),
        *played(ranks[0], ranks[1]),
        (PONE, show_points(pone, starter, RULES)),
        (DEALER, show_points(dealer, starter, RULES)),
        (DEALER, show_points(crib, starter, RULES, "crib")),
    ):
        left[player] -= points
        if left[player] <= 0:
            return Fraction(int((player == DEALER) == deals))
    # Pone deals next.
    wins = Fraction(int(GRID[left[DEALER], left[PONE]]), 2**20)
    return 1 - wins if deals else wins


@pytest.mark.parametrize("deals", [True, False])
def test_each_win_is_counted(deals: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    throws = some_throws("pone" if deals else "dealer")
    monkeypatch.setattr(opponent_shows, "throws_of", lambda opponent: throws)
    opponent = strategy("equilibrium", "pone" if deals else "dealer", RULES)
    wins = Bounds(GRID / 2**20, GRID / 2**20)
    for needs in ((9, 12), (2, 1), (60, 70)):
        ours = [card.number for card in DEAL], needs, PLAYERS, opponent, wins, RULES
        ranked = wins_of_throws(*ours, deals=deals)
        for place in (0, 7, 14):
            assert chance(throws, place, needs, deals) in ranked[place]
            assert ranked[place].upper - ranked[place].lower < 1e-11

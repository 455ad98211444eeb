"""Throws by the probability to win: against every starter of some hands, one by one."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest
from policy_play import played

from trueodds.analysis.cribbage.deals import keeps
from trueodds.analysis.cribbage.game import opponent_shows
from trueodds.analysis.cribbage.game.game_bounds import ArrayBounds
from trueodds.analysis.cribbage.game.opponent_shows import OrderedThrows, throws_of
from trueodds.analysis.cribbage.game.play_at_score import Known, worth_at_score
from trueodds.analysis.cribbage.game.play_distribution import by_policy
from trueodds.analysis.cribbage.game.throw_at_score import wins_of_throws
from trueodds.analysis.cribbage.play.results.policy import policies
from trueodds.analysis.cribbage.play.results.shipped import hand_numbers
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.cards import DECK, Card, parse_cards
from trueodds.core.errors import RulesError
from trueodds.core.rules.cribbage import JACK, CribbageRules, show_points
from trueodds.core.rules.cribbage_play import DEALER, PONE, PlayRules

RULES = CribbageRules.load()
DEAL = parse_cards("5D 6D 9D JC JD QH")
PLAYERS = by_policy(policies()["highest"], RULES.play)
TARGET = 121
GRID = np.random.default_rng(7).integers(0, 2**20, (TARGET + 1, TARGET + 1))
"""Made-up win probabilities, over 2**20."""


def some_throws(role: str) -> OrderedThrows:
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
    return OrderedThrows(first, throws.cards[row], throws.pair[row], throws.weight[row])


def chance(
    throws: OrderedThrows, place: int, needs: tuple[int, int], deals: bool
) -> Fraction:
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
    scored = [
        (DEALER, RULES.play.heels_points * (starter.rank == JACK)),
        *played(ranks[0], ranks[1]),
        *shows_of(pone, dealer, crib, starter),
    ]
    return counted(left, scored, deals)


def shows_of(
    pone: list[Card], dealer: list[Card], crib: list[Card], starter: Card
) -> list[tuple[int, int]]:
    """Return the shows in their order, each with its player."""
    return [
        (PONE, show_points(pone, starter, RULES)),
        (DEALER, show_points(dealer, starter, RULES)),
        (DEALER, show_points(crib, starter, RULES, "crib")),
    ]


def counted(
    left: list[int], scored: Iterable[tuple[int, int]], deals: bool
) -> Fraction:
    """Return our probability to win, where pone and dealer need what is left."""
    for player, points in scored:
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
    wins = ArrayBounds(GRID / 2**20, GRID / 2**20)
    for needs in ((9, 12), (2, 1), (60, 70)):
        ours = [card.number for card in DEAL], needs, PLAYERS, opponent, wins, RULES
        ranked = wins_of_throws(*ours, deals=deals)
        for place in (0, 7, 14):
            assert chance(throws, place, needs, deals) in ranked[place]
            assert ranked[place].upper - ranked[place].lower < 1e-11


@pytest.mark.parametrize("deals", [True, False])
@pytest.mark.parametrize("sees", [0, 1])
def test_wins_in_the_play_are_those_of_each_deal(
    deals: bool, sees: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    throws = some_throws("pone" if deals else "dealer")
    monkeypatch.setattr(opponent_shows, "throws_of", lambda opponent: throws)
    opponent = strategy("equilibrium", "pone" if deals else "dealer", RULES)
    thrown, kept = ([DEAL[at] for at in each[7]] for each in (DISCARDS, keeps()))
    starter = Card.parse("8S")
    needs, pegs = (11, 14), (2, 3)
    hands = []
    for cards, weight in zip(
        throws.cards.tolist(), throws.weight.tolist(), strict=True
    ):
        for suits in permutations(range(4)):
            other = [Card(card >> 2, suits[card & 3]) for card in cards]
            if not {*other} & {*DEAL, starter}:
                hands.append((other, weight))
    seen = hands[0][0][:sees]
    cards_of = [[card.number for card in each] for each in (kept, thrown, seen)]
    known = Known(cards_of[0], cards_of[1], starter.number, cards_of[2])
    wins = ArrayBounds(GRID / 2**20, GRID / 2**20)
    weights, worth, is_kept = worth_at_score(
        known, needs, opponent, wins, RULES, deals=deals, hands=range(1820)
    )
    assert is_kept
    right: dict[int, list[Fraction]] = {}
    for other, weight in hands:
        if not {*seen} <= {*other[:4]}:
            continue
        pone, dealer = (other[:4], kept) if deals else (kept, other[:4])
        crib = [*thrown, *other[4:]]
        left = [need - scored for need, scored in zip(needs, pegs, strict=True)]
        won = counted(left, shows_of(pone, dealer, crib, starter), deals)
        hand = hand_numbers()[tuple(sorted(card.rank for card in other[:4]))]
        sums = right.setdefault(hand, [Fraction(0), Fraction(0)])
        sums[0] += weight
        sums[1] += weight * won
    for hand, (total, won) in right.items():
        assert weights[hand] == total
        chance = worth.table[hand, pegs[0], pegs[1]]
        assert chance == pytest.approx(float(won / total), abs=1e-12)
        assert worth.table[hand, needs[0], 0] == (not deals)
        assert worth.table[hand, 0, needs[1]] == deals
    assert not np.delete(weights, list(right)).any()


@pytest.mark.parametrize("deals", [True, False])
def test_an_opponent_who_never_keeps_his_cards_may_have_thrown_any(
    deals: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    throws = some_throws("pone" if deals else "dealer")
    monkeypatch.setattr(opponent_shows, "throws_of", lambda opponent: throws)
    opponent = strategy("equilibrium", "pone" if deals else "dealer", RULES)
    thrown, kept = ([DEAL[at] for at in each[7]] for each in (DISCARDS, keeps()))
    starter, seen = Card.parse("8S"), parse_cards("2H 7C 10S KD")
    cards_of = [[card.number for card in each] for each in (kept, thrown, seen)]
    known = Known(cards_of[0], cards_of[1], starter.number, cards_of[2])
    wins = ArrayBounds(GRID / 2**20, GRID / 2**20)
    hand = hand_numbers()[tuple(sorted(card.rank for card in seen))]
    weights, worth, is_kept = worth_at_score(
        known, (11, 14), opponent, wins, RULES, deals=deals, hands=[hand]
    )
    assert not is_kept
    left = {*DECK} - {*DEAL, starter, *seen}
    won = [
        counted(
            [11, 14],
            shows_of(
                *((seen, kept) if deals else (kept, seen)), [*thrown, *two], starter
            ),
            deals,
        )
        for two in combinations(sorted(left), 2)
    ]
    assert np.flatnonzero(weights).tolist() == [hand]
    # Each of the 820 throws counts for 24 permutations of the suits.
    assert weights[hand] == 24 * len(won) == 24 * 820
    assert worth.table[hand, 0, 0] == pytest.approx(float(sum(won) / 820), abs=1e-12)


def test_a_play_with_more_points_than_there_is_room_for_is_refused() -> None:
    highest = policies()["highest"]
    most = PlayRules(fifteen_points=4)  # 12 + 12 + 8 + 8 and four times 4 + 1
    assert by_policy(highest, most)
    with pytest.raises(RulesError, match="a player 64 points, and at most 63 are"):
        by_policy(highest, PlayRules(fifteen_points=5))
    no_cards = dict.fromkeys(("pair_points", "three_points", "four_points"), 0)
    # Four times a five on a ten: 15 points each. The bound has a point for a go, too.
    both = PlayRules(
        count_limit=15,
        fifteen_points=8,
        limit_points=7,
        run_card_points=0,
        **no_cards,
    )
    with pytest.raises(RulesError, match="a player 64 points, and at most 63 are"):
        by_policy(highest, both)

"""The distribution of whole deals and games equals brute force over every deal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pytest
from policy_play import lines, played
from throws import DENOMINATOR, TIES, Cards, discards, random_throws

from trueodds.analysis.cribbage.game.deal_distribution import (
    DealDistribution,
    DealStrategies,
    distribution_of,
)
from trueodds.analysis.cribbage.game.every_deal import (
    AFTER_DEAL,
    AFTER_PLAY,
    AFTER_PONE,
)
from trueodds.analysis.cribbage.game.game_bounds import (
    deal_bounds,
    game_ends,
    win_bounds,
)
from trueodds.analysis.cribbage.game.play_distribution import (
    by_policy,
    new_path,
    new_play,
    play_out,
)
from trueodds.analysis.cribbage.game.whole_deals import moment
from trueodds.analysis.cribbage.play.results.policy import policies
from trueodds.analysis.cribbage.strategy_file import StrategyTable
from trueodds.analysis.cribbage.suit_classes import classify
from trueodds.core.cards import Card
from trueodds.core.errors import RulesError
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.cribbage import JACK, CribbageRules, show_points
from trueodds.core.rules.cribbage_play import DEALER, PONE, PlayRules, PlayState

RULES = CribbageRules.load()
SIXTEEN = (2, 3, 4, 10)
"""The ranks of a deck: three, four, five and jack."""
TARGET = 40
SHOWS = 32, 64
"""More than the points of pone's show, and of the dealer's with the crib."""
POINTS = 128
SHARES = 144**2
"""A player has four, three and two cards to choose from, or fewer that fit."""
Array: TypeAlias = Any


THROWS = {"dealer": random_throws(1), "pone": random_throws(2)}


class Hands(NamedTuple):
    """All hands of six cards, as sets of bits, and what is kept and thrown of each."""

    sets: Array
    begin: Array
    """The first throw of each hand in the four arrays below."""
    kept: Array
    """The number of the four cards kept."""
    ranks: Array
    """The number of their ranks."""
    thrown: Array
    """The two cards thrown, as a set of bits."""
    weight: Array


def hands_of(throws: StrategyTable, ranks: Cards) -> Hands:
    """Return all hands of a deck and their throws."""
    deck = [4 * rank + suit for rank in ranks for suit in range(4)]
    fours = {four: place for place, four in enumerate(combinations(deck, 4))}
    numbers = {
        four: place
        for place, four in enumerate(combinations_with_replacement(ranks, 4))
    }
    sets, begin, rows = [], [0], []
    for six in combinations(deck, 6):
        for (kept, thrown), weight in discards(throws, six).items():
            four = numbers[tuple(card >> 2 for card in kept)]
            rows.append((fours[kept], four, bits(deck, thrown), weight))
        sets.append(bits(deck, six))
        begin.append(len(rows))
    return Hands(np.array(sets), np.array(begin), *np.array(rows).T.copy())


def bits(deck: list[int], cards: Cards) -> int:
    return sum(1 << deck.index(card) for card in cards)


@compiled
def count(
    dealers: Array,
    times: Array,
    dealer: Hands,
    pone: Hands,
    cribs: Array,
    shows: Array,
    jack: int,
    deals: Array,
) -> None:
    """Count the deals of some of the dealer's hands, one by one."""
    size = cribs.shape[1]
    for place in range(len(dealers)):
        six = dealers[place]
        for other in range(len(pone.sets)):
            if dealer.sets[six] & pone.sets[other]:
                continue
            free = ~(dealer.sets[six] | pone.sets[other])
            for x in range(dealer.begin[six], dealer.begin[six + 1]):
                for y in range(pone.begin[other], pone.begin[other + 1]):
                    crib = shows[dealer.thrown[x] | pone.thrown[y]]
                    weight = times[place] * dealer.weight[x] * pone.weight[y]
                    table = deals[dealer.ranks[x], pone.ranks[y]]
                    for up in range(size):
                        if free >> up & 1:
                            own = cribs[0, up, dealer.kept[x]] + cribs[1, up, crib]
                            heels = up // 4 == jack
                            table[int(heels), cribs[0, up, pone.kept[y]], own] += weight


@cache
def every_deal(ranks: Cards) -> Array:
    """Return the weights of deals by both ranks, his heels, and both players' shows.

    The dealer's hands are one of each class of equal deals; the last show has the crib.
    """
    deck = [4 * rank + suit for rank in ranks for suit in range(4)]
    hands = {role: hands_of(table, ranks) for role, table in THROWS.items()}
    fours = list(combinations(deck, 4))
    points = np.zeros((2, len(deck), len(fours)), np.int64)
    numbers = np.full(1 << len(deck), -1, np.int32)
    for place, four in enumerate(fours):
        numbers[bits(deck, four)] = place
        cards = [Card(card >> 2, card & 3) for card in four]
        for at, up in enumerate(deck):
            if up not in four:
                for rule, name in enumerate(("hand", "crib")):
                    starter = Card(up >> 2, up & 3)
                    points[rule, at, place] = show_points(cards, starter, RULES, name)
    classes: dict[int, int] = {}
    times: Counter[int] = Counter()
    for place, six in enumerate(combinations(deck, 6)):
        times[classes.setdefault(classify(six)[0], place)] += 1
    kinds = len(list(combinations_with_replacement(ranks, 4)))
    deals = np.zeros((kinds, kinds, 2, *SHOWS), np.int64)
    count(
        np.array([*times]),
        np.array([*times.values()]),
        hands["dealer"],
        hands["pone"],
        points,
        numbers,
        ranks.index(JACK),
        deals,
    )
    return deals


def whole(number: Fraction) -> int:
    assert number.denominator == 1
    return number.numerator


@cache
def tables(ranks: Cards, policy: str = "highest") -> Mapping[str, Array]:
    """Return H and both tables of points reached, by pone's and dealer's points.

    All are weights of deals, times ``SHARES``. No entry is above the weight of all
    deals, which int64 can hold.
    """
    cards = 4 * len(ranks)
    all_deals = comb(cards, 6) * comb(cards - 6, 6) * (cards - 12)
    total = all_deals * (TIES * DENOMINATOR) ** 2 * SHARES
    assert total < 2**63
    sums = {
        n: np.zeros((POINTS, POINTS), np.int64) for n in ("totals", "dealer", "pone")
    }
    fours = list(combinations_with_replacement(ranks, 4))
    deals = every_deal(ranks)
    for own, other in zip(*deals.any(axis=(2, 3, 4)).nonzero(), strict=True):
        of_play = lines(fours[other], fours[own], policy)
        for heels, shows in enumerate(deals[own, other]):
            up = (DEALER, heels * RULES.play.heels_points)
            mass = int(shows.sum())
            after: Counter[tuple[int, int]] = Counter()
            for events, chance in of_play.items():
                weight = whole(chance * SHARES)
                points = {PONE: 0, DEALER: 0}
                for player, more in (up, *events):
                    for _ in range(more):
                        points[player] += 1
                        name = "pone" if player == PONE else "dealer"
                        sums[name][points[PONE], points[DEALER]] += weight * mass
                after[points[PONE], points[DEALER]] += weight
            for (y, x), weight in after.items():
                for p in np.flatnonzero(shows.any(axis=1)):
                    row = shows[p] * weight
                    sums["totals"][y + p, x : x + len(row)] += row
                    sums["pone"][y + 1 : y + p + 1, x] += row.sum()
                    for d in np.flatnonzero(row):
                        sums["dealer"][y + p, x + 1 : x + d + 1] += row[d]
    assert int(sums["totals"].sum()) == total
    return sums


@cache
def distribution(ranks: Cards, policy: str = "highest") -> DealDistribution:
    play = by_policy(policies()[policy], RULES.play)
    return distribution_of(DealStrategies(THROWS, play, {}), RULES, ranks)


@pytest.mark.parametrize("policy", sorted(policies()))
@pytest.mark.parametrize(
    "ranks",
    [
        SIXTEEN,
        pytest.param((0, 4, 5, 10, 11), marks=pytest.mark.slow),
        pytest.param((2, 3, 4, 9, 10, 12), marks=pytest.mark.slow),
    ],
    ids=lambda ranks: f"{4 * len(ranks)} cards",
)
def test_every_deal_of_a_small_deck(ranks: Cards, policy: str) -> None:
    bounds, exact = deal_bounds(distribution(ranks, policy)), tables(ranks, policy)
    total = int(exact["totals"].sum())
    for name, table in exact.items():
        lower, upper = getattr(bounds, name)
        for at in np.ndindex(table.shape):
            assert lower[at] <= Fraction(int(table[at]), total) <= upper[at]
            assert upper[at] - lower[at] < 1e-12


def test_games_of_sixteen_cards() -> None:
    exact, wins = {}, {}
    for name, table in tables(SIXTEEN).items():
        total = int(tables(SIXTEEN)["totals"].sum())
        places = zip(*map(np.ndarray.tolist, table.nonzero()), strict=True)
        exact[name] = {at: Fraction(int(table[at]), total) for at in places}
    for need in range(2, 2 * TARGET + 1):
        for a in range(max(1, need - TARGET), min(TARGET, need - 1) + 1):
            b = need - a
            now = sum(p for (j, i), p in exact["dealer"].items() if i == a and j < b)
            wins[b, a] = now + sum(
                p * (1 - wins[a - i, b - j])
                for (j, i), p in exact["totals"].items()
                if j < b and i < a
            )
    bounds = win_bounds(deal_bounds(distribution(SIXTEEN)), TARGET)
    for at, chance in wins.items():
        assert bounds.lower[at] <= chance <= bounds.upper[at]
        assert bounds.upper[at] - bounds.lower[at] < 1e-11
    ends = game_ends(deal_bounds(distribution(SIXTEEN)), TARGET)
    first = [side[0].sum() for side in ends.losers]
    assert first[0] <= wins[TARGET, TARGET] <= first[1] <= first[0] + 1e-10


def test_rules_without_room_for_the_points_of_a_deal_are_refused() -> None:
    """Sixteen cards have four jacks: his heels come in a quarter of all deals."""
    most = {"heels_points": 17}
    rules = CribbageRules.load(play=most)
    play = by_policy(policies()["highest"], rules.play)
    strategies = DealStrategies(THROWS, play, {})
    deals = distribution_of(strategies, rules, SIXTEEN)
    for table in (AFTER_PLAY, AFTER_PONE, AFTER_DEAL):
        usual = moment(distribution(SIXTEEN), table, "dealer")
        more = moment(deals, table, "dealer") - usual
        assert Fraction(17 - RULES.play.heels_points, 4) in more
    for changes, fault in (
        ({"play": {"heels_points": 18}}, "the dealer 128 points, and at most 127 are"),
        ({"play": {"heels_points": 100}}, "the dealer 210 points, and at most 127 are"),
        ({"fifteen_points": 3}, "by the usual rules of the show only"),
        ({"nobs_points": 9}, "by the usual rules of the show only"),
    ):
        with pytest.raises(RulesError, match=fault):
            distribution_of(strategies, CribbageRules.load(**changes), SIXTEEN)


def test_a_play_of_tens_to_the_lowest_limit_has_room() -> None:
    """Each card but the last is a count of its own, and scores a point for the go."""
    kings, queens = ([Card(rank, suit) for suit in range(4)] for rank in (12, 11))
    state = PlayState.start(kings, queens, PlayRules(count_limit=15))
    moments = 1
    while state.to_play is not None:
        legal = state.legal_cards()
        state, _ = state.play(legal[0]) if legal else state.go()
        moments += 1
    assert moments == 22
    path, play = new_path(), new_play()
    assert all(len(array) >= moments for array in (path.rows, path.left, path.share))
    counts = [
        np.bincount([card.rank for card in cards], minlength=13)
        for cards in (kings, queens)
    ]
    play_out(*counts, by_policy(policies()["lowest"], state.rules), path, play)
    assert play.final[4, 4] == 1


def test_a_deal_without_points_leaves_both_scores() -> None:
    """The dealer's hand scores 1 in half of the deals. Otherwise nobody scores.

    Games to 1: the first dealer wins 1/2 at once, and 1/4, 1/16, … in later deals.
    """
    tables = np.zeros((5, POINTS, POINTS))
    tables[[AFTER_PLAY, AFTER_PONE], 0, 0] = 1
    tables[AFTER_DEAL, 0, :2] = 1 / 2
    deals = deal_bounds(DealDistribution(tables, Fraction(1, 2**50)))
    bounds = win_bounds(deals, 2)
    wins = {
        (1, 1): Fraction(2, 3),
        (1, 2): Fraction(2, 9),
        (2, 1): Fraction(8, 9),
        (2, 2): Fraction(16, 27),
    }
    for at, chance in wins.items():
        assert bounds.lower[at] <= chance <= bounds.upper[at]
        assert bounds.upper[at] - bounds.lower[at] < 1e-11


def random_deal(generator: random.Random) -> Iterator[tuple[int, int]]:
    """Yield who scores how many points in a random deal, in order."""
    deck = [4 * rank + suit for rank in SIXTEEN for suit in range(4)]
    cards = generator.sample(deck, 13)
    hands = []
    for role, six in (("pone", cards[:6]), ("dealer", cards[6:12])):
        choices = discards(THROWS[role], tuple(sorted(six)))
        hands += generator.choices([*choices], [*choices.values()])
    (left, cast), (kept, thrown) = hands
    up = Card(cards[12] >> 2, cards[12] & 3)
    yield DEALER, RULES.play.heels_points * (up.rank == JACK)
    ranks = (tuple(card >> 2 for card in hand) for hand in (left, kept))
    yield from played(*ranks)
    for player, rule, four in (
        (PONE, "hand", left),
        (DEALER, "hand", kept),
        (DEALER, "crib", thrown + cast),
    ):
        shown = [Card(card >> 2, card & 3) for card in four]
        yield player, show_points(shown, up, RULES, rule)


@pytest.mark.slow
def test_games_of_random_cards() -> None:
    generator, games, wins = random.Random(1), 3000, 0
    for _ in range(games):
        needs, dealer = [TARGET, TARGET], 0
        while min(needs) > 0:
            for player, points in random_deal(generator):
                seat = dealer if player == DEALER else 1 - dealer
                needs[seat] -= points
                if needs[seat] <= 0:
                    break
            dealer = 1 - dealer
        wins += needs[0] <= 0
    share = win_bounds(deal_bounds(distribution(SIXTEEN)), TARGET).lower[TARGET, TARGET]
    assert abs(wins / games - share) < 4 * (share * (1 - share) / games) ** 0.5

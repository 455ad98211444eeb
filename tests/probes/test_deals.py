"""Probes of the distribution of whole deals, a sum over all pairs of kept hands.

The file has the sum only, and the strategy of its play is too large to ship. So no
block of the file can be computed again. Three probes take the place of one:

- what must hold in the file: probabilities that add up, and players who score in turn;
- the file's means, which other programs compute exactly, or enclose;
- blocks of deals with the shipped discards and another play, computed by the program
  that made the file, and counted one by one by the rules of the reference.
"""

from collections import Counter
from functools import cache
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from deal_steps import add_deal
from policy_play import played
from probing import SEED, content
from throws import Cards, discards

from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.game import deal_distribution, whole_deals
from trueodds.analysis.cribbage.game.deal_distribution import (
    DealDistribution,
    DealStrategies,
    _Summing,
)
from trueodds.analysis.cribbage.game.every_deal import (
    AFTER_DEAL,
    AFTER_PLAY,
    AFTER_PONE,
    DEALER_REACHED,
    MOST,
    PONE_REACHED,
)
from trueodds.analysis.cribbage.game.hand_rows import SCALE, Keepers, keepers
from trueodds.analysis.cribbage.game.play_distribution import by_policy
from trueodds.analysis.cribbage.play.results.policy import policies
from trueodds.analysis.cribbage.play.solving.opponent_keeps import HANDS
from trueodds.analysis.cribbage.strategy_file import StrategyTable, strategy_tables
from trueodds.analysis.cribbage.suit_classes import classify
from trueodds.core.cards import Card
from trueodds.core.rules.cribbage import JACK, CribbageRules, show_points
from trueodds.core.rules.cribbage_play import DEALER, PONE
from trueodds.core.storage.progress import silent

RULES = CribbageRules.load()
FILES = [f"cribbage-deals-{whole_deals.chosen(RULES).name}.npz"]
SUITS = tuple(permutations(range(4)))
"""The orders of the suits: ``discards`` counts each hand so many times."""
CLOSE = 1e-12
"""The largest relative error of a sum of floats that are not negative."""

pytestmark = pytest.mark.usefixtures("shipped")


@cache
def distribution() -> DealDistribution:
    """Return the distribution that ships."""
    content(FILES[0], whole_deals.chosen(RULES).key)
    ready = whole_deals.shipped_distribution(RULES)
    assert ready is not None
    return ready


def assert_alike(sums: Any, others: Any) -> None:
    assert np.allclose(sums, others, rtol=CLOSE, atol=CLOSE**2)


def test_the_players_score_in_turn() -> None:
    tables = distribution().tables
    assert tables.shape == (5, MOST, MOST)
    assert (tables >= 0).all()
    assert 0 < distribution().error < CLOSE
    for table in (AFTER_PLAY, AFTER_PONE, AFTER_DEAL):
        assert_alike(tables[table].sum(), 1)
    # Pone's show does not change the dealer's points, nor the dealer's those of pone.
    assert_alike(tables[AFTER_PLAY].sum(axis=0), tables[AFTER_PONE].sum(axis=0))
    assert_alike(tables[AFTER_PONE].sum(axis=1), tables[AFTER_DEAL].sum(axis=1))
    for table, axis in ((PONE_REACHED, 1), (DEALER_REACHED, 0)):
        reached = tables[table].sum(axis=axis)
        points = tables[AFTER_PLAY].sum(axis=axis)
        at_least = points[::-1].cumsum()[::-1]
        assert_alike(reached[1:], at_least[1:])


def test_the_means_are_those_of_other_programs() -> None:
    """The hands and the crib are exact, the play is enclosed by best responses."""
    whole_deals._check(distribution(), whole_deals.chosen(RULES), RULES, silent)


def test_blocks_of_deals_are_counted_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    throws = strategy_tables("equilibrium", RULES)
    chosen = {role: rarely_kept(throws[role], most) for role, most in LIMITS.items()}

    def few(table: StrategyTable, ranks: tuple[int, ...]) -> Keepers:
        role = next(role for role in throws if throws[role] is table)
        return only(keepers(table, ranks), chosen[role])

    monkeypatch.setattr(deal_distribution, "keepers", few)
    play = by_policy(policies()["highest"], RULES.play)
    summing = _Summing(
        DealStrategies(throws, play, {}), RULES, deal_distribution.FULL_DECK
    )
    assert summing.hands == chosen["dealer"]
    for hand in summing.hands:
        sums, terms = summing.of_hand(hand)
        counted = np.zeros((5, MOST, MOST))
        for other in chosen["pone"]:
            add_deals(throws, hand, other, counted)
        assert counted.any()
        assert terms > 0
        assert_alike(sums / SCALE, counted / len(SUITS) ** 2)


LIMITS = {"dealer": 10, "pone": 12}
"""The most classes of six cards that keep a hand that is counted."""
NUMBER = {"dealer": 3, "pone": 3}


def rarely_kept(table: StrategyTable, most: int) -> list[int]:
    """Return hands that few classes keep: a flush or a jack, and some by chance."""
    role = "dealer" if most == LIMITS["dealer"] else "pone"
    begin = keepers(table, deal_distribution.FULL_DECK).begin
    number = np.diff(begin)
    rare = np.flatnonzero((number > 0) & (number <= most)).tolist()
    assert len(rare) >= NUMBER[role]
    drawn = np.random.default_rng(SEED).permutation(rare).tolist()
    marked = [hand for hand in drawn if JACK in HANDS[hand]]
    marked += [hand for hand in drawn if len({*HANDS[hand]}) == 4]
    several = [*marked[:3], *drawn]
    return sorted(list(dict.fromkeys(several))[: NUMBER[role]])


def only(hands: Keepers, chosen: list[int]) -> Keepers:
    """Return the hands that keep the chosen ones."""
    parts = [np.s_[hands.begin[hand] : hands.begin[hand + 1]] for hand in chosen]
    lengths = np.zeros(len(HANDS), np.int64)
    lengths[chosen] = [part.stop - part.start for part in parts]
    begin = np.concatenate([[0], lengths.cumsum()])
    entry, weight = (
        np.concatenate([array[part] for part in parts])
        for array in (hands.entry, hands.weight)
    )
    return Keepers(begin, entry, weight)


@cache
def classes_keeping(table: StrategyTable, hand: int) -> tuple[int, ...]:
    """Return the classes of six cards of which a strategy may keep these ranks."""
    ranks = all_classes(6).cards >> 2
    wanted = np.array(HANDS[hand], np.uint8)
    rows = np.array(table.rows)[np.asarray(table.entries)]
    able = np.zeros(len(ranks), np.bool_)
    discard = 0
    for i in range(6):
        for j in range(i + 1, 6):
            kept = [place for place in range(6) if place not in (i, j)]
            able |= (ranks[:, kept] == wanted).all(axis=1) & (rows[:, discard] > 0)
            discard += 1
    return tuple(np.flatnonzero(able).tolist())


@cache
def kept_and_thrown(
    table: StrategyTable, hand: int, orders: tuple[Cards, ...]
) -> dict[Cards, list[tuple[Cards, Cards, int]]]:
    """Return the six-card hands that keep these ranks: what is kept, thrown, weights.

    ``orders`` are the orders of the suits that each class is written in.
    """
    hands: dict[Cards, list[tuple[Cards, Cards, int]]] = {}
    for row in classes_keeping(table, hand):
        cards = all_classes(6).cards[row].tolist()
        for suits in orders:
            six = tuple(sorted(card & ~3 | suits[card & 3] for card in cards))
            hands[six] = [
                (kept, cast, weight)
                for (kept, cast), weight in discards(table, six).items()
                if tuple(card >> 2 for card in kept) == HANDS[hand]
            ]
    return hands


@cache
def points(cards: Cards, up: int, rule: str) -> int:
    """Return the points of a show by the reference."""
    four = [Card.of_number(card) for card in cards]
    return show_points(four, Card.of_number(up), RULES, rule)


def add_deals(
    throws: dict[str, StrategyTable], hand: int, other: int, sums: Any
) -> None:
    """Count the deals in which the dealer keeps a hand and pone another."""
    # Renaming the suits of all cards changes nothing: one dealer's hand of each class.
    dealer = kept_and_thrown(throws["dealer"], hand, SUITS[:1])
    pone = kept_and_thrown(throws["pone"], other, SUITS)
    pegged = played(HANDS[other], HANDS[hand])
    shows: Counter[tuple[int, int, int]] = Counter()
    for six, seven in product(dealer, pone):
        if {*six} & {*seven}:
            continue
        alike = int(all_classes(6).sets[classify(six)[0]])
        for kept, cast, weight in dealer[six]:
            for left, thrown, times in pone[seven]:
                for up in set(range(52)).difference(six, seven):
                    crib = tuple(sorted((*cast, *thrown)))
                    theirs = points(left, up, "hand")
                    own = points(kept, up, "hand") + points(crib, up, "crib")
                    heels = int(up >> 2 == JACK)
                    shows[heels, theirs, own] += alike * weight * times
    for (heels, theirs, own), weight in shows.items():
        up = DEALER, heels * RULES.play.heels_points
        add_deal(sums, [up, *pegged, (PONE, theirs), (DEALER, own)], weight)

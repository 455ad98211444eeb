"""Probes of the results at the shipped strategies of the discard, over all deals.

A test of the analysis computes all of them. The probes compute what takes seconds: both
hands, the cribs of pairs that are rarely thrown, and the worst deals of a rule.
"""

import hashlib
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray
from probing import content, places

from trueodds.analysis.cribbage.deals import DEALS, all_classes, weighted_sum
from trueodds.analysis.cribbage.discard import one_deal
from trueodds.analysis.cribbage.discard.opponent_tables import (
    OpponentTables,
    opponent_tables,
)
from trueodds.analysis.cribbage.equilibrium import shipped_results
from trueodds.analysis.cribbage.equilibrium.shipped_results import (
    AtEquilibrium,
    at_equilibrium,
)
from trueodds.analysis.cribbage.own_hand import STARTERS, own_sums
from trueodds.analysis.cribbage.published.tables import Pair
from trueodds.analysis.cribbage.strategy_file import (
    OPPONENT,
    ROLES,
    content_of,
    show_digest,
    strategy_tables,
)
from trueodds.analysis.cribbage.suit_classes import DISCARDS, PAIRS
from trueodds.core.cards import Card
from trueodds.core.rules.cribbage import CribbageRules, show_points

RULES = CribbageRules.load()
FILES = ["cribbage-at-equilibrium.json"]
FEW = 250
"""A pair is rarely thrown if no more classes of deals and discards throw it."""

Rows: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64]]

pytestmark = pytest.mark.usefixtures("shipped")


@cache
def ready() -> AtEquilibrium:
    """Return the results that ship."""
    strategies, _ = content_of("equilibrium")
    key = {
        "rules": show_digest(RULES),
        "strategies": hashlib.sha256(strategies).hexdigest(),
        "made by": shipped_results.MADE_BY,
    }
    text = content(FILES[0], key)
    assert hashlib.sha256(text).hexdigest() == shipped_results.DIGEST
    results = at_equilibrium(RULES)
    assert results is not None
    return results


@cache
def weights(role: str) -> NDArray[np.int64]:
    """Return the weight of each discard of each class, times its number of deals."""
    throws = strategy_tables("equilibrium", RULES)[role]
    rows = np.array(throws.rows, np.int64)[np.asarray(throws.entries)]
    times: NDArray[np.int64] = rows * all_classes(6).sets[:, None]
    return times


def tables(role: str) -> OpponentTables:
    """Return the tables of the opponent of a role."""
    return opponent_tables("equilibrium", OPPONENT[role], RULES)


@pytest.mark.parametrize("role", ROLES)
def test_the_mean_hands(role: str) -> None:
    whole = strategy_tables("equilibrium", RULES)[role].denominator
    points = (own_sums(RULES) * weights(role)).sum(axis=1)
    total = weighted_sum(points, np.ones(len(points), np.int64))
    mean = Fraction(total, whole * DEALS * STARTERS)
    assert mean == getattr(ready().bounds, f"{role}_hand")


@cache
def thrown(role: str) -> dict[Pair, tuple[int, Rows]]:
    """Return how often each pair with suits is thrown, and by which discards."""
    cards, times = all_classes(6).cards.astype(np.int64), weights(role)
    rows, discards = np.nonzero(times)
    first, second = (cards[rows, np.array(DISCARDS)[discards, n]] for n in (0, 1))
    suited = (first & 3) == (second & 3)
    number = (13 * (first >> 2) + (second >> 2)) * 2 + suited
    order = np.argsort(number, kind="stable")
    numbers, begins = np.unique(number[order], return_index=True)
    by_pair = {}
    for each, part in zip(numbers.tolist(), np.split(order, begins[1:]), strict=True):
        ranks, of_one_suit = divmod(each, 2)
        used = rows[part], discards[part]
        by_pair[Pair(*divmod(ranks, 13), bool(of_one_suit))] = (
            int(times[used].sum()),
            used,
        )
    return by_pair


def test_the_crib_is_that_of_each_pair_as_often_as_it_is_thrown() -> None:
    for role in ROLES:
        means = ready().roles[role].cribs.thrown
        total, ranks = Fraction(0), Counter[Pair]()
        for pair, (often, _) in thrown(role).items():
            total += means[pair] * often
            ranks[Pair(*pair[:2])] += often
        assert {*means} == {*thrown(role), *ranks}
        assert total == sum(means[pair] * often for pair, often in ranks.items())
        if role == "dealer":
            whole = strategy_tables("equilibrium", RULES)[role].denominator
            assert total == ready().bounds.crib * whole * DEALS


def test_the_mean_cribs_of_pairs_that_pone_rarely_throws() -> None:
    pairs = {pair: at for pair, (_, at) in thrown("pone").items() if len(at[0]) <= FEW}
    assert len(pairs) > 5
    unit = one_deal.crib_denominator(tables("pone"))
    for number in places(len(pairs), 2):
        pair = sorted(pairs)[number]
        total = 0
        for row, discard in zip(*pairs[pair], strict=True):
            deal = all_classes(6).cards[row].tolist()
            crib = one_deal.cribs(deal, tables("pone"))[discard]
            total += crib * int(weights("pone")[row, discard])
        mean = Fraction(total, unit * thrown("pone")[pair][0])
        assert mean == ready().roles["pone"].cribs.thrown[pair]


@pytest.mark.parametrize("role", ROLES)
def test_the_worst_deals_of_keeping_the_most_points_now(role: str) -> None:
    sign = 1 if role == "dealer" else -1
    best, first, random = ready().roles[role].greedy
    assert best.deals <= random.deals <= DEALS
    assert best.mean <= first.mean
    assert best.mean <= random.mean
    for loss in (best, first, random):
        deal = sorted(card.number for card in loss.hand)
        cribs = one_deal.cribs(deal, tables(role))
        kept = one_deal.kept_hands(deal, tables(role), RULES)
        unit = one_deal.crib_denominator(tables(role))
        values = [
            Fraction(hand.points, STARTERS) + sign * Fraction(crib, unit)
            for hand, crib in zip(kept, cribs, strict=True)
        ]
        now = []
        for discard in DISCARDS:
            four = [Card.of_number(n) for at, n in enumerate(deal) if at not in discard]
            now.append(show_points(four, None, RULES, "hand"))
        losses = {
            max(values) - value
            for value, points in zip(values, now, strict=True)
            if points == max(now)
        }
        assert loss.worst in losses
        if loss is best:
            assert loss.worst == min(losses)


def test_all_pairs_of_ranks_are_held() -> None:
    for role in ROLES:
        held = ready().roles[role].cribs.held
        assert {pair[:2] for pair in held} == {*PAIRS}

"""Linear counts: against every way to deal a small shoe."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trueodds
from trueodds.analysis.baccarat.bets import Prices
from trueodds.analysis.baccarat.count import (
    LinearCount,
    best_tags,
    linear_count,
    linear_counts,
)
from trueodds.core.cards import Shoe
from trueodds.core.errors import PositionError, RulesError, UnknownNameError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.baccarat import BaccaratRules

SMALL = "A:2,3:1,6:4,8:2,9:2,10:2"
"""Thirteen cards."""
rules = BaccaratRules.load


def every_deal(count: LinearCount, dealt: int) -> Counter[tuple[int, ...]]:
    """All sets of so many cards, by how many of each rank they have."""
    cards = [place for place, n in enumerate(count.held) for _ in range(n)]
    return Counter(
        tuple(chosen.count(place) for place in range(len(count.held)))
        for chosen in combinations(cards, dealt)
    )


@cache
def prices(left: Shoe) -> Prices:
    """Return the prices of all bets after a deal from the small shoe."""
    return Prices(rules(shoe=SMALL), left)


@pytest.mark.parametrize("bet", ["banker", "tie_8", "big_tiger"])
@pytest.mark.parametrize("dealt", [1, 7])
def test_equals_every_deal_of_a_small_shoe(bet: str, dealt: int) -> None:
    record = rules(shoe=SMALL)
    count = linear_count(record, bet)
    deals = every_deal(count, dealt)
    total = sum(deals.values())
    running: Counter[int] = Counter()
    worths, runs, weights = [], [], []
    for taken, ways in deals.items():
        left = Shoe(tuple(n - t for n, t in zip(count.held, taken, strict=True)))
        worths.append(prices(left).expected(bet))
        runs.append(sum(n * t for n, t in zip(taken, count.tags, strict=True)))
        weights.append(ways)
        running[runs[-1]] += ways

    def mean(*values: list[Fraction] | list[int]) -> Fraction:
        rows = zip(weights, *values, strict=True)
        products = (Fraction(w) * a * (rest[0] if rest else 1) for w, a, *rest in rows)
        return sum(products, Fraction(0)) / total

    assert mean(worths) == count.value
    assert dict(count.running(dealt).items()) == running
    variance = mean(worths, worths) - mean(worths) ** 2
    assert count.variance(dealt) == variance
    covariance = mean(worths, runs) - mean(worths) * mean(runs)
    spread = mean(runs, runs) - mean(runs) ** 2
    correlation = count.correlation(dealt)
    square = covariance**2 / (variance * spread)
    if isinstance(correlation, Enclosure):
        assert correlation.lower**2 <= square <= correlation.upper**2
    else:
        assert correlation == square ** Fraction(1, 2)
    # The line is that of least squares.
    slope = covariance / spread
    for run in (min(runs), 0, max(runs)):
        line = mean(worths) + slope * (run - mean(runs))
        assert count.estimate(run, dealt) == line
    called = sum(w for w, run in zip(weights, runs, strict=True)
                 if mean(worths) + slope * (run - mean(runs)) > 0)  # fmt: skip
    assert count.signals(dealt) == called


def test_effects_are_those_of_removal() -> None:
    """Two derivations: conditional means, and shoes with one card less."""
    record = rules()
    effects = Prices(record, record.left()).removals()
    for bet in ("banker", "dragon_7", "small"):
        assert list(linear_count(record, bet).effects) == effects[bet]


def test_distributions_from_either_end_of_the_shoe_agree() -> None:
    count = linear_count(rules(decks=1), "dragon_7")
    distribution = count.running(40)
    assert distribution.total == count.running(12).total
    total = sum(n * t for n, t in zip(count.held, count.tags, strict=True))
    assert distribution == count.running(12).map(lambda left: total - left)


def test_dragon_7_is_counted_with_eights_and_nines_up() -> None:
    """As published counts of it have it: 4 to 7 down, 8 and 9 up."""
    count = linear_count(rules(), "dragon_7")
    signs = dict(zip(count.ranks, np.sign(count.tags).tolist(), strict=True))
    assert [signs[rank] for rank in "456789"] == [-1, -1, -1, -1, 1, 1]


@settings(max_examples=10, deadline=None)
@given(st.lists(st.integers(-20, 20), min_size=3, max_size=3))
def test_no_balanced_whole_tags_are_nearer(effects: list[int]) -> None:
    """Of three ranks of one card each, all tags from -3 to 3 are tried."""
    mean = Fraction(sum(effects), 3)
    centred = [effect - mean for effect in effects]
    if not any(centred):
        return

    def squared(tags: tuple[int, ...]) -> Fraction:
        middle = Fraction(sum(tags), 3)
        spread = sum((tag - middle) ** 2 for tag in tags)
        along = sum(e * t for e, t in zip(centred, tags, strict=True))
        return Fraction(along**2) / spread if spread else Fraction(0)

    best = squared(best_tags(centred, [1, 1, 1]))
    balanced = (tags for tags in product(range(-3, 4), repeat=3) if sum(tags) == 0)
    assert best >= max(map(squared, balanced)) * Fraction(99, 100)


def test_one_count_in_full() -> None:
    odds = trueodds.odds("baccarat", decks=1, count="dragon_7", dealt=20)
    count = linear_count(rules(decks=1), "dragon_7")
    assert odds["count.dragon_7.favourable"].count == count.signals(20)
    distribution = [
        q for id, q in odds.items() if id.startswith("count.dragon_7.running.")
    ]
    assert sum(q.bounds.lower for q in distribution) == 1
    assert odds["count.dragon_7.running.minus_1"].count == count.running(20).weight(-1)
    assert odds["count.dragon_7.running.0"].count == count.running(20).weight(0)
    assert "--set count=dragon_7 --set dealt=20" in odds.command


@pytest.mark.parametrize("shoe", [SMALL[:-1] + "1", "A:2,6:2,8:1,9:1"])
def test_a_shoe_of_at_most_twelve_cards_has_no_count(shoe: str) -> None:
    record = rules(shoe=shoe)
    assert not linear_counts(record, Prices(record, record.left()))
    with pytest.raises(UnknownNameError, match="no count for the bet 'banker'"):
        linear_count(record, "banker")
    assert linear_count(rules(shoe=SMALL), "banker").cards == 13


def test_counts_there_are_not() -> None:
    with pytest.raises(UnknownNameError, match="no count for the bet 'player_pair'"):
        linear_count(rules(), "player_pair")
    with pytest.raises(UnknownNameError, match="there is no count for the bet"):
        trueodds.odds("baccarat", count="player_pair")
    with pytest.raises(RulesError, match="count: there is no bet 'nothing'"):
        rules(count="nothing")
    with pytest.raises(RulesError, match=r"dealt = 411: .* at most 410"):
        rules(dealt=411)
    with pytest.raises(PositionError, match="0 of 416 cards; 1 to 410"):
        linear_count(rules(), "banker").running(0)

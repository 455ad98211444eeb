"""Items that hands hold: known totals, and deals kept and scored one by one."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, groupby, product
from math import comb, prod

import numpy as np
import pytest

from trueodds.analysis.cribbage import held, own_hand
from trueodds.analysis.cribbage.deals import all_classes, kept_hands
from trueodds.analysis.cribbage.show import show_table
from trueodds.core.cards import Card
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.cribbage import CribbageRules, show_points

SIX_CARD = CribbageRules.load()


def counts(rules: CribbageRules = SIX_CARD) -> dict[str, Fraction]:
    return by_name(held.quantities("x", "Hand", rules))


def by_name(quantities: Iterable[Quantity]) -> dict[str, Fraction]:
    return {q.id.removeprefix("x."): q.bounds.lower for q in quantities}


def runs(ranks: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the length and the number of runs, by the cards of each rank."""
    some = [ranks.count(rank) for rank in range(13)]
    for filled, group in groupby(some, key=bool):
        cards = list(group)
        if filled and len(cards) >= 3:
            yield len(cards), prod(cards)


def test_pairs_are_those_of_five_cards() -> None:
    shares = counts()
    hands = {"alike.4": 624, "alike.3_and_pair": 3744, "alike.3": 54912}
    hands |= {"two_pairs": 123552, "pair": 1098240}
    for name, number in hands.items():
        assert shares[name] == Fraction(number, 2598960)


def test_runs_are_those_of_all_sets_of_ranks() -> None:
    hands = Counter[tuple[int, int]]()
    for ranks in combinations_with_replacement(range(13), 5):
        ways = prod(comb(4, number) for number in Counter(ranks).values())
        for run in runs([*ranks]):
            hands[run] += ways
    named = {"run": 1, "double_run": 2, "triple_run": 3, "double_double_run": 4}
    shares = counts()
    for name, share in shares.items():
        kind, _, length = name.partition(".")
        if kind in named:
            assert share == Fraction(hands.pop((int(length), named[kind])), 2598960)
    assert not hands


@pytest.mark.parametrize("starter", [True, False])
def test_each_kind_of_item_adds_up(starter: bool) -> None:
    shares = counts(CribbageRules.load("six-card" if starter else "published-script"))
    for words in (("no_pair", "pair", "two_", "alike"), ("fifteens",)):
        assert sum(p for name, p in shares.items() if name.startswith(words)) == 1
    assert sum(p for name, p in shares.items() if "run" in name) == 1
    assert ("nobs" in shares) == starter


def test_kept_shows_are_those_of_the_deals() -> None:
    shows = own_hand.kept_shows(SIX_CARD)
    deals = int(all_classes(6).sets.sum())
    possible = show_table(SIX_CARD, "hand") >= 0
    assert int(shows[possible].sum()) == own_hand.TIES * 46 * deals
    assert (shows[possible] >= 0).all()


def counted_names(cards: Sequence[Card]) -> Iterator[str]:
    """Yield the names of the fifteens, pairs and runs of five cards."""
    values = [min(card.rank + 1, 10) for card in cards]
    sets = (some for n in range(2, 6) for some in combinations(values, n))
    ranks = [card.rank for card in cards]
    numbers = {
        "fifteen_points": sum(sum(some) == 15 for some in sets),
        "pair_points": sum(first == second for first, second in combinations(ranks, 2)),
        "run_card_points": sum(length * number for length, number in runs(ranks)),
    }
    for rule, number in numbers.items():
        yield held.ITEMS[rule][number][0]


def test_kept_items_of_some_deals_are_counted_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = np.random.default_rng(29).choice(len(all_classes(6).sets), 200, False)
    cards, sets = (part[rows] for part in all_classes(6))
    sums, hands = own_hand.own_sums(SIX_CARD)[rows], kept_hands()[rows]
    monkeypatch.setattr(own_hand, "all_classes", lambda _: (cards, sets))
    monkeypatch.setattr(own_hand, "own_sums", lambda _: sums)
    monkeypatch.setattr(own_hand, "kept_hands", lambda: hands)
    shows = own_hand.kept_shows(SIX_CARD)
    kept = Counter[str]()
    for numbers, deals in zip(cards.tolist(), sets.tolist(), strict=True):
        deal = [Card.of_number(number) for number in numbers]
        starters = [Card.of_number(n) for n in range(52) if n not in numbers]
        points = {
            hand: sum(show_points(hand, starter, SIX_CARD) for starter in starters)
            for hand in combinations(deal, 4)
        }
        best = [hand for hand in points if points[hand] == max(points.values())]
        for hand, starter in product(best, starters):
            for name in counted_names([*hand, starter]):
                kept[name] += deals * own_hand.TIES // len(best)
    shares = by_name(held.quantities("x", "Hand", SIX_CARD, shows))
    total = own_hand.TIES * 46 * int(sets.sum())
    assert len(kept) > 12
    for name, share in shares.items():
        if not name.startswith(("flush", "nobs")):
            assert share == Fraction(kept.pop(name), total)
    assert not kept

"""Cribbage: the show, the claims of S3, and the best four of six cards."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds.analysis.cribbage.deals import suit_classes
from trueodds.analysis.cribbage.show import hand_index, show_table
from trueodds.core import games, rulebook
from trueodds.core.cards import DECK, Card
from trueodds.core.errors import CardError, PositionError, RulesError
from trueodds.core.rules.cribbage import CribbageRules, Rule, score, show_points
from trueodds.proofs.cribbage.shows import derive, distributions

GAME = games.find("cribbage")


def rules(source: str | None = None, **changes: object) -> CribbageRules:
    record = rulebook.load(GAME, source, changes)
    assert isinstance(record, CribbageRules)
    return record


SIX_CARD, SCRIPT = rules(), rules("published-script")
shows = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)


def naive(hand: list[Card], starter: Card, *, crib: bool) -> int:
    """Score a show as a rule book words it, each kind of score in its own way."""
    cards = [*hand, starter]
    ranks = [card.rank for card in cards]
    points = 0
    for mask in range(32):
        chosen = [min(r + 1, 10) for i, r in enumerate(ranks) if mask >> i & 1]
        points += 2 * (sum(chosen) == 15)
    points += sum(2 for a in range(5) for b in range(a) if ranks[a] == ranks[b])
    for length in (5, 4, 3):
        run_points = 0
        for first in range(14 - length):
            ways = 1
            for rank in range(first, first + length):
                ways *= ranks.count(rank)
            run_points += ways
        if run_points:
            points += length * run_points
            break
    if len({card.suit for card in cards}) == 1:
        points += 5
    elif not crib and len({card.suit for card in hand}) == 1:
        points += 4
    return points + (Card(10, starter.suit) in hand)


@pytest.mark.parametrize("rule", ["hand", "crib"])
@given(cards=shows)
def test_equals_a_naive_definition(rule: Rule, cards: list[Card]) -> None:
    hand, starter = cards[:4], cards[4]
    expected = naive(hand, starter, crib=rule == "crib")
    assert show_points(hand, starter, SIX_CARD, rule) == expected


@pytest.mark.parametrize(
    ("position", "hand", "crib"),
    [
        ("5H 5C 5S JD | 5D", 29, 29),
        ("5H 5C 5S JD 5D", 29, 29),
        ("2H 4H 6H 8H | KC", 4, 0),
        ("2H 4H 6H 8H | KH", 5, 5),
        ("4H 5H 5C 6S | 6D", 24, 24),
        ("AH AC 2D 3S | 3C", 16, 16),
        ("2C 4C 6D 8S | QH", 0, 0),
        ("3H 4D 5C 6S | 7H", 9, 9),
    ],
)
def test_known_shows(position: str, hand: int, crib: int) -> None:
    assert score(position, SIX_CARD, "hand").value == hand
    assert score(position, SIX_CARD, "crib").value == crib


def test_breakdown_names_everything() -> None:
    lines = score("4H 5H 5S JS | 6S", SIX_CARD).lines
    assert {line.name for line in lines} == {"fifteen", "pair", "run", "nobs"}
    assert sum(line.points or 0 for line in lines) == 17
    assert (lines[-1].what, lines[-1].points) == ("JS", 1)


def test_seed_script_takes_two_off_double_runs() -> None:
    true = rules("published-script", runs="longest", two_threes_correction=0)
    assert score("4H 4S 5H 6H", true).value == score("4D 5C 5H 6C", true).value == 12
    assert score("4H 4S 5H 6H", SCRIPT).value == 10
    assert score("3H 4H 5H 6H", SCRIPT).value == 10
    assert score("2H 3H 4H 5H", true).value == score("2H 3H 4H 5H", SCRIPT).value == 8


def test_known_census_of_the_show() -> None:
    odds = trueodds.odds("cribbage")
    counts = [odds[f"show.hand.{n}"].count for n in (0, 19, 24, 25, 28, 29)]
    assert counts == [1009008, 0, 3680, 0, 76, 4]
    assert sum(q.count or 0 for q in odds.family("show.hand")) == 12_994_800
    assert sum(q.count or 0 for q in odds.family("show.crib")) == 12_994_800
    assert odds["show.hand.mean"].exact == Fraction(60759, 12740)


def test_standard_deviation_is_enclosed() -> None:
    odds = trueodds.odds("cribbage")
    masses = {n: odds[f"show.hand.{n}"].bounds.lower for n in range(30)}
    mean = sum(n * p for n, p in masses.items())
    variance = sum((n - mean) ** 2 * p for n, p in masses.items())
    bounds = odds["show.hand.sd"].bounds
    assert odds["show.hand.sd"].exact is None
    assert bounds.lower**2 < variance < bounds.upper**2
    assert bounds.width < Fraction(1, 10**20)


def test_best_expected_hand_over_all_deals() -> None:
    odds = trueodds.odds("cribbage")
    assert odds["deal.best_mean.mean"].exact == Fraction(11422361, 1377194)
    assert f"{odds['deal.best_mean.mean'].decimal:.9f}" == "8.293937528"
    assert odds["deal.best_mean.0"].exact == Fraction(170827, 46824596)


def test_a_29_that_is_kept_from_six_is_15_times_as_likely() -> None:
    """Three fives, the other jack, two of 47 cards; the starter is the other five."""
    odds = trueodds.odds("cribbage")
    kept = odds["deal.kept.29"]
    assert (kept.count, kept.total) == (4 * comb(47, 2), 46 * comb(52, 6))
    assert kept.exact == Fraction(1, 216_580)
    assert kept / odds["show.hand.29"] == 15


@pytest.mark.parametrize(
    "changes",
    [{}, {"nobs_points": 2, "run_card_points": 3, "crib_flush": 4, "pair_points": 5}],
)
def test_means_by_linearity_of_expectation(changes: dict[str, int]) -> None:
    odds = trueodds.odds("cribbage", set=changes)
    derived = derive(rules(**changes))
    assert {id: odds[id].exact for id in derived} == derived


def test_no_number_of_points_is_derived_that_no_show_can_have() -> None:
    """A hand has at most 29 points, with three fives, a jack and the last five."""
    odds = trueodds.odds("cribbage")
    derived = distributions(SIX_CARD)
    counted = [*odds.family("show.hand"), *odds.family("show.crib")]
    assert derived == {q.id: q.exact for q in counted if q.id.count(".") == 2}
    assert [id for id in derived if id.startswith("show.hand.")][-1] == "show.hand.29"


def test_linearity_is_for_shows_with_a_starter() -> None:
    with pytest.raises(ValueError, match="with a starter"):
        derive(SCRIPT)


@pytest.mark.parametrize("rule", ["hand", "crib"])
def test_table_equals_the_reference_for_every_show(rule: Rule) -> None:
    """A seventh of all 12,994,800 shows, by suit class of the hand."""
    table = show_table(SIX_CARD, rule)
    hands, sets = suit_classes(4)
    assert sets.sum() == len(table)
    rng = np.random.default_rng(4)
    # The reference scorer takes its time.
    for hand in hands[rng.integers(7) :: 7]:
        cards = [DECK[number] for number in hand]
        row = table[hand_index(hand[None])[0]]
        expected = [
            -1 if starter in cards else show_points(cards, starter, SIX_CARD, rule)
            for starter in DECK
        ]
        assert row.tolist() == expected


def test_hands_are_numbered_without_gaps() -> None:
    some = np.array([(0, 1, 2, 3), (0, 1, 2, 4), (0, 1, 3, 4), (48, 49, 50, 51)])
    assert hand_index(some.astype(np.uint8)).tolist() == [0, 1, 2, comb(52, 4) - 1]


def test_best_four_of_random_deals() -> None:
    """The two questions of S3 answered card by card for some deals."""
    bare = show_table(SIX_CARD, "hand", bare=True)[:, 0]
    rng = random.Random(52)
    for _ in range(200):
        deal = sorted(rng.sample(DECK, 6))
        for kept in combinations(deal, 4):
            numbers = np.array([[card.number for card in kept]], dtype=np.uint8)
            assert bare[hand_index(numbers)[0]] == show_points(kept, None, SIX_CARD)


def test_counts_of_the_best_four() -> None:
    odds = trueodds.odds("cribbage")
    counts = [q.count or 0 for q in odds.family("deal.best_four")]
    assert sum(counts) == 20_358_520
    # Four fives and any two of the other 48 cards.
    assert counts[20] == comb(48, 2)
    assert odds["deal.best_four.mean"].exact == Fraction(
        sum(n * count for n, count in enumerate(counts)), sum(counts)
    )


def test_script_counts_270725_hands() -> None:
    odds = trueodds.odds("cribbage", "published-script")
    assert odds["show.hand.0"].total == 270_725
    assert "deal.best_mean.mean" not in odds


def test_house_points_change_the_range() -> None:
    odds = trueodds.odds("cribbage", fifteen_points=4)
    assert odds["show.hand.45"].count == 4  # the 29 hand: eight fifteens
    assert "show.hand.46" not in odds


@pytest.mark.parametrize(
    ("position", "error", "fault"),
    [
        ("5H 5C 5S", PositionError, "is not a show"),
        ("5H 5C 5S JD 5D 6D", PositionError, "is not a show"),
        ("5H 5C 5S | JD 5D", PositionError, "is not a show"),
        ("", PositionError, "is not a show"),
        ("5X", CardError, "not a card"),
        ("6H 6H", CardError, "6H is there twice"),
    ],
)
def test_not_a_position(position: str, error: type[Exception], fault: str) -> None:
    with pytest.raises(error, match=fault):
        score(position, SIX_CARD)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        (
            {"runs": "all"},
            "runs = all: invalid enum value 'all'; there are: longest, threes",
        ),
        ({"two_threes_correction": 7}, "takes off more"),
        ({"hand_flush": 3}, "hand_flush = 3: expected a whole number of at least 4"),
        ({"starter": 1}, "starter = 1: expected true or false"),
    ],
)
def test_impossible_rules(changes: dict[str, object], fault: str) -> None:
    with pytest.raises(RulesError, match=fault):
        rules(**changes)

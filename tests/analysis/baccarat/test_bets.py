"""Bets of baccarat: known edges, the joint distribution against cards, removal."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import perm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trueodds
from trueodds.analysis.baccarat.bets import Prices
from trueodds.analysis.baccarat.distribution import coup_distribution
from trueodds.core.cards import DECK, Card, Shoe
from trueodds.core.errors import RulesError
from trueodds.core.rules.baccarat import (
    MIXED_PAIR,
    NO_PAIR,
    PERFECT_PAIR,
    BaccaratRules,
    Outcome,
    play,
)

rules = BaccaratRules.load
RANKS_TO_10 = ("A", *map(str, range(2, 11)))


@pytest.fixture(scope="module")
def odds() -> trueodds.Odds:
    return trueodds.odds("baccarat")


@pytest.mark.parametrize(
    ("bet", "edge"),
    [
        ("banker", "114753351728/10847218479825"),
        ("player", "241149546272/19524993263685"),
        ("tie_8", "103841353768/723147898655"),
        ("tie_9", "63053127805/1301666217579"),
        ("ez_banker", "66274384744/6508331087895"),
        ("dragon_7", "64613588827/848912750595"),
        ("panda_8", "153010345753/1501922558745"),
        ("no_commission_banker", "284694798368/19524993263685"),
        ("super_6", "90046773893/300384511749"),
        ("player_pair", "43/415"),
        ("banker_pair", "43/415"),
        ("either_pair", "108091/788417"),
        ("perfect_pair", "135952/1689465"),
        ("dragon_bonus_player", "103547854751/3904998652737"),
        ("dragon_bonus_banker", "9683026823/103306842665"),
        ("natural_player", "17254805/92244789"),
        ("natural_banker", "17254805/92244789"),
        ("small", "19571/370461"),
        ("big", "22999/529230"),
        ("small_tiger", "296036033/2065481145"),
        ("big_tiger", "141819481097/929761583985"),
        ("tiger", "47209656769/282970916865"),
        ("tiger_tie", "95255346503/309920527995"),
        ("tiger_pair", "635532/3942085"),
    ],
)
def test_exact_edges_of_eight_decks(odds: trueodds.Odds, bet: str, edge: str) -> None:
    assert odds[f"bet.{bet}.edge"].exact == Fraction(edge)


def match(first: Card, second: Card) -> int:
    if first.rank != second.rank:
        return NO_PAIR
    return PERFECT_PAIR if first.suit == second.suit else MIXED_PAIR


def by_explicit_cards(record: BaccaratRules, cards: list[Card]) -> Counter[Outcome]:
    """Every order of six of these cards, played by the reference scorer."""
    outcomes: Counter[Outcome] = Counter()
    for order in permutations(cards, 6):
        outcome = play([card.rank for card in order], record).outcome(record)
        player, banker = match(order[0], order[2]), match(order[1], order[3])
        outcomes[outcome._replace(player_match=player, banker_match=banker)] += 1
    return outcomes


few_cards = st.lists(
    st.sampled_from([DECK[n] for n in (0, 1, 2, 24, 25, 28, 36, 37, 48, 49)]),
    min_size=6,
    max_size=7,
)


@settings(max_examples=15, deadline=None)
@given(few_cards)
def test_joint_distribution_equals_every_order_of_explicit_cards(
    cards: list[Card],
) -> None:
    """Of four ranks with suits, so that pairs of every kind come up."""
    shoe = Shoe(tuple(cards.count(card) for card in DECK))
    distribution, naive = (
        coup_distribution(rules(), shoe),
        by_explicit_cards(rules(), cards),
    )
    assert dict(distribution.items()) == naive
    prices = Prices(rules(), shoe)
    for name, bet in rules().bets.items():
        results = zip(bet.results(naive), naive.values(), strict=True)
        won = sum(result * ways for result, ways in results)
        assert prices.expected(name) == won / perm(len(cards), 6), name


counts = st.lists(st.integers(0, 9), min_size=52, max_size=52).filter(
    lambda counts: sum(counts) > 6
)


@settings(max_examples=10, deadline=None)
@given(counts)
def test_distributions_of_one_shoe_agree_however_finely_it_is_known(
    counts: list[int],
) -> None:
    by_card = Shoe(tuple(counts))
    by_rank = by_card.without_suits()
    fine, coarse = (
        coup_distribution(rules(), by_card),
        coup_distribution(rules(), by_rank),
    )

    def without_suits(outcome: Outcome) -> Outcome:
        pairs = outcome.player_match, outcome.banker_match
        player, banker = (min(pair, MIXED_PAIR) for pair in pairs)
        return outcome._replace(player_match=player, banker_match=banker)

    assert fine.map(without_suits) == coarse
    ten = Shoe((*by_rank.counts[:9], sum(by_rank.counts[9:])))

    def without_pairs(outcome: Outcome) -> Outcome:
        return Outcome(*outcome[:5])

    assert coarse.map(without_pairs) == coup_distribution(rules(), ten)


@settings(max_examples=4, deadline=None)
@given(counts)
def test_effects_of_removal_add_up_to_zero_and_are_differences(
    counts: list[int],
) -> None:
    shoe = Shoe(tuple(counts))
    prices = Prices(rules(), shoe)
    by_value = [sum(counts[4 * rank : 4 * rank + 4]) for rank in range(9)]
    by_value.append(sum(counts[36:]))
    effects = prices.removals()
    for name, changes in effects.items():
        pairs = zip(by_value, changes, strict=True)
        assert sum(n * (change or 0) for n, change in pairs) == 0, name
        assert [change is None for change in changes] == [n == 0 for n in by_value]
    # The ten-valued cards one by one, the mean over those there are.
    tens = [card for card in DECK[36:] if counts[card.number]]
    if tens:
        after = {card: Prices(rules(), shoe.after([card])) for card in tens}
        for name in ("tie_8", "perfect_pair"):
            mean = sum(
                counts[card.number] * (without.expected(name) - prices.expected(name))
                for card, without in after.items()
            ) / Fraction(by_value[9])
            assert effects[name][9] == mean


def test_no_card_moves_a_bet_on_pairs(odds: trueodds.Odds) -> None:
    assert {odds[f"removal.player_pair.{rank}"].exact for rank in RANKS_TO_10} == {0}
    assert "count.player_pair.A" not in odds


def test_house_adds_a_bet_by_cases() -> None:
    """Wins 3 to 1 when Player wins from a pair, pushes on a natural tie."""
    bet = {
        "label": "House",
        "cases": [
            {"player_pair": True, "winner": "player", "pays": 3},
            {"natural": True, "winner": "tie", "pays": 0},
        ],
    }
    odds = trueodds.odds("baccarat", set={"bets": {"house": bet}})
    distribution = coup_distribution(rules(), Shoe.of_decks(8))
    won = distribution.weight_where(lambda o: o.player_pair and o.winner == "player")
    pushed = distribution.weight_where(lambda o: o.natural and o.winner == "tie")
    assert odds["bet.house.win"].count == won
    lost = distribution.total - won - pushed
    assert odds["bet.house.edge"].exact == Fraction(lost - 3 * won, distribution.total)


@pytest.mark.parametrize(
    ("bet", "fault"),
    [
        ({"pays": {}}, "bets.x never pays"),
        ({"pays": {"tie": 0}}, "bets.x never pays"),
        ({"pays": {"tie": 1, "player": 0, "banker": 0}}, "no player can lose it"),
        ({"cases": [{"pays": 1}]}, "case 1 has no condition"),
        ({"cases": [{"pays": 1, "cards": []}]}, "case 1 has no condition"),
        ({"cases": [{"pays": -2, "cards": 4}]}, "case 1 pays -2; expected 0 or more"),
        ({"cases": [{"pays": 1, "cards": 7}]}, "expected a whole number of at most 6"),
        (
            {"cases": [{"pays": 1, "banker_total": 12}]},
            "expected a whole number of at most 9",
        ),
        ({"cases": [{"pays": "inf", "cards": 4}]}, "a number such as 0.95"),
        ({"cases": [{"cards": 4}]}, "missing required field `pays`"),
        ({"cases": [{"pays": 1, "hand": 4}]}, "unknown field `hand`"),
    ],
)
def test_payouts_that_make_no_sense(bet: dict[str, object], fault: str) -> None:
    with pytest.raises(RulesError, match=fault):
        rules(bets={"x": {"label": "X", **bet}})

"""Baccarat: the tableau of S2, its script, and the odds of a coup."""

from itertools import permutations
from math import perm

import pytest
from commands import Run
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies.baccarat import THIRDS, random_rules

import trueodds
from trueodds.analysis.baccarat.distribution import coup_distribution
from trueodds.core import games, rulebook
from trueodds.core.cards import Shoe
from trueodds.core.errors import CardError, PositionError, RulesError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.rules.baccarat import (
    BaccaratRules,
    play,
    score,
)
from trueodds.proofs.baccarat.coups import derive

GAME = games.find("baccarat")
rules = BaccaratRules.load


@pytest.mark.parametrize(
    ("decks", "player", "banker", "tie"),
    [
        (8, 2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216),
        (1, 6_548_674_432, 6_737_232_640, 1_372_227_328),
    ],
)
def test_published_counts(decks: int, player: int, banker: int, tie: int) -> None:
    odds = trueodds.odds("baccarat", decks=decks)
    counts = [odds[f"coup.{winner}"].count for winner in ("player", "banker", "tie")]
    assert counts == [player, banker, tie]
    assert odds["coup.tie"].total == player + banker + tie


@pytest.mark.parametrize("decks", [28, 255])
def test_every_deal_of_a_large_shoe_is_counted_once(decks: int) -> None:
    """Floats of 64 bits cannot count all deals of 9 decks, nor integers those of 28."""
    coup = coup_distribution(rules(), Shoe.of_decks(decks))
    assert coup.total == perm(52 * decks, 6)


def test_seed_script_misses_ace_ten_jack_and_queen() -> None:
    script, true = rules("published-script"), rules(decks=1)
    different = [
        third
        for third in THIRDS
        if script.banker_draws[third] != true.banker_draws[third]
    ]
    assert different == ["A", "10", "J", "Q"]
    assert all(script.banker_draws[third] == () for third in different)


def test_seed_script_moves_the_odds() -> None:
    odds = trueodds.odds("baccarat", "published-script")
    assert odds["coup.player"].count == 6_877_288_000
    edge = odds["bet.player.edge"].exact
    assert edge is not None
    assert edge < 0  # its Player bet favours the bettor


@pytest.mark.slow  # the book's test looks at the same derivations of usual rules
@pytest.mark.parametrize("preset", ["punto-banco", "published-script"])
def test_equals_every_sequence_of_six_cards(preset: str) -> None:
    odds = trueodds.odds("baccarat", preset)
    derived = derive(rules(preset))
    assert {id: odds[id].exact for id in derived} == derived


small_shoes = st.lists(st.integers(0, 12), min_size=6, max_size=7).map(
    lambda ranks: Shoe(tuple(ranks.count(rank) for rank in range(13)))
)


@settings(max_examples=25, deadline=None)
@given(random_rules(5), small_shoes)
def test_equals_playing_every_order_of_a_small_shoe(
    record: BaccaratRules, shoe: Shoe
) -> None:
    cards = [rank for rank, count in enumerate(shoe.counts) for _ in range(count)]
    coups = [play(order, record) for order in permutations(cards, 6)]
    naive = Distribution.tally((coup.outcome(record), 1) for coup in coups)
    assert coup_distribution(record, shoe) == naive


@settings(max_examples=20, deadline=None)
@given(
    st.permutations(range(9, 13)),
    st.lists(st.integers(0, 40), min_size=13, max_size=13).filter(lambda c: sum(c) > 5),
)
def test_ten_valued_ranks_are_alike_in_punto_banco(
    order: list[int], counts: list[int]
) -> None:
    renamed = [*counts[:9], *(counts[rank] for rank in order)]
    distribution = coup_distribution(rules(), Shoe(tuple(counts)))
    assert distribution == coup_distribution(rules(), Shoe(tuple(renamed)))


@pytest.mark.parametrize(
    ("position", "value", "verdict"),
    [
        ("3 4 10 10 6 9", 1, "Player wins, 9 to 3"),  # the first transcript, corrected
        ("6 K 8 A 9 5", 2, "Banker wins, 6 to 3"),  # the second transcript
        ("8 9 K K 2 2", 2, "Banker wins, 9 to 8"),
        ("2 2 5 5 A A", 0, "Tie at 7"),
    ],
)
def test_coups(position: str, value: int, verdict: str) -> None:
    breakdown = score(position, rules())
    assert (breakdown.value, breakdown.verdict) == (value, verdict)


def test_seed_script_leaves_banker_standing_after_an_ace() -> None:
    position = "K 10 4 2 A 5"
    assert score(position, rules()).verdict == "Banker wins, 7 to 5"
    assert score(position, rules("published-script")).verdict == "Player wins, 5 to 2"


@pytest.mark.parametrize(
    ("position", "error", "fault"),
    [
        ("6 K 8", PositionError, "has 3 ranks"),
        ("A A A A A 2", PositionError, "5 cards of rank A"),
        ("6 K 8 A 9 1", CardError, "'1' is not a rank"),
    ],
)
def test_not_a_position(position: str, error: type[Exception], fault: str) -> None:
    with pytest.raises(error, match=fault):
        score(position, rules(decks=1))


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"decks": 0}, "decks = 0: expected a whole number of at least 1"),
        (
            {"banker_draws.X": [1]},
            "a list of totals for each .* missing or unknown: X",
        ),
        ({"banker_draws.A": [10]}, "expected a whole number of at most 9"),
        ({"bets.banker.pays.dealer": 1}, "the winners are: player, banker, tie"),
        ({"bets.banker.pays.banker": -1}, "expected 0 or more"),
        ({"bets.banker.pays.banker": "lots"}, "a number such as 0.95 or 19/20"),
        ({"bets.banker.odds": 1}, "unknown field `odds`; there are: label, pays"),
        (
            {"bets.banker.cases": [{"winner": "dealer", "pays": 2}]},
            "'dealer'; there are: banker, player, tie",
        ),
        ({"decks.x": 1}, "'decks' is not a table; the tables are: banker_draws, bets"),
    ],
)
def test_impossible_rules(changes: dict[str, object], fault: str) -> None:
    with pytest.raises(RulesError, match=fault):
        rulebook.load(GAME, changes=changes)


@pytest.mark.parametrize(
    ("cards", "position", "fault"),
    [
        ({"shoe": "A:40,5:4,6:4"}, "A A A A A 5", ""),
        ({"shoe": "A:40,5:4,6:4"}, "A A 2 A A 5", "1 card of rank 2; the shoe holds 0"),
        ({"shoe": "10:5,5:4,6:4"}, "K Q J K 10 5", ""),
        ({"shoe": "10:4,5:4,6:4"}, "K Q J K 10 5", "5 cards of rank 10; the shoe hold"),
        ({"seen": "KH KD"}, "K K Q J 10 5", ""),
        ({"seen": "KH KD"}, "K K K J 10 5", "3 cards of rank K; the shoe holds 2"),
        ({}, "K K K K K 5", "5 cards of rank K; a shoe of 1 deck holds 4"),
    ],
)
def test_cards_that_the_shoe_does_not_have_are_refused(
    cards: dict[str, str], position: str, fault: str
) -> None:
    """They were those of full decks, whatever the shoe had left."""
    record = rules(decks=1, **cards)
    if fault:
        with pytest.raises(PositionError, match=fault):
            score(position, record)
    else:
        assert score(position, record).position == position


@pytest.mark.parametrize("cards", [{"seen": "K"}, {"shoe": "A:40,5:4,6:4"}])
@pytest.mark.parametrize("command", ["census", "positions --sample 3"])
def test_lists_of_positions_are_of_full_decks(
    cards: dict[str, str], command: str, trueodds_command: Run
) -> None:
    """A census of a shoe without some cards counted positions of full decks."""
    changes = [word for item in cards.items() for word in ("--set", "=".join(item))]
    name, *options = command.split()
    code, _, error = trueodds_command(name, "baccarat", *options, *changes)
    assert code == 2
    assert "positions are those of full decks" in error

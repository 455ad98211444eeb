"""Cards and their text forms, shoes, and suit classes."""

from collections.abc import Callable
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.analysis.cribbage.deals import suit_classes
from trueodds.core.cards import DECK, Card, Shoe, card_words, format_cards, parse_cards
from trueodds.core.errors import CardError

cards = st.sampled_from(DECK)


@given(cards)
def test_every_card_reads_back(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert Card.parse(str(card).lower()) == card
    assert Card.of_number(card.number) == card


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("TS", "10S"),
        ("10s", "10S"),
        ("j♦", "JD"),
        ("A♠", "AS"),
        ("q♡", "QH"),
        ("2c", "2C"),
        ("0♦", "10D"),
        ("h5", "5H"),
        ("♠10", "10S"),
    ],
)
def test_other_text_forms(text: str, printed: str) -> None:
    assert str(Card.parse(text)) == printed


def test_cards_are_ordered_by_rank_then_clubs_diamonds_hearts_spades() -> None:
    shuffled = parse_cards("KS 2H AC 10S 10C AS")
    assert format_cards(sorted(shuffled)) == "AC AS 2H 10C 10S KS"
    assert list(DECK) == sorted(DECK)


@pytest.mark.parametrize("size", [2, 3])
def test_suit_classes_are_the_orbits_of_renaming_suits(size: int) -> None:
    def orbit(hand: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
        return frozenset(
            tuple(sorted(card // 4 * 4 + names[card % 4] for card in hand))
            for names in permutations(range(4))
        )

    every = {orbit(hand) for hand in combinations(range(52), size)}
    classes, sets = suit_classes(size)
    rows = [tuple(row) for row in classes.tolist()]
    assert {orbit(row): n for row, n in zip(rows, sets.tolist(), strict=True)} == {
        members: len(members) for members in every
    }


def test_suit_classes_of_six_cards() -> None:
    classes, sets = suit_classes(6)
    assert classes.shape == (962_988, 6)
    assert sets.sum() == 20_358_520
    assert (np.diff(classes.astype(int), axis=1) > 0).all()


def test_a_card_shows_how_it_is_written() -> None:
    card = Card.parse("2d")
    assert (repr(card), card.symbol) == ("Card('2D')", "2♦")


@pytest.mark.parametrize("text", ["5X", "1H", "H", "5", "", "11C", "1D", "HH", "5 H"])
def test_not_a_card(text: str) -> None:
    with pytest.raises(CardError, match="is not a card"):
        Card.parse(text)


@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (lambda: parse_cards("6H 6h"), "6H is there twice"),
        (lambda: Shoe((4,) * 12), "13 counts"),
        (lambda: Shoe((4,) * 12 + (-1,)), "13 counts"),
        (lambda: Shoe.of_decks(1).after([0] * 5), "no further A"),
        (lambda: Shoe.of_cards(1).after([10]), "give the J a suit, such as JH"),
    ],
)
def test_impossible_cards_and_shoes(make: Callable[[], object], fault: str) -> None:
    with pytest.raises(CardError, match=fault):
        make()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[5H, 0D] (H5)", ["5H", "0D", "H5"]),
        ("H5D0", ["H5", "D0"]),
        ("5100", ["5", "10", "0"]),
        ("28", ["2", "8"]),
        ("28 3", ["28", "3"]),
        ("10 5", ["10", "5"]),
    ],
)
def test_words_of_cards(text: str, words: list[str]) -> None:
    assert card_words(text) == words

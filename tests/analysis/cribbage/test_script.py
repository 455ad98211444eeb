"""The published script of S3: what it claims, and how often it is wrong."""

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from published_script import first_best_four

import trueodds
from trueodds.core.cards import DECK, Card, format_cards, parse_cards
from trueodds.core.rules.cribbage import CribbageRules, show_points


def rules(name: str | None = None) -> CribbageRules:
    return CribbageRules.load(name)


TRUE, SCRIPT = rules(), rules("published-script")


@pytest.mark.parametrize(
    ("deal", "keep", "points"),
    [
        ("2S 5H 6C 10S JD KD", "5H 10S JD KD", 6),
        ("2S 3C 5C 5D 6S 9H", "2S 3C 5C 5D", 4),
        ("AH 7D 8D 9C 9S JC", "7D 8D 9C 9S", 8),
        ("2C 4D 5C 5H 6C 8H", "4D 5C 5H 6C", 10),
        ("4H 5S 6C 8S JD QC", "4H 5S 6C JD", 7),
    ],
)
def test_keeps_and_points_that_the_column_prints(
    deal: str, keep: str, points: int
) -> None:
    kept = first_best_four(parse_cards(deal), SCRIPT)
    assert format_cards(kept) == keep
    assert show_points(kept, None, SCRIPT) == points


def test_it_underrates_double_runs_and_nothing_else() -> None:
    # Eleven runs, one of three ranks paired; two suits for the pair, one each else.
    double_runs = 11 * 3 * comb(4, 2) * 4 * 4
    odds = trueodds.odds("cribbage")
    assert odds["script.misscored"].count == double_runs
    assert odds["script.misscored"].total == comb(52, 4)
    # An independent derivation goes through all deals one by one.
    assert odds["script.wrong_best"].count == 2_185_888
    assert odds["script.wrong_choice"].count == 314_640


def test_it_agrees_with_itself() -> None:
    odds = trueodds.odds("cribbage", "published-script")
    names = ("misscored", "wrong_best", "wrong_choice")
    assert [odds[f"script.{name}"].count for name in names] == [0, 0, 0]


@given(
    deal=st.lists(st.sampled_from(DECK), min_size=6, max_size=6, unique=True),
    suits=st.permutations(range(4)),
)
def test_whether_it_chooses_wrongly_does_not_depend_on_names_of_suits(
    deal: list[Card], suits: list[int]
) -> None:
    renamed = [Card(card.rank, suits[card.suit]) for card in deal]
    worth = [
        show_points(first_best_four(cards, SCRIPT), None, TRUE)
        for cards in (deal, renamed)
    ]
    assert worth[0] == worth[1]

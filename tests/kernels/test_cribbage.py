"""The cribbage kernel says what the reference scorer says, of every show there is."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from trueodds.analysis.cribbage.show import IMPOSSIBLE, hand_index, show_table
from trueodds.core.cards import DECK, Card
from trueodds.core.errors import CardError, PositionError, RulesError
from trueodds.core.kernels.cribbage import score_shows
from trueodds.core.rules.cribbage import CribbageRules, Rule, show_points

Cards = NDArray[np.uint8]
rules = CribbageRules.load


@pytest.fixture(scope="module")
def census() -> Cards:
    """All 270,725 hands with every starter, those in the hand included."""
    hands = np.array(list(combinations(range(52), 4)), dtype=np.uint8)
    starters = np.tile(np.arange(52, dtype=np.uint8), len(hands))
    return np.column_stack([np.repeat(hands, 52, axis=0), starters])


@pytest.mark.parametrize("rule", ["hand", "crib"])
def test_equals_the_analysis_on_all_12994800_shows(census: Cards, rule: Rule) -> None:
    expected = show_table(rules(), rule)[hand_index(census[::52, :4])].ravel()
    possible = expected != IMPOSSIBLE
    assert possible.sum() == 12_994_800
    points = score_shows(census[possible], rule == "crib")
    assert np.array_equal(points, expected[possible])


shows = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)
points = st.integers(0, 9)
random_rules = st.builds(
    rules,
    fifteen_points=points,
    pair_points=points,
    run_card_points=points,
    flush_card_points=points,
    nobs_points=points,
    hand_flush=st.integers(4, 5),
    crib_flush=st.integers(4, 5),
    runs=st.sampled_from(["longest", "threes"]),
)


def numbers(batch: list[list[Card]]) -> Cards:
    return np.array([[card.number for card in show] for show in batch], dtype=np.uint8)


@settings(max_examples=9, deadline=None)
@given(
    st.just(rules()) | random_rules,
    st.lists(shows, min_size=50, max_size=50),
    st.sampled_from(["hand", "crib"]),
)
def test_equals_the_reference_under_other_rules(
    record: CribbageRules, batch: list[list[Card]], rule: Rule
) -> None:
    expected = [show_points(show[:4], show[4], record, rule) for show in batch]
    assert score_shows(numbers(batch), rule == "crib", record).tolist() == expected


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ([0, 1, 2, 3, 52], r"row 2 of cards has a card 52; a card is 4 \* rank"),
        ([64, 1, 2, 3, 4], "row 2 of cards has a card 64"),
        ([0, 1, 255, 255, 4], "row 2 of cards has a card 255"),
        ([0, 1, 2, 42, 42], "row 2 of cards has JH, number 42, twice"),
        ([7, 7, 7, 3, 4], "row 2 of cards has 2S, number 7, twice"),
    ],
)
def test_impossible_cards(row: list[int], fault: str) -> None:
    cards = np.array([range(5), range(5), row, [9] * 5], dtype=np.uint8)
    with pytest.raises(CardError, match=fault):
        score_shows(cards)
    # Unchecked they do no harm to the rest.
    assert score_shows(cards, checked=False)[:2].tolist() == [12, 12]


@pytest.mark.parametrize("places", list(combinations(range(5), 2)))
def test_a_card_twice_is_found_in_any_two_places(places: tuple[int, int]) -> None:
    for card in range(52):
        row = [(card + 10 * place) % 52 for place in range(5)]
        row[places[0]] = row[places[1]]
        with pytest.raises(CardError, match="twice"):
            score_shows(np.array([row], dtype=np.uint8))


@pytest.mark.parametrize(
    "cards",
    [
        np.zeros((2, 5), dtype=np.int64),
        np.zeros((2, 5), dtype=np.int8),
        np.zeros((2, 4), dtype=np.uint8),
        np.zeros(5, dtype=np.uint8),
        np.zeros((1, 2, 5), dtype=np.uint8),
    ],
)
def test_wrong_arrays(cards: Cards) -> None:
    with pytest.raises(PositionError, match=r"must be uint8 of shape \(n, 5\)"):
        score_shows(cards, checked=False)


def test_rules_that_it_cannot_score() -> None:
    cards = np.array([range(5)], dtype=np.uint8)
    with pytest.raises(RulesError, match="these rules have none"):
        score_shows(cards, rules=rules("published-script"))
    with pytest.raises(RulesError, match="counts to 255"):
        score_shows(cards, rules=rules(pair_points=60))

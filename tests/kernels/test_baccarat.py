"""The baccarat kernel counts what the analysis counts, for any shoe and any tableau."""

from math import perm
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies.baccarat import random_rules, shoes

from trueodds.analysis.baccarat.distribution import coup_distribution
from trueodds.core import games, rulebook
from trueodds.core.cards import Shoe
from trueodds.core.errors import PositionError, RulesError
from trueodds.core.kernels.baccarat import (
    MOST_IN_FLOAT64,
    MOST_IN_INT64,
    coup_counts,
)
from trueodds.core.rules.baccarat import BaccaratRules

GAME = games.find("baccarat")
rules = BaccaratRules.load
PRESETS = rulebook.preset_names(GAME)


def by_analysis(shoe: list[int], record: BaccaratRules) -> list[int]:
    """Player, Banker, Tie."""
    distribution = coup_distribution(record, Shoe(tuple(shoe))).map(
        lambda outcome: outcome.winner
    )
    scale = perm(sum(shoe), 6) // distribution.total
    return [
        scale * distribution.weight(winner) for winner in ("player", "banker", "tie")
    ]


def tens_together(shoes: NDArray[Any]) -> NDArray[Any]:
    return np.column_stack([shoes[:, :9], shoes[:, 9:].sum(axis=1)])


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("decks", [1, 8])
def test_equals_the_analysis_of_full_shoes(preset: str, decks: int) -> None:
    shoe = [4 * decks] * 13
    record = rules(preset)
    expected = by_analysis(shoe, record)
    assert coup_counts(np.array([shoe]), record).tolist() == [expected]


small_shoes = st.lists(st.integers(0, 12), min_size=6, max_size=20).map(
    lambda ranks: [ranks.count(rank) for rank in range(13)]
)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.one_of(shoes, small_shoes), min_size=1, max_size=5))
def test_equals_the_analysis_of_any_shoe(batch: list[list[int]]) -> None:
    expected = [by_analysis(shoe, rules()) for shoe in batch]
    assert coup_counts(np.array(batch)).tolist() == expected
    assert coup_counts(tens_together(np.array(batch))).tolist() == expected


@settings(max_examples=8, deadline=None)
@given(random_rules(0), st.lists(st.one_of(shoes, small_shoes), min_size=1, max_size=3))
def test_equals_the_analysis_under_any_tableau(
    record: BaccaratRules, batch: list[list[int]]
) -> None:
    expected = [by_analysis(shoe, record) for shoe in batch]
    assert coup_counts(np.array(batch), record).tolist() == expected


@pytest.mark.parametrize(
    ("cards", "dtype"),
    [
        (MOST_IN_FLOAT64, np.int64),
        (MOST_IN_FLOAT64 + 1, np.int64),
        (MOST_IN_INT64, np.int64),
        (MOST_IN_INT64 + 1, object),
        (10**6, object),
        (10**15, object),
        (9 * 10**18, object),
    ],
)
def test_shoes_past_the_bounds_are_exact(cards: int, dtype: type) -> None:
    shoe = [cards // 13 + (rank < cards % 13) for rank in range(13)]
    counts = coup_counts(np.array([[4] * 13, shoe]))
    assert counts.dtype == dtype
    assert counts[1].tolist() == by_analysis(shoe, rules())
    assert counts[0].tolist() == by_analysis([4] * 13, rules())
    assert all(type(number) is int for number in counts[1].tolist())


def test_bounds() -> None:
    for cards, bits in ((MOST_IN_FLOAT64, 53), (MOST_IN_INT64, 63)):
        assert perm(cards, 6) < 2**bits <= perm(cards + 1, 6)


def test_many_blocks_and_types() -> None:
    many = np.random.default_rng(3).integers(6, 33, (1000, 13))
    counts = coup_counts(many)
    deals = [perm(cards, 6) for cards in many.sum(axis=1).tolist()]
    assert counts.sum(axis=1).tolist() == deals
    for other in (many.astype(np.uint8), many.astype(">u8")):
        assert np.array_equal(coup_counts(other), counts)


def test_decks_and_bets_do_not_matter() -> None:
    shoe = np.array([[9] * 10])
    other = rules(decks=3, bets={}, description="A house")
    assert np.array_equal(coup_counts(shoe, other), coup_counts(shoe))


def test_ten_columns_cannot_hold_the_tableau_of_the_seed_script() -> None:
    fault = "distinguishes ten-valued ranks .10 and J and Q, K.*13 columns"
    with pytest.raises(RulesError, match=fault):
        coup_counts(np.array([[4] * 10]), rules("published-script"))


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ([1] * 5 + [0] * 5, "row 1 of shoes has 5 cards; a coup may need 6"),
        ([0] * 10, "row 1 of shoes has 0 cards"),
        ([4, 4, -1, 4, 4, 4, 4, 4, 4, 4], "row 1 of shoes has -1 in column 2"),
    ],
)
def test_impossible_shoes(row: list[int], fault: str) -> None:
    batch = np.array([[4] * 9 + [16], row])
    with pytest.raises(PositionError, match=fault):
        coup_counts(batch)
    unchecked = coup_counts(batch, checked=False)
    assert np.array_equal(unchecked[0], coup_counts(batch[:1])[0])


@pytest.mark.parametrize(
    "wrong",
    [np.ones((2, 10)), np.ones((2, 11), int), np.ones(13, int), np.ones((2, 13), bool)],
)
def test_wrong_arrays(wrong: NDArray[Any]) -> None:
    with pytest.raises(PositionError, match=r"integer of shape \(n, 13\) or \(n, 10\)"):
        coup_counts(wrong)

"""Edges of batches of shoes: as from the joint distribution; and clear refusals."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies.baccarat import shoes

from trueodds.analysis.baccarat.batch_edges import price_shoes
from trueodds.analysis.baccarat.bets import Prices
from trueodds.core import games, rulebook
from trueodds.core.cards import Shoe
from trueodds.core.errors import PositionError, RulesError, UnknownNameError
from trueodds.core.rules.baccarat import BaccaratRules

GAME = games.find("baccarat")
rules = BaccaratRules.load


ON_RANKS = [name for name, bet in rules().bets.items() if not bet.sees_suits]
ON_TOTALS = [name for name, bet in rules().bets.items() if not bet.sees_ranks]


@settings(max_examples=6, deadline=None)
@given(
    st.sampled_from(rulebook.preset_names(GAME)),
    st.lists(shoes, min_size=1, max_size=3),
)
def test_equals_the_joint_distribution(preset: str, batch: list[list[int]]) -> None:
    record = rules(preset)
    prices = price_shoes(batch, ON_RANKS, record)
    for row, shoe in enumerate(batch):
        exact = Prices(record, Shoe(tuple(shoe)))
        for place, bet in enumerate(ON_RANKS):
            edge = -exact.expected(bet)
            assert prices.edge(row, bet) == edge
            assert prices.edges[row, place] == pytest.approx(float(edge), abs=1e-12)
            assert prices.favourable[row, place] == (edge < 0)


def test_tens_together_and_apart_are_one_shoe() -> None:
    apart = np.random.default_rng(1).integers(1, 33, (20, 13))
    together = np.column_stack([apart[:, :9], apart[:, 9:].sum(axis=1)])
    by_rank, by_value = price_shoes(apart, ON_TOTALS), price_shoes(together, ON_TOTALS)
    assert np.array_equal(by_rank.numerators, by_value.numerators)
    assert np.array_equal(by_rank.denominators, by_value.denominators)


def test_main_bets_unless_named() -> None:
    prices = price_shoes(np.array([[32] * 9 + [128]]))
    assert prices.bets == ("banker", "player", "tie_8")
    assert prices.numerators.dtype == np.int64
    assert [f"{100 * edge:.4f}" for edge in prices.edges[0]] == [
        "1.0579",
        "1.2351",
        "14.3596",
    ]


def test_large_shoes_are_exact() -> None:
    shoe = [1500] * 13
    prices = price_shoes([[4] * 13, shoe], ["big_tiger", "banker"])
    assert prices.numerators.dtype == object
    exact = Prices(rules(), Shoe(tuple(shoe)))
    assert prices.edge(1, "big_tiger") == -exact.expected("big_tiger")
    assert prices.edge(1, "banker") == -exact.expected("banker")


def test_a_bet_that_no_outcome_pays_is_lost() -> None:
    """A tie has no margin."""
    bet = {"label": "Never", "cases": [{"winner": "tie", "margin": 3, "pays": 5}]}
    prices = price_shoes([[4] * 10], ["never"], rules(bets={"never": bet}))
    assert prices.edge(0, "never") == 1


@pytest.mark.parametrize(
    ("columns", "bet", "error", "fault"),
    [
        (13, "perfect_pair", PositionError, "perfect_pair depends on suits"),
        (10, "player_pair", PositionError, "player_pair depends on ten-valued ranks"),
        (13, "red", UnknownNameError, "there is no bet 'red'; there are: ban"),
    ],
)
def test_refusals(columns: int, bet: str, error: type[Exception], fault: str) -> None:
    with pytest.raises(error, match=fault):
        price_shoes([[4] * columns], [bet])


@pytest.mark.parametrize("cards", [{"seen": "K 5"}, {"shoe": "A:40,9:8"}])
def test_shoes_of_the_rules_are_refused(cards: dict[str, str]) -> None:
    """The rows say which cards are left, so the rules cannot say it too."""
    with pytest.raises(RulesError, match="the shoes have the cards left; leave"):
        price_shoes([[4] * 13], set=cards)

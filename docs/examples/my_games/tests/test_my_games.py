"""Tests of a project's games with trueodds; see docs/how-to/test-your-games.md."""

from collections.abc import Callable

import my_games
from hypothesis import given

from trueodds.strategies import positions
from trueodds.testing import assert_scorer, assert_simulator, parametrize_with_checks


def test_farkle_scorer_on_every_roll() -> None:
    assert_scorer(my_games.farkle, "farkle", rules="ece209")


def test_cribbage_scorer_on_random_shows() -> None:
    assert_scorer(my_games.cribbage, "cribbage", rule="hand", positions=3000)


@parametrize_with_checks("farkle", rules="ece209")
def test_farkle_scorer(check: Callable[[Callable[[str], int]], None]) -> None:
    check(my_games.farkle)


def test_bunco_is_not_refuted() -> None:
    assert_simulator(
        my_games.bunco_roll, "bunco", outcome="score", alpha=1e-6, limit=20_000
    )


@given(positions("farkle"))
def test_order_of_the_dice_does_not_matter(roll: str) -> None:
    assert my_games.farkle(roll) == my_games.farkle(roll[::-1])

"""The data file of dice: inferred weights reproduce the published percentages."""

from fractions import Fraction
from math import ceil, floor

import pytest

from trueodds.core.rules.farkle.loaded_dice import (
    dice_text,
    known_dice,
    published_dice,
    read_dice,
)


@pytest.mark.parametrize("name", known_dice())
def test_weights_are_the_smallest_in_the_published_intervals(name: str) -> None:
    die = known_dice()[name]
    weights = (*die.weights, die.joker) if die.joker else die.weights
    intervals = published_dice()[name].intervals
    total = sum(weights)
    for weight, (low, high) in zip(weights, intervals, strict=True):
        assert low <= Fraction(weight, total) <= high
    for fewer in range(1, total):
        ranges = [(ceil(low * fewer), floor(high * fewer)) for low, high in intervals]
        fits = all(low <= high for low, high in ranges)
        lowest, highest = (sum(ends) for ends in zip(*ranges, strict=True))
        assert not (fits and lowest <= fewer <= highest)


def test_intervals_are_half_a_unit_of_the_last_digit() -> None:
    low, high = published_dice()["heavenly"].intervals[1]
    assert (low, high) == (Fraction(1045, 10_000), Fraction(1055, 10_000))
    assert published_dice()["pie"].intervals[4] == (0, Fraction(1, 2000))


def test_every_die_has_a_source() -> None:
    assert {die.source.partition("/")[0] for die in published_dice().values()} == {
        "https:"
    }


def test_equal_dice_have_the_name_that_comes_first() -> None:
    assert dice_text(read_dice("biased, unpopular, painters-b, lu, fair*2")) == (
        "ci, fair*2, unbalanced, unlucky*2"
    )


def test_dice_of_both_games() -> None:
    kinds = {die.weights for die in known_dice().values()}
    assert (len(known_dice()), len(kinds)) == (54, 40)
    # Saint Antiochus' die once was said to show a 3 always; the sources now disagree.
    for name in ("painted", "three", "holy-trinity", "saint-antiochus", "ci"):
        assert known_dice()[name].weights != known_dice()[f"{name}-files"].weights

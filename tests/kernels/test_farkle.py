"""The Farkle kernel says what the reference scorer says, of every roll there is."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies.farkle import SIX_FAIR_DICE, changes, rules, rules_or_none

from trueodds.core.dice import counts_of
from trueodds.core.errors import DiceError, PositionError
from trueodds.core.kernels.farkle import SLOTS, WEIGHTS, score_rolls
from trueodds.core.rules.farkle import FarkleRules, Scorer

random_rules = changes(st.sampled_from([0, 50, 100, 350, 1_000_000])).map(rules_or_none)
ROLLS = [roll for roll in product(range(7), repeat=6) if 1 <= sum(roll) <= 6]
COUNTS = np.array(ROLLS, dtype=np.uint8)


def test_each_of_923_rolls_has_its_own_slot() -> None:
    assert len(ROLLS) == len(set((COUNTS @ np.array(WEIGHTS) % SLOTS).tolist())) == 923


@pytest.mark.parametrize("preset", SIX_FAIR_DICE)
def test_equals_the_reference_on_all_55986_rolls(preset: str) -> None:
    scorer = Scorer(rules(preset))
    best = {roll: scorer.best(roll) for roll in ROLLS}
    ordered = [
        counts_of(faces)
        for dice in range(1, 7)
        for faces in product(range(1, 7), repeat=dice)
    ]
    points = score_rolls(np.array(ordered, dtype=np.uint8), rules(preset))
    assert len(points) == 55_986
    assert points.tolist() == [best[roll] for roll in ordered]


@settings(max_examples=12, deadline=None)
@given(random_rules)
def test_equals_the_reference_under_other_rules(record: FarkleRules | None) -> None:
    if record is None:
        return
    scorer = Scorer(record)
    expected = [scorer.best(roll) for roll in ROLLS]
    assert score_rolls(COUNTS, record).tolist() == expected


def test_without_rules_it_is_box() -> None:
    assert np.array_equal(score_rolls(COUNTS), score_rolls(COUNTS, rules("box")))


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ([0] * 6, "row 1 of counts is 0 dice"),
        ([2, 2, 2, 1, 0, 0], r"is 7 dice, \[2, 2, 2, 1, 0, 0\]; .* one to six"),
        ([255, 1, 0, 0, 0, 0], "is 256 dice"),
        ([255] * 6, "is 1530 dice"),
    ],
)
def test_not_a_roll(row: list[int], fault: str) -> None:
    counts = np.array([[1, 0, 0, 0, 0, 0], row, [9] * 6], dtype=np.uint8)
    with pytest.raises(DiceError, match=fault):
        score_rolls(counts)
    assert score_rolls(counts, checked=False)[0] == 100


@pytest.mark.parametrize(
    "wrong",
    [np.ones(shape, np.uint8) for shape in ((6,), (3, 5), (3, 6, 1))]
    + [COUNTS.astype(dtype) for dtype in ("int64", "int8", "float64", "bool")],
)
def test_wrong_arrays(wrong: NDArray[Any]) -> None:
    fault = rf"counts is {wrong.dtype} of shape .* must be uint8 of shape \(n, 6\)"
    with pytest.raises(PositionError, match=fault):
        score_rolls(wrong)

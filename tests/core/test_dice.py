"""Dice: multisets with multinomial weights stand for all ordered rolls."""

from collections import Counter
from collections.abc import Callable
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.core.dice import Dice, counts_of, faces_of
from trueodds.core.errors import DiceError

loaded = st.lists(st.integers(0, 5), min_size=1, max_size=6).filter(any).map(tuple)


@given(st.integers(0, 4), loaded)
def test_rolls_are_the_ordered_rolls_gathered(
    count: int, weights: tuple[int, ...]
) -> None:
    ordered: Counter[tuple[int, ...]] = Counter()
    for faces in product(range(1, len(weights) + 1), repeat=count):
        ordered[counts_of(faces, len(weights))] += prod(weights[f - 1] for f in faces)
    dice = Dice(count, weights)
    assert dict(dice.rolls()) == {roll: w for roll, w in ordered.items() if w}
    assert sum(weight for _, weight in dice.rolls()) == dice.total


@given(st.lists(st.integers(1, 6), max_size=8))
def test_faces_and_counts_are_inverse(faces: list[int]) -> None:
    assert faces_of(counts_of(faces)) == tuple(sorted(faces))


@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (lambda: counts_of([1, 7]), "no face 7; the faces are 1 to 6"),
        (lambda: Dice(3, (0, 0)), "a positive weight is needed"),
        (lambda: Dice(3, (1, -1)), "must all be 0 or more"),
        (lambda: Dice.fair(-1, sides=6), "cannot roll -1 dice"),
    ],
)
def test_impossible_dice(make: Callable[[], object], fault: str) -> None:
    with pytest.raises(DiceError, match=fault):
        make()

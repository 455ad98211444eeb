"""Dice: multisets with multinomial weights stand for all ordered rolls."""

from collections import Counter
from itertools import product
from math import comb, prod

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


def test_twenty_dice_are_not_ordered() -> None:
    assert sum(1 for _ in Dice.fair(20, sides=6).rolls()) == comb(25, 20) == 53130


def test_loaded_die_that_always_shows_one_face() -> None:
    assert list(Dice(3, (0, 1, 0)).rolls()) == [((0, 3, 0), 1)]


@given(st.lists(st.integers(1, 6), max_size=8))
def test_faces_and_counts_are_inverse(faces: list[int]) -> None:
    assert faces_of(counts_of(faces)) == tuple(sorted(faces))


def test_face_that_is_not_there() -> None:
    with pytest.raises(DiceError, match="no face 7; the faces are 1 to 6"):
        counts_of([1, 7])


def test_no_positive_weight() -> None:
    with pytest.raises(DiceError, match="a positive weight is needed"):
        Dice(3, (0, 0))


def test_negative_weight() -> None:
    with pytest.raises(DiceError, match="must all be 0 or more"):
        Dice(3, (1, -1))


def test_negative_number_of_dice() -> None:
    with pytest.raises(DiceError, match="cannot roll -1 dice"):
        Dice.fair(-1, sides=6)

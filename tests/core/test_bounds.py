"""Bounds of arrays contain the exact results, and are narrow."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.core.exact.enclosure import Enclosure
from trueodds.game import bounds

sizes = st.fractions(0, 1000) | st.floats(0, 1e-300).map(Fraction)
pairs = st.lists(st.tuples(sizes, sizes), min_size=1, max_size=6)
NARROW = Fraction(2.0**-45) * 10**7


@given(pairs)
def test_operations_contain_the_exact_numbers(
    numbers: list[tuple[Fraction, Fraction]],
) -> None:
    left = bounds.outward([a for a, _ in numbers])
    right = bounds.outward([b for _, b in numbers])
    exact = {
        "sums": (bounds.widened(left + right), [a + b for a, b in numbers]),
        "products": (bounds.widened(left * right), [a * b for a, b in numbers]),
        "mean": (
            bounds.mean(left, right)[:, None],
            [sum((a * b for a, b in numbers), Fraction())],
        ),
    }
    for ends, values in exact.values():
        for place, value in enumerate(values):
            near = bounds.enclosure(ends[:, place])
            assert near.lower <= value <= near.upper
            assert near.width <= NARROW


@pytest.mark.parametrize(
    "value", [0, 2**53 + 1, Fraction(1, 3), Fraction(-1, 3), Fraction(1, 10)]
)
def test_numbers_become_the_nearest_floats_around_them(value: Fraction) -> None:
    low, high = bounds.outward([value])[:, 0]
    assert low <= value <= high
    assert high in (low, np.nextafter(low, np.inf))


def test_an_enclosure_keeps_both_of_its_ends() -> None:
    known = Enclosure(Fraction(1, 4), Fraction(1, 2))
    assert bounds.outward([[known]]).tolist() == [[[0.25]], [[0.5]]]

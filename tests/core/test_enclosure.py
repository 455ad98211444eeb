"""Enclosures: bounds stay bounds when they are printed."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.core.exact.digits import decimal_text
from trueodds.core.exact.enclosure import Enclosure, square_root

rationals = st.fractions(min_value=0, max_value=10**6)


@given(rationals, rationals, st.integers(2, 30))
def test_printed_bounds_enclose(first: Fraction, second: Fraction, digits: int) -> None:
    enclosure = Enclosure(min(first, second), max(first, second))
    lower, upper = map(Fraction, enclosure.texts(digits))
    assert lower <= enclosure.lower <= enclosure.upper <= upper


@given(rationals)
def test_square_root_encloses(value: Fraction) -> None:
    root = square_root(value)
    if isinstance(root, Enclosure):
        assert root.lower**2 < value < root.upper**2
        assert root.width <= Fraction(1, 2**96)
    else:
        assert root**2 == value


def test_square_root_of_a_negative() -> None:
    with pytest.raises(ValueError, match="no real square root"):
        square_root(Fraction(-1))


def test_crossed_bounds() -> None:
    with pytest.raises(ValueError, match="crossed"):
        Enclosure(Fraction(1), Fraction(0))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(2, 3), "0.6667"),
        (Fraction(1200), "1200"),
        (Fraction(0), "0"),
        (Fraction(-1, 8), "-0.125"),
        (Fraction(1, 10**20), "1e-20"),
        (Fraction(123456), "123500"),
    ],
)
def test_decimals_for_people(value: Fraction, text: str) -> None:
    assert decimal_text(value, 4) == text

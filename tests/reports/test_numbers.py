"""Numbers as people read them: as many digits as are needed, and none unproved."""

from fractions import Fraction

import pytest

from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.reports.text.numbers import decimal, one_in, share, value_text


def test_no_decimals_are_printed_where_a_float_has_none() -> None:
    number = Quantity("n", "N", 2**53 + Fraction(3, 2), "points", "series")
    assert "." not in value_text(number)


@pytest.mark.parametrize(
    ("lower", "upper", "value", "one_in_n"),
    [
        ("0", "1e-20", "0 to 1e-18 %", ""),
        ("0.29925", "0.29926", "29.93 %", "3.342"),
        ("0.2992", "0.2994", "29.9 %", "3.34"),
        ("0.1", "0.4", "10 to 40 %", "2.5 to 10"),
        ("5.7555442e-6", "5.7555450e-6", "0.00058 %", "about 173,750"),
        ("0.001", "0.001", "0.10 %", "1,000"),
        ("1", "1", "100 %", "1"),
        ("0", "0", "0 %", ""),
    ],
)
def test_no_digit_is_printed_that_is_not_proved(
    lower: str, upper: str, value: str, one_in_n: str
) -> None:
    bounds = Enclosure(Fraction(lower), Fraction(upper))
    held = bounds if lower != upper else Fraction(lower)
    quantity = Quantity("roll.n", "N", held, "probability", "series")
    assert (value_text(quantity), one_in(quantity)) == (value, one_in_n)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("5/2", "2.50 points"),
        ("1234567", "1,234,567 points"),
        ("2469/2", "1,234.50 points"),
        ("1/21", "0.048 points"),
        ("-1", "-1 point"),
    ],
)
def test_points_have_two_decimals_unless_they_are_whole(value: str, text: str) -> None:
    points = Quantity("n", "N", Fraction(value), "points", "enumeration")
    assert value_text(points) == text


def test_a_decimal_has_twelve_digits_and_a_count_its_total() -> None:
    pair = Quantity.probability("first.pair", "A pair", 3_000, 51_000)
    assert decimal(pair) == "0.0588235294118"
    assert share(pair) == "3,000 of 51,000"
    assert share(Quantity("n", "N", Fraction(1, 3), "probability", "series")) == ""

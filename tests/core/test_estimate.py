"""Estimates are visibly sampled, and never become exact numbers."""

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.estimate import Estimate
from trueodds.core.exact.quantity import Quantity

SHARE = Estimate(0.562134, 0.000412, 20_000_000, seed=1)
EXACT = (
    Fraction(1, 2),
    1,
    0.5,
    Enclosure(Fraction(0), Fraction(1)),
    Quantity.probability("roll.bunco", "Bunco", 1, 216),
)


@pytest.mark.parametrize("exact", EXACT, ids=lambda exact: type(exact).__name__)
@pytest.mark.parametrize(
    "operation",
    [operator.add, operator.sub, operator.mul, operator.truediv, operator.lt],
    ids=lambda operation: operation.__name__,
)
def test_an_estimate_does_not_mix_with_exact_numbers(
    operation: Callable[[Any, Any], Any], exact: object
) -> None:
    for pair in ((SHARE, exact), (exact, SHARE)):
        with pytest.raises(TypeError):
            operation(*pair)


@pytest.mark.parametrize("convert", [float, int, Fraction, math.sqrt])
def test_an_estimate_is_no_number(convert: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError):
        convert(SHARE)


def test_an_estimate_is_no_value_of_a_quantity() -> None:
    with pytest.raises(TypeError, match="sampled"):
        Quantity("x", "x", SHARE, "probability", "sampled")  # type: ignore[arg-type]  # wrong on purpose
    assert Fraction("0.562134") != SHARE


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (0.562134, 0.000412, "0.5621 ± 0.0004"),
        (0.562134, 0.000212, "0.56213 ± 0.00021"),
        (0.562134, 0.0003, "0.5621 ± 0.0003"),
        (16.23, 0.012, "16.230 ± 0.012"),
        (1234.5, 57.0, "1,234 ± 57"),
        (1.0, 0.0, "1.000000 ± 0.000000"),
    ],
)
def test_the_text_shows_the_digits_that_the_error_allows(
    value: float, error: float, text: str
) -> None:
    assert repr(Estimate(value, error, 100, 1)) == f"{text} (sampled)"


@pytest.mark.parametrize(
    ("value", "error", "size"),
    [(math.nan, 0.1, 9), (0.5, math.inf, 9), (0.5, -0.1, 9), (0.5, 0.1, 0)],
)
def test_impossible_estimates_are_refused(
    value: float, error: float, size: int
) -> None:
    with pytest.raises(ValueError, match=r"not finite|impossible"):
        Estimate(value, error, size, 1)

"""Claimed numbers: the verdict to the digits claimed, and the sentence about it."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.core.exact.enclosure import Enclosure
from trueodds.proofs.claims.cell import read
from trueodds.proofs.claims.rounding import judge_number, sentence


@given(
    st.fractions(min_value=0, max_value=1000, max_denominator=10**9),
    st.integers(0, 6),
)
def test_numbers_are_judged_to_their_digits(exact: Fraction, digits: int) -> None:
    unit = Fraction(1, 10**digits)

    def verdict(units: int, relation: str = "is") -> str:
        text = f"{units // 10**digits}.{units % 10**digits:0{digits}d}"
        claimed = read(text if digits else str(units)).number
        assert claimed.value == units * unit
        return judge_number(claimed, exact, relation)

    rounded, cut = floor(exact / unit + Fraction(1, 2)), floor(exact / unit)
    assert verdict(rounded) == "true"
    assert verdict(cut) in ("true", "approximate")
    assert verdict(cut) == "true" or cut != rounded
    assert verdict(cut + 2) == verdict(cut + 2, "about") == "false"
    assert verdict(cut + 1) == ("true" if 2 * (exact / unit - cut) >= 1 else "false")
    assert verdict(cut + 1, "about") in ("true", "approximate")
    assert verdict(rounded, "equals") == (
        "true" if exact == rounded * unit else "false"
    )


@pytest.mark.parametrize(
    ("number", "relation", "exact", "verdict"),
    [
        ("2.7 %", "is", "1/36", "approximate"),
        ("2.8 %", "is", "1/36", "true"),
        ("2.9 %", "about", "1/36", "false"),
        ("1 in 216", "is", "1/216", "true"),
        ("1 in 215", "about", "1/216", "approximate"),
        ("1 in 200", "below", "1/216", "true"),
        ("1 in 200", "above", "1/216", "false"),
        ("1 in 5", "is", "0", "false"),
        ("45480/46656", "is", "211/216", "false"),
        ("-0.03", "is", "-131/5000", "true"),
        ("-0.02", "is", "-131/5000", "approximate"),
    ],
)
def test_forms_of_numbers(number: str, relation: str, exact: str, verdict: str) -> None:
    assert judge_number(read(number).number, Fraction(exact), relation) == verdict


def test_bounds_that_disagree_leave_a_claim_open() -> None:
    claimed = read("0.5").number
    near = Enclosure(Fraction(49, 100), Fraction(51, 100))
    wide = Enclosure(Fraction(1, 10), Fraction(9, 10))
    assert judge_number(claimed, near, "is") == "true"
    assert judge_number(claimed, wide, "is") == "unspecified"


@pytest.mark.parametrize(
    ("number", "relation", "lower", "upper", "verdict"),
    [
        ("1 in 216", "is", "1/300", "1/150", "unspecified"),
        ("1 in 216", "below", "1/300", "1/150", "unspecified"),
        ("1 in 216", "is", "0", "1/150", "unspecified"),
        ("1 in 216", "is", "1/150", "1/100", "false"),
        ("1 in 0", "is", "1/300", "1/150", "false"),
        ("0.5", "about", "21/50", "29/50", "unspecified"),  # 0.5 itself is true
        ("0.5", "about", "28/50", "29/50", "approximate"),
        ("0.5", "is", "1/10", "2/5", "false"),
    ],
)
def test_a_claim_inside_wide_bounds_is_open(
    number: str, relation: str, lower: str, upper: str, verdict: str
) -> None:
    bounds = Enclosure(Fraction(lower), Fraction(upper))
    assert judge_number(read(number).number, bounds, relation) == verdict


@given(
    st.fractions(min_value=0, max_value=1, max_denominator=10**6),
    st.sampled_from(["0.5", "0.125", "7", "30 %", "30.00 %", "1/3"]),
)
def test_the_number_that_would_be_right_is_judged_true(
    exact: Fraction, text: str
) -> None:
    """It has the digits of the claim, or is the fraction itself."""
    right = read(text).number.correct(Enclosure(exact, exact))
    assert judge_number(read(right).number, exact, "is") == "true"
    if exact and "/" not in text:
        digits, right_digits = (each.partition(".")[2] for each in (text, right))
        assert len(digits) == len(right_digits)


@pytest.mark.parametrize(
    ("number", "exact", "verdict", "words"),
    [
        ("0.3", "1/3", "true", "The exact value is 1/3, 0.3333333333."),
        (
            "2.7 %",
            "1/36",
            "approximate",
            "The exact value is 1/36, 2.777777778 %. Rounded to the digits claimed it "
            "is 2.8 %.",
        ),
        (
            "0.5",
            "5/9",
            "approximate",
            "The exact value is 5/9, 0.5555555556. Rounded to the digits claimed it is "
            "0.6.",
        ),
        (
            "1 %",
            "1/4",
            "false",
            "The exact value is 1/4, 25 %. The claim is 25 times too small.",
        ),
        (
            "1 in 54",
            "1/216",
            "false",
            "The exact value is 1/216, 1 in 216. The claim is 4 times too large.",
        ),
        (
            "1 in 1296",
            "1/216",
            "false",
            "The exact value is 1/216, 1 in 216. The claim is 6 times too small.",
        ),
        ("4", "2", "false", "The exact value is 2. The claim is 2 times too large."),
        ("2.5", "2", "false", "The exact value is 2. The claim is too high by 0.5."),
        (
            "24 %",
            "1/4",
            "false",
            "The exact value is 1/4, 25 %. The claim is too low by 1 percentage "
            "points.",
        ),
    ],
)
def test_a_sentence_has_the_exact_value_and_the_error(
    number: str, exact: str, verdict: str, words: str
) -> None:
    claimed = read(number).number
    assert judge_number(claimed, Fraction(exact), "is") == verdict
    assert (
        sentence(claimed, Fraction(exact), judge_number(claimed, Fraction(exact), "is"))
        == words
    )

"""Verdicts on numbers, to the digits in which they are claimed.

A claim is true if the exact value, rounded to those digits, is the number claimed. It
is approximate if only cutting off the further digits gives that number, or if the claim
says "about" and is at most one unit of its last digit away. Otherwise it is false.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import Literal

from trueodds.core.exact.digits import decimal_text, fraction_text
from trueodds.core.exact.enclosure import Enclosure

Verdict = Literal["true", "approximate", "false", "unspecified"]

WORST: tuple[Verdict, ...] = ("false", "unspecified", "approximate", "true")
"""The verdict of a claim of several parts is the first of these among its parts."""

_SIDES = {"equals": operator.eq, "below": operator.lt, "above": operator.gt}

SHOWN = 10
"""Significant digits of exact values in sentences."""

LONGEST = 60
"""The most characters of a fraction in a sentence."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A number as claimed: ``0.00462``, ``2.7 %``, ``1 in 1,296`` or ``7176/7776``.

    ``value`` is the number: 27/1000 for ``2.7 %``, and N for ``1 in N``. ``step`` is
    one unit of its last digit, 0 for a fraction, which is claimed exactly. ``unit`` is
    ``%``, ``1 in`` or empty.

    >>> Claimed(Fraction(1, 37), Fraction(1, 1000), "%").rounded(Fraction(1, 36))
    Fraction(7, 250)
    """

    value: Fraction
    step: Fraction
    unit: str

    @property
    def exactly(self) -> Fraction:
        """The number claimed: for "1 in N" the probability, and not N."""
        return self.seen(self.value)

    def seen(self, exact: Fraction) -> Fraction:
        """Return the exact value in the unit of the claim, such as N of "1 in N".

        N and the probability are the inverses of each other.
        """
        # The digits of "1 in N" are those of N, so the probability is inverted to be
        # rounded.
        return 1 / exact if self.unit == "1 in" and exact else exact

    def rounded(self, exact: Fraction) -> Fraction:
        """Return the exact value in the claim's unit, rounded to the digits claimed.

        For "1 in N" the result is N.
        """
        seen = self.seen(exact)
        return floor(seen / self.step + Fraction(1, 2)) * self.step

    def text(self, value: Fraction) -> str:
        """Return a value as text in the unit of the claim, such as "1 in 216".

        For "1 in N", ``value`` is N, as ``seen`` returns it.
        """
        if self.unit == "%":
            return f"{decimal_text(100 * value, SHOWN)} %"
        return f"{self.unit} {decimal_text(value, SHOWN)}".strip()

    def correct(self, bounds: Enclosure) -> str:
        """Return the text that would be right: the exact value to the digits claimed.

        ``bounds`` enclose the exact value.

        >>> from trueodds.proofs.claims.cell import read
        >>> sixth = Enclosure(Fraction(1, 6), Fraction(1, 6))
        >>> read("17.0 %").number.correct(sixth)
        '16.7 %'
        """
        exact = bounds.midpoint
        if not self.step or not bounds.lower:
            return fraction_text(exact)
        unit = Fraction(1, 100 if self.unit == "%" else 1)
        # A power of ten has one digit more than its exponent.
        digits = len(str(unit / self.step)) - 1
        steps = int(self.rounded(exact) / self.step)
        number = Decimal(f"{steps}e-{digits}")
        if self.unit == "%":
            return f"{number:f} %"
        return f"{self.unit} {number:f}".strip()

    def judge(self, exact: Fraction, *, about: bool) -> Verdict:
        """Return the verdict on the claim: "true", "approximate" or "false".

        ``exact`` is the exact number. ``about`` is True if the source calls the number
        approximate.

        >>> from trueodds.proofs.claims.cell import read
        >>> claims = [read(text).number for text in ("0.67", "0.66", "0.6")]
        >>> [claim.judge(Fraction(2, 3), about=False) for claim in claims]
        ['true', 'approximate', 'approximate']
        >>> read("0.7").number.judge(Fraction(16, 25), about=True)
        'approximate'
        """
        # No N makes "1 in N" impossible.
        if self.unit == "1 in" and not exact:
            return "false"
        seen = self.seen(exact)
        off = abs(seen - self.value)
        # A fraction has the step 0, so it is true only if it is equal.
        if off <= self.step / 2:
            return "true"
        # Cutting digits off moves a number towards 0, by less than a unit.
        if off < self.step and abs(self.value) <= abs(seen):
            return "approximate"
        if about and off <= self.step:
            return "approximate"
        return "false"


def judge_number(
    claimed: Claimed, exact: Fraction | Enclosure, relation: str
) -> Verdict:
    """Return the verdict on a claimed number, given the exact value or its bounds.

    It is "unspecified" if the bounds are too wide. ``relation`` is what the claim says
    of the exact value: that it "is" the number to the digits claimed, is "about" the
    number, "equals" it exactly, or is "below" or "above" it.
    """
    if isinstance(exact, Enclosure):
        verdict = judge_number(claimed, exact.lower, relation)
        if judge_number(claimed, exact.upper, relation) != verdict:
            return "unspecified"
        # If the claim is inside, it may be the exact value, although both ends refute
        # it, or are only near to it.
        inside = exact.lower < claimed.exactly < exact.upper
        if verdict != "true" and inside:
            return "unspecified"
        return verdict
    if relation in _SIDES:
        return "true" if _SIDES[relation](exact, claimed.exactly) else "false"
    return claimed.judge(exact, about=relation == "about")


def sentence(claimed: Claimed, exact: Fraction | Enclosure, verdict: Verdict) -> str:
    """Return a sentence on a verdict: the exact value, and the error of the claim.

    ``claimed`` is the number with its unit and its last digit. ``exact`` is the exact
    value, or proved bounds of it.
    """
    if isinstance(exact, Enclosure):
        bounds = exact.texts(SHOWN + 2)
        return "The exact value is proved to lie between {} and {}.".format(*bounds)
    seen = claimed.seen(exact)
    fraction = fraction_text(exact)
    text = claimed.text(seen)
    verb = "rounds to"
    if exact.denominator == 1 and not claimed.unit:
        verb = "is"
        text = fraction
    elif len(fraction) <= LONGEST:
        verb = "is"
        text = f"{fraction}, {text}"
    words = [f"The exact value {verb} {text}."]
    if verdict == "approximate":
        rounded = claimed.text(claimed.rounded(exact))
        words.append(f"Rounded to the digits claimed it is {rounded}.")
    if verdict == "false" and claimed.value:
        words.append(f"The claim is {_error(claimed, seen)}.")
    return " ".join(words)


def _error(claimed: Claimed, seen: Fraction) -> str:
    """Return the error of a claim as text: a factor of 2 or more, or a difference.

    Such as ``107 times too small`` or ``too low by 0.01``. A claim "1 in N" is judged
    as a probability, so a larger N is too small.
    """
    ratio = claimed.value / seen if seen else Fraction(0)
    odds = claimed.unit == "1 in"
    if ratio and odds:
        # Too large an N is too small a probability.
        ratio = 1 / ratio
    far = ratio >= 2 or 0 < ratio <= Fraction(1, 2)
    if far or (ratio and odds):
        size = "large" if ratio > 1 else "small"
        factor = decimal_text(max(ratio, 1 / ratio), 3)
        return f"{factor} times too {size}"
    error = claimed.value - seen
    side = "high" if error > 0 else "low"
    if claimed.unit == "%":
        points = decimal_text(100 * abs(error), 4)
        return f"too {side} by {points} percentage points"
    return f"too {side} by {decimal_text(abs(error), 4)}"

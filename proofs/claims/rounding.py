"""Whether a number is right to the digits in which it is claimed.

True when the exact value, rounded to those digits, is the number claimed; approximate
when it is only after cutting the further digits off, or when the claim says "about" and
is at most one unit of its last digit away; else false.
"""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Literal

from trueodds.core.enclosure import Enclosure
from trueodds.core.printing import decimal_text, fraction_text

Verdict = Literal["true", "false", "approximate", "unspecified"]

_NUMBER = re.compile(
    r"(?P<one_in>1 in )?(?P<sign>-)?(?P<whole>[\d,]+)(?:\.(?P<digits>\d+))?"
    r"(?:/(?P<below>[\d,]+))?(?P<percent> %)?"
)
_SIDES = {"equals": operator.eq, "below": operator.lt, "above": operator.gt}

SHOWN = 10
"""Significant digits of exact values in sentences."""

LONGEST = 60
"""The most characters of a fraction in a sentence."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A number as claimed: ``0.00462``, ``2.7 %``, ``1 in 1,296`` or ``7176/7776``.

    ``step`` is one unit of its last digit, 0 for a fraction, which is claimed exactly.

    >>> Claimed.parse("2.7 %")
    Claimed(value=Fraction(27, 1000), step=Fraction(1, 1000), unit='%')
    """

    value: Fraction
    step: Fraction
    unit: Literal["", "%", "1 in"]

    @classmethod
    def parse(cls, text: str) -> Claimed:
        """Read a claimed number; raises ``ValueError`` for text that is none."""
        found = _NUMBER.fullmatch(text)
        if not found:
            raise ValueError(f"{text!r} is no number such as 0.46 %, 1 in 216 or 3/8")
        digits = found["digits"] or ""
        whole = int(found["whole"].replace(",", "") + digits)
        value = Fraction(-whole if found["sign"] else whole, 10 ** len(digits))
        if found["below"]:
            return cls(value / int(found["below"].replace(",", "")), Fraction(0), "")
        scale = Fraction(1, 100) if found["percent"] else Fraction(1)
        unit: Literal["", "%", "1 in"] = "%" if found["percent"] else ""
        return cls(
            value * scale,
            scale / 10 ** len(digits),
            "1 in" if found["one_in"] else unit,
        )

    def seen(self, exact: Fraction) -> Fraction:
        """The exact value in the unit of the claim: N of "1 in N"."""
        return 1 / exact if self.unit == "1 in" and exact else exact

    def rounded(self, exact: Fraction) -> Fraction:
        """The exact value to the digits claimed."""
        seen = self.seen(exact)
        return floor(seen / self.step + Fraction(1, 2)) * self.step

    def text(self, value: Fraction) -> str:
        """A value of ``seen`` as it would be printed in the unit of the claim."""
        if self.unit == "%":
            return f"{decimal_text(100 * value, SHOWN)} %"
        return f"{self.unit} {decimal_text(value, SHOWN)}".strip()

    def judge(self, exact: Fraction, *, about: bool) -> Verdict:
        """Whether this is the exact value, to the digits claimed.

        >>> claims = map(Claimed.parse, ("0.67", "0.66", "0.6"))
        >>> [claim.judge(Fraction(2, 3), about=False) for claim in claims]
        ['true', 'approximate', 'approximate']
        >>> Claimed.parse("0.7").judge(Fraction(16, 25), about=True)
        'approximate'
        """
        if self.unit == "1 in" and not exact:
            return "false"
        off = abs(self.seen(exact) - self.value)
        if off <= self.step / 2:
            return "true"
        # Cutting digits off moves a number towards nought, by less than a unit.
        cut = off < self.step and abs(self.value) <= abs(self.seen(exact))
        return "approximate" if cut or (about and off <= self.step) else "false"


def judge_number(
    claimed: Claimed, exact: Fraction | Enclosure, relation: str
) -> Verdict:
    """The verdict on a number; unspecified where bounds are too wide to tell.

    ``relation`` is "is", "about", "equals", "below" or "above".
    """
    if isinstance(exact, Enclosure):
        bounds = exact.lower, exact.upper
        ends = {judge_number(claimed, bound, relation) for bound in bounds}
        inside = claimed.seen(bounds[0]) < claimed.value < claimed.seen(bounds[1])
        known = len(ends) == 1 and not (ends == {"false"} and inside)
        return ends.pop() if known else "unspecified"
    if relation in _SIDES:
        limit = 1 / claimed.value if claimed.unit == "1 in" else claimed.value
        return "true" if _SIDES[relation](exact, limit) else "false"
    return claimed.judge(exact, about=relation == "about")


def sentence(claimed: Claimed, exact: Fraction | Enclosure, verdict: Verdict) -> str:
    """What the exact value is, and how far the claim is from it."""
    if isinstance(exact, Enclosure):
        return "It is proved to lie between {} and {}.".format(*exact.texts(SHOWN + 2))
    seen = claimed.seen(exact)
    fraction, said = fraction_text(exact), claimed.text(seen)
    if exact.denominator == 1 and not claimed.unit:
        said = fraction
    elif len(fraction) <= LONGEST:
        said = f"{fraction}, {said}"
    words = [f"It is {said}."]
    if verdict == "approximate":
        rounded = claimed.text(claimed.rounded(exact))
        words.append(f"Rounded to the digits claimed: {rounded}.")
    if verdict == "false" and claimed.value:
        words.append(f"The claim is off by {_off(claimed, seen)}.")
    return " ".join(words)


def _off(claimed: Claimed, seen: Fraction) -> str:
    """How far the claim is from the exact value, and how many times it."""
    percent = claimed.unit == "%"
    off = (claimed.value - seen) * (100 if percent else 1)
    text = decimal_text(off, 4) + (" percentage points" if percent else "")
    times = decimal_text(claimed.value / seen, 4) if seen else "1"
    return text if times in ("0", "1") else f"{text}: it is {times} times the truth"

"""The numbers behind a verdict on a simulator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Annotated

from trueodds.core.exact.digits import decimal_text, fraction_text
from trueodds.core.exact.enclosure import Enclosure
from trueodds.proofs.verify.verdict import Word

DIGITS = 6


def short(number: Fraction) -> str:
    """Return a number as text, with at most six significant digits.

    >>> short(Fraction(1, 216))
    '0.00462963'
    """
    return decimal_text(number, DIGITS)


def bounds(number: Enclosure) -> dict[str, str]:
    """Return the lower and the upper bound of a number as text, by name.

    The bounds have six significant digits.
    """
    return number.record(DIGITS)


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    """An outcome, its probability, and how often it came.

    ``exact`` and ``probability`` are the same number; JSON has the second with six
    digits.
    """

    outcome: str
    exact: Annotated[Fraction, fraction_text]
    probability: Annotated[Fraction, short]
    expected: Annotated[Fraction, short]
    count: int

    @property
    def deviation(self) -> float:
        """The difference of the count from its expectation, in its standard deviations.

        >>> half = Fraction(1, 2)
        >>> OutcomeCount("6", half, half, Fraction(50), 60).deviation
        2.0
        """
        variance = self.expected * (1 - self.exact)
        return float(self.count - self.expected) / sqrt(variance or 1)


@dataclass(frozen=True, slots=True)
class Reading:
    """A kind of outcome that bare numbers can be, and the verdict on it.

    ``outcome`` is the name of the kind. ``log10_e`` is the decimal logarithm of the
    evidence against the kind. ``impossible`` is an outcome that came and is none of
    this kind. ``example`` is the last outcome of this kind.
    """

    outcome: str
    description: str
    verdict: Word
    log10_e: Annotated[Enclosure, bounds]
    impossible: str | None
    example: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatorDetails:
    """The numbers behind a verdict on a simulator; without a verdict they are missing.

    Attributes:
        alpha: Upper limit on the probability that a right simulator is ever refuted.
        within: The tolerance that was asked for (``--within``): the greatest allowed
            distance of a probability from its exact value. None if no tolerance was.
        log10_e: The decimal logarithm of the evidence E.
        log10_e_by_test: The decimal logarithm of the evidence of each test alone, as an
            approximation.
        bias: The distance for ``outcomes_for_bias``. It is ``within`` if that is given.
            Otherwise it is the largest ``distance`` with which the verdict is
            "consistent": 0.05, or a quarter of the largest probability if that is less.
        outcomes_for_bias: The approximate number of outcomes that a right simulator
            needs to show that its probabilities are within ``bias`` of the exact ones.
        distance: The least distance from the exact values within which all
            probabilities of the simulator are shown to be. None if the verdict is
            "refuted" or "within".
        outcomes: The outcomes, with their probabilities and counts.
        others: The verdicts by other kinds of outcome.
        readings: The kinds of outcome by which bare numbers were judged.
        presets: If the simulator is refuted, the names of other preset rules under
            which its counts would not be.
    """

    alpha: Annotated[Fraction | None, fraction_text] = None
    within: Annotated[Fraction | None, fraction_text] = None
    log10_e: Annotated[Enclosure | None, bounds] = None
    log10_e_by_test: Mapping[str, float] = field(default_factory=dict)
    bias: Annotated[Fraction | None, fraction_text] = None
    outcomes_for_bias: int | None = None
    distance: Annotated[Fraction | None, fraction_text] = None
    outcomes: tuple[OutcomeCount, ...] = ()
    others: Mapping[str, Word] = field(default_factory=dict)
    readings: tuple[Reading, ...] = ()
    presets: tuple[str, ...] = ()

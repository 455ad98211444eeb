"""Arb balls: enclosures of real numbers that do their own rounding."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

from flint import arb

from trueodds.core.models.linear import rational

Ball: TypeAlias = Any


def ball(number: Fraction | int) -> arb:
    """Return the smallest ball around a rational, at the working precision.

    >>> one = ball(Fraction(1, 3)) * 3
    >>> one == 1, one.contains(1)
    (False, True)
    """
    return arb(rational(number))

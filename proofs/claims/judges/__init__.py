"""Judges of claims that are not numbers, by running our reference.

The module of each game has a function for each judge that its claims name. The function
takes the claim's ``arguments`` and returns a ``Finding``. The module lists its judges
as ``JUDGES``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from trueodds.proofs.claims.lookup import KnownNumbers
from trueodds.proofs.claims.rounding import Verdict


class Finding(NamedTuple):
    """A verdict on a claim, the exact number behind it, if any, and the explanation."""

    verdict: Verdict
    exact: Fraction | None
    why: str


Judge = Callable[[Mapping[str, Any], KnownNumbers], Finding]


def by_name(*judges: Judge) -> dict[str, Judge]:
    """Return judging functions by the names of the functions.

    A claim in the register names the function that judges it.
    """
    return {judge.__name__: judge for judge in judges}

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
    """A verdict, the exact number behind it if there is one, and the explanation."""

    verdict: Verdict
    exact: Fraction | None
    why: str


Judge = Callable[[Mapping[str, Any], KnownNumbers], Finding]


def by_name(*judges: Judge) -> dict[str, Judge]:
    """Return a dictionary of judges by their functions' names, which claims use."""
    return {judge.__name__: judge for judge in judges}

"""Receipts of the first version, with evidence from outcomes and from pairs only.

E is the mean of two e-values: of the outcomes, and of disjoint consecutive pairs. Each
is an equal mixture of ``Dirichlet(c * p)`` over the concentrations c. Receipts written
then are still checked by it; new receipts bet on more (``e_process.py``).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from trueodds.core.exact.balls import Ball, ball
from trueodds.core.exact.exact_toml import exact
from trueodds.proofs.verify.simulator.e_process import EProcess
from trueodds.proofs.verify.simulator.e_value import (
    CONCENTRATIONS,
    Cell,
    dirichlet,
    mean,
    working_precision,
)

FORM = "equal mixture of Dirichlet(c * law)"


class FirstEProcess(EProcess):
    """Counts of outcomes and of disjoint pairs; ``pairs`` is None for mere counts."""

    def __init__(
        self,
        probabilities: tuple[Fraction, ...],
        alpha: Fraction,
        tolerance: Fraction | None,
        pairs: dict[tuple[int, int], int] | None,
    ) -> None:
        super().__init__(probabilities, alpha, tolerance, ordered=False)
        self.pairs = pairs

    def e(self) -> Ball:
        """Return the evidence E as a ball, at the working precision."""
        p = self.probabilities
        singles = _equal_mixture(list(map(Cell, map(int, self.counts), p)))
        if self.pairs is None:
            return singles
        pairs = [Cell(n, p[a] * p[b]) for (a, b), n in self.pairs.items()]
        return (singles + _equal_mixture(pairs)) / 2

    def _look(self) -> None:
        with working_precision():
            self.refuted = bool(self.e() * ball(self.alpha) >= 1)
        if not self.refuted and self.tolerance is not None:
            self.within = self._all_within(self.tolerance)


def process_of(
    receipt: dict[str, Any],
    probabilities: tuple[Fraction, ...],
    number: dict[str, int],
) -> FirstEProcess:
    """Return the counts of a receipt. Raises ``ValueError`` if they do not fit."""
    pairs = None
    if receipt["pairs"] is not None:
        pairs = {(number[a], number[b]): n for a, b, n in receipt["pairs"]}
    tolerance = exact(receipt["within"]) if receipt["within"] else None
    process = FirstEProcess(probabilities, exact(receipt["alpha"]), tolerance, pairs)
    for outcome, _, count in receipt["outcomes"]:
        process.counts[number[outcome]] += count
    if pairs is not None:
        seen = np.zeros_like(process.counts)
        for places, count in pairs.items():
            for place in places:
                seen[place] += count
        if (seen != process.counts).any():
            raise ValueError("its pairs are not made of its outcomes")
    return process


def fields(receipt: dict[str, Any], again: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a receipt of the first version, from all derived fields."""
    pairs = receipt["pairs"]
    again = {name: value for name, value in again.items() if name in receipt}
    return again | {"prior": {"form": FORM, "c": list(CONCENTRATIONS)}, "pairs": pairs}


def _equal_mixture(cells: list[Cell]) -> Ball:
    return mean([dirichlet([cells], [c]) for c in CONCENTRATIONS])

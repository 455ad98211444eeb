"""Checkpoints of the equilibrium solver."""

from __future__ import annotations

import logging
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from trueodds.analysis.cribbage.crib.all_deals import Evaluator
from trueodds.analysis.cribbage.equilibrium.solve import Solution, SolverState, solve
from trueodds.analysis.cribbage.equilibrium.value_bounds import as_texts, from_texts
from trueodds.analysis.cribbage.strategy_file import CLASSES, ROLES, show_digest
from trueodds.core.storage import checkpoint, store

FORMAT = 2

log = logging.getLogger("trueodds")


def resume(path: Path, gap: Fraction, evaluator: Evaluator) -> Solution:
    """Solve for the equilibrium, from the checkpoint at a path if there is one.

    Every state is saved there. Raises ``OutputError`` when the file cannot be written.
    """
    digest = show_digest(evaluator.rules)
    return solve(
        evaluator,
        gap=gap,
        start=load(path, digest),
        save=lambda state: save(path, state, digest),
    )


def save(path: Path, state: SolverState, rules: str) -> None:
    """Write the solver's state under the rules with this digest: whole or not at all.

    Raises ``OutputError`` when the file cannot be written.
    """
    header = {
        "format": FORMAT,
        "rules": rules,
        "gaps": [str(gap) for gap in state.gaps],
        "seen": state.seen,
        "support": {role: list(part.items()) for role, part in state.support.items()},
        "mixing": state.mixing,
        "mixtures": {
            role: [list(mixture.items()), denominator]
            for role, (mixture, denominator) in state.mixtures.items()
        },
        "bounds": state.bounds and as_texts(state.bounds),
    }
    store.write(path, header, state.choices)


def load(path: Path, rules: str) -> SolverState | None:
    """Return the saved state, or None if there is none to resume from.

    A damaged file, or one for other rules, is ignored; that is logged.
    """
    saved = checkpoint.resume(path, {"format": FORMAT, "rules": rules})
    if saved is None:
        return None
    try:
        return _state(*saved)
    except Exception as error:  # whatever its content is, it never stops a solve
        log.warning("cannot resume from %s (%r); starting over", path, error)
        return None


def _state(header: dict[str, Any], choices: store.Arrays) -> SolverState:
    if any(
        choices[role].shape != (CLASSES,) or not (choices[role] < 15).all()
        for role in ROLES
    ):
        raise ValueError("it has no discard for each class of deals")
    return SolverState(
        {role: choices[role].astype(np.uint8) for role in ROLES},
        tuple(map(Fraction, header["gaps"])),
        tuple(header["seen"]),
        {role: dict(header["support"][role]) for role in ROLES},
        header["mixing"],
        {
            role: ({deal: tuple(row) for deal, row in mixture}, denominator)
            for role, (mixture, denominator) in header["mixtures"].items()
        },
        header["bounds"] and from_texts(header["bounds"]),
    )

"""How far the solving of the equilibrium is, as a file to go on from."""

from __future__ import annotations

import logging
from fractions import Fraction
from pathlib import Path

import numpy as np

from trueodds.analysis.cribbage.equilibrium.solve import Reached
from trueodds.analysis.cribbage.equilibrium.value_bounds import as_texts, from_texts
from trueodds.analysis.cribbage.strategy_file import ROLES
from trueodds.core import store

FORMAT = 1

log = logging.getLogger("trueodds")


def save(path: Path, reached: Reached, rules: str) -> None:
    """Write how far a solution under the rules with this digest is: whole or not.

    Raises ``OutputError`` when the place cannot be written to.
    """
    told = {
        "format": FORMAT,
        "rules": rules,
        "gaps": [str(gap) for gap in reached.gaps],
        "seen": reached.seen,
        "opened": {role: list(of.items()) for role, of in reached.opened.items()},
        "mixing": reached.mixing,
        "mixtures": {
            role: [list(mixture.items()), whole]
            for role, (mixture, whole) in reached.mixtures.items()
        },
        "proof": reached.proof and as_texts(reached.proof),
    }
    store.write(path, told, reached.choices)


def load(path: Path, rules: str) -> Reached | None:
    """What was saved, or None where there is nothing to go on from.

    A damaged file, or one under other rules, is not gone on from, which is logged.
    """
    try:
        told, choices = store.read(path)
        if (told["format"], told["rules"]) != (FORMAT, rules):
            raise ValueError("it was made by other rules or by another version")
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError) as error:
        log.warning("%s cannot be gone on from (%s); solving starts anew", path, error)
        return None
    return Reached(
        {role: choices[role].astype(np.uint8) for role in ROLES},
        tuple(map(Fraction, told["gaps"])),
        tuple(told["seen"]),
        {role: dict(of) for role, of in told["opened"].items()},
        told["mixing"],
        {
            role: ({deal: tuple(row) for deal, row in mixture}, whole)
            for role, (mixture, whole) in told["mixtures"].items()
        },
        told["proof"] and from_texts(told["proof"]),
    )

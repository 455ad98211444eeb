"""Farkle's certificate of a match: bounds on the mover's chance at every turn's start.

Values are found in floats, by letting every turn be played best against the values so
far until nothing changes. Bounds are these values less and more a margin that falls
with every point banked, which is the slack for rounding; whether they hold is tried in
integers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.farkle.match.optimal.cache import solved
from trueodds.core.enclosure import Enclosure
from trueodds.core.errors import ModelError
from trueodds.core.odds import Odds
from trueodds.core.progress import Progress, silent
from trueodds.core.rules.farkle import FarkleRules
from trueodds.proofs.certificates.farkle import require_plain, scores
from trueodds.proofs.certificates.format import Certificate, exact
from trueodds.proofs.checkers.farkle_match import game, turns

SCALE = 10**14
WHOLE = 10_000
SETTLED = 1e-15
MOST_SWEEPS = 1_000
MARGIN = 4
DOUBLINGS = 12


def to_500(odds: Odds) -> Certificate:
    """The match to 500 points, small enough for the checker without numpy."""
    return match(odds, 500)


def whole(odds: Odds, progress: Progress) -> Certificate:
    """The whole match, with the bounds that the game's own solver keeps.

    Raises ``ModelError`` as ``match`` does.
    """
    plain = _plain(odds, WHOLE)
    rules = msgspec.structs.replace(odds.rules, target=WHOLE)
    assert isinstance(rules, FarkleRules)
    found = solved(rules, progress)
    if found.space.statuses > 1:  # more is told apart than scores
        return match(odds, WHOLE, progress)
    return certificate(plain, found.lower, found.upper, found.scale)


def match(odds: Odds, target: int, progress: Progress = silent) -> Certificate:
    """The match to a target in which who reaches it first has won.

    Raises ``ModelError`` for rules with a final round or with penalties, and where the
    bounds cannot be proved.
    """
    plain = _plain(odds, target)
    of = game(plain)
    value = np.full((of.goal, of.goal), 0.5)
    for sweep in range(MOST_SWEEPS):
        progress("sweeping the match", sweep, MOST_SWEEPS)
        before, value = value, turns(of, value, 1.0)
        if abs(value - before).max() < SETTLED:
            break
    progress("sweeping the match", MOST_SWEEPS, MOST_SWEEPS)
    missing = of.goal - np.arange(of.goal)
    steps = missing[:, None] + missing
    for doubling in range(DOUBLINGS):
        margin = MARGIN * 2**doubling * steps
        lower = np.floor(SCALE * value - margin).clip(0, SCALE).astype(np.int64)
        upper = np.ceil(SCALE * value + margin).clip(0, SCALE).astype(np.int64)
        least = turns(of, upper, SCALE)
        most = turns(of, lower, SCALE, up=True)
        if (lower <= least).all() and (upper >= most).all():
            break
    else:
        raise ModelError("the bounds cannot be proved: the values are too rough")
    return certificate(plain, lower, upper)


def _plain(odds: Odds, target: int) -> dict[str, Any]:
    """The rules of a match in which who reaches the target first has won."""
    rules = odds.rules
    assert isinstance(rules, FarkleRules)
    require_plain(rules)
    if rules.final_round or (rules.penalty_every and rules.penalty_points):
        raise ModelError(
            "the certificate of a match is of rules without final round and penalties"
        )
    return {
        **scores(rules),
        "minimum_to_bank": rules.minimum_to_bank,
        "minimum_to_open": rules.minimum_to_open,
        "target": target,
    }


def certificate(
    rules: dict[str, Any],
    lower: NDArray[np.int64],
    upper: NDArray[np.int64],
    scale: int = SCALE,
) -> Certificate:
    """Bounds over a scale by the mover's score and the other's, as a certificate."""
    first = Enclosure(
        Fraction(int(lower[0, 0]), scale), Fraction(int(upper[0, 0]), scale)
    )
    return Certificate(
        "match",
        "farkle",
        "match",
        rules,
        {"match.first_player": exact(first)},
        {"scale": scale, "lower": lower.tolist(), "upper": upper.tolist()},
    )

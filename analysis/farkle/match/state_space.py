"""What a match is played on: scores in units, standings, and the laws of the rolls.

A *unit* divides everything that can be added to a score or taken from it. Scores are
numbered from the lowest that a player can have; what is ``scores`` or more has reached
the target. Beside the score, a *standing* has a *mode* where the rules need one: how
many farkles came just before, where they cost points, and whether the player has
opened, where a score does not tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.farkle.roll_classes import HOT, Rolls, points_grid, roll_classes
from trueodds.core.errors import RulesError
from trueodds.core.rules.farkle import DICE, FarkleRules

Array: TypeAlias = NDArray[Any]

MOST_SCORES = 1_000
"""Scores that a match can have: 50,000 points in steps of 50."""


class Laws(NamedTuple):
    """The roll classes as flat arrays; points are in units.

    Rolling n dice gives the classes from ``first_class[n]`` up to ``first_class[n +
    1]``, class c has the keeps from ``first_keep[c]`` up to ``first_keep[c + 1]``, and
    of ``total[n]`` rolls, ``weight[c]`` are of the class and ``farkle[n]`` are farkles.
    No dice left is ``left`` 6 where they are rolled again, else 0.
    """

    first_class: Array
    first_keep: Array
    points: Array
    left: Array
    weight: Array
    farkle: Array
    total: Array


@dataclass(frozen=True)
class Board:
    """The standings of a player, and how they change.

    ``minimum[score, mode]`` units are the least that may be banked. A farkle leads to
    ``fallen[score, mode]`` and ``fallen_mode[mode]``, a turn that ends with too little
    to bank to the same score and ``lost_mode[mode]``, banking to ``banked_mode``.
    """

    rules: FarkleRules
    rolls: Rolls
    laws: Laws
    unit: int
    scores: int
    start: int
    modes: int
    farkles: int
    minimum: Array
    fallen: Array
    fallen_mode: Array
    lost_mode: Array
    banked_mode: int

    @property
    def falls(self) -> bool:
        """Whether scores can fall."""
        return bool((self.fallen < np.arange(self.scores)[:, None]).any())

    def score(self, points: int) -> int:
        """The number of the score of so many points, which must be on the grid."""
        return points // self.unit + self.start


def board(rules: FarkleRules) -> Board:
    """The board of a match under these rules.

    Raises ``RulesError`` where a player could roll for ever without a farkle, where the
    scores are too many, or where the target is reached before the first roll.
    """
    rolls = roll_classes(rules)
    _require_end(rolls, hot_dice=rules.hot_dice)
    counted = rules.penalty_every if rules.penalty_points else 0
    unit = points_grid(rolls)
    if counted:
        unit = gcd(unit, rules.penalty_points, rules.lowest_score)
    start = -rules.lowest_score // unit if counted else 0
    scores = start - (-rules.target // unit)
    if scores > MOST_SCORES:
        raise RulesError(
            f"a match of {scores} different scores (steps of {unit}) is too large; at "
            f"most {MOST_SCORES} can be: a lower target would do"
        )
    farkles = max(counted, 1)
    flagged = bool(counted and rules.minimum_to_open)
    modes = farkles * (2 if flagged else 1)
    mode, number = np.arange(modes), np.arange(scores)[:, None]
    opened = mode >= farkles if flagged else number > 0
    if not rules.minimum_to_open:
        opened = np.full((scores, modes), fill_value=True)
    to_bank = -(-rules.minimum_to_bank // unit)
    to_open = max(to_bank, -(-rules.minimum_to_open // unit))
    costs = (mode % farkles == farkles - 1) & bool(counted)
    return Board(
        rules=rules,
        rolls=rolls,
        laws=_laws(rolls, unit, hot_dice=rules.hot_dice),
        unit=unit,
        scores=scores,
        start=start,
        modes=modes,
        farkles=farkles,
        minimum=np.where(
            np.broadcast_to(opened, (scores, modes)), to_bank, to_open
        ).clip(1),
        fallen=np.where(costs, (number - rules.penalty_points // unit).clip(0), number),
        fallen_mode=np.where(
            mode % farkles == farkles - 1, mode - farkles + 1, mode + 1
        ),
        lost_mode=mode - mode % farkles,
        banked_mode=farkles if flagged else 0,
    )


def surest_farkle(laws: Laws) -> tuple[int, int]:
    """The least chance of a farkle of any number of dice, as weight and total."""
    farkles = [
        Fraction(int(laws.farkle[n]), int(laws.total[n])) for n in range(1, DICE + 1)
    ]
    return min(farkles).as_integer_ratio()


def _laws(rolls: Rolls, unit: int, *, hot_dice: bool) -> Laws:
    first_class, first_keep = [0, 0], [0]
    points: list[int] = []
    left: list[int] = []
    weights: list[int] = []
    again = DICE if hot_dice else 0
    for law in rolls.values():
        for keeps, weight in law.items():
            if keeps:
                points += [keep.points // unit for keep in keeps]
                left += [again if keep.left == HOT else keep.left for keep in keeps]
                weights.append(weight)
                first_keep.append(len(points))
        first_class.append(len(weights))
    return Laws(
        first_class=np.array(first_class),
        first_keep=np.array(first_keep),
        points=np.array(points),
        left=np.array(left),
        weight=np.array(weights),
        farkle=np.array([1, *(law.weight(()) for law in rolls.values())]),
        total=np.array([1, *(law.total for law in rolls.values())]),
    )


def _require_end(rolls: Rolls, *, hot_dice: bool) -> None:
    """Raise ``RulesError`` where some way to keep never meets a farkle."""
    again = DICE if hot_dice else None
    safe: set[int | None] = {n for n, law in rolls.items() if not law.weight(())}
    while True:
        kept = {
            n
            for n in safe
            if n and all(any((k.left or again) in safe for k in c) for c in rolls[n])
        }
        if kept == safe:
            break
        safe = set(kept)
    if safe:
        raise RulesError(
            "under these rules a turn need never end: some number of dice cannot "
            "farkle, and can be rolled again and again"
        )

"""Rolls for which keeping fewer points than possible is optimal."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import NamedTuple

from trueodds.analysis.farkle.dice.roll_classes import ClassKeep, RollClass, roll_class
from trueodds.analysis.farkle.turn.optimal import Turn
from trueodds.core.dice import Dice, Roll
from trueodds.core.rules.farkle import DICE, FarkleRules, Scorer

_Span = tuple[ClassKeep, int, int | None]
"""A keep, and the lowest and the highest stake for it; None if there is no highest."""


class Restraint(NamedTuple):
    """Rolls of ``dice`` dice for which fewer points are kept than possible.

    If the points of the turn before the roll are from ``least`` to ``most``, keep
    ``kept``, although ``instead`` would bring the most points. Both count the dice of
    each face. ``most`` is None if this holds for any points from ``least`` on.
    ``rolls`` is the number of ordered rolls to which this applies.
    """

    dice: int
    instead: Roll
    kept: Roll
    least: int
    most: int | None
    rolls: int


def restraints(turn: Turn, rules: FarkleRules) -> list[Restraint]:
    """Return every roll of which optimal play keeps fewer points than possible.

    ``turn`` is the optimal turn under ``rules``. All stakes (points of the turn before
    the roll) below the ceiling are considered, and higher stakes if the player never
    banks with these dice. If several sets of dice bring the same points and dice left,
    a single set stands for them all.

    >>> from trueodds.analysis.farkle.dice.dice_set import dice_set
    >>> rules = FarkleRules.load("ece209")
    >>> kept = restraints(Turn(dice_set(rules)), rules)
    >>> [(r.kept, r.instead) for r in kept if r.dice == 4]
    [((1, 0, 0, 0, 0, 0), (1, 0, 0, 0, 1, 0)), ((0, 0, 0, 0, 1, 0), (0, 0, 0, 0, 2, 0))]
    """
    scorer = Scorer(rules)
    counts = Counter[tuple[int, Roll, Roll, int, int | None]]()
    for dice in range(1, DICE + 1):
        spans: dict[RollClass, list[_Span]] = {}
        for roll, weight in Dice.fair(dice, sides=6).rolls():
            keeps = roll_class(scorer, roll)
            if keeps not in spans:
                spans[keeps] = _spans(turn, dice, keeps)
            for keep, least, most in spans[keeps]:
                instead, kept = _dice_of(scorer, roll, keeps[0], keep)
                counts[dice, instead, kept, least, most] += weight
    return [Restraint(*key, rolls) for key, rolls in counts.items()]


def _spans(turn: Turn, dice: int, keeps: RollClass) -> list[_Span]:
    """Return the best keeps with fewer than the most points, and their stakes.

    Each entry is a keep with the lowest and the highest stake of a run of stakes for
    which the keep is best. The highest stake is None if the run has no end.
    """
    if not keeps:
        return []
    # Only all six dice are rolled with nothing at stake.
    first = 0 if dice == DICE else turn.grid
    # Dice that are never banked are rolled at any stake. From ``settled`` on their best
    # keep is always the same.
    never_banked = dice not in turn.bank_at
    settled = turn.settled
    end = settled + turn.grid if never_banked else turn.ceiling
    stakes = range(first, end, turn.grid)
    spans = []
    for keep, run in groupby(stakes, lambda stake: turn.best_keep(stake, keeps)):
        ends = list(run)
        if keep and keep.points < keeps[0].points:
            endless = never_banked and ends[-1] == settled
            spans.append((keep, ends[0], None if endless else ends[-1]))
    return spans


def _dice_of(
    scorer: Scorer, roll: Roll, most: ClassKeep, keep: ClassKeep
) -> tuple[Roll, Roll]:
    """Return the dice of a roll to keep for the keep ``most``, and for ``keep``."""
    # Of options that bring the same, the first remains.
    kept = {
        ClassKeep(option.points, sum(roll) - sum(option.kept)): option.kept
        for option in reversed(scorer.options(roll))
    }
    return kept[most], kept[keep]

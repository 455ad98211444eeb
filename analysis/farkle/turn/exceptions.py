"""Which rolls are best not kept for the most points, when a turn is played for them."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from trueodds.analysis.farkle.roll_classes import Keep, RollClass, roll_class
from trueodds.analysis.farkle.turn.optimal import Turn
from trueodds.core.dice import Dice, Roll
from trueodds.core.rules.farkle import DICE, FarkleRules, Scorer


class Restraint(NamedTuple):
    """Rolls of so many dice of which fewer points are kept than could be.

    With a stake from ``least`` to ``most`` before the roll, keep ``kept`` where
    ``instead`` would bring the most points; ``rolls`` ordered rolls ask for it.
    """

    dice: int
    instead: Roll
    kept: Roll
    least: int
    most: int
    rolls: int


def restraints(turn: Turn, rules: FarkleRules) -> list[Restraint]:
    """Every roll of which a turn played for the most keeps less than the most points.

    For every stake below the ceiling from which on the player banks. Where several
    sets of dice bring the same points and dice left, one stands for them.

    >>> from trueodds.analysis.farkle.roll_classes import roll_classes
    >>> from trueodds.analysis.farkle.turn.optimal import best_turn
    >>> rules = FarkleRules.load()
    >>> found = restraints(best_turn(roll_classes(rules), rules), rules)
    >>> [(r.kept, r.instead) for r in found if r.dice == 4]
    [((1, 0, 0, 0, 0, 0), (1, 0, 0, 0, 1, 0)), ((0, 0, 0, 0, 1, 0), (0, 0, 0, 0, 2, 0))]
    """
    scorer = Scorer(rules)
    found: dict[tuple[int, Roll, Roll, int, int], int] = {}
    for dice in range(1, DICE + 1):
        spans: dict[RollClass, list[tuple[Keep, int, int]]] = {}
        for roll, weight in Dice.fair(dice, sides=6).rolls():
            keeps = roll_class(scorer, roll)
            if keeps not in spans:
                spans[keeps] = _spans(turn, dice, keeps)
            for keep, least, most in spans[keeps]:
                key = (dice, *_dice_of(scorer, roll, keeps[0], keep), least, most)
                found[key] = found.get(key, 0) + weight
    return [Restraint(*key, rolls) for key, rolls in found.items()]


def _spans(turn: Turn, dice: int, keeps: RollClass) -> list[tuple[Keep, int, int]]:
    """The keeps of fewer points than the most, each with the stakes it is best at."""
    if not keeps:
        return []
    # Only all six dice are rolled with nothing at stake.
    first = 0 if dice == DICE else turn.grid
    stakes = range(first, turn.ceiling, turn.grid)
    spans = []
    for keep, run in groupby(stakes, lambda stake: turn.best_keep(stake, keeps)):
        ends = list(run)
        if keep and keep.points < keeps[0].points:
            spans.append((keep, ends[0], ends[-1]))
    return spans


def _dice_of(scorer: Scorer, roll: Roll, most: Keep, keep: Keep) -> tuple[Roll, Roll]:
    """Dice of the roll that are the one keep, and the other."""
    kept = {
        Keep(option.points, sum(roll) - sum(option.kept)): option.kept
        for option in reversed(scorer.options(roll))
    }
    return kept[most], kept[keep]

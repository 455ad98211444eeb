"""Pig: roll one die again and again, or hold; a 1 loses the turn's points.

Source: Neller & Presser, Optimal Play of the Dice Game Pig (2004).
"""

from typing import Annotated

from msgspec import Meta

from trueodds.game import Choice, Dice, Part, Rules, Scoring, Shown


class PigRules(Rules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a game of Pig can vary."""

    game = "pig"

    sides: Annotated[int, Meta(ge=2, le=100, description="faces of the die")]
    target: Annotated[int, Meta(ge=1, le=200, description="points that win")]


def parts(rules: PigRules) -> tuple[Part, Part]:
    """Return the parts of a position: a turn's points, and a roll: ``14 + 3``."""
    return Choice(range(rules.target), " + ", "turn"), Dice(1, rules.sides)


def points(shown: Shown, rules: PigRules) -> int:
    """Return the points of the turn after the roll; a 1 loses them.

    >>> points(((14,), (3,)), None), points(((14,), (1,)), None)
    (17, 0)
    """
    (before,), (face,) = shown
    return 0 if face == 1 else before + face


ROLL = Scoring(parts, points)

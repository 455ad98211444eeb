"""Pig: roll one die again and again, or hold; a 1 loses the turn's points.

Source: Neller & Presser, Optimal Play of the Dice Game Pig (2004).
"""

from random import Random
from typing import Annotated

from msgspec import Meta

from trueodds.core.errors import PositionError
from trueodds.core.rulebook import Rules as BaseRules
from trueodds.core.rules import Breakdown, Line, points_text

DEFAULT = "pig"
RULES_TO_SCORE = ("turn",)


class Rules(BaseRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a game of Pig can vary."""

    game = "pig"

    sides: Annotated[int, Meta(ge=2, le=100, description="faces of the die")]
    target: Annotated[int, Meta(ge=1, le=200, description="points that win")]


def random_position(rules: Rules, random: Random) -> str:
    """Return a turn for ``trueodds bench scorer pig``: up to five rolls, none a 1."""
    faces = [random.randint(2, rules.sides) for _ in range(random.randint(1, 5))]
    return " ".join(map(str, faces))


def words(text: str, rules: Rules) -> list[str]:
    """Return the faces in the text of a turn, so that words of one face are a turn."""
    return text.split()


def score(position: str, rules: Rules, rule: str = "turn") -> Breakdown:
    """Score a turn that ends with its last roll: the faces, such as ``3 6 2``.

    >>> from trueodds.core import rulebook
    >>> from trueodds_pig import GAME
    >>> rules = rulebook.load(GAME)
    >>> score("3 6 2", rules).value, score("3 6 1", rules).value
    (11, 0)
    """
    rolled = words(position, rules)
    if not rolled or not all(word.isdecimal() for word in rolled):
        raise PositionError(f"{position!r} is not a turn of Pig: faces, such as 3 6 2")
    faces = [int(word) for word in rolled]
    if not all(1 <= face <= rules.sides for face in faces):
        raise PositionError(f"{position!r}: the faces are 1 to {rules.sides}")
    if 1 in faces[:-1]:
        raise PositionError(f"{position!r} goes on after a 1, which ends the turn")
    points = 0 if faces[-1] == 1 else sum(faces)
    return Breakdown(
        " ".join(rolled),
        points,
        points_text(points),
        (Line("rolled", position, points),),
    )

"""The scoring of Bunco: a round and its dice, such as ``3 | 2 3 3``."""

from collections.abc import Iterator
from typing import Any

from trueodds.core.dice import counts_of
from trueodds.core.rules import Breakdown, Line
from trueodds.core.rules.bunco import BuncoRules, award
from trueodds.core.scoring import Choice, Dice, Part, Scoring, Shown


def parts(rules: BuncoRules) -> tuple[Part, Part]:
    """Return the parts of a position: the round and its dice, such as ``3 | 2 3 3``."""
    dice = Dice(rules.dice, rules.face_weights)
    return Choice(rules.round_numbers, " | ", "round"), dice


def breakdown(shown: Shown, rules: BuncoRules) -> Breakdown:
    """Score the dice of a round, with the reason.

    ``shown`` has the number of the round in a tuple, then the faces of the dice, such
    as ``((3,), (2, 3, 3))``.
    """
    (number,), dice = shown
    target = rules.target(number)
    roll = counts_of(dice, rules.sides)
    name, points = award(roll, target, rules)
    faces = dice if max(roll) == rules.dice else (target,) * roll[target - 1]
    what = " ".join(map(str, faces)) or "none"
    return Breakdown("", points, "", (Line(name, what, points),))


def values(rows: Any, rules: BuncoRules) -> Any:
    """Return the points of many positions at once, as an array.

    ``rows`` is an array of integers with a row for each position: the number of the
    round, then a column for each die.
    """
    dice = rows[:, 1:]
    matches = (dice == (rows[:, :1] - 1) % rules.sides + 1).sum(axis=1)
    bunco = matches == rules.dice
    mini_bunco = (dice == dice[:, :1]).all(axis=1) & ~bunco
    return (
        bunco * rules.bunco_points
        + mini_bunco * rules.mini_bunco_points
        + ~(bunco | mini_bunco) * matches * rules.match_points
    )


def features(shown: Shown, rules: BuncoRules) -> Iterator[str]:
    """Yield a text for what scores in a position, such as "on the target 3 3".

    ``shown`` is the position, as in ``breakdown``: the round in a tuple, then the dice.
    """
    for line in breakdown(shown, rules).lines:
        yield f"{line.name} {line.what}"


ROLL = Scoring(
    parts,
    breakdown,
    values=values,
    features=features,
    fields=("bunco_points", "mini_bunco_points", "match_points"),
)
"""The scoring of the dice of a round.

>>> rules = BuncoRules.load()
>>> ROLL("3 | 2 3 3", rules).value, ROLL("3 | 333", rules).value
(2, 21)
>>> ROLL("16 | 16", BuncoRules.load(dice=1, sides=20, rounds=16)).value
21
"""

"""A turn a second way: as a series, and by what it expects.

A turn is the geometric series stop(z) / (1 - go(z)) of the rolls that stop it and those
that do not. Of its expectations each roll adds its own, with Wald's identity.
"""

from fractions import Fraction
from math import comb
from typing import NamedTuple

from trueodds.core.rules.bunco import BuncoRules

SERIES = 60
"""So many points of a turn are derived as a series."""


class Roll(NamedTuple):
    """A kind of roll: its chance and points, and whether the turn goes on."""

    chance: Fraction
    points: int
    goes_on: bool


def rolls(rules: BuncoRules, number: int) -> list[Roll]:
    """The kinds of rolls of a round, by binomial and power laws."""
    weights, n = rules.face_weights, rules.dice
    on = Fraction(weights[rules.target(number) - 1], sum(weights))
    bunco = on**n
    mini = sum((Fraction(w, sum(weights)) ** n for w in weights), Fraction(0)) - bunco
    found = [
        Roll(bunco, rules.bunco_points, not rules.bunco_ends_turn),
        Roll(mini, rules.mini_bunco_points, not rules.mini_bunco_ends_turn),
    ]
    for k in range(n):
        chance = comb(n, k) * on**k * (1 - on) ** (n - k) - (mini if k == 0 else 0)
        found.append(Roll(chance, k * rules.match_points, True))
    return [r._replace(goes_on=r.goes_on and r.points > 0) for r in found if r.chance]


def turn_points(rules: BuncoRules, number: int, length: int) -> list[Fraction]:
    """The law of the points of an uncapped turn, below ``length``, as a series.

    >>> turn_points(BuncoRules.load(), 1, 2)
    [Fraction(5, 9), Fraction(125, 648)]
    """
    stop, go = [Fraction(0)] * length, [Fraction(0)] * length
    for roll in rolls(rules, number):
        if roll.points < length:
            (go if roll.goes_on else stop)[roll.points] += roll.chance
    series, term = [Fraction(0)] * length, stop
    for _ in range(length):
        series = [a + b for a, b in zip(series, term, strict=True)]
        term = [
            sum((term[k] * go[n - k] for k in range(n)), Fraction(0))
            for n in range(length)
        ]
    return series


def turns(rules: BuncoRules) -> dict[str, Fraction]:
    """The first points of a turn, as a series; exact.

    Raises ``ValueError`` for rules with re-rolls, or that cap a turn.

    >>> turns(BuncoRules.load())["turn.points.0"]
    Fraction(5, 9)
    """
    if rules.rerolls or rules.turn_capped:
        raise ValueError("the series is of turns without re-rolls and without a cap")
    laws = [turn_points(rules, number, SERIES) for number in targets(rules)]
    found = {
        f"turn.points.{points}": sum(chances, Fraction(0)) / len(laws)
        for points, chances in enumerate(zip(*laws, strict=True))
    }
    above = Fraction(1)
    for points in range(SERIES):
        found[f"turn.at_least.{points}"] = above
        above -= found[f"turn.points.{points}"]
    return found


def targets(rules: BuncoRules) -> range:
    """Rounds that stand for all: one where dice are fair, else every one."""
    return range(1, 2) if rules.fair else rules.round_numbers

"""Bunco a second way: generating functions instead of enumeration.

The number of dice on the target has the generating function (q + p z)^n, from which the
all-equal rolls are taken out; a game's total is the product over its rounds.

A turn is the geometric series stop(z) / (1 - go(z)) of the rolls that stop it and those
that do not. A race is told turn by turn instead of roll by roll: who is to move at a
against b wins at once, or hands over at a larger total or at the same one.
"""

from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

import sympy

from trueodds.core.rules.bunco import BuncoRules

Z = sympy.Symbol("z")
SERIES = 40
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

    >>> from trueodds.core import games, rulebook
    >>> turn_points(rulebook.load(games.find("bunco")), 1, 2)
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


def first_wins(rules: BuncoRules, number: int) -> Fraction:
    """The chance of the side that rolls first to win a round's race, turn by turn.

    >>> from trueodds.core import games, rulebook
    >>> float(first_wins(rulebook.load(games.find("bunco")), 1))
    0.517666103888285
    """
    goal, kinds = rules.round_points, rolls(rules, number)

    @cache
    def after_turn(start: int) -> dict[int, Fraction]:
        """The law of the total after a turn; ``goal`` stands for all from there on."""
        if start == goal:
            return {goal: Fraction(1)}
        law: dict[int, Fraction] = {}
        for roll in kinds:
            total = min(start + roll.points, goal)
            more = after_turn(total) if roll.goes_on else {total: Fraction(1)}
            for end, chance in more.items():
                law[end] = law.get(end, Fraction(0)) + roll.chance * chance
        return law

    def elsewhere(own: int, other: int) -> Fraction:
        """The chance to win by a turn that changes the total."""
        return sum(
            (
                chance if end == goal else chance * (1 - to_move(other, end))
                for end, chance in after_turn(own).items()
                if end != own
            ),
            Fraction(0),
        )

    @cache
    def to_move(own: int, other: int) -> Fraction:
        # v = e + s (1 - w) and w = f + t (1 - v), where s and t are turns of nothing.
        here, there = elsewhere(own, other), elsewhere(other, own)
        still = after_turn(own).get(own, Fraction(0))
        again = after_turn(other).get(other, Fraction(0))
        return (here + still * (1 - there - again)) / (1 - still * again)

    return to_move(0, 0)


def turns(rules: BuncoRules) -> dict[str, Fraction]:
    """The first points of a turn, as a series; exact.

    Raises ``ValueError`` for rules with re-rolls, or that cap a turn.

    >>> from trueodds.core import games, rulebook
    >>> turns(rulebook.load(games.find("bunco")))["turn.points.0"]
    Fraction(5, 9)
    """
    if rules.rerolls or rules.turn_capped:
        raise ValueError("the series is of turns without re-rolls and without a cap")
    laws = [turn_points(rules, number, SERIES) for number in _targets(rules)]
    return {
        f"turn.points.{points}": sum(chances, Fraction(0)) / len(laws)
        for points, chances in enumerate(zip(*laws, strict=True))
    }


def races(rules: BuncoRules) -> dict[str, Fraction]:
    """Who wins the race, turn by turn; exact.

    Raises ``ValueError`` for rules with re-rolls.
    """
    if rules.rerolls:
        raise ValueError("the race is told turn by turn without re-rolls only")
    chances = [first_wins(rules, number) for number in _targets(rules)]
    return {"race.first_wins": sum(chances, Fraction(0)) / len(chances)}


def _targets(rules: BuncoRules) -> range:
    """Rounds that stand for all: one where dice are fair, else every one."""
    return range(1, 2) if rules.fair else rules.round_numbers


def derive(rules: BuncoRules) -> dict[str, Fraction]:
    """The odds of a roll and of a game by generating functions; exact.

    Raises ``ValueError`` for rules with re-rolls, which no product of independent dice
    describes.

    >>> from trueodds.core import games, rulebook
    >>> derive(rulebook.load(games.find("bunco")))["game.at_least.4"]
    Fraction(10284191, 22674816)
    """
    if rules.rerolls:
        raise ValueError("generating functions need independent dice: no re-rolls")
    rounds = [_points(rules, number) for number in range(1, rules.rounds + 1)]
    every_round = sum(rounds, sympy.Poly(0, Z, domain="QQ"))
    roll = every_round.mul_ground(sympy.Rational(1, rules.rounds))
    game = sympy.prod(rounds)
    buncos = [
        _chance(rules, number) ** rules.dice for number in range(1, rules.rounds + 1)
    ]
    found = {
        "roll.bunco": sum(buncos) / rules.rounds,
        "roll.mean": roll.diff(Z).eval(1),
        "game.mean": game.diff(Z).eval(1),
        "game.any_bunco": 1 - sympy.prod(1 - bunco for bunco in buncos),
    }
    for points, chance in enumerate(reversed(roll.all_coeffs())):
        found[f"roll.points.{points}"] = chance
    above = sympy.Integer(0)
    for points, chance in reversed(list(enumerate(reversed(game.all_coeffs())))):
        above += chance
        found[f"game.total.{points}"] = chance
        found[f"game.at_least.{points}"] = above
    return {id: Fraction(int(v.p), int(v.q)) for id, v in found.items()}


def _chance(rules: BuncoRules, number: int) -> sympy.Rational:
    """The chance that a die shows the target of a round."""
    weights = rules.cup.weights
    return sympy.Rational(weights[rules.target(number) - 1], sum(weights))


def _points(rules: BuncoRules, number: int) -> sympy.Poly:
    """The generating polynomial of the points of a round."""
    on, n = _chance(rules, number), rules.dice
    bunco = on**n
    weights = rules.cup.weights
    faces = [sympy.Rational(weight, sum(weights)) ** n for weight in weights]
    mini = sum(faces) - bunco
    matches = ((1 - on) + on * Z**rules.match_points) ** n
    # The all-equal rolls, which the binomial law had score n matches or none.
    corrected = (
        matches
        - bunco * Z ** (n * rules.match_points)
        - mini
        + bunco * Z**rules.bunco_points
        + mini * Z**rules.mini_bunco_points
    )
    return sympy.Poly(sympy.expand(corrected), Z, domain="QQ")

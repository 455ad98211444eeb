"""Independent derivation of rolls and games: generating functions.

The number of dice on the target has the generating function (q + p z)^n, where p is the
probability of the target, q = 1 - p, and n is the number of dice. Rolls of equal dice
are treated separately. A game's total is the product over its rounds.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any

from flint import fmpq, fmpq_poly
from msgspec.structs import replace

from trueodds.core.errors import NotDescribedError
from trueodds.core.models.linear import fraction
from trueodds.core.rules.bunco import BuncoRules, Generator


def derive(rules: BuncoRules) -> dict[str, Fraction]:
    """Return the exact odds of a roll and of a game.

    Raises:
        NotDescribedError: If the rules have re-rolls, as dice are then not independent.

    Example:
        >>> derive(BuncoRules.load())["game.at_least.4"]
        Fraction(10284191, 22674816)
    """
    if rules.rerolls:
        raise NotDescribedError(
            "generating functions need independent dice: no re-rolls"
        )
    rounds = [_points(rules, number) for number in rules.round_numbers]
    roll = sum(rounds, fmpq_poly()) / rules.rounds
    game = prod(rounds, start=fmpq_poly([1]))
    buncos = [_bunco(rules, number) for number in rules.round_numbers]
    bunco, triple = sum(buncos, fmpq(0)) / rules.rounds, _triple(rules)
    derived: dict[str, Any] = {
        "roll.bunco": bunco,
        "roll.mini_bunco": triple - bunco,
        "roll.triple": triple,
        "roll.mean": roll.derivative()(1),
        "game.mean": game.derivative()(1),
        "game.any_bunco": 1 - prod(1 - bunco for bunco in buncos),
    }
    for number, polynomial in enumerate(rounds, start=1):
        derived[f"round.{number}.bunco"] = buncos[number - 1]
        derived[f"round.{number}.mean"] = polynomial.derivative()(1)
    for points, probability in enumerate(roll.coeffs()):
        derived[f"roll.points.{points}"] = probability
    above = fmpq(0)
    for points, probability in reversed([*enumerate(game.coeffs())]):
        above += probability
        derived[f"game.total.{points}"] = probability
        derived[f"game.at_least.{points}"] = above
    return {id: fraction(value) for id, value in derived.items()}


def biases(rules: BuncoRules) -> dict[str, Fraction]:
    """Return the exact shifts of the odds of rolls and games by unfair dice.

    Raises:
        NotDescribedError: If the rules have re-rolls, as dice are then not independent.
    """
    fair = derive(replace(rules, weights=(), generator=Generator()))
    return {
        f"bias.{id}": value - fair.get(id, Fraction(0))
        for id, value in derive(rules).items()
    }


def _target(rules: BuncoRules, number: int) -> fmpq:
    """Return the probability that a die shows the target of a round."""
    weights = rules.face_weights
    return fmpq(weights[rules.target(number) - 1], sum(weights))


def _bunco(rules: BuncoRules, number: int) -> fmpq:
    return _target(rules, number) ** rules.dice


def _triple(rules: BuncoRules) -> fmpq:
    """Return the probability that all dice are equal."""
    weights = rules.face_weights
    each = (fmpq(weight, sum(weights)) ** rules.dice for weight in weights)
    return sum(each, fmpq(0))


def _points(rules: BuncoRules, number: int) -> fmpq_poly:
    """Return the generating polynomial of the points of a round."""
    on, z = _target(rules, number), fmpq_poly([0, 1])
    bunco = _bunco(rules, number)
    mini = _triple(rules) - bunco
    # Correct the rolls of equal dice, which the binomial counts as n matches or none.
    return (
        (1 - on + on * z**rules.match_points) ** rules.dice
        - bunco * z ** (rules.dice * rules.match_points)
        - mini
        + bunco * z**rules.bunco_points
        + mini * z**rules.mini_bunco_points
    )

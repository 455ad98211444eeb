"""Independent derivation of rolls and games: generating functions.

The number of dice on the target has the generating function (q + p z)^n, where p is the
probability of the target, q = 1 - p, and n is the number of dice. Rolls of equal dice
are treated separately. A game's total is the product over its rounds.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from trueodds.core.errors import NotDescribedError
from trueodds.core.rules.bunco import BuncoRules, Generator

if TYPE_CHECKING:
    import sympy


def derive(rules: BuncoRules) -> dict[str, Fraction]:
    """Return the exact odds of a roll, of each round and of a game, by quantity id.

    Raises:
        NotDescribedError: If the rules have re-rolls, as dice are then not independent.

    Example:
        >>> derive(BuncoRules.load())["game.at_least.4"]
        Fraction(10284191, 22674816)
    """
    import sympy

    if rules.rerolls:
        raise NotDescribedError(
            "generating functions need independent dice: no re-rolls"
        )
    z = sympy.Symbol("z")
    rounds = [_points(rules, number) for number in range(1, rules.rounds + 1)]
    # A roll is one of a random round, so its polynomial is the average over the rounds.
    every_round = sum(rounds, sympy.Poly(0, z, domain="QQ"))
    roll = every_round.mul_ground(sympy.Rational(1, rules.rounds))
    # Rounds are independent: the polynomial of a sum of points is the product.
    game = sympy.prod(rounds)
    buncos = [
        _probability(rules, number) ** rules.dice
        for number in range(1, rules.rounds + 1)
    ]
    bunco = sum(buncos) / rules.rounds
    weights = rules.cup.weights
    triple = sum(sympy.Rational(n, sum(weights)) ** rules.dice for n in weights)
    derived = {
        "roll.bunco": bunco,
        "roll.mini_bunco": triple - bunco,
        "roll.triple": triple,
        # The derivative of a generating function at 1 is the mean.
        "roll.mean": roll.diff(z).eval(1),
        "game.mean": game.diff(z).eval(1),
        "game.any_bunco": 1 - sympy.prod(1 - bunco for bunco in buncos),
    }
    for number, polynomial in enumerate(rounds, start=1):
        derived[f"round.{number}.bunco"] = buncos[number - 1]
        derived[f"round.{number}.mean"] = polynomial.diff(z).eval(1)
    for points, probability in enumerate(reversed(roll.all_coeffs())):
        derived[f"roll.points.{points}"] = probability
    above = sympy.Integer(0)
    # From the highest total down: ``above`` is the probability of at least that total.
    for points, probability in reversed(list(enumerate(reversed(game.all_coeffs())))):
        above += probability
        derived[f"game.total.{points}"] = probability
        derived[f"game.at_least.{points}"] = above
    return {id: Fraction(int(v.p), int(v.q)) for id, v in derived.items()}


def biases(rules: BuncoRules) -> dict[str, Fraction]:
    """Return how much unfair dice change the odds of rolls and games; exact.

    A value is the exact odds with the dice of the rules, minus those with fair dice.
    The keys are quantity ids such as ``bias.roll.bunco``.

    Raises:
        NotDescribedError: If the rules have re-rolls, as dice are then not independent.
    """
    # The same rules with unbiased dice: neither weights nor a flawed random generator.
    fair = derive(replace(rules, weights=(), generator=Generator()))
    return {
        f"bias.{id}": value - fair.get(id, Fraction(0))
        for id, value in derive(rules).items()
    }


def _probability(rules: BuncoRules, number: int) -> sympy.Rational:
    """Return the probability that a die shows the target of a round."""
    import sympy

    weights = rules.cup.weights
    return sympy.Rational(weights[rules.target(number) - 1], sum(weights))


def _points(rules: BuncoRules, number: int) -> sympy.Poly:
    """Return the generating polynomial of the points of a round."""
    import sympy

    z = sympy.Symbol("z")
    on = _probability(rules, number)
    n = rules.dice
    bunco = on**n
    weights = rules.cup.weights
    faces = [sympy.Rational(weight, sum(weights)) ** n for weight in weights]
    mini = sum(faces) - bunco
    matches = ((1 - on) + on * z**rules.match_points) ** n
    # Correct the rolls of equal dice, which the binomial counts as n matches or none.
    corrected = (
        matches
        - bunco * z ** (n * rules.match_points)
        - mini
        + bunco * z**rules.bunco_points
        + mini * z**rules.mini_bunco_points
    )
    return sympy.Poly(sympy.expand(corrected), z, domain="QQ")

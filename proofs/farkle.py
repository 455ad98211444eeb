"""Farkle a second way: rolls that score nothing, by exponential generating functions.

A roll farkles when no face shows often enough to score. The number of ordered rolls of
K dice in which each face f shows an allowed number of times is K! times the coefficient
of x^K in the product over faces of the sum of x^k / k! over those numbers. Combinations
of six dice that need no scoring face are taken out one by one.
"""

from fractions import Fraction
from math import comb, factorial

import sympy

from trueodds.core.rules.farkle import DICE, FarkleRules

X = sympy.Symbol("x")


def derive(rules: FarkleRules) -> dict[str, Fraction]:
    """The chance of a farkle for one to six dice; exact.

    >>> from trueodds.core import games, rulebook
    >>> derive(rulebook.load(games.find("farkle")))["roll.4.farkle"]
    Fraction(17, 108)
    """
    rolls = sympy.Poly(1, X)
    quiet = {face: _most_without_score(face, rules) for face in range(1, 7)}
    for most in quiet.values():
        shown = sum(X**k / sympy.factorial(k) for k in range(most + 1))
        rolls *= sympy.Poly(shown, X)
    farkles = {
        dice: int(rolls.coeff_monomial(X**dice) * factorial(dice))
        for dice in range(1, DICE + 1)
    }
    farkles[DICE] -= _sixes(quiet, rules)
    if rules.nothing:
        farkles[DICE] = 0
    return {
        f"roll.{dice}.farkle": Fraction(count, 6**dice)
        for dice, count in farkles.items()
    }


def _most_without_score(face: int, rules: FarkleRules) -> int:
    """How many dice of a face can show before some of them score."""
    sizes = [k for k, points in rules.of_a_kind.items() if points.get(face)]
    if rules.singles.get(face):
        sizes.append(1)
    return min(sizes, default=DICE + 1) - 1


def _sixes(quiet: dict[int, int], rules: FarkleRules) -> int:
    """Ordered rolls of six dice that score only as a whole."""

    def faces(number: int) -> int:
        return sum(most >= number for most in quiet.values())

    rolls = 0
    if rules.straight and faces(1) == 6:
        rolls += factorial(6)
    if rules.three_pairs:
        rolls += comb(faces(2), 3) * (factorial(6) // 2**3)
    if rules.two_triplets:
        rolls += comb(faces(3), 2) * (factorial(6) // 6**2)
    if rules.four_and_two:
        # Whatever shows four times may also show twice.
        rolls += faces(4) * (faces(2) - 1) * (factorial(6) // (24 * 2))
    return rolls

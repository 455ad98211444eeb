"""Rolls a second way: farkles by generating functions, scores by taking sets off.

A roll farkles when no face shows often enough to score. The number of ordered rolls of
K dice in which each face f shows an allowed number of times is K! times the coefficient
of x^K in the product over faces of the sum of x^k / k! over those numbers. Combinations
of six dice that need no scoring face are taken out one by one.

What may be kept of a roll is found by a count of its own, which tears combinations off
a roll one by one.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, factorial, gcd
from typing import TypeAlias

import sympy

from trueodds.core.rules.farkle import DICE, FarkleRules

X = sympy.Symbol("x")
FACES = "123456"

Offers: TypeAlias = tuple[tuple[int, int], ...]
"""What a roll offers: the most points for each number of dice left, 0 for hot dice."""

Sets: TypeAlias = list[tuple[str, int]]
"""Dice that score together, and their points."""

Laws: TypeAlias = dict[int, Counter[Offers]]
"""How many ordered rolls of so many dice offer what; nothing is a farkle."""


def derive(rules: FarkleRules) -> dict[str, Fraction]:
    """The chance of a farkle for one to six dice; exact.

    >>> derive(FarkleRules.load())["roll.4.farkle"]
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


def best_scores(rules: FarkleRules) -> dict[str, Fraction]:
    """Return the mean best score of one to six dice, and six dice's distribution.

    Raises ``ValueError`` for rules with junk.

    >>> best_scores(FarkleRules.load())["roll.1.best.mean"]
    Fraction(25, 1)
    """
    found, laws = {}, laws_of(rules)
    for dice, law in laws.items():
        total = sum(max(offers)[0] * ways for offers, ways in law.items() if offers)
        found[f"roll.{dice}.best.mean"] = Fraction(total, 6**dice)
    best = Counter[int]()
    for offers, ways in laws[DICE].items():
        best[max(offers, default=(0, 0))[0]] += ways
    for points in range(0, max(best) + 1, grid_of(laws)):
        found[f"roll.{DICE}.best.{points}"] = Fraction(best[points], 6**DICE)
    return found


def laws_of(rules: FarkleRules) -> Laws:
    """What one to six dice offer.

    Where nothing in six dice scores, that is their offer. Raises ``ValueError`` for
    rules with junk.
    """
    if rules.junk:
        raise ValueError("this derivation is of keeps that score, without junk")
    sets, laws = [*sets_of(rules)], {}
    for dice in range(1, DICE + 1):
        rolls = Counter("".join(sorted(roll)) for roll in product(FACES, repeat=dice))
        laws[dice] = Counter[Offers]()
        for roll, ways in rolls.items():
            laws[dice][_offers(roll, sets)] += ways
    if rules.nothing:
        laws[DICE][(rules.nothing, 0),] += laws[DICE].pop((), 0)
    return laws


def grid_of(laws: Laws) -> int:
    """The largest number that divides all points."""
    return gcd(*(points for law in laws.values() for k in law for points, _ in k))


def keeps_of(roll: str, sets: Sets) -> dict[str, int]:
    """The most points of everything that can be kept of a roll, sets taken off it."""
    best: dict[str, int] = {}

    def take(rest: Counter[str], kept: str, points: int) -> None:
        for dice, worth in sets:
            if Counter(dice) <= rest:
                more, total = "".join(sorted(kept + dice)), points + worth
                if total > best.get(more, 0):
                    best[more] = total
                    take(rest - Counter(dice), more, total)

    take(Counter(roll), "", 0)
    return best


def _offers(roll: str, sets: Sets) -> Offers:
    """The most points of a roll for each number of dice left."""
    best: dict[int, int] = {}
    for kept, points in keeps_of(roll, sets).items():
        left = len(roll) - len(kept)
        best[left] = max(points, best.get(left, 0))
    return tuple(sorted((points, left) for left, points in best.items()))


def sets_of(rules: FarkleRules) -> Iterator[tuple[str, int]]:
    """Dice that score together, as sorted text, and their points."""
    for number, by_face in {1: rules.singles, **rules.of_a_kind}.items():
        for face, points in by_face.items():
            if points:
                yield str(face) * number, points
    if rules.straight:
        yield FACES, rules.straight
    three_pairs = (a * 2 + b * 2 + c * 2 for a, b, c in combinations(FACES, 3))
    for points, sixes in (
        (rules.three_pairs, three_pairs),
        (rules.two_triplets, (a * 3 + b * 3 for a, b in combinations(FACES, 2))),
        (rules.four_and_two, (a * 4 + b * 2 for a, b in permutations(FACES, 2))),
    ):
        if points:
            yield from (("".join(sorted(dice)), points) for dice in sixes)

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
FACES = range(1, 7)

Offers: TypeAlias = tuple[tuple[int, int], ...]
"""What a roll offers: the most points for each number of dice left, 0 for hot dice."""

Laws: TypeAlias = dict[int, Counter[Offers]]
"""How many ordered rolls of so many dice offer what; nothing is a farkle."""


def derive(rules: FarkleRules) -> dict[str, Fraction]:
    """The chance of a farkle for one to six dice; exact.

    >>> from trueodds.core import games, rulebook
    >>> derive(rulebook.load(games.find("farkle")))["roll.4.farkle"]
    Fraction(17, 108)
    """
    rolls = sympy.Poly(1, X)
    quiet = {face: _most_without_score(face, rules) for face in FACES}
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
    """The mean of the best score of one to six dice, and its law for six; exact.

    Raises ``ValueError`` as ``laws_of`` does.

    >>> from trueodds.core import games, rulebook
    >>> best_scores(rulebook.load(games.find("farkle")))["roll.1.best.mean"]
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

    Raises ``ValueError`` for rules with junk, and where nothing in six dice scores.
    """
    if rules.junk or rules.nothing:
        raise ValueError("this derivation is of keeps that score, without junk")
    sets, laws = [*_sets(rules)], {}
    for dice in range(1, DICE + 1):
        rolls = Counter(tuple(sorted(roll)) for roll in product(FACES, repeat=dice))
        laws[dice] = Counter[Offers]()
        for roll, ways in rolls.items():
            laws[dice][_offers(Counter(roll), sets)] += ways
    return laws


def grid_of(laws: Laws) -> int:
    """The largest number that divides all points."""
    return gcd(*(points for law in laws.values() for k in law for points, _ in k))


def _offers(roll: Counter[int], sets: list[tuple[Counter[int], int]]) -> Offers:
    """What a roll offers, sets taken off one by one."""
    best: dict[int, int] = {}

    def take(rest: Counter[int], points: int) -> None:
        for dice, worth in sets:
            if dice <= rest:
                left, total = rest - dice, points + worth
                best[left.total()] = max(total, best.get(left.total(), 0))
                take(left, total)

    take(roll, 0)
    return tuple(sorted((points, left) for left, points in best.items()))


def _sets(rules: FarkleRules) -> Iterator[tuple[Counter[int], int]]:
    """Dice that score together, and their points."""
    for number, by_face in {1: rules.singles, **rules.of_a_kind}.items():
        for face, points in by_face.items():
            if points:
                yield Counter({face: number}), points
    if rules.straight:
        yield Counter(FACES), rules.straight
    whole = [
        (rules.three_pairs, [Counter(f * 2) for f in combinations(FACES, 3)]),
        (rules.two_triplets, [Counter(f * 3) for f in combinations(FACES, 2)]),
        (
            rules.four_and_two,
            [Counter({a: 4, b: 2}) for a, b in permutations(FACES, 2)],
        ),
    ]
    for points, sixes in whole:
        if points:
            yield from ((dice, points) for dice in sixes)

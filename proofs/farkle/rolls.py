"""Independent derivation of rolls: farkles by generating functions, scores by sets.

A roll farkles when no face shows often enough to score. The number of ordered rolls of
K dice in which each face f shows an allowed number of times is K! times the coefficient
of x^K in the product over faces of the sum of x^k / k! over those numbers. The sets of
faces that contain no straight are added up one by one, and combinations of six dice
that need no scoring face are taken out.

The legal keeps of a roll are counted separately, by taking combinations off the roll
one by one.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from math import factorial, gcd
from typing import TypeAlias

from trueodds.core.errors import NotDescribedError
from trueodds.core.rules.farkle import DICE, FarkleRules

FACES = "123456"

Offers: TypeAlias = tuple[tuple[int, int], ...]
"""The most points of a roll for each number of dice left; 0 left for hot dice."""

Sets: TypeAlias = list[tuple[str, int]]
"""Dice that score together, and their points."""

Rolls: TypeAlias = dict[int, Counter[Offers]]
"""Ordered rolls by number of dice and by their offers; a farkle has no offers."""


def derive(rules: FarkleRules) -> dict[str, Fraction]:
    """Return the probability of a farkle for one to six dice; exact.

    Raises:
        NotDescribedError: If the dice are loaded, or others than six.

    >>> derive(FarkleRules.load())["roll.4.farkle"]
    Fraction(17, 108)
    """
    import sympy

    if rules.dice:
        raise NotDescribedError("this derivation is of six fair dice")
    x = sympy.Symbol("x")
    quiet = {face: _most_without_score(face, rules) for face in range(1, 7)}
    rolls = sympy.Poly(0, x)
    for faces in _faces_without_score(quiet, rules):
        shown = sympy.Poly(1, x)
        for face in faces:
            ways = sum(x**k / sympy.factorial(k) for k in range(1, quiet[face] + 1))
            shown *= sympy.Poly(ways, x)
        rolls += shown
    farkles = {
        dice: int(rolls.coeff_monomial(x**dice) * factorial(dice))
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
    """Return the most dice of a face that can show without scoring."""
    sizes = [k for k, points in rules.of_a_kind.items() if points.get(face)]
    if rules.singles.get(face):
        sizes.append(1)
    return min(sizes, default=DICE + 1) - 1


def _faces_without_score(
    quiet: dict[int, int], rules: FarkleRules
) -> Iterator[tuple[int, ...]]:
    """Yield the sets of faces that a farkle can show, but for combinations of six."""
    straights = {FACES: rules.straight, **rules.straights}
    scoring = [set(map(int, faces)) for faces, points in straights.items() if points]
    able = [face for face, most in quiet.items() if most]
    for number in range(len(able) + 1):
        for faces in combinations(able, number):
            if not any(straight <= set(faces) for straight in scoring):
                yield faces


def _sixes(quiet: dict[int, int], rules: FarkleRules) -> int:
    """Return the number of ordered rolls of six dice that score only as a whole."""
    rolls = 0
    for faces in _faces_without_score(quiet, rules):
        able = [sum(quiet[face] >= number for face in faces) for number in range(5)]
        if rules.three_pairs and len(faces) == able[2] == 3:
            rolls += factorial(6) // 2**3
        if rules.two_triplets and len(faces) == able[3] == 2:
            rolls += factorial(6) // 6**2
        if rules.four_and_two and len(faces) == able[2] == 2:
            # Each of the faces that can show four times may be the one that does.
            rolls += able[4] * (factorial(6) // (24 * 2))
    return rolls


def best_scores(rules: FarkleRules) -> dict[str, Fraction]:
    """Return the mean best score of one to six dice, and six dice's distribution.

    Raises ``NotDescribedError`` for rules with junk.

    >>> best_scores(FarkleRules.load())["roll.1.best.mean"]
    Fraction(25, 1)
    """
    derived, laws = {}, laws_of(rules)
    for dice, law in laws.items():
        total = sum(max(offers)[0] * ways for offers, ways in law.items() if offers)
        derived[f"roll.{dice}.best.mean"] = Fraction(total, 6**dice)
    best = Counter[int]()
    for offers, ways in laws[DICE].items():
        best[max(offers, default=(0, 0))[0]] += ways
    for points in range(0, max(best) + 1, grid_of(laws)):
        derived[f"roll.{DICE}.best.{points}"] = Fraction(best[points], 6**DICE)
    return derived


def laws_of(rules: FarkleRules) -> Rolls:
    """Return the rolls of one to six dice, by their offers.

    If nothing in six dice scores, that is their offer.

    Raises:
        NotDescribedError: If the rules have junk.
    """
    if rules.junk or rules.dice:
        raise NotDescribedError(
            "this derivation is of fair dice and of keeps that score"
        )
    sets, laws = [*sets_of(rules)], {}
    for dice in range(1, DICE + 1):
        rolls = Counter("".join(sorted(roll)) for roll in product(FACES, repeat=dice))
        laws[dice] = Counter[Offers]()
        for roll, ways in rolls.items():
            laws[dice][_offers(roll, sets)] += ways
    if rules.nothing:
        laws[DICE][(rules.nothing, 0),] += laws[DICE].pop((), 0)
    return laws


def grid_of(laws: Rolls) -> int:
    """Return the largest number that divides all points."""
    return gcd(*(points for law in laws.values() for k in law for points, _ in k))


def keeps_of(roll: str, sets: Sets) -> dict[str, int]:
    """Return the most points of every legal keep of a roll, by taking sets off it."""
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
    """Return the most points of a roll for each number of dice left."""
    best: dict[int, int] = {}
    for kept, points in keeps_of(roll, sets).items():
        left = len(roll) - len(kept)
        best[left] = max(points, best.get(left, 0))
    return tuple(sorted((points, left) for left, points in best.items()))


def sets_of(rules: FarkleRules) -> Iterator[tuple[str, int]]:
    """Yield dice that score together, as sorted text, and their points."""
    for number, by_face in {1: rules.singles, **rules.of_a_kind}.items():
        for face, points in by_face.items():
            if points:
                yield str(face) * number, points
    for straight, points in {FACES: rules.straight, **rules.straights}.items():
        if points:
            yield straight, points
    three_pairs = (a * 2 + b * 2 + c * 2 for a, b, c in combinations(FACES, 3))
    for points, sixes in (
        (rules.three_pairs, three_pairs),
        (rules.two_triplets, (a * 3 + b * 3 for a, b in combinations(FACES, 2))),
        (rules.four_and_two, (a * 4 + b * 2 for a, b in permutations(FACES, 2))),
    ):
        if points:
            yield from (("".join(sorted(dice)), points) for dice in sixes)


def best_turn(
    rolls: Rolls,
    high: int,
    farkle: int,
    *,
    past: Callable[[int, int], int],
    bank: Callable[[int], int | None],
    up: bool,
) -> int:
    """Return the value of a turn with six dice, by backward induction in integers.

    Stakes are in units of the grid. ``past(stake, dice)`` is the value from the stake
    ``high`` on, and ``bank(stake)`` that of banking below it, None if that is not
    allowed. Means are rounded up or down.
    """
    grid = grid_of(rolls)
    values: dict[tuple[int, int], int] = {}
    for stake in reversed(range(high)):
        for dice, law in rolls.items():
            total = law[()] * farkle
            for offers, ways in law.items():
                reached = [(stake + p // grid, left or DICE) for p, left in offers]
                if reached:
                    total += ways * max(
                        values[state] if state[0] < high else past(*state)
                        for state in reached
                    )
            rolled = -(-total // 6**dice) if up else total // 6**dice
            banked = bank(stake)
            values[stake, dice] = rolled if banked is None else max(rolled, banked)
    return values[0, DICE]

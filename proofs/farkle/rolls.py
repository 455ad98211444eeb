"""Independent derivation of farkles and shapes, by exponential generating functions.

A roll farkles when no face shows often enough to score. Let each face show an allowed
number k of times. The number of such ordered rolls of K dice is K! times the
coefficient of x^K in a product over the faces. The factor of a face is the sum of x^k /
k! over its allowed numbers k. The sets of faces that contain no straight are added up
one by one. Combinations of six dice that need no scoring face are subtracted.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb, factorial

from trueodds.core.errors import NotDescribedError
from trueodds.core.rules.farkle import DICE, FarkleRules

FACES = "123456"


def farkles(rules: FarkleRules) -> dict[str, Fraction]:
    """Return the probability of a farkle for one to six dice; exact.

    Raises:
        NotDescribedError: If the dice are not six fair dice.

    >>> farkles(FarkleRules.load("ece209"))["roll.4.farkle"]
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
    counts = {
        dice: int(rolls.coeff_monomial(x**dice) * factorial(dice))
        for dice in range(1, DICE + 1)
    }
    counts[DICE] -= _sixes(quiet, rules)
    if rules.nothing:
        counts[DICE] = 0
    return {
        f"roll.{dice}.farkle": Fraction(count, 6**dice)
        for dice, count in counts.items()
    }


def shapes(rules: FarkleRules) -> dict[str, Fraction]:
    """Return the probability of each combination of six dice, scoring or not; exact.

    Raises:
        NotDescribedError: If the dice are not six fair dice.

    >>> shapes(FarkleRules.load("ece209"))["roll.6.of_a_kind.3"]
    Fraction(1225, 3888)
    """
    import sympy

    if rules.dice:
        raise NotDescribedError("this derivation is of six fair dice")
    x = sympy.Symbol("x")

    def at_most(number: int) -> int:
        """Return the number of rolls that show no face more often."""
        face = sympy.Poly(sum(x**k / factorial(k) for k in range(number + 1)), x)
        return int((face**6).coeff_monomial(x**DICE) * factorial(DICE))

    counts = {f"of_a_kind.{k}": at_most(k) - at_most(k - 1) for k in range(3, 7)}
    counts |= {
        "straight": factorial(6),
        "three_pairs": comb(6, 3) * factorial(6) // 2**3,
        "four_and_two": 6 * 5 * comb(6, 2),
        "two_triplets": comb(6, 2) * comb(6, 3),
    }
    return {f"roll.6.{name}": Fraction(n, 6**DICE) for name, n in counts.items()}


def _most_without_score(face: int, rules: FarkleRules) -> int:
    """Return the most dice of a face that can show without scoring."""
    sizes = [k for k, points in rules.of_a_kind.items() if points.get(face)]
    if rules.singles.get(face):
        sizes.append(1)
    return min(sizes, default=DICE + 1) - 1


def _faces_without_score(
    quiet: dict[int, int], rules: FarkleRules
) -> Iterator[tuple[int, ...]]:
    """Yield the sets of faces that a farkle can show.

    Of the combinations of all six dice, only the straight is taken into account.
    """
    straights = {FACES: rules.straight, **rules.straights}
    scoring = [set(map(int, faces)) for faces, points in straights.items() if points]
    able = [face for face, most in quiet.items() if most]
    for number in range(len(able) + 1):
        for faces in combinations(able, number):
            if not any(straight <= set(faces) for straight in scoring):
                yield faces


def _sixes(quiet: dict[int, int], rules: FarkleRules) -> int:
    """Return the number of rolls that score only as a combination of all six dice."""
    rolls = 0
    for faces in _faces_without_score(quiet, rules):
        able = [sum(quiet[face] >= number for face in faces) for number in range(5)]
        if rules.three_pairs and len(faces) == able[2] == 3:
            rolls += factorial(6) // 2**3
        if rules.two_triplets and len(faces) == able[3] == 2:
            rolls += factorial(6) // 6**2
        if rules.four_and_two and len(faces) == able[2] == 2:
            # Any face that can show four times may be the face of the four.
            rolls += able[4] * (factorial(6) // (24 * 2))
    return rolls

"""Independent derivation of farkles and shapes, by exponential generating functions.

Let each face show some number k of times. The number of such ordered rolls of K dice is
K! times the coefficient of x^K in a product over the faces. The factor of a face is the
sum of x^k / k! over its numbers k. The terms of this product in which nothing scores
are added up one by one.

A pattern such as 3+2 is groups of equal dice, of any faces. A roll contains it if the
roll's largest group has at least 3 dice, and the next largest at least 2.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod
from operator import ge

from trueodds.core.errors import NotDescribedError
from trueodds.core.rules.farkle import DICE, FarkleRules


def farkles(rules: FarkleRules) -> dict[str, Fraction]:
    """Return the probability of a farkle, for each number of dice from 1 to 6; exact.

    Raises:
        NotDescribedError: If the dice are not six fair dice.

    >>> farkles(FarkleRules.load("ece209"))["roll.4.farkle"]
    Fraction(17, 108)
    """
    if rules.dice:
        raise NotDescribedError("this derivation is of six fair dice")
    counts = Counter[int]()
    # A roll is the number of dice of each face.
    for roll in product(range(DICE + 1), repeat=6):
        dice = sum(roll)
        if not 0 < dice <= DICE:
            continue
        if not any(_scoring(roll, rules)):
            counts[dice] += _orders(roll)
    # Rules that pay for six dice without a score have no farkle with six dice.
    if rules.nothing > 0:
        counts[DICE] = 0
    return {
        f"roll.{dice}.farkle": Fraction(counts[dice], 6**dice)
        for dice in range(1, DICE + 1)
    }


def shapes(rules: FarkleRules) -> dict[str, Fraction]:
    """Return the probability of each combination of six dice; exact.

    Combinations that do not score under these rules are included.

    Raises:
        NotDescribedError: If the dice are not six fair dice.

    >>> shapes(FarkleRules.load("ece209"))["roll.6.of_a_kind.3"]
    Fraction(1225, 3888)
    """
    if rules.dice:
        raise NotDescribedError("this derivation is of six fair dice")

    def at_most(number: int) -> int:
        """Return the number of rolls that show no face more often."""
        rolls = product(range(number + 1), repeat=6)
        return sum(_orders(roll) for roll in rolls if sum(roll) == DICE)

    # The largest group has exactly k dice.
    counts = {f"of_a_kind.{k}": at_most(k) - at_most(k - 1) for k in range(3, 7)}
    counts |= {
        "straight": factorial(6),
        # Which faces, times the orders of dice with these groups.
        "three_pairs": comb(6, 3) * factorial(6) // 2**3,
        "four_and_two": 6 * 5 * comb(6, 2),
        "two_triplets": comb(6, 2) * comb(6, 3),
    }
    return {f"roll.6.{name}": Fraction(n, 6**DICE) for name, n in counts.items()}


def _orders(roll: tuple[int, ...]) -> int:
    """Return the number of orders of dice, counted by face."""
    return factorial(sum(roll)) // prod(map(factorial, roll))


def _scoring(roll: tuple[int, ...], rules: FarkleRules) -> Iterator[int]:
    """Yield the points of each pattern that dice contain, counted by face."""
    largest = sorted(roll, reverse=True)
    for _, groups, faces, points in rules.all_patterns:
        # Named faces are counted themselves. Other patterns take the largest groups.
        held = largest[: len(groups)]
        if faces:
            held = [roll[face - 1] for face in faces]
        if all(map(ge, held, groups)):
            yield points

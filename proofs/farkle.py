"""Farkle a second way: farkles by generating functions, a turn from its points alone.

A roll farkles when no face shows often enough to score. The number of ordered rolls of
K dice in which each face f shows an allowed number of times is K! times the coefficient
of x^K in the product over faces of the sum of x^k / k! over those numbers. Combinations
of six dice that need no scoring face are taken out one by one.

A turn is scored by a count of its own, which tears combinations off a roll one by one,
and is solved for all that may still be won beyond the stake.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb, factorial, gcd
from typing import Any

import sympy
from flint import fmpq

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


def turns(rules: FarkleRules) -> dict[str, Fraction]:
    """The most expected points of a turn; exact.

    Beyond a stake of s, w(s, n) points are still to be won with n dice: the mean over
    rolls of the best of p + max(0, w(s + p, m)), less s where the roll farkles. It
    falls as s grows, so w = 0 once even keeping every roll's most points for ever does
    not pay for the farkles.

    Raises ``ValueError`` for rules with junk, with a least score to bank, without hot
    dice, where nothing in six dice scores, and where some dice cannot farkle.

    >>> from trueodds.core import games, rulebook
    >>> float(turns(rulebook.load(games.find("farkle")))["turn.mean"])
    470.185531742616
    """
    if rules.junk or rules.minimum_to_bank or rules.nothing or not rules.hot_dice:
        raise ValueError("this derivation is of turns that may be banked at any time")
    laws = {dice: _keeps(dice, rules) for dice in range(1, DICE + 1)}
    if any(() not in law for law in laws.values()):
        raise ValueError("this derivation is of dice that can farkle")
    # From this stake on a roll loses more than it can win, whatever is kept.
    high = max(
        Fraction(sum(max(k)[0] * ways for k, ways in law.items() if k), law[()])
        for law in laws.values()
    )

    @cache
    def more(stake: int, dice: int) -> Any:
        """What rolling wins on average beyond the stake."""
        won = fmpq(0)
        for keeps, ways in laws[dice].items():
            won += ways * max((gain(stake, keep) for keep in keeps), default=-stake)
        return won / 6**dice

    def gain(stake: int, keep: tuple[int, int]) -> Any:
        points, left = keep
        after = stake + points
        if after >= high:
            return fmpq(points)
        return points + max(fmpq(0), more(after, left or DICE))

    grid = gcd(*(points for law in laws.values() for k in law for points, _ in k))
    # From high stakes down, so that no call goes deep.
    for stake in range(int(high) // grid * grid, 0, -grid):
        for dice in laws:
            more(stake, dice)
    mean = more(0, DICE)
    return {"turn.mean": Fraction(int(mean.p), int(mean.q))}


def _keeps(dice: int, rules: FarkleRules) -> Counter[tuple[tuple[int, int], ...]]:
    """How many ordered rolls offer which keeps: points, and dice left."""
    sets = [*_sets(rules)]
    law: Counter[tuple[tuple[int, int], ...]] = Counter()
    rolls = Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=dice))
    for roll, ways in rolls.items():
        law[_offers(Counter(roll), sets)] += ways
    return law


def _offers(
    roll: Counter[int], sets: list[tuple[Counter[int], int]]
) -> tuple[tuple[int, int], ...]:
    """The most points for each number of dice left, sets taken off one by one."""
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
    faces = range(1, 7)
    for number, by_face in {1: rules.singles, **rules.of_a_kind}.items():
        for face, points in by_face.items():
            if points:
                yield Counter({face: number}), points
    if rules.straight:
        yield Counter(faces), rules.straight
    whole = [
        (rules.three_pairs, [Counter(f * 2) for f in combinations(faces, 3)]),
        (rules.two_triplets, [Counter(f * 3) for f in combinations(faces, 2)]),
        (
            rules.four_and_two,
            [Counter({a: 4, b: 2}) for a, b in permutations(faces, 2)],
        ),
    ]
    for points, sixes in whole:
        if points:
            yield from ((dice, points) for dice in sixes)

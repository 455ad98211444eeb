"""The long-run average a second way: the toll that makes a cycle of turns worthless.

A cycle ends with a bank or with the penalty. If every turn cost g, a cycle played best
would be worth something just where g is below the best average. What it is worth comes
out of its turns, the last of them first, whose farkle costs the penalty: in integers,
rounded down to show that g is not too much, and up that it is not too little.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from trueodds.core.enclosure import Enclosure
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.proofs.farkle.rolls import Laws, Offers, grid_of, laws_of

SCALE = 10**18
CLOSE = 10**6
"""Tolls are tried so many units below and above the last guess."""


def longrun(rules: FarkleRules) -> dict[str, Enclosure]:
    """The best long-run average of a turn, penalties counted, between bounds.

    Raises ``ValueError`` for rules with junk, without hot dice or penalties, where
    fewer than six dice cannot farkle, and where the bounds do not hold.
    """
    if not rules.penalty_every or not rules.hot_dice:
        raise ValueError("this derivation is of hot dice and penalties")
    laws = laws_of(rules)
    if any(() not in laws[dice] for dice in range(1, DICE)):
        raise ValueError("this derivation is of one to five dice that can farkle")

    def cycle(toll: int, up: bool) -> int:
        """What a cycle is worth where every turn costs so much."""
        worth = -rules.penalty_points * SCALE
        for _ in range(rules.penalty_every):
            worth = _turn(laws, rules.minimum_to_bank, worth, up) - toll
        return worth

    tolls, worths = [0], [cycle(0, False)]
    tolls.append(worths[0])
    while abs(worths[-1]) > CLOSE // 10:
        worths.append(cycle(tolls[-1], False))
        slope = Fraction(worths[-1] - worths[-2], tolls[-1] - tolls[-2])
        tolls.append(round(tolls[-1] - worths[-1] / slope))
    low, high = tolls[-1] - CLOSE, tolls[-1] + CLOSE
    if cycle(low, False) < 0 or cycle(high, True) > 0:
        raise ValueError("the average is not between the bounds that were tried")
    return {"longrun.mean": Enclosure(Fraction(low, SCALE), Fraction(high, SCALE))}


def _turn(laws: Laws, least: int, farkle: int, up: bool) -> int:
    """The most points expected, a farkle being worth this; rounded down or up.

    Six dice that cannot farkle are always rolled. From a stake on, nothing else is: a
    roll then loses by its farkles what it can gain.
    """
    grid, sure = grid_of(laws), _sure(laws)
    pays = max(
        Fraction(sum(_most(offers, sure) * n for offers, n in law.items()), law[()])
        for law in laws.values()
        if () in law
    )
    enough = max(pays + Fraction(farkle, SCALE), Fraction(least))
    high = max(ceil(enough / grid), 1)
    safe = ceil(sure * SCALE) if up else floor(sure * SCALE)
    table: dict[tuple[int, int], int] = {}

    def worth(stake: int, dice: int) -> int:
        if stake < high:
            return table[stake, dice]
        return stake * grid * SCALE + (safe if dice == DICE else 0)

    for stake in reversed(range(high)):
        for dice, law in laws.items():
            total = law[()] * farkle
            for offers, ways in law.items():
                if offers:
                    total += ways * max(
                        worth(stake + points // grid, left or DICE)
                        for points, left in offers
                    )
            rolled = -(-total // 6**dice) if up else total // 6**dice
            banks = stake * grid >= max(least, grid)
            table[stake, dice] = max(rolled, stake * grid * SCALE) if banks else rolled
    return table[0, DICE]


def _sure(laws: Laws) -> Fraction:
    """What six dice bring before fewer are left, where they cannot farkle; else 0."""
    if () in laws[DICE]:
        return Fraction(0)
    sure = Fraction(0)
    while True:
        points = hot = 0
        for offers, ways in laws[DICE].items():
            best = max(offers, key=lambda kept: kept[0] + (0 if kept[1] else sure))
            points += ways * best[0]
            hot += ways * (best[1] == 0)
        better = Fraction(points, 6**DICE - hot)
        if better == sure:
            return sure
        sure = better


def _most(offers: Offers, sure: Fraction) -> Fraction:
    """The most that a roll brings with what is sure after it; 0 for a farkle."""
    worths = (Fraction(points if left else points + sure) for points, left in offers)
    return max(worths, default=Fraction(0))

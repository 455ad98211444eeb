"""Independent derivation of the long-run average, by renewal-reward.

A cycle ends with a bank or with the penalty. With a charge of g per turn, an optimal
cycle has positive value exactly when g is below the optimal average reward. The value
of a cycle follows from its turns, the last turn first, whose farkle costs the penalty.
It is computed in integers: rounded down to show that g is not too high, and rounded up
to show that it is not too low.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from trueodds.core.errors import NotDescribedError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.proofs.farkle.rolls import Offers, Rolls, best_turn, grid_of, laws_of

SCALE = 10**18
CLOSE = 10**6
"""Charges this many units below and above the last guess are tried."""


def longrun(rules: FarkleRules) -> dict[str, Enclosure]:
    """Return bounds of the best long-run average of a turn, after penalties.

    Raises:
        NotDescribedError: If the rules have junk, no hot dice or no penalties, or if
            fewer than six dice cannot farkle.
        ValueError: If the bounds do not hold.
    """
    if not rules.penalty_every or not rules.hot_dice:
        raise NotDescribedError("this derivation is of hot dice and penalties")
    laws = laws_of(rules)
    if any(() not in laws[dice] for dice in range(1, DICE)):
        raise NotDescribedError(
            "this derivation is of one to five dice that can farkle"
        )

    def cycle(toll: int, up: bool) -> int:
        """Return the value of a cycle with this charge per turn."""
        value = -rules.penalty_points * SCALE
        for _ in range(rules.penalty_every):
            value = _turn(laws, rules.minimum_to_bank, value, up) - toll
        return value

    tolls, values = [0], [cycle(0, False)]
    tolls.append(values[0])
    while abs(values[-1]) > CLOSE // 10:
        values.append(cycle(tolls[-1], False))
        slope = Fraction(values[-1] - values[-2], tolls[-1] - tolls[-2])
        tolls.append(round(tolls[-1] - values[-1] / slope))
    low, high = tolls[-1] - CLOSE, tolls[-1] + CLOSE
    if cycle(low, False) < 0 or cycle(high, True) > 0:
        raise ValueError("the average is not between the bounds that were tried")
    return {"longrun.mean": Enclosure(Fraction(low, SCALE), Fraction(high, SCALE))}


def _turn(laws: Rolls, least: int, farkle: int, up: bool) -> int:
    """Return the most expected points, given the value of a farkle; rounded.

    Six dice that cannot farkle are always rolled. From some stake on nothing else is
    rolled, because the farkles then lose at least what a roll can gain.
    """
    grid, sure = grid_of(laws), _sure(laws)
    pays = max(
        Fraction(sum(_most(offers, sure) * n for offers, n in law.items()), law[()])
        for law in laws.values()
        if () in law
    )
    enough = max(pays + Fraction(farkle, SCALE), Fraction(least))
    safe = ceil(sure * SCALE) if up else floor(sure * SCALE)
    return best_turn(
        laws,
        max(ceil(enough / grid), 1),
        farkle,
        past=lambda units, dice: units * grid * SCALE + (safe if dice == DICE else 0),
        bank=lambda units: (
            units * grid * SCALE if units * grid >= max(least, grid) else None
        ),
        up=up,
    )


def _sure(laws: Rolls) -> Fraction:
    """Return the points that six dice are sure to bring; 0 if they can farkle."""
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
    """Return the most that a roll brings, sure points included; 0 for a farkle."""
    values = (Fraction(points if left else points + sure) for points, left in offers)
    return max(values, default=Fraction(0))

"""Independent derivations of the match of two and of the long-run average.

Both follow from the values of turns, in rounded integers.

A match: let W(k) be the best probability to win if a match that is not over after k
turns counts as lost, and U(k) if it counts as won; both depend on the scores. Each turn
is played best against the opponent's bounds for k - 1 turns. The probability to win is
between W(k) and U(k) for every k, and the two converge, since a turn is banked sooner
or later. W is rounded down and U is rounded up.

The long-run average, by renewal-reward: a cycle ends with a bank or with the penalty.
With a charge of g per turn, an optimal cycle has positive value exactly when g is below
the optimal average reward. The value of a cycle follows from its turns by backward
induction. It starts at the last turn, in which a farkle costs the penalty. It is
rounded down to show that g is not too high, and rounded up to show that it is not too
low.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor

from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.proofs.farkle.any_dice import Rolls, distributions_of, enough, grid_of

SCALE = 10**18
CLOSE_BOUNDS = 10**5
"""Bounds of a match are close enough if they differ by this, as parts of ``SCALE``."""

NEVER = -(SCALE**2)
"""The value of banking where it is not allowed, below all other values."""

CLOSE = 10**6
"""The distance of the charges that are tried from the last guess, as parts."""

Table = dict[tuple[int, int], int]
"""Bounds by the units that the player to move and the opponent still need."""


def first_player(rules: FarkleRules) -> dict[str, Enclosure]:
    """Return bounds of the probability that the first of two optimal players wins.

    The only key is the quantity id ``match.first_player``. The rules must have hot
    dice, and no junk, final round, penalties or minimum to bank. More points with
    equally many dice left are never worse, because the player can play as if the score
    were lower.
    """
    distributions = distributions_of(rules)
    grid = grid_of(distributions)
    goal = -(-rules.target // grid)
    pairs = [(a, b) for a in range(1, goal + 1) for b in range(1, goal + 1)]
    lower = dict.fromkeys(pairs, 0)
    upper = dict.fromkeys(pairs, SCALE)
    while upper[goal, goal] - lower[goal, goal] > CLOSE_BOUNDS:
        # Lower bounds need the opponent's upper bounds, and vice versa. Both are of one
        # turn fewer.
        lower, upper = (
            {pair: _match_turn(distributions, pair, other, up) for pair in pairs}
            for other, up in ((upper, False), (lower, True))
        )
    bounds = (Fraction(table[goal, goal], SCALE) for table in (lower, upper))
    return {"match.first_player": Enclosure(*bounds)}


def _match_turn(
    distributions: Rolls, missing: tuple[int, int], other: Table, up: bool
) -> int:
    """Return the value of the best turn, given the opponent's bounds.

    ``missing`` are the units that the player and the opponent still need. The value is
    rounded up or down.
    """
    mine, theirs = missing

    def bank(units: int, dice: int) -> int:
        # A bank that reaches the target wins: the opponent then has no entry, and no
        # win.
        return SCALE - other.get((theirs, mine - units), 0) if units else 0

    return _best_turn(distributions, mine, SCALE - other[theirs, mine], bank, up=up)


def longrun(rules: FarkleRules) -> dict[str, Enclosure]:
    """Return bounds of the best long-run average points of a turn, after penalties.

    The only key is the quantity id ``longrun.mean``. The rules must have hot dice and
    penalties, and no junk. One to five dice must be able to farkle.

    Raises:
        ValueError: If the bounds do not hold.
    """
    distributions = distributions_of(rules)

    def cycle(toll: int, up: bool) -> int:
        """Return the value of a cycle if each turn costs ``toll``; both in parts.

        The value is rounded up if ``up``, and else down.
        """
        value = -rules.penalty * SCALE
        for _ in range(rules.penalty_every):
            value = _long_turn(distributions, rules.minimum_to_bank, value, up) - toll
        return value

    # The secant method looks for the toll at which a cycle has the value 0.
    last_toll = 0
    value = cycle(last_toll, False)
    toll = value
    while abs(value) > CLOSE // 10:
        last_value = value
        value = cycle(toll, False)
        slope = Fraction(value - last_value, toll - last_toll)
        last_toll = toll
        toll = round(toll - value / slope)
    low = toll - CLOSE
    high = toll + CLOSE
    if cycle(low, False) < 0 or cycle(high, True) > 0:
        raise ValueError("the average is not between the bounds that were tried")
    return {"longrun.mean": Enclosure(Fraction(low, SCALE), Fraction(high, SCALE))}


def _long_turn(distributions: Rolls, least: int, farkle: int, up: bool) -> int:
    """Return the most expected points of a turn, in parts, given a farkle's value.

    Six dice that cannot farkle are always rolled. From some stake on, no other dice
    are rolled, because a farkle then loses at least as much as a roll can gain.
    """
    grid = grid_of(distributions)
    sure = _sure(distributions)
    high = max(enough(distributions, sure) + Fraction(farkle, SCALE), Fraction(least))
    safe = ceil(sure * SCALE) if up else floor(sure * SCALE)

    def bank(units: int, dice: int) -> int:
        if units * grid < max(least, grid):
            return NEVER
        return units * grid * SCALE + (safe if dice == DICE else 0)

    return _best_turn(distributions, max(ceil(high / grid), 1), farkle, bank, up=up)


def _sure(distributions: Rolls) -> Fraction:
    """Return the points that six dice are sure to bring; 0 if they can farkle."""
    if () in distributions[DICE]:
        return Fraction(0)
    sure = Fraction(0)
    while True:
        points = hot = 0
        for offers, ways in distributions[DICE].items():
            # Keeps that leave no dice lead to six dice again.
            best, left = max(offers, key=lambda kept: kept[0] + sure * (not kept[1]))
            points += ways * best
            hot += ways * (left == 0)
        better = Fraction(points, 6**DICE - hot)
        if better == sure:
            return sure
        sure = better


def _best_turn(
    rolls: Rolls,
    high: int,
    farkle: int,
    bank: Callable[[int, int], int],
    *,
    up: bool,
) -> int:
    """Return the value of a turn with six dice, by backward induction in integers.

    Stakes are in units of the grid. ``bank(stake, dice)`` is the value of banking with
    these dice left. From the stake ``high`` on, the player banks. Means are rounded up
    or down.
    """
    grid = grid_of(rolls)
    values: dict[tuple[int, int], int] = {}

    def after(stake: int, dice: int) -> int:
        return values[stake, dice] if stake < high else bank(stake, dice)

    for stake in reversed(range(high)):
        for dice, distribution in rolls.items():
            total = up * (6**dice - 1)
            for offers, ways in distribution.items():
                keeps = (after(stake + p // grid, left or DICE) for p, left in offers)
                total += ways * max(keeps, default=farkle)
            values[stake, dice] = max(total // 6**dice, bank(stake, dice))
    return values[0, DICE]

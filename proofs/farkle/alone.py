"""Alone against the target, a second way: the best policy improved in rationals.

With d points missing, let V(d) be the fewest expected turns; a farkle leaves d as it
is. For a policy of the turn, the expected turns are 1 + a + b V(d), b being its chance
of a farkle and a what its banked ends still need, so V(d) = (1 + a) / (1 - b). The
policy that is best where a farkle costs that much is tried next, until nothing gets
better: a finite number of times, as each is better than the last.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq

from trueodds.core.linear import fraction
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.proofs.farkle.rolls import Laws
from trueodds.proofs.farkle.turns import Play


def alone(rules: FarkleRules) -> dict[str, Fraction]:
    """The fewest expected turns to the target, and those of the most points; exact.

    More points with as many dice left are never worse, as whoever has more can do as if
    they had less. Raises ``ValueError`` for rules with junk, with penalties, with a
    least score to open or bank, without hot dice, and where some dice cannot farkle.
    """
    if rules.penalty_every or rules.minimum_to_open or rules.minimum_to_bank:
        raise ValueError("this derivation is of turns that may be banked at any time")
    play = Play.of(rules, 0)
    best, most = [fmpq(0)], [fmpq(0)]
    for missing in range(1, -(-rules.target // play.grid) + 1):
        best.append(_fewest(play.laws, play.grid, best, missing))
        law, farkle = play.ends(missing * play.grid)
        later = fmpq(0)
        for units, chance in enumerate(law[1:], start=1):
            later += chance * most[max(missing - units, 0)]
        most.append((1 + later) / (1 - farkle))
    return {
        "solitaire.mean": fraction(best[-1]),
        "solitaire.most_points.mean": fraction(most[-1]),
    }


def _fewest(laws: Laws, grid: int, turns: list[Any], missing: int) -> Any:
    """The fewest expected turns, those with fewer points missing being known."""
    value = turns[-1] + 1
    while True:
        ends, farkle = _turn(laws, grid, turns, missing, value)
        better = (1 + ends) / (1 - farkle)
        if better == value:
            return value
        value = better


def _turn(
    laws: Laws, grid: int, turns: list[Any], missing: int, value: Any
) -> tuple[Any, Any]:
    """What the ends of the best turn need, and its chance of a farkle.

    Best where a farkle, and banking nothing, cost ``value``.
    """
    # By stake and dice: what banked ends need, times their chance; and the farkles.
    found: dict[tuple[int, int], tuple[Any, Any]] = {}

    def cost(ends: tuple[Any, Any]) -> Any:
        return ends[0] + ends[1] * value

    def after(stake: int, points: int, left: int) -> tuple[Any, Any]:
        reached = stake + points // grid
        return found[reached, left or DICE] if reached < missing else (0, 0)

    for stake in range(missing - 1, -1, -1):
        for dice, law in laws.items():
            needed, farkle = fmpq(0), fmpq(law[()])
            for offers, ways in law.items():
                if offers:
                    kept = min((after(stake, *keep) for keep in offers), key=cost)
                    needed += ways * kept[0]
                    farkle += ways * kept[1]
            best = needed / 6**dice, farkle / 6**dice
            if stake:
                best = min(best, (turns[missing - stake], fmpq(0)), key=cost)
            found[stake, dice] = best
    return found[0, DICE]

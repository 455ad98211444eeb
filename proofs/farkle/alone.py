"""Independent derivation of solitaire: policy iteration in rationals.

With d points missing, let V(d) be the fewest expected turns; a farkle leaves d as it
is. Take a policy of the turn that farkles with probability b, and whose banked ends
need a further turns on average. Its expected turns are 1 + a + b V(d), so V(d) = (1 +
a) / (1 - b). The policy that is best if a farkle costs that much is tried next. Each
policy is better than the last, so this ends after finitely many steps.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq

from trueodds.core.errors import NotDescribedError
from trueodds.core.models.linear import fraction
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.proofs.farkle.rolls import Rolls
from trueodds.proofs.farkle.turns import Play


def alone(rules: FarkleRules) -> dict[str, Fraction]:
    """Return the fewest expected turns, and the turns of play for points; exact.

    More points with as many dice left are never worse, because a player who has more
    can do as if they had less.

    Raises:
        NotDescribedError: If the rules have junk, penalties, a minimum to open or to
            bank, no hot dice, or dice that cannot farkle.
    """
    if rules.penalty_every or rules.minimum_to_open or rules.minimum_to_bank:
        raise NotDescribedError(
            "this derivation is of turns that may be banked at any time"
        )
    play = Play.of(rules, 0)
    best, most = [fmpq(0)], [fmpq(0)]
    for missing in range(1, -(-rules.target // play.grid) + 1):
        best.append(_fewest(play.laws, play.grid, best, missing))
        ends, farkle = play.ends(missing * play.grid)
        later = fmpq(0)
        for units, probability in enumerate(ends[1:], start=1):
            later += probability * most[max(missing - units, 0)]
        most.append((1 + later) / (1 - farkle))
    return {
        "solitaire.mean": fraction(best[-1]),
        "solitaire.most_points.mean": fraction(most[-1]),
    }


def _fewest(laws: Rolls, grid: int, turns: list[Any], missing: int) -> Any:
    """Return the fewest expected turns, from the results with fewer points missing."""
    value = turns[-1] + 1
    while True:
        ends, farkle = _turn(laws, grid, turns, missing, value)
        better = (1 + ends) / (1 - farkle)
        if better == value:
            return value
        value = better


def _turn(
    laws: Rolls, grid: int, turns: list[Any], missing: int, value: Any
) -> tuple[Any, Any]:
    """Return the turns that the best turn's ends need, and its farkle probability.

    The turn is best if a farkle, and banking nothing, cost ``value``.
    """
    # By stake and dice: the turns after banking, times their probability; the farkles.
    needs: dict[tuple[int, int], tuple[Any, Any]] = {}

    def cost(ends: tuple[Any, Any]) -> Any:
        return ends[0] + ends[1] * value

    def after(stake: int, points: int, left: int) -> tuple[Any, Any]:
        reached = stake + points // grid
        return needs[reached, left or DICE] if reached < missing else (0, 0)

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
            needs[stake, dice] = best
    return needs[0, DICE]

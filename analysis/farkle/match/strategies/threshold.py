"""Strategies that a player can remember: bank at so much, by dice left.

They look at their own turn alone, but for two things that everybody sees: what reaches
the target is banked, and less than may be banked is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple

import numpy as np
from numba import njit

from trueodds.analysis.farkle.match.state_space import Array, Board, Laws
from trueodds.analysis.farkle.roll_classes import Rolls
from trueodds.analysis.farkle.turn.optimal import best_turn
from trueodds.core.errors import PositionError
from trueodds.core.lower_bounds import below, plus
from trueodds.core.rules.farkle import DICE, FarkleRules

ALIKE = 1e-9
"""Units by which keeps must differ, so that rounding does not choose between them."""

NEVER = 10**9
"""A stake that nobody banks at: always roll."""


@dataclass(frozen=True)
class Strategy:
    """Bank from ``bank_at[n - 1]`` points when n dice are left to roll.

    ``keep``: "most" points (of equal ones, the most dice left), "fewest" dice (of those
    the most points), or "best", the keep with the most expected points of the turn,
    banking being as it is (of equal ones, the most points).
    """

    bank_at: tuple[int, ...]
    keep: Literal["most", "fewest", "best"] = "most"

    def __post_init__(self) -> None:
        if len(self.bank_at) != DICE or min(self.bank_at) < 0:
            raise PositionError(
                f"a strategy has six stakes to bank at, for 1 to 6 dice left; "
                f"{self.bank_at} are not"
            )

    @classmethod
    def most_points(cls, rules: FarkleRules, rolls: Rolls) -> Strategy:
        """Every turn for the most expected points, whatever the scores are."""
        at = best_turn(rolls, rules, minimum=rules.minimum_to_bank).bank_at
        return cls(tuple(at.get(n, NEVER) for n in range(1, DICE + 1)), "best")


class TurnLaw(NamedTuple):
    """How a turn by a strategy ends, lower bounds of the chances; stakes in units.

    ``banked[t]``: t is banked, where it does not reach the target. When d units reach
    it, ``farkle[d]`` is the chance of a
    farkle, ``lost[d]`` that all dice have scored too little, and ``past[d, o]`` that
    the turn banks d + o.
    """

    banked: Array
    farkle: Array
    lost: Array
    past: Array


def turn_law(board: Board, strategy: Strategy, minimum: int) -> TurnLaw:
    """The law of a turn in which ``minimum`` units or more may be banked."""
    laws = board.laws
    bank_at = np.array(
        [0, *(max(-(-points // board.unit), minimum) for points in strategy.bank_at)]
    )
    deepest = max(board.scores, minimum) + 1
    choice = _choices(laws, strategy.keep, bank_at, deepest)
    weight, farkle = floor_weights(laws)
    reach = int(laws.points.max())
    banked, farkled, lost = np.zeros((3, deepest))
    law = TurnLaw(banked, farkled, lost, np.zeros((deepest, reach)))
    _follow(laws, weight, farkle, bank_at, choice, minimum, *law)
    return law


def floor_weights(laws: Laws) -> tuple[Array, Array]:
    """The chance of each class and of a farkle, at most."""
    of = np.repeat(np.arange(DICE + 1), np.diff(laws.first_class))

    @cache
    def chance(weight: int, total: int) -> float:
        return below(Fraction(weight, total))

    weights = zip(laws.weight.tolist(), laws.total[of].tolist(), strict=True)
    farkles = zip(laws.farkle.tolist(), laws.total.tolist(), strict=True)
    return (
        np.array([chance(*pair) for pair in weights]),
        np.array([chance(*pair) for pair in farkles]),
    )


def _choices(laws: Laws, keep: str, bank_at: Array, deepest: int) -> Array:
    """Which keep each class takes at each stake: the number of the keep."""
    firsts = laws.first_keep[:-1]
    if keep == "best":
        return best_keeps(laws, bank_at, deepest)
    if keep == "fewest":
        # Hot dice leave none of those that were rolled.
        left = np.where(laws.left == DICE, 0, laws.left)
        order = np.lexsort((-laws.points, -left))
        rank = np.argsort(order)
        parts = [
            first + int(np.argmin(rank[first:last]))
            for first, last in zip(firsts, laws.first_keep[1:], strict=True)
        ]
        firsts = np.array(parts)
    return np.broadcast_to(firsts, (deepest, len(firsts))).copy()


@njit(cache=True)
def best_keeps(laws: Laws, bank_at: Array, deepest: int) -> Array:
    """The keep with the most expected points, by stake and class; past all, bank."""
    reach = laws.points.max()
    choice = np.zeros((deepest, len(laws.weight)), np.int64)
    deep = max(deepest, min(bank_at.max(), 4 * deepest)) + 1
    worth = np.zeros((deep + reach, 7))
    for stake in range(deep + reach - 1, -1, -1):
        worth[stake, :] = stake
        if stake >= deep:
            continue
        for dice in range(1, 7):
            mean = 0.0
            for c in range(laws.first_class[dice], laws.first_class[dice + 1]):
                best = -1.0
                for o in range(laws.first_keep[c], laws.first_keep[c + 1]):
                    on = worth[stake + laws.points[o], laws.left[o]]
                    if on > best + ALIKE:
                        best = on
                        if stake < deepest:
                            choice[stake, c] = o
                mean += laws.weight[c] * best
            if stake < bank_at[dice]:
                worth[stake, dice] = mean / laws.total[dice]
    return choice


@njit(cache=True)
def _follow(
    laws: Laws,
    weight: Array,
    farkle: Array,
    bank_at: Array,
    choice: Array,
    minimum: int,
    banked: Array,
    farkled: Array,
    lost: Array,
    past: Array,
) -> None:
    """Follow the chances through a turn, stake by stake."""
    deepest, reach = past.shape
    at = np.zeros((deepest + reach, 7))
    at[0, 6] = 1.0
    farkles = losses = 0.0
    for stake in range(deepest):
        # Where this stake reaches the target, what is under way is banked here.
        farkled[stake], lost[stake] = farkles, losses
        for over in range(reach):
            for dice in range(7):
                past[stake, over] = plus(past[stake, over], 1.0, at[stake + over, dice])
        for dice in range(7):
            chance = at[stake, dice]
            if chance == 0.0:
                continue
            if dice == 0 and stake < minimum:
                losses = plus(losses, 1.0, chance)
            elif dice == 0 or (stake > 0 and stake >= bank_at[dice]):
                banked[stake] = plus(banked[stake], 1.0, chance)
            else:
                farkles = plus(farkles, farkle[dice], chance)
                for c in range(laws.first_class[dice], laws.first_class[dice + 1]):
                    o = choice[stake, c]
                    to = stake + laws.points[o]
                    at[to, laws.left[o]] = plus(at[to, laws.left[o]], weight[c], chance)

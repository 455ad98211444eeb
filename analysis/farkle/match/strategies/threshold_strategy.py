"""Threshold strategies: bank at a number of points that depends on the dice left.

Such a strategy looks only at its own turn, except for two things that every player
sees: it banks whatever reaches the target, and never what is too little to bank.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from trueodds.analysis.farkle.dice.dice_set import DiceSet
from trueodds.analysis.farkle.dice.roll_classes import Array, RollTables
from trueodds.analysis.farkle.match.state_space import StateSpace
from trueodds.analysis.farkle.turn.induction import (
    Boundary,
    Flow,
    Numbers,
    StakePolicy,
    backward,
    follow,
    lower_bound_weights,
)
from trueodds.analysis.farkle.turn.optimal import Turn
from trueodds.core.errors import PositionError
from trueodds.core.rules.farkle import DICE
from trueodds.core.rules.farkle.coverage import require_covered

ALIKE = 1e-9
"""Tolerance in units for treating two keeps as tied, as floats are rounded."""

NEVER = 10**9
"""A stake that no turn reaches: always roll."""


@dataclass(frozen=True)
class ThresholdStrategy:
    """A strategy that banks from ``bank_at[n - 1]`` points when n dice are left.

    ``keep`` is "most" for the most points (on ties, the most dice left), "fewest" for
    the fewest dice (on ties, the most points), or "best" for the keep with the most
    expected points of the turn given the thresholds (on ties, the most points).

    Raises:
        PositionError: If ``bank_at`` is not six numbers of points, or one is negative.
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
    def most_points(cls, dice: DiceSet) -> ThresholdStrategy:
        """Return the strategy that plays every turn for the most expected points.

        ``dice`` is the set of dice, with its rules.
        """
        at = Turn(dice, dice.rules.minimum_to_bank).bank_at
        return cls(tuple(at.get(n, NEVER) for n in range(1, DICE + 1)), "best")


def turn_distribution(
    space: StateSpace, strategy: ThresholdStrategy, minimum: int
) -> Flow:
    """Return how likely a turn of a strategy reaches stakes and ends there.

    Args:
        space: The states of a player under the rules (``state_space``).
        strategy: The strategy that plays the turn.
        minimum: The least number of units that may be banked.

    Returns:
        Lower bounds of the probabilities, by stake. They are for players of every
        score. Let d be the units that are missing to the target, or ``minimum`` if that
        is more. The turn banks a stake below d with the probability in ``banked``.
        Before it reaches d, it ends with a farkle with the probability ``farkle[d]``,
        or with too little to bank with ``lost[d]``. It goes from below d to exactly
        d + n units with the probability ``past[d, n]``.

    Raises:
        RulesError: If strategies do not cover a rule, such as hot dice that must be
            rolled.
    """
    require_covered("a simple strategy in a match", space.rules)
    tables = space.tables
    # The first throw of a turn has a number of its own if it scores in its own way.
    by_dice = (*strategy.bank_at, *strategy.bank_at[-1:])[: space.dice.start]
    units = [-(-points // space.unit) for points in by_dice]
    # Entry 0 is a turn without dice left, which banks whatever may be banked.
    bank_at = np.array([minimum, *(max(at, minimum) for at in units)])
    deepest = max(space.scores, minimum) + 1
    # Above the highest threshold the turn is banked. Dice that are always rolled are
    # followed far beyond it.
    known = bank_at[bank_at < NEVER // space.unit]
    top = max(deepest, int(known.max()) + 1)
    if len(known) < len(bank_at):
        top = 4 * top + 1
    policy = _policy(tables, strategy.keep, bank_at, deepest, top)
    policy.banks[:] = np.arange(deepest)[:, None] >= bank_at
    past = deepest, int(tables.points.max())
    return follow(tables, lower_bound_weights(tables), policy, deepest, past=past)


def _policy(
    tables: RollTables, keep: str, bank_at: Array, deepest: int, top: int
) -> StakePolicy:
    """Return the strategy's keeps as a policy, at stakes below ``deepest``.

    The best keeps are those of turns that bank from the stake ``top`` on.
    """
    policy = StakePolicy.blank(deepest, tables)
    if keep == "best":
        stakes = top + int(tables.points.max())
        boundary = Boundary(np.arange(float(stakes)), bank_at, bank_at, 0.0, 0.0)
        numbers = Numbers.floats(tables)
        value = np.zeros((stakes, len(tables.total)))
        backward(tables, numbers, None, boundary, 0, top, policy, True, ALIKE, value)
        return policy
    # The keeps of a class are sorted: the most points first, then the most dice left.
    policy.keep[:] = tables.first_keep[:-1]
    if keep == "fewest":
        # Hot dice leave none of the dice that were rolled.
        left = np.where(tables.left == DICE, 0, tables.left)
        # To keep the fewest dice is to leave the most.
        rank = np.argsort(np.lexsort((-tables.points, -left)))
        bounds = zip(tables.first_keep, tables.first_keep[1:], strict=False)
        policy.keep[:] = [
            first + int(np.argmin(rank[first:last])) for first, last in bounds
        ]
    return policy

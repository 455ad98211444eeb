"""The last turn of a final round: bounds on the probability of passing a leader.

Probabilities are integers rounded down and rounded up (``turn.last_turn``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueodds.analysis.farkle.dice.roll_classes import Array
from trueodds.analysis.farkle.match.state_space import StateSpace
from trueodds.analysis.farkle.turn.exact_backward import LOWER, outward
from trueodds.analysis.farkle.turn.last_turn import last_turn

NEGLIGIBLE = 10**-12
"""Last turns less likely than this to succeed share one pair of bounds."""

FIRST_DEPTH = 256

DEEPEST = 20_000
"""The most units missing for which a probability is computed."""


class LastTurns(NamedTuple):
    """Bounds on the probability that a last turn passes a leader who is d units ahead.

    ``lower[k, d] <= scale * probability <= upper[k, d]`` for players who may bank from
    ``minimums[k]`` units, where ``scale`` stands for a probability of 1. The last
    column of ``upper`` also holds for all larger d. A tie counts as half a win if the
    rules split ties, and else as no win.
    """

    minimums: list[int]
    lower: Array
    upper: Array


def last_turns(space: StateSpace, scale: int) -> LastTurns:
    """Return bounds on the probability that a last turn passes the leader.

    There are two bounds for each minimum to bank and each lead of the leader in units.
    The bounds are 0 without a final round. ``space`` has the states of a player under
    the rules (``state_space``). ``scale`` is the integer that stands for a probability
    of 1.
    """
    minimums = space.minimums
    if not space.rules.final_round:
        none = np.zeros((len(minimums), 1), np.int64)
        return LastTurns(minimums, none, none)
    tie = scale // 2 if space.rules.final_round_tie == "split" else 0
    # Axis 0: stopping level with the leader is a tie, or fails. Axis 1: the rounding.
    ties = np.array([[tie, tie], [0, 0]])
    deep = max(FIRST_DEPTH, minimums[-1])
    deepest = max(DEEPEST, 2 * deep)  # a minimum to bank can be deeper
    unlikely = np.zeros(1, np.bool_)
    while not unlikely.any() and deep < deepest:
        deep = min(2 * deep, deepest)
        rolled = last_turn(
            space.tables,
            deep - 1,
            ties,
            scale,
            outward(space.tables),
            space.must_roll,
        )
        unlikely = rolled[0, LOWER].max(axis=1) <= int(scale * NEGLIGIBLE)
    end = int(np.argmax(unlikely)) + 1 if unlikely.any() else deep
    level, past = rolled[..., -1]
    lower, upper = (
        np.array([np.where(np.arange(end) < m, p[m - 1], at[:end]) for m in minimums])
        for at, p in zip(level, past, strict=True)
    )
    lower = np.minimum.accumulate(lower, axis=1)
    # The last column stands for all players who are further behind too.
    lower[:, -1] = 0
    return LastTurns(minimums, lower, upper)


def banked_from(
    total: int,
    opponent: int,
    last: Array,
    risk: float,
    sure: tuple[float, float],
) -> int:
    """Return a total from which banking is best, with any dice left.

    A total is the score plus the stake, in units. At this total the target is reached,
    and the opponent's last turn is so unlikely to succeed that a farkle is not worth
    risking. A value is the player's probability to win. Let F be the probability that
    the opponent's last turn succeeds. From some total on, F <= P(farkle) * (1 - value
    of a farkle), with any number of dice. Rolling is then worth at most 1 - P(farkle) *
    (1 - value of a farkle) <= 1 - F, which is the value of banking.

    Args:
        total: The least total that reaches the target and may be banked.
        opponent: The opponent's score in units.
        last: The probability that the opponent's last turn succeeds, by the units
            that he is behind. It may be multiplied by a scale, to be an integer.
        risk: 1 minus the value of a farkle, multiplied by the same scale.
        sure: The least probability of a farkle with any dice, as a numerator and a
            denominator.
    """
    while (
        total - opponent < len(last) - 1
        and last[total - opponent] * sure[1] > risk * sure[0]
    ):
        total += 1
    return total

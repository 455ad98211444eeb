"""The last turn of a final round: the chance to get past a leader in one turn.

State: how many units are still missing to be level, and the dice to roll. It only
falls, so the chances follow by forward recursion, in integers rounded down and up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from trueodds.analysis.farkle.match.state_space import Array, Board, Laws

NEGLIGIBLE = 10**-12
"""A last turn less likely to succeed is bounded by 0 and the chance to come this far.
"""

DEEPEST = 20_000


class LastTurns(NamedTuple):
    """``lower[k, d] <= scale * chance <= upper[k, d]`` when d units behind.

    Row k is for players who may bank from ``minimums[k]`` units; ``upper`` falls in
    d, and its last column holds for all that is further behind. Half a win is a tie.
    """

    minimums: list[int]
    lower: Array
    upper: Array


def last_turns(board: Board, scale: int) -> LastTurns:
    """The last turns of a board; without a final round, none ever succeeds."""
    minimums = sorted(set(board.minimum.flat))
    if not board.rules.final_round:
        none = np.zeros((len(minimums), 1), np.int64)
        return LastTurns(minimums, none, none)
    tie = scale // 2 if board.rules.final_round_tie == "split" else 0
    rounded = []
    for up in (np.zeros_like(board.laws.total), board.laws.total - 1):
        level, past = (
            chances(board.laws, up, worth, scale, int(scale * NEGLIGIBLE), DEEPEST)
            for worth in (tie, 0)
        )
        deep = max(len(level), len(past), minimums[-1] + 1)
        # What is deeper than was computed is no more likely.
        level, past = (
            np.pad(chance, (0, deep - len(chance)), "edge") for chance in (level, past)
        )
        behind = np.arange(deep)
        rows = [np.where(behind < m, past[m - 1], level) for m in minimums]
        rounded.append(np.array(rows))
    deep = min(rows.shape[1] for rows in rounded)
    lower, upper = (rows[:, :deep] for rows in rounded)
    lower = np.minimum.accumulate(lower, axis=1)
    lower[:, -1] = 0
    return LastTurns(minimums, lower, upper)


@njit(cache=True)
def chances(
    laws: Laws, up: Array, tie: int, scale: int, negligible: int, deepest: int
) -> Array:
    """The chance, by units missing, to get level or past with six dice to roll.

    Getting past counts ``scale``, being level and stopping there ``tie``.
    """
    reach = laws.points.max()
    # w[missing + reach]: fewer than none missing is past.
    w = np.zeros((deepest + reach, 7), np.int64)
    w[:reach] = scale
    for missing in range(deepest):
        at = missing + reach
        end = tie if missing == 0 else 0
        w[at, 0] = end
        for dice in range(1, 7):
            mean = 0
            for c in range(laws.first_class[dice], laws.first_class[dice + 1]):
                best = 0
                for o in range(laws.first_keep[c], laws.first_keep[c + 1]):
                    best = max(best, w[at - laws.points[o], laws.left[o]])
                mean += laws.weight[c] * best
            w[at, dice] = max(end, (mean + up[dice]) // laws.total[dice])
        if w[at].max() <= negligible:
            return w[reach : at + 1, 6].copy()
    return w[reach:, 6].copy()

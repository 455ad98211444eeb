"""The last turn of a final round: the probability of passing a leader in one turn.

Whoever is behind goes on, because banking behind the leader loses the match. The state
is the number of units missing to be level with the leader, and the dice to roll. The
missing units only fall, so the probabilities follow by induction, in integers rounded
down and rounded up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueodds.analysis.farkle.dice.roll_classes import Array, RollTables
from trueodds.analysis.farkle.match.state_space import StateSpace
from trueodds.analysis.farkle.turn.induction import (
    Boundary,
    Numbers,
    Policy,
    at_any_stake,
    backward,
)

NEGLIGIBLE = 10**-12
"""Last turns less likely than this to succeed share one pair of bounds."""

DEEPEST = 20_000
"""The most units missing for which a probability is computed."""


class LastTurns(NamedTuple):
    """Bounds on the probability that a last turn passes a leader who is d units ahead.

    ``lower[k, d] <= scale * probability <= upper[k, d]`` for players who may bank from
    ``minimums[k]`` units. ``upper`` falls in d, and its last column also holds for all
    larger d. A tie counts as half a win, if ties are split.
    """

    minimums: list[int]
    lower: Array
    upper: Array


def last_turns(space: StateSpace, scale: int) -> LastTurns:
    """Return the bounds of last turns; they are 0 without a final round."""
    minimums = space.minimums
    if not space.rules.final_round:
        none = np.zeros((len(minimums), 1), np.int64)
        return LastTurns(minimums, none, none)
    tie = scale // 2 if space.rules.final_round_tie == "split" else 0
    negligible = int(scale * NEGLIGIBLE)
    rounded = []
    for up in (False, True):
        level, past = (
            passing(space.tables, up, payoff, scale, negligible, DEEPEST)
            for payoff in (tie, 0)
        )
        deep = max(len(level), len(past), minimums[-1] + 1)
        # A player who is further behind than was computed is no likelier to succeed.
        level, past = (
            np.pad(table, (0, deep - len(table)), "edge") for table in (level, past)
        )
        behind = np.arange(deep)
        rows = [np.where(behind < m, past[m - 1], level) for m in minimums]
        rounded.append(np.array(rows))
    deep = min(rows.shape[1] for rows in rounded)
    lower, upper = (rows[:, :deep] for rows in rounded)
    lower = np.minimum.accumulate(lower, axis=1)
    lower[:, -1] = 0
    return LastTurns(minimums, lower, upper)


def passing(
    tables: RollTables, up: bool, tie: int, scale: int, negligible: int, deepest: int
) -> Array:
    """Return bounds on the value of a last turn with six dice, by the units missing.

    A turn that passes the leader has the value ``scale``, and a turn that stops level
    has the value ``tie``. The array ends where the probability to succeed is at most
    ``negligible`` with any number of dice.
    """
    reach = int(tables.points.max())
    # Stakes are counted so that ``deepest`` is past, and one less is level.
    bank = np.zeros(deepest + reach, np.int64)
    bank[deepest - 1], bank[deepest:] = tie, scale
    value = np.zeros((deepest + reach, len(tables.total)), np.int64)
    backward(
        tables,
        Numbers.integers(tables, up=up),
        tables.total,
        Boundary(bank, *at_any_stake(len(tables.total)), 0, 0),
        0,
        deepest,
        Policy.blank(0, tables),
        True,
        0,
        value,
    )
    by_missing = value[deepest - 1 :: -1]
    unlikely = by_missing.max(axis=1) <= negligible
    end = int(np.argmax(unlikely)) + 1 if unlikely.any() else deepest
    return by_missing[:end, -1].copy()

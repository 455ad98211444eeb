"""Compiled sweeps over a large process: approximate values, and ranks that prove.

A process is flat arrays: the actions of state s are those from ``first_action[s]`` up
to ``first_action[s + 1]``, and the outcomes of action a those from ``first_outcome[a]``
up to ``first_outcome[a + 1]``. ``order`` lists the states component by component, each
after all that it leads to; component p is ``order[parts[p] : parts[p + 1]]``.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from numba import njit
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

MOST_SWEEPS = 100_000  # of one component; the proof fails if they were too few


@njit(cache=True)
def iterate(
    order: Array,
    parts: Array,
    first_action: Array,
    first_outcome: Array,
    target: Array,
    passed: Array,
    probability: Array,
    allowed: Array,
    step: float,
    tolerance: float,
    values: Array,
) -> None:
    """Improve ``values`` by Gauss-Seidel value iteration over the allowed actions.

    The value of an action is ``step`` plus the mean of v, or of 1 - v where the move
    passed.
    Each component is swept until no value changes by more than ``tolerance``.
    """
    for p in range(len(parts) - 1):
        for _ in range(MOST_SWEEPS):
            change = 0.0
            for state in order[parts[p] : parts[p + 1]]:
                best = values[state]
                first = True
                for action in range(first_action[state], first_action[state + 1]):
                    if allowed[action]:
                        value = step
                        for o in range(
                            first_outcome[action], first_outcome[action + 1]
                        ):
                            v = values[target[o]]
                            value += probability[o] * (1.0 - v if passed[o] else v)
                        if first or value > best:
                            best = value
                            first = False
                change = max(change, abs(best - values[state]))
                values[state] = best
            if change <= tolerance:
                break


@njit(cache=True)
def rank(
    order: Array,
    parts: Array,
    first_action: Array,
    first_outcome: Array,
    target: Array,
    passed: Array,
    policy: Array,
    ranks: Array,
) -> None:
    """Bound the steps in which the play can end, in ``ranks[state, side]``.

    Ranks are 0 at terminals and -1 if unknown, before and after. With side 0 to move,
    ``policy`` is played and some outcome must have a smaller rank; with side 1 to move,
    every action must have such an outcome.
    """
    for p in range(len(parts) - 1):
        changed = True
        while changed:
            changed = False
            for state in order[parts[p] : parts[p + 1]]:
                for side in range(ranks.shape[1]):
                    if ranks[state, side] >= 0:
                        continue
                    first, last = first_action[state], first_action[state + 1]
                    if side == 0:
                        first, last = policy[state], policy[state] + 1
                    worst = 0
                    for action in range(first, last):
                        nearest = -1
                        for o in range(
                            first_outcome[action], first_outcome[action + 1]
                        ):
                            r = ranks[target[o], 1 - side if passed[o] else side]
                            if r >= 0 and (nearest < 0 or r < nearest):
                                nearest = r
                        if nearest < 0:
                            worst = -1
                            break
                        worst = max(worst, nearest)
                    if worst >= 0:
                        ranks[state, side] = worst + 1
                        changed = True

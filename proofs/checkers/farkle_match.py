"""A match of Farkle in certificates of trueodds: all pairs of scores at once.

The arrays hold whole parts of the scale. They stay below 2**63: the scale is at most
10**14, and 6**6 rolls of six dice are summed.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial, reduce
from typing import Any

import numpy as np

from .arrays import Array
from .farkle import DICE, RACE, PointRace, after_rolls, race
from .proving import Kind
from .reading import UnprovedError, Values, natural, refuse

MOST_SCORES = 400
MOST_HELD = 20_000_000  # pairs of scores by stake: 1 GB
MOST_WORK = 2 * 10**10  # pairs of scores by stake and keep: about a minute
MOST_SCALE = 10**14


def farkle_match(rules: Values, scale: int, lower: Any, upper: Any) -> Values:
    """Verify bounds on the mover's probability to win, by both scores in units.

    The mover's score comes first. For values v after the turn, let T(v) be the value of
    the best turn. The lower bounds L and the upper bounds U hold if L <= T(1 - U),
    rounded down, and U >= T(1 - L), rounded up, since the opponent moves after the
    turn. L must also be above 1 - U after a turn without points. Play that attains
    T(1 - U) then banks in every turn with a positive probability, so that the match
    ends.
    """
    match = race(rules, MOST_SCORES)
    limit_work(match)
    natural(scale, MOST_SCALE, least=1)
    low, high = (read_grid(rows, match.goal, scale) for rows in (lower, upper))
    steps = {
        "the bounds are in order": low <= high,
        "moving is better than passing": low > scale - high.T,
        "the lower bounds hold": low <= turns(match, high, scale),
        "the upper bounds hold": high >= turns(match, low, scale, up=True),
    }
    for step, holds in steps.items():
        if not holds.all():
            mover, other = np.argwhere(~holds)[0]
            raise UnprovedError(f"not true that {step}: at {mover}, {other}")
    bounds = (Fraction(int(grid[0, 0]), scale) for grid in (low, high))
    return {"match.first_player": tuple(bounds)}


def limit_work(match: PointRace) -> None:
    """Raise ``MalformedError`` for a match with too many scores, stakes or keeps."""
    goal = match.goal
    pairs = goal**2
    if pairs * min(match.most, MOST_SCORES) > MOST_HELD:
        refuse(f"{goal} scores of so few points take too much memory")
    stakes = max(goal, match.opens, match.bank)
    keeps = sum(rolls.keeps for rolls in match.rolls)
    if pairs * stakes * keeps > MOST_WORK:
        refuse(f"{goal} scores, {keeps} keeps: too much work")


def read_grid(rows: list[list[int]], goal: int, scale: int) -> Array:
    """Return the bounds by the mover's score and the opponent's: (goal, goal)."""
    if [len(row) for row in rows] != [goal] * goal:
        refuse(f"expected {goal} rows of {goal} bounds")
    natural(max(map(max, rows)), scale)
    return np.array(rows)


def turns(match: PointRace, grid: Array, scale: int, *, up: bool = False) -> Array:
    """Return the value of a turn from all pairs of scores; the mover's score is first.

    ``grid`` holds the opponent's values after the turn. Values are rounded at every
    roll, up if ``up`` and else down.
    """
    goal = match.goal
    after = scale - grid.T  # by the mover's score, when the opponent moves next
    padded = np.concatenate([after, np.full_like(after, scale)])
    score = np.arange(goal)[:, None]
    least = np.where(score > 0, match.bank, match.opens)
    end = max(goal, match.opens)
    won = np.full((DICE + 1, goal, goal), scale)  # by dice to roll, and by both scores
    values = {end: won}  # by stake; at the end stake every bank wins the match
    for stake in reversed(range(end)):
        # No keep from here on leads so far.
        values.pop(stake + match.most + 1, None)
        # Skip the scores at which the player can bank this stake and win.
        rows = max(goal - stake, int(stake < match.opens))
        if stake < match.bank:
            rows = goal
        banked = padded[min(stake, goal) :][:rows]
        may = stake >= least[:rows]
        now = won.copy()

        def kept(gained: int, left: int, stake: int = stake, rows: int = rows) -> Array:
            return values[min(stake + gained, end)][left or DICE, :rows]

        # The mean over all rolls of the best keep, rounded; or the bank, if better.
        for dice in range(1, DICE + 1):
            rolls = match.rolls[dice]
            best = partial(reduce, np.maximum)
            total = np.zeros_like(banked)
            for weight, value in after_rolls(rolls, kept, after[:rows], best):
                total += weight * value
            if up:
                total += rolls.total - 1
            rolled = total // rolls.total
            now[dice, :rows] = np.where(may, np.maximum(rolled, banked), rolled)
        # A player who can reach the target with this stake and may bank it has won.
        wins = (score + stake >= goal) & (stake >= least)
        now[:, wins[:, 0]] = scale
        values[stake] = now
    return np.array(values[0][DICE])


KIND = Kind(
    farkle_match,
    RACE,
    {"scale": int, "lower": [[int]], "upper": [[int]]},
    most_bytes=16_000_000,
)

"""Checker of a Farkle match in certificates of trueodds: all pairs of scores at once.

The arrays hold whole parts of the scale. They stay below 2**63: the scale is at most
10**14, and 6**6 rolls of six dice are summed.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
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

    ``rules`` has the certificate's rules by name. ``lower`` and ``upper`` have a row
    for each score of the mover, and a column for each score of the opponent. Bounds are
    integers in units of 1 / ``scale``. Return the bounds at the start of a match, by
    quantity id. For values v after the turn, let T(v) be the value of the best turn.
    The lower bounds L and the upper bounds U hold if L <= T(1 - U), rounded down, and U
    >= T(1 - L), rounded up, since the opponent moves after the turn. L must also be
    above 1 - U after a turn without points. Play that attains T(1 - U) then banks in
    every turn with a positive probability, so that the match ends.
    """
    match = race(rules, MOST_SCORES)
    limit_work(match)
    natural(scale, MOST_SCALE, least=1)
    low = read_grid(lower, match.goal, scale)
    high = read_grid(upper, match.goal, scale)
    # A turn is worth less if the opponent wins more often after it. So L is compared
    # with a turn that U follows, and U with a turn that L follows.
    least_turns = turns(match, high, scale)
    most_turns = turns(match, low, scale, up=True)
    # After a turn without points, the opponent moves at the same scores. Then the mover
    # wins with a probability of at least 1 - U, where U has the opponent's score first.
    passed = scale - high.T
    steps = {
        "the bounds are in order": low <= high,
        "moving is better than passing": low > passed,
        "the lower bounds hold": low <= least_turns,
        "the upper bounds hold": high >= most_turns,
    }
    for step, holds in steps.items():
        if not holds.all():
            mover, other = np.argwhere(~holds)[0]
            raise UnprovedError(f"not true that {step}: at {mover}, {other}")
    # Both players start with the score 0.
    least = Fraction(int(low[0, 0]), scale)
    most = Fraction(int(high[0, 0]), scale)
    return {"match.first_player": (least, most)}


def limit_work(match: PointRace) -> None:
    """Raise ``MalformedError`` if a match takes too much memory or work to check.

    The memory grows with the pairs of scores and the most points of a keep. The work
    grows with the pairs of scores, the stakes and the keeps. ``match`` has the rules.
    """
    goal = match.goal
    pairs = goal**2
    # ``turns`` holds a table of pairs for each stake that one keep can lead to.
    held = pairs * min(match.most, MOST_SCORES)
    if held > MOST_HELD:
        refuse(f"{goal} scores of so few points take too much memory")
    # It compares every keep at every stake and pair of scores.
    stakes = max(goal, match.opens, match.bank)
    keeps = sum(rolls.keeps for rolls in match.rolls)
    work = pairs * stakes * keeps
    if work > MOST_WORK:
        refuse(f"{goal} scores, {keeps} keeps: too much work")


def read_grid(rows: list[list[int]], goal: int, scale: int) -> Array:
    """Return bounds of the mover's probability to win as an array: (goal, goal).

    ``rows`` has a row for each score of the mover, from 0 to ``goal`` - 1, with a bound
    for each score of the opponent. Scores are in units. The bounds are integers in
    units of 1 / ``scale``.
    """
    lengths = [len(row) for row in rows]
    if lengths != [goal] * goal:
        refuse(f"expected {goal} rows of {goal} bounds")
    # A probability is at most 1, so a bound is at most the scale.
    highest = max(map(max, rows))
    natural(highest, scale)
    return np.array(rows)


def turns(match: PointRace, grid: Array, scale: int, *, up: bool = False) -> Array:
    """Return the mover's probability to win, if the mover plays this turn best.

    The result has a row for each score of the mover, and a column for each score of the
    opponent. ``grid`` is such a table for the time after the turn, when the opponent
    moves: a row for each score of the opponent, and a column for each score of the
    player whose turn it was. ``match`` has the rules, with points in units.
    Probabilities are integers in units of 1 / ``scale``. They are rounded at every
    roll, up if ``up`` and else down.
    """
    goal = match.goal
    # The mover's value after the turn, by the mover's score: the opponent moves next.
    after = scale - grid.T
    # From the target on, the mover has won.
    won_rows = np.full_like(after, scale)
    padded = np.concatenate([after, won_rows])
    score = np.arange(goal)[:, None]
    least = np.where(score > 0, match.bank, match.opens)
    # At the end stake every bank is allowed, and wins the match.
    end = max(goal, match.opens)
    won = np.full((DICE + 1, goal, goal), scale)  # by dice to roll, and by both scores
    values = {end: won}  # by stake
    # Backward induction: a keep brings points, so it leads to higher stakes only.
    for stake in reversed(range(end)):
        # No keep from this stake or a lower one leads beyond the farthest stake.
        farthest = stake + match.most
        values.pop(farthest + 1, None)
        # Skip the scores at which the player can bank this stake and win. The score 0
        # stays if the stake is too low to open, and all stay if it is too low to bank.
        below_target = goal - stake
        too_low_to_open = stake < match.opens
        rows = max(below_target, int(too_low_to_open))
        if stake < match.bank:
            rows = goal
        from_stake = padded[min(stake, goal) :]
        banked = from_stake[:rows]
        farkled = after[:rows]
        may_bank = stake >= least[:rows]
        now = won.copy()

        def kept(gained: int, left: int, stake: int = stake, rows: int = rows) -> Array:
            # Hot dice: if no dice are left, all dice are rolled again.
            dice = left or DICE
            after_keep = values[min(stake + gained, end)]
            return after_keep[dice, :rows]

        for dice in range(1, DICE + 1):
            rolls = match.rolls[dice]
            # The mean over all rolls of the best keep, rounded.
            total = np.zeros_like(banked)
            best_keeps = after_rolls(rolls, kept, farkled, most_of_each)
            for weight, value in best_keeps:
                total += weight * value
            if up:
                total += rolls.total - 1
            rolled = total // rolls.total
            # Or the bank, where it is allowed and better.
            better = np.maximum(rolled, banked)
            now[dice, :rows] = np.where(may_bank, better, rolled)
        # A player who can reach the target with this stake and may bank it has won.
        reaches = score + stake >= goal
        wins = reaches & (stake >= least)
        now[:, wins[:, 0]] = scale
        values[stake] = now
    # A turn begins without a stake, and with all dice.
    start = values[0]
    return np.array(start[DICE])


def most_of_each(grids: Iterable[Array]) -> Array:
    """Return the largest number at each place of several arrays of the same shape."""
    return reduce(np.maximum, grids)


DATA = {
    "scale": int,
    "lower": [[int]],
    "upper": [[int]],
}
KIND = Kind(
    farkle_match,
    RACE,
    DATA,
    most_bytes=16_000_000,
)

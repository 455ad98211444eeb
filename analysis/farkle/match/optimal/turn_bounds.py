"""What every position inside one turn of a solved match is worth, between bounds.

The turn's Bellman equation again, for one turn start, in integers rounded outward, and
without compiling anything: the bounds at turn starts are those that were proved.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueodds.analysis.farkle.match.optimal.cache import Match
from trueodds.analysis.farkle.match.state_space import Array, surest_farkle
from trueodds.core.rules.farkle import DICE

LOWER, UPPER = 0, 1


class Standing(NamedTuple):
    """A player's score number and mode, as ``board.Board`` counts them."""

    score: int
    mode: int


class Turn(NamedTuple):
    """The positions of one turn; chances are the mover's, in units of the scale.

    Row 0 of each array is the lower bound, row 1 the upper. ``bank[:, stake]`` and
    ``roll[:, stake, dice]`` are what banking and rolling are worth, ``least`` the
    least stake that may be banked; stakes are in units. From ``top`` on banking is
    best. ``spent[:, stake]`` is what no dice left are worth, where they may not be
    rolled again.
    """

    bank: Array
    roll: Array
    spent: Array
    least: int
    top: int

    def worth(self, stake: int, dice: int) -> Array:
        """The better of banking and rolling, both bounds; 0 dice: nothing to roll."""
        if dice == 0:
            return np.array(self.spent[:, stake])
        if stake >= self.top:
            return np.array(self.bank[:, stake])
        rolled = self.roll[:, stake, dice]
        if stake < self.least:
            return np.array(rolled)
        return np.maximum(rolled, self.bank[:, stake])


def turn_from(
    match: Match, mover: Standing, other: Standing, first: int = 0, through: int = 0
) -> Turn:
    """The positions of a turn at these standings, from the stake ``first`` up.

    What rolling is worth is found at least ``through`` that stake; both in units.
    """
    board, laws, one = match.board, match.board.laws, match.scale
    least = int(board.minimum[mover])
    reach = int(laws.points.max())
    q = other.score * board.modes + other.mode
    chances = np.array([match.upper[q], match.lower[q]])  # of the other, to move
    nothing = one - chances
    farkled = board.fallen[mover] * board.modes + board.fallen_mode[mover.mode]
    lost = mover.score * board.modes + board.lost_mode[mover.mode]
    farkle, lost_turn = nothing[:, farkled], nothing[:, lost]
    last = _last(match, other)
    enough = _top(match, mover, other, least, last[LOWER], farkle[UPPER])
    top = max(enough, through + 1)
    totals = mover.score + np.arange(top + reach)
    below = totals < board.scores
    bank = np.empty((2, top + reach), np.int64)
    columns = totals[below] * board.modes + board.banked_mode
    bank[:, below] = nothing[:, columns]
    behind = (totals[~below] - other.score).clip(max=last.shape[1] - 1)
    bank[:, ~below] = one - last[::-1, behind]
    worth = np.repeat(bank[:, :, None], DICE + 1, axis=2)
    roll = np.zeros_like(worth)
    short = np.arange(top + reach) < least
    worth[:, short, 0] = lost_turn[:, None]
    up = np.array([np.zeros_like(laws.total), laws.total - 1])
    for at in range(top - 1, first - 1, -1):
        for dice in range(1, DICE + 1):
            classes = slice(laws.first_class[dice], laws.first_class[dice + 1])
            keeps = slice(laws.first_keep[classes.start], laws.first_keep[classes.stop])
            begins = laws.first_keep[classes] - keeps.start
            mean = laws.farkle[dice] * farkle
            if len(begins):
                after = worth[:, at + laws.points[keeps], laws.left[keeps]]
                best = np.maximum.reduceat(after, begins, axis=1)
                mean = mean + best @ laws.weight[classes]
            roll[:, at, dice] = (mean + up[:, dice]) // laws.total[dice]
        rolled = roll[:, at, 1:]
        banked = bank[:, at, None]
        worth[:, at, 1:] = rolled if at < least else np.maximum(rolled, banked)
    return Turn(bank, roll, worth[:, :, 0], least, top)


def _last(match: Match, other: Standing) -> Array:
    """Bounds on the other's last turn, by how far they are behind."""
    minimums = sorted(set(match.board.minimum.flat))
    kind = minimums.index(match.board.minimum[other])
    return np.array([match.last_lower[kind], match.last_upper[kind]])


def _top(
    match: Match, mover: Standing, other: Standing, least: int, last: Array, farkle: int
) -> int:
    """The stake from which on banking is best, as ``turns`` argues."""
    weight, total = surest_farkle(match.board.laws)
    top = max(match.board.scores, mover.score + least)
    while top - other.score < len(last) - 1 and (
        last[top - other.score] * total > (match.scale - farkle) * weight
    ):
        top += 1
    return top - mover.score

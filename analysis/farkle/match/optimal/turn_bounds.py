"""Bounds on the value of every position inside one turn of a solved match.

The mover is the player whose turn it is. The stake is the points of the turn so far.
The bounds follow by backward induction for one turn start (``turn.exact_backward``), in
integers rounded outward, from the proved bounds at the turn starts after it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueodds.analysis.farkle.dice.roll_classes import Array
from trueodds.analysis.farkle.match.optimal.cache import Match
from trueodds.analysis.farkle.match.optimal.final_round import banked_from
from trueodds.analysis.farkle.match.state_space import PlayerState
from trueodds.analysis.farkle.turn.exact_backward import (
    LOWER,
    UPPER,
    exact_backward,
    hot_dice,
    outward,
)


class MoverTurn(NamedTuple):
    """Probabilities that the mover wins, as integers: ``Match.scale`` stands for 1.

    Index 0 of the first axis is the lower bound, and index 1 the upper bound. ``bank[:,
    stake]`` and ``roll[:, stake, dice]`` are the values of banking and of rolling, and
    ``least`` is the least stake that may be banked. Stakes are in units of
    ``StateSpace.unit`` points. From ``top`` on banking is best, or the turn is over.
    ``values[:, stake, dice]`` are those of the better choice. Without dice, they are
    those of the end of the turn.
    """

    bank: Array
    roll: Array
    values: Array
    least: int
    top: int

    def value(self, stake: int, dice: int) -> Array:
        """Return the mover's probability to win with the better of banking and rolling.

        The result has two integers: a lower and an upper bound of the probability,
        multiplied by ``Match.scale``. ``stake`` is in units of points. ``dice`` is the
        number of dice left to roll, if all dice are equal; otherwise it is the index of
        the dice left in ``DiceSet.multisets``. With 0 dice the turn is over.
        """
        return np.array(self.values[:, stake, dice])


def turn_from(
    match: Match,
    mover: PlayerState,
    opponent: PlayerState,
    first: int = 0,
    through: int = 0,
) -> MoverTurn:
    """Return the mover's probabilities to win inside one turn, for a range of stakes.

    Stakes are in units.

    Args:
        match: The solved match.
        mover: The state before the turn of the player whose turn it is.
        opponent: The opponent's state before the turn.
        first: The lowest stake.
        through: A stake that the result covers: its ``top`` is above this stake.
    """
    space = match.space
    tables = match.space.tables
    unit = match.scale
    least = int(space.minimum[mover])
    reach = int(tables.points.max())
    row = space.number(opponent)
    # The mover's probability to win if the opponent moves next, by the mover's state.
    rest = unit - np.array([match.upper[row], match.lower[row]])
    status = space.farkle_status[mover.status]
    farkle, nothing = (
        rest[:, space.number(PlayerState(score[mover], status)), None]
        for score in (space.farkle_score, space.nothing_score)
    )
    # A farkle of all dice may cost points; the last columns have all dice.
    farkle = np.where(
        np.arange(1, len(tables.total)) < space.dice.whole, farkle, nothing
    )
    lost = PlayerState(mover.score, space.lost_status[mover.status])
    last = _last(match, opponent)
    enough = banked_from(
        max(space.scores, mover.score + least),
        opponent.score,
        last[LOWER],
        unit - farkle[UPPER].max(),
        tables.surest_farkle(),
    )
    if space.must_roll:  # from here on, the value of banking is the same
        deepest = opponent.score + last.shape[1] - 1
        enough = max(enough, deepest, space.scores + space.rules.exact_target)
    top = max(enough - mover.score, through + 1)
    totals = mover.score + np.arange(top + reach)
    below = totals < space.scores
    bank = np.empty((2, top + reach), np.int64)
    bank[:, below] = rest[:, totals[below] * space.statuses + space.banked_status]
    behind = (totals[~below] - opponent.score).clip(max=last.shape[1] - 1)
    # Reversed: the opponent's upper bound is the mover's lower bound.
    bank[:, ~below] = unit - last[::-1, behind]
    bank[:, totals >= space.lost_from] = rest[:, space.number(lost), None]
    value = np.repeat(bank[:, :, None], len(tables.total), axis=2)
    # Without dice left, less than the minimum is lost.
    value[:, :least, 0] = rest[:, space.number(lost), None]
    if space.must_roll and not space.rules.exact_target:
        ends = farkle[:, -1], bank[:, top]
        hot = hot_dice(tables, space.must_roll, *ends, outward(tables))
        value[:, top:, space.must_roll] = hot[:, None]
    roll = exact_backward(
        tables,
        bank,
        farkle,
        value,
        min(top, space.lost_from - mover.score),
        first=first,
        least=least,
        mean=outward(tables),
        must_roll=space.must_roll,
    )
    return MoverTurn(bank, roll, value, least, top)


def _last(match: Match, opponent: PlayerState) -> Array:
    """Return bounds on an opponent's last turn: row 0 lower, row 1 upper.

    The columns are the number of units that the opponent is behind.
    """
    kind = match.space.minimums.index(match.space.minimum[opponent])
    return np.array([match.last_lower[kind], match.last_upper[kind]])

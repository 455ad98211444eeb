"""The best keeps on the way to a threshold: a decision process with fixed banking.

More points are not always better here: they may force a bank where rolling gains more.
So all keeps of a roll are considered. The stake is the points of the turn so far. The
induction goes from stakes close to the threshold T to stakes far below it, for several
T at once in float64. If two keeps are within the error bound, they are compared in
exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from trueodds.analysis.farkle.dice.dice_set import ScaledRolls
from trueodds.analysis.farkle.dice.roll_classes import (
    Array,
    ClassKeep,
    RollClass,
    RollTables,
    points_grid,
)
from trueodds.analysis.farkle.threshold.forward import Kept
from trueodds.analysis.farkle.threshold.hot_dice import BestHotDice
from trueodds.analysis.farkle.turn.exact_backward import exact_backward
from trueodds.core.rules.farkle import FarkleRules

Floats = NDArray[np.float64]


class BestKeeps:
    """The best keeps of turns that bank at a threshold, for each threshold of ``at``.

    The best keep is the one with the highest mean points of the turn. On ties the keep
    with more points wins, then the keep whose dice left have the higher number.

    Args:
        scaled: The rolls of the dice under the rules, with weights in one scale
            (``scaled_rolls``).
        rules: The rules.
        at: The thresholds in points, each a multiple of ``points_grid``.
        hot: The mean points of a turn that rolls hot dice again once the threshold is
            reached, by stake. None if hot dice are then banked.
    """

    def __init__(
        self,
        scaled: ScaledRolls,
        rules: FarkleRules,
        at: Sequence[int],
        hot: BestHotDice | None,
    ) -> None:
        self.rules = rules
        self.hot = hot
        rolls = scaled.rolls
        self.whole = scaled.whole
        self.grid = points_grid(rolls)
        self.at = np.array(at) // self.grid
        self.classes: list[tuple[int, int, RollClass]] = [
            (dice, weight, keeps)
            for dice, rolled in rolls.items()
            for keeps, weight in rolled.items()
            if keeps
        ]
        self.keeps = [keep for _, _, keeps in self.classes for keep in keeps]
        tables = RollTables.of_rolls(
            rolls, self.grid, again=self.whole if rules.hot_dice else 0
        )
        self._tables = tables
        self.lost = min(rules.nothing, 0)
        self._farkle = np.array(
            [fmpq(self.lost * (n >= self.whole)) for n in range(1, len(tables.total))]
        )
        # Each class is a row of its keeps, padded with a column that is never best.
        counts = np.diff(tables.first_keep)
        places = np.arange(counts.max())
        self._rows = np.where(
            places < counts[:, None],
            tables.first_keep[:-1, None] + places,
            len(self.keeps),
        )
        self._row = {keeps: row for row, (_, _, keeps) in enumerate(self.classes)}
        self._kept: dict[bytes, Kept] = {}
        self._decide()

    def kept(self, t: int, stake: int) -> Kept:
        """Return the best keep of each roll at a stake, with its weight.

        The turn banks at the threshold ``at[t]``. ``stake`` is the points of the turn
        before the roll, less than the threshold. The result has the keeps of all dice
        that can be rolled.
        """
        chosen = self.chosen[self.at[t] - stake // self.grid][t]
        key = chosen.tobytes()
        if key not in self._kept:
            kept: dict[int, dict[ClassKeep, int]] = {
                dice: {} for dice in range(1, len(self._tables.total))
            }
            for (dice, weight, _), column in zip(self.classes, chosen, strict=True):
                keep = self.keeps[column]
                kept[dice][keep] = kept[dice].get(keep, 0) + weight
            self._kept[key] = Kept({n: [*keeps.items()] for n, keeps in kept.items()})
        return self._kept[key]

    def choose(self, t: int, stake: int, keeps: RollClass) -> ClassKeep | None:
        """Return the best keep of a roll at a stake, in a turn with one threshold.

        ``t`` is the index of this threshold in ``at``, the thresholds of the class.
        ``stake`` is the points of the turn before the roll. ``keeps`` are all keeps of
        the roll. A farkle has none, and the result is None.
        """
        if not keeps:
            return None
        chosen = self.chosen[self.at[t] - stake // self.grid][t]
        keep: ClassKeep = self.keeps[chosen[self._row[keeps]]]
        return keep

    def _decide(self) -> None:
        """Fill ``chosen[lacking][t, class]``, the index of the best keep.

        ``lacking`` is how far the stake is below ``at[t]``, in units of the grid.
        """
        tables = self._tables
        turns = len(self.at)
        most = int(self.at.max())
        reach = int(self._tables.points.max())
        # Twice a bound on the error of the floats, as in ``turn.optimal``.
        self._close = (
            2
            * max(1000, int(np.diff(tables.first_class).max()))
            * 2.0**-52
            * (most + 2)
            * ((most + reach + 1) * self.grid + abs(self.lost))
        )
        # The induction counts stakes so that every threshold is at ``most``.
        steps = (self.at[:, None] - most + np.arange(most + reach)).clip(0)
        endings = np.array(
            [self._ending_values(step * self.grid) for step in range(steps.max() + 1)]
        )
        value = endings.astype(float)[steps]
        # The same in rationals, which are known from the stakes ``low`` on.
        self._exact = endings[steps]
        self._low = np.full(turns, most)
        self.chosen: list[Array] = [np.zeros((turns, 0), int)]

        def choose(after: Floats, stake: int) -> Array:
            padded = np.append(after, np.full((turns, 1), -np.inf), axis=1)
            chosen = self._choose(padded, stake, stake + tables.points >= most)
            self.chosen.append(chosen)
            return chosen

        farkle = self._farkle.astype(float)
        exact_backward(
            tables,
            None,
            farkle,
            value,
            most,
            farkle_keeps=self.rules.farkle_keeps_points,
            choose=choose,
        )

    def _choose(self, after: Floats, stake: int, reaches: NDArray[np.bool_]) -> Array:
        rows = after[:, self._rows]
        place = rows.argmax(axis=2)
        chosen: Array = self._rows[np.arange(len(self._rows)), place]
        best = np.take_along_axis(rows, place[:, :, None], axis=2)
        # Stakes that are banked are whole numbers, so floats compare them exactly.
        settled = np.append(reaches & (self.hot is None), True)
        near = (rows >= best - self._close) & ~(
            settled[self._rows] & settled[chosen][:, :, None]
        )
        np.put_along_axis(near, place[:, :, None], False, axis=2)
        for t, row in np.argwhere(near.any(axis=2)):
            if self.at.max() - stake <= self.at[t]:
                columns = np.sort([chosen[t, row], *self._rows[row][near[t, row]]])
                exact = self._exact_after(t, stake, columns)
                chosen[t, row] = columns[exact.argmax()]
        return chosen

    def _ending_values(self, stake: int) -> list[fmpq]:
        """Return the values of a stake at which the turn ends, by the dice left."""
        over = stake if stake >= self.rules.minimum_to_bank else 0
        past_hot = self.hot(stake).mean if self.hot else stake
        value = [fmpq(stake)] * len(self._tables.total)
        value[0], value[self.whole] = fmpq(over), fmpq(past_hot)
        return value

    def _exact_after(self, t: int, stake: int, columns: Array) -> Array:
        """Return the exact means after keeps, given the choices at higher stakes."""
        stakes = stake + self._tables.points[columns]
        exact = self._exact[t]
        low = min(stakes.min(), self._low[t])
        top = self._low[t]
        exact_backward(
            self._tables,
            None,
            self._farkle,
            exact,
            top,
            first=low,
            farkle_keeps=self.rules.farkle_keeps_points,
            choose=lambda _, higher: self.chosen[self.at.max() - higher][t],
        )
        self._low[t] = low
        means: Array = exact[stakes, self._tables.left[columns]]
        return means

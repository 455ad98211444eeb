"""The best keeps on the way to a threshold: a decision process with fixed banking.

More points are not always better here: they may force a bank where rolling gains more.
So all keeps of a roll are considered. The induction goes from stakes close to the
threshold T to stakes far below it, for several T at once in float64. If two keeps are
within the error bound, they are compared in exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from trueodds.analysis.farkle.dice.roll_classes import (
    HOT,
    Keep,
    RollClass,
    Rolls,
    RollTables,
    points_grid,
)
from trueodds.analysis.farkle.threshold.forward import Kept
from trueodds.analysis.farkle.threshold.hot_dice import BestHotDice
from trueodds.analysis.farkle.turn.exact_backward import exact_backward
from trueodds.core.models.linear import fraction
from trueodds.core.rules.farkle import FarkleRules

Floats = NDArray[np.float64]


class BestKeeps:
    """The best keeps on the way to each threshold ``at[t]``, a multiple of the grid.

    ``hot`` gives the value of hot dice past the threshold; None if they are banked. On
    ties the keep with more points wins, then the keep with more dice left.
    """

    def __init__(
        self,
        rolls: Rolls,
        rules: FarkleRules,
        at: Sequence[int],
        hot: BestHotDice | None,
    ) -> None:
        self.rules, self.hot = rules, hot
        self.whole = max(rolls)
        self.grid = points_grid(rolls)
        self.at = np.array(at) // self.grid
        self.classes: list[tuple[int, int, RollClass]] = [
            (dice, weight, keeps)
            for dice, rolled in rolls.items()
            for keeps, weight in rolled.items()
            if keeps
        ]
        self.keeps = [keep for _, _, keeps in self.classes for keep in keeps]
        tables = RollTables.of_rolls(rolls, self.grid, hot_dice=rules.hot_dice)
        self._tables = tables._replace(
            **{
                name: getattr(tables, name).astype(float)
                for name in ("weight", "farkle", "total")
            }
        )
        # Each class is a row of its keeps, padded with a column that is never best.
        counts = np.diff(tables.first_keep)
        places = np.arange(counts.max())
        self._rows = np.where(
            places < counts[:, None],
            tables.first_keep[:-1, None] + places,
            len(self.keeps),
        )
        self._totals = {dice: rolled.total for dice, rolled in rolls.items()}
        self._row = {keeps: row for row, (_, _, keeps) in enumerate(self.classes)}
        self._exact: dict[int, list[list[fmpq]]] = {}
        self._kept: dict[bytes, Kept] = {}
        self._decide()

    def kept(self, t: int, stake: int) -> Kept:
        """Return the keeps with this stake on the way to ``at[t]``, by roll class."""
        chosen = self.chosen[self.at[t] - stake // self.grid][t]
        key = chosen.tobytes()
        if key not in self._kept:
            kept: dict[int, dict[Keep, int]] = {n: {} for n in self._totals}
            for (dice, weight, _), column in zip(self.classes, chosen, strict=True):
                keep = self.keeps[column]
                kept[dice][keep] = kept[dice].get(keep, 0) + weight
            self._kept[key] = Kept({n: [*keeps.items()] for n, keeps in kept.items()})
        return self._kept[key]

    def choose(self, t: int, stake: int, keeps: RollClass) -> Keep | None:
        """Return the best of a roll's keeps at this stake, on the way to ``at[t]``."""
        if not keeps:
            return None
        chosen = self.chosen[self.at[t] - stake // self.grid][t]
        keep: Keep = self.keeps[chosen[self._row[keeps]]]
        return keep

    def _decide(self) -> None:
        """Fill ``chosen[lacking][t, class]``, the column of the best keep."""
        tables, turns = self._tables, len(self.at)
        most, reach = int(self.at.max()), int(self._tables.points.max())
        self._close = (
            2
            * max(1000, int(np.diff(tables.first_class).max()))
            * 2.0**-52
            * (most + 2)
            * (most + reach + 1)
            * self.grid
        )
        # The induction counts stakes so that every threshold is at ``most``.
        steps = (self.at[:, None] - most + np.arange(most + reach)).clip(0)
        stakes = steps * self.grid
        value = np.repeat(stakes[:, :, None].astype(float), self.whole + 1, axis=2)
        value[:, :most, HOT][stakes[:, :most] < self.rules.minimum_to_bank] = 0
        value[:, most:, self.whole] = self._hot_means(most + reach)[steps[:, most:]]
        self.chosen: list[NDArray[Any]] = [np.zeros((turns, 0), int)]

        def choose(after: Floats, stake: int) -> NDArray[Any]:
            lacking = most - stake
            padded = np.append(after, np.full((turns, 1), -np.inf), axis=1)
            chosen = self._choose(padded, lacking, tables.points >= lacking)
            self.chosen.append(chosen)
            return chosen

        farkle = np.zeros(turns)
        exact_backward(tables, None, farkle, value, most, choose=choose)

    def _choose(
        self, after: Floats, lacking: int, reaches: NDArray[np.bool_]
    ) -> NDArray[Any]:
        rows = after[:, self._rows]
        place = rows.argmax(axis=2)
        chosen: NDArray[Any] = self._rows[np.arange(len(self._rows)), place]
        best = np.take_along_axis(rows, place[:, :, None], axis=2)
        # Stakes that are banked are whole numbers, so floats compare them exactly.
        settled = np.append(reaches & (self.hot is None), True)
        near = (rows >= best - self._close) & ~(
            settled[self._rows] & settled[chosen][:, :, None]
        )
        np.put_along_axis(near, place[:, :, None], False, axis=2)
        for t, row in np.argwhere(near.any(axis=2)):
            if lacking <= self.at[t]:
                columns = [chosen[t, row], *self._rows[row][near[t, row]]]
                chosen[t, row] = max(
                    sorted(columns), key=lambda c: self._exact_after(t, lacking, c)
                )
        return chosen

    def _hot_means(self, most: int) -> Floats:
        """Return the mean from hot dice past the threshold, by stake on the grid."""
        stakes = range(0, (most + 1) * self.grid, self.grid)
        return np.array([float(fraction(self._past_hot(stake))) for stake in stakes])

    def _past_hot(self, stake: int) -> fmpq:
        return self.hot(stake).mean if self.hot else fmpq(stake)

    def _exact_after(self, t: int, lacking: int, column: int) -> fmpq:
        """Return the exact mean after a keep."""
        keep = self.keeps[column]
        at = int(self.at[t])
        stake = (at - lacking) * self.grid + keep.points
        if stake >= at * self.grid:
            return self._past_hot(stake) if keep.left == HOT else fmpq(stake)
        if keep.left == HOT and not self.rules.hot_dice:
            return fmpq(stake if stake >= self.rules.minimum_to_bank else 0)
        left = at - stake // self.grid
        known = self._exact.setdefault(t, [[]])
        while len(known) <= left:
            known.append(self._exact_level(t, len(known)))
        return known[left][keep.left or self.whole]

    def _exact_level(self, t: int, lacking: int) -> list[fmpq]:
        means = [fmpq(0)] * (self.whole + 1)
        columns = self.chosen[lacking][t].tolist()
        for (dice, weight, _), column in zip(self.classes, columns, strict=True):
            share = fmpq(weight, self._totals[dice])
            means[dice] += share * self._exact_after(t, lacking, column)
        return means

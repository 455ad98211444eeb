"""The last turn of all: the exact probability of passing the leader.

Only how far a player is behind and the dice at hand matter. More points are never worse
here: a player who is further ahead can do what they would have done before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from flint import fmpq

from trueodds.analysis.farkle.dice.dice_set import DiceSet
from trueodds.analysis.farkle.dice.roll_classes import (
    HOT,
    RollClass,
    most_points,
)
from trueodds.core.exact.distribution import Distribution
from trueodds.core.models.linear import fraction
from trueodds.core.rules.farkle import DICE


class LastTurn:
    """Last turns of a player who may bank any points.

    A tie counts as half a win if ties are split, else as a loss. Leads are counted in
    steps of the grid; a player who is behind has a negative lead.

    >>> from trueodds.analysis.farkle.dice.dice_set import dice_set
    >>> from trueodds.core.rules.farkle import FarkleRules
    >>> LastTurn(dice_set(FarkleRules.load("blog"))).rolling(0, 1)
    Fraction(1, 3)
    """

    def __init__(self, dice: DiceSet) -> None:
        self.rolls = most_points(dice.rolls)
        self.hot_dice = dice.rules.hot_dice
        self.grid = dice.unit
        split = dice.rules.final_round_tie == "split"
        self.tie = fmpq(int(split), 2)
        self._levels: list[dict[int, Any]] = []

    def rolling(self, behind: int, dice: int = DICE) -> Fraction:
        """Return the best probability to win by rolling, this many points behind."""
        return fraction(self._rolling(behind // self.grid, dice))

    def bank_at(self) -> dict[int, int]:
        """Return the least lead at which to bank, by dice left, with one turn to come.

        The player to come is as far behind as those who have finished. Banking is best
        at a lead from which that player wins with at most the least probability of a
        farkle. Lower leads follow by backward induction. All dice must be able to
        farkle.
        """
        farkles = [fmpq(r.weight(()), r.total) for r in self.rolls.values()]
        top = 1
        while self._rolling(top, DICE) > min(farkles):
            top += 1
        bank_at = dict.fromkeys(self.rolls, top * self.grid)
        values: dict[tuple[int, int], Any] = {}

        def after(lead: int, left: int) -> Any:
            if (lead, left) in values:
                return values[lead, left]
            return 1 - self._rolling(lead, DICE)

        for lead in range(top - 1, 0, -1):
            banked = 1 - self._rolling(lead, DICE)
            values[lead, HOT] = banked

            for dice in self.rolls:
                rolled = self._mean(dice, lead, after)
                values[lead, dice] = max(rolled, banked)
                if banked >= rolled:
                    bank_at[dice] = lead * self.grid
        return bank_at

    def _rolling(self, behind: int, dice: int) -> Any:
        while len(self._levels) <= behind:
            lead = -len(self._levels)
            level = {n: self._mean(n, lead, self._ahead) for n in self.rolls}
            self._levels.append(level)
        return self._levels[behind][dice]

    def _mean(self, dice: int, lead: int, after: Callable[[int, int], Any]) -> Any:
        """Return the mean value of a roll with its best keep; 0 for farkles."""
        rolled: Distribution[RollClass] = self.rolls[dice]
        mean = fmpq(0)
        for keeps, weight in rolled.items():
            values: Iterable[Any] = (
                after(lead + keep.points // self.grid, self._left(keep.left))
                for keep in keeps
            )
            mean += weight * max(values, default=fmpq(0))
        return mean / rolled.total

    def _left(self, left: int) -> int:
        return DICE if left == HOT and self.hot_dice else left

    def _ahead(self, lead: int, left: int) -> Any:
        """Return the probability to win after a keep: 1 with a lead."""
        if lead > 0:
            return fmpq(1)
        banked = self.tie if lead == 0 else fmpq(0)
        return banked if left == HOT else max(banked, self._rolling(-lead, left))

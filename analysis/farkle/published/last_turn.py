"""The last turn of a final round: the exact probability of passing the leader.

Only two things matter: how far a player is behind, and the dice at hand. More points
are never worse here: a player who is further ahead can do whatever the player could do
with less. The lead is how many points a player is ahead of the best opponent if the
points of the turn are counted.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq

from trueodds.analysis.farkle.dice.dice_set import DiceSet
from trueodds.analysis.farkle.dice.roll_classes import Array
from trueodds.analysis.farkle.turn.exact_backward import exact_backward
from trueodds.analysis.farkle.turn.last_turn import last_turn
from trueodds.core.models.linear import fraction
from trueodds.core.rules.farkle import DICE

MORE = 20
"""Number of further steps that are solved beyond the needed ones."""


class AnyBankTurns:
    """Last turns of a player who may bank any points.

    ``dice`` are the dice, with their rules. A tie counts as half a win if the rules
    split ties, else as a loss.

    >>> from trueodds.analysis.farkle.dice.dice_set import dice_set
    >>> from trueodds.core.rules.farkle import FarkleRules
    >>> AnyBankTurns(dice_set(FarkleRules.load("blog"))).rolling(0, 1)
    Fraction(1, 3)
    """

    def __init__(self, dice: DiceSet) -> None:
        self.rolls = dice.rolls
        self.whole = dice.whole
        self.grid = dice.unit
        split = dice.rules.final_round_tie == "split"
        self._tables = dice.tables
        self._reach = int(dice.tables.points.max())
        self._tie = np.array(fmpq(int(split), 2))
        self._by_lag = self._solved(0)

    def rolling(self, behind: int, dice: int = DICE) -> Fraction:
        """Return the best probability to win by rolling, for a player who is behind.

        ``behind`` is how many points the player needs to be level with the leader.
        ``dice`` stands for the dice to roll: how many they are, if all dice are equal,
        or else the index of their multiset in ``DiceSet.multisets``.
        """
        return fraction(self._rolling(behind // self.grid, dice))

    def bank_at(self) -> dict[int, int]:
        """Return the least lead at which to bank, if a single player still follows.

        The key is the number of dice left, if all dice are equal; otherwise it is the
        index of the dice left in ``DiceSet.multisets``. The lead is in points.
        It is the lead over the best player who has finished. The player who follows has
        the score of this best player. Let p be the probability of a farkle on the roll
        that is least likely to farkle. Banking is best at a lead that the player who
        follows overtakes with a probability of at most p. Lower leads follow by
        backward induction. All dice must be able to farkle.
        """
        sure = fmpq(*self._tables.surest_farkle())
        top = 1
        while self._rolling(top, self.whole) > sure:
            top += 1
        # The highest lead comes first, so that its last turn is solved for all.
        leads = reversed(range(top + self._reach))
        bank = np.array([1 - self._rolling(lead, self.whole) for lead in leads])[::-1]
        value = np.repeat(bank[:, None], self.whole + 1, axis=1)
        roll = exact_backward(
            self._tables, bank, np.array([fmpq(0)]), value, top, first=1
        )
        return {
            dice: next((n for n in range(1, top) if bank[n] >= roll[n, dice]), top)
            * self.grid
            for dice in self.rolls
        }

    def _rolling(self, behind: int, dice: int) -> Any:
        if behind >= len(self._by_lag):
            self._by_lag = self._solved(behind)
        return self._by_lag[behind, dice]

    def _solved(self, behind: int) -> Array:
        return last_turn(self._tables, behind + MORE, self._tie, fmpq(1))

"""The last turn: the best chance to pass somebody who has finished, exactly.

Only how far a player is behind and the dice at hand matter. More points are never worse
here: who is further ahead can do what they would have done before.
"""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

from trueodds.analysis.farkle.roll_classes import HOT, Rolls, most_points, points_grid
from trueodds.core.linear import fraction, rational
from trueodds.core.rules.farkle import DICE, FarkleRules


class LastTurn:
    """The chances of a last turn of a player who may bank any points.

    To be level is worth 1/2 where ties are split, else nothing.

    >>> from trueodds.analysis.farkle.roll_classes import roll_classes
    >>> rules = FarkleRules.load("blog")
    >>> LastTurn(roll_classes(rules), rules).rolling(0, 1)
    Fraction(1, 3)
    """

    def __init__(self, rolls: Rolls, rules: FarkleRules) -> None:
        self.rolls = most_points(rolls)
        self.hot_dice = rules.hot_dice
        self.grid = points_grid(rolls)
        self.tie = Fraction(int(rules.final_round_tie == "split"), 2)
        self._levels: list[dict[int, fmpq]] = []

    def rolling(self, behind: int, dice: int = DICE) -> Fraction:
        """The best chance to win by rolling now, so many points behind or level."""
        return fraction(self._rolling(behind // self.grid, dice))

    def bank_at(self) -> dict[int, int]:
        """The least lead at which to bank, by dice left, when one player is to come.

        That player is as far behind as those who have finished. Banking at a lead is
        best where they then win with at most the least chance of a farkle; below,
        backward induction tells. Only for rules under which all dice can farkle.
        """
        farkles = {n: fmpq(law.weight(()), law.total) for n, law in self.rolls.items()}
        top = 1
        while self._rolling(top, DICE) > min(farkles.values()):
            top += 1
        bank_at = dict.fromkeys(self.rolls, top * self.grid)
        worth: dict[tuple[int, int], fmpq] = {}
        for lead in range(top - 1, 0, -1):
            banked = 1 - self._rolling(lead, DICE)
            worth[lead, HOT] = banked
            for dice, law in self.rolls.items():
                rolled = fmpq(0)
                for keeps, weight in law.items():
                    after = (
                        (lead + keep.points // self.grid, self._left(keep.left))
                        for keep in keeps
                    )
                    rolled += weight * max(
                        (
                            worth[state]
                            if state in worth
                            else 1 - self._rolling(state[0], DICE)
                            for state in after
                        ),
                        default=fmpq(0),
                    )
                rolled /= law.total
                worth[lead, dice] = max(rolled, banked)
                if banked >= rolled:
                    bank_at[dice] = lead * self.grid
        return bank_at

    def _left(self, left: int) -> int:
        return DICE if left == HOT and self.hot_dice else left

    def _rolling(self, behind: int, dice: int) -> fmpq:
        """``rolling``, in steps of the grid."""
        while len(self._levels) <= behind:
            level = len(self._levels)
            self._levels.append({n: self._rolled(level, n) for n in self.rolls})
        return self._levels[behind][dice]

    def _rolled(self, behind: int, dice: int) -> fmpq:
        law = self.rolls[dice]
        chance = fmpq(0)
        for keeps, weight in law.items():
            chance += weight * max(
                (
                    self._worth(behind - keep.points // self.grid, keep.left)
                    for keep in keeps
                ),
                default=fmpq(0),
            )
        return chance / law.total

    def _worth(self, behind: int, left: int) -> fmpq:
        """The chance to win after a keep: 1 with a lead."""
        if behind < 0:
            return fmpq(1)
        banked = rational(self.tie) if behind == 0 else fmpq(0)
        left = self._left(left)
        if left == HOT:
            return banked
        return max(banked, self._rolling(behind, left))

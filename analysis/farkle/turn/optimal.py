"""Optimal play of one turn with equal dice for the most points, in exact rationals.

The state is the stake and the number of dice about to be rolled. The stake only grows
within a turn, so below the ceiling (``turn.ceiling``) everything follows by backward
induction. The method also works for dice that differ, but then takes long.
"""

from fractions import Fraction
from typing import NamedTuple

from flint import fmpq

from trueodds.analysis.farkle.dice.dice_set import DiceSet
from trueodds.analysis.farkle.dice.roll_classes import (
    ClassKeep,
    RollClass,
    most_points,
    most_points_of,
)
from trueodds.analysis.farkle.threshold.hot_dice import BestHotDice
from trueodds.analysis.farkle.turn.ceiling import ceiling
from trueodds.core.errors import RulesError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.models.linear import fraction, rational


class TurnState(NamedTuple):
    """A stake in points, and the dice to roll next; without dice the turn is over.

    ``dice`` is how many dice are rolled, if all dice are equal, or else the index of
    their multiset in ``DiceSet.multisets``. A negative stake stands for a farkle.
    """

    stake: int
    dice: int


MOST_STEPS = 4_000
"""The most stakes to consider: they take 15 seconds, and twice as many a minute."""

FARKLE = TurnState(-1, 0)
FARKLE_OF_ALL = TurnState(-2, 0)
"""A farkle of all dice, which may cost points."""

LOST = TurnState(0, 0)
"""All dice have scored, may not be rolled, and the stake is below the minimum."""


class _Value(NamedTuple):
    """Expected points and probability of a farkle from a state on."""

    points: fmpq
    farkle: fmpq


class Turn:
    """A turn played for the most expected points, plus a value for a farkle.

    ``dice`` are the dice and their rules. ``farkle_value`` is added to the points of a
    turn that ends with a farkle. Nothing below ``minimum`` points may be banked. All
    results are exact. On ties the player banks, and else keeps the most points.
    ``mean`` is the expected points of the turn from its start, without
    ``farkle_value``, and ``farkle`` is the probability that it ends with a farkle.
    ``bank_at[n]`` is the smallest stake on the points grid, reachable or not, at which
    banking is allowed and at least as good as rolling n dice. It is absent if there is
    no such stake. Examples are hot dice that must be rolled, and dice that can score if
    a farkle keeps the points.

    Backward induction runs from the ceiling down to a stake of 0. Choices are made in
    floats with a bounded error, and in exact values where two floats are too close.
    Exact values are computed only where they are needed.

    Raises:
        RulesError: If a turn need never end, so that its expectation is not finite, or
            if there are too many stakes to consider.

    >>> from trueodds.analysis.farkle.dice.dice_set import dice_set
    >>> from trueodds.core.rules.farkle import FarkleRules
    >>> turn = Turn(dice_set(FarkleRules.load("ece209")))
    >>> float(turn.mean), turn.bank_at[3]
    (470.185531742616, 400)
    """

    def __init__(
        self, dice: DiceSet, minimum: int = 0, farkle_value: Fraction = Fraction(0)
    ) -> None:
        self.dice = dice
        self.rolls = most_points(dice.rolls)
        self.start = TurnState(0, dice.start)
        self.again = dice.again
        self.minimum = minimum
        self.farkle_value = farkle_value
        self.grid = dice.unit
        enough, self.tail, self._tail_farkle = ceiling(dice, farkle_value)
        # A positive stake on the grid at which banking is best and allowed.
        self.ceiling = max(enough, -(-minimum // self.grid), 1) * self.grid
        require_few_stakes(self.ceiling, self.grid)
        self.close = self._close()
        # All dice are only rolled at the start, and when they are hot.
        self.must_roll = dice.whole if dice.rules.must_roll_hot_dice else None
        self._hot = (
            BestHotDice(self.rolls[dice.whole], self.grid, dice.rules)
            if self.must_roll and not dice.rules.farkle_keeps_points
            else None
        )
        # The induction lowers these stakes. Dice with a tail are rolled at any stake.
        self.bank_at = {
            number: self.ceiling
            for number in range(1, dice.whole + 1)
            if not self.tail[number] and number != self.must_roll
        }
        # The states that may follow, by weight; a state without an entry is an end.
        self._next: dict[TurnState, Distribution[TurnState]] = {}
        self._floats: dict[TurnState, float] = {FARKLE: float(farkle_value)}
        self._exact = {
            FARKLE: _Value(fmpq(0), fmpq(1)),
            FARKLE_OF_ALL: _Value(fmpq(min(dice.rules.nothing, 0)), fmpq(1)),
            LOST: _Value(fmpq(0), fmpq(0)),
        }
        self._induce()
        self.mean, self.farkle = map(fraction, self._exact_value(self.start))

    @property
    def settled(self) -> int:
        """A stake on the grid, in points, from which a roll's best keep stays the same.

        >>> from trueodds.analysis.farkle.dice.dice_set import dice_set
        >>> from trueodds.core.rules.farkle import FarkleRules
        >>> rules = FarkleRules.load("box", must_roll_hot_dice=True)
        >>> turn = Turn(dice_set(rules))
        >>> turn.ceiling, turn.settled
        (16800, 105150)
        """
        hot = self._hot.ceiling if self._hot else 0
        return max(self.ceiling, -(-hot // self.grid) * self.grid)

    def banks(self, state: TurnState) -> bool:
        """Return True if the player banks in ``state``.

        The result is False where banking is not allowed.
        """
        return self.bank_at.get(state.dice, state.stake + 1) <= state.stake

    def value(self, stake: int, number: int) -> Fraction:
        """Return the expected points of the turn after the better of two choices.

        The choices are banking and rolling. ``stake`` is the points of the turn so far.
        ``number`` is the number of dice left, if all dice are equal; otherwise it is
        the index of the dice left in ``DiceSet.multisets``. The value of a farkle is
        included.
        """
        return fraction(self._total(TurnState(stake, number)))

    @property
    def may_bank_at(self) -> dict[int, int]:
        """The same as ``bank_at``, because exact values decide each tie."""
        return self.bank_at

    def roll_value(self, stake: int, number: int) -> Fraction:
        """Return the expected points of the turn if the player rolls now.

        ``stake`` is the points of the turn so far. ``number`` is how many dice are
        rolled, if all dice are equal, or else the index of their multiset in
        ``DiceSet.multisets``. The value of a farkle is included.
        """
        rolled = self.follow(TurnState(stake, number))
        weighted = (weight * self._total(after) for after, weight in rolled.items())
        return fraction(sum(weighted, fmpq(0)) / rolled.total)

    def follow(self, state: TurnState) -> Distribution[TurnState]:
        """Return the distribution of the state after a roll and its best keep.

        The dice of ``state`` are rolled at its stake. After a farkle the turn is over:
        the next state has no dice and a negative stake. If a farkle keeps the points,
        and the stake is at least the ceiling (the highest stake to consider), the next
        state has the stake instead. Its dice are then a number that no multiset has: it
        stands for a turn that a farkle has ended.
        """
        farkle = FARKLE_OF_ALL if state.dice >= self.dice.whole else FARKLE
        # The last tail is that after a farkle, which then banks the stake.
        if self.dice.rules.farkle_keeps_points and state.stake >= self.ceiling:
            farkle = TurnState(state.stake, len(self.tail) - 1)
        return self._next.get(state) or Distribution.tally(
            (self.after(state.stake, keep) if keep else farkle, weight)
            for keeps, weight in self.rolls[state.dice].items()
            for keep in [self.best_keep(state.stake, keeps)]
        )

    def best_keep(self, stake: int, keeps: RollClass) -> ClassKeep | None:
        """Return the first of the best keeps of a roll; None for a farkle.

        ``stake`` is the points of the turn before the roll. ``keeps`` are the keeps of
        the roll.
        """
        best = None
        reached = FARKLE
        for keep in keeps:
            after = self.after(stake, keep)
            if best is None or self.better(after, reached):
                best = keep
                reached = after
        return best

    def after(self, stake: int, keep: ClassKeep) -> TurnState:
        """Return the state after a keep.

        ``stake`` is the points of the turn before the keep. If all dice have scored,
        they are rolled again where the rules allow it. Otherwise the turn is over.
        """
        stake += keep.points
        left = keep.left or self.again
        return TurnState(stake, left) if left or stake >= self.minimum else LOST

    def better(self, state: TurnState, than: TurnState) -> bool:
        """Return True if ``state`` has a strictly higher value than the state ``than``.

        The comparison is exact.
        """
        more = self._float(state) - self._float(than)
        if abs(more) > self.close:
            return more > 0
        return self._total(state) > self._total(than)

    def _induce(self) -> None:
        for stake in range(self.ceiling - self.grid, 0, -self.grid):
            for dice in range(1, self.dice.whole + 1):
                state = TurnState(stake, dice)
                self._roll(state)
                may_bank = stake >= self.minimum and dice != self.must_roll
                if may_bank and not self._gains(state, stake):
                    # The state becomes an end, whose value is its stake. The comparison
                    # may have stored the exact value of rolling, which is now wrong.
                    del self._next[state]
                    self._floats[state] = float(stake)
                    self._exact.pop(state, None)
                    self.bank_at[dice] = stake
        self._roll(self.start)

    def _roll(self, state: TurnState) -> None:
        """Let the player roll in this state."""
        rolled = self._next[state] = self.follow(state)
        self._floats[state] = (
            sum(weight * self._float(after) for after, weight in rolled.items())
            / rolled.total
        )

    def _gains(self, state: TurnState, stake: int) -> bool:
        """Return True if rolling has a strictly higher value than the stake; exact."""
        more = self._floats[state] - stake
        return more > 0 if abs(more) > self.close else self._total(state) > stake

    def _float(self, state: TurnState) -> float:
        if state not in self._floats:
            self._floats[state] = float(fraction(self._total(state)))
        return self._floats[state]

    def _end(self, state: TurnState) -> _Value:
        """Return the value of an end: the stake, and from the ceiling on the tail.

        Past the ceiling, hot dice that must be rolled are not an end.
        """
        past = state.stake >= self.ceiling
        if self._hot and past and state.dice == self.must_roll:
            return _Value(*self._hot(state.stake))
        number = state.dice if past else 0
        farkle = rational(self._tail_farkle[number])
        return _Value(rational(state.stake + self.tail[number]), farkle)

    def _total(self, state: TurnState) -> fmpq:
        points, farkle = self._exact_value(state)
        return points + rational(self.farkle_value) * farkle

    def _exact_value(self, wanted: TurnState) -> _Value:
        """Return the exact value of a state, from all states that may follow it."""
        needed = set()
        waiting = [wanted]
        while waiting:
            state = waiting.pop()
            if state not in needed and state not in self._exact:
                needed.add(state)
                waiting.extend(self._next.get(state, ()))
        # Every state leads to higher stakes, or to an end whose value is known. So all
        # values that a state needs are there before it.
        for state in sorted(needed, reverse=True):
            if state in self._next:
                self._exact[state] = self._mean(state)
            else:
                self._exact[state] = self._end(state)
        return self._exact[wanted]

    def _mean(self, state: TurnState) -> _Value:
        points = farkle = fmpq(0)
        for after, weight in self._next[state].items():
            value = self._exact[after]
            points += weight * value.points
            farkle += weight * value.farkle
        total = self._next[state].total
        return _Value(points / total, farkle / total)

    def _close(self) -> float:
        """Return twice a bound on the error of the floats.

        A roll averages at most as many values as it has classes, each rounded once, and
        stakes above it were rounded at most ceiling / grid times before.
        """
        averaged = max(1000, *map(len, self.rolls.values()))
        steps = self.ceiling // self.grid + 2
        largest = self.ceiling + most_points_of(self.rolls) + max(self.tail)
        largest = max(largest, abs(self.farkle_value) + abs(self.dice.rules.nothing))
        return 2 * averaged * 2.0**-52 * steps * float(largest)


def require_few_stakes(ceiling: int, grid: int) -> None:
    """Raise ``RulesError`` if more than 4,000 steps of ``grid`` lead to a ceiling.

    ``ceiling`` is the highest stake to consider, and ``grid`` divides all stakes. Both
    are in points.
    """
    if ceiling // grid > MOST_STEPS:
        raise RulesError(
            f"under these rules points are multiples of {grid}, and stakes up to "
            f"{ceiling} have to be considered; at most {MOST_STEPS} different stakes "
            "are possible; choose points with a larger common divisor"
        )

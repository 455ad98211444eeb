"""Optimal play of one turn for the most expected points, in exact rationals.

The state is the stake and the number of dice about to be rolled. The stake only grows
within a turn, so if banking is known to be best from some stake on, everything below
follows by backward induction.

Such a stake is the *ceiling*. Let tail(n) be the points that n dice are sure to bring
before dice that can farkle are to be rolled (0 if n dice can farkle). Banking after
collecting these points has the value stake + tail(n). Take the maximum, over n, of
E(points and tail gained by rolling n) / P(farkle | n) + (the value of a farkle). If the
stake is at least that, the value above satisfies the optimality equation. It is then a
supersolution, hence no policy does better.
"""

from fractions import Fraction
from typing import Any, NamedTuple

from flint import fmpq

from trueodds.analysis.farkle.roll_classes import (
    HOT,
    Keep,
    RollClass,
    Rolls,
    most_points,
    most_points_of,
    points_grid,
)
from trueodds.core.errors import ModelError, RulesError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.models.decision import Action, DecisionProcess
from trueodds.core.models.linear import fraction, rational
from trueodds.core.rules.farkle import DICE, FarkleRules


class State(NamedTuple):
    """A stake, and the dice about to be rolled or banked; no dice: the turn is over."""

    stake: int
    dice: int


MOST_STEPS = 4_000
"""The most stakes to consider: they take 15 seconds, and twice as many a minute."""

START = State(0, DICE)
FARKLE = State(-1, 0)
LOST = State(0, 0)
"""All dice have scored, may not be rolled, and the stake is below the minimum."""


def best_turn(
    rolls: Rolls,
    rules: FarkleRules,
    *,
    minimum: int = 0,
    farkle_value: Fraction = Fraction(0),
) -> "Turn":
    """Return the turn that maximises expected points, plus a value for a farkle.

    Nothing below ``minimum`` may be banked.

    Raises:
        RulesError: As ``Turn``.

    >>> from trueodds.analysis.farkle.roll_classes import roll_classes
    >>> rules = FarkleRules.load()
    >>> turn = best_turn(roll_classes(rules), rules)
    >>> float(turn.mean), turn.bank_at[3]
    (470.185531742616, 400)
    """
    return Turn(most_points(rolls), rules, minimum, farkle_value)


class _Value(NamedTuple):
    """Expected points and probability of a farkle from a state on."""

    points: fmpq
    farkle: fmpq


class Turn:
    """A turn played for the most expected points, plus a value for a farkle.

    Nothing below ``minimum`` may be banked. All results are exact. On ties the player
    banks, and else keeps the most points. ``mean`` and ``farkle`` are those of the turn
    from its start. ``bank_at[n]`` is the smallest stake on the points grid, reachable
    or not, at which banking is allowed and at least as good as rolling n dice; it is
    absent if there is none.

    Backward induction runs from the ceiling down to a stake of 0. Choices are made in
    floats with a bounded error, and in exact values where two floats are too close.
    Exact values are computed only where they are needed.

    Raises:
        RulesError: If a turn need never end, so that its expectation is not finite, or
            if there are too many stakes to consider.
    """

    def __init__(
        self, rolls: Rolls, rules: FarkleRules, minimum: int, farkle_value: Fraction
    ) -> None:
        self.rolls = rolls
        self.hot_dice = rules.hot_dice
        self.minimum = minimum
        self.farkle_value = farkle_value
        self.grid = points_grid(rolls)
        self.tail = sure_points(rolls, hot_dice=rules.hot_dice)
        self.ceiling = self._ceiling()
        self.close = self._close()
        self.bank_at = {
            dice: self.ceiling for dice, rolled in rolls.items() if rolled.weight(())
        }
        # The states that may follow, by weight; a state without an entry is an end.
        self._next: dict[State, Distribution[State]] = {}
        self._floats: dict[State, float] = {FARKLE: float(farkle_value)}
        self._exact = {
            FARKLE: _Value(fmpq(0), fmpq(1)),
            LOST: _Value(fmpq(0), fmpq(0)),
        }
        self._induce()
        self.mean, self.farkle = map(fraction, self._exact_value(START))

    def banks(self, state: State) -> bool:
        """Return True if the player banks here, given the choice."""
        return self.bank_at.get(state.dice, state.stake + 1) <= state.stake

    def value(self, state: State) -> Fraction:
        """Return the expected points with the better of banking and rolling."""
        return fraction(self._total(state))

    def roll_value(self, state: State) -> Fraction:
        """Return the expected points when these dice are rolled now."""
        rolled = self.follow(state)
        weighted = (weight * self._total(after) for after, weight in rolled.items())
        return fraction(sum(weighted, fmpq(0)) / rolled.total)

    def follow(self, state: State) -> Distribution[State]:
        """Return the states after a roll, each roll class taking its best keep."""
        return Distribution.tally(
            (self.after(state.stake, keep) if keep else FARKLE, weight)
            for keeps, weight in self.rolls[state.dice].items()
            for keep in [self.best_keep(state.stake, keeps)]
        )

    def best_keep(self, stake: int, keeps: RollClass) -> Keep | None:
        """Return the first of the best keeps of a roll; None for a farkle."""
        best, reached = None, FARKLE
        for keep in keeps:
            after = self.after(stake, keep)
            if best is None or self.better(after, reached):
                best, reached = keep, after
        return best

    def after(self, stake: int, keep: Keep) -> State:
        """Return the state after a keep."""
        stake += keep.points
        if keep.left == HOT and not self.hot_dice:
            return State(stake, 0) if stake >= self.minimum else LOST
        return State(stake, keep.left or DICE)

    def better(self, state: State, than: State) -> bool:
        """Return True if a state has a strictly higher value than another; exact."""
        more = self._float(state) - self._float(than)
        if abs(more) > self.close:
            return more > 0
        return self._total(state) > self._total(than)

    def _induce(self) -> None:
        for stake in range(self.ceiling - self.grid, 0, -self.grid):
            for dice in self.rolls:
                state = State(stake, dice)
                self._roll(state)
                if stake >= self.minimum and not self._gains(state, stake):
                    del self._next[state]
                    self._floats[state] = float(stake)
                    self._exact.pop(state, None)
                    self.bank_at[dice] = stake
        self._roll(START)

    def _roll(self, state: State) -> None:
        """Let the player roll in this state."""
        rolled = self._next[state] = self.follow(state)
        self._floats[state] = (
            sum(weight * self._float(after) for after, weight in rolled.items())
            / rolled.total
        )

    def _gains(self, state: State, stake: int) -> bool:
        """Return True if rolling has a strictly higher value than the stake; exact."""
        more = self._floats[state] - stake
        return more > 0 if abs(more) > self.close else self._total(state) > stake

    def _float(self, state: State) -> float:
        if state not in self._floats:
            self._floats[state] = float(self._end_value(state))
        return self._floats[state]

    def _end_value(self, state: State) -> Fraction:
        """Return the value of an end: the stake, and past the ceiling the tail."""
        past = state.stake >= self.ceiling
        return state.stake + (self.tail[state.dice] if past else Fraction(0))

    def _total(self, state: State) -> fmpq:
        points, farkle = self._exact_value(state)
        return points + rational(self.farkle_value) * farkle

    def _exact_value(self, wanted: State) -> _Value:
        """Return the exact value of a state, from all states that may follow it."""
        needed, waiting = set(), [wanted]
        while waiting:
            state = waiting.pop()
            if state not in needed and state not in self._exact:
                needed.add(state)
                waiting.extend(self._next.get(state, ()))
        for state in sorted(needed, reverse=True):
            if state in self._next:
                self._exact[state] = self._mean(state)
            else:
                self._exact[state] = _Value(rational(self._end_value(state)), fmpq(0))
        return self._exact[wanted]

    def _mean(self, state: State) -> _Value:
        points = farkle = fmpq(0)
        for after, weight in self._next[state].items():
            value = self._exact[after]
            points += weight * value.points
            farkle += weight * value.farkle
        total = self._next[state].total
        return _Value(points / total, farkle / total)

    def _ceiling(self) -> int:
        """Return a stake on the grid from which banking is best, as the module argues.

        Raises:
            RulesError: If there are too many stakes below it.
        """
        most = Fraction(self.minimum)
        for rolled in self.rolls.values():
            if rolled.weight(()):
                gained = rolled.expected(
                    lambda keeps: max((self._sure(keep) for keep in keeps), default=0)
                )
                most = max(most, gained / rolled[()] + self.farkle_value)
        steps = -(-most // self.grid)
        if steps > MOST_STEPS:
            raise RulesError(
                f"under these rules points are multiples of {self.grid}, and stakes up "
                f"to {steps * self.grid} have to be considered; at most {MOST_STEPS} "
                "different stakes are possible; choose points with a larger common "
                "divisor"
            )
        return steps * self.grid

    def _close(self) -> float:
        """Return twice a bound on the error of the floats.

        A roll averages fewer than 1,000 values, each rounded once, and stakes above it
        were rounded at most ceiling / grid times before.
        """
        steps = self.ceiling // self.grid + 2
        largest = self.ceiling + most_points_of(self.rolls) + max(self.tail.values())
        largest = max(largest, abs(self.farkle_value))
        return 2 * 1000 * 2.0**-52 * steps * float(largest)

    def _sure(self, keep: Keep) -> Fraction:
        """Return the points of a keep plus the tail of the dice that it leaves."""
        return keep.points + self.tail[keep.left or (DICE if self.hot_dice else 0)]


def sure_points(rolls: Rolls, *, hot_dice: bool) -> dict[int, Fraction]:
    """Return the points that each number of dice is sure to bring; 0 for no dice.

    Raises:
        RulesError: If a turn need never end.
    """
    after_hot = DICE if hot_dice else None

    def actions(state: int | RollClass | None) -> int | dict[Any, Action]:
        if state is None:
            return 0
        if isinstance(state, int):
            rolled = rolls[state]
            return 0 if rolled.weight(()) else {"roll": Action(rolled)}
        return {
            keep: Action({keep.left or after_hot: 1}, reward=keep.points)
            for keep in state
        }

    try:
        return {0: Fraction(0)} | {
            dice: DecisionProcess(dice, actions).solve(maximise=True).value
            for dice in rolls
        }
    except ModelError:
        raise RulesError(
            "under these rules a turn need never end: some number of dice cannot "
            "farkle, and can be rolled again and again; with hot_dice = false every "
            "turn ends"
        ) from None

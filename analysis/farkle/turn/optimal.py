"""One turn of Farkle, played for most expected points, in exact rationals.

State: the stake and the number of dice about to be rolled. The stake only grows within
a turn, so once banking is known to be best from some stake on, everything below follows
by backward induction.

From the *ceiling* on it is. Let tail(n) be what n dice are sure to bring before dice
that can farkle are to be rolled (0 where n dice can). Banking, after collecting that,
is worth stake + tail(n). Where the stake is at least the most, over n, of E(points and
tail gained by rolling n) / P(farkle | n) + (what a farkle is worth), that value
satisfies the optimality equation; so it is a supersolution, and no policy can do
better.
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
    points_grid,
)
from trueodds.core.decision import Action, DecisionProcess
from trueodds.core.distribution import Distribution
from trueodds.core.errors import ModelError, RulesError
from trueodds.core.rules.farkle import DICE, FarkleRules


class State(NamedTuple):
    """A stake, and the dice about to be rolled or banked; no dice: the turn is over."""

    stake: int
    dice: int


MOST_STEPS = 4_000
"""Stakes that can be weighed: so many take 15 seconds, and twice as many a minute."""

START = State(0, DICE)
FARKLE = State(-1, 0)
LOST = State(0, 0)
"""All dice have scored, may not be rolled, and the stake is below the minimum."""


def best_turn(
    rolls: Rolls,
    rules: FarkleRules,
    *,
    minimum: int = 0,
    farkle_worth: Fraction = Fraction(0),
) -> "Turn":
    """The turn that maximises expected points, plus ``farkle_worth`` for a farkle.

    Nothing below ``minimum`` may be banked. Raises ``RulesError`` as ``Turn`` does.

    >>> from trueodds.analysis.farkle.roll_classes import roll_classes
    >>> rules = FarkleRules.load()
    >>> turn = best_turn(roll_classes(rules), rules)
    >>> float(turn.mean), turn.bank_at[3]
    (470.185531742616, 400)
    """
    return Turn(most_points(rolls), rules, minimum, farkle_worth)


class _Value(NamedTuple):
    """Expected points and chance of a farkle from a state on."""

    points: fmpq
    farkle: fmpq


class Turn:
    """A turn played for the most expected points, plus something for a farkle.

    Nothing below ``minimum`` may be banked. Exact; on ties the player banks, and else
    keeps the most points. ``mean`` and ``farkle`` are those of the turn from its start.
    ``bank_at[n]``: the smallest stake on the points grid, reachable or not, at which
    banking is allowed and at least as good as rolling n dice; absent where it never is.

    Raises ``RulesError`` where a turn need never end, so that its expectation is not
    finite, and where there are too many stakes to weigh.

    Backward induction from the ceiling down to a stake of nothing. Choices are made by
    floats whose error is bounded, and by exact values where two floats are too close to
    tell; exact values are computed only where they are needed.
    """

    def __init__(
        self, rolls: Rolls, rules: FarkleRules, minimum: int, farkle_worth: Fraction
    ) -> None:
        self.rolls = rolls
        self.hot_dice = rules.hot_dice
        self.minimum = minimum
        self.farkle_worth = farkle_worth
        self.grid = points_grid(rolls)
        self.tail = sure_points(rolls, hot_dice=rules.hot_dice)
        self._float_tail = {dice: float(sure) for dice, sure in self.tail.items()}
        self.ceiling = self._ceiling()
        self.close = self._close()
        self.bank_at = {
            dice: self.ceiling for dice, law in rolls.items() if law.weight(())
        }
        # What may follow a state, by weight; a state without an entry is an end.
        self._next: dict[State, Distribution[State]] = {}
        self._worth: dict[State, float] = {FARKLE: float(farkle_worth)}
        self._exact = {
            FARKLE: _Value(fmpq(0), fmpq(1)),
            LOST: _Value(fmpq(0), fmpq(0)),
        }
        self._induce()
        self.mean, self.farkle = map(_fraction, self._value(START))

    def banks(self, state: State) -> bool:
        """Whether the player banks here, given the choice."""
        return self.bank_at.get(state.dice, state.stake + 1) <= state.stake

    def worth(self, state: State) -> Fraction:
        """Expected points once these dice are left, whether to bank or to roll."""
        return _fraction(self._exact_worth(state))

    def roll_worth(self, state: State) -> Fraction:
        """Expected points when these dice are rolled now."""
        law = self.follow(state)
        weighed = (weight * self._exact_worth(after) for after, weight in law.items())
        return _fraction(sum(weighed, fmpq(0)) / law.total)

    def follow(self, state: State) -> Distribution[State]:
        """What a roll of these dice leads to, each roll class taking its best keep."""
        return Distribution.tally(
            (self.after(state.stake, keep) if keep else FARKLE, weight)
            for keeps, weight in self.rolls[state.dice].items()
            for keep in [self.best_keep(state.stake, keeps)]
        )

    def best_keep(self, stake: int, keeps: RollClass) -> Keep | None:
        """What to keep of a roll, the first of equals; None for a farkle."""
        best, reached = None, FARKLE
        for keep in keeps:
            after = self.after(stake, keep)
            if best is None or self.better(after, reached):
                best, reached = keep, after
        return best

    def after(self, stake: int, keep: Keep) -> State:
        """The state after a keep."""
        stake += keep.points
        if keep.left == HOT and not self.hot_dice:
            return State(stake, 0) if stake >= self.minimum else LOST
        return State(stake, keep.left or DICE)

    def _induce(self) -> None:
        for stake in range(self.ceiling - self.grid, 0, -self.grid):
            for dice in self.rolls:
                state = State(stake, dice)
                self._roll(state)
                if stake >= self.minimum and not self._gains(state, stake):
                    del self._next[state]
                    self._worth[state] = float(stake)
                    self._exact.pop(state, None)
                    self.bank_at[dice] = stake
        self._roll(START)

    def _roll(self, state: State) -> None:
        """Let the state roll."""
        law = self._next[state] = self.follow(state)
        self._worth[state] = (
            sum(weight * self._float(after) for after, weight in law.items())
            / law.total
        )

    def _float(self, state: State) -> float:
        worth = self._worth.get(state)
        if worth is None:
            tail = self._float_tail[state.dice] if state.stake >= self.ceiling else 0.0
            worth = self._worth[state] = state.stake + tail
        return worth

    def _banked(self, state: State) -> Fraction:
        """What an end is worth: the stake, and past the ceiling what is still sure."""
        past = state.stake >= self.ceiling
        return state.stake + (self.tail[state.dice] if past else Fraction(0))

    def better(self, one: State, other: State) -> bool:
        """Whether one state is worth strictly more than another, exactly."""
        more = self._float(one) - self._float(other)
        if abs(more) > self.close:
            return more > 0
        return self._exact_worth(one) > self._exact_worth(other)

    def _gains(self, state: State, stake: int) -> bool:
        """Whether rolling is worth strictly more than the stake, exactly."""
        more = self._worth[state] - stake
        return more > 0 if abs(more) > self.close else self._exact_worth(state) > stake

    def _exact_worth(self, state: State) -> fmpq:
        points, farkle = self._value(state)
        worth = self.farkle_worth
        return points + fmpq(worth.numerator, worth.denominator) * farkle

    def _value(self, wanted: State) -> _Value:
        """The exact value of a state, by way of all that it leads to."""
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
                end = self._banked(state)
                points = fmpq(end.numerator, end.denominator)
                self._exact[state] = _Value(points, fmpq(0))
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
        """A stake on the grid from which on banking is best, as the module argues."""
        most = Fraction(self.minimum)
        for law in self.rolls.values():
            if law.weight(()):
                gained = law.expected(
                    lambda keeps: max((self._sure(keep) for keep in keeps), default=0)
                )
                most = max(most, gained / law[()] + self.farkle_worth)
        steps = -(-most // self.grid)
        if steps > MOST_STEPS:
            raise RulesError(
                f"under these rules points are multiples of {self.grid}, and stakes up "
                f"to {steps * self.grid} need to be weighed; at most {MOST_STEPS} "
                "different ones can be: points with a larger common divisor would do"
            )
        return steps * self.grid

    def _close(self) -> float:
        """Twice a bound on the error of the floats.

        A roll averages fewer than 1,000 values, each rounded once, and stakes above it
        were rounded at most ceiling / grid times before.
        """
        steps = self.ceiling // self.grid + 2
        scores = [keep.points for law in self.rolls.values() for k in law for keep in k]
        largest = self.ceiling + max(scores) + max(self.tail.values())
        largest = max(largest, abs(self.farkle_worth))
        return 2 * 1000 * 2.0**-52 * steps * float(largest)

    def _sure(self, keep: Keep) -> Fraction:
        """What a keep is sure to bring: its points and the tail of the dice left."""
        return keep.points + self.tail[keep.left or (DICE if self.hot_dice else 0)]


def sure_points(rolls: Rolls, *, hot_dice: bool) -> dict[int, Fraction]:
    """What each number of dice is sure to bring; no dice bring nothing."""
    after_hot = DICE if hot_dice else None

    def actions(state: int | RollClass | None) -> int | dict[Any, Action]:
        if state is None:
            return 0
        if isinstance(state, int):
            law = rolls[state]
            return 0 if law.weight(()) else {"roll": Action(law)}
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
            "farkle, and can be rolled again and again"
        ) from None


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))

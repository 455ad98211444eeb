"""A turn forward, stake by stake: the chance of each stake and number of dice below T.

Chances are integers over powers of 6, the exponent being the most dice that can have
been rolled on the way, so that nothing is divided before the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from flint import fmpq

from trueodds.analysis.farkle.roll_classes import (
    HOT,
    Keep,
    Rolls,
    most_points_of,
    points_grid,
)
from trueodds.analysis.farkle.turn.optimal import START, State
from trueodds.core.linear import fraction
from trueodds.core.rules.farkle import DICE, FarkleRules

KeepLaw = Mapping[int, Iterable[tuple[Keep, int]]]
"""What is kept by number of dice, with weights; the rest of 6**dice is a farkle."""


class Threshold(NamedTuple):
    """Banking at T: the mean points of a turn and its chance to farkle, exactly."""

    mean: Fraction
    farkle: Fraction


class Hot(NamedTuple):
    """What hot dice that must be rolled lead to: mean points, chance of a farkle."""

    mean: fmpq
    farkle: fmpq


class Forward:
    """Turns under some rules that bank at T, for T up to ``top``.

    ``hot(stake)`` says what hot dice past T lead to; None where they are banked.
    """

    def __init__(
        self,
        rolls: Rolls,
        rules: FarkleRules,
        top: int,
        hot: Callable[[int], Hot] | None = None,
    ) -> None:
        self.hot_dice = rules.hot_dice
        self.minimum = rules.minimum_to_bank
        self.grid = points_grid(rolls)
        self.hot = hot
        self.most = most_points_of(rolls)
        self._keeps = {
            dice: {keep for keeps in law for keep in keeps}
            for dice, law in rolls.items()
        }
        self._rolled = self._most_rolled(top)
        self._powers = [6**n for n in range(max(self._rolled.values()) + DICE + 1)]
        self._next: dict[State, dict[Keep, tuple[State, int]]] = {}

    def reach(self, law: Callable[[int], KeepLaw], at: int) -> dict[State, int]:
        """The chance of each state with less than ``at``, times 6 ** its dice rolled.

        ``law(stake)`` says what is kept.
        """
        reached = {START: 1}
        for state in self._states(reached, at):
            chance = reached[state]
            following = self._following(state)
            for keep, weight in law(state.stake)[state.dice]:
                after, factor = following[keep]
                if after.stake < at and after.dice:
                    more = chance * (weight * factor)
                    reached[after] = reached.get(after, 0) + more
        return reached

    def threshold(
        self, law: Callable[[int], KeepLaw], reached: Mapping[State, int], at: int
    ) -> Threshold:
        """Banking at ``at``, when these states are reached on the way."""
        most = len(self._powers) - 1
        banked: dict[int, int] = {}
        rolled: dict[int, int] = {}
        # Only what is near to ``at`` gets there, unless hot dice end the turn before.
        near = max(0, at - self.most) if self.hot_dice else 0
        for state in self._states(reached, at, near):
            spare = most - self._rolled[state] - state.dice
            chance = reached[state] * self._powers[spare]
            for keep, weight in law(state.stake)[state.dice]:
                after = self._after(state, keep)
                if after.stake < at and after.dice:
                    continue
                goes_on = self.hot and after.dice and keep.left == HOT
                ends = rolled if goes_on else banked
                worth = after.stake if after.stake >= self.minimum else 0
                ends[worth] = ends.get(worth, 0) + chance * weight
        points = fmpq(sum(stake * chance for stake, chance in banked.items()))
        kept = fmpq(sum(banked.values()))
        if self.hot:
            for stake, chance in rolled.items():
                mean, farkle = self.hot(stake)
                points += mean * chance
                kept += (1 - farkle) * chance
        total = self._powers[most]
        return Threshold(fraction(points / total), fraction(1 - kept / total))

    def _following(self, state: State) -> dict[Keep, tuple[State, int]]:
        """By keep: the state after it, and what its chance is to be multiplied by."""
        if state not in self._next:
            rolled = self._rolled[state] + state.dice
            self._next[state] = {
                keep: (after, self._powers[max(self._rolled.get(after, 0) - rolled, 0)])
                for keep in self._keeps[state.dice]
                for after in [self._after(state, keep)]
            }
        return self._next[state]

    def _after(self, state: State, keep: Keep) -> State:
        """The state after a keep; no dice where the turn is over."""
        stake = state.stake + keep.points
        if keep.left == HOT:
            return State(stake, DICE if self.hot_dice else 0)
        return State(stake, keep.left)

    def _states(
        self, seen: Mapping[State, object], at: int, start: int = 0
    ) -> Iterator[State]:
        """The states from ``start`` to less than ``at`` that are seen, by stake."""
        for stake in range(start, at, self.grid):
            for dice in range(1, DICE + 1):
                if State(stake, dice) in seen:
                    yield State(stake, dice)

    def _most_rolled(self, top: int) -> dict[State, int]:
        """The most dice that can have been rolled before a state is reached."""
        most = {START: 0}
        for state in self._states(most, top):
            rolled = most[state] + state.dice
            for keep in self._keeps[state.dice]:
                after = self._after(state, keep)
                if after.dice:
                    most[after] = max(most.get(after, 0), rolled)
        return most

"""Forward induction over a turn: the exact probability of each state below T.

Probabilities are integers over powers of 6. The exponent is the most dice that can have
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

Kept = Mapping[int, Iterable[tuple[Keep, int]]]
"""The keeps by number of dice, with weights; the rest of 6**dice is a farkle."""


class Threshold(NamedTuple):
    """Exact mean points, and farkle probability, of a turn that banks at T."""

    mean: Fraction
    farkle: Fraction


class Hot(NamedTuple):
    """Mean points and farkle probability from hot dice that must be rolled."""

    mean: fmpq
    farkle: fmpq


class Forward:
    """Turns under some rules that bank at T, for T up to ``top``.

    ``hot(stake)`` gives the value of hot dice past T; None if they are banked.
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
            dice: {keep for keeps in rolled for keep in keeps}
            for dice, rolled in rolls.items()
        }
        self._rolled = self._most_rolled(top)
        self._powers = [6**n for n in range(max(self._rolled.values()) + DICE + 1)]
        self._next: dict[State, dict[Keep, tuple[State, int]]] = {}

    def reach(self, kept: Callable[[int], Kept], at: int) -> dict[State, int]:
        """Return the probability of each state below ``at``, times 6 ** dice rolled.

        ``kept(stake)`` gives the keeps at a stake.
        """
        reached = {START: 1}
        for state in self._states(reached, at):
            probability = reached[state]
            following = self._following(state)
            for keep, weight in kept(state.stake)[state.dice]:
                after, factor = following[keep]
                if after.stake < at and after.dice:
                    more = probability * (weight * factor)
                    reached[after] = reached.get(after, 0) + more
        return reached

    def threshold(
        self, kept: Callable[[int], Kept], reached: Mapping[State, int], at: int
    ) -> Threshold:
        """Return the result of banking at ``at``, given the states reached below it."""
        most = len(self._powers) - 1
        banked: dict[int, int] = {}
        rolled: dict[int, int] = {}
        # Only stakes near ``at`` reach it, unless hot dice end the turn before.
        near = max(0, at - self.most) if self.hot_dice else 0
        for state in self._states(reached, at, near):
            spare = most - self._rolled[state] - state.dice
            probability = reached[state] * self._powers[spare]
            for keep, weight in kept(state.stake)[state.dice]:
                after = self._after(state, keep)
                if after.stake < at and after.dice:
                    continue
                hot = self.hot and after.dice and keep.left == HOT
                ends = rolled if hot else banked
                stake = after.stake if after.stake >= self.minimum else 0
                ends[stake] = ends.get(stake, 0) + probability * weight
        points = fmpq(sum(stake * ways for stake, ways in banked.items()))
        safe = fmpq(sum(banked.values()))
        if self.hot:
            for stake, ways in rolled.items():
                mean, farkle = self.hot(stake)
                points += mean * ways
                safe += (1 - farkle) * ways
        total = self._powers[most]
        return Threshold(fraction(points / total), fraction(1 - safe / total))

    def _following(self, state: State) -> dict[Keep, tuple[State, int]]:
        """Return, by keep, the state after it and the factor of its probability."""
        if state not in self._next:
            rolled = self._rolled[state] + state.dice
            self._next[state] = {
                keep: (after, self._powers[max(self._rolled.get(after, 0) - rolled, 0)])
                for keep in self._keeps[state.dice]
                for after in [self._after(state, keep)]
            }
        return self._next[state]

    def _after(self, state: State, keep: Keep) -> State:
        """Return the state after a keep; no dice if the turn is over."""
        stake = state.stake + keep.points
        if keep.left == HOT:
            return State(stake, DICE if self.hot_dice else 0)
        return State(stake, keep.left)

    def _states(
        self, seen: Mapping[State, object], at: int, start: int = 0
    ) -> Iterator[State]:
        """Yield the states from ``start`` to below ``at`` that are seen, by stake."""
        for stake in range(start, at, self.grid):
            for dice in range(1, DICE + 1):
                if State(stake, dice) in seen:
                    yield State(stake, dice)

    def _most_rolled(self, top: int) -> dict[State, int]:
        """Return the most dice that can have been rolled before each state."""
        most = {START: 0}
        for state in self._states(most, top):
            rolled = most[state] + state.dice
            for keep in self._keeps[state.dice]:
                after = self._after(state, keep)
                if after.dice:
                    most[after] = max(most.get(after, 0), rolled)
        return most

"""Forward induction over a turn: the exact probability of each state below a threshold.

A state is a stake (the points of the turn so far) and the dice to roll next. They are
given by a number: how many they are, if all dice are equal, or else the index of their
multiset in ``DiceSet.multisets``. The weight of a keep is the number of rolls, of all
rolls of these dice, in which the player makes it. Probabilities are integers over
powers of one total: 6 for fair dice. The exponent is the most dice that can have been
rolled on the way, so that nothing is divided before the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from flint import fmpq

from trueodds.analysis.farkle.dice.dice_set import ScaledRolls
from trueodds.analysis.farkle.dice.roll_classes import (
    HOT,
    ClassKeep,
    most_points_of,
    points_grid,
)
from trueodds.analysis.farkle.threshold.hot_dice import Hot
from trueodds.analysis.farkle.turn.optimal import TurnState
from trueodds.core.models.linear import fraction
from trueodds.core.rules.farkle import FarkleRules


class Kept:
    """The keeps that a player chooses, with their weights, by the dice rolled.

    The key of ``by_dice`` is the number of the dice rolled, as in ``ClassKeep.left``.
    Its value has pairs of a keep and its weight: the number of rolls of these dice in
    which the player makes the keep. All other rolls of these dice are farkles.
    """

    def __init__(self, by_dice: Mapping[int, Sequence[tuple[ClassKeep, int]]]) -> None:
        self._by_dice = by_dice
        self._reaching: dict[tuple[int, int], Reaching] = {}

    def __getitem__(self, dice: int) -> Sequence[tuple[ClassKeep, int]]:
        return self._by_dice[dice]

    def reaching(self, dice: int, lacking: int) -> Reaching:
        """Return the keeps of a roll with which a turn may end.

        ``dice`` is how many dice are rolled, if all dice are equal. Otherwise it is the
        index of the dice rolled in ``DiceSet.multisets``. ``lacking`` is the threshold
        minus the stake, in points. A turn may end with a keep that reaches the
        threshold, or that leaves hot dice.
        """
        if (dice, lacking) not in self._reaching:
            keeps = self._by_dice[dice]
            enough = [(k, w) for k, w in keeps if k.left != HOT and k.points >= lacking]
            self._reaching[dice, lacking] = Reaching(
                sum(weight for _, weight in enough),
                sum(weight * keep.points for keep, weight in enough),
                [(keep.points, weight) for keep, weight in keeps if keep.left == HOT],
            )
        return self._reaching[dice, lacking]


class Reaching(NamedTuple):
    """The keeps of a roll that reach a threshold, and those that leave hot dice.

    ``weight`` is the number of rolls in which the player makes a keep that leaves dice
    and reaches the threshold. ``points`` is the sum of the points of these keeps over
    these rolls. ``hot`` has a pair for each keep that leaves hot dice: its points, and
    the number of rolls in which the player makes it.
    """

    weight: int
    points: int
    hot: Sequence[tuple[int, int]]


class Threshold(NamedTuple):
    """The exact mean points of a turn with a threshold, and its farkle probability.

    The turn banks at a fixed number of points or more (the threshold), and else rolls.
    """

    mean: Fraction
    farkle: Fraction


class Forward:
    """Turns that bank at a threshold of points or above; thresholds are up to ``top``.

    ``scaled`` has the rolls of the dice under ``rules``, with weights in one scale
    (``scaled_rolls``). If hot dice are rolled again after the threshold is reached,
    ``hot(stake)`` returns the mean points of such a turn and its farkle probability. If
    ``hot`` is None, hot dice are banked there.
    """

    def __init__(
        self,
        scaled: ScaledRolls,
        rules: FarkleRules,
        top: int,
        hot: Callable[[int], Hot] | None = None,
    ) -> None:
        rolls = scaled.rolls
        self.sizes = scaled.sizes
        self.whole = scaled.whole
        self.start = TurnState(0, max(rolls))
        self.again = self.whole if rules.hot_dice else 0
        self.minimum = rules.minimum_to_bank
        self.grid = points_grid(rolls)
        self.hot = hot
        self.most = most_points_of(rolls)
        self._keeps = {
            dice: {keep for keeps in rolled for keep in keeps}
            for dice, rolled in rolls.items()
        }
        self.lost = min(rules.nothing, 0)
        self.farkle_keeps = rules.farkle_keeps_points
        self._farkles = {dice: rolled.weight(()) for dice, rolled in rolls.items()}
        self._rolled = self._most_rolled(top)
        most = max(self._rolled.values()) + self.sizes[self.whole]
        self._powers = [scaled.base**n for n in range(most + 1)]
        self._next: dict[TurnState, dict[ClassKeep, tuple[TurnState, int]]] = {}

    def reach(self, kept: Callable[[int], Kept], at: int) -> dict[TurnState, int]:
        """Return how likely the turn rolls in each state below ``at``, as an integer.

        All integers have the same denominator, whatever the state. An integer times the
        weight of a keep, divided by this denominator, is the probability to roll in the
        state and then to make the keep. ``kept(stake)`` returns the keeps that the
        player chooses at a stake. ``at`` is the threshold in points.
        """
        reached = {self.start: 1}
        for state in self._states(reached, at):
            probability = reached[state]
            following = self._following(state)
            for keep, weight in kept(state.stake)[state.dice]:
                after, factor = following[keep]
                if after.stake < at and after.dice:
                    more = probability * (weight * factor)
                    reached[after] = reached.get(after, 0) + more
        most = len(self._powers) - 1
        return {
            state: p * self._powers[most - self._rolled[state] - self.sizes[state.dice]]
            for state, p in reached.items()
        }

    def threshold(
        self, kept: Callable[[int], Kept], reached: Mapping[TurnState, int], at: int
    ) -> Threshold:
        """Return the mean points and farkle probability of turns that bank at ``at``.

        ``at`` is the threshold in points. ``kept(stake)`` returns the keeps that the
        player chooses at a stake. ``reached`` has the probability of each state below
        ``at``, as ``reach`` returns it.
        """
        points = safe = 0
        rolled: dict[int, int] = {}
        # Only stakes near ``at`` reach it, unless hot dice end the turn before.
        near = max(0, at - self.most) if self.again else 0
        for state in self._states(reached, at, near):
            probability = reached[state]
            stake = state.stake
            ends = kept(stake).reaching(state.dice, at - stake)
            safe += probability * ends.weight
            points += probability * (stake * ends.weight + ends.points)
            for more, weight in ends.hot:
                hot = stake + more
                ways = probability * weight
                # Below the threshold hot dice are rolled again: the turn goes on.
                if hot < at and self.again:
                    continue
                if self.hot:
                    rolled[hot] = rolled.get(hot, 0) + ways
                else:
                    safe += ways
                    points += ways * hot if hot >= self.minimum else 0
        if self.lost or self.farkle_keeps:
            points += sum(
                probability * self._farkles[dice] * self._after_farkle(stake, dice)
                for (stake, dice), probability in reached.items()
                if stake < at
            )
        total = self._powers[-1]
        mean = fmpq(points, total)
        banked = fmpq(safe, total)
        for stake, ways in rolled.items():
            assert self.hot is not None
            after = self.hot(stake)
            mean += after.mean * fmpq(ways, total)
            banked += (1 - after.farkle) * fmpq(ways, total)
        return Threshold(fraction(mean), fraction(1 - banked))

    def _after_farkle(self, stake: int, dice: int) -> int:
        """Return the points of a turn that ends with a farkle."""
        kept = stake * (self.farkle_keeps and stake >= self.minimum)
        return kept + self.lost * (dice >= self.whole)

    def _following(self, state: TurnState) -> dict[ClassKeep, tuple[TurnState, int]]:
        """Return for each keep the state after it, and the factor for its probability.

        The factor converts the integers to the denominator of the state after the keep.
        """
        if state not in self._next:
            rolled = self._rolled[state] + self.sizes[state.dice]
            self._next[state] = {
                keep: (after, self._powers[max(self._rolled.get(after, 0) - rolled, 0)])
                for keep in self._keeps[state.dice]
                for after in [self._after(state, keep)]
            }
        return self._next[state]

    def _after(self, state: TurnState, keep: ClassKeep) -> TurnState:
        """Return the state after a keep; no dice if the turn is over."""
        return TurnState(state.stake + keep.points, keep.left or self.again)

    def _states(
        self, seen: Mapping[TurnState, object], at: int, start: int = 0
    ) -> Iterator[TurnState]:
        """Yield the states from ``start`` to below ``at`` that are seen, by stake."""
        for stake in range(start, at, self.grid):
            for dice in range(1, self.start.dice + 1):
                if TurnState(stake, dice) in seen:
                    yield TurnState(stake, dice)

    def _most_rolled(self, top: int) -> dict[TurnState, int]:
        """Return the most dice that can have been rolled before each state."""
        most = {self.start: 0}
        for state in self._states(most, top):
            rolled = most[state] + self.sizes[state.dice]
            for keep in self._keeps[state.dice]:
                after = self._after(state, keep)
                if after.dice:
                    most[after] = max(most.get(after, 0), rolled)
        return most

"""Independent derivation of the race: turn by turn, and not roll by roll.

The race is a Markov chain whose steps are whole turns. A state has the side to move,
its total and the opponent's total. The race ends once the opponent is at the goal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from trueodds.core.errors import NotDescribedError
from trueodds.core.models.chain import MarkovChain
from trueodds.core.models.linear import fraction, rational
from trueodds.core.rules.bunco import BuncoRules
from trueodds.proofs.bunco.turns import average_of_rounds, rolls

Weights = dict[int, Fraction]
State = tuple[int, int, int]

SIDES = ("first", "second")

TURNS = 40
"""The number of turns of a race that are followed one by one."""


def first_wins(rules: BuncoRules, number: int) -> Fraction:
    """Return the probability that the side that rolls first wins a round's race.

    ``number`` is the number of the round, which decides the target.

    Example:
        >>> float(first_wins(BuncoRules.load(), 1))
        0.517666103888285
    """
    return _first_wins(Turns.of(rules, number).race().absorption())


def races(rules: BuncoRules) -> dict[str, Fraction]:
    """Return the exact odds of a race to a number of points between two sides.

    They are odds of the winner, the number of turns and rolls, and the points, by
    quantity id.

    Raises:
        NotDescribedError: If the rules have re-rolls or cap a turn.

    Example:
        >>> float(races(BuncoRules.load())["race.turns.mean"])
        28.699862864360217
    """
    return average_of_rounds(rules, _race)


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns of a race, by the total of the moving side at the start of its turn.

    A total is a side's points in the race, and a race ends at the total ``goal``. For
    each total from 0 to ``goal`` - 1, ``after`` has the probability of each total after
    the turn, and ``rolls`` has the mean number of rolls of the turn.
    """

    goal: int
    after: list[Weights]
    rolls: list[Fraction]

    @classmethod
    def of(cls, rules: BuncoRules, number: int) -> Turns:
        """Return the turns of a race in round ``number``, by backward induction.

        The number of the round decides which face scores, the target. The race ends at
        ``rules.round_points`` points.
        """
        goal = rules.round_points
        kinds = rolls(rules, number)
        # A turn has at least one roll. The shared dicts are placeholders that are
        # replaced below.
        turns = cls(goal, [{}] * goal, [Fraction(1)] * goal)
        for start in reversed(range(goal)):
            after: Weights = {}
            for roll in kinds:
                probability = roll.probability
                total = start + roll.points
                # The turn ends here if the roll stops it, or if the goal is reached.
                ends = {total: Fraction(1)}
                if roll.goes_on and total < goal:
                    # A roll that goes on scores, so ``total`` is above ``start`` and
                    # already computed.
                    ends = turns.after[total]
                    turns.rolls[start] += probability * turns.rolls[total]
                for end, share in ends.items():
                    after[end] = after.get(end, 0) + probability * share
            turns.after[start] = after
        return turns

    def race(self) -> MarkovChain[State]:
        """Return the race as a Markov chain whose steps are turns.

        A state is the side to move (0 for the side that began, else 1), its total, and
        the opponent's total.

        Raises:
            NotDescribedError: If no turn scores.
        """
        # If a turn from 0 never scores, no total ever changes.
        if self.after[0].get(0) == 1:
            raise NotDescribedError("a race without points never ends")

        def turn(state: State) -> dict[State, Fraction] | None:
            side, own, other = state
            # The opponent has just moved: only that side's total can have reached the
            # goal.
            if other >= self.goal:
                return None
            # The roles swap: the total of the side to move always comes first.
            return {(1 - side, other, end): p for end, p in self.after[own].items()}

        return MarkovChain((0, 0, 0), turn)


def _first_wins(ends: Mapping[State, Fraction]) -> Fraction:
    """Return the probability that the second side would be to move after the race."""
    return sum((p for (side, _, _), p in ends.items() if side == 1), Fraction(0))


def _race(rules: BuncoRules, number: int) -> Iterator[tuple[str, Fraction]]:
    turns = Turns.of(rules, number)
    race = turns.race()
    yield "race.first_wins", _first_wins(race.absorption())
    yield "race.turns.mean", race.expected_steps()
    yield "race.rolls.mean", race.expected_reward(lambda state: turns.rolls[state[1]])
    yield from _numbers(turns)
    # At the end the side to move is the loser, since the winner moved last.
    points = defaultdict[str, Weights](lambda: defaultdict(Fraction))
    for (side, loser, winner), probability in race.absorption().items():
        points["winner"][winner] += probability
        points["loser"][loser] += probability
        points[SIDES[side]][loser] += probability
        points[SIDES[1 - side]][winner] += probability
    for who, weights in points.items():
        mean = sum((n * x for n, x in weights.items()), Fraction(0))
        yield f"race.points.{who}.mean", mean
        for total in range(max(weights) + 1):
            yield f"race.points.{who}.{total}", weights[total]


def _numbers(turns: Turns) -> Iterator[tuple[str, Fraction]]:
    """Yield the probability of each number of turns, from one turn upwards."""
    turn = [{end: rational(p) for end, p in after.items()} for after in turns.after]
    here = {(0, 0): fmpq(1)}  # by the points of the mover and the opponent
    left = fmpq(1)
    for number in range(1, TURNS):
        # ``left`` is the probability that no side is at the goal after ``number`` - 1
        # turns.
        yield f"race.turns.at_least.{number}", fraction(left)
        after: dict[tuple[int, int], Any] = {}
        for (own, other), probability in here.items():
            for end, share in turn[own].items():
                # Races that end in this turn drop out: what is lost of ``left`` is
                # their probability.
                if end < turns.goal:
                    after[other, end] = after.get((other, end), 0) + probability * share
        here = after
        before = left
        left = sum(here.values(), fmpq(0))
        yield f"race.turns.{number}", fraction(before - left)

"""Independent derivation of the race: turn by turn, and not roll by roll.

A side that is to move at totals (a, b) wins at once, passes the dice with a larger
total, or passes them with the same total. The last case leads back after a second such
turn, so the two equations of the pair are solved in closed form. The expected number of
visits to every pair of totals gives the distributions at the end of the race.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from trueodds.core.errors import NotDescribedError
from trueodds.core.models.linear import fraction, rational
from trueodds.core.rules.bunco import BuncoRules
from trueodds.proofs.bunco.turns import rolls, targets

Weights = dict[int, Any]
Visits = dict[tuple[int, int, int], Any]

SIDES = ("first", "second")

TURNS = 40
"""The number of turns of a race that are followed one by one."""


def first_wins(rules: BuncoRules, number: int) -> Fraction:
    """Return the probability that the side that rolls first wins a round's race.

    Example:
        >>> float(first_wins(BuncoRules.load(), 1))
        0.517666103888285
    """
    turns = Turns.of(rules, number)
    return fraction(_first_wins(turns, turns.visits()))


def races(rules: BuncoRules) -> dict[str, Fraction]:
    """Return the exact odds of the race: the winner, the duration and the points.

    Raises:
        NotDescribedError: If the rules have re-rolls or cap a turn.

    Example:
        >>> float(races(BuncoRules.load())["race.turns.mean"])
        28.699862864360217
    """
    sums: dict[str, Any] = {}
    rounds = targets(rules)
    for number in rounds:
        for id, value in _race(rules, number):
            sums[id] = sums.get(id, fmpq(0)) + value
    return {id: fraction(value) / len(rounds) for id, value in sums.items()}


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns of a race, by the total of the side at the start of its turn.

    ``after`` has the probability of each total after the turn, and ``rolls`` has the
    mean number of rolls.
    """

    goal: int
    after: list[Weights]
    rolls: list[Any]

    @classmethod
    def of(cls, rules: BuncoRules, number: int) -> Turns:
        """Return the turns of a round, computed from high totals down."""
        goal, kinds = rules.round_points, rolls(rules, number)
        turns = cls(goal, [{}] * goal, [fmpq(1)] * goal)
        for start in reversed(range(goal)):
            after: Weights = {}
            for roll in kinds:
                probability, total = rational(roll.probability), start + roll.points
                ends = {total: 1}
                if roll.goes_on and total < goal:
                    ends = turns.after[total]
                    turns.rolls[start] += probability * turns.rolls[total]
                for end, share in ends.items():
                    after[end] = after.get(end, 0) + probability * share
            turns.after[start] = after
        return turns

    def visits(self) -> Visits:
        """Return the expected number of turns by side, its total and the opponent's.

        A turn without points leads to the opponent's turn at the same totals. Let x and
        y be the expected numbers of turns of the two sides at these totals, and a and b
        the expected numbers of those turns that follow a turn with points. A turn of
        the second side has no points with probability s, and a turn of the first side
        with probability t. Hence x = a + s y and y = b + t x, so that
        x = (a + s b) / (1 - s t).
        """
        into = {(0, 0, 0): fmpq(1)}
        visits = {}
        for both in range(2 * self.goal - 1):
            for own in range(
                max(both - self.goal + 1, 0), min(both, self.goal - 1) + 1
            ):
                other = both - own
                here, there = (0, own, other), (1, other, own)
                a, b = (into.get(state, fmpq(0)) for state in (here, there))
                s, t = (self.after[n].get(n, 0) for n in (other, own))
                if s * t == 1:
                    raise NotDescribedError("a race without points never ends")
                visits[here] = (a + s * b) / (1 - s * t)
                visits[there] = (b + t * a) / (1 - s * t)
                for side, mine, theirs in (here, there):
                    for end, probability in self.after[mine].items():
                        if mine < end < self.goal:
                            to = 1 - side, theirs, end
                            more = visits[side, mine, theirs] * probability
                            into[to] = into.get(to, 0) + more
        return visits


def _first_wins(turns: Turns, visits: Visits) -> Any:
    wins = (
        times * probability
        for (side, own, _), times in visits.items()
        for end, probability in turns.after[own].items()
        if side == 0 and end >= turns.goal
    )
    return sum(wins, fmpq(0))


def _race(rules: BuncoRules, number: int) -> Iterator[tuple[str, Any]]:
    turns = Turns.of(rules, number)
    visits = turns.visits()
    yield "race.first_wins", _first_wins(turns, visits)
    yield from _numbers(turns)
    points: dict[str, Weights] = {}
    moves, rolled = fmpq(0), fmpq(0)
    for (side, own, other), times in visits.items():
        moves += times
        rolled += times * turns.rolls[own]
        for end, probability in turns.after[own].items():
            if end < turns.goal:
                continue
            for who, total in (
                ("winner", end),
                ("loser", other),
                (SIDES[side], end),
                (SIDES[1 - side], other),
            ):
                weights = points.setdefault(who, {})
                weights[total] = weights.get(total, 0) + times * probability
    yield "race.turns.mean", moves
    yield "race.rolls.mean", rolled
    for who, weights in points.items():
        mean = sum((n * x for n, x in weights.items()), fmpq(0))
        yield f"race.points.{who}.mean", mean
        for total in range(max(weights) + 1):
            yield f"race.points.{who}.{total}", weights.get(total, fmpq(0))


def _numbers(turns: Turns) -> Iterator[tuple[str, Any]]:
    """Yield the probability of each number of turns, from one turn upwards."""
    here = {(0, 0): fmpq(1)}  # by the points of the mover and the opponent
    left = fmpq(1)
    for number in range(1, TURNS):
        yield f"race.turns.at_least.{number}", left
        after: dict[tuple[int, int], Any] = {}
        for (own, other), probability in here.items():
            for end, share in turns.after[own].items():
                if end < turns.goal:
                    after[other, end] = after.get((other, end), 0) + probability * share
        here, before = after, left
        left = sum(here.values(), fmpq(0))
        yield f"race.turns.{number}", before - left

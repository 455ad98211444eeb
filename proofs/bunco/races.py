"""The race a second way: told turn by turn instead of roll by roll.

Who is to move at a against b wins at once, hands over at a larger total, or hands over
at the same one, which leads back; the two equations of such a pair are solved by hand.
How often each side is to move with which totals, in expectation, gives the laws at the
end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from flint import fmpq

from trueodds.core.linear import fraction, rational
from trueodds.core.rules.bunco import BuncoRules
from trueodds.proofs.bunco.turns import rolls, targets

Law = dict[int, Any]

SIDES = ("first", "second")

TURNS = 40
"""So many turns of a race are followed one by one."""


def first_wins(rules: BuncoRules, number: int) -> Fraction:
    """The chance of the side that rolls first to win a round's race, turn by turn.

    >>> float(first_wins(BuncoRules.load(), 1))
    0.517666103888285
    """
    goal, kinds = rules.round_points, rolls(rules, number)

    @cache
    def after_turn(start: int) -> dict[int, Fraction]:
        """The law of the total after a turn; ``goal`` stands for all from there on."""
        if start == goal:
            return {goal: Fraction(1)}
        law: dict[int, Fraction] = {}
        for roll in kinds:
            total = min(start + roll.points, goal)
            more = after_turn(total) if roll.goes_on else {total: Fraction(1)}
            for end, chance in more.items():
                law[end] = law.get(end, Fraction(0)) + roll.chance * chance
        return law

    def elsewhere(own: int, other: int) -> Fraction:
        """The chance to win by a turn that changes the total."""
        return sum(
            (
                chance if end == goal else chance * (1 - to_move(other, end))
                for end, chance in after_turn(own).items()
                if end != own
            ),
            Fraction(0),
        )

    @cache
    def to_move(own: int, other: int) -> Fraction:
        # v = e + s (1 - w) and w = f + t (1 - v), where s and t are turns of nothing.
        here, there = elsewhere(own, other), elsewhere(other, own)
        still = after_turn(own).get(own, Fraction(0))
        again = after_turn(other).get(other, Fraction(0))
        return (here + still * (1 - there - again)) / (1 - still * again)

    return to_move(0, 0)


def races(rules: BuncoRules) -> dict[str, Fraction]:
    """Who wins the race, how long it takes, and the points at its end; exact.

    Raises ``ValueError`` for rules with re-rolls, or that cap a turn.

    >>> found = races(BuncoRules.load())
    >>> float(found["race.turns.mean"])
    28.699862864360217
    """
    if rules.rerolls or rules.turn_capped:
        raise ValueError("the race is told turn by turn without re-rolls and caps only")
    sums: dict[str, Any] = {}
    rounds = targets(rules)
    for number in rounds:
        for id, value in _race(rules, number):
            sums[id] = sums.get(id, fmpq(0)) + value
    return {id: fraction(value) / len(rounds) for id, value in sums.items()}


@dataclass(frozen=True, slots=True)
class Turns:
    """Turns of a race by the total they start from: the law after, and mean rolls."""

    goal: int
    after: list[Law]
    rolls: list[Any]

    @classmethod
    def of(cls, rules: BuncoRules, number: int) -> Turns:
        """The turns of a round, found from high totals down."""
        goal, kinds = rules.round_points, rolls(rules, number)
        found = cls(goal, [{}] * goal, [fmpq(1)] * goal)
        for start in reversed(range(goal)):
            law: Law = {}
            for roll in kinds:
                chance, total = rational(roll.chance), start + roll.points
                ends = {total: 1}
                if roll.goes_on and total < goal:
                    ends = found.after[total]
                    found.rolls[start] += chance * found.rolls[total]
                for end, share in ends.items():
                    law[end] = law.get(end, 0) + chance * share
            found.after[start] = law
        return found

    def visits(self) -> dict[tuple[int, int, int], Any]:
        """How often each side is to move, by its points and the other's, on average.

        A turn of nothing leads from a side's turn to the other's at the same totals, so
        x = a + s y and y = b + t x, and x = (a + s b) / (1 - s t).
        """
        into = {(0, 0, 0): fmpq(1)}
        found = {}
        for both in range(2 * self.goal - 1):
            for own in range(
                max(both - self.goal + 1, 0), min(both, self.goal - 1) + 1
            ):
                other = both - own
                here, there = (0, own, other), (1, other, own)
                a, b = (into.get(state, fmpq(0)) for state in (here, there))
                s, t = (self.after[n].get(n, 0) for n in (other, own))
                found[here] = (a + s * b) / (1 - s * t)
                found[there] = (b + t * a) / (1 - s * t)
                for side, mine, theirs in (here, there):
                    for end, chance in self.after[mine].items():
                        if mine < end < self.goal:
                            to = 1 - side, theirs, end
                            more = found[side, mine, theirs] * chance
                            into[to] = into.get(to, 0) + more
        return found


def _race(rules: BuncoRules, number: int) -> Iterator[tuple[str, Any]]:
    turns = Turns.of(rules, number)
    yield "race.first_wins", rational(first_wins(rules, number))
    yield from _numbers(turns)
    points: dict[str, Law] = {}
    moves, rolled = fmpq(0), fmpq(0)
    for (side, own, other), visits in turns.visits().items():
        moves += visits
        rolled += visits * turns.rolls[own]
        for end, chance in turns.after[own].items():
            if end < turns.goal:
                continue
            for who, total in (
                ("winner", end),
                ("loser", other),
                (SIDES[side], end),
                (SIDES[1 - side], other),
            ):
                law = points.setdefault(who, {})
                law[total] = law.get(total, 0) + visits * chance
    yield "race.turns.mean", moves
    yield "race.rolls.mean", rolled
    for who, law in points.items():
        yield f"race.points.{who}.mean", sum((n * x for n, x in law.items()), fmpq(0))
        for total in range(max(law) + 1):
            yield f"race.points.{who}.{total}", law.get(total, fmpq(0))


def _numbers(turns: Turns) -> Iterator[tuple[str, Any]]:
    """The chance of each number of turns, one turn after the other."""
    here = {(0, 0): fmpq(1)}  # by the points of who is to move, and the other's
    left = fmpq(1)
    for number in range(1, TURNS):
        yield f"race.turns.at_least.{number}", left
        after: dict[tuple[int, int], Any] = {}
        for (own, other), chance in here.items():
            for end, share in turns.after[own].items():
                if end < turns.goal:
                    after[other, end] = after.get((other, end), 0) + chance * share
        here, before = after, left
        left = sum(here.values(), fmpq(0))
        yield f"race.turns.{number}", before - left

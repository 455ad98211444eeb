"""The race at the head table: two sides alternate turns until one has enough points.

States are whose turn it is and both totals. Totals only grow, and at fixed totals the
dice go back and forth until somebody scores: two unknowns, u = i + q v and v = j + q u,
with the solution u = (i + q j) / (1 - q q). So one pass solves the chain exactly.

How many turns it takes: each side's turns do not depend on the other's, so side by
side the chances to reach the end at the k-th turn, and not yet by then, are enough.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import fmpq

from trueodds.analysis.bunco.turn import (
    MOST_LISTED,
    REST,
    Turn,
    at_least,
    average,
    average_laws,
    mean,
    series,
)
from trueodds.core.quantity import Quantity
from trueodds.core.rules.bunco import BuncoRules

METHOD = "Markov chain"
FIRST, SECOND = 0, 1
SIDES = {
    "first": "the side that rolls first",
    "second": "the other side",
    "winner": "the winners",
    "loser": "the losers",
}


@dataclass(frozen=True)
class Race:
    """How a race ends: the chance of each winner and both totals, and its mean length.

    ``ends[side, own, other]``: this side wins with ``own`` points against ``other``.
    """

    ends: dict[tuple[int, int, int], fmpq]
    rolls: Fraction
    turns: Fraction

    @property
    def first_wins(self) -> Fraction:
        """The chance of the side that rolls first."""
        return _fraction(
            sum((p for e, p in self.ends.items() if e[0] == FIRST), fmpq(0))
        )

    @cached_property
    def points(self) -> dict[str, list[Fraction]]:
        """The laws of the points of the first, second, winning and losing side.

        The chance of n points is at index n.
        """
        longest = max(own for _, own, _ in self.ends) + 1
        laws = {who: [fmpq(0)] * longest for who in SIDES}
        for (side, own, other), chance in self.ends.items():
            totals = (own, other) if side == FIRST else (other, own)
            for who, points in zip(SIDES, (*totals, own, other), strict=True):
                laws[who][points] += chance
        return {who: [*map(_fraction, law)] for who, law in laws.items()}


def race(turn: Turn, goal: int) -> Race:
    """The race to ``goal`` points, exactly.

    >>> from trueodds.analysis.bunco.rolls import roll_law
    >>> rules = BuncoRules.load()
    >>> found = race(Turn.of(roll_law(1, rules), rules), 21)
    >>> float(found.first_wins), len(str(found.first_wins.denominator))
    (0.517666103888285, 110)
    """
    moves = [(t, fmpq(w, turn.throws.total)) for t, w in turn.throws.items()]
    miss = sum((p for t, p in moves if not t.points), fmpq(0))
    into: dict[tuple[int, int, int], fmpq] = {(FIRST, 0, 0): fmpq(1)}
    ends: dict[tuple[int, int, int], fmpq] = {}
    rolls = passes = fmpq(0)
    for own in range(goal):
        for other in range(goal):
            first = into.pop((FIRST, own, other), fmpq(0))
            second = into.pop((SECOND, other, own), fmpq(0))
            both = 1 - miss * miss
            for side, visits, mine, theirs in (
                (FIRST, (first + miss * second) / both, own, other),
                (SECOND, (second + miss * first) / both, other, own),
            ):
                rolls += visits
                passes += visits * miss
                for throw, chance in moves:
                    if not throw.points:
                        continue
                    reached, flow = mine + throw.points, visits * chance
                    if reached >= goal:
                        # Points past the cap are lost, and the cap is the goal.
                        end = side, reached if turn.cap is None else goal, theirs
                        ends[end] = ends.get(end, fmpq(0)) + flow
                        continue
                    after = side, reached, theirs
                    if not throw.goes_on:
                        after = 1 - side, theirs, reached
                        passes += flow
                    into[after] = into.get(after, fmpq(0)) + flow
    return Race(
        ends,
        rolls=_fraction(rolls),
        turns=1 + _fraction(passes),
    )


def turns_law(turn: Turn, goal: int, length: int) -> list[Fraction]:
    """The chance that the race takes n turns, at index n, for n below ``length``."""
    reaches, alive = side_turns(turn, goal, length // 2 + 1)
    law = [fmpq(0)]
    for k in range(1, len(reaches)):
        law += [reaches[k] * alive[k - 1], alive[k] * reaches[k]]
    return [_fraction(chance) for chance in law[:length]]


def side_turns(turn: Turn, goal: int, turns: int) -> tuple[list[fmpq], list[fmpq]]:
    """The chances that a side gets there at its k-th turn, and that it has not yet."""
    moves = [(t, fmpq(w, turn.throws.total)) for t, w in turn.throws.items()]
    totals = [fmpq(1)] + [fmpq(0)] * (goal - 1)
    reaches, alive = [fmpq(0)], [fmpq(1)]
    for _ in range(turns):
        after = [fmpq(0)] * goal
        there = fmpq(0)
        for total in range(goal):
            for throw, chance in moves:
                reached, flow = total + throw.points, totals[total] * chance
                if reached >= goal:
                    there += flow
                elif throw.goes_on:
                    totals[reached] += flow
                else:
                    after[reached] += flow
        totals = after
        reaches.append(there)
        alive.append(alive[-1] - there)
    return reaches, alive


def quantities(
    turns: Sequence[Turn], races: Mapping[Turn, Race], rules: BuncoRules
) -> Iterator[Quantity]:
    """The race's quantities, the mean over the targets of all rounds."""
    found = [races[turn] for turn in turns]
    yield Quantity(
        id="race.first_wins",
        label="The side that rolls first wins the race",
        value=average([race.first_wins for race in found]),
        unit="probability",
        method=METHOD,
    )
    for id, label, unit, values in (
        ("turns", "Mean turns of a race", "turns", [race.turns for race in found]),
        ("rolls", "Mean rolls of a race", "rolls", [race.rolls for race in found]),
    ):
        yield Quantity(
            id=f"race.{id}.mean",
            label=label,
            value=average(values),
            unit=unit,
            method=METHOD,
        )
    laws = {turn: _listed_turns(turn, rules.round_points) for turn in races}
    longest = max(map(len, laws.values()))
    padded = {
        turn: law
        if len(law) == longest
        else turns_law(turn, rules.round_points, longest)
        for turn, law in laws.items()
    }
    chances = average_laws([padded[turn] for turn in turns])
    yield from series("race.turns", "Turns of a race: {}", chances, METHOD, start=1)
    yield from at_least("race.turns.at_least", "turns in a race", chances, start=1)
    for who, name in SIDES.items():
        yield from _points(who, name, found)


def _listed_turns(turn: Turn, goal: int) -> list[Fraction]:
    """The law of the turns, as long as there is anything to list."""
    length = 32
    while True:
        law = turns_law(turn, goal, length)
        if 1 - sum(law) < REST or length >= MOST_LISTED:
            return law
        length = min(2 * length, MOST_LISTED)


def _points(who: str, name: str, races: Sequence[Race]) -> Iterator[Quantity]:
    chances = average_laws([race.points[who] for race in races])
    while not chances[-1]:
        chances.pop()
    yield Quantity(
        id=f"race.points.{who}.mean",
        label=f"Mean points of {name}",
        value=mean(chances),
        unit="points",
        method=METHOD,
    )
    for points, chance in enumerate(chances):
        yield Quantity(
            id=f"race.points.{who}.{points}",
            label=f"Points of {name}: {points}",
            value=chance,
            unit="probability",
            method=METHOD,
        )


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))

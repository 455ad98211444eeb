"""The race at the head table: two sides alternate turns until either reaches the goal.

A state is the side to move and both totals. Totals only grow, and at fixed totals the
dice go back and forth until a roll scores. Let q be the probability that a roll does
not score, and let i and j be the mean numbers of arrivals at these totals with each
side to move. The sides' mean visits u and v satisfy u = i + q v and v = j + q u, so
u = (i + q j) / (1 - q q). One loop over the totals thus solves the chain exactly.

The turns of the two sides are independent. The number of turns therefore follows from
two probabilities of each side: to reach the goal at its k-th turn, and not by then.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
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
    average_distributions,
    mean,
    series,
)
from trueodds.core.exact.quantity import Quantity
from trueodds.core.models.linear import fraction
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
    """The ends of a race, with their probabilities, and its mean length.

    ``ends[side, own, other]`` is the probability that this side wins with ``own``
    points against ``other`` points of the opposing side.
    """

    ends: dict[tuple[int, int, int], fmpq]
    rolls: Fraction
    turns: Fraction

    @property
    def first_wins(self) -> Fraction:
        """The probability that the side that rolls first wins."""
        return fraction(
            sum((p for e, p in self.ends.items() if e[0] == FIRST), fmpq(0))
        )

    @cached_property
    def points(self) -> dict[str, list[Fraction]]:
        """The distribution of the points of the first, second, winning and losing side.

        The probability of n points is at index n.
        """
        longest = max(own for _, own, _ in self.ends) + 1
        points = {who: [fmpq(0)] * longest for who in SIDES}
        for (side, own, other), probability in self.ends.items():
            totals = (own, other) if side == FIRST else (other, own)
            for who, total in zip(SIDES, (*totals, own, other), strict=True):
                points[who][total] += probability
        return {who: [*map(fraction, values)] for who, values in points.items()}


def race(turn: Turn, goal: int) -> Race:
    """Solve the race to ``goal`` points exactly.

    >>> from trueodds.analysis.bunco.rolls import roll_distribution
    >>> rules = BuncoRules.load()
    >>> to_21 = race(Turn.of(roll_distribution(1, rules), rules), 21)
    >>> float(to_21.first_wins), len(str(to_21.first_wins.denominator))
    (0.517666103888285, 110)
    """
    moves = turn.moves
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
                for throw, probability in moves:
                    if not throw.points:
                        continue
                    reached, flow = mine + throw.points, visits * probability
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
    return Race(ends, fraction(rolls), 1 + fraction(passes))


def turns_distribution(turn: Turn, goal: int, length: int) -> list[Fraction]:
    """Return the probabilities that the race takes 0, 1, … ``length - 1`` turns."""
    reaches, alive = side_turns(turn, goal, length // 2 + 1)
    turns = [fmpq(0)]
    for k in range(1, len(reaches)):
        turns += [reaches[k] * alive[k - 1], alive[k] * reaches[k]]
    return [*map(fraction, turns[:length])]


def side_turns(turn: Turn, goal: int, turns: int) -> tuple[list[fmpq], list[fmpq]]:
    """Return by k the probabilities to reach the goal at turn k, and later than k."""
    moves = turn.moves
    totals = [fmpq(1)] + [fmpq(0)] * (goal - 1)
    reaches, alive = [fmpq(0)], [fmpq(1)]
    for _ in range(turns):
        after = [fmpq(0)] * goal
        arrived = fmpq(0)
        for total in range(goal):
            for throw, probability in moves:
                reached, flow = total + throw.points, totals[total] * probability
                if reached >= goal:
                    arrived += flow
                elif throw.goes_on:
                    totals[reached] += flow
                else:
                    after[reached] += flow
        totals = after
        reaches.append(arrived)
        alive.append(alive[-1] - arrived)
    return reaches, alive


def quantities(
    turns: Sequence[Turn], races: Mapping[Turn, Race], rules: BuncoRules
) -> Iterator[Quantity]:
    """Yield the race's quantities, averaged over the targets of all rounds."""
    rounds = [races[turn] for turn in turns]
    for id, label, unit, values in (
        (
            "first_wins",
            "The side that rolls first wins the race",
            "probability",
            [race.first_wins for race in rounds],
        ),
        ("turns.mean", "Mean turns of a race", "turns", [r.turns for r in rounds]),
        ("rolls.mean", "Mean rolls of a race", "rolls", [r.rolls for r in rounds]),
    ):
        yield Quantity(f"race.{id}", label, average(values), unit, METHOD)
    lengths = _listed_turns(races, rules.round_points)
    listed = average_distributions([lengths[turn] for turn in turns])
    yield from series("race.turns", "Turns of a race: {}", listed, METHOD, start=1)
    yield from at_least("race.turns.at_least", "turns in a race", listed, start=1)
    for who, name in SIDES.items():
        yield from _points(who, name, rounds)


def _listed_turns(turns: Collection[Turn], goal: int) -> dict[Turn, list[Fraction]]:
    """Return the distribution of a race's number of turns, by kind of turn.

    It is listed until less than ``REST`` of probability is left.
    """
    length = 32
    while True:
        listed = {turn: turns_distribution(turn, goal, length) for turn in turns}
        rest = max(1 - sum(values) for values in listed.values())
        if rest < REST or length >= MOST_LISTED:
            return listed
        length = min(2 * length, MOST_LISTED)


def _points(who: str, name: str, races: Sequence[Race]) -> Iterator[Quantity]:
    points = average_distributions([race.points[who] for race in races])
    while not points[-1]:
        points.pop()
    prefix = f"race.points.{who}"
    yield Quantity(
        f"{prefix}.mean", f"Mean points of {name}", mean(points), "points", METHOD
    )
    for n, value in enumerate(points):
        yield Quantity(
            f"{prefix}.{n}", f"Points of {name}: {n}", value, "probability", METHOD
        )

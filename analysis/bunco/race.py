"""The race at the head table: two sides alternate turns until either reaches the goal.

A state is the seat to roll and both totals; a race has one seat a side, and a round of
a night has several. Totals only grow, and at fixed totals the dice go round the seats
until a roll scores. One loop over the totals thus solves the chain exactly.

The turns of the two sides are independent. The number of turns therefore follows from
two probabilities of each side: that it reaches the goal at its k-th turn, and that it
has not reached the goal by then.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import TypeVar

from flint import fmpq, fmpq_poly

from trueodds.analysis.bunco.turn import (
    MOST_LISTED,
    REST,
    TargetTurn,
    Throw,
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
FIRST = 0
SIDES = {
    "first": "the side that rolls first",
    "second": "the other side",
    "winner": "the winners",
    "loser": "the losers",
}

Flow = TypeVar("Flow", fmpq, fmpq_poly)
"""A mean number of rolls. A polynomial splits it by a tally, which is the exponent."""


@dataclass(frozen=True)
class Race:
    """The ends of a race, with their probabilities, and its mean length.

    A side is 0 if it rolls first, else 1. ``ends[side, own, other]`` is the probability
    that this side wins with ``own`` points against ``other`` points of the opposing
    side. ``rolls`` and ``turns`` are the mean numbers of rolls and of turns of both
    sides.
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

        The keys are "first", "second", "winner" and "loser". The probability of n
        points is at index n.
        """
        longest = max(own for _, own, _ in self.ends) + 1
        points = {who: [fmpq(0)] * longest for who in SIDES}
        for (side, own, other), probability in self.ends.items():
            totals = (own, other) if side == FIRST else (other, own)
            for who, total in zip(SIDES, (*totals, own, other), strict=True):
                points[who][total] += probability
        return {who: [*map(fraction, values)] for who, values in points.items()}


def race(turn: TargetTurn, goal: int) -> Race:
    """Solve the race to ``goal`` points exactly.

    ``turn`` is a turn of either side.

    >>> from trueodds.analysis.bunco.rolls import roll_distribution
    >>> rules = BuncoRules.load()
    >>> to_21 = race(TargetTurn.of(roll_distribution(1, rules), rules), 21)
    >>> float(to_21.first_wins), len(str(to_21.first_wins.denominator))
    (0.517666103888285, 110)
    """
    ends: dict[tuple[int, int, int], fmpq] = {}
    rolls = passes = fmpq(0)
    for side, own, other, throw, flow in rolls_at_head(turn, goal, [fmpq(1), fmpq(0)]):
        rolls += flow
        reached = turn.after(own, throw)
        if reached >= goal:
            end = side, reached, other
            ends[end] = ends.get(end, fmpq(0)) + flow
        elif not throw.goes_on:
            passes += flow
    # The race has a first turn, and one more each time the dice are passed on.
    return Race(ends, fraction(rolls), 1 + fraction(passes))


def rolls_at_head(
    turn: TargetTurn,
    goal: int,
    first: Sequence[Flow],
    mark: Callable[[int, Throw, Flow], Flow] | None = None,
) -> Iterator[tuple[int, int, int, Throw, Flow]]:
    """Yield each possible roll at the head table, with the mean number of such rolls.

    The first four entries are the seat that rolls, the total of its side before the
    roll, the total of the opposing side, and the effect of the roll. The even seats are
    one side, and the odd seats the opposing side.

    Args:
        turn: A turn of any seat.
        goal: The points that end the round.
        first: The probability of each seat to roll first. These numbers and the mean
            numbers of rolls are fractions, or polynomials that also record a tally: the
            coefficient n belongs to a tally of n.
        mark: Records a roll of seat 0 in the tally: it maps the total before the roll,
            the roll's effect and the mean number to the new mean number.
    """
    seats = len(first)
    moves = turn.moves
    nothing = 0 * first[0]
    # A roll without points passes the dice on, and leaves both totals as they are.
    miss = sum((p for t, p in moves if not t.points), fmpq(0))
    into = {(seat, 0, 0): flow for seat, flow in enumerate(first)}
    # A roll that scores raises a total, so each state
    # comes after those that lead to it.
    for totals in product(range(goal), repeat=2):
        # The first total is that of the even seats, the second that of the odd seats.
        at = [(n, totals[n % 2], totals[1 - n % 2]) for n in range(seats)]
        inflow = [into.pop(state, nothing) for state in at]
        visits = _round_the_seats(inflow, miss)
        for (seat, own, other), here in zip(at, visits, strict=True):
            for throw, probability in moves:
                flow = here * probability
                reached = own + throw.points
                if mark and seat == 0:
                    flow = mark(own, throw, flow)
                yield seat, own, other, throw, flow
                # Rolls without points are counted by ``_round_the_seats`` already.
                if throw.points and reached < goal:
                    after = seat, reached, other
                    if not throw.goes_on:
                        after = (seat + 1) % seats, other, reached
                    into[after] = into.get(after, nothing) + flow


def _round_the_seats(inflow: list[Flow], miss: fmpq) -> list[Flow]:
    """Return the mean rolls of each seat, if a miss passes the dice to the next seat.

    The mean rolls of seat i are v(i) = inflow(i) + miss v(i - 1). Inserting these
    equations once around the table gives v(0), from which the other v(i) follow.
    """
    around = 0 * inflow[0]
    for flow in inflow[1:] + inflow[:1]:
        around = around * miss + flow
    visits = [around / (1 - miss ** len(inflow))]
    for flow in inflow[1:]:
        visits.append(visits[-1] * miss + flow)
    return visits


def turns_distribution(turn: TargetTurn, goal: int, length: int) -> list[Fraction]:
    """Return the probabilities that the race takes 0, 1, … ``length - 1`` turns.

    The turns of both sides count. ``turn`` is a turn of either side, and ``goal`` is
    the points that end the race.
    """
    reaches, alive = side_turns(turn, goal, length // 2 + 1)
    turns = [fmpq(0)]
    for k in range(1, len(reaches)):
        # The first side gets there in its k-th turn, while the second has had one turn
        # less. Or the second side does, after the first has had k turns too.
        turns += [reaches[k] * alive[k - 1], alive[k] * reaches[k]]
    return [*map(fraction, turns[:length])]


def side_turns(
    turn: TargetTurn, goal: int, turns: int
) -> tuple[list[fmpq], list[fmpq]]:
    """Return the probabilities that a side reaches the goal in its own turn k.

    The second list has the probabilities that the side has not reached the goal by its
    turn k. Both lists have k = 0 … ``turns`` as their index. ``turn`` is a turn of the
    side, and ``goal`` is the points that end the race.
    """
    moves = turn.moves
    totals = [fmpq(1)] + [fmpq(0)] * (goal - 1)
    reaches = [fmpq(0)]
    alive = [fmpq(1)]
    for _ in range(turns):
        after = [fmpq(0)] * goal
        arrived = fmpq(0)
        for total in range(goal):
            for throw, probability in moves:
                reached = total + throw.points
                flow = totals[total] * probability
                if reached >= goal:
                    arrived += flow
                # The turn goes on at a higher total, which this loop comes to later.
                elif throw.goes_on:
                    totals[reached] += flow
                else:
                    after[reached] += flow
        totals = after
        reaches.append(arrived)
        alive.append(alive[-1] - arrived)
    return reaches, alive


def quantities(
    turns: Sequence[TargetTurn], races: Mapping[TargetTurn, Race], rules: BuncoRules
) -> Iterator[Quantity]:
    """Yield the race's quantities, averaged over the targets of all rounds.

    ``turns`` has the turn of each round, in order. ``races`` has the race of each
    different turn. ``rules`` have the points that end a round.
    """
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


def _listed_turns(
    turns: Collection[TargetTurn], goal: int
) -> dict[TargetTurn, list[Fraction]]:
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

"""A turn: roll while scoring, and stop at the first roll without points.

The *total* is the points so far. It is a Markov chain that only grows. One loop over
the totals n gives u(n), the expected number of visits of n: u(n) = sum over k of p(k)
u(n - k), where p(k) is the probability of a roll of k points after which the turn goes
on. A turn has no largest score, but its infinite sums are geometric series with closed
forms. A *cap* is the most points of a turn, if the rules limit them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import zip_longest
from typing import NamedTuple

from flint import fmpq

from trueodds.analysis.bunco.rolls import Awards
from trueodds.core.exact.digits import counted
from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.quantity import Quantity
from trueodds.core.models.linear import fraction
from trueodds.core.rules.bunco import BuncoRules

METHOD = "Markov chain"
REST = Fraction(1, 10**6)
"""Endless outcomes are listed until less than this probability is left."""

MOST_LISTED = 250


class Throw(NamedTuple):
    """The effect of a roll in a turn.

    ``points`` is what the roll scores. ``bunco`` is true if the roll is a Bunco that
    scores. ``goes_on`` is true if the turn goes on after the roll.
    """

    points: int
    bunco: bool
    goes_on: bool


@dataclass(frozen=True)
class TargetTurn:
    """A turn for one target: the effects of its rolls, and the total that caps it.

    The effect of a roll is its points, if it is a Bunco that scores, and if the turn
    goes on. ``throws`` is the distribution of this effect. ``cap`` is the total at
    which the turn ends, or None if there is no such total.
    """

    throws: Distribution[Throw]
    cap: int | None

    @classmethod
    def of(cls, awards: Awards, rules: BuncoRules) -> "TargetTurn":
        """Return the turn of a round, given the distribution of the award of a roll.

        An award has the name and the points of a roll. ``rules`` say which rolls end a
        turn.
        """
        ends = {
            "Bunco": rules.bunco_ends_turn,
            "mini Bunco": rules.mini_bunco_ends_turn,
        }
        throws = awards.map(
            lambda award: Throw(
                award.points,
                award.name == "Bunco" and award.points > 0,
                award.points > 0 and not ends.get(award.name, False),
            )
        )
        return cls(throws, rules.round_points if rules.turn_capped else None)

    @property
    def moves(self) -> list[tuple[Throw, fmpq]]:
        """The effects of a roll with their probabilities."""
        return [(t, fmpq(w, self.throws.total)) for t, w in self.throws.items()]

    @property
    def ends(self) -> bool:
        """True if the turn ends with probability 1."""
        return self.cap is not None or self._goes_on < 1

    @property
    def scores(self) -> bool:
        """True if any roll scores."""
        return any(throw.points for throw in self.throws)

    @cached_property
    def rolls(self) -> Fraction:
        """The mean number of rolls of the turn."""
        return self._visits(Throw(0, True, True), Throw(0, False, True))

    @property
    def buncos(self) -> Fraction:
        """The mean number of Buncos of the turn, by Wald's identity."""
        bunco = self.throws.weight_where(lambda throw: throw.bunco)
        return self.rolls * Fraction(bunco, self.throws.total)

    @property
    def any_bunco(self) -> Fraction:
        """The probability of at least one Bunco in the turn.

        It is the mean number of rolls up to the first Bunco, times the probability of a
        Bunco in a roll.
        """
        before = self._visits(Throw(0, False, True))
        bunco = self.throws.weight_where(lambda throw: throw.bunco)
        return before * Fraction(bunco, self.throws.total)

    @property
    def mean(self) -> Fraction:
        """The mean points of the turn."""
        if self.cap is not None:
            return mean(self.points(self.cap + 1))
        return self.rolls * self.throws.expected(lambda throw: throw.points)

    def after(self, total: int, throw: Throw) -> int:
        """Return the total after the roll ``throw``; points past the cap are lost."""
        reached = total + throw.points
        return reached if self.cap is None else min(reached, self.cap)

    def points(self, length: int) -> list[Fraction]:
        """Return the exact probability of each number of points of the turn.

        The numbers are 0, 1, … ``length - 1``.
        """
        reached = [fmpq(0)] * length
        stopped = [fmpq(0)] * length
        reached[0] = fmpq(1)
        moves = self.moves
        for total in range(length):
            if self.cap is not None and total >= self.cap:
                stopped[total] += reached[total]
                continue
            for throw, probability in moves:
                after = self.after(total, throw)
                if after < length:
                    into = reached if throw.goes_on else stopped
                    into[after] += reached[total] * probability
        return [fraction(c) for c in stopped]

    @property
    def _goes_on(self) -> Fraction:
        weight = self.throws.weight_where(lambda throw: throw.goes_on)
        return Fraction(weight, self.throws.total)

    def _visits(self, *kinds: Throw) -> Fraction:
        """Return the mean number of rolls before which all rolls are of these kinds.

        The first roll of a turn counts. The points of ``kinds`` are ignored.
        """
        steps: dict[int, Fraction] = {}
        for throw, weight in self.throws.items():
            if throw._replace(points=0) in kinds:
                probability = Fraction(weight, self.throws.total)
                steps[throw.points] = steps.get(throw.points, 0) + probability
        # Each further roll needs one more roll of these kinds: a geometric series.
        if self.cap is None:
            return 1 / (1 - sum(steps.values(), Fraction(0)))
        # Totals only grow until the cap ends the turn, so one loop has all visits.
        visits = [Fraction(1)] + [Fraction(0)] * (self.cap - 1)
        for total in range(self.cap):
            for points, probability in steps.items():
                if total + points < self.cap:
                    visits[total + points] += visits[total] * probability
        return sum(visits, Fraction(0))


def average(values: Sequence[Fraction]) -> Fraction:
    """Return the mean of values of the rounds.

    ``values`` has a value for each round.
    """
    times = Counter(values)
    return sum((v * n for v, n in times.items()), Fraction(0)) / len(values)


def mean(probabilities: Sequence[Fraction]) -> Fraction:
    """Return the mean of the distribution in which n has the probability at index n."""
    return sum((n * p for n, p in enumerate(probabilities)), Fraction(0))


def average_distributions(rounds: Sequence[list[Fraction]]) -> list[Fraction]:
    """Return the distribution in a round drawn at random, given that of each round.

    Each list has the probability of n at index n. Shorter lists count as if they ended
    with zeros.
    """
    columns = zip_longest(*rounds, fillvalue=Fraction(0))
    return [average(column) for column in columns]


def quantities(turns: Sequence[TargetTurn], rules: BuncoRules) -> Iterator[Quantity]:
    """Yield a turn's quantities, averaged over the targets of all rounds.

    ``turns`` has the turn of each round.
    """
    length = rules.round_points + 1 if rules.turn_capped else MOST_LISTED
    # Rounds whose targets are equally likely have equal turns.
    points = {turn: turn.points(length) for turn in dict.fromkeys(turns)}
    listed = average_distributions([points[turn] for turn in turns])
    for id, label, unit, values in (
        ("turn.mean", "Mean points of a turn", "points", [t.mean for t in turns]),
        ("turn.rolls.mean", "Mean rolls of a turn", "rolls", [t.rolls for t in turns]),
        (
            "turn.any_bunco",
            "A Bunco in a turn",
            "probability",
            [t.any_bunco for t in turns],
        ),
    ):
        yield Quantity(id, label, average(values), unit, METHOD)
    yield from series("turn.points", "Points of a turn: {}", listed, METHOD)
    yield from at_least("turn.at_least", "points in a turn", listed)


def series(
    prefix: str,
    label: str,
    probabilities: Sequence[Fraction],
    method: str,
    start: int = 0,
) -> Iterator[Quantity]:
    """Yield ``prefix.N``, the probability of N, from ``start`` on.

    ``probabilities[N]`` is the probability of N. ``label`` is the label with ``{}`` in
    place of N, and ``method`` names how the probabilities are computed. The last N is
    the first at which the probability of N + 1 or more is below one in a million.
    """
    for n in range(start, len(_rests(probabilities)) - 1):
        value = probabilities[n]
        yield Quantity(f"{prefix}.{n}", label.format(n), value, "probability", method)


def at_least(
    prefix: str, things: str, probabilities: Sequence[Fraction], start: int = 0
) -> Iterator[Quantity]:
    """Yield ``prefix.N``, the probability of N or more, from ``start`` on.

    ``probabilities[N]`` is the probability of N itself. ``things`` are what N counts,
    in the plural, such as "points in a turn"; they are a part of the labels. The last N
    is the first whose probability is below one in a million. It is left out if its
    probability is 0.
    """
    for n, rest in enumerate(_rests(probabilities)):
        if n >= start and rest:
            label = f"At least {counted(n, things)}"
            yield Quantity(f"{prefix}.{n}", label, rest, "probability", METHOD)


def _rests(probabilities: Sequence[Fraction]) -> list[Fraction]:
    """Return the probabilities of N or more, up to the first below ``REST``."""
    rests = [Fraction(1)]
    for value in probabilities:
        if rests[-1] < REST:
            break
        rests.append(rests[-1] - value)
    return rests

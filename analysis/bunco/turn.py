"""A turn as people play it: roll while scoring, stop at the first roll without points.

The points so far are a Markov chain that only grows, so one pass over the totals gives
how often each is reached: u(n) = sum of p(k) u(n - k) over the rolls that go on. What
happens without end (a turn has no most points) has closed forms as a geometric series.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import zip_longest
from typing import NamedTuple

from flint import fmpq

from trueodds.analysis.bunco.rolls import Law
from trueodds.core.distribution import Distribution
from trueodds.core.printing import counted
from trueodds.core.quantity import Quantity
from trueodds.core.rules.bunco import BuncoRules

METHOD = "Markov chain"
REST = Fraction(1, 10**6)
"""Outcomes without end are listed until less than this is left."""

MOST_LISTED = 250


class Throw(NamedTuple):
    """What a roll does in a turn; a Bunco of no points is no Bunco there."""

    points: int
    bunco: bool
    goes_on: bool


@dataclass(frozen=True)
class Turn:
    """A turn for one target: what its rolls do, and the total at which it is capped."""

    throws: Distribution[Throw]
    cap: int | None

    @classmethod
    def of(cls, law: Law, rules: BuncoRules) -> "Turn":
        """The turn of a round whose rolls have this law."""
        ends = {
            "Bunco": rules.bunco_ends_turn,
            "mini Bunco": rules.mini_bunco_ends_turn,
        }
        throws = law.map(
            lambda award: Throw(
                award.points,
                award.name == "Bunco" and award.points > 0,
                award.points > 0 and not ends.get(award.name, False),
            )
        )
        return cls(throws, rules.round_points if rules.turn_capped else None)

    @property
    def ends(self) -> bool:
        """Whether the turn ends, almost surely."""
        return self.cap is not None or self._chance(goes_on=True) < 1

    @property
    def scores(self) -> bool:
        """Whether any roll scores."""
        return any(throw.points for throw in self.throws)

    @cached_property
    def rolls(self) -> Fraction:
        """The mean number of rolls."""
        return self._visits(Throw(0, True, True), Throw(0, False, True))

    @property
    def buncos(self) -> Fraction:
        """The mean number of Buncos, by Wald's identity."""
        bunco = self.throws.weight_where(lambda throw: throw.bunco)
        return self.rolls * Fraction(bunco, self.throws.total)

    @property
    def any_bunco(self) -> Fraction:
        """The chance of a Bunco: the first ends what is counted here."""
        before = self._visits(Throw(0, False, True))
        bunco = self.throws.weight_where(lambda throw: throw.bunco)
        return before * Fraction(bunco, self.throws.total)

    @property
    def mean(self) -> Fraction:
        """The mean points."""
        if self.cap is not None:
            return mean(self.points(self.cap + 1))
        return self.rolls * self.throws.expected(lambda throw: throw.points)

    def points(self, length: int) -> list[Fraction]:
        """The chance of each number of points below ``length``, exact."""
        reached = [fmpq(0)] * length
        stopped = [fmpq(0)] * length
        reached[0] = fmpq(1)
        moves = [(t, fmpq(w, self.throws.total)) for t, w in self.throws.items()]
        for total in range(length):
            if self.cap is not None and total >= self.cap:
                stopped[total] += reached[total]
                continue
            for throw, chance in moves:
                after = total + throw.points
                if self.cap is not None:
                    after = min(after, self.cap)
                if after < length:
                    into = reached if throw.goes_on else stopped
                    into[after] += reached[total] * chance
        return [Fraction(int(c.p), int(c.q)) for c in stopped]

    def _chance(self, *, goes_on: bool) -> Fraction:
        weight = self.throws.weight_where(lambda throw: throw.goes_on == goes_on)
        return Fraction(weight, self.throws.total)

    def _visits(self, *kinds: Throw) -> Fraction:
        """The mean number of rolls that come after rolls of these kinds only.

        Of ``kinds`` the points do not count.
        """
        steps: dict[int, Fraction] = {}
        for throw, weight in self.throws.items():
            if throw._replace(points=0) in kinds:
                chance = Fraction(weight, self.throws.total)
                steps[throw.points] = steps.get(throw.points, Fraction(0)) + chance
        if self.cap is None:
            return 1 / (1 - sum(steps.values(), Fraction(0)))
        visits = [Fraction(1)] + [Fraction(0)] * (self.cap - 1)
        for total in range(self.cap):
            for points, chance in steps.items():
                if total + points < self.cap:
                    visits[total + points] += visits[total] * chance
        return sum(visits, Fraction(0))


def average(values: Sequence[Fraction]) -> Fraction:
    """The mean over the rounds, of which many are often alike."""
    times = Counter(values)
    return sum((v * n for v, n in times.items()), Fraction(0)) / len(values)


def mean(law: Sequence[Fraction]) -> Fraction:
    """The mean of a number that is n with the chance at index n."""
    return sum((n * chance for n, chance in enumerate(law)), Fraction(0))


def average_laws(laws: Sequence[list[Fraction]]) -> list[Fraction]:
    """The law of a random round, from those of each."""
    columns = zip_longest(*laws, fillvalue=Fraction(0))
    return [average(column) for column in columns]


def quantities(turns: Sequence[Turn], rules: BuncoRules) -> Iterator[Quantity]:
    """A turn's quantities, the mean over the targets of all rounds."""
    length = rules.round_points + 1 if rules.turn_capped else MOST_LISTED
    kinds = {turn: turn.points(length) for turn in dict.fromkeys(turns)}
    chances = average_laws([kinds[turn] for turn in turns])
    yield _points("turn.mean", "Mean points of a turn", [t.mean for t in turns])
    yield Quantity(
        id="turn.rolls.mean",
        label="Mean rolls of a turn",
        value=average([turn.rolls for turn in turns]),
        unit="rolls",
        method=METHOD,
    )
    yield _chance(
        "turn.any_bunco", "A Bunco in a turn", average([t.any_bunco for t in turns])
    )
    yield from series("turn.points", "Points of a turn: {}", chances, METHOD)
    yield from at_least("turn.at_least", "points in a turn", chances)


def series(
    prefix: str, label: str, chances: Sequence[Fraction], method: str, start: int = 0
) -> Iterator[Quantity]:
    """``prefix.N`` from ``start`` on, until less than ``REST`` is left."""
    rest = Fraction(1)
    for n, chance in enumerate(chances):
        if rest < REST:
            return
        if n >= start:
            yield _chance(f"{prefix}.{n}", label.format(n), chance, method)
        rest -= chance


def at_least(
    prefix: str, things: str, chances: Sequence[Fraction], start: int = 0
) -> Iterator[Quantity]:
    """``prefix.N`` for the chance of N or more, one further than ``series``."""
    rest = Fraction(1)
    for n in range(len(chances) + 1):
        if n >= start and rest:
            yield _chance(f"{prefix}.{n}", f"At least {counted(n, things)}", rest)
        if rest < REST or n == len(chances):
            return
        rest -= chances[n]


def _chance(id: str, label: str, value: Fraction, method: str = METHOD) -> Quantity:
    return Quantity(id=id, label=label, value=value, unit="probability", method=method)


def _points(id: str, label: str, values: Sequence[Fraction]) -> Quantity:
    return Quantity(
        id=id, label=label, value=average(values), unit="points", method=METHOD
    )

"""How a turn ends when it is played best: the law of its points, and its rolls.

Under the policy found a turn is a Markov chain of stakes and dice. From the ceiling on
the player banks, unless the dice at hand cannot farkle. Where such dice can follow each
other for ever there is no most points of a turn, and what is high is one case.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from trueodds.analysis.farkle.roll_classes import most_points_of
from trueodds.analysis.farkle.turn.optimal import START, State, Turn
from trueodds.core.chain import MarkovChain
from trueodds.core.distribution import Distribution
from trueodds.core.quantity import Quantity


@dataclass(frozen=True, slots=True)
class Ends:
    """How turns end: exact chances that add up to 1.

    ``points[n]`` is the chance of a turn of n points, below ``high``; ``at_least_high``
    that of all the rest, 0 where there is none.
    """

    points: dict[int, Fraction]
    high: int
    at_least_high: Fraction


class Outcomes(NamedTuple):
    """How a turn ends when it is played best, and its expected number of rolls."""

    ends: Ends
    rolls: Fraction


def ends_below(chain: MarkovChain[State], high: int) -> Ends:
    """The law of the points with which a chain of stakes and dice ends."""
    points: dict[int, Fraction] = {}
    for state, chance in chain.absorption().items():
        stake = min(max(state.stake, 0), high)
        points[stake] = points.get(stake, Fraction(0)) + chance
    at_least_high = points.pop(high, Fraction(0))
    return Ends(dict(sorted(points.items())), high, at_least_high)


def mean_and_farkle(
    prefix: str, labels: tuple[str, str], mean: Fraction, farkle: Fraction, method: str
) -> Iterator[Quantity]:
    """``prefix.mean`` and ``prefix.farkle``, with their labels."""
    for name, label, value, unit in (
        ("mean", labels[0], mean, "points"),
        ("farkle", labels[1], farkle, "probability"),
    ):
        id = f"{prefix}.{name}"
        yield Quantity(id=id, label=label, value=value, unit=unit, method=method)


def law_of_points(prefix: str, name: str, ends: Ends, grid: int) -> Iterator[Quantity]:
    """``prefix.points.N`` on the points grid, and ``prefix.at_least.N`` past it."""
    most = ends.high - grid if ends.at_least_high else max(ends.points)
    for points in range(0, most + 1, grid):
        yield Quantity(
            id=f"{prefix}.points.{points}",
            label=f"Points of {name}: {points}",
            value=ends.points.get(points, Fraction(0)),
            unit="probability",
            method="Markov chain",
        )
    if ends.at_least_high:
        yield Quantity(
            id=f"{prefix}.at_least.{ends.high}",
            label=f"Points of {name}: {ends.high} or more",
            value=ends.at_least_high,
            unit="probability",
            method="Markov chain",
        )


def outcomes(turn: Turn) -> Outcomes:
    """How a turn ends under its own policy.

    >>> from trueodds.analysis.farkle.roll_classes import roll_classes
    >>> from trueodds.analysis.farkle.turn.optimal import best_turn
    >>> from trueodds.core.rules.farkle import FarkleRules
    >>> rules = FarkleRules.load()
    >>> played = outcomes(best_turn(roll_classes(rules), rules))
    >>> round(float(played.ends.points[0]), 12), round(float(played.rolls), 12)
    (0.202911102551, 2.343103337547)
    """
    high = turn.ceiling + most_points_of(turn.rolls) + turn.grid

    def step(state: State) -> Distribution[State] | None:
        if not state.dice or state.stake >= high or turn.banks(state):
            return None
        return turn.follow(state)

    chain = MarkovChain(START, step)
    ends = ends_below(chain, high)
    rolls = chain.expected_steps()
    if ends.at_least_high:
        sure = _sure_rolls(turn)
        for state, chance in chain.absorption().items():
            if state.stake >= high:
                rolls += chance * sure[state.dice]
    return Outcomes(ends, rolls)


def _sure_rolls(turn: Turn) -> dict[int, Fraction]:
    """Expected rolls until dice that can farkle are at hand, past the ceiling."""

    def step(dice: int) -> Distribution[int] | None:
        law = turn.rolls.get(dice)
        if law is None or law.weight(()):
            return None
        return turn.follow(State(turn.ceiling, dice)).map(lambda after: after.dice)

    return {dice: MarkovChain(dice, step).expected_steps() for dice in turn.rolls}

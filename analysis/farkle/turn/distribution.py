"""The distribution of a turn's points, and its number of rolls.

A turn under a fixed policy is a Markov chain of stakes and dice. From the ceiling on
the player banks, unless the dice about to be rolled cannot farkle. If such dice can
recur indefinitely a turn's score is unbounded; scores from ``high`` up are pooled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from trueodds.analysis.farkle.dice.roll_classes import most_points_of
from trueodds.analysis.farkle.turn.optimal import Turn, TurnState
from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.models.chain import MarkovChain
from trueodds.core.rules.farkle.coverage import require_covered


@dataclass(frozen=True, slots=True)
class Ends:
    """Exact probabilities of how turns end; they add up to 1.

    ``points[n]`` is the probability of a turn of n points, for n below ``high``.
    ``at_least_high`` is the probability of ``high`` points or more.
    """

    points: dict[int, Fraction]
    high: int
    at_least_high: Fraction


class Outcomes(NamedTuple):
    """The ends of a turn under optimal play, and its expected number of rolls."""

    ends: Ends
    rolls: Fraction


def ends_below(chain: MarkovChain[TurnState], high: int) -> Ends:
    """Return the probability of each number of points with which a turn ends.

    ``chain`` is the turn as a Markov chain of stakes and dice. Points from ``high`` on
    are counted together.
    """
    points: dict[int, Fraction] = {}
    for state, probability in chain.absorption().items():
        # The stake of a farkle is negative, and stands for 0 points.
        stake = min(max(state.stake, 0), high)
        points[stake] = points.get(stake, Fraction(0)) + probability
    at_least_high = points.pop(high, Fraction(0))
    return Ends(dict(sorted(points.items())), high, at_least_high)


def mean_and_farkle(
    prefix: str,
    labels: tuple[str, str],
    mean: Fraction | Enclosure,
    farkle: Fraction | Enclosure,
    method: str,
) -> Iterator[Quantity]:
    """Yield two quantities of a turn: its mean points and its farkle probability.

    Their ids are ``prefix.mean`` and ``prefix.farkle``. ``labels`` are the labels of
    both, in this order. ``mean`` and ``farkle`` are the values. ``method`` names how
    they are computed.
    """
    for name, label, value, unit in (
        ("mean", labels[0], mean, "points"),
        ("farkle", labels[1], farkle, "probability"),
    ):
        id = f"{prefix}.{name}"
        yield Quantity(id, label, value, unit, method)


def point_quantities(
    prefix: str, name: str, ends: Ends, grid: int
) -> Iterator[Quantity]:
    """Yield the probability of each number of points of a turn, as quantities.

    ``ends`` has the probabilities, and ``grid`` divides the points of every turn.
    ``prefix`` is the first part of the ids, and ``name`` is the turn in the labels, as
    in "Points of NAME: 50". ``prefix.points.N`` is the probability of N points, for
    each multiple N of ``grid``. If ``ends`` counts high scores together, the last
    quantity is ``prefix.at_least.N``, the probability of N points or more.
    """
    most = ends.high - grid if ends.at_least_high else max(ends.points)
    cases = [
        (f"points.{points}", f"{points}", ends.points.get(points, Fraction(0)))
        for points in range(0, most + 1, grid)
    ]
    if ends.at_least_high:
        high = f"at_least.{ends.high}", f"{ends.high} or more", ends.at_least_high
        cases.append(high)
    for id, text, probability in cases:
        yield Quantity(
            f"{prefix}.{id}",
            f"Points of {name}: {text}",
            probability,
            "probability",
            "Markov chain",
        )


def outcomes(turn: Turn) -> Outcomes:
    """Return the probabilities of a turn's points, and its expected number of rolls.

    ``turn`` is played for the most expected points.

    Raises:
        RulesError: If hot dice must be rolled, a farkle keeps the points, or a farkle
            of all dice costs points.

    >>> from trueodds.analysis.farkle.dice.dice_set import dice_set
    >>> from trueodds.core.rules.farkle import FarkleRules
    >>> played = outcomes(Turn(dice_set(FarkleRules.load("ece209"))))
    >>> round(float(played.ends.points[0]), 12), round(float(played.rolls), 12)
    (0.202911102551, 2.343103337547)
    """
    require_covered("the list of a turn's points", turn.dice.rules)
    high = turn.ceiling + most_points_of(turn.rolls) + turn.grid

    def step(state: TurnState) -> Distribution[TurnState] | None:
        if not state.dice or state.stake >= high or turn.banks(state):
            return None
        return turn.follow(state)

    chain = MarkovChain(turn.start, step)
    ends = ends_below(chain, high)
    rolls = chain.expected_steps()
    if ends.at_least_high:
        # The chain is cut off here, and so the rolls that follow are added.
        sure = _sure_rolls(turn)
        for state, probability in chain.absorption().items():
            if state.stake >= high:
                rolls += probability * sure[state.dice]
    return Outcomes(ends, rolls)


def _sure_rolls(turn: Turn) -> dict[int, Fraction]:
    """Return the expected rolls, past the ceiling, until dice can farkle."""

    def step(dice: int) -> Distribution[int] | None:
        rolled = turn.rolls.get(dice)
        if rolled is None or rolled.weight(()):
            return None
        return turn.follow(TurnState(turn.ceiling, dice)).map(lambda after: after.dice)

    return {dice: MarkovChain(dice, step).expected_steps() for dice in turn.rolls}

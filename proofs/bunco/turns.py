"""Independent derivation of a turn: a geometric series, and Wald's identity.

The points of a turn have the generating function stop(z) / (1 - go(z)), where stop and
go are those of the rolls that end the turn and of the rolls that do not. The number of
rolls is geometric, and the mean points are those of a roll times the mean number.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import comb
from typing import NamedTuple

from trueodds.core.errors import NotDescribedError
from trueodds.core.rules.bunco import BuncoRules

SERIES = 60
"""The number of coefficients of the series that are computed."""


class Roll(NamedTuple):
    """All rolls with the same result: their total probability, and the points of each.

    ``goes_on`` is True if the turn goes on after them.
    """

    probability: Fraction
    points: int
    goes_on: bool


def rolls(rules: BuncoRules, number: int) -> list[Roll]:
    """Return the possible results of a roll in round ``number``, with probabilities."""
    weights = rules.face_weights
    n = rules.dice
    on = Fraction(weights[rules.target(number) - 1], sum(weights))
    bunco = on**n
    mini = sum((Fraction(w, sum(weights)) ** n for w in weights), Fraction(0)) - bunco
    kinds = [
        Roll(bunco, rules.bunco_points, not rules.bunco_ends_turn),
        Roll(mini, rules.mini_bunco_points, not rules.mini_bunco_ends_turn),
    ]
    for k in range(n):
        # A mini Bunco shows no target, so the binomial counts it among the rolls with k
        # = 0.
        probability = comb(n, k) * on**k * (1 - on) ** (n - k)
        if k == 0:
            probability -= mini
        kinds.append(Roll(probability, k * rules.match_points, True))
    # A roll without points ends the turn, whatever the rules say of Buncos.
    return [
        r._replace(goes_on=r.goes_on and r.points > 0) for r in kinds if r.probability
    ]


def turn_points(rules: BuncoRules, number: int, length: int) -> list[Fraction]:
    """Return the probabilities of 0 to ``length`` - 1 points of an uncapped turn.

    ``number`` is the number of the round, which decides the target.

    Example:
        >>> turn_points(BuncoRules.load(), 1, 2)
        [Fraction(5, 9), Fraction(125, 648)]
    """
    stop = defaultdict[int, Fraction](Fraction)
    go = defaultdict[int, Fraction](Fraction)
    for roll in rolls(rules, number):
        (go if roll.goes_on else stop)[roll.points] += roll.probability
    series: list[Fraction] = []
    for points in range(length):
        # f = stop + go f, by coefficients. A roll that goes on scores, so k is at least
        # 1 and only known coefficients are used.
        before = (p * series[points - k] for k, p in go.items() if k <= points)
        series.append(sum(before, stop[points]))
    return series


def turns(rules: BuncoRules) -> dict[str, Fraction]:
    """Return the exact means of a turn's points and rolls, by quantity id.

    The distribution of the points up to 59 is included.

    Raises:
        NotDescribedError: If the rules have re-rolls or cap a turn, or if a turn never
            ends.

    Example:
        >>> turns(BuncoRules.load())["turn.mean"]
        Fraction(151, 120)
    """
    derived = average_of_rounds(rules, _points_and_means)
    above = Fraction(1)
    for points in range(SERIES):
        derived[f"turn.at_least.{points}"] = above
        above -= derived[f"turn.points.{points}"]
    return derived


def _points_and_means(rules: BuncoRules, number: int) -> Iterator[tuple[str, Fraction]]:
    """Yield the distribution of a turn of a round, and its mean rolls and points."""
    for points, probability in enumerate(turn_points(rules, number, SERIES)):
        yield f"turn.points.{points}", probability
    kinds = rolls(rules, number)
    stops = stop_probability(kinds)
    points_of_roll = (roll.probability * roll.points for roll in kinds)
    # The number of rolls is geometric. Wald's identity gives the mean points.
    yield "turn.rolls.mean", 1 / stops
    yield "turn.mean", sum(points_of_roll, Fraction(0)) / stops


def stop_probability(kinds: Iterable[Roll]) -> Fraction:
    """Return the probability that a roll ends the turn, given all kinds of roll.

    Raises:
        NotDescribedError: If no roll ends the turn.
    """
    stops = sum((roll.probability for roll in kinds if not roll.goes_on), Fraction(0))
    if not stops:
        raise NotDescribedError("by these rules a turn never ends")
    return stops


def average_of_rounds(
    rules: BuncoRules,
    derive: Callable[[BuncoRules, int], Iterable[tuple[str, Fraction]]],
) -> dict[str, Fraction]:
    """Return the average over all rounds of each quantity of a round, by id.

    ``derive(rules, number)`` yields the id and the value of each quantity of a round.

    Raises:
        NotDescribedError: If the rules have re-rolls or cap a turn.
    """
    averages = defaultdict[str, Fraction](Fraction)
    rounds = targets(rules)
    for number in rounds:
        for id, value in derive(rules, number):
            averages[id] += value / len(rounds)
    return dict(averages)


def targets(rules: BuncoRules) -> range:
    """Return the numbers of rounds that represent all rounds.

    With fair dice all rounds are alike, and the first represents them. With unfair dice
    the rounds differ, and all are returned.

    Raises:
        NotDescribedError: If the rules have re-rolls or cap a turn.
    """
    if rules.rerolls or rules.turn_capped:
        raise NotDescribedError("this derivation needs rules without re-rolls and caps")
    return range(1, 2) if rules.fair else rules.round_numbers

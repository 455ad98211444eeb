"""The odds of one Bunco roll, and of a game of one roll a round.

Every roll is enumerated once as a multiset; where dice may be re-rolled, each roll is
first given its best choice. The rounds are independent, so a game is a convolution.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import prod
from typing import NamedTuple

from trueodds.core.dice import Dice, Roll, counts_of
from trueodds.core.distribution import Distribution
from trueodds.core.printing import counted
from trueodds.core.quantity import Quantity, point_masses
from trueodds.core.rules.bunco import Award, BuncoRules, award

Law = Distribution[Award]
Preference = tuple[
    Fraction, int, Fraction, Fraction, tuple[tuple[Award, Fraction], ...]
]


def quantities(rounds: list[Law], rules: BuncoRules) -> Iterator[Quantity]:
    """Every quantity of one roll, of each round, and of a game, in order."""
    yield from _one_roll(Distribution.mixture(rounds), rules)
    for number, law in enumerate(rounds, start=1):
        yield Quantity.probability(
            f"round.{number}.bunco", f"Bunco in round {number}", *_share(law, "Bunco")
        )
        yield _mean(f"round.{number}.mean", f"Mean points of round {number}", law)
    yield from _game(rounds)


def round_laws(rules: BuncoRules) -> list[Law]:
    """The law of the final dice's award in each round; round r at index r - 1.

    Targets whose face has the same weight are alike, so each weight is done once.
    """
    by_weight: dict[int, Law] = {}
    laws = []
    for number in rules.round_numbers:
        target = rules.target(number)
        weight = rules.cup.weights[target - 1]
        if weight not in by_weight:
            by_weight[weight] = roll_law(target, rules)
        laws.append(by_weight[weight])
    return laws


def roll_law(target: int, rules: BuncoRules) -> Law:
    """The law of the award of the final dice, re-rolled for most expected points.

    Its total is (sum of weights) ** (dice + rerolls).

    >>> law = roll_law(1, BuncoRules.load("d20"))
    >>> law.weight_where(lambda award: award.name == "Bunco"), law.total
    (77, 160000)
    """
    best = best_choices(target, rules)
    face_total = sum(rules.cup.weights)
    return Distribution.tally(
        (outcome, weight * outcome_weight * face_total**rules.rerolls // law.total)
        for roll, weight in rules.cup.rolls()
        for law in [best(roll).law]
        for outcome, outcome_weight in law.items()
    )


class Choice(NamedTuple):
    """The dice of a roll that are kept, and the law of the award after that."""

    kept: Roll
    law: Law


def best_choices(target: int, rules: BuncoRules) -> Callable[[Roll], Choice]:
    """What to keep of each roll, for most expected points."""
    after: dict[Roll, tuple[Preference, Choice]] = {}

    def best(roll: Roll) -> Choice:
        now: Law = Distribution({award(roll, target, rules): 1})
        found = _preference(now, 0), Choice(roll, now)
        for again, kept in _kept(roll, rules):
            if kept not in after:
                law = _completed(kept, target, rules)
                after[kept] = _preference(law, again), Choice(kept, law)
            if after[kept][0] > found[0]:
                found = after[kept]
        return found[1]

    return best


def _preference(law: Law, again: int) -> Preference:
    """What makes one choice better than another, in the order that it counts.

    Most points, fewest dice rolled again, most Buncos, most mini Buncos, and then the
    law itself: nothing that would change with the names of the faces.
    """
    names = law.map(lambda outcome: outcome.name)
    whole = tuple(sorted((outcome, law[outcome]) for outcome in law))
    return mean_points(law), -again, names["Bunco"], names["mini Bunco"], whole


def _kept(roll: Roll, rules: BuncoRules) -> Iterator[tuple[int, Roll]]:
    """What can be kept when 1, 2, … dice are rolled again, each choice once."""
    shown = [face for face, number in enumerate(roll, start=1) if number]
    for again in range(1, rules.rerolls + 1):
        for thrown in combinations_with_replacement(shown, again):
            counts = counts_of(thrown, rules.sides)
            kept = tuple(have - less for have, less in zip(roll, counts, strict=True))
            if min(kept) >= 0:
                yield again, kept


def _completed(kept: Roll, target: int, rules: BuncoRules) -> Law:
    """The law of the award once the missing dice have been rolled."""
    missing: Dice = rules.dice_left(rules.dice - sum(kept))
    return Distribution.tally(
        (award(tuple(map(sum, zip(kept, roll, strict=True))), target, rules), weight)
        for roll, weight in missing.rolls()
    )


def game_law(rounds: list[Law]) -> Distribution[int]:
    """The law of the total of one roll a round."""
    game: Distribution[int] = Distribution({0: 1})
    for law, times in Counter(rounds).items():
        game += law.map(lambda outcome: outcome.points).repeat(times)
    return game


def mean_points(law: Law) -> Fraction:
    """The mean points of the award."""
    return law.expected(lambda outcome: outcome.points)


def _share(law: Law, *names: str) -> tuple[int, int]:
    """Count and total of the awards with these names."""
    return law.weight_where(lambda outcome: outcome.name in names), law.total


def _mean(id: str, label: str, law: Law) -> Quantity:
    return Quantity(
        id=id, label=label, value=mean_points(law), unit="points", method="enumeration"
    )


def _one_roll(law: Law, rules: BuncoRules) -> Iterator[Quantity]:
    yield Quantity.probability("roll.bunco", "Bunco", *_share(law, "Bunco"))
    yield Quantity.probability(
        "roll.mini_bunco", "Mini Bunco", *_share(law, "mini Bunco")
    )
    yield Quantity.probability(
        "roll.triple", "All dice equal", *_share(law, "Bunco", "mini Bunco")
    )
    points = law.map(lambda outcome: outcome.points)
    yield from point_masses(
        "roll.points", "Points of a roll: {}", points, range(rules.most_points + 1)
    )
    yield _mean("roll.mean", "Mean points of a roll", law)


def _game(rounds: list[Law]) -> Iterator[Quantity]:
    """The total of one roll a round, and the chance of any Bunco."""
    game = game_law(rounds)
    yield from point_masses(
        "game.total",
        "Points of a game: {}",
        game,
        range(max(game) + 1),
        method="convolution",
    )
    above = 0
    at_least: list[int] = []
    for points in range(max(game), -1, -1):
        above += game.weight(points)
        at_least.append(above)
    for points, count in enumerate(reversed(at_least)):
        yield Quantity.probability(
            f"game.at_least.{points}",
            f"At least {counted(points, 'points in a game')}",
            count,
            game.total,
            method="convolution",
        )
    yield Quantity(
        id="game.mean",
        label="Mean points of a game",
        value=game.mean(),
        unit="points",
        method="convolution",
    )
    without = prod(law.total - _share(law, "Bunco")[0] for law in rounds)
    yield Quantity.probability(
        "game.any_bunco",
        "At least one Bunco in a game",
        game.total - without,
        game.total,
        method="convolution",
    )

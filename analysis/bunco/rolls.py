"""Odds of a Bunco roll, and of a game of one roll a round.

Every roll is enumerated once as a multiset. The *award* of a roll is its name, such as
Bunco, and its points. If dice may be rolled again, each roll first takes its best
re-roll. The rounds are independent, so a game is a convolution.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import prod
from typing import NamedTuple

from trueodds.core.dice import Dice, Roll, counts_of
from trueodds.core.exact.digits import counted
from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.quantity import Quantity, point_masses
from trueodds.core.rules.bunco import BuncoRules, RollAward, award

Awards = Distribution[RollAward]
Preference = tuple[
    Fraction, int, Fraction, Fraction, tuple[tuple[RollAward, Fraction], ...]
]


def quantities(rounds: list[Awards], rules: BuncoRules) -> Iterator[Quantity]:
    """Yield the quantities of a roll, then the quantities of each round in order.

    ``rounds`` has the distribution of a roll's award in each round. An award has the
    name and the points of a roll.
    """
    yield from _one_roll(Distribution.mixture(rounds), rules)
    for number, awards in enumerate(rounds, start=1):
        yield _named(
            f"round.{number}.bunco", f"Bunco in round {number}", awards, "Bunco"
        )
        yield _mean(f"round.{number}.mean", f"Mean points of round {number}", awards)


def round_distributions(rules: BuncoRules) -> list[Awards]:
    """Return the distribution of a roll's award in each round; round r at index r - 1.

    An award has the name and the points of a roll. Targets whose faces have equal
    weights have the same distribution, so each weight is computed once.
    """
    by_weight: dict[int, Awards] = {}
    rounds = []
    for number in rules.round_numbers:
        target = rules.target(number)
        weight = rules.cup.weights[target - 1]
        if weight not in by_weight:
            by_weight[weight] = roll_distribution(target, rules)
        rounds.append(by_weight[weight])
    return rounds


def roll_distribution(target: int, rules: BuncoRules) -> Awards:
    """Return the distribution of the award of a roll for a target: its name and points.

    ``target`` is the face that scores. Dice are rolled again for the highest mean
    points. The total of the distribution is (sum of weights) ** (dice + rerolls).

    >>> awards = roll_distribution(1, BuncoRules.load("d20"))
    >>> awards.weight_where(lambda award: award.name == "Bunco"), awards.total
    (77, 160000)
    """
    best = best_rerolls(target, rules)
    face_total = sum(rules.cup.weights)
    return Distribution.tally(
        (outcome, weight * outcome_weight * face_total**rules.rerolls // awards.total)
        for roll, weight in rules.cup.rolls()
        for awards in [best(roll).awards]
        for outcome, outcome_weight in awards.items()
    )


class Reroll(NamedTuple):
    """The kept dice of a roll, and the award's distribution after the re-roll.

    ``kept`` is the number of dice kept of each face. The other dice are rolled again.
    """

    kept: Roll
    awards: Awards


def best_rerolls(target: int, rules: BuncoRules) -> Callable[[Roll], Reroll]:
    """Return a function from a roll to its best re-roll, for the highest mean points.

    A roll is the number of dice that show each face. ``target`` is the face that scores
    in the round.
    """
    after: dict[Roll, tuple[Preference, Reroll]] = {}

    def best(roll: Roll) -> Reroll:
        now: Awards = Distribution({award(roll, target, rules): 1})
        options = [(_preference(now, 0), Reroll(roll, now))]
        for again, kept in _kept(roll, rules):
            # Many rolls leave the same dice, which are completed once.
            if kept not in after:
                awards = _completed(kept, target, rules)
                after[kept] = _preference(awards, again), Reroll(kept, awards)
            options.append(after[kept])
        return max(options, key=lambda option: option[0])[1]

    return best


def _preference(awards: Awards, again: int) -> Preference:
    """Return the criteria of the best re-roll, in their order.

    The criteria are the most points, the fewest dice rolled again, the most Buncos, the
    most mini Buncos, and then the distribution itself. None of them changes with the
    names of the faces.
    """
    names = awards.map(lambda outcome: outcome.name)
    whole = tuple(sorted((outcome, awards[outcome]) for outcome in awards))
    return mean_points(awards), -again, names["Bunco"], names["mini Bunco"], whole


def _kept(roll: Roll, rules: BuncoRules) -> Iterator[tuple[int, Roll]]:
    """Yield each choice of dice to roll again: their number, and the dice kept."""
    shown = [face for face, number in enumerate(roll, start=1) if number]
    for again in range(1, rules.rerolls + 1):
        for thrown in combinations_with_replacement(shown, again):
            counts = counts_of(thrown, rules.sides)
            kept = tuple(have - less for have, less in zip(roll, counts, strict=True))
            # A choice may take a face more often than the roll shows it.
            if min(kept) >= 0:
                yield again, kept


def _completed(kept: Roll, target: int, rules: BuncoRules) -> Awards:
    """Return the award's distribution after rolling the dice that are not kept."""
    missing: Dice = rules.dice_left(rules.dice - sum(kept))
    return Distribution.tally(
        (award(tuple(map(sum, zip(kept, roll, strict=True))), target, rules), weight)
        for roll, weight in missing.rolls()
    )


def game_distribution(rounds: list[Awards]) -> Distribution[int]:
    """Return the distribution of a game's total points, with one roll a round.

    ``rounds`` has the distribution of the roll's award in each round. An award has the
    name and the points of a roll.
    """
    game: Distribution[int] = Distribution({0: 1})
    # Equal rounds are one power of a polynomial, which is faster than products.
    for awards, times in Counter(rounds).items():
        game += awards.map(lambda outcome: outcome.points).repeat(times)
    return game


def _weight(awards: Awards, *names: str) -> int:
    return awards.weight_where(lambda outcome: outcome.name in names)


def _named(id: str, label: str, awards: Awards, *names: str) -> Quantity:
    """Return the probability of the awards with these names."""
    return Quantity.probability(id, label, _weight(awards, *names), awards.total)


def _mean(id: str, label: str, awards: Awards) -> Quantity:
    return Quantity(id, label, mean_points(awards), "points", "enumeration")


def _one_roll(awards: Awards, rules: BuncoRules) -> Iterator[Quantity]:
    yield _named("roll.bunco", "Bunco", awards, "Bunco")
    yield _named("roll.mini_bunco", "Mini Bunco", awards, "mini Bunco")
    yield _named("roll.triple", "All dice equal", awards, "Bunco", "mini Bunco")
    points = awards.map(lambda outcome: outcome.points)
    yield from point_masses(
        "roll.points", "Points of a roll: {}", points, range(rules.most_points + 1)
    )
    yield _mean("roll.mean", "Mean points of a roll", awards)


def game_quantities(rounds: list[Awards]) -> Iterator[Quantity]:
    """Yield the distribution of a game's points, and the probability of any Bunco.

    A game has one roll a round. ``rounds`` has the distribution of the roll's award in
    each round. An award has the name and the points of a roll.
    """
    game = game_distribution(rounds)
    totals = range(max(game) + 1)
    name = f"a game of {counted(len(rounds), 'rolls')}"
    yield from point_masses(
        "game.total",
        f"Points of {name}: {{}}",
        game,
        totals,
        method="convolution",
    )
    at_least = game.total
    for points in totals:
        yield Quantity.probability(
            f"game.at_least.{points}",
            f"At least {counted(points, 'points')} in {name}",
            at_least,
            game.total,
            method="convolution",
        )
        at_least -= game.weight(points)
    mean = game.mean()
    label = f"Mean points of {name}"
    yield Quantity("game.mean", label, mean, "points", "convolution")
    without = prod(awards.total - _weight(awards, "Bunco") for awards in rounds)
    yield Quantity.probability(
        "game.any_bunco",
        f"At least one Bunco in {name}",
        game.total - without,
        game.total,
        method="convolution",
    )


def mean_points(awards: Awards) -> Fraction:
    """Return the mean points of a roll, given the distribution of its award.

    An award has the name and the points of a roll.
    """
    return awards.expected(lambda outcome: outcome.points)

"""Quantities of a game at the shipped strategies: who wins, by how much, how soon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from trueodds.analysis.cribbage.game import win_chain
from trueodds.analysis.cribbage.game.deal_distribution import DealDistribution
from trueodds.analysis.cribbage.game.every_deal import AFTER_DEAL
from trueodds.analysis.cribbage.game.game_bounds import (
    ArrayBounds,
    deal_bounds,
    game_ends,
)
from trueodds.analysis.cribbage.game.whole_deals import moment
from trueodds.analysis.cribbage.strategy_file import ROLES
from trueodds.core.exact.digits import counted
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.cribbage import CribbageRules

MARGINS = {"skunk": 31, "double_skunk": 61}
"""The points by which a game is won at least, by the name of such a win."""
METHOD = "Markov chain"


def quantities(
    rules: CribbageRules, distribution: DealDistribution
) -> Iterator[Quantity]:
    """Yield how a game ends (``game.*``), and the variances of a deal's points.

    The end of a game is who wins, by how many points, and after how many deals.
    ``distribution`` has the probabilities of the points in a deal, when both players
    use the shipped strategies.
    """
    wins = win_chain.shipped_wins(rules)
    yield Quantity(
        "game.first_dealer",
        "The first dealer wins the game, both playing the shipped strategies",
        wins.win(0, 0, deals=True),
        "probability",
        METHOD,
    )
    ends = game_ends(deal_bounds(distribution), rules.target)
    for name, margin in MARGINS.items():
        # A loser has at most target - margin points.
        scores = max(rules.target - margin + 1, 0)
        for part, winner, rows in (
            ("", "A game is won", [0, 1]),
            (".first_dealer", "The first dealer wins", [0]),
            (".first_pone", "The first dealer's opponent wins", [1]),
        ):
            words = name.replace("_", " ")
            sides = (side[rows, :scores] for side in ends.losers)
            yield Quantity(
                f"game.{name}{part}",
                f"{winner} by {margin} points or more, a {words}",
                _probability(ArrayBounds(*sides)),
                "probability",
                METHOD,
            )
    numbers = range(len(ends.deals.lower))
    for number in numbers:
        here = ArrayBounds(*(side[number : number + 1] for side in ends.deals))
        # Otherwise no bound shows that a game can take this number of deals.
        if here.lower[0]:
            yield Quantity(
                f"game.deals.{number}",
                f"A game takes {counted(number, 'deals')}",
                _probability(here),
                "probability",
                METHOD,
            )
    mean = _total(ends.deals, numbers)
    # The shipped strategies are for rules by which a player scores in every deal, at
    # least for the last card. So no game has more deals than points to win.
    more = Fraction(ends.left) * 2 * rules.target
    yield Quantity(
        "game.deals.mean",
        "Average number of deals in a game",
        Enclosure(mean.lower, mean.upper + more),
        "deals",
        METHOD,
    )
    # Variance: the mean of the square less the square of the mean, which is positive.
    for role in ROLES:
        mean, square = (
            moment(distribution, AFTER_DEAL, role, power) for power in (1, 2)
        )
        yield Quantity(
            f"deal.{role}.variance",
            f"Variance of the points of the {role} in a deal, both playing the "
            "shipped strategies",
            Enclosure(square.lower - mean.upper**2, square.upper - mean.lower**2),
            "variance",
            "enumeration",
        )


def _probability(bounds: ArrayBounds) -> Enclosure:
    """Return bounds of a sum that is a probability, and so no more than 1."""
    total = _total(bounds)
    return Enclosure(total.lower, min(total.upper, Fraction(1)))


def _total(bounds: ArrayBounds, factors: Sequence[int] = (1,)) -> Enclosure:
    """Return bounds of the sum of numbers, each times its factor."""
    low, high = (
        sum(
            Fraction(value) * factors[at % len(factors)]
            for at, value in enumerate(side.ravel().tolist())
        )
        for side in bounds
    )
    return Enclosure(Fraction(low), Fraction(high))

"""Mean points of a whole deal: the sum of its parts, exact or enclosed.

Expectation is linear, so the parts need not be independent. His heels are exact: the
starter is any of the 52 cards with the same probability. Hands and crib are exact at
the shipped equilibrium of the discard. The play is enclosed, between the certified
strategies for these hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from trueodds.analysis.cribbage.equilibrium.value_bounds import ValueBounds
from trueodds.analysis.cribbage.play.results.shipped import ProvedPlay
from trueodds.core.cards import RANKS
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.cribbage import CribbageRules


def quantities(
    rules: CribbageRules, bounds: ValueBounds, play: ProvedPlay
) -> Iterator[Quantity]:
    """Yield the mean points of a deal: for his heels, of the dealer and of pone.

    ``bounds`` has the mean points of the hands and of the crib, and ``play`` the mean
    points of the play, all with the shipped strategies. The ids are
    ``deal.heels.mean``, ``deal.dealer.mean`` and ``deal.pone.mean``.
    """
    heels = Fraction(rules.play.heels_points, len(RANKS))
    yield Quantity(
        "deal.heels.mean",
        "Average points for his heels, a deal",
        heels,
        "points",
        "enumeration",
    )
    shows = {"dealer": bounds.dealer_hand + bounds.crib, "pone": bounds.pone_hand}
    for role, label, more in (
        ("dealer", "the dealer in a deal: heels, play, hand and crib", heels),
        ("pone", "pone in a deal: play and hand", Fraction(0)),
    ):
        pegged = play.means[role]
        exact = shows[role] + more
        yield Quantity(
            f"deal.{role}.mean",
            f"Average points of {label}, both playing the shipped strategies",
            Enclosure(pegged.lower + exact, pegged.upper + exact),
            "points",
            "sum of the means of the parts",
        )

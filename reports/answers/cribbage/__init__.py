"""Answers on cribbage."""

from collections.abc import Iterator

from trueodds.core.odds import Odds

HEADLINES = {
    "game.first_dealer": "The first dealer wins the game, both playing for points",
    "show.hand.mean": "Average points of four random cards and a starter",
    "show.crib.mean": "Average points of a random crib",
    "show.hand.29": "A hand of 29 points, from four random cards and a starter",
    "deal.kept.29": "A hand of 29 points, for a player who keeps it from six cards",
    "show.hand.0": 'A hand of 0, called "19", from four random cards and a starter',
    "deal.best_mean.0": "A hand of 0, for a player who keeps the best average hand",
    "deal.equilibrium.dealer_hand": "Average dealer's hand, both throwing perfectly",
    "deal.equilibrium.pone_hand": "Average pone's hand, both throwing perfectly",
    "deal.equilibrium.crib": "Average crib, both throwing perfectly",
    "deal.equilibrium.value": "Dealer's hand and crib minus pone's hand, a deal",
    "static_choice.dealer.differs": (
        "Keeping the most points before the cut is a mistake, as dealer"
    ),
}
"""Words for the headline quantities, by id."""


def left_out(odds: Odds) -> Iterator[str]:
    """Yield a note if numbers are left out because these rules do not have them."""
    if "deal.equilibrium.value" not in odds:
        yield (
            "Note: perfect throwing is known for the usual rules only, so the numbers "
            "deal.equilibrium, static_choice and play.kept are left out."
        )

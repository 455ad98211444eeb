"""Odds of a baccarat coup from the cards left in the shoe.

``distribution`` has the joint distribution of a coup, ``bets`` the edge of every bet,
``cells`` the effect of each cell of the tableau, ``count`` the optimal linear count of
each bet, and ``batch_edges`` the edges of thousands of shoes.
"""

from trueodds.analysis.baccarat.batch_edges import ShoePrices, price_shoes
from trueodds.analysis.baccarat.bets import Prices
from trueodds.analysis.baccarat.count import LinearCount, linear_count
from trueodds.analysis.baccarat.distribution import coup_distribution

__all__ = [
    "LinearCount",
    "Prices",
    "ShoePrices",
    "coup_distribution",
    "linear_count",
    "price_shoes",
]

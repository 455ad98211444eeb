"""The odds of one baccarat coup from what is left in the shoe.

``law`` has the joint law of a coup, ``bets`` what it makes of every bet, ``cells`` what
each cell of the tableau is worth, ``count`` the best linear count of each bet, and
``batch`` the edges of shoes by the thousand.
"""

from trueodds.analysis.baccarat.batch import ShoePrices, price_shoes
from trueodds.analysis.baccarat.bets import Prices
from trueodds.analysis.baccarat.count import LinearCount, linear_count
from trueodds.analysis.baccarat.distribution import clear_cache, coup_law

__all__ = [
    "LinearCount",
    "Prices",
    "ShoePrices",
    "clear_cache",
    "coup_law",
    "linear_count",
    "price_shoes",
]

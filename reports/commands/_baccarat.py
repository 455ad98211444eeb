"""Baccarat: what every bet costs, also late in a shoe.

>>> from trueodds.baccarat import bets
>>> bets(set={"decks": 6}).bets[1].bet
'Banker, 5% commission'
"""

from trueodds.analysis.baccarat.batch_edges import ShoePrices, price_shoes
from trueodds.reports.answers.baccarat import Bets, PricedBet
from trueodds.reports.commands.baccarat import bets

__all__ = ["Bets", "PricedBet", "ShoePrices", "bets", "price_shoes"]

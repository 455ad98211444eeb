"""Quantities of a baccarat coup from the cards left in the shoe."""

from collections.abc import Iterator

from trueodds.analysis.baccarat.bets import Prices
from trueodds.analysis.baccarat.cells import cell_quantities, tableau_quantities
from trueodds.analysis.baccarat.count import count_quantities
from trueodds.analysis.baccarat.distribution import coup_distribution, unmatched
from trueodds.core.exact.quantity import Quantity, point_masses
from trueodds.core.rules.baccarat import BaccaratRules, Winner

WINNERS: dict[Winner, str] = {
    "player": "Player wins",
    "banker": "Banker wins",
    "tie": "Tie",
}


def quantities(rules: BaccaratRules) -> Iterator[Quantity]:
    """Yield every quantity of a coup from the cards left in the shoe, in order."""
    shoe = rules.left()
    coup = coup_distribution(rules, shoe).map(unmatched)
    winners = coup.map(lambda outcome: outcome.winner)
    for winner, label in WINNERS.items():
        yield Quantity.probability(
            f"coup.{winner}", label, winners.weight(winner), coup.total
        )
    yield Quantity.probability(
        "coup.natural",
        "A natural in either hand",
        coup.weight_where(lambda outcome: outcome.natural),
        coup.total,
    )
    cards = coup.map(lambda outcome: outcome.cards)
    yield from point_masses("coup.cards", "{} cards dealt", cards, (4, 5, 6))
    ties = coup.map(lambda o: o.player_total if o.winner == "tie" else -1)
    yield from point_masses("coup.tie", "Tie at {}", ties, range(10))
    prices = Prices(rules, shoe)
    yield from prices.quantities()
    yield from prices.removal_quantities()
    yield from count_quantities(rules, prices)
    yield from tableau_quantities(rules, shoe)
    yield from cell_quantities(rules, shoe)

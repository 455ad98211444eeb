"""Quantities of a baccarat coup from the cards left in the shoe."""

from collections.abc import Iterator

from trueodds.analysis.baccarat.bets import Prices
from trueodds.analysis.baccarat.cells import cell_quantities, tableau_quantities
from trueodds.analysis.baccarat.count import count_quantities, linear_count
from trueodds.analysis.baccarat.distribution import coup_distribution, unmatched
from trueodds.core.cards import Shoe
from trueodds.core.exact.quantity import Quantity, point_masses
from trueodds.core.odds import Family
from trueodds.core.rules.baccarat import BaccaratRules, Winner
from trueodds.core.storage.progress import Progress, silent

WINNERS: dict[Winner, str] = {
    "player": "Player wins",
    "banker": "Banker wins",
    "tie": "Tie",
}


def families(rules: BaccaratRules, progress: Progress = silent) -> tuple[Family, ...]:
    """Return the families of quantities of a coup from the cards left in the shoe.

    The quantities of a family are computed together.
    """
    shoe = rules.left()
    prices = Prices(rules, shoe)
    if rules.count:
        linear_count(rules, rules.count)  # refuses a bet without a count at once
    return (
        Family("coup.*", lambda: _coup(rules, shoe)),
        Family("bet.*", prices.quantities),
        Family("removal.*", prices.removal_quantities),
        Family("count.*", lambda: count_quantities(rules, prices)),
        Family("tableau.*", lambda: tableau_quantities(rules, shoe)),
        Family("cell.*", lambda: cell_quantities(rules, shoe)),
    )


def _coup(rules: BaccaratRules, shoe: Shoe) -> Iterator[Quantity]:
    """Yield who wins, also without ties, naturals, the number of cards, and ties."""
    coup = coup_distribution(rules, shoe).map(unmatched)
    winners = coup.map(lambda outcome: outcome.winner)
    for winner, label in WINNERS.items():
        yield Quantity.probability(
            f"coup.{winner}", label, winners.weight(winner), coup.total
        )
    resolved = coup.total - winners.weight("tie")
    for winner in ("player", "banker") if resolved else ():
        yield Quantity.probability(
            f"coup.resolved.{winner}",
            f"{WINNERS[winner]}, of coups that are no tie",
            winners.weight(winner),
            resolved,
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

"""Independent derivation of a tableau's shifts from punto banco, by a batch kernel."""

from fractions import Fraction

import numpy as np

from trueodds.core.cards import RANKS
from trueodds.core.kernels.baccarat import coup_counts
from trueodds.core.rules.baccarat import BaccaratRules

WINNERS = ("player", "banker", "tie")


def shifts(rules: BaccaratRules) -> dict[str, Fraction]:
    """Return the exact shifts of the odds of the winner from punto banco."""
    # One shoe of full decks: the rows of the kernel are shoes, the columns are ranks.
    shoe = np.full((1, len(RANKS)), 4 * rules.decks)
    standard = BaccaratRules.load()
    counts, usual = (list(map(int, coup_counts(shoe, r)[0])) for r in (rules, standard))
    derived = {}
    for winner, here, there in zip(WINNERS, counts, usual, strict=True):
        # Both tableaus play the same deals, so both counts have the same total.
        derived[f"tableau.shift.{winner}"] = Fraction(here - there, sum(counts))
    return derived

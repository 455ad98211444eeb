"""Independent derivation of a tableau's effect on the odds of the winner.

A batch kernel counts all deals of a shoe under this tableau and under that of punto
banco.
"""

from fractions import Fraction

import numpy as np

from trueodds.core.cards import RANKS
from trueodds.core.kernels.baccarat import coup_counts
from trueodds.core.rules.baccarat import BaccaratRules

WINNERS = ("player", "banker", "tie")


def shifts(rules: BaccaratRules) -> dict[str, Fraction]:
    """Return the change of each winner's probability from punto banco; exact.

    The change is the probability under these rules minus that under the tableau of
    punto banco, from the same shoe. The keys are quantity ids such as
    ``tableau.shift.tie``.
    """
    # One shoe of full decks: the rows of the kernel are shoes, the columns are ranks.
    shoe = np.full((1, len(RANKS)), 4 * rules.decks)
    standard = BaccaratRules.load()
    counts, usual = (list(map(int, coup_counts(shoe, r)[0])) for r in (rules, standard))
    derived = {}
    for winner, here, there in zip(WINNERS, counts, usual, strict=True):
        # Both tableaus play the same deals, so both counts have the same total.
        derived[f"tableau.shift.{winner}"] = Fraction(here - there, sum(counts))
    return derived

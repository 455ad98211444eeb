"""A tableau beside punto banco's, a second way: both by the batch kernel."""

from fractions import Fraction

import numpy as np

from trueodds.core.cards import RANKS
from trueodds.core.kernels.baccarat import coup_counts
from trueodds.core.rules.baccarat import BaccaratRules

WINNERS = ("player", "banker", "tie")


def shifts(rules: BaccaratRules) -> dict[str, Fraction]:
    """Who wins from full decks, and how far that is from punto banco; exact."""
    shoe = np.full((1, len(RANKS)), 4 * rules.decks)
    standard = BaccaratRules.load()
    mine, theirs = (list(map(int, coup_counts(shoe, r)[0])) for r in (rules, standard))
    found = {}
    for winner, here, there in zip(WINNERS, mine, theirs, strict=True):
        found[f"coup.{winner}"] = Fraction(here, sum(mine))
        found[f"tableau.shift.{winner}"] = Fraction(here - there, sum(mine))
    return found

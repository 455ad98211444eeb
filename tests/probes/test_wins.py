"""Probes of the win table of cribbage: its equation, at seeded scores, in fractions."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from probing import content, places

from trueodds.analysis.cribbage.game import win_chain
from trueodds.analysis.cribbage.game.game_bounds import (
    MOST,
    DealBounds,
    deal_bounds,
    win_bounds,
)
from trueodds.analysis.cribbage.game.whole_deals import chosen, shipped_distribution
from trueodds.analysis.cribbage.game.win_chain import WinTable, shipped_wins
from trueodds.core.rules.cribbage import CribbageRules

RULES = CribbageRules.load()
TARGET = RULES.target
NAME, KEY = win_chain.cache_key(chosen(RULES), RULES)
FILES = [f"{NAME}.npz"]
WIDEST = 1e-10

pytestmark = pytest.mark.usefixtures("shipped")


@cache
def table() -> WinTable:
    """Return the table that ships."""
    content(FILES[0], KEY)
    return shipped_wins(RULES)


@cache
def deal() -> DealBounds:
    """Return what a deal does to a game, by the deals that ship."""
    distribution = shipped_distribution(RULES)
    assert distribution is not None
    return deal_bounds(distribution)


def test_the_table_is_the_one_computed_at_all_scores() -> None:
    ships, computed = table().bounds, win_bounds(deal(), TARGET)
    assert (ships.lower <= computed.upper).all()
    assert (computed.lower <= ships.upper).all()
    for bounds in (ships, computed):
        assert (bounds.upper - bounds.lower < WIDEST).all()


def test_each_score_follows_from_the_scores_after_a_deal() -> None:
    lower, upper = table().bounds
    assert (lower[:, 0] == 1).all()
    totals, dealer = deal().totals, deal().dealer
    for place in [TARGET**2 - 1, *places(TARGET**2, 6)]:
        pone_needs, needs = (n + 1 for n in divmod(place, TARGET))
        sums = []
        for side, others in ((0, upper), (1, lower)):
            reached = dealer[side][:pone_needs, needs] if needs < MOST else []
            chance = sum(map(Fraction, map(float, reached)))
            for j, i in np.argwhere(totals[side][:pone_needs, :needs]).tolist():
                # Pone deals next.
                after = Fraction(float(others[needs - i, pone_needs - j]))
                chance += Fraction(float(totals[side][j, i])) * (1 - after)
            sums.append(chance)
        at = pone_needs, needs
        assert Fraction(float(lower[at])) <= sums[0] <= sums[1] + Fraction(1, 2**60)
        assert min(sums[1], Fraction(1)) <= Fraction(float(upper[at]))

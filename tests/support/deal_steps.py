"""A deal of cribbage as steps, and the tables that count such deals."""

from collections.abc import Sequence
from typing import Any

from trueodds.analysis.cribbage.game.every_deal import (
    AFTER_DEAL,
    AFTER_PLAY,
    AFTER_PONE,
    DEALER_REACHED,
    PONE_REACHED,
)
from trueodds.core.rules.cribbage_play import DEALER, PONE

Step = tuple[int, int]
"""A player and the points that he scores."""

REACHED = {PONE: PONE_REACHED, DEALER: DEALER_REACHED}


def add_deal(tables: Any, steps: Sequence[Step], weight: int = 1) -> None:
    """Count a deal: the steps of its play, and then pone's show and the dealer's."""
    points = {PONE: 0, DEALER: 0}
    *play, pone, dealer = steps
    for player, more in play:
        for _ in range(more):
            points[player] += 1
            tables[REACHED[player], points[PONE], points[DEALER]] += weight
    tables[AFTER_PLAY, points[PONE], points[DEALER]] += weight
    for (player, more), table in ((pone, AFTER_PONE), (dealer, AFTER_DEAL)):
        points[player] += more
        tables[table, points[PONE], points[DEALER]] += weight

"""The certificate of a game of cribbage: win probabilities at every pair of scores.

The probabilities follow from the distribution of a deal's points. The certificate holds
bounds of this distribution and does not prove them. All bounds are multiples of
``UNIT``, so they are written exactly, as integers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from trueodds.analysis.cribbage.game.game_bounds import (
    UNIT,
    ArrayBounds,
    DealBounds,
    deal_bounds,
    win_bounds,
)
from trueodds.analysis.cribbage.game.whole_deals import chosen, deal_distribution
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.odds import Odds
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.progress import Progress, silent
from trueodds.proofs.certificates.format import Certificate, exact


def win(odds: Odds, progress: Progress) -> Certificate:
    """Return the certificate of win probabilities under the shipped strategies.

    The certificate is for the rules of ``odds``. Its bounds are computed here.
    ``progress`` is called as the work goes on.

    Raises:
        RulesError: If more than the target differs from the usual rules, or if the
            distribution of a deal is neither shipped nor cached.
    """
    rules = odds.rules_as(CribbageRules)
    deal = deal_bounds(deal_distribution(chosen(rules), rules))
    return certificate(deal, rules.target, progress)


def certificate(
    deal: DealBounds, target: int, progress: Progress = silent
) -> Certificate:
    """Return the certificate of games to ``target``, from bounds of a deal's points.

    ``deal`` has bounds of the probabilities of both players' points in a deal.
    ``progress`` is called as the work goes on.
    """
    # No deal has more points than these.
    height, width = (int(place.max()) + 1 for place in np.nonzero(deal.totals.upper))
    wins = win_bounds(deal, target, progress)
    start = (Fraction(float(side[-1, -1])) for side in wins)
    return Certificate(
        "chain cribbage win",
        {"target": target},
        {"game.first_dealer": exact(Enclosure(*start))},
        {
            "scale": int(1 / UNIT),
            "totals": _in_units(deal.totals, np.s_[:height, :width]),
            "reached": _in_units(deal.dealer, np.s_[:height, 1:width]),
            **_in_units(wins, np.s_[1:, 1:]),
        },
    )


def _in_units(bounds: ArrayBounds, place: Any) -> dict[str, Any]:
    return {
        side: (array[place] / UNIT).astype(np.int64).tolist()
        for side, array in bounds._asdict().items()
    }

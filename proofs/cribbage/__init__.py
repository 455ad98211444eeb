"""Independent derivations of cribbage: shows, the best four of deals, discards."""

from __future__ import annotations

from itertools import chain

from trueodds.analysis.cribbage import own_hand
from trueodds.analysis.cribbage.discard.ranking import discard
from trueodds.analysis.cribbage.published import greedy
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.proofs.cribbage import shows
from trueodds.proofs.cribbage.deal_means import means
from trueodds.proofs.cribbage.deals import deals
from trueodds.proofs.cribbage.discards import DEAL, discards
from trueodds.proofs.derivations import listed


def own_hands() -> Odds:
    """Return the analysis's odds of cribbage that depend on one player's hand alone.

    They include how often a published script scores four cards wrongly, or does not
    keep the best four of six.
    """
    rules = CribbageRules.load()
    quantities = chain(own_hand.quantities(rules), greedy.script_quantities(rules))
    return Odds("cribbage", rules, "trueodds odds cribbage", quantities)


def ranked_discards() -> Odds:
    """Return the analysis's mean points of the dealer's discards from one deal.

    The dealer's six cards are ``DEAL``, 5H 5D JS QC 2D 9S. The quantities are the mean
    points of the hand, the crib and both together, for each of the 15 discards.
    """
    quantities = [
        Quantity(
            f"discard.{place}.{name}",
            f"{name} of throwing {ranked.discard[0]} {ranked.discard[1]}",
            getattr(ranked, name),
            "points",
            "inclusion and exclusion over suit classes",
        )
        for place, ranked in enumerate(discard(DEAL, "dealer"), 1)
        for name in ("own", "crib", "total")
    ]
    command = f'trueodds discard "{DEAL}" --role dealer'
    return Odds("cribbage", CribbageRules.load(), command, quantities)


METHODS = listed(
    "cribbage",
    [shows.derive, shows.distributions, shows.script, deals, discards, means],
    [own_hands, ranked_discards],
)

"""Independent derivations of cribbage: shows, the best four of deals, discards."""

from __future__ import annotations

from itertools import chain

from trueodds.analysis.run import odds
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.proofs.cribbage import deal_means, shows
from trueodds.proofs.cribbage.deals import deals
from trueodds.proofs.cribbage.discards import DEAL, discards
from trueodds.proofs.derivations import Method, Source


def _deals() -> Odds:
    from trueodds.analysis.cribbage import own_hand
    from trueodds.analysis.cribbage.published import greedy

    rules = CribbageRules.load()
    quantities = chain(own_hand.quantities(rules), greedy.script_quantities(rules))
    return Odds("cribbage", rules, "", quantities)


def _discards() -> Odds:
    from trueodds.analysis.cribbage.discard.ranking import discard

    quantities = [
        Quantity(
            id=f"discard.{place}.{name}",
            label=f"{name} of throwing {ranked.discard[0]} {ranked.discard[1]}",
            value=getattr(ranked, name),
            unit="points",
            method="inclusion and exclusion over suit classes",
        )
        for place, ranked in enumerate(discard(DEAL, "dealer"), 1)
        for name in ("own", "crib", "total")
    ]
    return Odds("cribbage", CribbageRules.load(), "", quantities)


METHODS = (
    Method(
        "linearity of expectation", ("show.hand.mean", "show.crib.mean"), shows.derive
    ),
    Method(
        "ranks and suits counted separately",
        ("show.hand.*", "show.crib.*"),
        shows.laws,
    ),
    Method("runs by ranks alone", ("script.misscored",), shows.script),
    Method(
        "every deal, one by one",
        (
            "deal.best_four.*",
            "deal.best_mean.*",
            "deal.kept.29",
            "script.wrong_best",
            "script.wrong_choice",
        ),
        deals,
        source=Source("odds cribbage", _deals),
    ),
    Method(
        "every hand of the opponent with every starter",
        ("discard.*.*",),
        discards,
        source=Source(f'discard "{DEAL}" --role dealer', _discards),
    ),
    Method(
        "the checker's cribs from pone's deals; the play by the opponent's hands",
        (
            *("deal.heels.mean", "deal.dealer.mean", "deal.pone.mean"),
            *("deal.equilibrium.dealer_hand", "deal.equilibrium.pone_hand"),
            *("deal.equilibrium.crib", "play.equilibrium.*.mean"),
        ),
        deal_means.derive,
        source=Source("odds cribbage", lambda: odds("cribbage")),
    ),
)

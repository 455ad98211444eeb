"""Independent derivations of cribbage."""

from __future__ import annotations

from itertools import chain

from trueodds.analysis.run import odds
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.proofs.derivations import Method, Source, Values

DEAL = "5H 5D JS QC 2D 9S"


def _deals() -> Odds:
    from trueodds.analysis.cribbage import own_hand
    from trueodds.analysis.cribbage.published import script

    rules = CribbageRules.load()
    quantities = chain(own_hand.quantities(rules), script.quantities(rules))
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


def _by_linearity(rules: CribbageRules) -> Values:
    from trueodds.proofs.cribbage.shows import derive

    return derive(rules)


def _distributions(rules: CribbageRules) -> Values:
    from trueodds.proofs.cribbage.shows import laws

    return laws(rules)


def _script(rules: CribbageRules) -> Values:
    from trueodds.proofs.cribbage.shows import script

    return script(rules)


def _every_deal(rules: CribbageRules) -> Values:
    from trueodds.proofs.cribbage.deals import deals

    return deals(rules)


def _every_opponent(rules: CribbageRules) -> Values:
    from trueodds.proofs.cribbage.discards import discards

    return discards(rules)


def _certified_play(rules: CribbageRules) -> Values:
    from trueodds.proofs.cribbage.deal_means import derive

    return derive(rules)


METHODS = (
    Method(
        "linearity of expectation", ("show.hand.mean", "show.crib.mean"), _by_linearity
    ),
    Method(
        "ranks and suits counted separately",
        ("show.hand.*", "show.crib.*"),
        _distributions,
    ),
    Method("runs by ranks alone", ("script.misscored",), _script),
    Method(
        "every deal, one by one",
        (
            "deal.best_four.*",
            "deal.best_mean.mean",
            "script.wrong_best",
            "script.wrong_choice",
        ),
        _every_deal,
        source=Source("odds cribbage", _deals),
    ),
    Method(
        "every hand of the opponent with every starter",
        ("discard.*.*",),
        _every_opponent,
        source=Source(f'discard "{DEAL}" --role dealer', _discards),
    ),
    Method(
        "the checker's cribs from pone's deals; the play by the opponent's hands",
        (
            *("deal.heels.mean", "deal.dealer.mean", "deal.pone.mean"),
            *("deal.equilibrium.dealer_hand", "deal.equilibrium.pone_hand"),
            *("deal.equilibrium.crib", "play.equilibrium.*.mean"),
        ),
        _certified_play,
        source=Source("odds cribbage", lambda: odds("cribbage")),
    ),
)

"""All quantities of cribbage, in order."""

from collections.abc import Iterator

from trueodds.analysis.cribbage import held, show
from trueodds.analysis.cribbage.equilibrium import value_bounds
from trueodds.analysis.cribbage.equilibrium.shipped_results import at_equilibrium
from trueodds.analysis.cribbage.game import means
from trueodds.analysis.cribbage.play.results import lead_rules, shipped
from trueodds.analysis.cribbage.play.tree import perft
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Family
from trueodds.core.packages import require
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.progress import Progress, silent


def families(rules: CribbageRules, progress: Progress = silent) -> tuple[Family, ...]:
    """Return the families of the show, the discard, the play and the deal, in order.

    A family is a group of quantities that are computed together.
    """
    require("Cribbage by these rules")
    four = "Four random cards" + " and the starter" * rules.starter
    return (
        Family("show.hand.*", lambda: show.quantities(rules, "hand")),
        Family("show.crib.*", lambda: show.quantities(rules, "crib")),
        Family(
            "deal.best_four.* deal.best_mean.* deal.kept.* keep.holds.*",
            lambda: _own_hand(rules),
            "mean of the best expected hand of four of six, kept from cards no starter "
            f"average and the {held.WORDS}",
        ),
        Family(
            "hand.holds.*",
            lambda: held.quantities("hand.holds", four, rules),
            f"{four} {held.WORDS}",
        ),
        Family(
            "script.*",
            lambda: _script(rules),
            "published script: four cards that it misscores, deals in which the four "
            "kept are not a best four, whose value has wrong, misscored, choice",
        ),
        Family("deal.equilibrium.*", lambda: _equilibrium(rules, progress)),
        Family("static_choice.*", lambda: _greedy(rules, progress)),
        Family("play.lines", lambda: perft.quantities(rules, progress)),
        Family(
            "play.equilibrium.value play.equilibrium.*.mean play.equilibrium.lead.* "
            "play.dealt.equilibrium.*",
            lambda: shipped.quantities(rules),
        ),
        Family(
            "play.equilibrium.rule.* play.equilibrium.*_hand",
            lambda: lead_rules.quantities(rules),
        ),
        Family(
            "deal.heels.mean deal.dealer.mean deal.pone.mean",
            lambda: _deal(rules, progress),
        ),
        Family(
            "game.* deal.dealer.variance deal.pone.variance",
            lambda: _game(rules),
            "the first dealer or the first dealer's opponent wins the game, a game is "
            "won by points or more, a skunk, a double skunk, a game takes deals, "
            "average number of deals in a game, variance of the points of the dealer "
            "or pone in a deal, both playing the shipped strategies",
        ),
    )


# What loads compiled code is imported when its family is computed.


def _own_hand(rules: CribbageRules) -> Iterator[Quantity]:
    from trueodds.analysis.cribbage import own_hand

    return own_hand.quantities(rules)


def _script(rules: CribbageRules) -> Iterator[Quantity]:
    from trueodds.analysis.cribbage.published import greedy

    return greedy.script_quantities(rules)


def _equilibrium(rules: CribbageRules, progress: Progress) -> Iterator[Quantity]:
    if results := at_equilibrium(rules, progress=progress):
        yield from value_bounds.quantities(results.bounds)


def _greedy(rules: CribbageRules, progress: Progress) -> Iterator[Quantity]:
    from trueodds.analysis.cribbage.published import greedy

    if results := at_equilibrium(rules, progress=progress):
        for role, of_role in results.roles.items():
            yield from greedy.quantities(role, of_role.greedy)


def _deal(rules: CribbageRules, progress: Progress) -> Iterator[Quantity]:
    results = at_equilibrium(rules, progress=progress)
    play = shipped.play_results(rules)
    if results and play:
        yield from means.quantities(rules, results.bounds, play)


def _game(rules: CribbageRules) -> Iterator[Quantity]:
    from trueodds.analysis.cribbage.game import ends, whole_deals

    if distribution := whole_deals.shipped_distribution(rules):
        yield from ends.quantities(rules, distribution)

"""Answers on cribbage."""

from collections.abc import Iterator

from trueodds.analysis.cribbage.play.results.shipped import play_results
from trueodds.analysis.cribbage.strategy_file import equilibrium_is_for
from trueodds.core.odds import Odds
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import PlayRules
from trueodds.reports.answers import headlines

HEADLINES = headlines("cribbage")


def left_out(odds: Odds) -> Iterator[str]:
    """Yield a note if the odds of cribbage lack numbers because of their rules.

    The note is a sentence to print below an answer.
    """
    rules = odds.rules_as(CribbageRules)
    names = []
    if not equilibrium_is_for(rules):
        names += ["deal.equilibrium", "static_choice"]
    if play_results(rules) is None:
        names += ["play.equilibrium", "deal.heels", "deal.dealer", "deal.pone"]
    # The points of a whole deal count his heels too.
    if names or rules.play != PlayRules():
        yield (
            "Note: perfect throwing and play are known for the usual rules only, so "
            f"these numbers are left out: {', '.join([*names, 'game'])}."
        )

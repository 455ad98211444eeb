"""Answers on Farkle."""

from collections.abc import Iterator

from trueodds.core.odds import Odds
from trueodds.core.rulebook import rules_name
from trueodds.core.rules.farkle import DEFAULT

HEADLINES = {
    "turn.mean": "Average points of a turn, playing for the highest average",
    "turn.farkle": "Such a turn ends in a farkle",
    "opening.turn.mean": "Average points of a turn before opening",
    "longrun.mean": "Average points of a turn in the long run",
    "roll.1.farkle": "One die scores nothing",
    "roll.2.farkle": "Two dice score nothing",
    "roll.3.farkle": "Three dice score nothing",
    "roll.4.farkle": "Four dice score nothing",
    "roll.5.farkle": "Five dice score nothing",
    "roll.6.farkle": "Six dice score nothing",
    "turn.bank_at.1": "With 1 die left, bank at this stake or more",
    "turn.bank_at.2": "With 2 dice left, bank at this stake or more",
    "turn.bank_at.3": "With 3 dice left, bank at this stake or more",
    "roll.6.best.mean": "Average best score of six dice",
}
"""Words for the headline quantities, by id."""


def left_out(odds: Odds) -> Iterator[str]:
    """Yield how to play by other rules from now on, if these are the default rules."""
    if rules_name(odds.game, odds.rules) == f"{DEFAULT} rules":
        yield "The commercial game from now on: trueodds rules farkle --default box"

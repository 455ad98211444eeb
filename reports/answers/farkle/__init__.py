"""Answers on Farkle."""

from collections.abc import Iterator

from trueodds.core.odds import Odds
from trueodds.core.rulebook import rules_name
from trueodds.core.rules.farkle import DEFAULT
from trueodds.reports.answers import headlines

HEADLINES = headlines("farkle")


def left_out(odds: Odds) -> Iterator[str]:
    """Yield how to play by other rules from now on, if these are the default rules."""
    if rules_name(odds.game, odds.rules) == f"{DEFAULT} rules":
        yield "The commercial game from now on: trueodds rules farkle --default box"

"""Answers on cribbage."""

from collections.abc import Iterator

from trueodds.core.odds import Odds
from trueodds.reports.answers import headlines

HEADLINES = headlines("cribbage")


def left_out(odds: Odds) -> Iterator[str]:
    """Yield a note if the odds of cribbage lack numbers because of their rules.

    The note is a sentence to print below an answer.
    """
    if "deal.equilibrium.value" not in odds:
        yield (
            "Note: perfect throwing is known for the usual rules only, so the numbers "
            "deal.equilibrium, static_choice and play.kept are left out."
        )

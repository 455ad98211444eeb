"""Answers on cribbage."""

from collections.abc import Iterator

from trueodds.core.odds import Odds
from trueodds.reports.answers import headlines

HEADLINES = headlines("cribbage")

BY_USUAL_RULES = {
    "deal.equilibrium": "value",
    "static_choice": "dealer.differs",
    "play.equilibrium": "pone.mean",
    "deal.heels": "mean",
    "deal.dealer": "mean",
    "deal.pone": "mean",
    "game": "first_dealer",
}
"""Groups of ids that need a solution of the usual rules, with the rest of one id."""


def left_out(odds: Odds) -> Iterator[str]:
    """Yield a note on the numbers that these odds lack, if they lack any.

    The note is a sentence to print below an answer.
    """
    groups = BY_USUAL_RULES.items()
    absent = [group for group, rest in groups if f"{group}.{rest}" not in odds]
    if absent:
        yield (
            "Note: perfect throwing and play are known for the usual rules only, so "
            f"these numbers are left out: {', '.join(absent)}."
        )

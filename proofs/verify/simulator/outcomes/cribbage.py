"""Outcomes of cribbage: the points of a random show."""

import re
from dataclasses import replace
from typing import Literal

import numpy as np

from trueodds.analysis.cribbage.show import IMPOSSIBLE, show_table
from trueodds.core.cards import card_words
from trueodds.core.errors import CardError, PositionError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.rules.cribbage import CribbageRules, score
from trueodds.proofs.verify.simulator.outcomes import (
    Kinds,
    OutcomeDistribution,
    OutcomeError,
    of_numbers,
)


def outcome_distributions(rules: CribbageRules, rule: str) -> Kinds:
    """Return the kinds of outcome under the scoring rule ``hand`` or ``crib``."""

    def points(text: str) -> str | None:
        """Return the points of four cards and the starter; None for a number."""
        cards = card_words(re.sub(r"[\[\]()'\"|]", " ", text))
        if len(cards) == 1:
            return None
        if len(set(map(str.upper, cards))) < len(cards):
            return f"{text} (a show has five different cards)"
        try:
            return str(score(" ".join(cards), rules, kind).value)
        except (CardError, PositionError) as error:
            raise OutcomeError(str(error)) from None

    kind: Literal["hand", "crib"] = "crib" if rule == "crib" else "hand"

    def show() -> OutcomeDistribution:
        """Print the points of five random cards, or the cards, the starter last."""
        table = show_table(rules, kind)
        counts = np.bincount(table[table != IMPOSSIBLE])
        shows = Distribution({n: int(count) for n, count in enumerate(counts)})
        known = of_numbers("show", f"the points of a random {rule}", shows)
        return replace(known, play=points)

    return {"show": show}

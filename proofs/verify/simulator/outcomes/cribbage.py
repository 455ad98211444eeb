"""Outcomes of cribbage: the points of a random show."""

import re
from contextlib import suppress
from dataclasses import replace
from typing import Literal

import numpy as np

from trueodds.analysis.cribbage.show import IMPOSSIBLE, show_table
from trueodds.core.cards import Card, card_words
from trueodds.core.errors import CardError, PositionError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.rules.cribbage import CribbageRules, score
from trueodds.proofs.verify.simulator.outcomes import (
    OutcomeDistribution,
    OutcomeError,
    families,
    of_numbers,
)
from trueodds.proofs.verify.simulator.outcomes.kind import OutcomeKind, is_bare, numbers

RANKS = 13


def outcome_distributions(rules: CribbageRules, rule: str) -> list[OutcomeKind]:
    """Return the kinds of outcome of cribbage that a simulator can print.

    ``rule`` is the scoring rule of a show, ``hand`` or ``crib``.
    """

    def points(text: str) -> str | None:
        """Return the points of four cards and the starter; None for a number."""
        cards = card_words(re.sub(r"[\[\]()'\"|]", " ", text))
        # A single word is the points that the program counted itself.
        if len(cards) == 1:
            return None
        try:
            if len(set(map(Card.parse, cards))) < len(cards):
                # An outcome that no distribution has, so it refutes.
                return f"{text} (a show has five different cards)"
            return str(score(" ".join(cards), rules, kind).value)
        except (CardError, PositionError) as error:
            raise OutcomeError(str(error)) from None

    kind: Literal["hand", "crib"] = "crib" if rule == "crib" else "hand"

    def show() -> OutcomeDistribution:
        table = show_table(rules, kind)
        # Every hand with every starter is equally likely.
        counts = np.bincount(table[table != IMPOSSIBLE])
        shows = Distribution({n: int(count) for n, count in enumerate(counts)})
        known = of_numbers("show", f"the points of a random {rule}", shows)
        return replace(known, play=points)

    def of_show(line: str) -> bool:
        """Return True for the points of a show, or for its cards."""
        with suppress(OutcomeError):
            return is_bare(line) or points(line) is not None
        return False

    table = {
        "deal.best_four": ("the most points of four of six cards", numbers()),
        "play.equilibrium.lead": (
            "the rank that leads, from hands as both players keep them",
            numbers(1, RANKS),
        ),
        "play.dealt.equilibrium.lead": (
            "the rank that leads, from hands dealt at random",
            numbers(1, RANKS),
        ),
    }
    text = "Print the points of five random cards, or the cards, the starter last."
    return [
        OutcomeKind("show", text, of_show, show),
        *families("cribbage", rules, table),
    ]

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
from trueodds.core.rules.cribbage_game import CARDS_SHOWN
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

    ``rule`` is the scoring rule: of a show, ``hand`` or ``crib``, or ``play``, which
    has no random position.
    """
    size = CARDS_SHOWN + rules.starter
    number = "five" if rules.starter else "four"
    fault = f" (a show has {number} different cards)"

    def points(text: str) -> str | None:
        """Return the points of the cards of a show; None for a number."""
        # A receipt has the outcome of a repeated card, which ends with the fault.
        line = text.removesuffix(fault)
        cards = card_words(re.sub(r"[\[\]()'\"|/]", " ", line))
        # A number is the points that the program counted itself.
        if is_bare(line) or len(cards) == 1:
            return None
        try:
            if len(set(map(Card.parse, cards))) < len(cards) == size:
                # An outcome that no distribution has, so it refutes.
                return line + fault
            return str(score(" ".join(cards), rules, kind).value)
        except (CardError, PositionError) as error:
            raise OutcomeError(str(error)) from None

    kind: Literal["hand", "crib"] = "crib" if rule == "crib" else "hand"

    def show() -> OutcomeDistribution:
        if rule == "play":
            raise PositionError(
                "a show is scored by the rule hand or crib, and random piles of the "
                "play have no distribution"
            )
        table = show_table(rules, kind)
        # Every hand with every starter is equally likely.
        counts = np.bincount(table[table != IMPOSSIBLE])
        shows = Distribution({n: int(count) for n, count in enumerate(counts)})
        known = of_numbers("show", f"the points of a random {rule}", shows)
        return replace(known, play=points)

    def of_show(line: str) -> bool:
        """Return True for the points of a show, or for its cards."""
        with suppress(OutcomeError):
            return rule != "play" and (is_bare(line) or points(line) is not None)
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
    last = ", the starter last" * rules.starter
    text = f"Print the points of {number} random cards, or the cards{last}."
    return [
        OutcomeKind("show", text, of_show, show),
        *families("cribbage", rules, table),
    ]

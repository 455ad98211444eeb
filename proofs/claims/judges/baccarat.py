"""Judges of claims on baccarat."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from trueodds.core.cards import RANKS, parse_cards
from trueodds.core.exact.digits import decimal_text
from trueodds.core.exact.enclosure import Enclosure, square_root
from trueodds.core.rules.baccarat import NO_THIRD_CARD, BaccaratRules, hand_total
from trueodds.proofs.claims.judges import Finding, by_name
from trueodds.proofs.claims.lookup import KnownNumbers
from trueodds.proofs.claims.register import Reference


def tableau(arguments: Mapping[str, Any], answers: KnownNumbers) -> Finding:
    """Judge if a published tableau is the tableau of some rules, cell by cell.

    ``arguments`` has ``rules`` (the name of these rules), ``player`` (the totals on
    which Player draws) and ``banker`` (the totals on which Banker draws, by Player's
    third rank or ``none``). ``answers`` loads the rules. The exact number is the number
    of cells that differ.
    """
    rules = answers.rules(Reference("baccarat", arguments["rules"]))
    assert isinstance(rules, BaccaratRules)
    totals = range(10)
    differing = [
        f"Player on {total}"
        for total in totals
        if (total in arguments["player"]) != (total in rules.player_draws)
    ]
    # Banker has a row of the tableau for each rank of Player's third card, and one for
    # none.
    for third in (NO_THIRD_CARD, *RANKS):
        for total in totals:
            if (total in arguments["banker"][third]) != (
                total in rules.banker_draws[third]
            ):
                differing.append(f"Banker on {total} after {third}")
    # Player has one row, and Banker has one more than there are ranks.
    cells = len(totals) * (2 + len(RANKS))
    why = f"{cells - len(differing)} of {cells} cells are the same" + (
        f"; not {', '.join(differing)}." if differing else "."
    )
    return Finding("false" if differing else "true", Fraction(len(differing)), why)


def hand_value(arguments: Mapping[str, Any], answers: KnownNumbers) -> Finding:
    """Judge if the ``cards`` of a hand have the claimed ``value``.

    ``arguments`` has both. ``answers`` is not used: all judges take the same arguments.
    """
    exact = hand_total([card.rank for card in parse_cards(arguments["cards"])])
    right = exact == arguments["value"]
    return Finding(
        "true" if right else "false", Fraction(exact), f"The hand totals {exact}."
    )


def simulation(arguments: Mapping[str, Any], answers: KnownNumbers) -> Finding:
    """Explain how accurately a simulation of some coups estimates a probability.

    ``arguments`` has the number of ``coups``, and the probability as ``quantity``,
    which ``answers`` computes. The claim names no digits, so there is no verdict. By
    the normal approximation, 95 runs of 100 end within 1.96 standard errors of the
    probability.
    """
    probability = answers.number(msgspec.convert(arguments["quantity"], Reference))
    assert isinstance(probability, Fraction)
    error = square_root(probability * (1 - probability) / arguments["coups"])
    # 1.96 standard errors, rounded up if the root is irrational.
    most = Fraction(196, 100) * (error.upper if isinstance(error, Enclosure) else error)
    why = (
        f"A run of {arguments['coups']:,} ends within {decimal_text(100 * most, 2)} "
        f"percentage points of {decimal_text(100 * probability, 6)} % in 95 % of runs."
    )
    return Finding("unspecified", probability, why)


JUDGES = by_name(tableau, hand_value, simulation)

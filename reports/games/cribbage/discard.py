"""What the discards of one deal are worth, as a table or JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from trueodds.analysis.cribbage.discard.ranking import EQUILIBRIUM, Discard, Discards
from trueodds.core.cards import format_cards
from trueodds.reports.games.cribbage import discard_distribution
from trueodds.reports.text.tables import json_text, table_text

SCHEMA = "trueodds.discard/1"


def render(found: Discards, shown: Sequence[Discard], format_: str) -> str:
    """Some or all of the discards found, in their order, as ``table`` or ``json``.

    Where laws were asked for, JSON has those of all, a table those of the first.
    """
    if format_ == "json":
        return json_text(record(found, shown))
    sign = "+" if found.role == "dealer" else "-"
    title = f"{format_cards(found.hand)} as {found.role}: own {sign} crib\n"
    best = found.best.total
    rows = [
        [
            "best" if one.total == best else f"{float(one.total - best):.4f}",
            format_cards(one.discard),
            format_cards(one.keep),
            f"{float(one.own):.4f}",
            f"{one.own_min} to {one.own_max}",
            f"{float(one.crib):.4f}",
            f"{float(one.total):.4f}",
        ]
        for one in shown
    ]
    header = ["", "throw", "keep", "own", "range", "crib", "total"]
    against = (
        "The opponent throws by the shipped equilibrium."
        if found.opponent == EQUILIBRIUM
        else f"The opponent throws by {found.opponent}."
    )
    text = f"{title}\n{table_text(header, rows)}\n{against}\n"
    first = shown[0]
    if first.laws:
        thrown = f"Throwing {format_cards(first.discard)}"
        text += f"\n{discard_distribution.laws_text(thrown, first.laws)}"
    return text


def record(found: Discards, shown: Iterable[Discard]) -> dict[str, Any]:
    """The record ``trueodds.discard/1``; ``opponent`` where it is not equilibrium."""
    told: dict[str, Any] = {
        "schema": SCHEMA,
        "hand": [str(card) for card in found.hand],
        "role": found.role,
    }
    if found.opponent != EQUILIBRIUM:
        told["opponent"] = found.opponent
    return told | {"discards": [_entry(one) for one in shown]}


def _entry(one: Discard) -> dict[str, Any]:
    told: dict[str, Any] = {
        "discard": [str(card) for card in one.discard],
        "keep": [str(card) for card in one.keep],
        "own": _exact(one.own),
        "crib": _exact(one.crib),
        "total": _exact(one.total),
        "total_decimal": float(one.total),
        "own_min": one.own_min,
        "own_max": one.own_max,
    }
    if one.laws:
        told["distribution"] = discard_distribution.laws_record(one.laws)
    return told


def _exact(value: Fraction) -> str:
    """``p/q``, the denominator always there."""
    return f"{value.numerator}/{value.denominator}"

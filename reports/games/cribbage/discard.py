"""The discards of one deal, as a table or JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from trueodds.analysis.cribbage.discard.ranking import EQUILIBRIUM, Discard, Discards
from trueodds.core.cards import format_cards
from trueodds.reports.games.cribbage import discard_distribution
from trueodds.reports.text.tables import json_text, table_text

SCHEMA = "trueodds.discard/1"


def render(ranked: Discards, shown: Sequence[Discard], format_: str) -> str:
    """Return some or all of the discards, in their order, as ``table`` or ``json``.

    Where distributions were requested, JSON has all of them, a table those of the
    first discard.
    """
    if format_ == "json":
        return json_text(record(ranked, shown))
    sign = "+" if ranked.role == "dealer" else "-"
    title = f"{format_cards(ranked.hand)} as {ranked.role}: own {sign} crib\n"
    best = ranked.best.total
    rows = [
        [
            "best" if discard.total == best else f"{float(discard.total - best):.4f}",
            format_cards(discard.discard),
            format_cards(discard.keep),
            f"{float(discard.own):.4f}",
            f"{discard.own_min} to {discard.own_max}",
            f"{float(discard.crib):.4f}",
            f"{float(discard.total):.4f}",
        ]
        for discard in shown
    ]
    header = ["", "throw", "keep", "own", "range", "crib", "total"]
    against = (
        "Assumes an opponent who throws perfectly (--opponent changes that)."
        if ranked.opponent == EQUILIBRIUM
        else f"The opponent throws by {ranked.opponent}."
    )
    text = f"{title}\n{table_text(header, rows)}\n{against}\n"
    first = shown[0]
    if first.laws:
        thrown = f"Throwing {format_cards(first.discard)}"
        text += f"\n{discard_distribution.text(thrown, first.laws)}"
    return text


def record(ranked: Discards, shown: Iterable[Discard]) -> dict[str, Any]:
    """Return the record ``trueodds.discard/1``.

    ``opponent`` is in it where it is not the shipped equilibrium.
    """
    other = {} if ranked.opponent == EQUILIBRIUM else {"opponent": ranked.opponent}
    return {
        "schema": SCHEMA,
        "hand": [str(card) for card in ranked.hand],
        "role": ranked.role,
        **other,
        "discards": [_entry(discard) for discard in shown],
    }


def _entry(discard: Discard) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "discard": [str(card) for card in discard.discard],
        "keep": [str(card) for card in discard.keep],
        "own": _ratio(discard.own),
        "crib": _ratio(discard.crib),
        "total": _ratio(discard.total),
        "total_decimal": float(discard.total),
        "own_min": discard.own_min,
        "own_max": discard.own_max,
    }
    if discard.laws:
        entry["distribution"] = discard_distribution.record(discard.laws)
    return entry


def _ratio(value: Fraction) -> str:
    """Return ``p/q``, with the denominator even if it is 1."""
    return f"{value.numerator}/{value.denominator}"

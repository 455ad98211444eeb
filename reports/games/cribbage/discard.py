"""The discards of one deal, as a table or JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from trueodds.analysis.cribbage.discard.ranking import EQUILIBRIUM, Discard, Discards
from trueodds.core.cards import format_cards
from trueodds.core.rules.cribbage import DEFAULT
from trueodds.reports.games.cribbage import discard_distribution
from trueodds.reports.text.tables import json_text, table_text

SCHEMA = "trueodds.discard/1"
ROLES_SCHEMA = "trueodds.discard-roles/1"
CRIBS = {"dealer": "your", "pone": "the opponent's"}
HEADER = ["throw", "keep", "hand", "range", "crib", "total", ""]


def render(ranked: Discards, shown: Sequence[Discard], format_: str) -> str:
    """Return some or all of the discards for a role, as ``table`` or ``json``.

    Where distributions were requested, JSON has all of them, a table those of the
    first discard.
    """
    if format_ == "json":
        return json_text(record(ranked, shown))
    crib = CRIBS[ranked.role]
    sign = "+" if ranked.role == "dealer" else "-"
    return _text(
        f"Throw {format_cards(ranked.best.discard)} into {crib} crib "
        f"({ranked.role}, {DEFAULT} rules): hand {sign} crib is "
        f"{float(ranked.best.total):.2f} points on average.",
        HEADER,
        _rows(ranked, shown),
        [(ranked, shown[0])],
    )


def render_roles(
    rankings: Sequence[Discards], shown: Sequence[Sequence[Discard]], format_: str
) -> str:
    """Return discards for both roles, dealer first, as ``table`` or ``json``."""
    if format_ == "json":
        return json_text(roles_record(rankings, shown))
    mine, theirs = (format_cards(ranked.best.discard) for ranked in rankings)
    advice = (
        f"Throw {mine}, into your crib or the opponent's"
        if mine == theirs
        else f"Throw {mine} into your crib, {theirs} into the opponent's"
    )
    rows = [
        [f"{CRIBS[ranked.role]} crib", *row]
        for ranked, discards in zip(rankings, shown, strict=True)
        for row in _rows(ranked, discards)
    ]
    firsts = [
        (ranked, discards[0]) for ranked, discards in zip(rankings, shown, strict=True)
    ]
    return _text(f"{advice} ({DEFAULT} rules).", ["", *HEADER], rows, firsts)


def record(ranked: Discards, shown: Iterable[Discard]) -> dict[str, Any]:
    """Return the record ``trueodds.discard/1`` of one role.

    ``opponent`` is in it where it is not the shipped equilibrium.
    """
    return {
        "schema": SCHEMA,
        "hand": [str(card) for card in ranked.hand],
        "role": ranked.role,
        **_opponent(ranked),
        "discards": [_entry(discard) for discard in shown],
    }


def roles_record(
    rankings: Sequence[Discards], shown: Sequence[Iterable[Discard]]
) -> dict[str, Any]:
    """Return the record ``trueodds.discard-roles/1``: the discards by role."""
    return {
        "schema": ROLES_SCHEMA,
        "hand": [str(card) for card in rankings[0].hand],
        **_opponent(rankings[0]),
        "roles": {
            ranked.role: [_entry(discard) for discard in discards]
            for ranked, discards in zip(rankings, shown, strict=True)
        },
    }


def _opponent(ranked: Discards) -> dict[str, str]:
    return {} if ranked.opponent == EQUILIBRIUM else {"opponent": ranked.opponent}


def _rows(ranked: Discards, shown: Iterable[Discard]) -> list[list[str]]:
    best = ranked.best.total
    return [
        [
            format_cards(discard.discard),
            format_cards(discard.keep),
            f"{float(discard.own):.2f}",
            f"{discard.own_min} to {discard.own_max}",
            f"{float(discard.crib):.2f}",
            f"{float(discard.total):.2f}",
            _cost(best - discard.total),
        ]
        for discard in shown
    ]


def _cost(points: Fraction) -> str:
    """Return a cost with two decimals, never a zero for a positive cost."""
    if points == 0:
        return "best"
    return f"costs {float(points):.2f}" if points >= Fraction(1, 200) else "under 0.01"


def _text(
    sentence: str,
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    firsts: Sequence[tuple[Discards, Discard]],
) -> str:
    """Return a sentence, a table, the assumption, and distributions if requested."""
    opponent = firsts[0][0].opponent
    against = (
        "Assumes an opponent who throws perfectly (--opponent changes that)."
        if opponent == EQUILIBRIUM
        else f"The opponent throws by {opponent}."
    )
    text = f"{sentence}\n\n{table_text(header, rows)}\n{against}\n"
    for ranked, discard in firsts:
        if discard.laws:
            title = f"Throwing {format_cards(discard.discard)} into {CRIBS[ranked.role]} crib"
            text += f"\n{discard_distribution.text(title, discard.laws)}"
    return text


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

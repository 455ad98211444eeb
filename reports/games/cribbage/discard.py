"""What the discards of one deal are worth, as a table or JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from trueodds.analysis.cribbage.discard.ranking import EQUILIBRIUM, Discard, Discards
from trueodds.core.cards import format_cards
from trueodds.reports.games.cribbage import discard_distribution
from trueodds.reports.output import Output, Part, Table

SCHEMA = "trueodds.discard/1"


def output(found: Discards, shown: Sequence[Discard]) -> Output:
    """Return some or all of the discards found, in their order, as an answer.

    Where laws were asked for, JSON has those of all, a table those of the first.
    """
    return Output(
        SCHEMA,
        record=lambda: record(found, shown),
        table=lambda: _parts(found, shown),
    )


def _parts(found: Discards, shown: Sequence[Discard]) -> Iterator[Part]:
    sign = "+" if found.role == "dealer" else "-"
    yield f"{format_cards(found.hand)} as {found.role}: own {sign} crib"
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
    yield Table(header, rows)
    yield (
        "The opponent throws by the shipped equilibrium."
        if found.opponent == EQUILIBRIUM
        else f"The opponent throws by {found.opponent}."
    )
    first = shown[0]
    if first.laws:
        thrown = f"Throwing {format_cards(first.discard)}"
        yield from discard_distribution.parts(thrown, first.laws)


def record(found: Discards, shown: Iterable[Discard]) -> dict[str, Any]:
    """The record ``trueodds.discard/1``; ``opponent`` where it is not equilibrium."""
    told: dict[str, Any] = {
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

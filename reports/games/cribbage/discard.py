"""The discards of one deal, as a table or JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from trueodds.analysis.cribbage.discard.ranking import EQUILIBRIUM, Discard, Discards
from trueodds.core.cards import format_cards
from trueodds.core.rules.cribbage import DEFAULT
from trueodds.reports.games.cribbage import discard_distribution
from trueodds.reports.output import Output, Part, Table

SCHEMA = "trueodds.discard/1"
ROLES_SCHEMA = "trueodds.discard-roles/1"
CRIBS = {"dealer": "your", "pone": "the opponent's"}
HEADER = ["throw", "keep", "hand", "range", "crib", "total", ""]


def output(ranked: Discards, shown: Sequence[Discard]) -> Output:
    """Return some or all of the discards for one role, in their order.

    Where distributions were requested, JSON has all of them, a table those of the
    first discard.
    """
    sign = "+" if ranked.role == "dealer" else "-"
    sentence = (
        f"Throw {format_cards(ranked.best.discard)} into {CRIBS[ranked.role]} crib "
        f"({ranked.role}, {DEFAULT} rules): hand {sign} crib is "
        f"{float(ranked.best.total):.2f} points on average."
    )
    return Output(
        SCHEMA,
        record=lambda: record(ranked, shown),
        table=lambda: _parts(sentence, HEADER, [(ranked, _rows(ranked, shown), shown)]),
    )


def roles_output(
    rankings: Sequence[Discards],
    shown: Sequence[Sequence[Discard]],
    *,
    all_rows: bool,
) -> Output:
    """Return discards for both roles, dealer first.

    A table has the first three for each role, unless ``all_rows``.
    """
    mine, theirs = (format_cards(ranked.best.discard) for ranked in rankings)
    advice = (
        f"Throw {mine}, into your crib or the opponent's"
        if mine == theirs
        else f"Throw {mine} into your crib, {theirs} into the opponent's"
    )
    sentence, top = f"{advice} ({DEFAULT} rules).", None if all_rows else 3
    cribs = []
    for ranked, discards in zip(rankings, shown, strict=True):
        rows = _rows(ranked, discards[:top])
        crib = f"{CRIBS[ranked.role]} crib"
        cribs.append((ranked, [[crib, *row] for row in rows], discards))
    return Output(
        ROLES_SCHEMA,
        record=lambda: roles_record(rankings, shown),
        table=lambda: _parts(sentence, ["", *HEADER], cribs),
    )


def record(ranked: Discards, shown: Iterable[Discard]) -> dict[str, Any]:
    """Return the record ``trueodds.discard/1`` of one role.

    The key ``opponent`` is left out if the opponent plays the shipped equilibrium.
    """
    return {
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
            cost_text(best - discard.total),
        ]
        for discard in shown
    ]


def cost_text(points: Fraction) -> str:
    """Return a cost with two decimals, never a zero for a positive cost."""
    if points == 0:
        return "best"
    return f"costs {float(points):.2f}" if points >= Fraction(1, 200) else "under 0.01"


def _parts(
    sentence: str,
    header: Sequence[str],
    cribs: Sequence[tuple[Discards, list[list[str]], Sequence[Discard]]],
) -> Iterator[Part]:
    """Yield a sentence, a table, the assumption, and distributions if requested."""
    yield sentence
    yield Table(header, [row for _, rows, _ in cribs for row in rows])
    opponent = cribs[0][0].opponent
    yield (
        "Assumes an opponent who throws perfectly (--opponent changes that)."
        if opponent == EQUILIBRIUM
        else f"The opponent throws by {opponent}."
    )
    for ranked, _, (first, *_) in cribs:
        if first.laws:
            thrown = format_cards(first.discard)
            title = f"Throwing {thrown} into {CRIBS[ranked.role]} crib"
            yield from discard_distribution.parts(title, first.laws)


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

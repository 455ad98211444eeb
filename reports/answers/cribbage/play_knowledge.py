"""Bounds for the gain from knowing the starter and the discards: table and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_CEILING

from trueodds.analysis.cribbage.play.larger_game import KnowledgeBounds
from trueodds.core.exact.printing import decimal_text
from trueodds.reports.output import Output, Table

SCHEMA = "trueodds.play-knowledge-bounds/1"
KNOWN = ("six_cards", "starter", "everything")
DIGITS = 6


def output(bounds: Sequence[KnowledgeBounds]) -> Output:
    """Return the proved bounds of the gains."""
    texts = {bound.role: _texts(bound) for bound in bounds}
    return Output(
        SCHEMA,
        record=lambda: {
            "roles": {
                role: dict(zip(KNOWN, columns, strict=True))
                for role, columns in texts.items()
            }
        },
        table=lambda: (
            Table(
                ["role", "own six cards", "and the starter", "and the opponent's hand"],
                [[role, *columns] for role, columns in texts.items()],
            ),
            "The most points a deal that a player can gain by knowing more, against "
            "the strategies in the folder: upper bounds over all deals, proved. The "
            "bound under 'own six cards' is reached but for rounding; the bound under "
            "'and the starter' need not be.",
        ),
    )


def _texts(bounds: KnowledgeBounds) -> list[str]:
    """Return the bounds as decimals, rounded up."""
    return [
        decimal_text(getattr(bounds, known), DIGITS, ROUND_CEILING) for known in KNOWN
    ]

"""Gains from knowing the starter and the discards, as a table or JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import ROUND_CEILING
from math import hypot

from trueodds.analysis.cribbage.play.larger_game import KnowledgeBounds, KnowledgeGain
from trueodds.core.exact.printing import decimal_text
from trueodds.reports.output import Output, Part, Table

SCHEMA = "trueodds.play-knowledge/1"
BOUNDS_SCHEMA = "trueodds.play-knowledge-bounds/1"
KNOWN = ("six_cards", "starter", "everything")
DIGITS = 6


def bounds_output(bounds: Sequence[KnowledgeBounds]) -> Output:
    """Return the proved bounds of the gains."""
    texts = {bound.role: _texts(bound) for bound in bounds}
    return Output(
        BOUNDS_SCHEMA,
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


def output(gains: Sequence[KnowledgeGain]) -> Output:
    """Return the sampled gains with their standard errors."""
    return Output(
        SCHEMA,
        record=lambda: {
            "roles": {
                gain.role: gain.mean.record() | {"most": gain.most} for gain in gains
            }
        },
        table=lambda: _parts(gains),
    )


def _parts(gains: Sequence[KnowledgeGain]) -> Iterator[Part]:
    yield Table(
        ["role", "gain in points a deal", "most in a context", "contexts"],
        [
            [
                gain.role,
                f"{gain.mean.text()} (sampled)",
                f"{gain.most:.3f}",
                f"{gain.mean.sample_size:,}",
            ]
            for gain in gains
        ],
    )
    if len(gains) > 1:
        total = sum(gain.mean.value for gain in gains)
        error = hypot(*(gain.mean.standard_error for gain in gains))
        yield (
            f"Together {total:.4f} ± {error:.4f} points (sampled): the exploitability "
            "of the strategies in the game in which both know the starter and their "
            "discards. The value of that game is at most the dealer's gain above the "
            "value of these strategies, and at most pone's gain below it."
        )
    yield (
        "Gains of best responses that use the starter and the player's own discards, "
        "against an opponent whose strategy uses neither. Contexts are sampled, and "
        "each gain is over all hands of the opponent."
    )

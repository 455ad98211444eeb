"""Answers on the play: points of hands, effect on discards, value of knowledge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import ROUND_CEILING
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueodds.analysis.cribbage.play.results.shipped import NET_ERROR, Play
from trueodds.core.cards import RANKS, format_cards
from trueodds.core.errors import OutputError
from trueodds.core.exact.digits import decimal_text
from trueodds.core.storage.files import refuse_to_replace, write_together
from trueodds.reports.answers import words_of
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.tables import markdown_text, table_text, write_records

if TYPE_CHECKING:
    from trueodds.analysis.cribbage.play.results.all_discards import (
        PlayEffect,
        TableLoss,
    )
    from trueodds.analysis.cribbage.play.solving.knowledge import KnowledgeBounds

WORDS = words_of("cribbage/words.toml", "play")
KNOWN = ("six_cards", "starter", "everything")
"""The cards that a player knows, from least to most."""


def _table_rows(play: Play, role: str) -> list[dict[str, Any]]:
    """Return a row for each hand of a role, the best hand first.

    Points are means when both players use the certified strategies; ``net`` is own
    points minus the opponent's. ``net_most`` is the most net points that any way of
    playing can get against the opponent's strategy. Each number is within
    ``error``. ``lead`` lists the ranks that pone leads.
    """
    hands = sorted(play.hands[role], key=lambda hand: (-hand.net, hand.hand))
    return [
        {
            "hand": " ".join(RANKS[rank] for rank in hand.hand),
            "probability": hand.weight / hand.total,
            "own": float(hand.own),
            "opponent": float(hand.opponent),
            "net": float(hand.net),
            "net_most": float(hand.most),
            "error": float(NET_ERROR),
            **({"lead": lead_text(hand.lead)} if role == "pone" else {}),
        }
        for hand in hands
    ]


def write_table(play: Play, role: str, out: Path | None, force: bool = False) -> str:
    """Write the table; return it as text, or a line that names its file.

    Raises ``OutputError`` if the file has another ending, cannot be written, or
    exists without ``force``.
    """
    records = _table_rows(play, role)
    if out is None:
        return _about(play, role) + table_text(*_cells(records))
    if out.suffix not in (".csv", ".parquet", ".md"):
        raise OutputError(f"{out}: a table is a .parquet, .csv or .md file")
    refuse_to_replace([out], force=force)
    if out.suffix != ".md":
        return f"{write_records(out, records)}\n"
    text = f"{_about(play, role)}\n{markdown_text(*_cells(records))}"
    write_together(out.parent, {out.name: text})
    return f"Wrote {out}: {len(records):,} rows\n"


def _about(play: Play, role: str) -> str:
    lower, upper = play.value.texts(8)
    return WORDS["about"].format(play=play, role=role, lower=lower, upper=upper)


def lead_text(lead: dict[int, Fraction]) -> str:
    """Return the ranks and their probabilities, such as ``4 72 %, 3 28 %``."""
    ranks = sorted(lead, key=lambda rank: (-lead[rank], rank))
    return ", ".join(f"{RANKS[rank]} {100 * float(lead[rank]):.0f} %" for rank in ranks)


def _cells(records: list[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    header = ["hand", "probability", "own", "opponent", "net", "most any play gets"]
    leads = ["lead"] if "lead" in records[0] else []
    cells = [
        [
            row["hand"],
            f"{100 * row['probability']:.4f} %" if row["probability"] else "never kept",
            *(f"{row[name]:.3f}" for name in ("own", "opponent")),
            *(f"{row[name]:+.3f}" for name in ("net", "net_most")),
            *(row[name] for name in leads),
        ]
        for row in records
    ]
    return [*header, *leads], cells


def effect_output(
    play: Play, effects: Sequence[PlayEffect], losses: Sequence[TableLoss]
) -> Output:
    """Return the effects of the play by the shipped table, and the table's losses.

    A loss is measured with the values of the play that are computed for each deal.
    """
    return Output(
        "trueodds.play-discards/1",
        record=lambda: {
            "model": play.model,
            "iterations": play.iterations,
            "roles": {effect.role: _effect_record(effect) for effect in effects},
            "given_deal": {
                loss.given_deal.role: {
                    **_effect_record(loss.given_deal),
                    "table_mean_loss": loss.mean,
                    "table_most_loss": loss.most,
                    "largest_difference": loss.largest_difference,
                }
                for loss in losses
            },
        },
        table=lambda: _effect_parts(play, effects, losses),
    )


def _effect_record(effect: PlayEffect) -> dict[str, Any]:
    return {
        "deals": str(effect.deals),
        "changed": str(effect.changed),
        "undecided": str(effect.undecided),
        "mean_cost": effect.mean_cost,
        "examples": [
            {
                "deal": [str(card) for card in example.deal],
                "without_play": [str(card) for card in example.without_play],
                "with_play": [str(card) for card in example.with_play],
                "cost": example.cost,
            }
            for example in effect.examples
        ],
    }


def _effect_parts(
    play: Play, effects: Sequence[PlayEffect], losses: Sequence[TableLoss]
) -> Iterator[Part]:
    for effect in effects:
        share = effect.changed / effect.deals
        where_changed = effect.mean_cost / share
        yield WORDS["effect"].format(
            effect=effect, percent=100 * share, where_changed=where_changed
        )
        if effect.undecided:
            yield f"In {effect.undecided:,} more deals the bounds do not decide it."
        yield Table(
            ["deal", "without the play", "with the play", "costs"],
            [
                [
                    format_cards(example.deal),
                    format_cards(example.without_play),
                    format_cards(example.with_play),
                    f"{example.cost:.3f}",
                ]
                for example in effect.examples
            ],
        )
    for loss in losses:
        exact = loss.given_deal
        percent = 100 * exact.changed / exact.deals
        yield WORDS["given_deal"].format(loss=loss, exact=exact, percent=percent)
    yield WORDS["adapted"]
    yield WORDS["model"].format(play=play)


def knowledge_output(bounds: Sequence[KnowledgeBounds]) -> Output:
    """Return the answer with proved bounds of the gains from knowing more cards."""
    texts = {bound.role: _bound_texts(bound) for bound in bounds}
    return Output(
        "trueodds.play-knowledge-bounds/1",
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
            WORDS["knowledge"],
        ),
    )


def _bound_texts(bounds: KnowledgeBounds) -> list[str]:
    """Return the bounds as decimals, rounded up."""
    return [decimal_text(getattr(bounds, known), 6, ROUND_CEILING) for known in KNOWN]

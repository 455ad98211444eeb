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
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.tables import markdown_text, table_text, write_records

if TYPE_CHECKING:
    from trueodds.analysis.cribbage.play.results.all_discards import (
        PlayEffect,
        TableLoss,
    )
    from trueodds.analysis.cribbage.play.solving.knowledge import KnowledgeBounds

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
    return (
        f"Play of the {role}'s hands, in points ({play.name} hands; {play.model}; "
        f"{play.iterations} iterations).\n"
        f"The value for the dealer is {lower} to {upper}, proved.\n"
    )


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
        yield (
            f"As {effect.role}, the play changes the best throw in {100 * share:.2f} % "
            f"of deals ({effect.changed:,} of {effect.deals:,}). Ignoring it costs "
            f"{effect.mean_cost:.4f} points a deal, "
            f"{effect.mean_cost / share:.3f} where it changes the throw, at most "
            f"{effect.examples[0].cost:.3f}."
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
        yield (
            f"Against exactly the hands that each deal leaves, as {exact.role}: "
            f"{100 * exact.changed / exact.deals:.2f} % of deals, "
            f"{exact.mean_cost:.4f} points a deal. Throwing by the table loses "
            f"{loss.mean:.6f} points a deal on these values, at most {loss.most:.4f}; "
            f"single keeps differ by up to {loss.largest_difference:.3f}. (Computed in "
            "floating point.)"
        )
    yield (
        "An opponent does not expect hands that are seldom kept, so the play of such "
        "hands may be worth less against an opponent who does."
    )
    yield (
        f"Hand and crib are exact; the play is between the certified strategies "
        f"({play.iterations} iterations; {play.model})."
    )


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
            "The most points a deal that a player can gain by knowing more, against "
            "the strategies in the folder: upper bounds over all deals, proved. The "
            "bound under 'own six cards' is reached but for rounding; the bound under "
            "'and the starter' need not be.",
        ),
    )


def _bound_texts(bounds: KnowledgeBounds) -> list[str]:
    """Return the bounds as decimals, rounded up."""
    return [decimal_text(getattr(bounds, known), 6, ROUND_CEILING) for known in KNOWN]

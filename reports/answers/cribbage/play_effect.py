"""Deals in which the play changes the best discard, as tables or JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from trueodds.analysis.cribbage.play.all_discards import PlayEffect, TableLoss
from trueodds.analysis.cribbage.play.shipped import Play
from trueodds.core.cards import format_cards
from trueodds.reports.output import Output, Part, Table

SCHEMA = "trueodds.play-discards/1"


def output(
    play: Play, effects: Sequence[PlayEffect], losses: Sequence[TableLoss]
) -> Output:
    """Return the effects by the table, and its losses on the values given each deal."""
    return Output(
        SCHEMA,
        record=lambda: {
            "model": play.model,
            "iterations": play.iterations,
            "roles": {effect.role: _record(effect) for effect in effects},
            "given_deal": {
                loss.given_deal.role: {
                    **_record(loss.given_deal),
                    "table_mean_loss": loss.mean,
                    "table_most_loss": loss.most,
                    "largest_difference": loss.largest_difference,
                }
                for loss in losses
            },
        },
        table=lambda: _parts(play, effects, losses),
    )


def _record(effect: PlayEffect) -> dict[str, Any]:
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


def _parts(
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

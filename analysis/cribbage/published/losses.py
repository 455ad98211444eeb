"""What a choice of four cards loses on the best discard, over all deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from trueodds.core.cards import Card, format_cards
from trueodds.core.quantity import Quantity

DEALS = comb(52, 6)
TIES = {
    "": "the best of ties",
    ".first_tie": "the first of ties",
    ".random_tie": "ties at random",
}
"""What follows the role in an id, and which of equal fours that is."""


@dataclass(frozen=True, slots=True)
class Loss:
    """In how many deals a choice loses points, how many in the mean, and at the worst.

    A deal in which it loses by chance counts in part. ``hand`` is one in which the most
    can be lost.
    """

    deals: Fraction
    mean: Fraction
    worst: Fraction
    hand: tuple[Card, ...]


def quantities(role: str, losses: Iterable[Loss]) -> Iterator[Quantity]:
    """``static_choice.*`` of a role, the losses in the order of ``losses``."""
    prefix, label = f"static_choice.{role}", f"Most points in four cards now, as {role}"
    for loss, (id, ties) in zip(losses, TIES.items(), strict=True):
        yield from _of_loss(f"{prefix}{id}", f"{label}, {ties}", loss)


def _of_loss(prefix: str, label: str, loss: Loss) -> Iterator[Quantity]:
    differs = f"{label}: deals that lose"
    yield (
        Quantity.probability(f"{prefix}.differs", differs, int(loss.deals), DEALS)
        if loss.deals.denominator == 1
        else Quantity(
            id=f"{prefix}.differs",
            label=differs,
            value=loss.deals / DEALS,
            unit="probability",
            method="enumeration",
        )
    )
    worst = f"{label}: worst loss, with {format_cards(loss.hand)}"
    for id, text, points in (
        ("mean_loss", f"{label}: mean loss", loss.mean),
        ("worst_loss", worst, loss.worst),
    ):
        yield Quantity(
            id=f"{prefix}.{id}",
            label=text,
            value=points,
            unit="points",
            method="enumeration",
        )

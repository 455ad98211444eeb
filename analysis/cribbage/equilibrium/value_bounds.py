"""Bounds for the value of the discard game: as text, and as quantities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction

from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity


@dataclass(frozen=True, slots=True)
class ValueBounds:
    """The bounds that two exact best responses prove about two discard strategies.

    ``lower`` and ``upper`` bound the value of the game, which is the dealer's hand and
    crib minus pone's hand. ``dealer_hand``, ``pone_hand`` and ``crib`` are the means
    when both players use these strategies. The unit is points.
    """

    lower: Fraction
    upper: Fraction
    dealer_hand: Fraction
    pone_hand: Fraction
    crib: Fraction

    @property
    def exploitability(self) -> Fraction:
        """The points a deal that both players' best responses gain, together."""
        return self.upper - self.lower

    @property
    def value(self) -> Fraction | Enclosure:
        """The value of the game, exact where the bounds meet."""
        if self.lower == self.upper:
            return self.lower
        return Enclosure(self.lower, self.upper)


def as_texts(bounds: ValueBounds) -> dict[str, str]:
    """Return the fractions of the bounds as texts, by the names of their fields."""
    return {name: str(value) for name, value in asdict(bounds).items()}


def from_texts(texts: Mapping[str, str]) -> ValueBounds:
    """Return the bounds that ``as_texts`` wrote.

    ``texts`` has a fraction as text for each field, by name.
    """
    return ValueBounds(**{name: Fraction(text) for name, text in texts.items()})


def quantities(bounds: ValueBounds) -> Iterator[Quantity]:
    """Yield the quantities ``deal.equilibrium.*``, from the bounds of two strategies.

    They are the value of the game, the mean points if both players use the strategies,
    and the exploitability.
    """
    for name, label in (
        ("value", "Value of the deal: dealer's hand and crib minus pone's"),
        ("dealer_hand", "Dealer's average hand"),
        ("pone_hand", "Pone's average hand"),
        ("crib", "Average crib"),
        ("exploitability", "Largest possible distance from perfect"),
    ):
        yield Quantity(
            f"deal.equilibrium.{name}",
            f"{label}, both discarding at equilibrium",
            getattr(bounds, name),
            "points",
            "best responses",
        )

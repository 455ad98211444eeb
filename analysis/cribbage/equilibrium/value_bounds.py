"""What is proved about two strategies: as text, and as quantities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction

from trueodds.core.enclosure import Enclosure
from trueodds.core.quantity import Quantity


@dataclass(frozen=True, slots=True)
class Certificate:
    """What two exact best answers prove about a pair of strategies.

    ``lower`` and ``upper`` bound the value of the game; ``dealer_hand``, ``pone_hand``
    and ``crib`` are the means when both play these strategies.
    """

    lower: Fraction
    upper: Fraction
    dealer_hand: Fraction
    pone_hand: Fraction
    crib: Fraction

    @property
    def exploitability(self) -> Fraction:
        """How much the two could gain by answering each other, together."""
        return self.upper - self.lower

    @property
    def value(self) -> Fraction | Enclosure:
        """The value of the game, exact where the bounds meet."""
        if self.lower == self.upper:
            return self.lower
        return Enclosure(self.lower, self.upper)


def as_texts(proof: Certificate) -> dict[str, str]:
    """A certificate's fractions as text, by name."""
    return {name: str(value) for name, value in asdict(proof).items()}


def from_texts(texts: Mapping[str, str]) -> Certificate:
    """The certificate that these were the texts of."""
    return Certificate(**{name: Fraction(text) for name, text in texts.items()})


def quantities(proof: Certificate) -> Iterator[Quantity]:
    """``deal.equilibrium.*``: the value of the game, and means when both play so."""
    for name, label, value in (
        ("value", "Dealer's hand and crib less pone's hand", proof.value),
        ("dealer_hand", "Dealer's mean hand", proof.dealer_hand),
        ("pone_hand", "Pone's mean hand", proof.pone_hand),
        ("crib", "Mean crib", proof.crib),
        ("exploitability", "Upper less lower bound of the value", proof.exploitability),
    ):
        yield Quantity(
            id=f"deal.equilibrium.{name}",
            label=f"{label}, both discarding at equilibrium",
            value=value,
            unit="points",
            method="best answers",
        )

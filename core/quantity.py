"""Quantities: the named exact numbers that an analysis yields.

A quantity has a stable public id and holds its value exactly, as a rational or as a
proved enclosure. Floats are only used to print it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from fractions import Fraction

from trueodds.core.distribution import Distribution
from trueodds.core.enclosure import Enclosure


@dataclass(frozen=True, slots=True)
class Quantity:
    """A named exact number, with the method that derived it.

    ``unit`` is "probability", "points", "turns", "edge" (units lost for each unit
    staked), "difference" (of two probabilities), or the thing that is counted.
    ``method`` is the derivation: "enumeration", "convolution", "Markov chain",
    "backward induction", "policy iteration", "decision process".

    A number of equally likely cases has their ``count`` and ``total``; both are None
    for other numbers. Raises ``ValueError`` if they contradict the value, and if a
    probability is not between 0 and 1.

    >>> bunco = Quantity.probability("roll.bunco", "Bunco", 1, 216)
    >>> bunco.exact, bunco.one_in
    (Fraction(1, 216), 216.0)
    """

    id: str
    label: str
    value: Fraction | Enclosure
    unit: str
    method: str
    count: int | None = None
    total: int | None = None

    def __post_init__(self) -> None:
        if self.count is not None and self.value != Fraction(
            self.count, self.total or 0
        ):
            raise ValueError(f"{self.id}: {self.count} of {self.total} != {self.value}")
        if self.unit == "probability" and not (
            self.bounds.lower >= 0 and self.bounds.upper <= 1
        ):
            raise ValueError(f"{self.id}: {self.value} is not a probability")

    @classmethod
    def probability(
        cls,
        id: str,
        label: str,
        count: int,
        total: int,
        *,
        method: str = "enumeration",
    ) -> "Quantity":
        """Return the probability of ``count`` cases out of ``total``."""
        return cls(
            id=id,
            label=label,
            value=Fraction(count, total),
            unit="probability",
            method=method,
            count=count,
            total=total,
        )

    @property
    def exact(self) -> Fraction | None:
        """The exact value; None if only an enclosure is known."""
        return self.value if isinstance(self.value, Fraction) else None

    @property
    def bounds(self) -> Enclosure:
        """The proved bounds; they coincide if the value is exact."""
        if isinstance(self.value, Enclosure):
            return self.value
        return Enclosure(self.value, self.value)

    @property
    def decimal(self) -> float:
        """The nearest float, for printing; for an enclosure, that of its midpoint."""
        return float(self.bounds.midpoint)

    @property
    def one_in(self) -> float | None:
        """N for printing "1 in N"; None unless this is a probability above zero.

        None also if N is too large for a float.
        """
        if self.unit != "probability" or not self.bounds.lower:
            return None
        try:
            return float(1 / self.bounds.midpoint)
        except OverflowError:
            return None


def family_of(id: str) -> str:
    """Return the id with ``N`` in place of every part that is a number.

    >>> family_of("game.total.12"), family_of("roll.2.best.mean")
    ('game.total.N', 'roll.N.best.mean')
    """
    return re.sub(r"\.\d+(?=\.|$)", ".N", id)


def is_listed(id: str, patterns: Iterable[str]) -> bool:
    """Return True if the id is one of these, where ``*`` stands for any text.

    >>> is_listed("roll.points.21", ["roll.mean", "roll.points.*"])
    True
    """
    return any(fnmatchcase(id, pattern) for pattern in patterns)


def point_masses(
    prefix: str,
    label: str,
    distribution: Distribution[int],
    outcomes: Iterable[int],
    *,
    method: str = "enumeration",
) -> Iterator[Quantity]:
    """Yield ``prefix.N`` for each N in ``outcomes``, also if its probability is zero.

    ``label`` has a ``{}`` in place of N.
    """
    for outcome in outcomes:
        yield Quantity.probability(
            f"{prefix}.{outcome}",
            label.format(outcome),
            distribution.weight(outcome),
            distribution.total,
            method=method,
        )

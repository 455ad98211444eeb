"""Distribution: outcomes with integer weights over one common total.

Everything stays an integer until one division at the end, which is both exact and
fast. Sums of independent outcomes are products of polynomials whose coefficients are
the weights, and flint multiplies those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd
from typing import Any, Generic, TypeVar

from flint import fmpz_poly

from trueodds.core.errors import ModelError

T = TypeVar("T")
U = TypeVar("U")


class Distribution(Generic[T]):
    """An exact finite probability law; immutable.

    Outcomes of weight zero are dropped; the total is the sum of the weights.
    Raises ``ModelError`` for a negative weight or when nothing can happen at all.

    >>> die = Distribution({face: 1 for face in range(1, 7)})
    >>> two = die + die
    >>> two[7], two.total
    (Fraction(1, 6), 36)
    """

    __slots__ = ("_weights", "total")

    def __init__(self, weights: Mapping[T, int]) -> None:
        for outcome, weight in weights.items():
            if weight < 0:
                raise ModelError(
                    f"outcome {outcome!r} has the negative weight {weight}"
                )
        self._weights = {o: w for o, w in weights.items() if w}
        self.total: int = sum(self._weights.values())
        if not self.total:
            raise ModelError("a distribution needs at least one positive weight")

    @classmethod
    def tally(cls, weighted: Iterable[tuple[T, int]]) -> Distribution[T]:
        """Gather (outcome, weight) pairs, adding up outcomes that repeat."""
        weights: dict[T, int] = {}
        for outcome, weight in weighted:
            weights[outcome] = weights.get(outcome, 0) + weight
        return cls(weights)

    @classmethod
    def mixture(cls, parts: Iterable[Distribution[T]]) -> Distribution[T]:
        """One of several laws of equal total, each equally likely.

        What the number of parts and all weights have in common cancels, so a mixture
        of equal laws is that law.

        Raises ``ModelError`` when the totals differ or there are no parts.
        """
        laws = list(parts)
        if len({law.total for law in laws}) != 1:
            raise ModelError("a mixture needs laws over one common total")
        mixed = cls.tally(pair for law in laws for pair in law.items())
        common = gcd(len(laws), *(weight for _, weight in mixed.items()))
        return cls({outcome: weight // common for outcome, weight in mixed.items()})

    def items(self) -> Iterable[tuple[T, int]]:
        """(outcome, weight) pairs of positive weight."""
        return self._weights.items()

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def weight(self, outcome: T) -> int:
        """The integer weight of an outcome, zero where it cannot occur."""
        return self._weights.get(outcome, 0)

    def __getitem__(self, outcome: T) -> Fraction:
        """The probability of an outcome, zero where it cannot occur."""
        return Fraction(self.weight(outcome), self.total)

    def weight_where(self, holds: Callable[[T], bool]) -> int:
        """The weight of all outcomes for which ``holds``."""
        return sum(weight for outcome, weight in self.items() if holds(outcome))

    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """The law of ``function(outcome)``, over the same total."""
        return Distribution.tally((function(o), w) for o, w in self.items())

    def mean(self) -> Fraction:
        """The expected value of numeric outcomes."""
        return self.expected(lambda outcome: outcome)

    def expected(self, function: Callable[[T], Any]) -> Fraction:
        """The expected value of ``function(outcome)``, an int or a Fraction."""
        return Fraction(sum(w * function(o) for o, w in self.items())) / self.total

    def variance(self: Distribution[int]) -> Fraction:
        """The variance of numeric outcomes."""
        mean = self.mean()
        return self.expected(lambda o: o * o) - mean * mean

    def __add__(self: Distribution[int], other: Distribution[int]) -> Distribution[int]:
        """The law of the sum of two independent integer outcomes."""
        low = min(self) + min(other)
        product = _polynomial(self) * _polynomial(other)
        return Distribution(
            {low + power: int(c) for power, c in enumerate(product.coeffs()) if c}
        )

    def repeat(self: Distribution[int], times: int) -> Distribution[int]:
        """The law of the sum of ``times`` independent integer outcomes.

        >>> Distribution({0: 1, 1: 1}).repeat(200).weight(100) > 10**58
        True
        """
        low = min(self) * times
        power = _polynomial(self) ** times
        return Distribution(
            {low + exponent: int(c) for exponent, c in enumerate(power.coeffs()) if c}
        )

    def __eq__(self, other: object) -> bool:
        """Equal weights, not only equal probabilities."""
        return isinstance(other, Distribution) and self._weights == other._weights

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def __repr__(self) -> str:
        return f"Distribution({self._weights!r})"


def _polynomial(law: Distribution[int]) -> fmpz_poly:
    """The generating polynomial, shifted so that the least outcome has power 0."""
    low, high = min(law), max(law)
    return fmpz_poly([law.weight(outcome) for outcome in range(low, high + 1)])

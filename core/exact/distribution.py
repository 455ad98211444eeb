"""Exact probability distributions: integer weights over one common total.

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
from trueodds.core.exact.digits import fraction_text
from trueodds.core.exact.enclosure import Enclosure, square_root
from trueodds.core.rows import Records, html

T = TypeVar("T")
U = TypeVar("U")

MOST_PLACES = 640
"""The most places of a bar chart that has places for outcomes that cannot occur."""


class Distribution(Generic[T], Records):
    """An exact finite probability distribution; immutable.

    Outcomes of weight zero are dropped; the total is the sum of the weights.
    Raises ``ModelError`` for a negative weight, and if all weights are zero.

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
        """Gather (outcome, weight) pairs, adding up the weights of equal outcomes."""
        weights: dict[T, int] = {}
        for outcome, weight in weighted:
            weights[outcome] = weights.get(outcome, 0) + weight
        return cls(weights)

    @classmethod
    def mixture(cls, parts: Iterable[Distribution[T]]) -> Distribution[T]:
        """Return the mixture of distributions of equal total, equally likely.

        The number of distributions and all weights are divided by their common divisor,
        so a mixture of equal distributions is that distribution.

        Raises ``ModelError`` if the totals differ or there are no distributions.
        """
        parts = list(parts)
        if len({part.total for part in parts}) != 1:
            raise ModelError("a mixture needs distributions over one common total")
        mixed = cls.tally(pair for part in parts for pair in part.items())
        common = gcd(len(parts), *(weight for _, weight in mixed.items()))
        return cls({outcome: weight // common for outcome, weight in mixed.items()})

    def items(self) -> Iterable[tuple[T, int]]:
        """Return the (outcome, weight) pairs of positive weight."""
        return self._weights.items()

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def weight(self, outcome: T) -> int:
        """Return the integer weight of an outcome; 0 if it cannot occur."""
        return self._weights.get(outcome, 0)

    def __getitem__(self, outcome: T) -> Fraction:
        """Return the probability of an outcome; 0 if it cannot occur."""
        return Fraction(self.weight(outcome), self.total)

    def weight_where(self, holds: Callable[[T], bool]) -> int:
        """Return the total weight of the outcomes for which ``holds``."""
        return sum(weight for outcome, weight in self.items() if holds(outcome))

    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """Return the distribution of ``function(outcome)``, over the same total."""
        return Distribution.tally((function(o), w) for o, w in self.items())

    def mean(self) -> Fraction:
        """Return the mean of numeric outcomes."""
        return self.expected(lambda outcome: outcome)

    def expected(self, function: Callable[[T], Any]) -> Fraction:
        """Return the mean of ``function(outcome)``, an int or a Fraction."""
        return Fraction(sum(w * function(o) for o, w in self.items())) / self.total

    def variance(self: Distribution[int]) -> Fraction:
        """Return the variance of numeric outcomes."""
        mean = self.mean()
        return self.expected(lambda o: o * o) - mean * mean

    def sd(self: Distribution[int]) -> Fraction | Enclosure:
        """Return the standard deviation, exact or between proved bounds."""
        return square_root(self.variance())

    def quantile(self: Distribution[int], share: Fraction | float) -> int:
        """Return the least outcome x with P(X <= x) >= ``share``.

        Raises ``ValueError`` for a share above 1.

        >>> Distribution({1: 1, 2: 1, 3: 2}).quantile(0.5)
        2
        """
        return quantile(((outcome, self[outcome]) for outcome in sorted(self)), share)

    def at_least(self: Distribution[int], least: int) -> Fraction:
        """Return the probability that the outcome is ``least`` or more."""
        return Fraction(self.weight_where(lambda o: o >= least), self.total)

    def plot(
        self, axes: Any = None, *, title: str = "Probability of each outcome"
    ) -> Any:
        """Draw the probabilities as bars, the outcomes in order.

        Args:
            axes: The matplotlib axes to draw on; without them, the chart is SVG.
            title: The title of the chart.

        Returns:
            The axes, or a ``BarChart``, which a notebook shows and ``save`` writes.

        Example:
            >>> Distribution({0: 1, 1: 3}).plot(title="Heads")
            BarChart('Heads', 2 bars)
        """
        outcomes = self._places()
        labels = [str(outcome) for outcome in outcomes]
        probabilities = [self[outcome] for outcome in outcomes]
        if axes is None:
            from trueodds.core.charts import BarChart

            return BarChart(title, labels, probabilities)
        whole = all(isinstance(outcome, int) for outcome in outcomes)
        axes.bar(outcomes if whole else labels, [float(p) for p in probabilities])
        axes.set_title(title)
        axes.set_ylabel("probability")
        return axes

    def _places(self) -> list[Any]:
        """Return the outcomes for a bar chart, with gaps between integers filled."""
        outcomes: list[Any] = list(self)
        if not all(isinstance(outcome, int) for outcome in outcomes):
            return outcomes
        least = min(outcomes)
        most = max(outcomes)
        # Points that are all multiples of 50, say, have gaps of 50 and no smaller ones.
        unit = gcd(*(outcome - least for outcome in outcomes)) or 1
        if (most - least) // unit >= MOST_PLACES:
            return sorted(outcomes)
        return list(range(least, most + 1, unit))

    def __add__(self: Distribution[int], other: Distribution[int]) -> Distribution[int]:
        """Return the distribution of the sum of two independent integer outcomes."""
        return _of_polynomial(
            min(self) + min(other), _polynomial(self) * _polynomial(other)
        )

    def repeat(self: Distribution[int], times: int) -> Distribution[int]:
        """Return the distribution of the sum of ``times`` independent outcomes.

        >>> Distribution({0: 1, 1: 1}).repeat(200).weight(100) > 10**58
        True
        """
        return _of_polynomial(min(self) * times, _polynomial(self) ** times)

    def __eq__(self, other: object) -> bool:
        """Compare weights, not only probabilities."""
        return isinstance(other, Distribution) and self._weights == other._weights

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def __repr__(self) -> str:
        return f"Distribution({self._weights!r})"

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {
                "outcome": outcome,
                "probability": float(self[outcome]),
                "exact": fraction_text(self[outcome]),
            }
            for outcome in self
        ]

    def _repr_html_(self) -> str:
        return html(f"Distribution, {len(self):,} outcomes", self._rows())


def quantile(masses: Iterable[tuple[int, Fraction]], share: Fraction | float) -> int:
    """Return the least outcome x with P(X <= x) >= ``share``.

    ``masses`` has the outcomes in ascending order, with their probabilities. Raises
    ``ValueError`` if the probabilities add up to less than ``share``.
    """
    below = Fraction(0)
    for outcome, probability in masses:
        below += probability
        if below >= share:
            return outcome
    raise ValueError(f"the probabilities add up to less than the share {share}")


def _polynomial(distribution: Distribution[int]) -> fmpz_poly:
    """Return the weights as a polynomial, with the least outcome as power 0."""
    outcomes = range(min(distribution), max(distribution) + 1)
    return fmpz_poly([distribution.weight(outcome) for outcome in outcomes])


def _of_polynomial(low: int, weights: fmpz_poly) -> Distribution[int]:
    """Return the distribution where power n has the weight of outcome ``low + n``."""
    return Distribution({low + n: int(w) for n, w in enumerate(weights.coeffs()) if w})

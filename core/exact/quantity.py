"""Quantities: the named exact numbers that an analysis yields.

A quantity has a stable public id and holds its value exactly, as a rational or as a
proved enclosure. Floats are only used to print it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fnmatch import fnmatchcase
from fractions import Fraction
from itertools import product
from typing import Any

from trueodds.core.exact.digits import fraction_text, integer_text
from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rows import html

LONGEST = 40
"""The most characters of an exact value in a ``repr``."""


Operator = Callable[["Quantity", Any], "Fraction | Enclosure"]


def _operators(operation: Callable[[Any, Any], Any]) -> tuple[Operator, Operator]:
    """Return an operation on quantities, and the same with exchanged operands."""

    def combine(left: object, right: object) -> Any:
        first = _bounds(left)
        second = _bounds(right)
        if first is None or second is None:
            return NotImplemented
        if operation is operator.truediv and Fraction(0) in second:
            raise ZeroDivisionError("the divisor can be 0")
        # Each operation is monotonic in each operand, because a divisor cannot be 0. So
        # its extremes are at pairs of bounds.
        ends = _of_all_bounds(operation, first, second)
        low = min(ends)
        high = max(ends)
        return low if low == high else Enclosure(low, high)

    return combine, lambda right, left: combine(left, right)


def _comparison(operation: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """Return a comparison that raises if the proved bounds do not decide it."""

    def compare(left: Quantity, right: object) -> Any:
        first = left.bounds
        second = _bounds(right)
        if second is None:
            return NotImplemented
        # If all pairs of bounds agree, so do all values between them.
        answers = _of_all_bounds(operation, first, second)
        if len(answers) > 1:
            raise ValueError(f"{left.id}: the bounds do not decide this comparison")
        return answers.pop()

    return compare


def _of_all_bounds(
    operation: Callable[[Any, Any], Any], first: Enclosure, second: Enclosure
) -> set[Any]:
    """Return the results of an operation for all pairs of bounds."""
    pairs = product((first.lower, first.upper), (second.lower, second.upper))
    return {operation(a, b) for a, b in pairs}


def _bounds(number: object) -> Enclosure | None:
    """Return the exact bounds of a number; None for anything else."""
    if isinstance(number, Quantity):
        return number.bounds
    if isinstance(number, int | float):
        number = Fraction(number)
    return (
        Enclosure.around(number) if isinstance(number, Fraction | Enclosure) else None
    )


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Quantity:
    """A named exact number, with the method that derived it.

    ``id`` is the name for programs, and ``label`` the name for people. ``unit`` is
    "probability", "points", "turns", "edge" (units lost for each unit staked),
    "difference" (of two probabilities), or the thing that is counted. ``method`` is the
    derivation: "enumeration", "convolution", "Markov chain", "backward induction",
    "policy iteration", "decision process".

    If the value is a share of equally likely cases, ``count`` is the number of cases in
    question and ``total`` that of all cases. Otherwise, both are None. Raises
    ``ValueError`` if they contradict the value, and if a probability is not between 0
    and 1.

    Only the value counts for comparisons and hashes. A quantity can also be compared
    with a number.

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
        if not isinstance(self.value, Fraction | Enclosure):
            raise TypeError(f"{self.id}: {self.value!r} is no exact number")
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
    ) -> Quantity:
        """Return the probability of ``count`` cases out of ``total``.

        ``id``, ``label`` and ``method`` are those of ``Quantity``: the name for
        programs, the name for people, and the derivation.
        """
        value = Fraction(count, total)
        return cls(id, label, value, "probability", method, count, total)

    __add__, __radd__ = _operators(operator.add)
    __sub__, __rsub__ = _operators(operator.sub)
    __mul__, __rmul__ = _operators(operator.mul)
    __truediv__, __rtruediv__ = _operators(operator.truediv)
    __lt__ = _comparison(operator.lt)
    __le__ = _comparison(operator.le)
    __gt__ = _comparison(operator.gt)
    __ge__ = _comparison(operator.ge)

    def __eq__(self, right: object) -> bool:
        if isinstance(right, Quantity):
            return self.bounds == right.bounds
        return self.bounds.lower == self.bounds.upper == right

    def __hash__(self) -> int:
        # An exact quantity equals its number, so both need the same hash.
        return hash(self.bounds.lower)

    def __float__(self) -> float:
        return self.decimal

    def __int__(self) -> int:
        return int(self.bounds.midpoint)

    def _repr_html_(self) -> str:
        return html(f"{self.label}: {self!r}")

    def __format__(self, spec: str) -> str:
        """Format the value like a decimal number, such as ``f"{quantity:.2%}"``."""
        if not spec:
            return str(self)
        return format(Decimal(self.bounds.proved(50) or self.decimal), spec)

    def __repr__(self) -> str:
        """Return the value in a line; a long fraction is left out."""
        exact = "{} to {}".format(*self.bounds.texts(6))
        if self.exact is not None:
            exact = fraction_text(self.exact)
        elif not self.bounds.proved(1):
            return f"{exact} ({self.unit})"
        if self.unit == "probability":
            near = f"{100 * self.decimal:.2f} %"
            near += f", 1 in {self.one_in:,.6g}" if (self.one_in or 0) > 2 else ""
        else:
            near = f"{self.decimal:.6g} {self.unit}"
        if len(exact) <= LONGEST:
            return f"{exact} ≈ {near}"
        return f"≈ {near}"

    @property
    def exact(self) -> Fraction | None:
        """The exact value; None if only an enclosure is known."""
        return self.value if isinstance(self.value, Fraction) else None

    @property
    def bounds(self) -> Enclosure:
        """The proved bounds; they coincide if the value is exact."""
        return Enclosure.around(self.value)

    @property
    def decimal(self) -> float:
        """The float nearest to an exact value; the proved digits of an enclosure."""
        return self.bounds.decimal

    @property
    def one_in(self) -> float | None:
        """N for printing "1 in N"; None unless this is a probability above zero.

        None also if N is too large for a float.
        """
        bounds = self.bounds
        if self.unit != "probability" or not bounds.lower:
            return None
        try:
            return Enclosure(1 / bounds.upper, 1 / bounds.lower).decimal
        except OverflowError:
            return None

    def record(self) -> dict[str, Any]:
        """Return the quantity as plain values; exact numbers are text.

        >>> record = Quantity.probability("roll.bunco", "Bunco", 1, 216).record()
        >>> record["exact"], record["count"], record["one_in"]
        ('1/216', '1', 216.0)
        """
        exact = self.exact
        lower, upper = self.bounds.texts() if exact is None else (None, None)
        return {
            "id": self.id,
            "label": self.label,
            "exact": None if exact is None else fraction_text(exact),
            "decimal": self.decimal,
            "lower": lower,
            "upper": upper,
            "count": None if self.count is None else integer_text(self.count),
            "total": None if self.total is None else integer_text(self.total),
            "one_in": self.one_in,
            "unit": self.unit,
            "method": self.method,
        }


def family_of(id: str) -> str:
    """Return the id with ``N`` in place of every part that is a number.

    >>> family_of("game.total.12"), family_of("roll.2.best.mean")
    ('game.total.N', 'roll.N.best.mean')
    """
    return re.sub(r"\.-?\d+(?=\.|$)", ".N", id)


def is_listed(id: str, patterns: Iterable[str]) -> bool:
    """Return True if the id matches a pattern of the list; ``*`` stands for any text.

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
    """Yield the probability of each N in ``outcomes``, as the quantity ``prefix.N``.

    A probability of zero is yielded too. ``distribution`` has the probabilities, and
    ``method`` is their derivation, as in ``Quantity``. ``label`` has a ``{}`` in place
    of N.
    """
    for outcome in outcomes:
        yield Quantity.probability(
            f"{prefix}.{outcome}",
            label.format(outcome),
            distribution.weight(outcome),
            distribution.total,
            method=method,
        )

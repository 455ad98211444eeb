"""The distributions of a discard's points, as text or JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.enclosure import Enclosure, square_root
from trueodds.core.exact.printing import decimal_text, fraction_text
from trueodds.reports.output import Part, Table

if TYPE_CHECKING:
    from trueodds.analysis.cribbage.discard.distribution import DiscardDistributions

PARTS = ("own", "crib", "total")


def record(laws: DiscardDistributions) -> dict[str, Any]:
    """Return the distributions of own hand, crib and total, as exact text."""
    return {part: distribution_record(getattr(laws, part)) for part in PARTS}


def distribution_record(points: Distribution[int]) -> dict[str, Any]:
    """Return mean, standard deviation, and the probability of each number of points.

    From the fewest to the most possible points, impossible numbers between included.
    A standard deviation that is no fraction is between two proved bounds.

    >>> record = distribution_record(Distribution({0: 1, 2: 3}))
    >>> record["mean"], record["variance"], record["points"][1]["at_least"]
    ('3/2', '3/4', '3/4')
    """
    deviation = square_root(points.variance())
    if not isinstance(deviation, Enclosure):
        deviation = Enclosure(deviation, deviation)
    return {
        "mean": fraction_text(points.mean()),
        "mean_decimal": float(points.mean()),
        "variance": fraction_text(points.variance()),
        "sd": {**deviation.record(), "decimal": float(deviation.midpoint)},
        "points": [
            {
                "points": number,
                "probability": fraction_text(points[number]),
                "probability_decimal": float(points[number]),
                "at_least": fraction_text(at_least),
                "at_least_decimal": float(at_least),
            }
            for number, at_least in _at_least(points).items()
        ],
    }


def parts(title: str, laws: DiscardDistributions) -> list[Part]:
    """Return a table with the probability of N points, and of N or more, for each N."""
    columns: list[Distribution[int]] = [getattr(laws, part) for part in PARTS]
    at_least = [_at_least(points) for points in columns]
    rows = []
    for number in range(min(map(min, columns)), max(map(max, columns)) + 1):
        row = [str(number)]
        for points, or_more in zip(columns, at_least, strict=True):
            shown = number in or_more
            row += (
                [_percent(points[number]), _percent(or_more[number])]
                if shown
                else ["", ""]
            )
        rows.append(row)
    header = ["points"]
    for part in PARTS:
        header += [part, "or more"]
    means = [
        f"{part}: mean {decimal_text(points.mean(), 8)}, standard deviation "
        f"{distribution_record(points)['sd']['decimal']:.6f}"
        for part, points in zip(PARTS, columns, strict=True)
    ]
    return ["\n".join([title, *means]), Table(header, rows)]


def _at_least(points: Distribution[int]) -> dict[int, Fraction]:
    """Return the probability of each number of points or more."""
    probabilities, left = {}, Fraction(1)
    for number in range(min(points), max(points) + 1):
        probabilities[number] = left
        left -= points[number]
    return probabilities


def _percent(probability: Fraction) -> str:
    return f"{float(100 * probability):.4f} %" if probability else "0 %"

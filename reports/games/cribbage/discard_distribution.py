"""The whole law of a discard, as text or JSON: how likely each number of points is."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from trueodds.core.distribution import Distribution
from trueodds.core.enclosure import Enclosure, square_root
from trueodds.core.printing import decimal_text, fraction_text
from trueodds.reports.output import Part, Table

if TYPE_CHECKING:
    from trueodds.analysis.cribbage.discard.distribution import DiscardLaws

PARTS = ("own", "crib", "total")


def laws_record(laws: DiscardLaws) -> dict[str, Any]:
    """The laws of own hand, crib and total, every probability exact as text."""
    return {part: law_record(getattr(laws, part)) for part in PARTS}


def law_record(law: Distribution[int]) -> dict[str, Any]:
    """Mean, standard deviation, and the chance of each number of points.

    From the fewest to the most points there can be, those without a chance included.
    A standard deviation that is no fraction is given between two proved bounds.

    >>> record = law_record(Distribution({0: 1, 2: 3}))
    >>> record["mean"], record["variance"], record["points"][1]["at_least"]
    ('3/2', '3/4', '3/4')
    """
    deviation = square_root(law.variance())
    bounds = (
        deviation
        if isinstance(deviation, Enclosure)
        else Enclosure(deviation, deviation)
    )
    lower, upper = bounds.texts()
    return {
        "mean": fraction_text(law.mean()),
        "mean_decimal": float(law.mean()),
        "variance": fraction_text(law.variance()),
        "sd": {"lower": lower, "upper": upper, "decimal": float(bounds.midpoint)},
        "points": [
            {
                "points": points,
                "probability": fraction_text(law[points]),
                "probability_decimal": float(law[points]),
                "at_least": fraction_text(at_least),
                "at_least_decimal": float(at_least),
            }
            for points, at_least in chances_of_at_least(law).items()
        ],
    }


def chances_of_at_least(law: Distribution[int]) -> dict[int, Fraction]:
    """The chance of at least so many points, from the fewest to the most."""
    chances, left = {}, Fraction(1)
    for points in range(min(law), max(law) + 1):
        chances[points] = left
        left -= law[points]
    return chances


def parts(title: str, laws: DiscardLaws) -> list[Part]:
    """A table for a terminal: each number of points, its chance and that of more."""
    by_part: Mapping[str, Distribution[int]] = {
        part: getattr(laws, part) for part in PARTS
    }
    least = min(map(min, by_part.values()))
    most = max(map(max, by_part.values()))
    at_least = {part: chances_of_at_least(law) for part, law in by_part.items()}
    rows = [
        [
            str(points),
            *(
                _percent(chance) if points in at_least[part] else ""
                for part, law in by_part.items()
                for chance in (law[points], at_least[part].get(points, Fraction(0)))
            ),
        ]
        for points in range(least, most + 1)
    ]
    header = ["points"]
    for part in PARTS:
        header += [part, "or more"]
    means = [
        f"{part}: mean {decimal_text(law.mean(), 8)}, standard deviation "
        f"{law_record(law)['sd']['decimal']:.6f}"
        for part, law in by_part.items()
    ]
    return ["\n".join([title, *means]), Table(header, rows)]


def _percent(chance: Fraction) -> str:
    return f"{float(100 * chance):.4f} %" if chance else "0 %"

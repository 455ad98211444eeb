"""One discard in detail: the distributions of its points, and what starters add."""

from __future__ import annotations

from fractions import Fraction
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from trueodds.analysis.cribbage.discard.ranking import Discard
from trueodds.core.cards import Card, format_cards
from trueodds.core.exact.digits import decimal_text, fraction_text
from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.enclosure import Enclosure
from trueodds.reports.kinds import Column, Grid, percents

if TYPE_CHECKING:
    from trueodds.analysis.cribbage.discard.distribution import DiscardDistributions

CRIBS = {"dealer": "your", "pone": "the opponent's"}
"""Whose crib it is for a role."""
PARTS = ("own", "crib", "total")
"""The parts of the points that have a distribution."""


CUTS = (
    Column("adds", "adds", lambda gain: f"{gain:+d}" if gain else "0", itemgetter(0)),
    Column("number", "starters of 46", derived=lambda row: len(row[1])),
    Column("starters", "", derived=lambda row: format_cards(row[1])),
)


def cuts_of(discard: Discard) -> Grid:
    """Return a table of the starters, by the points that they add to the kept hand.

    The kept hand is the four cards that ``discard`` keeps.
    """
    by_gain: dict[int, list[Card]] = {}
    for card, gain in discard.cuts().items():
        by_gain.setdefault(gain, []).append(card)
    kept = format_cards(discard.keep)
    title = f"Cuts for {kept}, {discard.before_cut()} points before"
    return Grid(CUTS, sorted(by_gain.items(), reverse=True), title)


def distribution_record(points: Distribution[int]) -> dict[str, Any]:
    """Return mean, standard deviation, and the probability of each number of points.

    The record lists all numbers from the fewest to the most possible points, including
    impossible numbers in between. An irrational standard deviation is given by two
    proved bounds.

    >>> record = distribution_record(Distribution({0: 1, 2: 3}))
    >>> record["mean"], record["variance"], record["points"][1]["at_least"]
    ('3/2', '3/4', '3/4')
    """
    deviation = points.sd()
    # A square root that is rational is exact; its record has two equal bounds.
    if not isinstance(deviation, Enclosure):
        deviation = Enclosure(deviation, deviation)
    return {
        "mean": fraction_text(points.mean()),
        "mean_decimal": float(points.mean()),
        "variance": fraction_text(points.variance()),
        "sd": {**deviation.record(), "decimal": deviation.decimal},
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


def distributions_of(
    role: str, discard: Discard, points: DiscardDistributions
) -> tuple[str, Grid]:
    """Return the means in words, and the distributions of a discard's points.

    ``role`` is that of the player who discards, "dealer" or "pone". ``points`` has the
    distributions of the own hand, of the crib and of their total. The table has a row
    for each number N, with the probability of N points and that of N points or more.
    """
    distributions: list[Distribution[int]] = [getattr(points, part) for part in PARTS]
    thrown = format_cards(discard.discard)
    means = [f"Throwing {thrown} into {CRIBS[role]} crib"]
    columns = [Column("points", "points", derived=int)]
    for part, distribution in zip(PARTS, distributions, strict=True):
        at_least = _at_least(distribution)
        exactly = {number: distribution[number] for number in at_least}
        columns += [
            Column(part, part, percents(4), exactly.get),
            Column(f"{part}_at_least", "or more", percents(4), at_least.get),
        ]
        means.append(
            f"{part}: mean {decimal_text(distribution.mean(), 8)}, standard deviation "
            f"{distribution_record(distribution)['sd']['decimal']:.6f}"
        )
    # The rows are the numbers of points of any part. A pone's total may be negative, as
    # the crib counts for the dealer.
    numbers = range(min(map(min, distributions)), max(map(max, distributions)) + 1)
    return "\n".join(means), Grid(columns, numbers)


def _at_least(points: Distribution[int]) -> dict[int, Fraction]:
    """Return the probability of each number of points or more."""
    return {n: points.at_least(n) for n in range(min(points), max(points) + 1)}

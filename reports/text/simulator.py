"""The outcomes of a judged simulator as a table."""

from fractions import Fraction

from trueodds.proofs.verify.verdict import Verdict
from trueodds.reports.output import Part, Table

MOST_ROWS = 60
"""Upper limit on the rows of a table; JSON has all outcomes."""

SMALLEST = 0.01
"""Smaller expected counts are not printed in full."""


def outcome_table(verdict: Verdict) -> list[Part]:
    """Return expected and observed counts by outcome, or nothing if there are none.

    The last column is the deviation, in standard deviations of that count alone.
    """
    rows = verdict.details.get("outcomes", [])
    total = verdict.counts.get("outcomes", 0)
    if not total:
        return []
    header = ["outcome", "probability", "expected", "observed", "deviation"]
    shown = [
        [
            row["outcome"],
            row["probability"],
            _expected(total * Fraction(row["exact"])),
            f"{row['count']:,}",
            _deviation(row["count"], total, Fraction(row["exact"])),
        ]
        for row in rows[:MOST_ROWS]
    ]
    more = len(rows) - MOST_ROWS
    rest: list[Part] = [f"and {more} more outcomes (--format json)"] * (more > 0)
    return [Table(header, shown), *rest]


def _expected(number: Fraction) -> str:
    return f"{float(number):,.2f}" if number >= SMALLEST else f"< {SMALLEST}"


def _deviation(count: int, total: int, probability: Fraction) -> str:
    """Describe a count's deviation from its expectation.

    >>> _deviation(60, 100, Fraction(1, 2)), _deviation(0, 5, Fraction(1))
    ('2.0 too many', '5 too few')
    """
    difference = count - total * probability
    if not difference:
        return "0"
    direction = "too many" if difference > 0 else "too few"
    variance = total * probability * (1 - probability)
    if not variance:
        return f"{abs(difference)} {direction}"
    return f"{abs(float(difference)) / float(variance) ** 0.5:.1f} {direction}"

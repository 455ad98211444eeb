"""Confidence sequences: intervals that hold a probability at all times at once.

The sequence of an outcome consists of all probabilities t whose own e-value, the same
Dirichlet mixture divided by the likelihood of t, is below 1/alpha. By Ville's
inequality it holds the true probability at all times with probability 1 - alpha. It is
an interval around count / total, because the likelihood has one peak there.
"""

from fractions import Fraction

from trueodds.core.exact.balls import Ball, ball
from trueodds.proofs.verify.simulator.e_value import Cell, dirichlet


def surely_within(cell: Cell, total: int, tolerance: Fraction, alpha: Fraction) -> bool:
    """Return true if the whole sequence is within ``tolerance`` of the probability."""
    count, probability = cell
    missed = total - count
    if abs(count - total * probability) >= total * tolerance:
        return False
    mixture = dirichlet([[cell, Cell(missed, 1 - probability)]])
    return all(
        _excluded(mixture, cell, missed, limit, alpha)
        for limit in (probability - tolerance, probability + tolerance)
        if 0 <= limit <= 1
    )


def _excluded(
    mixture: Ball, cell: Cell, missed: int, limit: Fraction, alpha: Fraction
) -> bool:
    """Return true if the probability ``limit`` is outside of the sequence.

    ``mixture`` is the e-value against ``cell.probability``.
    """
    count, probability = cell
    if (count and not limit) or (missed and limit == 1):
        return True
    likelihood = ball(1)
    if count:
        likelihood *= (ball(probability) / ball(limit)) ** count
    if missed:
        likelihood *= (ball(1 - probability) / ball(1 - limit)) ** missed
    return bool(mixture * likelihood * ball(alpha) >= 1)

"""Weights of a mixture, rounded to the common denominator that loses the least.

All denominators up to ``MOST`` are tried. For each of them the weights are rounded by
largest remainders.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.strategy_file import MOST

Floats = NDArray[np.float64]
TINY = 1e-9
"""Weights below this are rounding errors of the linear programme."""


def round_off(
    weights: Floats,
    classes: NDArray[np.int64],
    payoffs: Callable[[Floats], Floats],
    opponent: Floats,
    opponent_classes: NDArray[np.int64],
) -> tuple[NDArray[np.int64], int]:
    """Return the weights of a mixture as integers, and their common denominator.

    The denominator is the one whose rounding costs the least. The cost is what the
    opponent gains by a best response to the rounded weights, instead of playing
    ``opponent``. A suit class has all sets of cards that differ only in the names of
    the suits.

    Args:
        weights: The weight of each discard that a player may choose.
        classes: The suit class of six cards of each of these discards. The weights of a
            class add up to 1.
        payoffs: A function of weights of shape (n, discards) that returns the
            opponent's payoff of each of his discards.
        opponent: The weight of each discard that the opponent may choose.
        opponent_classes: The class of each of his discards.
    """
    denominators = np.arange(1, MOST + 1)
    rounded = np.empty((len(denominators), len(weights)), dtype=np.int64)
    for deal in np.unique(classes):
        columns = classes == deal
        shares = np.where(weights[columns] > TINY, weights[columns], 0)
        rounded[:, columns] = _largest_remainders(shares / shares.sum(), denominators)
    # The best response is taken class by class: the maximum over the class's discards.
    against = payoffs(rounded / denominators[:, None])
    regret = -(against * opponent).sum(axis=1)
    for deal in np.unique(opponent_classes):
        regret += against[:, opponent_classes == deal].max(axis=1)
    best = int(regret.argmin())
    return rounded[best], int(denominators[best])


def _largest_remainders(
    shares: Floats, denominators: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Round shares to integers over each denominator, by largest remainders."""
    exact = shares * denominators[:, None]
    parts = np.floor(exact)
    missing = denominators - parts.sum(axis=1)
    # The place of each remainder, the largest first; the missing parts go to the first.
    order = np.argsort(np.argsort(parts - exact, axis=1, kind="stable"), axis=1)
    parts += order < missing[:, None]
    return parts.astype(np.int64)

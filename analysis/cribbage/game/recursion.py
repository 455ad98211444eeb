"""The recursion over the scores of a game, compiled.

``wins`` are the dealer's win probabilities, called V. ``changes`` are their derivatives
towards each batch of the sample, from which the standard error follows.
"""

from __future__ import annotations

from trueodds.analysis.cribbage.deals import Array
from trueodds.core.kernels.compiled import compiled


@compiled
def add_diagonal(
    need: int, totals: Array, mean: Array, first: Array, wins: Array, changes: Array
) -> None:
    """Write V and its derivatives where both players together need ``need`` points.

    Args:
        need: The sum of the points that both need; smaller sums have been written.
        totals: Frequencies by the dealer's points, pone's points and batch.
        mean: The means of ``totals`` over the batches.
        first: Frequencies with which the dealer reaches i points while pone has at
            most j, by i, j and batch.
        wins: V by the points that the dealer and pone need, less one: (target, target).
        changes: Derivatives of V towards each batch: (target, target, batches).
    """
    most, width, batches = totals.shape
    target = len(wins)
    for a in range(max(1, need - target), min(target, need - 1) + 1):
        b = need - a
        value, change = 0.0, changes[a - 1, b - 1]
        if a < most:
            place = min(b, width) - 1
            value = first[a, place].mean()
            change[:] = first[a, place]
        for i in range(min(a, most)):
            for j in range(min(b, width)):
                if mean[i, j] == 0:
                    continue
                # The deal passes, so pone deals next.
                loses = 1 - wins[b - j - 1, a - i - 1]
                after = changes[b - j - 1, a - i - 1]
                value += mean[i, j] * loses
                for batch in range(batches):
                    change[batch] += totals[i, j, batch] * loses
                    change[batch] -= mean[i, j] * after[batch]
        wins[a - 1, b - 1] = value
        for batch in range(batches):
            change[batch] -= value

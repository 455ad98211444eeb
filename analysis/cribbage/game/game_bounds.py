"""Proved bounds of the win probabilities at all scores, and of how games end.

Let the dealer need a points and pone need b. H[j, i] is the probability that pone has j
points after the deal and the dealer has i. C[j, a] is the probability that the dealer
reaches a points in the deal, and that pone has j at that moment. Then

    V[b, a] = Σ over j < b of C[j, a] + Σ over j < b, i < a of H[j, i] (1 - V[a-i, b-j])

is the probability that the dealer wins: in this deal, or after it, when pone deals.
While the shows are counted, pone counts first. So the dealer reaches a points in the
shows exactly if he has fewer after the play and not fewer after the deal.

All bounds are floats. A sum of n products that are not negative is off by a factor of
at most 1 ± (n + 2) * 2**-53; bounds are widened for this and for the error of the
distribution. Bounds of a deal and of V are then rounded outwards to whole ``UNIT``, so
that the certificate of V has them exactly (``proofs/certificates/cribbage_win.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trueodds.core.storage.progress import Progress, silent

if TYPE_CHECKING:
    from trueodds.analysis.cribbage.deals import Array
    from trueodds.analysis.cribbage.game.deal_distribution import DealDistribution

MOST = 128
"""The length of the axes of the sums of ``every_deal``."""

LEAST = 2.0**-60
"""Added to absolute errors, so that a number near zero is enclosed too."""
UNIT = 2.0**-62
ULP = 2.0**-52
"""The distance of floats from 1 to 2: a number below 2 is rounded by less."""
ENDED = 2.0**-60
"""A game goes on with a smaller probability after the deals that are followed."""


class ArrayBounds(NamedTuple):
    """Lower and upper bounds of an array of numbers, elementwise."""

    lower: Array
    upper: Array


def _outwards(lower: Array, upper: Array) -> ArrayBounds:
    """Round bounds of probabilities outwards, within 0 and 1."""
    # ``UNIT`` is a power of two, so the products are exact: only floor and ceil round.
    return ArrayBounds(
        np.maximum(np.floor(lower / UNIT) * UNIT, 0),
        np.minimum(np.ceil(upper / UNIT) * UNIT, 1),
    )


@dataclass(frozen=True, eq=False)
class DealBounds:
    """Bounds of the probabilities of both players' points in a deal: (128, 128) each.

    The axes are pone's points j and the dealer's points i. ``totals`` are for j and i
    after the deal. ``dealer`` are for a dealer who reaches i points in the deal at a
    moment when pone has j. ``pone`` are for a pone who reaches j points when the dealer
    has i.
    """

    totals: ArrayBounds
    dealer: ArrayBounds
    pone: ArrayBounds


def deal_bounds(distribution: DealDistribution) -> DealBounds:
    """Return bounds of the probabilities of both players' points in a deal.

    ``distribution`` has these probabilities in floats, with a proved error.
    """
    from trueodds.analysis.cribbage.game.every_deal import (
        AFTER_DEAL,
        AFTER_PLAY,
        AFTER_PONE,
        DEALER_REACHED,
        PONE_REACHED,
    )

    # Cumulative sums have at most ``MOST`` terms, and a few are added.
    error = float(distribution.error) + (MOST + 8) * 2.0**-53
    table = distribution.tables

    def reached(
        until_play: Array, before: Array, after: Array, axis: int
    ) -> ArrayBounds:
        """Bound the points that are reached in the play or in the following show.

        ``until_play`` has the probabilities of the points reached in the play.
        ``before`` and ``after`` are the distributions of the points before and after
        the player's show. All three are by pone's and the dealer's points, and the
        player's points are on ``axis``.
        """
        # The show brings a player to these points if he has fewer before it, and not
        # fewer after it.
        fewer = [np.cumsum(t, axis) - t for t in (before, after)]
        value = until_play + fewer[0] - fewer[1]
        # A difference of two sums has the errors of both.
        width = error * (until_play + fewer[0] + fewer[1]) + LEAST
        return _outwards(value - width, value + width)

    totals = table[AFTER_DEAL]
    return DealBounds(
        _outwards(totals * (1 - 2 * error), totals * (1 + 2 * error)),
        reached(table[DEALER_REACHED], table[AFTER_PONE], totals, 1),
        reached(table[PONE_REACHED], table[AFTER_PLAY], table[AFTER_PONE], 0),
    )


def win_bounds(
    deal: DealBounds, target: int, progress: Progress = silent
) -> ArrayBounds:
    """Return bounds of the dealer's probability to win the game, before a deal.

    ``deal`` has bounds of both players' points in a deal (``deal_bounds``), and
    ``target`` is the score that wins. Both arrays are (target + 1, target + 1), by the
    points that pone needs and the points that the dealer needs. A probability is 1
    where the dealer needs none.
    """
    wins = ArrayBounds(*np.zeros((2, target + 1, target + 1)))
    # What is not known yet lies between 0 and 1.
    wins.upper[1:] = 1
    wins.lower[:, 0] = wins.upper[:, 0] = 1
    # The dealer wins in this deal: a sum over the points of pone.
    now = [np.cumsum(side, axis=0) for side in deal.dealer]
    height, width = _used(deal.totals.upper)
    slack = (height * width + MOST + 8) * ULP
    # By the sum of what both need. A deal that scores leads to smaller sums, which are
    # known. If nobody scores, the roles change and the sum stays, so each further round
    # makes the bounds of this sum narrower by the probability of such a deal.
    nothing = float(deal.totals.upper[0, 0])
    rounds = 1 + ceil(log(UNIT, nothing)) if nothing else 1
    for need in range(2, 2 * target + 1):
        places = range(max(1, need - target), min(target, need - 1) + 1)
        for a in [*places] * rounds:
            b = need - a
            i = min(a, width)
            j = min(b, height)
            # Pone deals next: what the new dealer needs is b - j, and pone a - i.
            after = np.s_[a - i + 1 : a + 1, b - j + 1 : b + 1]
            sums = []
            # The dealer wins after this deal with 1 - V. Its lower bound comes from the
            # upper bound of V.
            for side, others in (
                (deal.totals.lower, wins.upper),
                (deal.totals.upper, wins.lower),
            ):
                loses = 1 - others[after][::-1, ::-1].T
                sums.append(float((side[:j, :i] * loses).sum()))
            # A player who needs ``MOST`` points or more does not get them in a deal.
            first = [
                float(side[min(b, MOST) - 1, a]) if a < MOST else 0.0 for side in now
            ]
            low = first[0] + sums[0]
            high = first[1] + sums[1]
            wins.lower[b, a] = max(low * (1 - slack) - ULP, 0)
            wins.upper[b, a] = min(high * (1 + slack) + ULP, 1)
        progress("win probabilities", need - 1, 2 * target - 1)
    # Far below 2**-52, so that the bounds still follow from each other.
    return _outwards(*wins)


@dataclass(frozen=True, eq=False)
class GameEnds:
    """Bounds of the probabilities of how a game ends, from its first deal.

    ``losers`` are by the winner (first dealer, first pone) and the loser's score: (2,
    target). ``deals`` are by the number of deals in the game, from 0. ``left`` is an
    upper bound of the probability that a game has more deals than ``deals`` lists.
    """

    losers: ArrayBounds
    deals: ArrayBounds
    left: float


def game_ends(deal: DealBounds, target: int) -> GameEnds:
    """Return bounds of the end of a game: the winner, the loser's score, the deals.

    ``deal`` has the bounds of a deal's points (``deal_bounds``). The first player with
    ``target`` points wins.
    """
    height, width = _used(deal.totals.upper)
    terms = height * width + MOST * target
    slack = (terms + 8) * ULP
    losers = np.zeros((2, 2, target))
    deals = [np.zeros(2)]
    states = np.zeros((2, target, target))
    states[:, 0, 0] = 1
    # Each turn of the loop is a deal: the states are those before it.
    while states[1].sum() > ENDED:
        ended = np.zeros((2, 2, target))
        for side, factor in enumerate((1 - slack, 1 + slack)):
            tables = deal.totals[side], deal.dealer[side], deal.pone[side]
            ended[side], states[side] = _after(states[side], *tables, target)
            ended[side] *= factor
            states[side] *= factor
        # The dealer of each deal is not the dealer of the deal before.
        losers += ended if len(deals) % 2 else ended[:, ::-1]
        deals.append(ended.sum(axis=(1, 2)))
    left = float(states[1].sum())
    # A game that goes on may end in any way.
    losers[1] += left
    losers[0] *= 1 - slack
    losers[1] *= 1 + slack
    return GameEnds(ArrayBounds(*losers), ArrayBounds(*np.array(deals).T), left)


def _after(
    state: Array, totals: Array, dealer: Array, pone: Array, target: int
) -> tuple[Array, Array]:
    """Return the ends and the next state of games, by pone's and the dealer's score.

    Ends are by winner (dealer, pone) and the loser's score.
    """
    ended = np.zeros((2, target))
    after = np.zeros((target, target))
    height, width = _used(totals)
    for y, x in np.argwhere(state):
        chance = state[y, x]
        more_y = target - y
        more_x = target - x
        # Pone deals next.
        h = min(height, more_y)
        w = min(width, more_x)
        after[x : x + w, y : y + h] += chance * totals[:h, :w].T
        # The dealer gets what he needs while pone has less. Below, pone does.
        if more_x < MOST:
            ended[0, y : y + MOST] += chance * dealer[:more_y, more_x]
        if more_y < MOST:
            ended[1, x : x + MOST] += chance * pone[more_y, :more_x]
    return ended, after


def _used(totals: Array) -> tuple[int, int]:
    """Return the numbers of rows and columns up to the last that is not zero."""
    rows, columns = np.nonzero(totals)
    return int(rows.max()) + 1, int(columns.max()) + 1

"""Sums over every deal: scores in a deal, and who reaches which points first.

The points of the play depend on the kept ranks, and so do those of the shows with the
starter, so for each pair of kept hands the play and the shows are independent but for
his heels. All sums are of products of numbers that are not negative.
"""

from __future__ import annotations

import numpy as np

from trueodds.analysis.cribbage.deals import Array
from trueodds.analysis.cribbage.game.hand_rows import Rows
from trueodds.analysis.cribbage.game.play_law import (
    PEGS,
    Play,
    Players,
    Room,
    play_out,
)
from trueodds.analysis.cribbage.game.show_law import Scores, add_shows, weigh
from trueodds.core.kernels.compiled import compiled

MOST = 128
"""More than the points of a player in a deal."""
AFTER_PLAY, AFTER_PONE, AFTER_DEAL, PONE_REACHED, DEALER_REACHED = range(5)
"""The sums: scores after the play, after pone's show, and after the deal; and the
points that a player reaches until the play ends, with the points of the opponent."""


@compiled
def add_pair(
    hands: tuple[int, int],
    dealer: Rows,
    pone: Rows,
    places: Array,
    scores: Scores,
    by: Players,
    scratch: tuple[Array, Array, Array],
    room: Room,
    play: Play,
    sums: Array,
) -> tuple[float, int]:
    """Add the deals of the dealer's and pone's kept hands to ``sums``.

    Args:
        hands: The numbers of the dealer's and pone's kept hands.
        dealer: The dealer's rows.
        pone: Pone's rows.
        places: The place of each multiset among the dealer's sets, for ``weigh``.
        scores: The points of the shows.
        by: The strategy of the play.
        scratch: Room for ``weigh``, and the scratch and the table of ``add_shows``.
        room: Scratch of the play.
        play: Scratch for the distribution of the play.
        sums: The five sums by pone's and the dealer's points: float64 (5, 128, 128).

    Returns:
        The number of deals, and an upper limit on the terms added to an entry.
    """
    weights, parts, table = scratch
    weigh(dealer, pone, places, scores.needed, weights)
    total = add_shows(hands, dealer, pone, weights, scores, parts, table)
    if total == 0:
        return total, 0
    play_out(scores.held[hands[1]], scores.held[hands[0]], by, room, play)
    return total, _add(table, scores.heels, play, sums)


@compiled
def _add(table: Array, heels_points: int, play: Play, sums: Array) -> int:
    """Add the sums of one table of shows and one distribution of the play."""
    terms = 2
    shows, lasts = np.zeros(table.shape[1]), np.zeros(table.shape[1], np.int64)
    for heels in range(len(table)):
        more = heels * heels_points
        shows[:], lasts[:] = 0, 0
        for p in range(len(shows)):
            for d in range(table.shape[2]):
                if table[heels, p, d]:
                    shows[p] += table[heels, p, d]
                    lasts[p] = d + 1
        mass = shows.sum()
        if mass == 0:
            continue
        for d in range(1, more + 1):
            sums[DEALER_REACHED, 0, d] += mass
        for i in range(PEGS):
            for j in range(PEGS):
                if play.pone[i, j]:
                    sums[PONE_REACHED, i, j + more] += mass * play.pone[i, j]
                if play.dealer[i, j]:
                    sums[DEALER_REACHED, i, j + more] += mass * play.dealer[i, j]
                chance = play.final[i, j]
                if chance == 0:
                    continue
                terms += 1
                sums[AFTER_PLAY, i, j + more] += mass * chance
                for p in range(len(shows)):
                    if shows[p]:
                        sums[AFTER_PONE, i + p, j + more] += shows[p] * chance
                        row = sums[AFTER_DEAL, i + p]
                        for d in range(lasts[p]):
                            row[j + more + d] += chance * table[heels, p, d]
    return terms

"""Sums over all deals: scores in a deal, and who reaches which points first.

The points of the play depend only on the ranks that both players keep. So for each pair
of kept hands, the play and the shows are independent. The exception is a jack as the
starter, which scores his heels. All sums are of products of numbers that are not
negative.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.deals import Array
from trueodds.analysis.cribbage.game.hand_rows import HandRows
from trueodds.analysis.cribbage.game.play_distribution import (
    PEGS,
    Players,
    PlayPath,
    PlayPoints,
    play_out,
)
from trueodds.analysis.cribbage.game.show_distribution import (
    ShowPoints,
    add_shows,
    weigh,
)
from trueodds.core.kernels.compiled import compiled

MOST = 128
"""More than the points of a player in a deal."""
AFTER_PLAY, AFTER_PONE, AFTER_DEAL, PONE_REACHED, DEALER_REACHED = range(5)
"""The sums: scores after the play, after pone's show, and after the deal; and the
points that a player reaches before the shows, with the opponent's points then."""


class Several(NamedTuple):
    """The tables of several of pone's kept hands, joined into long arrays.

    A table (``HandRows``) has the weights of all six-card hands that keep the same four
    ranks. Each array of ``rows`` has the arrays of all tables, one after the other.
    """

    hands: Array
    """The numbers of the kept hands: int64 (hands,)."""
    ends: Array
    """A row for each hand: where its part of the 8 arrays of ``rows`` begins.

    The last row has the lengths of these arrays. The shape is (hands + 1, 8).
    """
    rows: HandRows


def several(hands: Sequence[int], rows: Sequence[HandRows]) -> Several:
    """Join the tables of several of pone's kept hands into one, for compiled code.

    ``hands`` are the numbers of the kept hands. ``rows`` has a table for each of them:
    the weights of all six-card hands that keep these ranks (``rows_of``).
    """
    lengths = np.array(
        [[0] * len(HandRows._fields), *([len(a) for a in r] for r in rows)]
    )
    together = HandRows(*map(np.concatenate, zip(*rows, strict=True)))
    return Several(np.array(hands), np.cumsum(lengths, axis=0), together)


@compiled
def add_pairs(  # noqa: PLR0913 - a kernel gets its arrays and scratch from the caller
    hand: int,
    dealer: HandRows,
    several: Several,
    places: Array,
    scores: ShowPoints,
    by: Players,
    scratch: tuple[Array, Array, Array],
    path: PlayPath,
    play: PlayPoints,
    sums: Array,
) -> int:
    """Add the deals of one kept hand of the dealer and several of pone's to ``sums``.

    A kept hand has four ranks, without suits, and is given by its number. Each of the
    five sums is a table of numbers of deals, with an entry for i points of pone and j
    of the dealer. The first three count the deals with these points after the play,
    after pone's show, and after the deal. The fourth counts the deals in which pone
    reaches i points, before the shows, while the dealer has j. The fifth counts those
    in which the dealer reaches j points, before the shows, while pone has i.

    Args:
        hand: The number of the dealer's kept hand.
        dealer: The weights of the dealer's six-card hands from which these ranks are
            kept (``rows_of``).
        several: The numbers of pone's kept hands, and the same weights for each.
        places: For each multiset of ranks, its index in ``dealer.sets``, or ``UNUSED``
            if it is not there.
        scores: The points of the shows.
        by: The strategies that both players follow in the play.
        scratch: Three arrays that are overwritten: ``weights``, ``sums`` and ``table``
            of ``add_shows``.
        path: Arrays that ``play_out`` overwrites.
        play: The distribution of the play is written here, for one pair at a time.
        sums: The five sums, by pone's and the dealer's points: float64 (5, 128, 128).

    Returns:
        An upper limit on the number of terms added to an entry of ``sums``.
    """
    weights, parts, table = scratch
    terms = 0
    rows = several.rows
    for number in range(len(several.hands)):
        other = several.hands[number]
        a = several.ends[number]
        b = several.ends[number + 1]
        # The arrays of all hands follow each other: these are views of one hand's part.
        pone = HandRows(
            rows.columns[a[0] : b[0]],
            rows.excluding[a[1] : b[1]],
            rows.sets[a[2] : b[2]],
            rows.begins[a[3] : b[3]],
            rows.patterns[a[4] : b[4]],
            rows.used[a[5] : b[5]],
            rows.kinds[a[6] : b[6]],
            rows.values[a[7] : b[7]],
        )
        weigh(dealer, pone, places, scores.needed, weights)
        deals = add_shows((hand, other), dealer, pone, weights, scores, parts, table)
        if deals == 0:
            continue  # such as five cards of one rank, which cannot be played
        play_out(scores.held[other], scores.held[hand], by, path, play)
        terms += _add(table, scores.heels, play, sums)
    return terms


@compiled
def _add(table: Array, heels_points: int, play: PlayPoints, sums: Array) -> int:  # noqa: C901, PLR0912 - one compiled loop over the points of both; it skips zeros at each level
    """Add the sums of one table of shows and one distribution of the play."""
    # Shows: p points of pone, d of the dealer. Play: i points of pone, j of the dealer.
    # For each ``heels``, i and j, an entry of a sum gets at most one term.
    terms = 2
    shows = np.zeros(table.shape[1])
    lasts = np.zeros(table.shape[1], np.int64)
    for heels in range(len(table)):
        more = heels * heels_points
        # Of each p: the number of deals, and where the dealer's points end.
        shows[:], lasts[:] = 0, 0
        for p in range(len(shows)):
            for d in range(table.shape[2]):
                if table[heels, p, d]:
                    shows[p] += table[heels, p, d]
                    lasts[p] = d + 1
        mass = shows.sum()
        if mass == 0:
            continue
        # The dealer scores his heels before the play.
        for d in range(1, more + 1):
            sums[DEALER_REACHED, 0, d] += mass
        # Whoever reaches points in the play does so whatever the shows are.
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

"""Exact distribution of the shows of a deal, for two hands by the ranks kept.

The starter's rank decides fifteens, pairs, runs and his heels. Its suit decides nobs
and the flushes of five, which ``features`` describe. Let g(x, y) be the points for the
features x of the dealer and y of pone. A deal counts at g(x, y), which is split into
parts that are zero for all but a few pairs of features:

    g(x, y) = g(0, 0) + [g(x, 0) - g(0, 0)] + [g(0, y) - g(0, 0)]
              + [g(x, y) - g(x, 0) - g(0, y) + g(0, 0)].

The last part matters if both hands have features that score by themselves, or if both
throw two cards of the starter's suit. Two hands cannot both hold the same jack.

All weights are integers. Those of two columns fit into 64 bits: a rank hand of six has
at most 4**6 hands and a strategy's denominator is below 2**16, so they are below 2**58
after wrapping sums. Sums over columns are kept as a high part times ``LOW`` and a low
part. Each sum in the end is a number of deals, rounded to a float at most three times.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.deals import Array
from trueodds.analysis.cribbage.game.features import (
    NUMBERS,
    points_of_features,
)
from trueodds.analysis.cribbage.game.features import THROWN as THROWN_PAIR
from trueodds.analysis.cribbage.game.hand_rows import (
    ALL,
    FIRST,
    KINDS,
    PAIRS,
    UNUSED,
    HandRows,
)
from trueodds.analysis.cribbage.play.solving.opponent_keeps import HANDS, SIX
from trueodds.analysis.cribbage.play.tree.traversal import bare
from trueodds.analysis.cribbage.show import rank_table
from trueodds.analysis.cribbage.suit_classes import PAIRS as RANK_PAIRS
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.cribbage import JACK, CribbageRules

BITS = 32
LOW = 2**BITS
THROWN, JACKS, JACK_ONLY, NONE, FLUSH, BOTH = range(KINDS)
MATTERS = {
    THROWN: (THROWN, JACKS, BOTH),
    JACKS: (THROWN, NONE, FLUSH, BOTH),
    JACK_ONLY: (NONE, FLUSH, BOTH),
    NONE: (JACKS, JACK_ONLY, NONE, FLUSH, BOTH),
    FLUSH: (JACKS, JACK_ONLY, NONE, FLUSH, BOTH),
    BOTH: (THROWN, JACKS, JACK_ONLY, NONE, FLUSH, BOTH),
}
"""Kinds of pone's columns whose weights are needed, by the kind of the dealer's."""
MOVES = NUMBERS % THROWN_PAIR > 0
"""True for features that score by themselves."""
HEELS = 2
PONE_MOST = 48
DEALER_MOST = 96
"""Lengths of the axes of a table of shows: his heels or not, pone, and the dealer."""
MORE = 4
SHOWS = 64
"""More than the points of pone's features, and of the crib with all features."""
OF_A_RANK = 4 * MORE * SHOWS
"""Numbers in a sum for each rank of the starter."""


class ShowPoints(NamedTuple):
    """Points of the shows, for compiled code."""

    ranks: Array
    """The ranks of the deck: int64."""
    held: Array
    """Number of cards of each rank in each kept hand: int64 (1820, 13)."""
    thrown: Array
    """Number of cards of each rank in each pair of thrown ranks: int64 (91, 13)."""
    hand: Array
    """Points of a hand's ranks with each starter: int64 (1820, 13)."""
    crib: Array
    """Points of the crib's ranks, by both pairs and the starter: int64 (91, 91, 13)."""
    four: int
    """Points of a flush of four in a hand."""
    dealer: Array
    """Points for the dealer's features, to pone and to the dealer: int64 (12, 2)."""
    pone: Array
    """Points for pone's features, to pone and to the dealer: int64 (12, 2)."""
    crib_flush: int
    """Points of a flush of five in the crib."""
    heels: int
    """Points for his heels."""
    needed: Array
    """Ranges of pone's kinds that a dealer's kind needs: int64 (12, ranges, 2)."""


def scores_of(rules: CribbageRules, ranks: tuple[int, ...]) -> ShowPoints:
    """Return the points of the shows, for a deck of some ranks."""
    table = rank_table(rules, starter=True).astype(np.int64)
    held = np.array([[hand.count(r) for r in range(ALL)] for hand in HANDS])
    thrown = np.array([[pair.count(r) for r in range(ALL)] for pair in RANK_PAIRS])
    pairs = np.array(RANK_PAIRS)
    cribs = np.concatenate(
        [
            np.repeat(pairs[:, None], PAIRS, axis=1),
            np.repeat(pairs[None], PAIRS, axis=0),
        ],
        axis=2,
    )
    cribs.sort(axis=2)
    four, _ = rules.flush_points("hand")
    own, to_crib = points_of_features(rules)
    return ShowPoints(
        np.array(ranks),
        held,
        thrown,
        table[tuple(np.array(HANDS).T)],
        table[tuple(cribs.transpose(2, 0, 1))],
        four,
        np.stack([0 * own, own + to_crib], axis=1),
        np.stack([own, to_crib], axis=1),
        sum(rules.flush_points("crib")),
        rules.play.heels_points,
        _ranges(),
    )


def _ranges() -> Array:
    """Return the ranges of kinds that ``MATTERS`` needs, with and without r."""
    needed = np.zeros((2 * KINDS, 2 * KINDS + 1), np.int64)
    for kind, others in MATTERS.items():
        for other in others:
            needed[kind, other] = 1
            # Both hands without features need no columns with r.
            if (kind, other) != (NONE, NONE):
                needed[kind + KINDS, other] = needed[kind, other + KINDS] = 1
    edges = np.diff(needed, axis=1, prepend=0)
    ranges = np.zeros((2 * KINDS, KINDS, 2), np.int64)
    for kind, row in enumerate(edges):
        bounds = zip(np.flatnonzero(row > 0), np.flatnonzero(row < 0), strict=True)
        for place, (first, last) in enumerate(bounds):
            ranges[kind, place] = first, last
    return ranges


def most_weights(dealer: HandRows, plain: int, columns: int) -> int:
    """Return the room that ``weigh`` needs, with scratch at the end.

    Pone has at most so many columns without r, and in all.
    """
    return (len(dealer.excluding) + 1) * columns + len(dealer.columns) * plain


@compiled
def _row(column: int, dealer: HandRows, pone: HandRows) -> int:
    """Return where the weights of a dealer's column begin."""
    plain = len(dealer.excluding)
    width = len(pone.columns)
    if column < plain:
        return column * width
    return plain * width + (column - plain) * len(pone.excluding)


@compiled
def weigh(  # noqa: C901, PLR0912, PLR0915 - a kernel whose inner loops share views of the weights
    dealer: HandRows, pone: HandRows, places: Array, needed: Array, weights: Array
) -> None:
    """Write the weights of the dealer's and pone's columns, as far as ``needed``.

    ``places`` has the place of each multiset among the dealer's sets, or ``UNUSED``.
    """
    plain = len(pone.excluding)
    most = len(pone.columns)
    size = len(dealer.excluding) * most + len(dealer.columns) * plain
    weights[:size] = 0
    rows = np.zeros(len(dealer.columns), np.uint64)
    for column in range(len(rows)):
        rows[column] = _row(column, dealer, pone)
    # ``bare`` arrays must have owners that live on, so the caller's room is used.
    own, others, used, to = bare(
        (dealer.values, pone.values, pone.used, weights.view(np.uint64))
    )
    total = to[size : size + most]
    left = np.zeros(4**SIX, np.int64)
    right = np.zeros(4**SIX, np.int64)
    for q in range(len(pone.sets)):
        s = places[pone.sets[q]]
        if s == UNUSED:
            continue
        # The patterns that both hands have.
        a = dealer.begins[s, 0]
        a_first = dealer.begins[s, 0]
        b = pone.begins[q, 0]
        b_first = pone.begins[q, 0]
        a_used = dealer.begins[s, 1]
        b_used = pone.begins[q, 1]
        width = dealer.begins[s + 1, 1] - a_used
        wide = pone.begins[q + 1, 1] - b_used
        shared = 0
        while a < dealer.begins[s + 1, 0] and b < pone.begins[q + 1, 0]:
            difference = dealer.patterns[a] - pone.patterns[b]
            if difference == 0:
                left[shared] = dealer.begins[s, 2] + (a - a_first) * width
                right[shared] = pone.begins[q, 2] + (b - b_first) * wide
                shared += 1
            a += difference <= 0
            b += difference >= 0
        cards = np.searchsorted(FIRST, pone.sets[q], side="right") - 1
        sign = np.uint64(1 - 2 * (cards & 1))
        for kind in range(2 * KINDS):
            for x in range(dealer.kinds[s, kind], dealer.kinds[s, kind + 1]):
                for part in range(needed.shape[1]):
                    first = pone.kinds[q, needed[kind, part, 0]]
                    length = pone.kinds[q, needed[kind, part, 1]] - first
                    if length == 0:
                        continue
                    sums = total[:length]
                    for y in range(length):
                        sums[y] = 0
                    for row in range(shared):
                        factor = np.uint64(own[left[row] + x])
                        if factor:
                            at = right[row] + first
                            values = others[at : at + length]
                            for y in range(length):
                                sums[y] += factor * np.uint64(values[y])
                    columns = used[b_used + first : b_used + first + length]
                    begin = rows[dealer.used[a_used + x]] + columns[0]
                    if columns[length - 1] - columns[0] == length - 1:
                        together = to[begin : begin + length]
                        for y in range(length):
                            together[y] += sign * sums[y]
                        continue
                    begin -= columns[0]
                    for y in range(length):
                        to[begin + np.uint64(columns[y])] += sign * sums[y]


@compiled
def _place(four: int, pone: int, dealer: int) -> int:
    """Return the place in a sum for pone's flush and both players' points."""
    return 2 * ((four * MORE + pone) * SHOWS + dealer)


@compiled
def add_shows(  # noqa: C901, PLR0912, PLR0915 - a kernel, with a branch for each signed term
    hands: tuple[int, int],
    dealer: HandRows,
    pone: HandRows,
    weights: Array,
    scores: ShowPoints,
    sums: Array,
    table: Array,
) -> float:
    """Write the number of deals by his heels, pone's show, and the dealer's with crib.

    Args:
        hands: The dealer's and pone's kept hands.
        dealer: The dealer's rows.
        pone: Pone's rows.
        weights: The result of ``weigh``.
        scores: The points.
        sums: Scratch of the shape that ``sums_of`` returns.
        table: float64 (``HEELS``, ``PONE_MOST``, ``DEALER_MOST``), overwritten.

    Returns:
        The number of deals, rounded.
    """
    sums[:] = 0
    wide = len(pone.columns)
    begins = np.zeros(ALL, np.int64)
    terms = np.zeros((4, 2), np.int64)
    flat, numbers, excluded, ranks, cribs = bare(
        (sums.ravel(), weights, pone.excluding, scores.ranks, scores.crib)
    )
    # The columns x of the dealer and y of pone, each without r.
    for x in range(len(dealer.excluding)):
        own, own_four, own_mark, _ = dealer.columns[x]
        base = scores.dealer[own_mark]
        moves = MOVES[own_mark]
        own_flush = own_four * scores.four
        for r in ranks:
            begins[r] = UNUSED
            if dealer.excluding[x, r] != UNUSED:
                begins[r] = _row(dealer.excluding[x, r], dealer, pone)
        for y in range(len(excluded)):
            mark = pone.columns[y, 2]
            whole = numbers[x * wide + y]
            neither = own_mark == 0 and mark == 0
            both_thrown = own_mark >= THROWN_PAIR and mark >= THROWN_PAIR
            other_moves = MOVES[mark]
            both_move = moves and other_moves
            if whole == 0 or not (
                neither
                or both_thrown
                or both_move
                or (mark == 0 and moves)
                or (own_mark == 0 and other_moves)
            ):
                continue
            # Where the deals count: the part of g(x, y) that is not in other parts.
            other = pone.columns[y, 0]
            four = pone.columns[y, 1]
            more = scores.pone[mark]
            bonus = both_thrown * scores.crib_flush
            to_pone = base[0] + more[0]
            to_dealer = own_flush + base[1] + more[1]
            terms[0] = 1, _place(four, to_pone, to_dealer + bonus)
            count = 1
            if moves and (other_moves or mark == 0):
                terms[count] = -1, _place(four, more[0], own_flush + more[1])
                count += 1
            if other_moves and (moves or own_mark == 0):
                terms[count] = -1, _place(four, base[0], own_flush + base[1])
                count += 1
            if both_move:
                terms[count] = 1, _place(four, 0, own_flush)
                count += 1
            elif both_thrown:
                # This pair adds only the crib's flush: take the other points away.
                terms[count] = -1, _place(four, to_pone, to_dealer)
                count += 1
            crib = cribs[own, other]
            for r in ranks:
                mass = whole
                if neither:
                    # ``whole`` counts each pair of hands for all four suits of r.
                    left = 4 - scores.held[hands[0], r] - scores.held[hands[1], r]
                    left -= scores.thrown[own, r] + scores.thrown[other, r]
                    mass = whole // 4 * left
                else:
                    # Subtract the deals in which a hand holds the starter.
                    if begins[r] != UNUSED:
                        mass -= numbers[begins[r] + y]
                    if excluded[y, r] != UNUSED:
                        mass -= numbers[x * wide + excluded[y, r]]
                if mass == 0:
                    continue
                low = mass & (LOW - 1)
                high = mass >> BITS
                for term in range(count):
                    at = r * OF_A_RANK + 2 * crib[r] + terms[term, 1]
                    flat[at] += terms[term, 0] * low
                    flat[at + 1] += terms[term, 0] * high
    table[:] = 0
    total = 0.0
    for r in scores.ranks:
        own = scores.hand[hands[0], r]
        other = scores.hand[hands[1], r]
        for four in range(sums.shape[1]):
            for extra in range(sums.shape[2]):
                for points in range(sums.shape[3]):
                    low, high = sums[r, four, extra, points]
                    if low or high:
                        number = float(high + (low >> BITS)) * LOW
                        number += float(low & (LOW - 1))
                        place = other + four * scores.four + extra
                        table[np.int64(r == JACK), place, own + points] += number
                        total += number
    return total


def sums_of() -> Array:
    """Return scratch for ``add_shows``."""
    return np.zeros((ALL, 2, MORE, SHOWS, 2), np.int64)

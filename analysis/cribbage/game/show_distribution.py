"""Distribution of the shows of a deal, for two hands by the ranks kept.

The starter's rank decides fifteens, pairs, runs and his heels. Its suit decides nobs
and the flushes of five, which ``features`` describe. Let g(x, y) be the points for the
features x of the dealer and y of pone. A deal counts at g(x, y), which is split into
parts that are zero for all but a few pairs of features:

    g(x, y) = g(0, 0) + [g(x, 0) - g(0, 0)] + [g(0, y) - g(0, 0)]
              + [g(x, y) - g(x, 0) - g(0, y) + g(0, 0)].

The last part matters if both hands have features that score by themselves, or if both
throw two cards of the starter's suit. Two hands cannot both hold the same jack.

All weights are integers. The weight of two columns fits into 64 bits. Six ranks stand
for at most 4**6 hands and a strategy's denominator is below 2**16, so the weight is
below 2**58, although sums on the way to it may wrap around. Sums over columns are kept
as a high part times ``LOW`` and a low part. Each sum in the end is a number of deals,
rounded to a float at most three times.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.deals import Array
from trueodds.analysis.cribbage.game.features import (
    ANY_FLUSH,
    FEATURES,
    JACK,
    NUMBERS,
    SCORE_ALONE,
    THROWN,
    points_of_features,
)
from trueodds.analysis.cribbage.game.hand_rows import (
    ALL,
    FIRST,
    KIND,
    KINDS,
    PAIRS,
    UNUSED,
    HandRows,
)
from trueodds.analysis.cribbage.play.solving.opponent_keeps import HANDS, SIX
from trueodds.analysis.cribbage.play.tree.traversal import bare
from trueodds.analysis.cribbage.show import rank_table
from trueodds.analysis.cribbage.suit_classes import PAIRS as RANK_PAIRS
from trueodds.core.kernels.compiled import compiled, inlined
from trueodds.core.rules.cribbage import JACK as JACK_RANK
from trueodds.core.rules.cribbage import CribbageRules

BITS = 32
LOW = 2**BITS
HEELS = 2
PONE_MOST = 48
DEALER_MOST = 96
"""Lengths of the axes of a table of shows: his heels or not, pone, and the dealer."""
MORE = 4
SHOWS = 64
"""More than the points of pone's features, and of the crib with all features."""
OF_A_RANK = 4 * MORE * SHOWS
"""Numbers in a sum for each rank of the starter."""


def _parts_that_matter() -> Array:
    """Return the pairs of features whose part of g is not zero: bool (12, 12)."""
    x = NUMBERS[:, None]
    y = NUMBERS
    none = (x == 0) & (y == 0)
    # g(x, 0) - g(0, 0), and the same for y: 0 scores nothing.
    alone = ((x == 0) | (y == 0)) & (SCORE_ALONE[x] | SCORE_ALONE[y])
    both = SCORE_ALONE[x] & SCORE_ALONE[y]
    crib_flush = (x >= THROWN) & (y >= THROWN)
    same_jack = (JACK[x] > 0) & (JACK[y] > 0)
    parts: Array = (none | alone | both | crib_flush) & ~same_jack
    return parts


MATTERS = _parts_that_matter()
"""The pairs of the dealer's and pone's features whose weights are needed."""


class ShowPoints(NamedTuple):
    """Points of both players' shows, for compiled code.

    Kept hands, pairs of thrown ranks and starters' ranks are numbers. The features of a
    hand are a number from 0 to 11, which says what points the suit of the starter adds
    (``features``). A *column* is a group of a player's six-card hands that keep the
    same four ranks and throw the same two. The *kind* of a column, 0 to 11, says which
    sort of features its hands have, and whether all of them hold a certain card.
    """

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
    """For each kind of the dealer's columns, ranges of the kinds of pone's columns that
    are weighed with it: int64 (12, ranges, 2)."""


def scores_of(rules: CribbageRules, ranks: tuple[int, ...]) -> ShowPoints:
    """Return tables of the points of hands and cribs in the show, under the rules.

    The largest tables have the points of the ranks alone: of each kept hand with each
    starter, and of each crib with each starter. The others are for flushes, nobs and
    his heels. ``ranks`` are the ranks of the deck, 0 (ace) to 12 (king).
    """
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
    # A flush in any suit has an axis of its own in the sums.
    marked, to_crib = points_of_features(rules)
    own, to_crib = marked[:FEATURES], to_crib[:FEATURES]
    return ShowPoints(
        np.array(ranks),
        held,
        thrown,
        table[tuple(np.array(HANDS).T)],
        table[tuple(cribs.transpose(2, 0, 1))],
        int(marked[ANY_FLUSH]),
        np.stack([0 * own, own + to_crib], axis=1),
        np.stack([own, to_crib], axis=1),
        sum(rules.flush_points("crib")),
        rules.play.heels_points,
        _ranges(),
    )


def _ranges() -> Array:
    """Return the ranges of pone's kinds that each kind of the dealer's needs."""
    needed = np.zeros((2 * KINDS, 2 * KINDS + 1), np.int64)
    for x, y in np.argwhere(MATTERS):
        kind = KIND[x]
        other = KIND[y]
        needed[kind, other] = 1
        # Columns with r are subtracted. Without features they are not needed.
        if x or y:
            needed[kind + KINDS, other] = needed[kind, other + KINDS] = 1
    edges = np.diff(needed, axis=1, prepend=0)
    ranges = np.zeros((2 * KINDS, KINDS, 2), np.int64)
    for kind, row in enumerate(edges):
        bounds = zip(np.flatnonzero(row > 0), np.flatnonzero(row < 0), strict=True)
        for place, (first, last) in enumerate(bounds):
            ranges[kind, place] = first, last
    return ranges


def most_weights(dealer: HandRows, plain: int, columns: int) -> int:
    """Return the length that the array of weights for ``weigh`` must have.

    ``dealer`` has the weights of the hands that keep the dealer's four ranks
    (``rows_of``). A column says what is asked of a six-card hand, such as the ranks
    thrown. ``columns`` is an upper limit of the number of pone's columns. ``plain`` is
    an upper limit of those among them that do not ask for a certain card in the hand.
    """
    return (len(dealer.excluding) + 1) * columns + len(dealer.columns) * plain


@compiled
def _row(column: int, dealer: HandRows, pone: HandRows) -> int:
    """Return where the weights of a dealer's column begin.

    The dealer's columns without r (``hand_rows``) have a weight for each of pone's
    columns. Those with r come after them, with weights for pone's columns without r.
    """
    plain = len(dealer.excluding)
    width = len(pone.columns)
    if column < plain:
        return column * width
    return plain * width + (column - plain) * len(pone.excluding)


@compiled
def weigh(  # noqa: C901, PLR0912, PLR0915 - a kernel whose inner loops share views of the weights
    dealer: HandRows, pone: HandRows, places: Array, needed: Array, weights: Array
) -> None:
    """Write the weight of each pair of a dealer's and a pone's column to ``weights``.

    A column is a group of a player's six-card hands: they keep the same four ranks and
    throw the same two. For each suit of the starter, it may hold only those with
    certain features, or with a certain card of this suit (``hand_rows``). The weight of
    two columns is a sum over the suits of the starter, and over all pairs of a hand
    from each column without a common card. A pair adds the product of both strategies'
    weights of these discards, times ``SCALE``.

    Args:
        dealer: The columns with the dealer's four kept ranks, from ``rows_of`` with
            ``summed=True``.
        pone: The columns with pone's four kept ranks, from ``rows_of`` with
            ``summed=False``.
        places: For each multiset of ranks, its index in ``dealer.sets``, or ``UNUSED``
            if it is not there.
        needed: For each kind of the dealer's columns, the kinds of pone's columns that
            are paired with it (``ShowPoints.needed``). The kind of a column is the sort
            of features and card that its hands have.
        weights: The result: int64, flat, a row for each of the dealer's columns. It is
            at least as long as ``most_weights`` says.
    """
    plain = len(pone.excluding)
    most = len(pone.columns)
    size = len(dealer.excluding) * most + len(dealer.columns) * plain
    weights[:size] = 0
    rows = np.zeros(len(dealer.columns), np.uint64)
    for column in range(len(rows)):
        rows[column] = _row(column, dealer, pone)
    # ``bare`` arrays must have owners that live on, so the caller's array is used.
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
        # (-1)**|T|, modulo 2**64: the sums wrap, and only their results fit.
        sign = np.uint64(1 - 2 * (cards & 1))
        for kind in range(2 * KINDS):
            for x in range(dealer.kinds[s, kind], dealer.kinds[s, kind + 1]):
                for part in range(needed.shape[1]):
                    first = pone.kinds[q, needed[kind, part, 0]]
                    length = pone.kinds[q, needed[kind, part, 1]] - first
                    if length == 0:
                        continue
                    # Over the shared patterns: the dealer's column times each of pone's
                    # columns of these kinds.
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
                    # Columns that follow each other are added without looking each of
                    # them up.
                    if columns[length - 1] - columns[0] == length - 1:
                        together = to[begin : begin + length]
                        for y in range(length):
                            together[y] += sign * sums[y]
                        continue
                    begin -= columns[0]
                    for y in range(length):
                        to[begin + np.uint64(columns[y])] += sign * sums[y]


@inlined
def _place(four: int, pone: int, dealer: int) -> int:
    """Return the place in a sum for pone's flush and both players' points."""
    return 2 * ((four * MORE + pone) * SHOWS + dealer)


@inlined
def _write_terms(
    x: int, y: int, flushes: tuple[int, int], scores: ShowPoints, terms: Array
) -> int:
    """Write the part of g for two features as signs and places; return their number.

    Args:
        x: The dealer's features.
        y: Pone's features.
        flushes: The points of a flush that the dealer keeps, and the mark of pone's.
        scores: The points.
        terms: The signs and the places in a sum: int64 (4, 2), overwritten.
    """
    flush, four = flushes
    dealer = scores.dealer[x]
    pone = scores.pone[y]
    neither = _place(four, 0, flush)
    by_dealer = _place(four, dealer[0], flush + dealer[1])
    by_pone = _place(four, pone[0], flush + pone[1])
    by_both = _place(four, dealer[0] + pone[0], flush + dealer[1] + pone[1])
    crib_flush = x >= THROWN and y >= THROWN
    terms[0] = 1, by_both + 2 * crib_flush * scores.crib_flush
    if x == 0 and y == 0:
        return 1
    if SCORE_ALONE[x] and SCORE_ALONE[y]:
        terms[1] = -1, by_dealer
        terms[2] = -1, by_pone
        terms[3] = 1, neither
        return 4
    # One of both at most scores alone, so that two of the four terms cancel. If both
    # have features, they throw a pair each: only the flush of the crib is new.
    terms[1] = -1, by_both if x and y else neither
    return 2


@compiled
def add_shows(
    hands: tuple[int, int],
    dealer: HandRows,
    pone: HandRows,
    weights: Array,
    scores: ShowPoints,
    sums: Array,
    table: Array,
) -> float:
    """Write the number of deals to ``table``, by the points of both players' shows.

    The deals are those in which both players keep certain ranks. The dealer's show
    includes the crib.

    Args:
        hands: The number of the dealer's kept hand, and that of pone's.
        dealer: The weights of the six-card hands that keep the dealer's ranks
            (``rows_of``).
        pone: The weights of the six-card hands that keep pone's ranks.
        weights: The weights of pairs, from ``weigh``.
        scores: The points of the shows.
        sums: An array from ``sums_of``, which is overwritten.
        table: The result, by whether the starter is a jack, the points of pone's show,
            and the points of the dealer's show: float64 (``HEELS``, ``PONE_MOST``,
            ``DEALER_MOST``).

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
    # The columns of the dealer and of pone, each without r. x and y are their features.
    for column in range(len(dealer.excluding)):
        own_pair, own_four, x, _ = dealer.columns[column]
        # Where the weights of the dealer's column with each r begin.
        for r in ranks:
            begins[r] = UNUSED
            if dealer.excluding[column, r] != UNUSED:
                begins[r] = _row(dealer.excluding[column, r], dealer, pone)
        for other in range(len(excluded)):
            y = pone.columns[other, 2]
            whole = numbers[column * wide + other]
            if whole == 0 or not MATTERS[x, y]:
                continue
            pair = pone.columns[other, 0]
            flushes = own_four * scores.four, pone.columns[other, 1]
            count = _write_terms(x, y, flushes, scores, terms)
            crib = cribs[own_pair, pair]
            neither = x == 0 and y == 0
            for r in ranks:
                if neither:
                    # No suit matters, and ``whole`` counts each pair of hands for all
                    # four suits. The starter is a card of rank r that is left.
                    left = 4 - scores.held[hands[0], r] - scores.held[hands[1], r]
                    left -= scores.thrown[own_pair, r] + scores.thrown[pair, r]
                    mass = whole // 4 * left
                else:
                    # Subtract the deals in which a hand holds the starter.
                    mass = whole
                    if begins[r] != UNUSED:
                        mass -= numbers[begins[r] + other]
                    if excluded[other, r] != UNUSED:
                        mass -= numbers[column * wide + excluded[other, r]]
                if mass == 0:
                    continue
                # The parts of many sums fit into 64 bits, although the sums do not.
                low = mass & (LOW - 1)
                high = mass >> BITS
                for term in range(count):
                    at = r * OF_A_RANK + 2 * crib[r] + terms[term, 1]
                    flat[at] += terms[term, 0] * low
                    flat[at + 1] += terms[term, 0] * high
    deals: float = _write_table(hands, scores, sums, table)
    return deals


@compiled
def _write_table(
    hands: tuple[int, int], scores: ShowPoints, sums: Array, table: Array
) -> float:
    """Write the sums as floats to the table, with the points of the hands' ranks."""
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
                        # Carry what the low part has beyond 32 bits, or below 0.
                        number = float(high + (low >> BITS)) * LOW
                        number += float(low & (LOW - 1))
                        place = other + four * scores.four + extra
                        table[np.int64(r == JACK_RANK), place, own + points] += number
                        total += number
    return total


def sums_of() -> Array:
    """Return the array in which ``add_shows`` adds up deals before it writes its table.

    The axes are the starter's rank, 1 if pone keeps a flush, the points that the
    starter's suit adds to pone's show, the points of the dealer's show besides those of
    the ranks kept, and the low and the high part of the number of deals.
    """
    return np.zeros((ALL, 2, MORE, SHOWS, 2), np.int64)

"""Hands and starters that avoid the six cards of a deal, by inclusion-exclusion.

``crib`` defines D(T) and its sum over the subsets T of a deal S. Each T of up to five
cards lies in 6 - |T| of the six subsets of five cards of S. So the code first computes
one total for each set of five cards: the sum over its subsets T, with the integer
weights 60 / (6 - |T|). Then 60 times the crib of a deal is the sum of six totals, plus
60 times the term of S itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.crib.opponent_hands import (
    ALL_NOBS,
    JACKS,
    PAIR_COUNT,
    SUITED,
    SUITS,
    CribPoints,
    Hands,
    OpponentHands,
    hands_of,
    opponent_hands,
    scoring_of,
)
from trueodds.analysis.cribbage.deals import (
    Array,
    all_classes,
    compiled_tables,
    ranks_of,
    suit_class_compiled,
    suit_class_with,
    suits_left,
)
from trueodds.analysis.cribbage.strategy import Strategy
from trueodds.analysis.cribbage.suit_classes import Tables
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.cribbage import JACK, CribbageRules
from trueodds.core.storage.parallel import Run, in_parallel
from trueodds.core.storage.progress import Progress, silent

SHARES = 60
"""The least common multiple of 1 to 6."""

OPPONENT_HANDS = comb(46, 6)
"""Number of hands that the opponent can hold, given our six cards."""
CASES = OPPONENT_HANDS * 40
"""Number of pairs of an opponent hand and a starter that is in neither hand."""
STARTER_CASES = comb(45, 6)
"""CASES / 46: the number of opponent hands, given our six cards and a starter."""

NOBS = PAIR_COUNT
FLUSH = PAIR_COUNT + 1
COLUMNS = PAIR_COUNT + 5


@dataclass(frozen=True, eq=False, slots=True)
class CribSums:
    """Sums from which the exact crib of each deal is computed, for one opponent.

    ``avoiding`` and ``five`` have a row for each suit class of five cards. ``avoiding``
    is int64 (classes, 96): what the five cards and their subsets contribute to the sum
    of a deal, times 24 * 60. Its columns are the two ranks that we throw (91), then
    nobs (1), then flush by suit (4). ``five`` has the sums over the opponent's hands
    that contain the five cards. ``hands`` has all hands and the cards that the opponent
    throws. ``denominator`` is that of his strategy, and ``scoring`` has the points of a
    crib. A suit class has all sets of cards that differ only in the names of the
    suits.
    """

    denominator: int
    scoring: CribPoints
    hands: Hands
    five: OpponentHands
    avoiding: Array


def crib_sums(
    strategy: Strategy, rules: CribbageRules, progress: Progress = silent
) -> CribSums:
    """Return the sums over the opponent's hands that give the crib of every deal.

    ``strategy`` is the opponent's discard strategy. The sums are exact.
    """
    scoring = scoring_of(rules)
    hands = hands_of(strategy)
    fives = all_classes(5).cards
    avoiding = np.zeros((len(fives), COLUMNS), np.int64)
    with in_parallel(progress) as run:
        sums = opponent_hands(hands, scoring, run, keep_once=True)
        containing = sums_containing(sums, scoring, 5, run)
        run(
            "hands and starters that avoid five cards",
            len(fives),
            _avoid,
            *(fives, compiled_tables(), containing, avoiding),
        )
    return CribSums(strategy.denominator, scoring, hands, sums[5], avoiding)


def sums_containing(
    sums: dict[int, OpponentHands], scoring: CribPoints, most: int, run: Run
) -> tuple[Array, ...]:
    """Return the sums over hands and starters that contain T, for sets of cards T.

    An opponent's hand and a starter contain T together. A sum is of weights times
    points of the crib. There is an array for each number of cards of T, 0 to ``most``:
    int64 (classes, 96), multiplied by 24. The rows are the suit classes of T, and the
    columns the two ranks that we throw (91), nobs (1) and flush (4). A suit class has
    all sets of cards that differ only in the names of the suits.

    Args:
        sums: The results of ``opponent_hands``, by the number of cards of T.
        scoring: The points of a crib.
        most: The largest number of cards of T.
        run: The function that ``in_parallel`` yields, which runs compiled code on
            several threads.
    """
    # For no cards T, D is R alone: no card of T can be the starter.
    nothing = np.empty((1, COLUMNS), np.int64)
    nothing[:, :PAIR_COUNT] = SUITS * sums[0].every
    nothing[:, NOBS:] = sums[0].by_suit[:, ALL_NOBS:]
    containing = [nothing]
    for size in range(1, most + 1):
        cards = all_classes(size).cards
        containing.append(np.empty((len(cards), COLUMNS), np.int64))
        run(
            "hands and starters that contain given cards",
            len(cards),
            _contain,
            *(cards, compiled_tables(), scoring.flush),
            *(sums[size - 1], sums[size], containing[size]),
        )
    return tuple(containing)


@compiled
def _contain(
    cards: Array,
    by: Tables,
    flush: tuple[int, int],
    fewer: OpponentHands,
    sums: OpponentHands,
    containing: Array,
    start: int,
    stop: int,
) -> None:
    """Write D(T) of ``crib``: sums over hands and starters that together contain T."""
    ranks = np.zeros(4, np.int64)
    for row in range(start, stop):
        ranks_of(cards[row], ranks)
        total = containing[row]
        by_suit = sums.by_suit[row]
        # R: the hand contains all of T, and any card outside of the hand is the
        # starter.
        total[:PAIR_COUNT] = sums.every[row]
        total[NOBS:] = by_suit[ALL_NOBS:]
        # The card t of T is the starter: Q(T - t) less Q(T), where the hand holds t.
        for card in cards[row]:
            rank = card >> 2
            suit = card & 3
            index, a, b, c, d = suit_class_with(ranks, card, by)
            for column in range(PAIR_COUNT):
                total[column] += fewer.once[index, rank, column]
                total[column] -= sums.once[row, rank, column]
            # Sums by suit have places. The suits of T itself are its places, as in
            # every representative; ``a`` to ``d`` are the suits at the places of T - t.
            for position, of_place in enumerate((a, b, c, d)):
                if of_place == suit:
                    total[NOBS] += fewer.by_suit[index, JACKS + position]
                    total[NOBS] -= by_suit[JACKS + suit]
                # A starter of another suit leaves four suited cards: no points by the
                # usual rules of the crib, but rules may count them.
                total[FLUSH + of_place] += (
                    flush[0] + (of_place == suit) * flush[1]
                ) * (
                    fewer.by_suit[index, SUITED + position] - by_suit[SUITED + of_place]
                )
        # The columns by suit have this factor already.
        for column in range(PAIR_COUNT):
            total[column] *= SUITS


@compiled
def _avoid(
    fives: Array,
    by: Tables,
    containing: tuple[Array, ...],
    avoiding: Array,
    start: int,
    stop: int,
) -> None:
    """Write ``CribSums.avoiding``: the total of each set of five cards."""
    ranks = np.zeros(4, np.int64)
    for row in range(start, stop):
        for subset in range(32):
            ranks[:] = 0
            size = 0
            for position in range(5):
                if subset >> position & 1:
                    card = fives[row, position]
                    ranks[card & 3] |= 1 << (card >> 2)
                    size += 1
            index, a, b, c, d = suit_class_compiled(
                ranks[0], ranks[1], ranks[2], ranks[3], by
            )
            sums = containing[size][index]
            # T lies in 6 - |T| of a deal's sets of five: each adds its part of 60. The
            # sign is that of inclusion-exclusion.
            share = SHARES // (6 - size) * (1 - 2 * (size & 1))
            for column in range(NOBS + 1):
                avoiding[row, column] += share * sums[column]
            for position, suit in enumerate((a, b, c, d)):
                avoiding[row, FLUSH + suit] += share * sums[FLUSH + position]


def crib_denominator(denominator: int) -> int:
    """Return the number by which the integers of ``expected_cribs`` are divided.

    ``denominator`` is the denominator of the opponent's strategy.
    """
    return SUITS * denominator * CASES


def expected_cribs(sums: CribSums, start: int, stop: int) -> NDArray[np.int64]:
    """Return the crib's mean points for the suit classes from ``start`` to ``stop``.

    ``sums`` are the sums over the opponent's hands, from ``crib_sums``. The result has
    a row for each suit class of six cards of ours from ``start`` to before ``stop``,
    and a column for each discard: (classes, 15). It has integers, to be divided by
    ``crib_denominator``. The mean is over the opponent's hands and the starters. A suit
    class has all sets of cards that differ only in the names of the suits.
    """
    cribs = np.empty((stop - start, 15), np.int64)
    points, flush, nobs = sums.scoring
    weight = SUITS * sums.denominator * STARTER_CASES
    _evaluate(
        all_classes(6).cards,
        compiled_tables(),
        sums.hands,
        (points, 4 * points.sum(axis=1)),
        (*flush, nobs, nobs * weight),
        sums.five,
        sums.avoiding,
        start,
        cribs,
    )
    return cribs


@compiled
def _evaluate(  # noqa: C901, PLR0912, PLR0913 - one compiled pass over the deals; its steps share scratch
    cards: Array,
    by: Tables,
    hands: Hands,
    points: tuple[Array, Array],
    suit_points: tuple[int, int, int, int],
    fives: OpponentHands,
    avoiding: Array,
    start: int,
    cribs: Array,
) -> None:
    """Write the crib of each discard: sixty times its value is added up, then divided.

    ``points`` are ``CribPoints.points`` and their sums over all 52 starters.
    ``suit_points`` are the points of a flush of four, of a fifth suited card, of nobs,
    and of a jack that we throw ourselves. The last is scaled for the sum.
    """
    table, over_all = points
    four, fifth, nobs, nobs_of_jack = suit_points
    ranks = np.zeros(4, np.int64)
    left = np.zeros(4, np.int64)
    flush = np.zeros(4, np.int64)
    shared_flush = np.zeros(4, np.int64)
    own = np.zeros(PAIR_COUNT, np.int64)
    crib = np.zeros(15, np.int64)
    for row in range(start, start + len(cribs)):
        deal = cards[row]
        thrown = hands.thrown[row]
        ranks_of(deal, ranks)
        suits_left(deal, left)

        # The term of S itself: the hand that is the deal, with starters outside of
        # it, minus the starters of the deal once more.
        own[:] = 0
        for discard in range(15):
            weight = np.int64(hands.weights[row, discard])
            if weight:
                pair = hands.pairs[row, discard]
                for column in range(PAIR_COUNT):
                    own[column] += weight * over_all[pair, column]
                for card in deal:
                    for column in range(PAIR_COUNT):
                        own[column] -= 2 * weight * table[pair, card >> 2, column]
        for discard in range(15):
            crib[discard] = SUITS * SHARES * own[hands.pairs[row, discard]]
        own_nobs = shared_nobs = np.int64(0)
        shared_flush[:] = 0
        for suit in range(4):
            own_nobs += thrown[JACKS + suit] * left[suit]
            flush[suit] = thrown[SUITED + suit] * (46 * four + left[suit] * fifth)

        for card in deal:
            rank = card >> 2
            suit = card & 3
            five, a, b, c, d = suit_class_with(ranks, card, by)
            for discard in range(15):
                pair = hands.pairs[row, discard]
                # Q(S - t): the hand has the five other cards, and the card t is the
                # starter.
                once = np.int64(fives.once[five, rank, pair])
                crib[discard] += avoiding[five, pair] + SUITS * SHARES * once
            shared_nobs += avoiding[five, NOBS]
            for position, of_place in enumerate((a, b, c, d)):
                jacks = fives.by_suit[five, JACKS + position]
                suited = fives.by_suit[five, SUITED + position]
                shared_flush[of_place] += avoiding[five, FLUSH + position]
                # The same for nobs and flush, less the deal itself, which holds t.
                if of_place == suit:
                    own_nobs += jacks - thrown[JACKS + suit]
                flush[of_place] += (four + (of_place == suit) * fifth) * (
                    suited - thrown[SUITED + of_place]
                )

        # The points of a discard: by rank, nobs of the opponent's jacks, and a flush,
        # which needs two cards of one suit from us. The pairs come as in ``DISCARDS``.
        all_nobs = nobs * (shared_nobs + SHARES * own_nobs)
        discard = 0
        for i in range(6):
            for j in range(i + 1, 6):
                total = crib[discard] + all_nobs
                suit = hands.suits[row, discard]
                if suit >= 0:
                    total += shared_flush[suit] + SHARES * flush[suit]
                # Exact: sixty times the points were added up.
                total //= SHARES
                # A jack of ours scores with each starter of its suit that we do not
                # hold, whatever the opponent throws.
                for card in (deal[i], deal[j]):
                    if card >> 2 == JACK:
                        total += nobs_of_jack * left[card & 3]
                cribs[row - start, discard] = total
                discard += 1

"""Hands and starters that avoid the six cards of a deal, by inclusion-exclusion.

``crib`` defines D(T) and its sum over the subsets T of a deal S. A subset of up to five
cards is in 6 - |T| subsets of five cards of S. So with weights of 60 / (6 - |T|), all
whole, the subsets are summed up once for each *five* cards. Then 60 times the sum of
every deal is six look-ups and the term of S itself (``expected_crib``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit

from trueodds.analysis.cribbage.crib.opponent_hands import (
    ALL_NOBS,
    JACKS,
    PAIR_COUNT,
    SUITED,
    SUITS,
    Hands,
    OpponentHands,
    Scoring,
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
)
from trueodds.analysis.cribbage.strategy import Strategy
from trueodds.analysis.cribbage.suit_classes import Tables
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.parallel import Run, in_parallel
from trueodds.core.storage.progress import Progress, silent

SHARES = 60
"""The least common multiple of 1 to 6."""

NOBS, FLUSH, COLUMNS = PAIR_COUNT, PAIR_COUNT + 1, PAIR_COUNT + 5


@dataclass(frozen=True, eq=False, slots=True)
class CribSums:
    """Sums that give the exact crib of every deal, for one strategy of the opponent.

    Row = the class of five cards. ``avoiding`` is int64 (classes, 96): the share of
    these cards and their subsets, by the ranks of our own pair (91), then nobs, then
    flush by place, in 24 * 60ths. ``five`` are the sums over the hands that contain
    these cards, and ``hands`` all hands with what they throw.
    """

    denominator: int
    scoring: Scoring
    hands: Hands
    five: OpponentHands
    avoiding: Array


def crib_sums(
    strategy: Strategy, rules: CribbageRules, progress: Progress = silent
) -> CribSums:
    """Return the sums over the hands of an opponent with this strategy; exact."""
    scoring, hands = scoring_of(rules), hands_of(strategy)
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
    sums: dict[int, OpponentHands], scoring: Scoring, most: int, run: Run
) -> tuple[Array, ...]:
    """Return D for sets of 0 to ``most`` cards: int64 (classes, 96) each, in 24ths."""
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


@njit(cache=True, nogil=True)
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
    """Write D(T): the sums over hands and starters that contain T together."""
    ranks = np.zeros(4, np.int64)
    for row in range(start, stop):
        ranks_of(cards[row], ranks)
        total, by_suit = containing[row], sums.by_suit[row]
        total[:PAIR_COUNT] = sums.every[row]
        total[NOBS:] = by_suit[ALL_NOBS:]
        for card in cards[row]:
            rank, suit = card >> 2, card & 3
            index, a, b, c, d = suit_class_with(ranks, card, by)
            for column in range(PAIR_COUNT):
                total[column] += fewer.once[index, rank, column]
                total[column] -= sums.once[row, rank, column]
            for position, of_place in enumerate((a, b, c, d)):
                if of_place == suit:
                    total[NOBS] += fewer.by_suit[index, JACKS + position]
                    total[NOBS] -= by_suit[JACKS + suit]
                total[FLUSH + of_place] += (
                    flush[0] + (of_place == suit) * flush[1]
                ) * (
                    fewer.by_suit[index, SUITED + position] - by_suit[SUITED + of_place]
                )
        for column in range(PAIR_COUNT):
            total[column] *= SUITS


@njit(cache=True, nogil=True)
def _avoid(
    fives: Array,
    by: Tables,
    containing: tuple[Array, ...],
    avoiding: Array,
    start: int,
    stop: int,
) -> None:
    """Add the share of five cards and their subsets to the sums that avoid six."""
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
            share = SHARES // (6 - size) * (1 - 2 * (size & 1))
            for column in range(NOBS + 1):
                avoiding[row, column] += share * sums[column]
            for position, suit in enumerate((a, b, c, d)):
                avoiding[row, FLUSH + suit] += share * sums[FLUSH + position]

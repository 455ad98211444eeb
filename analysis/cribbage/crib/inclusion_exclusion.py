"""Hands and starters that avoid the six cards of a deal, by inclusion and exclusion.

The crib's points are a sum over the other's hands H and the starters s that avoid the
deal S. The sum over T of (-1)^|T| D(T) is the same, where T runs over all subsets of S
and D(T) sums over all H and s whose seven cards *contain* T. With Q and R as in
``holding``, a starter t in T is one that H does not hold:

    D(T)[a] = R(T)[a] + sum over t of Q(T - t)[rank t, a] - Q(T)[rank t, a]

D is alike for all T of a suit class: 18,370 classes of up to four cards, 134,459 of
five. Six cards are S itself. Each T is in 6 - |T| subsets of five cards of S. So with
weights of 60 / (6 - |T|), all whole, the subsets are summed up once for each *five*
cards, and 60 times a deal's sum is six look-ups and the term of S (``values``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit

from trueodds.analysis.cribbage.crib.opponent_hands import (
    ALL_FLUSH,
    ALL_NOBS,
    JACKS,
    PAIR_COUNT,
    SUITED,
    SUITS,
    Holding,
    Scoring,
    hold,
    scoring_of,
    thrown_by_suit,
)
from trueodds.analysis.cribbage.deals import (
    Array,
    all_classes,
    compiled_tables,
    place_compiled,
    place_with,
    ranks_of,
)
from trueodds.analysis.cribbage.strategy import Strategy
from trueodds.analysis.cribbage.suit_classes import Tables
from trueodds.core.parallel import Run, in_parallel
from trueodds.core.progress import Progress, silent
from trueodds.core.rules.cribbage import CribbageRules

SHARES = 60
"""The least common multiple of 1 to 6."""

NOBS, FLUSH, COLUMNS = PAIR_COUNT, PAIR_COUNT + 1, PAIR_COUNT + 5


@dataclass(frozen=True, eq=False, slots=True)
class Sums:
    """What the exact crib of every deal follows from, for one strategy of the other.

    Row = the class of five cards. ``avoiding`` is int64 (classes, 96): the share of
    these cards and their subsets, by the ranks of our own pair (91), then nobs, then
    flush by place, in 24 * 60ths. ``once`` and ``by_suit`` are those of ``Holding``,
    ``thrown`` that of ``thrown_by_suit``.
    """

    strategy: Strategy
    scoring: Scoring
    avoiding: Array
    once: Array
    by_suit: Array
    thrown: Array


def sum_up(
    strategy: Strategy, rules: CribbageRules, progress: Progress = silent
) -> Sums:
    """The sums over the hands of somebody who throws by ``strategy``; exact."""
    scoring, thrown = scoring_of(rules), thrown_by_suit(strategy)
    fives = all_classes(5).cards
    avoiding = np.zeros((len(fives), COLUMNS), np.int64)
    with in_parallel(progress) as run:
        holding = hold(strategy, thrown, scoring, run, keep_once=True)
        contained = contain(holding, scoring, 5, run)
        run(
            "hands and starters that avoid five cards",
            len(fives),
            _avoid,
            *(fives, compiled_tables(), contained, avoiding),
        )
    return Sums(
        strategy, scoring, avoiding, holding[5].once, holding[5].by_suit, thrown
    )


def contain(
    holding: dict[int, Holding], scoring: Scoring, most: int, run: Run
) -> tuple[Array, ...]:
    """D for no cards up to ``most``: int64 (classes, 96) each, in 24ths."""
    nothing = np.empty((1, COLUMNS), np.int64)
    nothing[:, :PAIR_COUNT] = SUITS * holding[0].every
    nothing[:, NOBS:] = holding[0].by_suit[:, ALL_NOBS:]
    found = [nothing]
    for size in range(1, most + 1):
        cards, less, same = all_classes(size).cards, holding[size - 1], holding[size]
        found.append(np.empty((len(cards), COLUMNS), np.int64))
        run(
            "hands and starters that contain",
            len(cards),
            _contain,
            *(cards, compiled_tables(), scoring.flush, less.once, less.by_suit),
            *(same.once, same.every, same.by_suit, found[size]),
        )
    return tuple(found)


@njit(cache=True, nogil=True)
def _contain(
    cards: Array,
    by: Tables,
    flush: tuple[int, int],
    less_once: Array,
    less_by_suit: Array,
    once: Array,
    every: Array,
    by_suit: Array,
    containing: Array,
    start: int,
    stop: int,
) -> None:
    """D: hands and starters that contain the cards, the starter perhaps among them."""
    ranks = np.zeros(4, np.int64)
    for row in range(start, stop):
        ranks_of(cards[row], ranks)
        found = containing[row]
        found[:PAIR_COUNT] = every[row]
        found[NOBS] = by_suit[row, ALL_NOBS]
        found[FLUSH:] = by_suit[row, ALL_FLUSH:]
        for card in cards[row]:
            rank, suit = card >> 2, card & 3
            less, a, b, c, d = place_with(ranks, card, by)
            for column in range(PAIR_COUNT):
                found[column] += less_once[less, rank, column] - once[row, rank, column]
            for position, of in enumerate((a, b, c, d)):
                if of == suit:
                    found[NOBS] += (
                        less_by_suit[less, JACKS + position] - by_suit[row, JACKS + of]
                    )
                found[FLUSH + of] += (flush[0] + (of == suit) * flush[1]) * (
                    less_by_suit[less, SUITED + position] - by_suit[row, SUITED + of]
                )
        for column in range(PAIR_COUNT):
            found[column] *= SUITS


@njit(cache=True, nogil=True)
def _avoid(
    fives: Array,
    by: Tables,
    containing: tuple[Array, ...],
    avoiding: Array,
    start: int,
    stop: int,
) -> None:
    """The share of five cards and their subsets in the sums that avoid six."""
    ranks = np.zeros(4, np.int64)
    none, one, two, three, four, five = containing
    for row in range(start, stop):
        for subset in range(32):
            ranks[:] = 0
            size = 0
            for position in range(5):
                if subset >> position & 1:
                    card = fives[row, position]
                    ranks[card & 3] |= 1 << (card >> 2)
                    size += 1
            found, a, b, c, d = place_compiled(
                ranks[0], ranks[1], ranks[2], ranks[3], by
            )
            if size == 0:
                sums = none[found]
            elif size == 1:
                sums = one[found]
            elif size == 2:
                sums = two[found]
            elif size == 3:
                sums = three[found]
            elif size == 4:
                sums = four[found]
            else:
                sums = five[found]
            share = SHARES // (6 - size) * (1 - 2 * (size & 1))
            for column in range(NOBS + 1):
                avoiding[row, column] += share * sums[column]
            for position, of in enumerate((a, b, c, d)):
                avoiding[row, FLUSH + of] += share * sums[FLUSH + position]

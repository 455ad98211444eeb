"""Total weight of each discard over all opponent hands containing given cards.

This module computes F, Q and R of ``crib`` for all suit classes of up to five cards T.
For five cards, it adds up the 47 hands of six cards that contain them. For fewer cards
T, it adds up the sums for T and one more card t, over all t outside of T. Each hand is
then counted 6 - |T| times, so the result is divided by that.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, factorial
from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.deals import (
    Array,
    all_classes,
    compiled_tables,
    discard_suits,
    rank_pairs,
    ranks_of,
    suit_class_with,
    suits_left,
)
from trueodds.analysis.cribbage.show import rank_table
from trueodds.analysis.cribbage.strategy import Strategy
from trueodds.analysis.cribbage.suit_classes import PAIRS, Tables
from trueodds.core.errors import RulesError
from trueodds.core.kernels.compiled import compiled, inlined
from trueodds.core.rules.cribbage import JACK, CribbageRules
from trueodds.core.storage.parallel import Run

SUITS = factorial(4)
"""The factor of sums by suit. It makes the sums integers, although suits with the same
ranks in a hand are exchanged at random."""

PAIR_COUNT = len(PAIRS)
JACKS = 0
SUITED = 4
ALL_NOBS = 8
ALL_FLUSH = 9
BY_SUIT = 13
"""Columns of ``OpponentHands.by_suit``, and their number."""
ROOM = 2**63 // (60 * SUITS * comb(46, 6) * 40)
"""The most that a strategy's denominator times the points of a crib may be.

Then 64 bits have room for 60 times the sum of a deal (``inclusion_exclusion``).
"""


class CribPoints(NamedTuple):
    """Points of a crib, in tables for compiled code.

    The points by rank are those of fifteens, pairs and runs.
    """

    points: Array
    """Points by rank alone of the opponent's pair, a starter and our pair: int32
    (91, 13, 91)."""
    flush: tuple[int, int]
    """The points of four suited cards, and the extra points of a fifth."""
    nobs: int
    """The points of nobs: the jack of the starter's suit."""


class Hands(NamedTuple):
    """All six-card hands, and the discards of a strategy, as arrays for compiled code.

    An array has a row for each suit class of hands. Its columns are the 15 discards,
    except in ``thrown``. A suit class has all sets of cards that differ only in the
    names of the suits. Suits and cards are those of its representative, the set whose
    suits are sorted.
    """

    weights: Array
    """The weight with which the strategy throws each discard: (962988, 15)."""
    pairs: Array
    """The number of the two ranks of each discard, as in ``PAIRS``: (962988, 15)."""
    suits: Array
    """The common suit of the two cards of each discard, or -1: (962988, 15)."""
    thrown: Array
    """For each of the four suits, the weight with which its jack is thrown; then, for
    each suit, the weight with which two cards of it are thrown: (962988, 8).

    The weights are multiplied by 24. Suits with the same ranks each get the mean.
    """


class OpponentHands(NamedTuple):
    """Sums over the opponent's hands that contain the cards T, by suit class of T.

    ``pairs`` (F) has the weight of each two ranks that these hands throw. ``once`` (Q)
    has the crib's points by rank, times the weights, with one starter of each rank, by
    the two ranks that we throw. ``every`` (R) has the same points with all starters
    that are not in the hand. ``by_suit`` has the sums for nobs and flushes. A suit
    class has all sets of cards that differ only in the names of the suits.
    """

    pairs: Array
    """F: int64 (classes, 91)."""
    once: Array
    """Q: (classes, 13, 91)."""
    every: Array
    """R: int64 (classes, 91)."""
    by_suit: Array
    """Sums by suit, multiplied by 24: int64 (classes, 13).

    The columns are the weights of the jack of each suit thrown (4), of two cards of
    each suit thrown (4), of the jacks times the starters of their suit (1), and of two
    cards of each suit times their flush points, summed over the starters (4). The suits
    are those of the representative of T, the set whose suits are sorted.
    """


@lru_cache(4)
def scoring_of(rules: CribbageRules) -> CribPoints:
    """Return the points of a crib under some rules, in tables for compiled code.

    They are as the reference scorer counts them. Entries for five cards of one rank are
    never used. Raises ``RulesError`` for rules without a starter.
    """
    if not rules.starter:
        raise RulesError("discards are valued with a starter; these rules have none")
    by_rank = rank_table(rules, starter=True)
    # A crib holds both pairs of ranks, sorted as the table by rank needs them.
    ranks = [[sorted((*a, *b)) for b in PAIRS] for a in PAIRS]
    points = by_rank[tuple(np.moveaxis(np.array(ranks), 2, 0))].swapaxes(1, 2)
    whole = np.ascontiguousarray(points, dtype=np.int32)
    return CribPoints(whole, rules.flush_points("crib"), rules.nobs_points)


def hands_of(strategy: Strategy) -> Hands:
    """Return all six-card hands, with the weight of each discard by ``strategy``."""
    cards = all_classes(6).cards
    pairs = rank_pairs()
    suits = discard_suits()
    thrown = _thrown_by_suit(strategy.weights, cards, suits)
    return Hands(strategy.weights, pairs, suits, thrown)


def opponent_hands(
    hands: Hands, scoring: CribPoints, run: Run, *, keep_once: bool
) -> dict[int, OpponentHands]:
    """Return the sums over the opponent's hands that contain T, for sets of cards T.

    A sum is exact, and there is one for each suit class of T. A suit class has all sets
    of cards that differ only in the names of the suits.

    Args:
        hands: All hands, with the opponent's discards.
        scoring: The points of a crib.
        run: The function that ``in_parallel`` yields, which runs compiled code on
            several threads.
        keep_once: False to leave the array ``OpponentHands.once`` empty for sets of
            five cards, where it takes 640 MB.

    Returns:
        The sums by the number of cards of T, five down to none.

    Raises:
        RulesError: A crib could score so many points that the sums need over 64 bits.
    """
    most = int(scoring.points.max()) + sum(scoring.flush) + scoring.nobs
    denominator = int(hands.weights[0].sum())
    if most * denominator > ROOM:
        raise RulesError(
            f"a crib could score {most} points; by a strategy with the denominator "
            f"{denominator}, there is room for {ROOM // denominator}"
        )
    by = compiled_tables()
    fives = all_classes(5).cards
    sums = {5: _zeros(5, np.int32, keep_once=keep_once)}
    run(
        "hands that contain five cards",
        len(fives),
        _contain_five,
        *(fives, by, hands, scoring, sums[5]),
    )
    for size in range(4, -1, -1):
        sums[size] = _zeros(size, np.int64)
        cards = all_classes(size).cards
        run(
            "hands that contain fewer cards",
            len(cards),
            _contain_fewer,
            *(cards, by, scoring.points, sums[size + 1], sums[size]),
        )
    return sums


def _zeros(size: int, dtype: type, *, keep_once: bool = True) -> OpponentHands:
    rows = len(all_classes(size).cards)
    return OpponentHands(
        np.zeros((rows, PAIR_COUNT), np.int64),
        np.empty((rows if keep_once else 0, 13, PAIR_COUNT), dtype),
        np.zeros((rows, PAIR_COUNT), np.int64),
        np.zeros((rows, BY_SUIT), np.int64),
    )


@compiled
def _thrown_by_suit(weights: Array, cards: Array, suits: Array) -> Array:
    """Return the weights of jacks and suited pairs thrown: ``Hands.thrown``."""
    thrown = np.zeros((len(cards), 8), np.int32)
    ranks = np.zeros(4, np.int64)
    raw = np.zeros(8, np.int64)
    for row in range(len(cards)):
        ranks_of(cards[row], ranks)
        raw[:] = 0
        discard = 0
        for i in range(6):
            for j in range(i + 1, 6):
                weight = SUITS * np.int64(weights[row, discard])
                for card in (cards[row, i], cards[row, j]):
                    if card >> 2 == JACK:
                        raw[JACKS + (card & 3)] += weight
                if suits[row, discard] >= 0:
                    raw[SUITED + suits[row, discard]] += weight
                discard += 1
        # Suits with the same ranks are exchanged at random, so each gets their mean. It
        # is whole, because 24 is a multiple of 1 to 4.
        for suit in range(4):
            alike = 0
            for twin in range(4):
                if ranks[twin] == ranks[suit]:
                    alike += 1
                    thrown[row, JACKS + suit] += raw[JACKS + twin]
                    thrown[row, SUITED + suit] += raw[SUITED + twin]
            thrown[row, JACKS + suit] //= alike
            thrown[row, SUITED + suit] //= alike
    return thrown


@compiled
def _contain_five(  # noqa: C901 - one compiled pass over the cards; its sums share the class of a hand
    fives: Array,
    by: Tables,
    hands: Hands,
    scoring: CribPoints,
    sums: OpponentHands,
    start: int,
    stop: int,
) -> None:
    """Write F, Q, R and the sums by suit for five cards, hand by hand."""
    four, fifth = scoring.flush
    ranks = np.zeros(4, np.int64)
    left = np.zeros(4, np.int64)
    score = np.zeros((13, PAIR_COUNT), np.int32)
    for row in range(start, stop):
        ranks_of(fives[row], ranks)
        suits_left(fives[row], left)
        every = sums.every[row]
        by_suit = sums.by_suit[row]
        # Each of the 47 cards outside of T makes a hand that contains T.
        for card in range(52):
            suit = card & 3
            rank = card >> 2
            if ranks[suit] >> rank & 1:
                continue
            hand, a, b, c, d = suit_class_with(ranks, card, by)
            for discard in range(15):
                weight = np.int64(hands.weights[hand, discard])
                if weight:
                    pair = hands.pairs[hand, discard]
                    sums.pairs[row, pair] += weight
                    # R has no starter that the hand holds: here its sixth card.
                    for column in range(PAIR_COUNT):
                        every[column] -= weight * scoring.points[pair, rank, column]
            # ``left`` are the starters of each suit outside of the whole hand.
            left[suit] -= 1
            for position, of_place in enumerate((a, b, c, d)):
                jacks = hands.thrown[hand, JACKS + position]
                suited = hands.thrown[hand, SUITED + position]
                by_suit[JACKS + of_place] += jacks
                by_suit[SUITED + of_place] += suited
                by_suit[ALL_NOBS] += jacks * left[of_place]
                # A flush of four scores with each of 46 starters; those of its suit add
                # a fifth card.
                by_suit[ALL_FLUSH + of_place] += suited * (
                    46 * four + left[of_place] * fifth
                )
            left[suit] += 1
        _score_once(sums.pairs[row], scoring.points, score)
        if len(sums.once):
            sums.once[row] = score
        # R again: four starters of each rank, less the five cards of T.
        for rank in range(13):
            for column in range(PAIR_COUNT):
                every[column] += 4 * np.int64(score[rank, column])
        for card in fives[row]:
            for column in range(PAIR_COUNT):
                every[column] -= score[card >> 2, column]


@compiled
def _contain_fewer(
    cards: Array,
    by: Tables,
    points: Array,
    more: OpponentHands,
    sums: OpponentHands,
    start: int,
    stop: int,
) -> None:
    """Write F, Q, R and the sums by suit for T, from those for one more card."""
    ranks = np.zeros(4, np.int64)
    missing = 6 - cards.shape[1]
    for row in range(start, stop):
        ranks_of(cards[row], ranks)
        pairs = sums.pairs[row]
        every = sums.every[row]
        by_suit = sums.by_suit[row]
        for card in range(52):
            # Skip the cards of T. Bit r of ``ranks[s]`` is the card of rank r, suit s.
            if ranks[card & 3] >> (card >> 2) & 1:
                continue
            index, a, b, c, d = suit_class_with(ranks, card, by)
            pairs += more.pairs[index]
            every += more.every[index]
            by_suit[ALL_NOBS] += more.by_suit[index, ALL_NOBS]
            # ``more`` has its sums by place; ``suit`` is the suit at that place.
            for position, suit in enumerate((a, b, c, d)):
                for column in (JACKS, SUITED, ALL_FLUSH):
                    by_suit[column + suit] += more.by_suit[index, column + position]
        # Each hand was counted once for each of its cards outside of T.
        pairs //= missing
        every //= missing
        by_suit //= missing
        _score_once(pairs, points, sums.once[row])


@inlined
def _score_once(pairs: Array, points: Array, once: Array) -> None:
    """Write ``Q[r, a] = Σ_p F[p] · points[p, r, a]`` to ``once``; ``pairs`` is F."""
    once[:] = 0
    for pair in range(PAIR_COUNT):
        weight = pairs[pair]
        if weight:
            for rank in range(13):
                for column in range(PAIR_COUNT):
                    once[rank, column] += weight * points[pair, rank, column]

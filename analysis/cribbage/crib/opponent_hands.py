"""What the other player throws, summed over all hands that hold given cards.

With w(H, p) the weight with which the hand H throws the pair of ranks p, F(T)[p] is the
sum of w(H, p) over the hands H that contain the cards T, and ``points[p, r, a]`` what
the pairs a and p and a starter of rank r score. Then

    Q(T)[r, a] = sum over p of F(T)[p] points[p, r, a]

has each hand once with one starter of rank r, and

    R(T)[a] = 4 sum over r of Q(T)[r, a] - sum over H of points for the ranks r in H

has it with every starter outside of H. Nobs and flush go the same way, by suit. Five
cards have 47 hands; the hands that contain fewer are those that contain one card more,
added up, each of which is met 6 - |T| times. All are alike for all T of a suit class.
"""

from __future__ import annotations

from functools import lru_cache
from math import factorial
from typing import NamedTuple

import numpy as np
from numba import njit

from trueodds.analysis.cribbage.deals import (
    Array,
    all_classes,
    compiled_tables,
    discard_suits,
    place_with,
    rank_pairs,
    ranks_of,
)
from trueodds.analysis.cribbage.show import rank_points
from trueodds.analysis.cribbage.strategy import Strategy
from trueodds.analysis.cribbage.suit_classes import PAIRS, Tables
from trueodds.core.parallel import Run
from trueodds.core.rules.cribbage import JACK, CribbageRules

SUITS = factorial(4)
"""Suits of equal standing are exchanged at random; weights by suit are 24ths."""

PAIR_COUNT = len(PAIRS)
JACKS, SUITED, ALL_NOBS, ALL_FLUSH, BY_SUIT = 0, 4, 8, 9, 13


class Scoring(NamedTuple):
    """What a crib scores, as the compiled passes take it."""

    points: Array
    """By ranks: int32 (91, 13, 91), of a pair, a starter and a pair."""
    flush: tuple[int, int]
    """Points for four suited cards, and how many more for the fifth."""
    nobs: int


@lru_cache(4)
def scoring_of(rules: CribbageRules) -> Scoring:
    """What a crib scores, as the reference scorer counts it.

    Five cards of one rank, which cannot be, stand for nothing.
    """
    by_rank = rank_points(rules, starter=True)
    fours = [[sorted((*one, *other)) for other in PAIRS] for one in PAIRS]
    points = by_rank[tuple(np.moveaxis(np.array(fours), 2, 0))].swapaxes(1, 2)
    four, five = (
        size * rules.flush_card_points if size >= rules.crib_flush else 0
        for size in (4, 5)
    )
    whole = np.ascontiguousarray(points, dtype=np.int32)
    return Scoring(whole, (four, five - four), rules.nobs_points)


def clear_cache() -> None:
    """Forget what cribs score."""
    scoring_of.cache_clear()


class Holding(NamedTuple):
    """Sums over the hands that contain the cards T, row = the class of T."""

    pairs: Array
    """F: int64 (classes, 91)."""
    once: Array
    """Q: (classes, 13, 91)."""
    every: Array
    """R: int64 (classes, 91)."""
    by_suit: Array
    """Int64 (classes, 13), in 24ths: jacks thrown by place; suited pairs thrown by
    place; jacks times the starters of their suit; flushes with every starter by place.
    """


def thrown_by_suit(strategy: Strategy) -> Array:
    """The jacks and the suited pairs that each class throws, by place: (classes, 8)."""
    cards = all_classes(6).cards
    return _thrown(strategy.weights, cards, rank_pairs(), discard_suits())


def hold(
    strategy: Strategy, thrown: Array, scoring: Scoring, run: Run, *, keep_once: bool
) -> dict[int, Holding]:
    """The sums for five cards down to none, by how many they are; exact.

    Without ``keep_once``, Q of five cards, 640 MB, is left out.
    """
    by, fives = compiled_tables(), all_classes(5).cards
    of_five = _nothing(5, np.int32, keep_once=keep_once)
    run(
        "hands that hold five cards",
        len(fives),
        _hold_five,
        *(fives, by, strategy.weights, rank_pairs(), thrown),
        *(scoring.points, scoring.flush, *of_five),
    )
    found = {5: of_five}
    for size in range(4, -1, -1):
        cards, more = all_classes(size).cards, found[size + 1]
        found[size] = _nothing(size, np.int64)
        run(
            "hands that hold fewer",
            len(cards),
            _hold_fewer,
            *(cards, by, 6 - size, scoring.points),
            *(more.pairs, more.every, more.by_suit, *found[size]),
        )
    return found


def _nothing(size: int, dtype: type, *, keep_once: bool = True) -> Holding:
    rows = len(all_classes(size).cards)
    return Holding(
        np.zeros((rows, PAIR_COUNT), np.int64),
        np.empty((rows if keep_once else 0, 13, PAIR_COUNT), dtype),
        np.zeros((rows, PAIR_COUNT), np.int64),
        np.zeros((rows, BY_SUIT), np.int64),
    )


@njit(cache=True, nogil=True)
def _thrown(weights: Array, cards: Array, pairs: Array, suits: Array) -> Array:
    """The weights of jacks and of suited pairs thrown by each class, by place.

    Shape (classes, 8), of ``SUITS`` times the strategy's denominator. Places with the
    same ranks are of equal standing: each gets the mean.
    """
    found = np.zeros((len(cards), 8), np.int32)
    ranks, raw = np.zeros(4, np.int64), np.zeros(8, np.int64)
    for row in range(len(cards)):
        ranks_of(cards[row], ranks)
        raw[:] = 0
        d = 0
        for i in range(6):
            for j in range(i + 1, 6):
                weight = SUITS * np.int64(weights[row, d])
                if weight:
                    for card in (cards[row, i], cards[row, j]):
                        if card >> 2 == JACK:
                            raw[JACKS + (card & 3)] += weight
                    if suits[row, d] >= 0:
                        raw[SUITED + suits[row, d]] += weight
                d += 1
        for suit in range(4):
            alike, jacks, suited = 0, np.int64(0), np.int64(0)
            for other in range(4):
                if ranks[other] == ranks[suit]:
                    alike += 1
                    jacks += raw[JACKS + other]
                    suited += raw[SUITED + other]
            found[row, JACKS + suit] = jacks // alike
            found[row, SUITED + suit] = suited // alike
    return found


@njit(cache=True, nogil=True)
def _hold_five(
    fives: Array,
    by: Tables,
    weights: Array,
    pairs: Array,
    thrown: Array,
    points: Array,
    flush: tuple[int, int],
    pairs_thrown: Array,
    once: Array,
    every: Array,
    by_suit: Array,
    start: int,
    stop: int,
) -> None:
    """F, Q, R and the sums by suit of five cards: their 47 hands, one by one."""
    ranks, held = np.zeros(4, np.int64), np.zeros(4, np.int64)
    score = np.zeros((13, PAIR_COUNT), np.int32)
    for row in range(start, stop):
        ranks_of(fives[row], ranks)
        held[:] = 0
        for card in fives[row]:
            held[card & 3] += 1
        own = every[row]
        own[:] = 0
        for card in range(52):
            suit, rank = card & 3, card >> 2
            if ranks[suit] >> rank & 1:
                continue
            hand, a, b, c, d = place_with(ranks, card, by)
            for discard in range(15):
                weight = np.int64(weights[hand, discard])
                if weight:
                    pair = pairs[hand, discard]
                    pairs_thrown[row, pair] += weight
                    for column in range(PAIR_COUNT):
                        own[column] -= weight * points[pair, rank, column]
            held[suit] += 1
            for position, of in enumerate((a, b, c, d)):
                jacks = thrown[hand, JACKS + position]
                suited = thrown[hand, SUITED + position]
                left = 13 - held[of]
                by_suit[row, JACKS + of] += jacks
                by_suit[row, SUITED + of] += suited
                by_suit[row, ALL_NOBS] += jacks * left
                by_suit[row, ALL_FLUSH + of] += suited * (
                    46 * flush[0] + left * flush[1]
                )
            held[suit] -= 1
        _score_once(pairs_thrown[row], points, score)
        if len(once):
            once[row] = score
        for rank in range(13):
            for column in range(PAIR_COUNT):
                own[column] += 4 * np.int64(score[rank, column])
        for card in fives[row]:
            for column in range(PAIR_COUNT):
                own[column] -= score[card >> 2, column]


@njit(cache=True, nogil=True)
def _hold_fewer(
    cards: Array,
    by: Tables,
    missing: int,
    points: Array,
    more_pairs: Array,
    more_every: Array,
    more_by_suit: Array,
    pairs_thrown: Array,
    once: Array,
    every: Array,
    by_suit: Array,
    start: int,
    stop: int,
) -> None:
    """F, Q, R and the sums by suit of fewer cards, from those with one more card."""
    ranks = np.zeros(4, np.int64)
    for row in range(start, stop):
        ranks_of(cards[row], ranks)
        for card in range(52):
            if ranks[card & 3] >> (card >> 2) & 1:
                continue
            more, a, b, c, d = place_with(ranks, card, by)
            for column in range(PAIR_COUNT):
                pairs_thrown[row, column] += more_pairs[more, column]
                every[row, column] += more_every[more, column]
            by_suit[row, ALL_NOBS] += more_by_suit[more, ALL_NOBS]
            for position, of in enumerate((a, b, c, d)):
                for kind in (JACKS, SUITED, ALL_FLUSH):
                    by_suit[row, kind + of] += more_by_suit[more, kind + position]
        for column in range(PAIR_COUNT):
            pairs_thrown[row, column] //= missing
            every[row, column] //= missing
        for column in range(BY_SUIT):
            by_suit[row, column] //= missing
        _score_once(pairs_thrown[row], points, once[row])


@njit(inline="always")
def _score_once(pairs_thrown: Array, points: Array, once: Array) -> None:
    """Q of F."""
    once[:] = 0
    for pair in range(PAIR_COUNT):
        weight = pairs_thrown[pair]
        if weight:
            for rank in range(13):
                for column in range(PAIR_COUNT):
                    once[rank, column] += weight * points[pair, rank, column]

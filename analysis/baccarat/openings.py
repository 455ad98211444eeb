"""Counts of the ways to deal both hands' first two cards, by their pairs.

Cards of two different rank classes cannot pair. Within a class, pairs are counted by
falling factorials of its ranks, and perfect pairs by those of its suits.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import perm
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.cards import Shoe
from trueodds.core.rules.baccarat import MIXED_PAIR, NO_PAIR, PERFECT_PAIR

Array: TypeAlias = NDArray[Any]
Class: TypeAlias = Sequence[tuple[int, ...]]
"""The counts of a class: for each rank a single count, or four by suit."""

Match: TypeAlias = tuple[int, int, bool]
"""Player's pair, Banker's pair, and True if both pairs have the same rank."""

NO_PAIRS: Match = (NO_PAIR, NO_PAIR, False)


@dataclass(frozen=True, slots=True)
class Pairs:
    """The unordered pairs of rank classes: both classes, and the counts by class."""

    lower: Array
    upper: Array
    held: Array

    @classmethod
    def of(cls, classes: int) -> "Pairs":
        """Return all unordered pairs of ``classes`` rank classes."""
        lower, upper = np.triu_indices(classes)
        each = np.eye(classes, dtype=np.int64)
        return cls(lower, upper, each[lower] + each[upper])


def openings(held: Sequence[Class], pairs: Pairs, shoe: Shoe) -> dict[Match, Array]:
    """Count the ordered deals of four cards, by pairs and by the hands' classes.

    Each array is (pairs of classes, pairs of classes), Player's first, of integers.
    """
    kind = np.int64 if shoe.total < 10_000 else object
    counts = np.array([sum(map(sum, ranks)) for ranks in held], dtype=kind)
    first = _ways(counts, pairs)
    second = np.array([_ways(counts - taken, pairs) for taken in pairs.held])
    ways: dict[Match, Array] = {NO_PAIRS: first[:, None] * second}
    if not shoe.ranks_known:
        return ways

    def put(match: Match, player: Any, banker: Any, number: Any) -> None:
        if match not in ways:
            ways[match] = np.zeros_like(second)
        ways[match][player, banker] = number

    alike = np.flatnonzero(pairs.lower == pairs.upper)
    mixed = np.flatnonzero(pairs.lower != pairs.upper)
    matches = [_matches(ranks, shoe.suits_known) for ranks in held]
    for hand, by_match in zip(alike, matches, strict=True):
        for match, number in by_match.items():
            put((match, NO_PAIR, False), hand, mixed, number * second[hand, mixed])
            # Dealing Banker's hand first changes no count.
            put((NO_PAIR, match, False), mixed, hand, number * second[hand, mixed])
        for banker, banker_by_match in zip(alike, matches, strict=True):
            if hand != banker:
                for match, number in by_match.items():
                    for banker_match, banker_number in banker_by_match.items():
                        both = (match, banker_match, False)
                        put(both, hand, banker, number * banker_number)
        for both, number in _both(held[pairs.lower[hand]], shoe.suits_known).items():
            put(both, hand, hand, number)
    return {match: counts for match, counts in ways.items() if counts.any()}


def _ways(counts: Array, pairs: Pairs) -> Array:
    """Count the ordered deals of each pair of classes."""
    first, second = counts[pairs.lower], counts[pairs.upper]
    alike = pairs.lower == pairs.upper
    return np.where(alike, first * (first - 1), 2 * first * second)


def _falling(counts: Iterable[int], cards: int) -> int:
    return sum(perm(count, cards) for count in counts)


def _matches(ranks: Class, suits: bool) -> dict[int, int]:
    """Count the ordered deals of two cards of a class, by their pair."""
    counts = list(map(sum, ranks))
    pair = _falling(counts, 2)
    perfect = sum(_falling(rank, 2) for rank in ranks) if suits else 0
    return {
        NO_PAIR: perm(sum(counts), 2) - pair,
        MIXED_PAIR: pair - perfect,
        PERFECT_PAIR: perfect,
    }


def _both(ranks: Class, suits: bool) -> dict[Match, int]:
    """Count the ordered deals of two hands from a class, by their pairs."""
    counts = list(map(sum, ranks))
    pair = [perm(count, 2) for count in counts]
    perfect = [_falling(rank, 2) if suits else 0 for rank in ranks]
    squares = [sum(perm(n, 2) ** 2 for n in rank) if suits else 0 for rank in ranks]
    rest = perm(sum(counts) - 2, 2) if sum(counts) >= 4 else 0
    # Pairs of the same rank: any twice; perfect and any; perfect twice.
    same = (
        _falling(counts, 4),
        sum(p * _rest(n) for p, n in zip(perfect, counts, strict=True)),
        sum(
            (_falling(rank, 4) if suits else 0) + p * p - s
            for rank, p, s in zip(ranks, perfect, squares, strict=True)
        ),
    )
    # Pairs of two ranks, likewise.
    apart = (
        _apart(pair, pair),
        _apart(perfect, pair),
        _apart(perfect, perfect),
    )
    deals: dict[Match, int] = {}
    for is_same, (anys, perfect_any, perfects) in ((True, same), (False, apart)):
        deals[MIXED_PAIR, MIXED_PAIR, is_same] = anys - 2 * perfect_any + perfects
        deals[PERFECT_PAIR, MIXED_PAIR, is_same] = perfect_any - perfects
        deals[MIXED_PAIR, PERFECT_PAIR, is_same] = perfect_any - perfects
        deals[PERFECT_PAIR, PERFECT_PAIR, is_same] = perfects
    perfect_alone = sum(perfect) * rest - same[1] - apart[1]
    alone = sum(pair) * rest - same[0] - apart[0]
    for match, number in (
        (PERFECT_PAIR, perfect_alone),
        (MIXED_PAIR, alone - perfect_alone),
    ):
        deals[match, NO_PAIR, False] = deals[NO_PAIR, match, False] = number
    deals[NO_PAIRS] = perm(sum(counts), 4) - sum(deals.values())
    return deals


def _rest(count: int) -> int:
    """Count the deals of two more cards of a rank after two cards of that rank."""
    return perm(count - 2, 2) if count >= 4 else 0


def _apart(first: Sequence[int], second: Sequence[int]) -> int:
    """Return the sum of the products of the counts of two different ranks."""
    alike = sum(a * b for a, b in zip(first, second, strict=True))
    return sum(first) * sum(second) - alike

"""How many ways there are to deal both hands' first two cards, by their pairs.

Within two rank classes that differ nothing can pair; within one class, pairs are
counted by falling factorials of its ranks, and perfect ones of its suits.
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
"""The counts of a class: for each rank one, or one of each suit."""

Match: TypeAlias = tuple[int, int, bool]
"""What pair Player has, what pair Banker has, and whether both are of one rank."""

NO_PAIRS: Match = (NO_PAIR, NO_PAIR, False)


@dataclass(frozen=True, slots=True)
class Pairs:
    """The unordered pairs of rank classes: their two classes, and how many of each."""

    one: Array
    other: Array
    held: Array

    @classmethod
    def of(cls, classes: int) -> "Pairs":
        """All pairs of so many classes."""
        one, other = np.triu_indices(classes)
        each = np.eye(classes, dtype=np.int64)
        return cls(one, other, each[one] + each[other])


def openings(held: Sequence[Class], pairs: Pairs, shoe: Shoe) -> dict[Match, Array]:
    """Ordered deals of four cards, by their pairs and by the classes of both hands.

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

    alike = np.flatnonzero(pairs.one == pairs.other)
    mixed = np.flatnonzero(pairs.one != pairs.other)
    matches = [_matches(ranks, shoe.suits_known) for ranks in held]
    for one, mine in zip(alike, matches, strict=True):
        for match, number in mine.items():
            put((match, NO_PAIR, False), one, mixed, number * second[one, mixed])
            # Dealing Banker's hand first changes no count.
            put((NO_PAIR, match, False), mixed, one, number * second[one, mixed])
        for other, theirs in zip(alike, matches, strict=True):
            if one != other:
                for match, number in mine.items():
                    for their, ways_theirs in theirs.items():
                        both = (match, their, False)
                        put(both, one, other, number * ways_theirs)
        for both, number in _both(held[pairs.one[one]], shoe.suits_known).items():
            put(both, one, one, number)
    return {match: found for match, found in ways.items() if found.any()}


def _ways(counts: Array, pairs: Pairs) -> Array:
    """Ordered deals of each pair of classes."""
    one, other = counts[pairs.one], counts[pairs.other]
    ways: Array = np.where(pairs.one == pairs.other, one * (one - 1), 2 * one * other)
    return ways


def _falling(counts: Iterable[int], cards: int) -> int:
    return sum(perm(count, cards) for count in counts)


def _matches(ranks: Class, suits: bool) -> dict[int, int]:
    """Ordered deals of two cards of one class, by what pair they are."""
    counts = list(map(sum, ranks))
    pair = _falling(counts, 2)
    perfect = sum(_falling(rank, 2) for rank in ranks) if suits else 0
    return {
        NO_PAIR: perm(sum(counts), 2) - pair,
        MIXED_PAIR: pair - perfect,
        PERFECT_PAIR: perfect,
    }


def _both(ranks: Class, suits: bool) -> dict[Match, int]:
    """Ordered deals of two hands from one class, by their pairs."""
    counts = list(map(sum, ranks))
    pair = [perm(count, 2) for count in counts]
    perfect = [_falling(rank, 2) if suits else 0 for rank in ranks]
    squares = [sum(perm(n, 2) ** 2 for n in rank) if suits else 0 for rank in ranks]
    rest = perm(sum(counts) - 2, 2) if sum(counts) >= 4 else 0
    # Of one rank: any pair twice; perfect and any; perfect twice.
    same = (
        _falling(counts, 4),
        sum(p * _rest(n) for p, n in zip(perfect, counts, strict=True)),
        sum(
            (_falling(rank, 4) if suits else 0) + p * p - s
            for rank, p, s in zip(ranks, perfect, squares, strict=True)
        ),
    )
    # Of two ranks.
    apart = (
        _apart(pair, pair),
        _apart(perfect, pair),
        _apart(perfect, perfect),
    )
    found: dict[Match, int] = {}
    for is_same, (anys, perfect_any, perfects) in ((True, same), (False, apart)):
        found[MIXED_PAIR, MIXED_PAIR, is_same] = anys - 2 * perfect_any + perfects
        found[PERFECT_PAIR, MIXED_PAIR, is_same] = perfect_any - perfects
        found[MIXED_PAIR, PERFECT_PAIR, is_same] = perfect_any - perfects
        found[PERFECT_PAIR, PERFECT_PAIR, is_same] = perfects
    perfect_alone = sum(perfect) * rest - same[1] - apart[1]
    alone = sum(pair) * rest - same[0] - apart[0]
    for match, number in (
        (PERFECT_PAIR, perfect_alone),
        (MIXED_PAIR, alone - perfect_alone),
    ):
        found[match, NO_PAIR, False] = found[NO_PAIR, match, False] = number
    found[NO_PAIRS] = perm(sum(counts), 4) - sum(found.values())
    return found


def _rest(count: int) -> int:
    """Two more of a rank of which two are gone."""
    return perm(count - 2, 2) if count >= 4 else 0


def _apart(one: Sequence[int], other: Sequence[int]) -> int:
    """The sum over two different ranks of the products."""
    alike = sum(a * b for a, b in zip(one, other, strict=True))
    return sum(one) * sum(other) - alike

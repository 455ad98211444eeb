"""Compiled scorer of cribbage shows: a table for the ranks, arithmetic for the suits.

The order of the cards does not matter for ranks. So three cards are one of 455 rank
multisets, and two cards are one of 91. The reference scorer fills a table of 455 by 91
bytes, which stays in the first-level cache (a table of 13**5 bytes does not, and is a
quarter slower). Flush and nobs are comparisons. There are no branches: impossible cards
are collected in one word, which is tested after the last row.
"""

from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.cards import Card
from trueodds.core.errors import CardError, RulesError
from trueodds.core.kernels.batches import KERNELS_KEPT, as_rows
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.cribbage import JACK, CribbageRules, rank_points

Array: TypeAlias = NDArray[Any]

MOST_POINTS = 255  # of a byte


class _Tables(NamedTuple):
    """The rules as tables for the compiled loop. Each rank is four bits of an index."""

    threes: Array  # uint16 (16**3,): 91 * the number of the multiset of three ranks
    pairs: Array  # uint16 (16**2,): the number of the multiset of two ranks
    points: Array  # uint8 (455 * 91,): fifteens, pairs and runs
    flushes: dict[bool, tuple[int, int]]  # by crib: four cards, extra for a fifth
    nobs: int


def score_shows(
    cards: NDArray[np.uint8],
    crib: bool = False,
    rules: CribbageRules | None = None,
    *,
    checked: bool = True,
) -> NDArray[np.uint8]:
    """Return the points of many shows; equal to ``show_points`` of the reference.

    Args:
        cards: uint8 of shape (n, 5), card = 4 * rank + suit with rank 0 = ace. The
            starter is last; the other four are the hand, or the crib.
        crib: Score cribs, not hands.
        rules: The rules (default: six-card cribbage).
        checked: Test every row for impossible cards. Without the test, impossible
            rows get meaningless points, and do no other harm.

    Returns:
        uint8 of shape (n,), exact.

    Raises:
        PositionError: Another shape or dtype.
        CardError: A row has a number above 51, or a card twice. The error names the
            first such row.
        RulesError: Rules without a starter, or with shows of more than 255 points.

    Example:
        >>> hand = [Card.parse(text).number for text in ("5H", "5C", "5S", "JD", "5D")]
        >>> score_shows(np.array([hand, range(5)], dtype=np.uint8)).tolist()
        [29, 12]
    """
    shows = as_rows(cards, "cards", "uint8", [5])
    tables = _tables(rules)
    points = np.empty(len(shows), dtype=np.uint8)
    four, fifth = tables.flushes[bool(crib)]
    impossible = _score(
        shows,
        tables.threes,
        tables.pairs,
        tables.points,
        four,
        fifth,
        tables.nobs,
        checked,
        points,
    )
    if impossible:
        raise _fault(shows)
    return points


@lru_cache(KERNELS_KEPT)
def _tables(rules: CribbageRules | None) -> _Tables:
    if rules is None:
        rules = CribbageRules.load()
    if not rules.starter:
        raise RulesError("score_shows needs a starter; these rules have none")
    threes, twos = (
        list(combinations_with_replacement(range(13), size)) for size in (3, 2)
    )
    by_rank = rank_points(rules, 5)
    by_rank |= {(rank,) * 5: 0 for rank in range(13)}  # impossible
    points = np.array(
        [[by_rank[tuple(sorted(three + two))] for two in twos] for three in threes]
    )
    # An upper bound: ranks with the most points need not allow a flush.
    most = int(points.max()) + 5 * rules.flush_card_points + rules.nobs_points
    if most > MOST_POINTS:
        raise RulesError(
            f"under these rules a show could score {most} points; "
            f"score_shows counts to {MOST_POINTS}"
        )
    return _Tables(
        _numbers(threes) * np.uint16(len(twos)),
        _numbers(twos),
        points.astype(np.uint8).ravel(),
        {False: rules.flush_points("hand"), True: rules.flush_points("crib")},
        rules.nobs_points,
    )


def _numbers(multisets: list[tuple[int, ...]]) -> NDArray[np.uint16]:
    """Return a table of the place of each multiset of ranks in ``multisets``.

    The hexadecimal digits of an index are the ranks, in any order. An index with a
    digit that is no rank has place 0, so that every index is inside the table.
    """
    number = {ranks: place for place, ranks in enumerate(multisets)}
    digits = product(range(16), repeat=len(multisets[0]))
    return np.array(
        [number.get(tuple(sorted(ranks)), 0) for ranks in digits], dtype=np.uint16
    )


def _fault(shows: NDArray[np.uint8]) -> CardError:
    """Return the error that describes the first impossible row."""
    ascending = np.sort(shows, axis=1)
    twice = (ascending[:, 1:] == ascending[:, :-1]).any(axis=1)
    row = int(np.argmax(twice | (ascending[:, -1] > 51)))
    show = shows[row].tolist()
    if max(show) > 51:
        return CardError(
            f"row {row} of cards has a card {max(show)}; a card is "
            "4 * rank + suit, 0 to 51"
        )
    card = next(card for card in show if show.count(card) > 1)
    return CardError(
        f"row {row} of cards has {Card.of_number(card)}, number {card}, twice; "
        "a deck has one of each card"
    )


@compiled(
    "boolean(Array(uint8, 2, 'C', True), Array(uint16, 1, 'C', True), "
    "Array(uint16, 1, 'C', True), Array(uint8, 1, 'C', True), "
    "uint32, uint32, uint32, boolean, uint8[::1])",
    plain=True,
)
def _score(  # noqa: PLR0913 - a kernel gets its tables and points from the caller
    shows: Array,
    threes: Array,
    pairs: Array,
    table: Array,
    four: int,
    fifth: int,
    nobs: int,
    checked: bool,
    points: Array,
) -> np.bool_:
    """Score every row; return True if ``checked`` and some row is impossible.

    Cards are unsigned 64-bit numbers: numba would convert a mix of signed and unsigned
    integers to floats.
    """
    u = np.uint64
    bit = u(1)
    suit = u(3)
    rank = u(60)
    impossible = u(0)
    for row in range(len(shows)):
        a = u(shows[row, 0])
        b = u(shows[row, 1])
        c = u(shows[row, 2])
        d = u(shows[row, 3])
        starter = u(shows[row, 4])
        # Bits 2 to 5 of a card are its rank. They become one hexadecimal digit of the
        # index, so that any byte, possible or not, stays inside the table.
        three = threes[(a & rank) << u(6) | (b & rank) << u(2) | (c & rank) >> u(2)]
        pair = pairs[(d & rank) << u(2) | (starter & rank) >> u(2)]
        score = np.uint32(table[u(three) + u(pair)])

        # Cards of one suit differ in no bit of the suit. The starter
        # only adds to a flush of the other four.
        flush = ((a ^ b | a ^ c | a ^ d) & suit) == 0
        score += flush * four
        score += (flush & (((a ^ starter) & suit) == 0)) * fifth

        # A card as one bit of a word; the mask keeps the shift defined.
        bit_a = bit << (a & u(63))
        bit_b = bit << (b & u(63))
        bit_c = bit << (c & u(63))
        bit_d = bit << (d & u(63))
        hand = bit_a | bit_b | bit_c | bit_d
        # Nobs: the hand holds the jack of the starter's suit.
        score += np.uint32(hand >> (u(4 * JACK) | starter & suit) & bit) * nobs
        points[row] = score

        if checked:
            # The sum of bits equals their union unless a card is there twice.
            bit_s = bit << (starter & u(63))
            seen = hand | bit_s
            total = bit_a + bit_b + bit_c + bit_d + bit_s
            # Numbers 52 to 63 have bits of their own. The mask hid numbers from 64 on.
            too_high = seen >> u(52) | (a | b | c | d | starter) >> u(6)
            impossible |= seen ^ total | too_high
    return np.bool_(impossible != 0)

"""Compiled scorer of the play of cribbage: the points of the last card of each pile.

A pile is eight bytes, so all arithmetic is on one 64-bit word: the count is a sum of
bytes, and the last four cards are an index of 16 bits into a table that the reference
scorer fills. Only a run of five cards or more needs a loop.
"""

from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueodds.core.cards import RANKS
from trueodds.core.errors import PositionError, RulesError
from trueodds.core.kernels.batches import KERNELS_KEPT, as_rows
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.cribbage_play import (
    FIFTEEN,
    MOST_CARDS,
    OF_A_RANK,
    PlayRules,
    count_of,
    equal_at_end,
    run_at_end,
)

Array = NDArray[Any]

TAIL = 4
"""Number of last cards of a pile that the table looks at."""
MOST_POINTS = 254
"""The most points that a card may score; other rules are refused."""


def score_play(
    piles: NDArray[np.uint8],
    lengths: NDArray[np.uint8],
    rules: PlayRules | None = None,
    *,
    checked: bool = True,
) -> NDArray[np.uint8]:
    """Return the points of the last card of many piles, as ``play_lines`` counts them.

    Args:
        piles: Ranks in the order played, uint8 of shape (n, 8), 0 (ace) to 12 (king).
            Entries from a pile's length on are ignored.
        lengths: Cards in each pile, 1 to 8, uint8 of shape (n,).
        rules: The rules of the play; the usual ones by default.
        checked: Refuse impossible piles. If false, they get meaningless points.

    Returns:
        The points without those for a go and for the last card of all: uint8 of shape
        (n,), exact.

    Raises:
        PositionError: Another shape or dtype; or, for the first such row, a length,
            rank or count out of range, or five cards of a rank.
        RulesError: A card could be worth more than 254 points.

    Example:
        >>> piles = np.array([[4, 9, 4, 4, 0, 0, 0, 0], [3, 1, 4, 2, 5, 0, 0, 0]])
        >>> score_play(piles.astype(np.uint8), np.array([4, 5], np.uint8)).tolist()
        [2, 5]
    """
    rows = as_rows(piles, "piles", "uint8", [MOST_CARDS])
    sizes = np.asarray(lengths)
    if sizes.dtype != np.uint8 or sizes.shape != rows.shape[:1]:
        raise PositionError(
            f"lengths is {sizes.dtype} of shape {sizes.shape}; "
            f"it must be uint8 of shape ({len(rows)},)"
        )
    rules = rules or PlayRules()
    tail, by_count = _tables(rules)
    # On every processor, the first card played is the lowest byte of its word.
    words = rows.view("<u8").ravel().astype(np.uint64, copy=False)
    points = np.empty(len(rows), np.uint8)
    impossible = _score(
        words,
        np.ascontiguousarray(sizes),
        tail,
        by_count,
        rules.least_run,
        rules.run_card_points,
        rules.count_limit,
        checked,
        points,
    )
    if impossible >= 0:
        raise _fault(
            impossible, rows[impossible].tolist(), int(sizes[impossible]), rules
        )
    return points


@lru_cache(KERNELS_KEPT)
def _tables(rules: PlayRules) -> tuple[Array, Array]:
    """Return two tables: points by the last four cards, and points by the count.

    In the first table, the lower byte of an entry is the points. The higher byte is 0
    unless the four cards may belong to a longer run. It then holds their lowest and
    their highest rank, 1 (ace) to 13, in four bits each.
    """
    by_count = np.zeros(256, np.uint8)
    by_count[FIFTEEN] += rules.fifteen_points
    by_count[rules.count_limit] += rules.limit_points
    same = 0, 0, rules.pair_points, rules.three_points, rules.four_points
    # Equal ranks at the end rule out a run there. Fifteen, or the limit, adds to both.
    most = max(*same, MOST_CARDS * rules.run_card_points) + int(by_count.max())
    if most > MOST_POINTS:
        raise RulesError(
            f"under these rules a card could be worth {most} points; "
            f"score_play counts to {MOST_POINTS}"
        )
    tail = np.zeros(16**TAIL, np.uint16)
    for cards in product(range(len(RANKS) + 1), repeat=TAIL):
        if 0 in cards[-1:] or 0 in cards[cards.count(0) :]:
            continue  # blanks come before the first card only
        pile = [card - 1 for card in cards if card]
        # As in the kernel, the earliest of the four cards is the lowest digit.
        index = sum(card << 4 * place for place, card in enumerate(cards))
        points = same[equal_at_end(pile)]
        points += run_at_end(pile, rules.least_run) * rules.run_card_points
        low = min(cards)
        high = max(cards)
        # A run of five to eight cards ends with four different
        # ranks that span fewer than eight.
        longer = low and len(set(cards)) == TAIL and high - low < MOST_CARDS
        tail[index] = points + ((low | high << 4) << 8) * bool(longer)
    return tail, by_count


def _fault(row: int, pile: list[int], length: int, rules: PlayRules) -> PositionError:
    """Return the error that describes the first impossible row."""
    where = f"row {row} of piles"
    if not 1 <= length <= MOST_CARDS:
        return PositionError(f"{where} has length {length}; a pile has 1 to 8 cards")
    cards = pile[:length]
    if max(cards) >= len(RANKS):
        return PositionError(f"{where} has a rank {max(cards)}; a rank is 0 to 12")
    if count_of(cards) > rules.count_limit:
        return PositionError(
            f"{where} has a count of {count_of(cards)}; "
            f"it may not pass {rules.count_limit}"
        )
    many = next(rank for rank in cards if cards.count(rank) > OF_A_RANK)
    return PositionError(
        f"{where} has {cards.count(many)} cards of rank {RANKS[many]}; a deck has 4"
    )


@compiled(
    "int64(Array(uint64, 1, 'C', True), Array(uint8, 1, 'C', True), "
    "Array(uint16, 1, 'C', True), Array(uint8, 1, 'C', True), "
    "int64, int64, uint64, boolean, uint8[::1])",
    plain=True,
)
def _score(  # noqa: PLR0913 - a kernel gets its tables and points from the caller
    words: Array,
    lengths: Array,
    tail: Array,
    by_count: Array,
    least_run: int,
    run_card: int,
    limit: int,
    checked: bool,
    points: Array,
) -> int:
    """Score every pile; return the first impossible row if ``checked``, else -1.

    ``word`` is a pile of bytes: ranks from 1 (ace) to 13, and 0 for no card. The last
    card is the highest byte.
    """
    u = np.uint64
    ones = u(0x0101010101010101)
    high_bits = u(0x8080808080808080)
    tens = u(0x0A0A0A0A0A0A0A0A)
    to_high = u(0x7676767676767676)
    seven_bits = u(0x7F7F7F7F7F7F7F7F)
    to_king = u(0x7373737373737373)
    nibbles = u(0x0F0F0F0F)
    byte = u(255)
    for row in range(len(words)):
        length = u(lengths[row])
        # Move the last card into the highest byte. This drops the entries past the
        # length. The mask keeps the shift defined for a length that is impossible.
        shift = (u(8) - length & u(7)) * u(8)
        ranks = words[row] << shift
        word = ranks + (ones << shift)
        # The count: a byte from ten on is replaced by ten, and the
        # product with ``ones`` has the sum of all bytes, at most 80, in
        # its highest byte. No byte carries.
        large = ((word + to_high) & high_bits) >> u(7)
        mask = (large << u(8)) - large
        count = (((word & ~mask) | (tens & mask)) * ones) >> u(56)
        # Pack the ranks of the last four cards into the 16 bits of the table's index.
        last = (word >> u(32)) & nibbles
        last = (last | last >> u(4)) & u(0x00FF00FF)
        last = (last | last >> u(8)) & u(0xFFFF)
        entry = u(tail[last])
        score = entry & byte
        low = entry >> u(8) & u(15)
        high = entry >> u(12)
        if high and high - low < length:
            # The last four ranks differ: find the longest run that contains them.
            seen = u(0)
            cards = TAIL
            for place in range(TAIL):
                seen |= u(1) << (last >> u(4 * place) & u(15))
            # Go back from the fifth card from the end, which is now the highest byte. A
            # rank that comes again ends every run.
            rest = word << u(8 * TAIL)
            while rest:
                rank = rest >> u(56)
                if seen >> rank & u(1):
                    break
                seen |= u(1) << rank
                low = min(low, rank)
                high = max(high, rank)
                cards += 1
                # Different ranks are a run exactly if they span as many ranks as cards.
                if high - low + u(1) == u(cards) and cards >= least_run:
                    score = u(cards * run_card)
                rest <<= u(8)
        points[row] = score + by_count[count & byte]
        if checked:
            held = u(0)
            rest = word
            # The high bit of a byte is set from 128 on, or
            # after the addition from 13 on.
            wrong = (ranks | ((ranks & seven_bits) + to_king)) & high_bits
            for _ in range(8):
                held += u(1) << ((rest >> u(56) & u(15)) * u(4))
                rest <<= u(8)
            # Hexadecimal digit r of ``held`` counts rank r, digit 0 the blanks. With 3
            # added, a digit has its high bit from five cards on; 8 + 3 does not carry.
            many = (held + u(0x3333333333333330)) & u(0x8888888888888880)
            if wrong | many | u(count > limit) | u(length - u(1) > u(7)):
                return row
    return -1

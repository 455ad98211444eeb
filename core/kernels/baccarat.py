"""Coup counts of thousands of baccarat shoes, by a matrix product.

A coup is decided by six cards. A multiset of ranks can be dealt from a shoe in as many
orders as it has arrangements, each a product of falling factorials of the counts. The
number of arrangements that each side wins is the same for every shoe. With the ranks in
two halves that product is left times right, so for each number of cards from the left

    wins = sum over multisets l, r of left[l] * arrangements won[l, r] * right[r],

a product of matrices. numpy's linear algebra is as fast at this as our own compiled
loops, and needs no compiling. The numbers are integers: float64 holds them exactly
below 2**53 (enough for 8 decks), int64 below 2**63, and Python's integers always.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations_with_replacement, count
from math import comb, perm
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from trueodds.core.cards import RANKS
from trueodds.core.errors import PositionError, RulesError, listed
from trueodds.core.kernels.batches import KERNELS_KEPT, as_rows
from trueodds.core.rules.baccarat import (
    BaccaratRules,
    Winner,
    bare,
    every_coup,
    rank_classes,
    value,
)

Array: TypeAlias = NDArray[Any]

DEALT = 6
TENS = range(9, 13)
BLOCK = 128  # shoes at a time: they fit in the second-level cache; 512 do not

WINNERS: tuple[Winner, Winner] = ("player", "banker")


def _most_cards(bits: int) -> int:
    """Return the largest shoe with fewer than 2**bits ordered six-card deals."""
    return next(cards for cards in count() if perm(cards + 1, DEALT) >= 2**bits)


MOST_IN_FLOAT64, MOST_IN_INT64 = _most_cards(53), _most_cards(63)


def coup_counts(
    shoes: NDArray[Any], rules: BaccaratRules | None = None, *, checked: bool = True
) -> NDArray[Any]:
    """Count the ordered six-card deals that Player wins, Banker wins, and tie.

    ``shoes`` is an integer array of shape (n, 13), the cards left of each rank, ace to
    king, or (n, 10), ace to 9 and all ten-valued cards. The result has shape (n, 3),
    and each row adds up to N (N - 1) … (N - 5) for N cards. It is exact: int64, or,
    when a shoe of the batch has more than 1,450 cards, an object array of Python
    integers. The default rules are punto banco; ``decks`` and ``bets`` have no effect.

    Raises ``RulesError`` for 10 columns under a tableau that distinguishes ten-valued
    ranks, and ``PositionError`` for another shape or dtype and for the first shoe with
    a negative count or fewer than six cards. ``checked=False`` skips the check of each
    shoe; the counts of invalid shoes are then meaningless.

    >>> coup_counts(np.array([[32] * 9 + [128]])).tolist()
    [[2230518282592256, 2292252566437888, 475627426473216]]
    """
    return _count(shoes, _tableau(rules), checked)


def event_counts(
    shoes: NDArray[Any],
    events: NDArray[np.bool_],
    rules: BaccaratRules | None = None,
    *,
    checked: bool = True,
) -> NDArray[Any]:
    """Count the ordered six-card deals of each shoe in each event, and in none.

    ``events`` has shape (k, 10, 10, classes, classes), k >= 1. It marks the cases of
    each event, by Player's and Banker's total of two cards and the classes of the next
    two cards (``rank_classes`` of the rules). No case may be in two events. The result
    has shape (n, k + 1) and is exact; the rest is as for ``coup_counts``.
    """
    return _count(shoes, _tableau(rules, events), checked)


def _count(shoes: NDArray[Any], tableau: "_Tableau", checked: bool) -> NDArray[Any]:
    rows = as_rows(shoes, "shoes", "integer", [len(RANKS), len(RANKS) - 3])
    groups = _columns(tableau.classes, rows.shape[1])
    if rows.max(initial=0) > 2**40:
        rows = rows.astype(object)  # whose sums cannot overflow
    elif rows.dtype != np.int64:
        rows = rows.astype(np.int64)
    if checked:
        _check(rows)
    cards = rows.sum(axis=1)
    large = cards.max(initial=0) > MOST_IN_INT64
    shape = len(rows), tableau.events + 1
    counts = np.empty(shape, dtype=object if large else np.int64)
    for first in range(0, len(rows), BLOCK):
        block = slice(first, first + BLOCK)
        left = np.array([rows[block, group].sum(axis=1) for group in groups])
        counts[block] = tableau.count(left, cards[block]).T
    return counts


@dataclass(frozen=True, slots=True)
class _Half:
    """The multisets of up to six cards of some rank classes, built card by card.

    ``steps[d]`` describes the multisets of d + 1 cards, in the order of
    ``combinations_with_replacement``: the number of the multiset of d cards that each
    extends, and 6 * (the added class) + (its count before).
    """

    classes: int
    steps: tuple[tuple[Array, Array], ...]

    @classmethod
    def of(cls, classes: int) -> "_Half":
        steps = []
        shorter: dict[tuple[int, ...], int] = {(): 0}
        for cards in range(1, DEALT + 1):
            multisets = list(combinations_with_replacement(range(classes), cards))
            before = np.array([shorter[m[:-1]] for m in multisets])
            factor = [DEALT * m[-1] + m[:-1].count(m[-1]) for m in multisets]
            steps.append((before, np.array(factor)))
            shorter = {multiset: place for place, multiset in enumerate(multisets)}
        return cls(classes, tuple(steps))

    def multisets(self, cards: int) -> int:
        """Return the number of multisets of this many cards."""
        return comb(self.classes + cards - 1, cards)

    def numbers(self) -> Array:
        """Map the base-7 code of a multiset to its place among those of equal size."""
        places = np.zeros((DEALT + 1) ** self.classes, dtype=np.int64)
        codes = np.zeros(1, dtype=np.int64)
        for shorter, factor in self.steps:
            codes = codes[shorter] + (DEALT + 1) ** (factor // DEALT)
            places[codes] = np.arange(len(codes))
        return places

    def falling(self, left: Array) -> list[Array]:
        """Count the orders in which each multiset can be dealt, from ``left`` cards.

        ``left`` has shape (classes, shoes); the result, by size, (multisets, shoes).
        ``take`` works in place: plain indexing and new arrays take five times as long.
        """
        shoes = left.shape[1]
        factors = np.subtract(
            left[:, None], np.arange(DEALT)[:, None], dtype=left.dtype
        )
        factors = factors.reshape(-1, shoes)
        sizes = [self.multisets(cards) for cards in range(DEALT + 1)]
        products = np.split(
            np.empty((sum(sizes), shoes), dtype=left.dtype), np.cumsum(sizes)[:-1]
        )
        scratch = np.empty((sizes[-1], shoes), dtype=left.dtype)
        products[0][:] = 1
        for (shorter, factor), fewer, more in zip(
            self.steps, products[:-1], products[1:], strict=True
        ):
            fewer.take(shorter, axis=0, out=more, mode="clip")
            more *= factors.take(factor, 0, scratch[: len(more)], mode="clip")
        return products


@dataclass(frozen=True, slots=True)
class _Tableau:
    """The rules as tables: rank classes, and the arrangements in each event.

    By default the events are that Player wins and that Banker wins. ``won[kind][d]``,
    for d cards of the first half, has shape (events * rights, lefts): event by event,
    for all multisets of 6 - d cards of the second half.
    """

    events: int
    classes: tuple[tuple[int, ...], ...]
    halves: tuple[_Half, _Half]
    won: dict[type, tuple[Array, ...]]

    def count(self, left: Array, cards: Array) -> Array:
        """Return counts of shape (events + 1, shoes) for ``left``, (classes, shoes).

        Every intermediate result counts no more deals than the shoe has, or fewer than
        2**23 for a shoe of under twelve cards. A type that holds the total holds all.
        """
        most = cards.max()
        kind: type = np.float64 if most <= MOST_IN_FLOAT64 else np.int64
        if most > MOST_IN_INT64:
            kind = object
        first, second = (
            half.falling(part.astype(kind))
            for half, part in zip(
                self.halves, np.split(left, [self.halves[0].classes]), strict=True
            )
        )
        wins: Array = np.zeros((self.events, left.shape[1]), dtype=kind)
        for lefts, rights, won in zip(
            first, reversed(second), self.won[kind], strict=True
        ):
            both = (won @ lefts).reshape(self.events, *rights.shape)
            wins += np.einsum("wrs,rs->ws", both, rights)
        deals = np.prod([cards.astype(kind) - dealt for dealt in range(DEALT)], axis=0)
        return np.vstack([wins, deals - wins.sum(axis=0)])


def _tableau(
    rules: BaccaratRules | None, events: NDArray[np.bool_] | None = None
) -> _Tableau:
    chosen = b"" if events is None else np.packbits(events).tobytes()
    if rules is None:
        return _tableau_of(b"", chosen)
    # Other fields of the rules do not change a coup.
    return _tableau_of(msgspec.json.encode(bare(rules)), chosen)


@lru_cache(KERNELS_KEPT)
def _tableau_of(key: bytes, chosen: bytes) -> _Tableau:
    """Build the tables for rules as JSON, or the default rules; and packed events."""
    rules = (
        msgspec.json.decode(key, type=BaccaratRules) if key else BaccaratRules.load()
    )
    classes = rank_classes(rules)
    half = len(classes) // 2
    halves = _Half.of(half), _Half.of(len(classes) - half)
    if chosen:
        cases = 100 * len(classes) ** 2
        bits = np.unpackbits(np.frombuffer(chosen, dtype=np.uint8))
        events = bits[: len(bits) // cases * cases].reshape(-1, cases)
    else:
        winners = _winners(rules, len(classes))
        events = np.array([winners == side for side in range(len(WINNERS))])
    won = _arrangements(
        events.reshape(-1, 10, 10, *[len(classes)] * 2), classes, halves
    )
    kinds: tuple[type, ...] = (np.float64, np.int64, object)
    return _Tableau(
        len(events),
        classes,
        halves,
        {kind: tuple(w.astype(kind) for w in won) for kind in kinds},
    )


def _columns(
    classes: Sequence[tuple[int, ...]], columns: int
) -> Sequence[tuple[int, ...]]:
    """Return the columns that hold each class."""
    if columns == len(RANKS):
        return classes
    if len(classes) > columns:
        apart = [" and ".join(RANKS[r] for r in c) for c in classes if c[0] in TENS]
        raise RulesError(
            f"this tableau distinguishes ten-valued ranks ({listed(apart)}), so the "
            f"shoes need {len(RANKS)} columns, ace to king, not {columns}"
        )
    return [(column,) for column in range(columns)]


def _arrangements(
    events: Array, classes: Sequence[tuple[int, ...]], halves: Sequence[_Half]
) -> list[Array]:
    """Count the arrangements of each six cards in each event: ``_Tableau.won``.

    Every two unordered pairs of cards are looked up by their totals.
    """
    values = np.array([value(alike[0]) for alike in classes])
    lower, upper = np.triu_indices(len(classes))
    total = (values[lower] + values[upper]) % 10
    orders = np.where(lower == upper, 1, 2)

    place, held = [], []
    for half, first in zip(halves, (0, halves[0].classes), strict=True):
        mine = np.arange(len(classes)) - first
        inside = (mine >= 0) & (mine < half.classes)
        code = np.where(inside, (DEALT + 1) ** np.where(inside, mine, 0), 0)
        place.append(half.numbers()[six_cards(lower, upper, code)])
        held.append(six_cards(lower, upper, inside.astype(int)))
    inside_events = [event[total[:, None], total].ravel() != 0 for event in events]
    ways = np.repeat(np.multiply.outer(orders, orders), len(classes) ** 2)

    won = []
    for cards in range(DEALT + 1):
        lefts, rights = halves[0].multisets(cards), halves[1].multisets(DEALT - cards)
        sides = []
        for event in inside_events:
            here = (held[0] == cards) & event
            index = place[1][here] * lefts + place[0][here]
            ways_won = np.bincount(index, ways[here], minlength=lefts * rights)
            sides.append(ways_won.astype(np.int64))
        won.append(np.concatenate(sides).reshape(-1, lefts))
    return won


def six_cards(lower: Array, upper: Array, of_class: Array) -> Array:
    """Return the sums of numbers of rank classes over the six cards of every case.

    A case is Player's pair and Banker's pair, whose classes are ``lower`` and
    ``upper``, and the classes of the next two cards.
    """
    of_pair = of_class[lower] + of_class[upper]
    return reduce(np.add.outer, (of_pair, of_pair, of_class, of_class)).ravel()


def _winners(rules: BaccaratRules, classes: int) -> Array:
    """Return the winners as places in ``WINNERS``, -1 for a tie, by the reference.

    Shape (10, 10, classes, classes), as ``every_coup``.
    """
    places: dict[Winner, int] = {"tie": -1}
    places |= {winner: place for place, winner in enumerate(WINNERS)}
    winners = [places[coup.winner] for coup in every_coup(rules)]
    return np.array(winners).reshape(10, 10, classes, classes)


def _check(shoes: Array) -> None:
    """Reject the first impossible shoe, or the first without a coup to deal."""
    negative = (shoes < 0).any(axis=1)
    few = shoes.sum(axis=1) < DEALT
    if not (negative | few).any():
        return
    row = int(np.argmax(negative | few))
    shoe = shoes[row].tolist()
    if min(shoe) < 0:
        column = shoe.index(min(shoe))
        raise PositionError(f"row {row} of shoes has {min(shoe)} in column {column}")
    raise PositionError(
        f"row {row} of shoes has {sum(shoe)} cards; a coup may need {DEALT}"
    )

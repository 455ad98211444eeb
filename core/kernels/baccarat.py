"""Coup counts of thousands of baccarat shoes, by a matrix product.

Six cards decide a coup. Take a multiset of six ranks. A side wins some arrangements of
it, and the number of these is the same for every shoe. Each arrangement can be dealt
from a shoe in equally many ways: a product of falling factorials of the counts, one for
each rank. Split the ranks into two halves. The product then has a factor ``left`` from
the first half and a factor ``right`` from the second. For each number of cards from the
first half, with multisets l of that half and r of the second half,

    wins = sum over l, r of left[l] * arrangements_won[l, r] * right[r],

which is a product of matrices. numpy's linear algebra is as fast at this as our own
compiled loops, and needs no compiling. All numbers are integers: float64 holds them
exactly below 2**53 (enough for 8 decks), int64 below 2**63, and Python's int always.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations_with_replacement
from math import comb, perm
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from trueodds.core.cards import RANKS
from trueodds.core.errors import PositionError, RulesError, listed
from trueodds.core.exact.digits import counted
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
# The places in RANKS of ten, jack, queen and king, which all count 0.
TENS = range(9, 13)
BLOCK = 128  # shoes at a time: they fit in the second-level cache; 512 do not

WINNERS: tuple[Winner, Winner] = ("player", "banker")


def _most_cards(bits: int) -> int:
    """Return the most cards of a shoe with fewer than 2**bits ordered deals of six."""
    cards = DEALT
    while perm(cards + 1, DEALT) < 2**bits:
        cards += 1
    return cards


MOST_IN_FLOAT64 = _most_cards(53)
MOST_IN_INT64 = _most_cards(63)


def coup_counts(
    shoes: NDArray[Any], rules: BaccaratRules | None = None, *, checked: bool = True
) -> NDArray[Any]:
    """Count the ordered six-card deals of each shoe by winner: Player, Banker, tie.

    ``shoes`` is an integer array with a row for each shoe. It has shape (n, 13), the
    cards left of each rank, ace to king, or (n, 10), ace to 9 and all ten-valued cards.
    The result has shape (n, 3). For a shoe of N cards, its row adds up to
    N (N - 1) … (N - 5). The counts are exact: int64, or Python integers in an object
    array if a shoe of the batch has more than 1,450 cards. The default rules are punto
    banco; ``decks`` and ``bets`` have no effect.

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
    """Count the ordered six-card deals of each shoe in each event, and in no event.

    ``events`` has shape (k, 10, 10, classes, classes), k >= 1, and is true for the
    cases of each event. The axes after the first are Player's total of two cards,
    Banker's total, and the rank classes (``rank_classes``) of the next two cards. No
    case may be in two events. The result has shape (n, k + 1): a column for each event,
    then a column for deals in no event.

    ``shoes`` is an integer array with a row for each shoe, the cards left of each rank,
    as for ``coup_counts``. The default rules are punto banco. ``checked=False`` skips
    the check of each shoe; the counts of invalid shoes are then meaningless. The counts
    are exact: int64, or Python integers in an object array if a shoe has more than
    1,450 cards.

    Raises ``RulesError`` for 10 columns under a tableau that distinguishes ten-valued
    ranks, and ``PositionError`` for another shape or dtype and for the first shoe with
    a negative count or fewer than six cards.
    """
    return _count(shoes, _tableau(rules, events), checked)


def _count(shoes: NDArray[Any], tableau: "_Tableau", checked: bool) -> NDArray[Any]:
    every_rank = len(RANKS)
    tens_together = every_rank - 3
    rows = as_rows(shoes, "shoes", "integer", [every_rank, tens_together])
    groups = _columns(tableau.classes, rows.shape[1])
    if rows.max(initial=0) > 2**40:
        rows = rows.astype(object)  # whose sums cannot overflow
    elif rows.dtype != np.int64:
        rows = rows.astype(np.int64)
    if checked:
        _check(rows)
    cards = rows.sum(axis=1)
    # One large shoe decides the dtype of the result. Each block still computes in the
    # fastest dtype that is exact for its own shoes.
    most = cards.max(initial=0)
    kind = object if most > MOST_IN_INT64 else np.int64
    counts = np.empty((len(rows), tableau.events + 1), dtype=kind)
    for first in range(0, len(rows), BLOCK):
        block = slice(first, first + BLOCK)
        # Shape (classes, shoes): the shoes are last, next to each other in memory,
        # because every later step does the same for all shoes.
        by_class = [rows[block, group].sum(axis=1) for group in groups]
        left = np.array(by_class)
        counts[block] = tableau.count(left, cards[block]).T
    return counts


@dataclass(frozen=True, slots=True)
class _Half:
    """The multisets of up to six cards of some rank classes, built card by card.

    ``steps[d]`` is two arrays over the multisets of d + 1 cards, in the order of
    ``combinations_with_replacement``. Each multiset adds a card to a multiset of d
    cards. The first array has the place of that smaller multiset. The second array has
    6 * (class of the added card) + (cards of this class in the smaller multiset).
    """

    classes: int
    steps: tuple[tuple[Array, Array], ...]

    @classmethod
    def of(cls, classes: int) -> "_Half":
        steps = []
        shorter: dict[tuple[int, ...], int] = {(): 0}
        for cards in range(1, DEALT + 1):
            multisets = list(combinations_with_replacement(range(classes), cards))
            # Multisets are ascending: without its last card, a multiset
            # is one of those of the size before, and cards of the same
            # class stand next to the last card.
            before = []
            factor = []
            for *rest, last in multisets:
                before.append(shorter[tuple(rest)])
                factor.append(DEALT * last + rest.count(last))
            steps.append((np.array(before), np.array(factor)))
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
            # A digit counts the cards of a class, at most six. So no digit carries into
            # the next, and the code does not depend on the order of the cards.
            added_class = factor // DEALT
            codes = codes[shorter] + (DEALT + 1) ** added_class
            places[codes] = np.arange(len(codes))
        return places

    def falling(self, left: Array) -> list[Array]:
        """Count the ways to deal each multiset in a fixed order, for each size 0 to 6.

        ``left`` has the cards left, of shape (classes, shoes). The array of each size
        has shape (multisets, shoes).
        """
        shoes = left.shape[1]
        dealt = np.arange(DEALT)[:, None]
        factors = np.subtract(left[:, None], dealt, dtype=left.dtype)
        # Row 6 * class + dealt: the cards left of a class
        # after ``dealt`` of them are dealt.
        factors = factors.reshape(-1, shoes)
        sizes = [self.multisets(cards) for cards in range(DEALT + 1)]
        memory = np.empty((sum(sizes), shoes), dtype=left.dtype)
        starts = np.cumsum(sizes)[:-1]
        products = np.split(memory, starts)
        scratch = np.empty((sizes[-1], shoes), dtype=left.dtype)
        # Each size is a view of one block of memory, which is allocated once.
        products[0][:] = 1
        # Let ``take`` write into existing arrays: indexing makes new arrays, which
        # takes five times as long.
        for cards, (shorter, factor) in enumerate(self.steps):
            more = products[cards + 1]
            products[cards].take(shorter, axis=0, out=more, mode="clip")
            more *= factors.take(factor, 0, scratch[: len(more)], mode="clip")
        return products


@dataclass(frozen=True, slots=True)
class _Tableau:
    """The rules as tables: rank classes, and the arrangements in each event.

    By default the events are that Player wins and that Banker wins. ``won`` has the
    numbers of arrangements for each dtype. ``won[kind][d]`` is for deals with d cards
    of the first half of the ranks. Its rows are the pairs of an event and a multiset of
    6 - d cards of the second half, event by event. Its columns are the multisets of d
    cards of the first half.
    """

    events: int
    classes: tuple[tuple[int, ...], ...]
    halves: tuple[_Half, _Half]
    won: dict[type, tuple[Array, ...]]

    def count(self, left: Array, cards: Array) -> Array:
        """Count the deals of each shoe in each event and in none: (events + 1, shoes).

        ``left`` has the cards left, of shape (classes, shoes), and ``cards`` the size
        of each shoe. No intermediate result exceeds the number of deals from the shoe,
        or 2**23 for a shoe of under twelve cards. So a dtype that holds the number of
        deals holds every intermediate result.
        """
        most = cards.max()
        kind: type = np.float64 if most <= MOST_IN_FLOAT64 else np.int64
        if most > MOST_IN_INT64:
            kind = object
        in_kind: Array = left.astype(kind)
        middle = self.halves[0].classes
        first = self.halves[0].falling(in_kind[:middle])
        second = self.halves[1].falling(in_kind[middle:])
        second.reverse()
        wins: Array = np.zeros((self.events, left.shape[1]), dtype=kind)
        for lefts, rights, won in zip(first, second, self.won[kind], strict=True):
            # The product adds up over multisets l of the first half, for each event w,
            # multiset r and shoe s. Then einsum adds up over r, for each shoe alone.
            both = (won @ lefts).reshape(self.events, *rights.shape)
            wins += np.einsum("wrs,rs->ws", both, rights)
        total: Array = cards.astype(kind)
        deals = np.prod([total - dealt for dealt in range(DEALT)], axis=0)
        rest = deals - wins.sum(axis=0)
        return np.vstack([wins, rest])


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
    """Build the tables for rules and events, both as bytes, which can be cache keys.

    ``key`` is the rules as JSON, or empty for the default rules. ``chosen`` is the
    events as packed bits, or empty for the events that Player and that Banker wins.
    """
    rules = BaccaratRules.load()
    if key:
        rules = msgspec.json.decode(key, type=BaccaratRules)
    classes = rank_classes(rules)
    size = len(classes)
    half = size // 2
    halves = _Half.of(half), _Half.of(size - half)
    if chosen:
        # The bits are padded to whole bytes. An event has more bits than the padding,
        # so cutting to whole events removes it.
        cases = 100 * size**2
        bits = np.unpackbits(np.frombuffer(chosen, dtype=np.uint8))
        events = bits[: len(bits) // cases * cases].reshape(-1, cases)
    else:
        winners = _winners(rules, size)
        events = np.array([winners == side for side in range(len(WINNERS))])
    shaped = events.reshape(-1, 10, 10, size, size)
    won = _arrangements(shaped, classes, halves)
    in_kinds: dict[type, tuple[Array, ...]] = {}
    for kind in (np.float64, np.int64, object):
        in_kinds[kind] = tuple(counts.astype(kind) for counts in won)
    return _Tableau(len(events), classes, halves, in_kinds)


def _columns(
    classes: Sequence[tuple[int, ...]], columns: int
) -> Sequence[tuple[int, ...]]:
    """Return the columns of the shoes that hold the cards of each rank class."""
    if columns == len(RANKS):
        return classes
    if len(classes) > columns:
        tens = [alike for alike in classes if alike[0] in TENS]
        apart = [" and ".join(RANKS[rank] for rank in alike) for alike in tens]
        raise RulesError(
            f"this tableau distinguishes ten-valued ranks ({listed(apart)}), so the "
            f"shoes need {len(RANKS)} columns, ace to king, not {columns}"
        )
    return [(column,) for column in range(columns)]


def _arrangements(
    events: Array, classes: Sequence[tuple[int, ...]], halves: Sequence[_Half]
) -> list[Array]:
    """Count the arrangements of each multiset of six cards in each event.

    The result is ``_Tableau.won`` for a single dtype. The event of a case depends on
    both first pairs of cards only by their totals.
    """
    values = np.array([value(alike[0]) for alike in classes])
    size = len(classes)
    lower, upper = np.triu_indices(size)
    total = (values[lower] + values[upper]) % 10
    # Two cards of different classes can be dealt in two orders.
    orders = np.where(lower == upper, 1, 2)

    place = []
    held = []
    for half, first in zip(halves, (0, halves[0].classes), strict=True):
        # A class of the other half adds 0, so the sum over all six cards
        # is the code of the cards of this half.
        inside = np.zeros(size, dtype=int)
        code = np.zeros(size, dtype=int)
        of_half = slice(first, first + half.classes)
        inside[of_half] = 1
        code[of_half] = (DEALT + 1) ** np.arange(half.classes)
        codes = six_cards(lower, upper, code)
        place.append(half.numbers()[codes])
        held.append(six_cards(lower, upper, inside))
    player = total[:, None]
    inside_events = [event[player, total].ravel() != 0 for event in events]
    of_pairs = np.multiply.outer(orders, orders)
    ways = np.repeat(of_pairs, size**2)

    won = []
    for cards in range(DEALT + 1):
        lefts = halves[0].multisets(cards)
        rights = halves[1].multisets(DEALT - cards)
        sides = []
        dealt = held[0] == cards
        for event in inside_events:
            here = dealt & event
            index = place[1][here] * lefts + place[0][here]
            # Weighted, ``bincount`` adds floats. They are exact: a multiset of six
            # cards has at most 720 arrangements.
            ways_won = np.bincount(index, ways[here], minlength=lefts * rights)
            sides.append(ways_won.astype(np.int64))
        won.append(np.concatenate(sides).reshape(-1, lefts))
    return won


def six_cards(lower: Array, upper: Array, of_class: Array) -> Array:
    """Add up the numbers of the rank classes of six cards, for each choice of six.

    The six cards are Player's first two cards, Banker's first two, and the next two.
    Each has a rank class, and ``of_class`` has a number for each class.

    Args:
        lower: The class of the first card of each possible pair.
        upper: The class of the second card of each possible pair.
        of_class: A number for each rank class, such as a value of its cards.

    Returns:
        A flat array of the sums. With p pairs and c classes it has p * p * c * c
        entries, in the order of an array of shape (p, p, c, c).
    """
    of_pair = of_class[lower] + of_class[upper]
    return reduce(np.add.outer, (of_pair, of_pair, of_class, of_class)).ravel()


def _winners(rules: BaccaratRules, classes: int) -> Array:
    """Return the winner of every coup, as a place in ``WINNERS`` or -1 for a tie.

    The reference scorer decides. The axes are those of ``every_coup``: the shape is
    (10, 10, classes, classes).
    """
    places: dict[Winner, int] = {"tie": -1}
    for place, winner in enumerate(WINNERS):
        places[winner] = place
    winners = np.array([places[coup.winner] for coup in every_coup(rules)])
    return winners.reshape(10, 10, classes, classes)


def _check(shoes: Array) -> None:
    """Raise ``PositionError`` for the first shoe with too few cards or a count < 0."""
    negative = (shoes < 0).any(axis=1)
    few = shoes.sum(axis=1) < DEALT
    invalid = negative | few
    if not invalid.any():
        return
    row = int(np.argmax(invalid))
    shoe = shoes[row].tolist()
    least = min(shoe)
    if least < 0:
        column = shoe.index(least)
        raise PositionError(f"row {row} of shoes has {least} in column {column}")
    raise PositionError(
        f"row {row} of shoes has {counted(sum(shoe), 'cards')}; a coup may need {DEALT}"
    )

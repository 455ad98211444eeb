"""Counts of the ways to deal both hands' first two cards, by their pairs.

A *rank class* has the ranks that the tableau treats alike. Cards of two different rank
classes cannot pair. Within a class, every order of its ranks and suits is counted.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
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
PAIR_KINDS = NO_PAIR, MIXED_PAIR, PERFECT_PAIR


@dataclass(frozen=True, slots=True)
class Pairs:
    """The unordered pairs of rank classes that the first two cards of a hand can have.

    ``lower`` and ``upper`` have the indexes of the two classes of each pair. ``held``
    has the number of cards that a pair takes from each class: (pairs, classes).
    """

    lower: Array
    upper: Array
    held: Array

    @classmethod
    def of(cls, classes: int) -> "Pairs":
        """Return all unordered pairs of rank classes.

        ``classes`` is the number of classes. A pair can have the same class twice.
        """
        lower, upper = np.triu_indices(classes)
        each = np.eye(classes, dtype=np.int64)
        return cls(lower, upper, each[lower] + each[upper])


def openings(held: Sequence[Class], pairs: Pairs, shoe: Shoe) -> dict[Match, Array]:
    """Count the ordered deals of four cards, by their pairs and by rank classes.

    A class has the ranks that the tableau treats alike. A key of the result has the
    kind of Player's pair (none, mixed or perfect), the kind of Banker's pair, and True
    if both pairs have the same rank. Its array has the axes (Player's pair of classes,
    Banker's pair of classes), in the order of ``pairs``. ``held`` has the number of
    cards of each rank of each class in ``shoe`` (``Tableau.held``).
    """
    # Four cards of 10,000 can be dealt in fewer than 2**63 ways.
    kind = np.int64 if shoe.total < 10_000 else object
    counts = np.array([sum(map(sum, ranks)) for ranks in held], dtype=kind)
    first = _ways(counts, pairs)
    # Banker's ways after Player's pair: (Player's pair, Banker's pair).
    second = np.array([_ways(counts - taken, pairs) for taken in pairs.held])
    of_any_pairs = first[:, None] * second
    if not shoe.ranks_known:
        return {NO_PAIRS: of_any_pairs}
    # Hands that can pair get their own counts below.
    ways: dict[Match, Array] = defaultdict(lambda: np.zeros_like(second))
    ways[NO_PAIRS] = of_any_pairs
    alike = np.flatnonzero(pairs.lower == pairs.upper)
    mixed = np.flatnonzero(pairs.lower != pairs.upper)
    suits = shoe.suits_known
    matches = [_matches(ranks, suits, kind) for ranks in held]
    for hand, ranks, by_match in zip(alike, held, matches, strict=True):
        opposing = second[hand, mixed]
        for match, number in by_match.items():
            deals = number * opposing
            ways[match, NO_PAIR, False][hand, mixed] = deals
            # Dealing Banker's hand first changes no count.
            ways[NO_PAIR, match, False][mixed, hand] = deals
        # Hands of two different classes take no card from each other.
        for banker, banker_by_match in zip(alike, matches, strict=True):
            if hand == banker:
                continue
            for match, number in by_match.items():
                for banker_match, banker_number in banker_by_match.items():
                    deals = number * banker_number
                    ways[match, banker_match, False][hand, banker] = deals
        for both, number in _both(ranks, suits, kind).items():
            # Both hands from one class do, so their cards are counted together.
            ways[both][hand, hand] = number
    return {match: counts for match, counts in ways.items() if counts.any()}


def _ways(counts: Array, pairs: Pairs) -> Array:
    """Count the ordered deals of each pair of classes."""
    first = counts[pairs.lower]
    second = counts[pairs.upper]
    alike = pairs.lower == pairs.upper
    return np.where(alike, first * (first - 1), 2 * first * second)


def _matches(ranks: Class, suits: bool, kind: type) -> dict[int, Any]:
    """Count the ordered deals of two cards of a class, by the kind of their pair."""
    (hand,), _, ways = _dealt(ranks, suits, kind, 1)
    return {pair: ways[hand == pair].sum() for pair in PAIR_KINDS}


def _both(ranks: Class, suits: bool, kind: type) -> dict[Match, Any]:
    """Count the ordered deals of two hands from a class, by their pairs."""
    (player, banker), same_rank, ways = _dealt(ranks, suits, kind, 2)
    same = (player != NO_PAIR) & (banker != NO_PAIR) & same_rank
    deals = {}
    for match in product(PAIR_KINDS, PAIR_KINDS, (False, True)):
        player_match, banker_match, same_pair = match
        of_hands = (player == player_match) & (banker == banker_match)
        cases = of_hands & (same == same_pair)
        deals[match] = ways[cases].sum()
    return deals


def _dealt(
    ranks: Class, suits: bool, kind: type, hands: int
) -> tuple[Array, Array, Array]:
    """Return each hand's pair, True if both hands have the same rank, and the ways.

    A column is one order of the cards by rank and, if known, by suit. The ways are the
    number of deals with that order.
    """
    held: Array = np.array(ranks, dtype=kind).ravel()
    rank = np.arange(len(held)) // len(ranks[0])
    dealt = 2 * hands
    cards = np.indices((len(held),) * dealt).reshape(dealt, -1)
    ways = held[cards[0]]
    for place in range(1, dealt):
        card = cards[place]
        # Equal cards that are dealt already are missing in the shoe.
        taken = (cards[:place] == card).sum(axis=0)
        ways = ways * (held[card] - taken)
    # The first two cards are Player's hand, the next two Banker's.
    first = cards[::2]
    second = cards[1::2]
    first_rank = rank[first]
    paired = first_rank == rank[second]
    perfect = suits & (first == second)
    pairs = np.where(paired, MIXED_PAIR, NO_PAIR)
    pairs[perfect] = PERFECT_PAIR
    same_rank = first_rank[0] == first_rank[-1]
    return pairs, same_rank, ways

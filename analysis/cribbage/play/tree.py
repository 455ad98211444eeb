"""The public tree of the play: what both players see, without their hands.

An inner node is a moment at which both players hold cards, one of them more than one;
its children are the ranks that fit, and *go*, which says that none of the cards of the
player to move fits. A history ends at a leaf when each player holds one card, since the
rest is forced, and when a player has no card, since the opponent, now alone, simply
plays for the most points. What can follow a leaf is a table, its *ending*.

A player's information at a node is the multiset of ranks that he still holds, since the
cards that he has played are public. So all vectors at a node are indexed by multisets
of the remaining cards: 1,820 of four, 455 of three, 91 of two, 13 of one. The weights
of a player's choices at a node have one *slot* for each rank r that fits and each
multiset m of the other remaining cards: the choice of r with the multiset m + r. Slots,
nodes and leaves are numbered depth first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from trueodds.analysis.cribbage.play.engine import (
    BEGIN,
    COUNT,
    LAST_PLAYER,
    LEFT,
    LIMIT,
    MOMENT,
    PASSED,
    PLAYED,
    POINTS,
    TO_PLAY,
    Array,
    compiled_rules,
    play_card,
    say_go,
    value_of,
)
from trueodds.core.cards import RANKS
from trueodds.core.rules.cribbage_play import (
    DEALER,
    MOST_CARDS,
    OF_A_RANK,
    PONE,
    PlayRules,
)

HAND = MOST_CARDS // 2
USUAL = PlayRules()
NONE = -1
"""No child: the deck has no further card of that rank, or no player can say go."""
LEAVES = -2
"""A child ``LEAVES - n`` is leaf n."""


class Multisets(NamedTuple):
    """The multisets of up to ``hand`` cards of some ranks, numbered by size."""

    sizes: Array
    """Number of multisets of 0, 1, … cards: int64 (hand + 1,)."""
    plus: Array
    """Number of the multiset with one card more: uint16 (hand, ranks, multisets)."""
    choices: Array
    """Different ranks among the first L: int8 (hand + 1, ranks + 1, multisets)."""
    evenly: Array
    """One over that number, or 0: float32."""
    whole: Array
    """The full hand of cards played and cards left: int32 (hand, played, left).

    The first place is the number of cards left, 1 or more.
    """


class Tree(NamedTuple):
    """The public tree as arrays; ``Game`` builds it."""

    player: Array
    """Who moves, by inner node: int8."""
    cards: Array
    """Cards that pone and dealer hold, by inner node: int8 (nodes, 2)."""
    legal: Array
    """Number of ranks that fit, the first ones of the deck: int8."""
    child: Array
    """Children by rank, the last one for go: int32 (nodes, ranks + 1)."""
    slot: Array
    """The first slot of each inner node: int64."""
    leaf_cards: Array
    """Cards that pone and dealer hold at a leaf: int8 (leaves, 2)."""
    leaf_played: Array
    """The multisets that pone and dealer have played before a leaf: int16."""
    leaf_points: Array
    """Points of pone and dealer before a leaf: int8 (leaves, 2)."""
    leaf_ending: Array
    """First place of a leaf's ending in ``Game.endings``: int32."""


@dataclass(frozen=True)
class Game:
    """The play of two hands of ``hand`` cards from a deck of some ranks, four of each.

    >>> game = Game((0, 1, 2), 2, PlayRules())
    >>> len(game.tree.player), game.slots
    (4, 36)
    """

    ranks: tuple[int, ...] = tuple(range(len(RANKS)))
    hand: int = HAND
    rules: PlayRules = USUAL

    @property
    def hands(self) -> list[tuple[int, ...]]:
        """The hands of a player by ranks, in the order of their numbers."""
        return list(combinations_with_replacement(self.ranks, self.hand))

    @cached_property
    def multisets(self) -> Multisets:
        """The multisets of remaining cards."""
        return multisets(len(self.ranks), self.hand)

    @cached_property
    def _built(self) -> tuple[Tree, Array, int]:
        ranks, rules = np.array(self.ranks), compiled_rules(self.rules)
        sizes = np.zeros(3, np.int64)
        frames = np.zeros((4 * MOST_CARDS, FRAME + len(ranks)), np.int64)
        tree, keys = _arrays(0, 0, len(ranks)), np.zeros(0, np.int64)
        for fill in (False, True):
            if fill:
                tree = _arrays(int(sizes[0]), int(sizes[1]), len(ranks))
                keys = np.zeros(int(sizes[1]), np.int64)
            sizes[:] = 0
            frames[:] = 0
            frames[0, LEFT : LEFT + 2] = self.hand
            _build(ranks, rules, self.multisets, fill, tree, keys, sizes, frames)
        different, places = np.unique(keys, return_inverse=True)
        pone, dealer = different & 7, different >> 3 & 7
        alone = self.multisets.sizes[pone + dealer]
        lengths = np.where(pone * dealer, len(ranks) ** 2, alone)
        begins = np.cumsum(lengths) - lengths
        tree.leaf_ending[:] = begins[places]
        endings = np.zeros((2, int(lengths.sum())), np.int16)
        lists = _lists(len(ranks), self.hand)
        _tabulate(different, begins, ranks, rules, self.multisets, lists, endings)
        return tree, endings, int(sizes[2])

    @property
    def tree(self) -> Tree:
        """The public tree."""
        return self._built[0]

    @property
    def endings(self) -> Array:
        """Points of pone and dealer in all endings: int16 (2, ...).

        An ending has a value for each last card of the dealer and of pone, the dealer's
        first, or for each multiset of remaining cards of the player who is alone.
        """
        return self._built[1]

    @property
    def slots(self) -> int:
        """Number of slots of both players' choices."""
        return self._built[2]


@cache
def multisets(ranks: int, hand: int) -> Multisets:
    """Return the tables of multisets of up to ``hand`` cards of so many ranks."""
    lists = [
        list(combinations_with_replacement(range(ranks), size))
        for size in range(hand + 1)
    ]
    number = [{held: place for place, held in enumerate(sets)} for sets in lists]
    plus = np.zeros((hand, ranks, len(lists[hand - 1])), np.uint16)
    choices = np.zeros((hand + 1, ranks + 1, len(lists[hand])), np.int8)
    for size, sets in enumerate(lists):
        for place, held in enumerate(sets):
            for rank in range(ranks):
                if size < hand:
                    more = tuple(sorted((*held, rank)))
                    plus[size, rank, place] = number[size + 1][more]
                choices[size, rank + 1, place] = len({r for r in held if r <= rank})
    width = len(lists[hand - 1])
    whole = np.zeros((hand, width, width), np.int32)
    for size in range(1, hand):
        for row, played in enumerate(lists[hand - size]):
            for place, held in enumerate(lists[size]):
                whole[size, row, place] = number[hand][tuple(sorted(played + held))]
    evenly = (1 / np.maximum(choices, 1)).astype(np.float32)
    sizes = np.array([len(sets) for sets in lists])
    return Multisets(sizes, plus, choices, evenly, whole)


def _lists(ranks: int, hand: int) -> Array:
    """Count the cards of each rank in the multisets: (hand + 1, sets, ranks)."""
    counts = np.zeros((hand + 1, multisets(ranks, hand).sizes[-1], ranks), np.int64)
    for size in range(hand + 1):
        sets = combinations_with_replacement(range(ranks), size)
        for place, held in enumerate(sets):
            for rank in held:
                counts[size, place, rank] += 1
    return counts


def _arrays(nodes: int, leaves: int, ranks: int) -> Tree:
    return Tree(
        np.zeros(nodes, np.int8),
        np.zeros((nodes, 2), np.int8),
        np.zeros(nodes, np.int8),
        np.full((nodes, ranks + 1), NONE, np.int32),
        np.zeros(nodes, np.int64),
        np.zeros((leaves, 2), np.int8),
        np.zeros((leaves, 2), np.int16),
        np.zeros((leaves, 2), np.int8),
        np.zeros(leaves, np.int32),
    )


@njit(cache=True, nogil=True)
def _ending_key(row: Array, history: Array) -> Any:
    """Encode what an ending depends on, besides the cards that are left.

    That is the count, who plays and who has passed, and of the pile either the equal
    cards at its end, or the longest end without a pair that the cards left can make a
    run.
    """
    pile = history[row[BEGIN] :]
    cards = row[PLAYED] - row[BEGIN]
    more = row[LEFT] + row[LEFT + 1]
    length = 1 if cards else 0
    while length < cards and pile[cards - 1 - length] == pile[cards - 1]:
        length += 1
    if length == 1:
        seen, low, high = 0, pile[cards - 1], pile[cards - 1]
        for place in range(cards - 1, -1, -1):
            rank = pile[place]
            if seen >> rank & 1:
                break
            seen |= 1 << rank
            low, high = min(low, rank), max(high, rank)
            if high - low + 1 <= cards - place + more:
                length = cards - place
    key = row[LEFT] | row[LEFT + 1] << 3 | row[TO_PLAY] << 6 | row[LAST_PLAYER] << 7
    key |= row[PASSED] << 8 | row[COUNT] << 10 | length << 17
    for place in range(length):
        key |= pile[cards - length + place] << (20 + 4 * place)
    return key


@njit(cache=True, nogil=True)
def _moment(key: int, row: Array, history: Array) -> None:
    """Decode ``_ending_key``."""
    row[:] = 0
    row[LEFT], row[LEFT + 1] = key & 7, key >> 3 & 7
    row[TO_PLAY], row[LAST_PLAYER] = key >> 6 & 1, key >> 7 & 1
    row[PASSED], row[COUNT], row[PLAYED] = key >> 8 & 3, key >> 10 & 127, key >> 17 & 7
    for place in range(row[PLAYED]):
        history[place] = key >> (20 + 4 * place) & 15


@njit(cache=True, nogil=True)
def _tabulate(
    keys: Array,
    begins: Array,
    ranks: Array,
    rules: Array,
    sets: Multisets,
    counts: Array,
    endings: Array,
) -> None:
    """Play out every ending with all cards that can be left."""
    row, history = np.zeros(MOMENT, np.int64), np.zeros(2 * MOST_CARDS, np.int64)
    rest, order = np.zeros(len(ranks), np.int64), np.zeros(MOST_CARDS, np.int64)
    for place in range(len(keys)):
        key, begin = keys[place], begins[place]
        pone, dealer = key & 7, key >> 3 & 7
        if pone and dealer:
            for d in range(len(ranks)):
                for p in range(len(ranks)):
                    _moment(key, row, history)
                    _forced(row, history, ranks[p], ranks[d], rules)
                    for player in range(2):
                        at = begin + d * len(ranks) + p
                        endings[player, at] = row[POINTS + player]
            continue
        player = PONE if pone else DEALER
        cards = pone + dealer
        for number in range(sets.sizes[cards]):
            best = -1
            for code in range(len(ranks) ** cards):
                # Every order of the cards, as the digits of a number.
                rest[:] = counts[cards, number]
                digits, fits = code, True
                for turn in range(cards):
                    order[turn] = digits % len(ranks)
                    digits //= len(ranks)
                    rest[order[turn]] -= 1
                    fits &= rest[order[turn]] >= 0
                if not fits:
                    continue
                rest[:] = counts[cards, number]
                _moment(key, row, history)
                if _alone(row, history, order[:cards], ranks, rest, rules):
                    best = max(best, row[POINTS + player])
            endings[player, begin + number] = best


@njit(cache=True, nogil=True)
def _forced(row: Array, history: Array, pone: int, dealer: int, rules: Array) -> None:
    """Play out a card of each player."""
    while row[LEFT] or row[LEFT + 1]:
        rank = pone if row[TO_PLAY] == PONE else dealer
        if row[COUNT] + value_of(rank) <= rules[LIMIT]:
            play_card(row, history, rank, rules)
        else:
            say_go(row, rules)


@njit(cache=True, nogil=True)
def _alone(
    row: Array, history: Array, order: Array, ranks: Array, rest: Array, rules: Array
) -> bool:
    """Play the cards of one player in an order; return whether that is legal."""
    for turn in range(len(order)):
        rank = ranks[order[turn]]
        if row[COUNT] + value_of(rank) > rules[LIMIT]:
            for r in range(len(ranks)):
                if rest[r] and row[COUNT] + value_of(ranks[r]) <= rules[LIMIT]:
                    return False
            say_go(row, rules)
        play_card(row, history, rank, rules)
        rest[order[turn]] -= 1
    return True


FRAME = MOMENT + 5
NUMBER, LOWEST, CHILD = MOMENT, MOMENT + 2, MOMENT + 4
"""Further places in a row: the multisets that both have played, the lowest ranks that

both can hold by what they have said, and the child to come next. Then follow the cards
of each rank that have been played.
"""


@njit(cache=True, nogil=True)
def _build(
    ranks: Array,
    rules: Array,
    sets: Multisets,
    fill: bool,
    tree: Tree,
    keys: Array,
    sizes: Array,
    frames: Array,
) -> None:
    """Count all nodes, leaves and slots, and write them if ``fill``.

    ``frames`` has a row for each node on the way to the current one, and the start in
    the first row; ``sizes`` counts nodes, leaves and slots.
    """
    go = len(ranks)
    hand = len(sets.sizes) - 1
    history = np.zeros(2 * MOST_CARDS, np.int64)
    nodes = np.zeros(len(frames), np.int64)
    depth = 0
    entered = True
    while depth >= 0:
        row = frames[depth]
        player = row[TO_PLAY]
        room = rules[LIMIT] - row[COUNT]
        legal = 0
        while legal < go and value_of(ranks[legal]) <= room:
            legal += 1
        if entered:
            nodes[depth] = sizes[0]
            if fill:
                tree.player[sizes[0]] = player
                tree.cards[sizes[0]] = row[LEFT : LEFT + 2]
                tree.legal[sizes[0]] = legal
                tree.slot[sizes[0]] = sizes[2]
            sizes[0] += 1
            sizes[2] += legal * sets.sizes[row[LEFT + player] - 1]
            row[CHILD] = row[LOWEST + player]
        r = row[CHILD]
        while r < legal and row[FRAME + r] == OF_A_RANK:
            r += 1
        if r >= legal:
            r = go if r < go + 1 else r
        if r == go:
            low, higher = max(row[LOWEST + player], legal), 0
            for other in range(low, go):
                higher += OF_A_RANK - row[FRAME + other]
            if higher < row[LEFT + player]:
                r += 1
        if r > go:
            depth -= 1
            entered = False
            continue
        row[CHILD] = r + 1
        below = frames[depth + 1]
        below[:] = row
        if r == go:
            below[LOWEST + player] = max(row[LOWEST + player], legal)
            say_go(below, rules)
        else:
            played = sets.plus[hand - row[LEFT + player], r, row[NUMBER + player]]
            below[NUMBER + player] = played
            below[FRAME + r] += 1
            play_card(below, history, ranks[r], rules)
        inner = below[LEFT] and below[LEFT + 1] and below[LEFT] + below[LEFT + 1] > 2
        if fill:
            tree.child[nodes[depth], r] = sizes[0] if inner else LEAVES - sizes[1]
        if inner:
            depth += 1
            entered = True
            continue
        if fill:
            leaf = sizes[1]
            tree.leaf_cards[leaf] = below[LEFT : LEFT + 2]
            tree.leaf_played[leaf] = below[NUMBER : NUMBER + 2]
            tree.leaf_points[leaf] = below[POINTS : POINTS + 2]
            keys[leaf] = _ending_key(below, history)
        sizes[1] += 1
        entered = False

"""The public tree of the play: the events that both players see, without their hands.

A card *fits* if it does not take the count past its limit (usually 31). An inner node
is a moment at which both players hold cards, and one of them holds more than one. Its
children are the ranks that fit, and *go*, which says that no card of the player to move
fits. When each player holds one card, the rest is forced, so the tree has a leaf there.
It also has a leaf when a player has no card left, because the opponent then plays
alone, for the most points. The *ending* of a leaf is the table of the points after it.

A player's information at a node is the multiset of ranks that he still holds, since the
cards that he has played are public. So all vectors at a node are indexed by multisets
of the remaining cards: 1,820 of four, 455 of three, 91 of two, 13 of one. The weights
of a player's choices at a node have one *slot* for each rank r that fits and each
multiset m of the other remaining cards: the choice of r with the multiset m + r. Slots,
nodes and leaves are numbered depth first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.play.tree.endings import Endings, ending_key, endings
from trueodds.analysis.cribbage.play.tree.engine import (
    COUNT,
    LEFT,
    LIMIT,
    MOMENT,
    POINTS,
    TO_PLAY,
    Array,
    Multisets,
    compiled_rules,
    copy,
    multisets,
    play_card,
    say_go,
    value_of,
)
from trueodds.core.cards import RANKS
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.cribbage_play import (
    MOST_CARDS,
    OF_A_RANK,
    PlayRules,
)

HAND = MOST_CARDS // 2
USUAL = PlayRules()
NONE = -1
"""No child: the deck has no further card of that rank, or no player can say go."""
LEAVES = -2
"""A child ``LEAVES - n`` is leaf n."""


class Tree(NamedTuple):
    """The public tree of the play as arrays; ``RanksOfPlay`` builds it.

    An inner node is a moment at which both players hold cards, and one player holds
    more than one. Its children are the ranks that fit, and go. A leaf is a moment at
    which each player holds a single card, or one player holds none. Nodes and leaves
    are numbered. A slot is the number of a choice: an inner node, the rank played
    there, and the player's other cards. Pone is player 0, and the dealer is player 1.
    """

    player: Array
    """The player to move, by inner node: int8."""
    cards: Array
    """Cards that pone and dealer hold, by inner node: int8 (nodes, 2)."""
    played: Array
    """The multisets that pone and dealer have played, by inner node: int16."""
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
    """Points of pone and dealer before a leaf: int16 (leaves, 2)."""
    leaf_ending: Array
    """Place of a leaf's ending in ``RanksOfPlay.endings``, which writes it: int32."""


@dataclass(frozen=True)
class RanksOfPlay:
    """The play of two hands of ``hand`` cards from a deck of some ranks, four of each.

    ``ranks`` are the ranks of the deck, 0 (ace) to 12 (king). In the example, the
    public tree has 4 inner nodes, and both players have 36 choices in all.

    >>> game = RanksOfPlay((0, 1, 2), 2, PlayRules())
    >>> len(game.tree.player), game.slots
    (4, 36)
    """

    ranks: tuple[int, ...] = tuple(range(len(RANKS)))
    hand: int = HAND
    rules: PlayRules = USUAL

    @property
    def hands(self) -> list[tuple[int, ...]]:
        """All hands of a player, each as a sorted tuple of ranks such as (0, 0, 3, 12).

        The number of a hand is its index in this list.
        """
        return list(combinations_with_replacement(self.ranks, self.hand))

    @cached_property
    def multisets(self) -> Multisets:
        """Tables of the multisets of ranks that a player can hold (``Multisets``)."""
        return multisets(len(self.ranks), self.hand)

    @cached_property
    def _built(self) -> tuple[Tree, Array, int]:
        """The tree, the keys of the endings of its leaves, and the number of slots."""
        ranks = np.array(self.ranks)
        rules = compiled_rules(self.rules)
        sizes = np.zeros(3, np.int64)
        frames = np.zeros((4 * MOST_CARDS, FRAME + len(ranks)), np.int64)
        tree = new_tree(0, 0, len(ranks))
        keys = np.zeros(0, np.int64)
        # The first walk counts what the arrays must hold, and the second one fills
        # them.
        for fill in (False, True):
            if fill:
                tree = new_tree(int(sizes[0]), int(sizes[1]), len(ranks))
                keys = np.zeros(int(sizes[1]), np.int64)
            sizes[:] = 0
            frames[:] = 0
            frames[0, LEFT : LEFT + 2] = self.hand
            _build(ranks, rules, self.multisets, fill, tree, keys, sizes, frames)
        return tree, keys, int(sizes[2])

    @property
    def tree(self) -> Tree:
        """The public tree: all orders of cards and goes, which both players see."""
        return self._built[0]

    @cached_property
    def endings(self) -> Endings:
        """The points of pone and dealer from each leaf of the public tree to the end.

        At a leaf each player holds a single card, or one player holds none. The first
        access also writes ``leaf_ending`` of the tree. It takes longer than to build
        the tree, and only values at the leaves need it.
        """
        tree, keys, _ = self._built
        rules = compiled_rules(self.rules)
        table, places = endings(keys, np.array(self.ranks), rules, self.multisets)
        tree.leaf_ending[:] = places
        return table

    @property
    def slots(self) -> int:
        """The number of choices of both players at all their information sets.

        A choice is a rank that a player with these cards can play at a node. The arrays
        of a strategy have a *slot* for each of these choices.
        """
        return self._built[2]


def new_tree(nodes: int, leaves: int, ranks: int) -> Tree:
    """Return a tree of zeros, without children, for code that fills it.

    ``nodes`` and ``leaves`` are the numbers of its inner nodes and of its leaves, and
    ``ranks`` is the number of ranks of the deck.
    """
    return Tree(
        np.zeros(nodes, np.int8),
        np.zeros((nodes, 2), np.int8),
        np.zeros((nodes, 2), np.int16),
        np.zeros(nodes, np.int8),
        np.full((nodes, ranks + 1), NONE, np.int32),
        np.zeros(nodes, np.int64),
        np.zeros((leaves, 2), np.int8),
        np.zeros((leaves, 2), np.int16),
        np.zeros((leaves, 2), np.int16),
        np.zeros(leaves, np.int32),
    )


FRAME = MOMENT + 5
NUMBER = MOMENT
LOWEST = MOMENT + 2
CHILD = MOMENT + 4
"""Further places in a row: the multiset that each player has played, the lowest rank
that each can still hold after the goes that he has said, and the next child. The number
of cards played of each rank follows.
"""


@compiled
def _build(  # noqa: PLR0915 - a compiled stack walk; it counts and writes the same nodes
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
        limit = rules[LIMIT] - row[COUNT]
        legal = 0
        while legal < go and value_of(ranks[legal]) <= limit:
            legal += 1
        # A node is numbered when it is first reached; its slots follow the last ones.
        if entered:
            nodes[depth] = sizes[0]
            if fill:
                tree.player[sizes[0]] = player
                copy(row[LEFT : LEFT + 2], tree.cards[sizes[0]])
                copy(row[NUMBER : NUMBER + 2], tree.played[sizes[0]])
                tree.legal[sizes[0]] = legal
                tree.slot[sizes[0]] = sizes[2]
            sizes[0] += 1
            sizes[2] += legal * sets.sizes[row[LEFT + player] - 1]
            row[CHILD] = row[LOWEST + player]
        # The next child: a rank that fits and that the deck still has, then go. He can
        # say go if the deck has enough higher cards for all that he holds.
        r = row[CHILD]
        while r < legal and row[FRAME + r] == OF_A_RANK:
            r += 1
        if legal <= r <= go:
            low = max(row[LOWEST + player], legal)
            higher = OF_A_RANK * (go - low) - row[FRAME + low : FRAME + go].sum()
            r = go if higher >= row[LEFT + player] else go + 1
        if r > go:
            depth -= 1
            entered = False
            continue
        # The child begins as a copy, after a go or a card.
        row[CHILD] = r + 1
        below = frames[depth + 1]
        copy(row, below)
        if r == go:
            below[LOWEST + player] = max(row[LOWEST + player], legal)
            say_go(below, rules)
        else:
            played = sets.plus[hand - row[LEFT + player], r, row[NUMBER + player]]
            below[NUMBER + player] = played
            below[FRAME + r] += 1
            play_card(below, history, ranks[r], rules)
        # It is an inner node if the players have a choice left against each other.
        inner = below[LEFT] and below[LEFT + 1] and below[LEFT] + below[LEFT + 1] > 2
        if fill:
            tree.child[nodes[depth], r] = sizes[0] if inner else LEAVES - sizes[1]
        if inner:
            depth += 1
            entered = True
            continue
        if fill:
            leaf = sizes[1]
            copy(below[LEFT : LEFT + 2], tree.leaf_cards[leaf])
            copy(below[NUMBER : NUMBER + 2], tree.leaf_played[leaf])
            copy(below[POINTS : POINTS + 2], tree.leaf_points[leaf])
            keys[leaf] = ending_key(below, history)
        sizes[1] += 1
        entered = False

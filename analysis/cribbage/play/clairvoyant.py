"""Best response of a player who sees the opponent's hand, which bounds all others.

No knowledge of the starter, of discards or of suits can help more in the play than the
sight of the opponent's cards, if the opponent's strategy uses none of it (information
relaxation; Brown, Smith and Sun 2010). One dynamic programme over the public tree has a
matrix at each node, by both players' remaining cards. All numbers are integers: a
strategy in parts has at most three decisions with a choice.

Frames replace recursion here and in ``deal_responses``: compiled functions that call
each other crash when numba 0.68 loads them from its cache.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from trueodds.analysis.cribbage.play.endings import WIDTH
from trueodds.analysis.cribbage.play.engine import Array
from trueodds.analysis.cribbage.play.leaves import Payoffs, payoffs
from trueodds.analysis.cribbage.play.multisets import Multisets
from trueodds.analysis.cribbage.play.passes import DEPTH, PARTS
from trueodds.analysis.cribbage.play.tree import LEAVES, NONE, Game, Tree

LEAST = -(2**62)


class Room(NamedTuple):
    """Room for the matrices of the nodes on the way to the current one."""

    frames: Array
    """A node and its child, by depth."""
    reach: Array
    """The opponent's reach by depth, times ``scale_of`` at the start: int64."""
    values: Array
    """The matrices by the player's and the opponent's remaining cards, flat: int64."""
    begins: Array
    """Place of the matrix of each depth."""

    @classmethod
    def of(cls, game: Game) -> Room:
        """Return room for a game."""
        tree, sizes = game.tree, game.multisets.sizes
        lengths, level = [], np.zeros(1, np.int64)
        for _ in range(DEPTH):
            inner, leaves = level[level >= 0], LEAVES - level[level <= LEAVES]
            cards = np.concatenate([tree.cards[inner], tree.leaf_cards[leaves]])
            lengths.append(int(sizes[cards].prod(axis=1).max(initial=0)))
            level = tree.child[inner].ravel().astype(np.int64)
        begins = np.cumsum([0, *lengths])
        return cls(
            np.zeros((DEPTH, 2), np.int64),
            np.full((DEPTH, int(sizes[-1])), scale_of(game), np.int64),
            np.zeros(int(begins[-1]), np.int64),
            begins,
        )

    def another(self) -> Room:
        """Return room of the same size."""
        return Room(
            *(np.zeros_like(self.frames), self.reach.copy()),
            *(np.zeros_like(self.values), self.begins),
        )


def scale_of(game: Game) -> int:
    """Return the denominator of all values against a strategy in parts."""
    return int(PARTS ** (game.hand - 1))


def clairvoyant_points(
    game: Game, player: int, parts: Array, weights: tuple[int, int]
) -> Array:
    """Return a player's most points for each pair of hands.

    Args:
        game: The play.
        player: Pone or dealer, who sees the opponent's hand.
        parts: The opponent's strategy in parts, by slot.
        weights: Weights of pone's and the dealer's points.

    Returns:
        Integers over ``scale_of`` by the player's and the opponent's hand, int64
        (hands, hands). Pairs with five cards of a rank have meaningless values.
    """
    paid, room = payoffs(game, player, weights), Room.of(game)
    tree, sets = game.tree, game.multisets
    write_values(0, player, tree, sets, paid, parts.astype(np.int64), room)
    hands = int(sets.sizes[-1])
    return room.values[: hands * hands].reshape(hands, hands)


@njit(cache=True, nogil=True)
def write_values(
    root: int,
    player: int,
    tree: Tree,
    sets: Multisets,
    paid: Payoffs,
    parts: Array,
    room: Room,
    card: int = -1,
) -> None:
    """Write the values at a node or leaf to the room, times the opponent's reach.

    The reach at the root is in the first row of ``room.reach``. At a leaf, or with one
    card, ``card`` can be the only multiset of own cards whose values are written.
    """
    if root <= LEAVES:
        _write_leaf(LEAVES - root, player, tree, sets, paid, room, 0, card)
        return
    frames, go = room.frames, tree.child.shape[1] - 1
    depth = 0
    frames[0, 0], frames[0, 1] = root, -1
    while True:
        node = frames[depth, 0]
        frames[depth, 1] += 1
        action = frames[depth, 1]
        own_move = tree.player[node] == player
        if action == 0:
            cells = sets.sizes[tree.cards[node, 0]] * sets.sizes[tree.cards[node, 1]]
            begin = room.begins[depth]
            room.values[begin : begin + cells] = LEAST if own_move else 0
        if action > go:
            if depth == 0:
                return
            depth -= 1
            _absorb(depth, player, tree, sets, room, card)
            continue
        child = tree.child[node, action]
        if child == NONE or (own_move and 0 <= card != action < go):
            continue
        reach, below = room.reach[depth], room.reach[depth + 1]
        if own_move:
            cards = sets.sizes[tree.cards[node, 1 - player]]
            below[:cards] = reach[:cards]
        elif not write_reach(node, action, tree, sets, parts, reach, below):
            continue
        if child > LEAVES:
            depth += 1
            frames[depth, 0], frames[depth, 1] = child, -1
        else:
            leaf = LEAVES - child
            _write_leaf(leaf, player, tree, sets, paid, room, depth + 1, card)
            _absorb(depth, player, tree, sets, room, card)


@njit(cache=True, nogil=True)
def write_reach(
    node: int,
    action: int,
    tree: Tree,
    sets: Multisets,
    parts: Array,
    reach: Array,
    below: Array,
) -> bool:
    """Write the opponent's reach of a child; return whether any of it is positive."""
    held, legal = tree.cards[node, tree.player[node]], tree.legal[node]
    any_reach = False
    if action >= legal:
        for m in range(sets.sizes[held]):
            below[m] = reach[m] if sets.choices[held, legal, m] == 0 else 0
            any_reach |= below[m] > 0
        return any_reach
    small = sets.sizes[held - 1]
    slot = tree.slot[node] + action * small
    for m in range(small):
        below[m] = reach[sets.plus[held - 1, action, m]]
        if held > 1:  # the last card is no choice
            below[m] = below[m] // PARTS * parts[slot + m]
        any_reach |= below[m] > 0
    return any_reach


@njit(cache=True, nogil=True)
def _absorb(
    depth: int, player: int, tree: Tree, sets: Multisets, room: Room, card: int
) -> None:
    """Take in the values of the current child of the node at a depth."""
    node, action = room.frames[depth, 0], room.frames[depth, 1]
    own_move = tree.player[node] == player
    moving, legal = tree.cards[node, tree.player[node]], tree.legal[node]
    rows = sets.sizes[tree.cards[node, player]]
    columns = sets.sizes[tree.cards[node, 1 - player]]
    after = sets.sizes[moving - 1] if action < legal else sets.sizes[moving]
    value = room.values[room.begins[depth] :]
    below = room.values[room.begins[depth + 1] :]
    for m in range(after):
        whole = m
        if action < legal:
            whole = sets.plus[moving - 1, action, m]
        elif sets.choices[moving, legal, m]:
            continue
        if own_move:
            for o in range(columns):
                best = max(value[whole * columns + o], below[m * columns + o])
                value[whole * columns + o] = best
        else:
            first, last = (0, rows) if card < 0 or rows == 1 else (card, card + 1)
            for own in range(first, last):
                value[own * columns + whole] += below[own * after + m]


@njit(cache=True, nogil=True)
def _write_leaf(
    leaf: int,
    player: int,
    tree: Tree,
    sets: Multisets,
    paid: Payoffs,
    room: Room,
    depth: int,
    card: int,
) -> None:
    """Write the values at a leaf, which has the reach of its depth."""
    cards, ending = tree.leaf_cards[leaf], np.int64(tree.leaf_ending[leaf])
    both = cards[0] > 0 and cards[1] > 0
    rows, columns = sets.sizes[cards[player]], sets.sizes[cards[1 - player]]
    value, reach = room.values[room.begins[depth] :], room.reach[depth]
    first, last = (0, rows) if card < 0 or rows == 1 else (card, card + 1)
    for m in range(first, last):
        for o in range(columns):
            if both:
                points = paid.pairs[(ending * WIDTH + o) * WIDTH + m]
            else:
                points = paid.alone[ending + m + o]
            value[m * columns + o] = reach[o] * (points + paid.before[leaf])

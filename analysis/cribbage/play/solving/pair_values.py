"""Points of every pair of hands: when both play a strategy, and with open cards.

``pair_values`` are the mean points when both play a strategy. One pass over the public
tree carries the reaches of both players. At each leaf, the product of the reaches times
the points is added to all pairs of hands that can reach it. The two matrices give the
value of the play under any joint distribution of the hands, such as that of the
opponent's hands given our six cards.

``clairvoyant_points`` are the points of the best response of a player who sees the
opponent's hand, which bound all other responses. No knowledge of the starter, of
discards or of suits can help more in the play than the sight of the opponent's cards,
if the opponent's strategy uses none of it (information relaxation; Brown, Smith and Sun
2010). One dynamic programme over the public tree has a matrix at each node, by both
players' remaining cards. All numbers are integers: a strategy in parts has at most
three decisions with a choice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from trueodds.analysis.cribbage.play.solving.leaves import Payoffs, payoffs
from trueodds.analysis.cribbage.play.solving.parts import play_action, scale_of
from trueodds.analysis.cribbage.play.tree.endings import WIDTH, Endings
from trueodds.analysis.cribbage.play.tree.engine import Array, Multisets
from trueodds.analysis.cribbage.play.tree.public_tree import LEAVES, Game, Tree
from trueodds.analysis.cribbage.play.tree.traversal import (
    ACTION,
    DEPTH,
    NODE,
    begin,
    descend,
    frames_of,
    next_child,
)
from trueodds.core.rules.cribbage_play import DEALER, PONE


def pair_values(game: Game, parts: Array) -> tuple[Array, Array]:
    """Return the mean points of pone and of the dealer, for each pair of hands.

    Each matrix is float64 (hands, hands), by the dealer's and pone's hand. Pairs that
    need more than four cards of a rank have meaningless values. ``parts`` is the
    strategy of both players.
    """
    hands = int(game.multisets.sizes[-1])
    pone, dealer = np.zeros((hands, hands)), np.zeros((hands, hands))
    reaches = np.zeros((2, DEPTH, hands))
    reaches[:, 0, 0 : game.multisets.sizes[-1]] = 1
    _add_leaves(
        *(game.tree, game.multisets, game.endings, parts, reaches),
        *(frames_of(), pone, dealer),
    )
    return pone, dealer


@njit(cache=True, nogil=True)
def _add_leaf(
    leaf: int,
    tree: Tree,
    sets: Multisets,
    endings: Endings,
    of_pone: Array,
    of_dealer: Array,
    pone: Array,
    dealer: Array,
) -> None:
    """Add a leaf's points, times both reaches, to the hands that reach it."""
    cards, played = tree.leaf_cards[leaf], tree.leaf_played[leaf]
    ending, before = tree.leaf_ending[leaf], tree.leaf_points[leaf]
    both = cards[PONE] > 0 and cards[DEALER] > 0
    ranks = sets.plus.shape[1]
    pone_sets = ranks if both else sets.sizes[cards[PONE]]
    dealer_sets = ranks if both else sets.sizes[cards[DEALER]]
    for d in range(dealer_sets):
        if of_dealer[d] == 0:
            continue
        # The full hands: the cards played and the cards left.
        hand_d = played[DEALER]
        if cards[DEALER]:
            hand_d = sets.whole[cards[DEALER], played[DEALER], d]
        for p in range(pone_sets):
            reach = of_dealer[d] * of_pone[p]
            if reach == 0:
                continue
            hand_p = played[PONE]
            if cards[PONE]:
                hand_p = sets.whole[cards[PONE], played[PONE], p]
            if both:
                more_p = endings.pairs[PONE, ending, d, p]
                more_d = endings.pairs[DEALER, ending, d, p]
            else:
                more_p = endings.alone[PONE, ending + d + p]
                more_d = endings.alone[DEALER, ending + d + p]
            pone[hand_d, hand_p] += reach * (more_p + before[PONE])
            dealer[hand_d, hand_p] += reach * (more_d + before[DEALER])


@njit(cache=True, nogil=True)
def _add_leaves(
    tree: Tree,
    sets: Multisets,
    endings: Endings,
    parts: Array,
    reaches: Array,
    frames: Array,
    pone: Array,
    dealer: Array,
) -> None:
    """Pass over the tree and add the points of all leaves.

    ``reaches`` has the axes player, number of his moves so far, and multiset.
    """
    # By depth: the number of moves of pone and dealer above the node.
    moves = np.zeros((len(frames), 2), np.int64)
    depth = begin(frames, 0)
    while depth >= 0:
        while next_child(tree, frames, depth):
            node, action = frames[depth, NODE], frames[depth, ACTION]
            child, mover = tree.child[node, action], tree.player[node]
            above, after = moves[depth], moves[depth + 1]
            after[:] = above
            after[mover] += 1
            reached = play_action(
                *(node, action, tree, sets, parts),
                *(reaches[mover, above[mover]], reaches[mover, after[mover]]),
            )
            if reached and child > LEAVES:
                depth = descend(tree, frames, depth)
                break
            if reached:
                _add_leaf(
                    *(LEAVES - child, tree, sets, endings, reaches[PONE, after[PONE]]),
                    *(reaches[DEALER, after[DEALER]], pone, dealer),
                )
        else:
            depth -= 1


LEAST = -(2**62)


class Room(NamedTuple):
    """Scratch for the matrices of the nodes on the path to the current node."""

    frames: Array
    """The way to the current node, for the traversal."""
    reach: Array
    """The opponent's reach, ``scale_of`` at the start: int64 (depth, multisets)."""
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
            frames_of(),
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
    """Write the values at a node or leaf to ``room``, times the opponent's reach.

    The first row of ``room.reach`` has the reach at the root. If ``card`` is given,
    values of leaves and of single cards are written only for that multiset of the
    player's cards.
    """
    if root <= LEAVES:
        _write_leaf(LEAVES - root, player, tree, sets, paid, room, 0, card)
        return
    frames, go = room.frames, tree.child.shape[1] - 1
    depth = begin(frames, root)
    while depth >= 0:
        node = frames[depth, NODE]
        own_move = tree.player[node] == player
        if frames[depth, ACTION] < 0:
            # The player takes the most of his choices; the opponent's are added up.
            cells = sets.sizes[tree.cards[node, 0]] * sets.sizes[tree.cards[node, 1]]
            first = room.begins[depth]
            room.values[first : first + cells] = LEAST if own_move else 0
        else:
            _take_in(depth, player, tree, sets, room, card)
        while next_child(tree, frames, depth):
            action = frames[depth, ACTION]
            child = tree.child[node, action]
            reach, below = room.reach[depth], room.reach[depth + 1]
            if own_move:
                cards = sets.sizes[tree.cards[node, 1 - player]]
                below[:cards] = reach[:cards]
                followed = card < 0 or action in (card, go)
            else:
                followed = play_action(node, action, tree, sets, parts, reach, below)
            if followed and child > LEAVES:
                depth = descend(tree, frames, depth)
                break
            if followed:
                leaf = LEAVES - child
                _write_leaf(leaf, player, tree, sets, paid, room, depth + 1, card)
                _take_in(depth, player, tree, sets, room, card)
        else:
            depth -= 1


@njit(cache=True, nogil=True)
def _take_in(
    depth: int, player: int, tree: Tree, sets: Multisets, room: Room, card: int
) -> None:
    """Take in the values of the current child of the node at a depth."""
    node, action = room.frames[depth, NODE], room.frames[depth, ACTION]
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
    """Write the values at a leaf; the reach at it is the row ``depth`` of the room."""
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

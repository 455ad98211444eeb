"""Points of all pairs of hands: when both play a strategy, and with open cards.

``pair_values`` are the mean points when both play a strategy. They give the value of
the play under any joint distribution of the hands, such as that of the opponent's hands
given our six cards.

``clairvoyant_points`` are the points of the best response of a player who sees the
opponent's hand, which bound all other responses. No knowledge of the starter, of
discards or of suits can help more in the play than the sight of the opponent's cards,
if the opponent's strategy uses none of it (information relaxation; Brown, Smith and Sun
2010).

The same dynamic programme over the public tree computes both. It has a matrix at each
node, by both players' remaining cards. At the player's nodes it takes the best of his
choices, or mixes them as he plays. All numbers of best responses are integers below
2**53 and exact in float64: a strategy in parts has at most three decisions with a
choice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.play.solving.leaves import Payoffs, payoffs
from trueodds.analysis.cribbage.play.solving.parts import PARTS, play_action, scale_of
from trueodds.analysis.cribbage.play.tree.endings import WIDTH
from trueodds.analysis.cribbage.play.tree.engine import Array, Multisets, copy
from trueodds.analysis.cribbage.play.tree.public_tree import LEAVES, RanksOfPlay, Tree
from trueodds.analysis.cribbage.play.tree.traversal import (
    ACTION,
    DEPTH,
    NODE,
    begin,
    descend,
    frames_of,
    next_child,
)
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.cribbage_play import DEALER


def pair_values(game: RanksOfPlay, parts: Array) -> tuple[Array, Array]:
    """Return the mean points of pone and of the dealer, for each pair of hands.

    They are the points of the play. ``parts`` has the strategies of both players: the
    integer weight of each choice. At each moment the weights add up to ``parts.PARTS``.
    Both results are float64 (hands, hands), by the dealer's and pone's hand. Pairs that
    need more than four cards of a rank have meaningless values.
    """
    pone, dealer = (
        _values(game, DEALER, parts, weights, best=False) / scale_of(game)
        for weights in ((1, 0), (0, 1))
    )
    return pone, dealer


LEAST = -(2**50)


class MatrixScratch(NamedTuple):
    """Arrays that ``write_values`` overwrites, for the nodes on its path.

    A node of the public tree has a matrix of values: a row for each multiset of cards
    that the player can still hold, and a column for each multiset of the opponent.
    """

    frames: Array
    """The path from the root to the current node (``frames_of``)."""
    reach: Array
    """The opponent's reach at each depth, by his cards left: (depth, multisets).

    The reach is the probability that he makes the plays that lead to the node. It is
    multiplied by ``scale_of``, which makes it a whole number.
    """
    values: Array
    """The matrices by the player's and the opponent's cards left, flat: float64."""
    begins: Array
    """The index in ``values`` at which the matrix of a depth begins, by depth."""

    @classmethod
    def of(cls, game: RanksOfPlay) -> MatrixScratch:
        """Return scratch that is large enough for all paths of a game's tree."""
        tree = game.tree
        sizes = game.multisets.sizes
        lengths = []
        level = np.zeros(1, np.int64)
        for _ in range(DEPTH):
            # The largest matrix of each depth, so that a path needs no memory of its
            # own.
            inner = level[level >= 0]
            leaves = LEAVES - level[level <= LEAVES]
            cards = np.concatenate([tree.cards[inner], tree.leaf_cards[leaves]])
            lengths.append(int(sizes[cards].prod(axis=1).max(initial=0)))
            level = tree.child[inner].ravel().astype(np.int64)
        begins = np.cumsum([0, *lengths])
        return cls(
            frames_of(),
            np.full((DEPTH, int(sizes[-1])), scale_of(game), np.float64),
            np.zeros(int(begins[-1])),
            begins,
        )

    def another(self) -> MatrixScratch:
        """Return new scratch of the same size, for a second traversal.

        It begins with a copy of this scratch's ``reach``, and zeros elsewhere.
        """
        return MatrixScratch(
            *(np.zeros_like(self.frames), self.reach.copy()),
            *(np.zeros_like(self.values), self.begins),
        )


def clairvoyant_points(
    game: RanksOfPlay, player: int, parts: Array, weights: tuple[int, int]
) -> Array:
    """Return the most points of a player who sees the opponent's hand.

    The points are a weighted sum of both players' points, such as net points.

    Args:
        game: The ranks, hands and rules, with the public tree.
        player: The player who sees the opponent's hand: 0 for pone, 1 for the dealer.
        parts: The opponent's strategy, as the integer weight of each choice. At each
            moment the weights add up to ``parts.PARTS``.
        weights: Weights of pone's and of the dealer's points. (-1, 1) are the dealer's
            net points.

    Returns:
        The points times ``scale_of(game)``, which makes them integers, for each pair of
        hands: int64 (hands, hands), by the player's and the opponent's hand. Pairs with
        five cards of a rank have meaningless values.
    """
    return _values(game, player, parts, weights, best=True).astype(np.int64)


def _values(
    game: RanksOfPlay,
    player: int,
    parts: Array,
    weights: tuple[int, int],
    *,
    best: bool,
) -> Array:
    """Return ``write_values`` at the root, for each pair of hands."""
    paid = payoffs(game, player, weights)
    scratch = MatrixScratch.of(game)
    fixed = game.tree, game.multisets, paid, parts.astype(np.int64)
    write_values(0, player, *fixed, scratch, -1, best)
    hands = int(game.multisets.sizes[-1])
    return scratch.values[: hands * hands].reshape(hands, hands)


@compiled
def write_values(  # noqa: PLR0913 - a kernel gets its arrays and scratch from the caller
    root: int,
    player: int,
    tree: Tree,
    sets: Multisets,
    paid: Payoffs,
    parts: Array,
    scratch: MatrixScratch,
    card: int,
    best: bool,
) -> None:
    """Write the points of a player from a node or leaf on, by both players' cards left.

    The points are multiplied by the opponent's reach. It is the probability that he has
    played as he did before the node, by the cards that he still holds. The result goes
    to the front of ``scratch.values``: a matrix with a row for each multiset of the
    player's cards, and a column for each multiset of the opponent's.

    Args:
        root: The node of the public tree, or ``LEAVES - n`` for leaf n.
        player: The player: 0 for pone, 1 for the dealer.
        tree: The public tree.
        sets: Tables that number the multisets of ranks (``RanksOfPlay.multisets``).
        paid: The points paid to the player where the play ends.
        parts: The strategy of the opponent, as the integer weight of each choice. The
            player plays it too, unless ``best`` is true.
        scratch: Arrays that are overwritten. ``scratch.reach[0]`` has the opponent's
            reach.
        card: The number of the player's multiset at the root, if only its values are
            wanted. The root must then be a leaf, or a node at which he holds one card.
            Otherwise -1.
        best: If true, the player knows the opponent's cards and plays the best
            response.
    """
    if root <= LEAVES:
        _write_leaf(LEAVES - root, player, tree, sets, paid, scratch, 0, card)
        return
    frames = scratch.frames
    go = tree.child.shape[1] - 1
    depth = begin(frames, root)
    while depth >= 0:
        node = frames[depth, NODE]
        own_move = tree.player[node] == player
        if frames[depth, ACTION] < 0:
            # A best response takes a maximum over choices. Otherwise children add up.
            cells = sets.sizes[tree.cards[node, 0]] * sets.sizes[tree.cards[node, 1]]
            first = scratch.begins[depth]
            scratch.values[first : first + cells] = LEAST if own_move and best else 0
        else:
            _take_in(depth, player, tree, sets, parts, scratch, card, best)
        while next_child(tree, frames, depth):
            action = frames[depth, ACTION]
            child = tree.child[node, action]
            reach = scratch.reach[depth]
            below = scratch.reach[depth + 1]
            if own_move:
                cards = sets.sizes[tree.cards[node, 1 - player]]
                copy(reach[:cards], below)
                followed = card < 0 or action in (card, go)
            else:
                followed = play_action(node, action, tree, sets, parts, reach, below)
            if followed and child > LEAVES:
                depth = descend(tree, frames, depth)
                break
            if followed:
                leaf = LEAVES - child
                _write_leaf(leaf, player, tree, sets, paid, scratch, depth + 1, card)
                _take_in(depth, player, tree, sets, parts, scratch, card, best)
        else:
            depth -= 1


@compiled
def _take_in(
    depth: int,
    player: int,
    tree: Tree,
    sets: Multisets,
    parts: Array,
    scratch: MatrixScratch,
    card: int,
    best: bool,
) -> None:
    """Merge the values of the current child into those of the node at ``depth``."""
    node = scratch.frames[depth, NODE]
    action = scratch.frames[depth, ACTION]
    own_move = tree.player[node] == player
    moving = tree.cards[node, tree.player[node]]
    legal = tree.legal[node]
    rows = sets.sizes[tree.cards[node, player]]
    columns = sets.sizes[tree.cards[node, 1 - player]]
    after = sets.sizes[moving - 1] if action < legal else sets.sizes[moving]
    value = scratch.values[scratch.begins[depth] :]
    below = scratch.values[scratch.begins[depth + 1] :]
    # The mover holds ``whole`` before the action, and m after it. Go is for those of
    # whose cards none fits.
    for m in range(after):
        whole = m
        if action < legal:
            whole = sets.plus[moving - 1, action, m]
        elif sets.choices[moving, legal, m]:
            continue
        if own_move and best:
            for o in range(columns):
                most = max(value[whole * columns + o], below[m * columns + o])
                value[whole * columns + o] = most
        elif own_move:
            share = 1.0
            if action < legal and moving > 1:  # the last card is no choice
                share = parts[tree.slot[node] + action * after + m] / PARTS
            for o in range(columns):
                value[whole * columns + o] += share * below[m * columns + o]
        else:
            # With a ``card``, only its row is computed, or row 0 once it is played.
            first, last = (0, rows) if card < 0 or rows == 1 else (card, card + 1)
            for own in range(first, last):
                value[own * columns + whole] += below[own * after + m]


@compiled
def _write_leaf(
    leaf: int,
    player: int,
    tree: Tree,
    sets: Multisets,
    paid: Payoffs,
    scratch: MatrixScratch,
    depth: int,
    card: int,
) -> None:
    """Write the values at a leaf, where the reach is the row ``depth``."""
    cards = tree.leaf_cards[leaf]
    ending = np.int64(tree.leaf_ending[leaf])
    both = cards[0] > 0 and cards[1] > 0
    rows = sets.sizes[cards[player]]
    columns = sets.sizes[cards[1 - player]]
    value = scratch.values[scratch.begins[depth] :]
    reach = scratch.reach[depth]
    # The multisets left: m of the player, o of the opponent.
    first, last = (0, rows) if card < 0 or rows == 1 else (card, card + 1)
    for m in range(first, last):
        for o in range(columns):
            if both:
                points = paid.pairs[(ending * WIDTH + o) * WIDTH + m]
            else:
                # A player without cards has only the multiset 0.
                points = paid.alone[ending + m + o]
            value[m * columns + o] = reach[o] * (points + paid.before[leaf])

"""Mean points of every pair of hands when both play a strategy.

One pass over the public tree carries the reaches of both players. At each leaf, the
product of the reaches times the points is added to the pairs of hands that can have
come there. The result, two matrices, gives the value of the play under any joint
distribution of the hands, so also for the opponents that six known cards leave.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from trueodds.analysis.cribbage.play.solving.parts import play_action
from trueodds.analysis.cribbage.play.tree.endings import Endings
from trueodds.analysis.cribbage.play.tree.engine import Array
from trueodds.analysis.cribbage.play.tree.multisets import Multisets
from trueodds.analysis.cribbage.play.tree.public_tree import LEAVES, Game, Tree
from trueodds.analysis.cribbage.play.tree.traversal import (
    ACTION,
    DEPTH,
    DONE,
    EDGE,
    ENTER,
    NODE,
    begin,
    frames_of,
    step,
)
from trueodds.core.rules.cribbage_play import DEALER, PONE


def pair_values(game: Game, parts: Array) -> tuple[Array, Array]:
    """Return the mean points of pone and of the dealer, by both hands.

    Each is float64 (hands, hands), by the dealer's and pone's hand. Pairs that need
    more than four cards of a rank have meaningless values. ``parts`` is a strategy.
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
    """Pass over the tree; ``reaches`` is by player, his moves so far, and multiset."""
    # By depth: the number of moves of pone and dealer above the node.
    moves = np.zeros((len(frames), 2), np.int64)
    depth, event = begin(frames, 0), ENTER
    while event != DONE:
        descend = False
        if event == EDGE:
            node, action = frames[depth, NODE], frames[depth, ACTION]
            child, mover = tree.child[node, action], tree.player[node]
            above, after = moves[depth], moves[depth + 1]
            after[:] = above
            after[mover] += 1
            reached = play_action(
                *(node, action, tree, sets, parts),
                *(reaches[mover, above[mover]], reaches[mover, after[mover]]),
            )
            descend = reached and child > LEAVES
            if reached and child <= LEAVES:
                _add_leaf(
                    *(LEAVES - child, tree, sets, endings, reaches[PONE, after[PONE]]),
                    *(reaches[DEALER, after[DEALER]], pone, dealer),
                )
        depth, event = step(tree, frames, depth, event, descend)

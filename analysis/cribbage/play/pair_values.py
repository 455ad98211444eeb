"""Mean points of every pair of hands when both play a strategy.

One pass over the public tree carries the reaches of both players. At each leaf, the
product of the reaches times the points is added to the pairs of hands that can have
come there. The result, two matrices, gives the value of the play under any joint
distribution of the hands, so also for the opponents that six known cards leave.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from trueodds.analysis.cribbage.play.endings import Endings
from trueodds.analysis.cribbage.play.engine import Array
from trueodds.analysis.cribbage.play.multisets import Multisets
from trueodds.analysis.cribbage.play.passes import DEPTH, PARTS
from trueodds.analysis.cribbage.play.tree import LEAVES, NONE, Game, Tree
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
    frames = np.zeros((DEPTH, 4), np.int64)
    _add_leaves(
        game.tree, game.multisets, game.endings, parts, reaches, frames, pone, dealer
    )
    return pone, dealer


@njit(cache=True, nogil=True)
def _play(
    tree: Tree,
    sets: Multisets,
    parts: Array,
    node: int,
    action: int,
    reach: Array,
    below: Array,
) -> bool:
    """Write the mover's reach of a child; return whether any of it is positive."""
    player, legal = tree.player[node], tree.legal[node]
    held = tree.cards[node, player]
    any_reach = False
    if action >= legal:
        number = sets.choices[held, legal]
        for m in range(sets.sizes[held]):
            below[m] = reach[m] if number[m] == 0 else 0
            any_reach |= below[m] > 0
        return any_reach
    small = sets.sizes[held - 1]
    slot = tree.slot[node] + action * small
    for m in range(small):
        below[m] = reach[sets.plus[held - 1, action, m]] * parts[slot + m] / PARTS
        any_reach |= below[m] > 0
    return any_reach


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
    """Pass over the tree; a frame has a node, its child, and both reaches' depths."""
    go = sets.plus.shape[1]
    depth = 0
    frames[0, 1] = -1
    while depth >= 0:
        node, up = frames[depth, 0], frames[depth, 2:4]
        mover = tree.player[node]
        frames[depth, 1] += 1
        action = frames[depth, 1]
        if action > go:
            depth -= 1
            continue
        child = tree.child[node, action]
        if child == NONE:
            continue
        down = frames[depth + 1]
        down[2:4] = up
        down[2 + mover] += 1
        if not _play(
            *(tree, sets, parts, node, action),
            *(reaches[mover, up[mover]], reaches[mover, down[2 + mover]]),
        ):
            continue
        if child > LEAVES:
            depth += 1
            down[0], down[1] = child, -1
            continue
        _add_leaf(
            *(LEAVES - child, tree, sets, endings),
            *(reaches[PONE, down[2]], reaches[DEALER, down[3]], pone, dealer),
        )

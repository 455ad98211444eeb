"""One pass over the public tree: counterfactual values of a player, by hand.

The vector form of Zinkevich et al. (2007): an opponent's *reach*, the product of the
probabilities with which he has played as he did, goes down the tree as a vector over
his remaining cards; the player's expected points come up as a vector over his own. The
joint distribution of the hands enters only at the leaves.

The same pass serves three purposes. ``REGRETS`` plays the current strategies by regret
matching, updates the player's regrets, and adds the opponent's play to the average.
``RESPONSE`` plays a best response to the opponent's average, ``AVERAGES`` both
averages.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numba.extending import intrinsic

from trueodds.analysis.cribbage.play.engine import Array
from trueodds.analysis.cribbage.play.tree import (
    LEAVES,
    NONE,
    Multisets,
    Tree,
)
from trueodds.core.rules.cribbage_play import DEALER, MOST_CARDS, PONE

REGRETS, RESPONSE, AVERAGES = range(3)
WHOLE, REACHES, VALUES = range(3)
"""Stages of a pass: a whole subtree; the nodes above the frontier, to collect the
reaches at it, or to take in the values from it."""
DEPTH = 3 * MOST_CARDS


class Leaves(NamedTuple):
    """The payoffs of the leaves, and the joint distribution of the hands."""

    blocks: Array
    """Probability by the cards that dealer and pone have played, all but one, and the
    dealer's and pone's last card: (blocks, ranks * ranks)."""
    hands: Array
    """Probability by the dealer's and pone's hand: (hands, hands)."""
    endings: Array
    """Payments of the endings to the player of the pass, as ``Game.endings``."""
    before: Array
    """Points that the player has been paid before each leaf."""


class Choices(NamedTuple):
    """The weights of choices by slot, and how a pass updates them."""

    regrets: Array
    totals: Array
    """Sums of the strategies over all iterations: the average strategy."""
    discounts: Array
    """Factors of positive and of negative regrets, and the iteration's weight."""


class Frontier(NamedTuple):
    """Nodes whose subtrees are passed over apart from each other."""

    number: Array
    """By node: its place in the frontier, or -1: int32."""
    reach: Array
    """The opponent's reach at each node of the frontier."""
    value: Array
    """The player's values at each node of the frontier."""


class Scratch(NamedTuple):
    """Room for the vectors of the nodes on the way to the current one."""

    reach: Array
    value: Array
    norm: Array
    actions: Array
    frames: Array

    @classmethod
    def of(cls, sets: Multisets, dtype: type) -> Scratch:
        """Return room for a deck's vectors."""
        hands, ranks = int(sets.sizes[-1]), sets.plus.shape[1]
        wide = DEPTH, hands
        return cls(
            np.zeros(wide, dtype),
            np.zeros(wide, dtype),
            np.zeros(wide, dtype),
            np.zeros((DEPTH, ranks * int(sets.sizes[-2])), dtype),
            np.zeros((DEPTH, 3), np.int64),
        )


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract", "nsz"})
def _leaf(
    leaf: int,
    player: int,
    tree: Tree,
    sets: Multisets,
    leaves: Leaves,
    reach: Array,
    value: Array,
) -> None:
    """Write the player's values at a leaf, by what he holds."""
    cards = tree.leaf_cards[leaf]
    played = tree.leaf_played[leaf]
    ending = tree.leaf_ending[leaf]
    before = leaves.before[leaf]
    ranks = sets.plus.shape[1]
    if cards[PONE] and cards[DEALER]:
        width = sets.sizes[len(sets.sizes) - 2]
        block = leaves.blocks[played[DEALER] * width + played[PONE]]
        paid = leaves.endings[ending : ending + ranks * ranks]
        zero = block.dtype.type(0)
        if player == PONE:
            value[:ranks] = zero
        for d in range(ranks):
            if player == PONE and reach[d] == 0:
                continue
            block_row = block[d * ranks : (d + 1) * ranks]
            paid_row = paid[d * ranks : (d + 1) * ranks]
            if player == DEALER:
                total = zero
                for p in range(ranks):
                    pay = block.dtype.type(paid_row[p] + before)
                    total += block_row[p] * pay * reach[p]
                value[d] = total
            else:
                part = reach[d]
                for p in range(ranks):
                    pay = block.dtype.type(paid_row[p] + before)
                    value[p] += block_row[p] * pay * part
        return
    alone = PONE if cards[PONE] else DEALER
    held = cards[alone]
    hands = sets.whole[held, played[alone]]
    other = played[1 - alone]
    total = leaves.hands.dtype.type(0)
    for number in range(sets.sizes[held]):
        if alone == DEALER:
            probability = leaves.hands[hands[number], other]
        else:
            probability = leaves.hands[other, hands[number]]
        paid_here = probability * leaves.hands.dtype.type(
            leaves.endings[ending + number] + before
        )
        if alone == player:
            value[number] = paid_here * reach[0]
        else:
            total += paid_here * reach[number]
    if alone != player:
        value[0] = total


@njit(cache=True, nogil=True)
def _norms(
    weights: Array, slot: int, legal: int, held: int, sets: Multisets, norm: Array
) -> None:
    """Add up the positive weights of each multiset's choices."""
    small = sets.sizes[held - 1]
    norm[: sets.sizes[held]] = 0
    for r in range(legal):
        plus = sets.plus[held - 1, r]
        row = weights[slot + r * small : slot + (r + 1) * small]
        for m in range(small):
            norm[plus[m]] += max(row[m], 0)


@njit(inline="always")
def _probability(weight: Any, norm: Any, evenly: Any) -> Any:
    """Return a choice's probability: its share, or an even one where all are zero."""
    return max(weight, 0) / norm if norm > 0 else evenly


@njit(cache=True, nogil=True)
def _absorb(
    player: int,
    mover: int,
    action: int,
    legal: int,
    held: tuple[int, int],
    sets: Multisets,
    actions: Array,
    below: Array,
    value: Array,
) -> None:
    """Take in the values of a child."""
    if player != mover:
        for m in range(sets.sizes[held[player]]):
            value[m] += below[m]
    elif action < legal:
        small = sets.sizes[held[player] - 1]
        actions[action * small : (action + 1) * small] = below[:small]
    else:
        choices = sets.choices[held[player], legal]
        for m in range(sets.sizes[held[player]]):
            if choices[m] == 0:
                value[m] = below[m]


@njit(cache=True, nogil=True)
def _own_values(
    purpose: int,
    slot: int,
    legal: int,
    held: int,
    sets: Multisets,
    choices: Choices,
    norm: Array,
    actions: Array,
    value: Array,
) -> None:
    """Finish a node of the player: values from those of the choices, and regrets.

    Multisets none of whose cards fits have their value from go already.
    """
    small, large = sets.sizes[held - 1], sets.sizes[held]
    number, evenly = sets.choices[held, legal], sets.evenly[held, legal]
    if purpose == RESPONSE:
        for m in range(large):
            if number[m]:
                value[m] = -np.inf
        for r in range(legal):
            plus = sets.plus[held - 1, r]
            action = actions[r * small : (r + 1) * small]
            for m in range(small):
                value[plus[m]] = max(value[plus[m]], action[m])
        return
    weights = choices.regrets if purpose == REGRETS else choices.totals
    for r in range(legal):
        plus = sets.plus[held - 1, r]
        row = weights[slot + r * small : slot + (r + 1) * small]
        action = actions[r * small : (r + 1) * small]
        for m in range(small):
            whole = plus[m]
            share = _probability(row[m], norm[whole], evenly[whole])
            value[whole] += share * action[m]
    if purpose != REGRETS:
        return
    positive, negative = choices.discounts[0], choices.discounts[1]
    for r in range(legal):
        plus = sets.plus[held - 1, r]
        row = weights[slot + r * small : slot + (r + 1) * small]
        action = actions[r * small : (r + 1) * small]
        for m in range(small):
            regret = row[m]
            regret *= positive if regret > 0 else negative
            row[m] = regret + action[m] - value[plus[m]]


@njit(cache=True, nogil=True)
def _opponent_reach(
    purpose: int,
    action: int,
    slot: int,
    legal: int,
    held: int,
    sets: Multisets,
    choices: Choices,
    norm: Array,
    reach: Array,
    below: Array,
) -> bool:
    """Write the opponent's reach of a child; return whether any of it is positive."""
    number = sets.choices[held, legal]
    any_reach = False
    if action >= legal:
        for m in range(sets.sizes[held]):
            below[m] = reach[m] if number[m] == 0 else 0
            any_reach |= below[m] > 0
        return any_reach
    small = sets.sizes[held - 1]
    plus, evenly = sets.plus[held - 1, action], sets.evenly[held, legal]
    begin, end = slot + action * small, slot + (action + 1) * small
    weights = choices.regrets if purpose == REGRETS else choices.totals
    row = weights[begin:end]
    highest = reach[0] * 0
    for m in range(small):
        whole = plus[m]
        part = reach[whole] * _probability(row[m], norm[whole], evenly[whole])
        below[m] = part
        highest = max(highest, part)
    if purpose == REGRETS and highest > 0:
        iteration = choices.discounts[2]
        totals = choices.totals[begin:end]
        for m in range(small):
            totals[m] += iteration * below[m]
    return bool(highest > 0)


@intrinsic
def _without_owner(context: Any, array: Any) -> Any:
    """Return the same array without its owner.

    Compiled code counts references to an array's owner atomically, also for each row
    that it looks at. In the inner loops that took half of the time.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(array)(context, builder, arguments[0])
        view.meminfo = view.meminfo.type(None)
        view.parent = view.parent.type(None)
        return view._getvalue()

    return array(array), generate


_bare: Any = _without_owner


@njit(cache=True, nogil=True)
def _bare_tree(tree: Tree) -> Tree:
    return Tree(
        _bare(tree.player),
        _bare(tree.cards),
        _bare(tree.legal),
        _bare(tree.child),
        _bare(tree.slot),
        _bare(tree.leaf_cards),
        _bare(tree.leaf_played),
        _bare(tree.leaf_points),
        _bare(tree.leaf_ending),
    )


@njit(cache=True, nogil=True)
def _bare_sets(sets: Multisets) -> Multisets:
    return Multisets(
        _bare(sets.sizes),
        _bare(sets.plus),
        _bare(sets.choices),
        _bare(sets.evenly),
        _bare(sets.whole),
    )


@njit(cache=True, nogil=True)
def _bare_leaves(leaves: Leaves) -> Leaves:
    return Leaves(
        _bare(leaves.blocks),
        _bare(leaves.hands),
        _bare(leaves.endings),
        _bare(leaves.before),
    )


@njit(cache=True, nogil=True)
def _bare_choices(choices: Choices) -> Choices:
    return Choices(
        _bare(choices.regrets),
        _bare(choices.totals),
        _bare(choices.discounts),
    )


@njit(cache=True, nogil=True)
def _bare_frontier(frontier: Frontier) -> Frontier:
    return Frontier(
        _bare(frontier.number),
        _bare(frontier.reach),
        _bare(frontier.value),
    )


@njit(cache=True, nogil=True)
def _bare_scratch(scratch: Scratch) -> Scratch:
    return Scratch(
        _bare(scratch.reach),
        _bare(scratch.value),
        _bare(scratch.norm),
        _bare(scratch.actions),
        _bare(scratch.frames),
    )


@njit(cache=True, nogil=True)
def pass_over(
    root: int,
    stage: int,
    purpose: int,
    player: int,
    tree: Tree,
    sets: Multisets,
    leaves: Leaves,
    choices: Choices,
    frontier: Frontier,
    scratch: Scratch,
) -> None:
    """Pass over the tree below ``root``, depth first.

    The opponent's reach at the root is in ``scratch.reach[0]``, the player's values
    there come to be in ``scratch.value[0]``.
    """
    tree, sets, leaves = _bare_tree(tree), _bare_sets(sets), _bare_leaves(leaves)
    choices, frontier = _bare_choices(choices), _bare_frontier(frontier)
    scratch = _bare_scratch(scratch)
    go = sets.plus.shape[1]
    frames = scratch.frames
    depth = 0
    frames[0, 0], frames[0, 1], frames[0, 2] = root, -1, 0
    while depth >= 0:
        node, action, up = frames[depth, 0], frames[depth, 1], frames[depth, 2]
        mover, legal, slot = tree.player[node], tree.legal[node], tree.slot[node]
        held: Any = np.int64(tree.cards[node, 0]), np.int64(tree.cards[node, 1])
        value, norm = scratch.value[depth], scratch.norm[depth]
        below = scratch.value[depth + 1]
        if action == -1:
            value[: sets.sizes[held[player]]] = 0
            if mover == player:
                scratch.actions[depth, : legal * sets.sizes[held[mover] - 1]] = 0
            if mover != player or purpose != RESPONSE:
                weights = choices.regrets if purpose == REGRETS else choices.totals
                _norms(weights, slot, legal, held[mover], sets, norm)
        else:
            _absorb(
                *(player, mover, action, legal, held, sets),
                *(scratch.actions[depth], below, value),
            )
        pushed = False
        action += 1
        while action <= go:
            child = tree.child[node, action]
            if child == NONE:
                action += 1
                continue
            next_up = up
            if mover != player:
                next_up = up + 1
                if not _opponent_reach(
                    *(purpose, action, slot, legal, held[mover], sets, choices),
                    *(norm, scratch.reach[up], scratch.reach[next_up]),
                ):
                    action += 1
                    continue
            if child > LEAVES:
                place = frontier.number[child] if stage != WHOLE else -1
                if place < 0:
                    frames[depth, 1] = action
                    depth += 1
                    frames[depth, 0], frames[depth, 1] = child, -1
                    frames[depth, 2] = next_up
                    pushed = True
                    break
                if stage == REACHES:
                    frontier.reach[place] = scratch.reach[next_up]
                else:
                    below[:] = frontier.value[place]
            else:
                _leaf(
                    *(LEAVES - child, player, tree, sets, leaves),
                    *(scratch.reach[next_up], below),
                )
            if stage != REACHES:
                _absorb(
                    *(player, mover, action, legal, held, sets),
                    *(scratch.actions[depth], below, value),
                )
            action += 1
        if pushed:
            continue
        if mover == player and stage != REACHES:
            _own_values(
                *(purpose, slot, legal, held[player], sets, choices),
                *(norm, scratch.actions[depth], value),
            )
        depth -= 1

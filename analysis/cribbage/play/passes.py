"""One pass over the public tree: counterfactual values of a player, by hand.

The vector form of Zinkevich et al. (2007): an opponent's *reach*, the product of the
probabilities with which he has played as he did, goes down the tree as a vector over
his remaining cards; the player's expected points come up as a vector over his own. The
joint distribution of the hands enters only at the leaves.

The same pass serves four purposes. ``REGRETS`` plays the current strategies by regret
matching, updates the player's regrets, and adds the opponent's play to the average.
``RESPONSE`` plays a best response to the opponent's average, ``AVERAGES`` both
averages. ``RECORD`` is ``RESPONSE``, and makes it the average of some hands.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numba.extending import intrinsic

from trueodds.analysis.cribbage.play.endings import WIDTH
from trueodds.analysis.cribbage.play.engine import Array
from trueodds.analysis.cribbage.play.leaves import Distribution, Payoffs, leaf_values
from trueodds.analysis.cribbage.play.multisets import Multisets
from trueodds.analysis.cribbage.play.tree import LEAVES, NONE, Tree
from trueodds.core.rules.cribbage_play import MOST_CARDS

REGRETS, RESPONSE, AVERAGES, RECORD = range(4)
PARTS = 4096
"""The weights of an information set's choices add up to this in a strategy in parts."""
WHOLE, REACHES, VALUES = range(3)
"""Stages of a pass: a whole subtree; the nodes above the frontier, to collect the
reaches at it, or to take in the values from it."""
DEPTH = 3 * MOST_CARDS


class Choices(NamedTuple):
    """The weights of choices by slot, and how a pass updates them."""

    regrets: Array
    totals: Array
    """Sums of the strategies over all iterations: the average strategy."""
    discounts: Array
    """Factors of positive and of negative regrets, and the iteration's weight."""
    recorded: Array
    """The player's hands whose best response ``RECORD`` writes: bool (hands,)."""


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
        wide = DEPTH, max(hands, WIDTH)
        return cls(
            np.zeros(wide, dtype),
            np.zeros(wide, dtype),
            np.zeros(wide, dtype),
            np.zeros((DEPTH, ranks * int(sets.sizes[-2])), dtype),
            np.zeros((DEPTH, 3), np.int64),
        )


@njit(inline="always")
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


@njit(inline="always")
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


@njit(inline="always")
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
    if purpose in (RESPONSE, RECORD):
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
def _record(
    slot: int,
    legal: int,
    held: int,
    played: int,
    sets: Multisets,
    choices: Choices,
    chosen: Array,
    actions: Array,
    value: Array,
) -> None:
    """Make the first best choice of some hands their average; ``chosen`` is room."""
    small = sets.sizes[held - 1]
    whole_hand = held == len(sets.sizes) - 1
    chosen[: sets.sizes[held]] = 0
    for r in range(legal):
        for m in range(small):
            whole = sets.plus[held - 1, r, m]
            hand = whole if whole_hand else sets.whole[held, played, whole]
            if choices.recorded[hand]:
                best = chosen[whole] == 0 and actions[r * small + m] == value[whole]
                chosen[whole] += best
                choices.totals[slot + r * small + m] = PARTS * best


@njit(inline="always")
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
def _without_owners(context: Any, arrays: Any) -> Any:
    """Return a tuple of the same arrays without their owners.

    Compiled code counts references to an array's owner atomically, also for each row
    that it looks at. In the inner loops that took half of the time.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        views = arguments[0]
        for place, kind in enumerate(arrays.types):
            owned = builder.extract_value(views, place)
            view = context.make_array(kind)(context, builder, owned)
            view.meminfo = view.meminfo.type(None)
            view.parent = view.parent.type(None)
            views = builder.insert_value(views, view._getvalue(), place)
        return views

    return arrays(arrays), generate


_bare: Any = _without_owners


@njit(cache=True, nogil=True)
def pass_over(
    root: int,
    stage: int,
    purpose: int,
    player: int,
    tree: Tree,
    sets: Multisets,
    hands: Distribution,
    paid: Payoffs,
    choices: Choices,
    frontier: Frontier,
    scratch: Scratch,
) -> None:
    """Pass over the tree below ``root``, depth first.

    The opponent's reach at the root is in ``scratch.reach[0]``, the player's values
    there come to be in ``scratch.value[0]``.
    """
    tree, sets, hands, paid = _bare(tree), _bare(sets), _bare(hands), _bare(paid)
    choices, frontier, scratch = _bare(choices), _bare(frontier), _bare(scratch)
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
            if mover != player or purpose in (REGRETS, AVERAGES):
                weights = choices.regrets if purpose == REGRETS else choices.totals
                _norms(weights, slot, legal, held[mover], sets, norm)
        else:
            _absorb(
                player,
                mover,
                action,
                legal,
                held,
                sets,
                scratch.actions[depth],
                below,
                value,
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
                    purpose,
                    action,
                    slot,
                    legal,
                    held[mover],
                    sets,
                    choices,
                    norm,
                    scratch.reach[up],
                    scratch.reach[next_up],
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
                at, opponents = LEAVES - child, scratch.reach[next_up]
                leaf_values(at, player, tree, sets, hands, paid, opponents, below)
            if stage != REACHES:
                _absorb(
                    player,
                    mover,
                    action,
                    legal,
                    held,
                    sets,
                    scratch.actions[depth],
                    below,
                    value,
                )
            action += 1
        if pushed:
            continue
        if mover == player and stage != REACHES:
            _own_values(
                purpose,
                slot,
                legal,
                held[player],
                sets,
                choices,
                norm,
                scratch.actions[depth],
                value,
            )
            if purpose == RECORD:
                _record(
                    *(slot, legal, held[player], tree.played[node, player], sets),
                    *(choices, norm, scratch.actions[depth], value),
                )
        depth -= 1

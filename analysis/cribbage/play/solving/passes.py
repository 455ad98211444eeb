"""One pass over the public tree: a player's expected points, by the cards he holds.

The vector form of counterfactual regret minimisation (Zinkevich et al. 2007). Each pass
is made for one of the two players, called the player, against the opponent. The pass
has two vectors at each node:

- The opponent's *reach* goes down the tree. It is the probability that the opponent
  makes the plays that lead to the node, by the cards that he still holds.
- The player's *values* come up the tree, by the cards that the player still holds. A
  value is counterfactual: the sum, over the opponent's hands, of the probability of
  both hands, times the opponent's reach, times the player's expected points.

The joint distribution of the hands enters only at the leaves.

What happens at a node depends on who moves there:

- The opponent moves. At the edge to a child, the reach is multiplied by the probability
  of the choice. So the children's values already include it, and are added up.
- The player moves. The reach stays as it is. The values of the choices are stored apart
  until all are known. Then they are mixed by the player's strategy, or the best one is
  taken. The *regret* of a choice is its value less that of the mixture.
- If no card of a hand fits, the player or the opponent has to say go. Such a hand moves
  on to the child for go with probability 1.

The same pass serves four purposes:

- ``REGRETS`` plays the current strategies by regret matching (Hart and Mas-Colell
  2000). It updates the player's regrets, with the discounts of Brown and Sandholm
  (2019). It also adds the opponent's strategy to the opponent's average, weighted by
  the opponent's reach, which only this pass computes.
- ``RESPONSE`` plays a best response of the player to the opponent's average strategy.
- ``AVERAGES`` plays the average strategies of both.
- ``RECORD`` finds the same best response as ``RESPONSE``. For the hands that
  ``Choices.recorded`` marks, it stores the response as the player's average strategy.

``test_plain_regret_minimisation.py`` has the same algorithm on an explicit tree, one
information set at a time, in sixty plain lines.

Cards are numbered as multisets of ranks. The mover holds the multiset ``whole`` before
a choice, and the multiset m after it. For a choice of rank r, ``plus[m]`` is m with a
card of rank r added, so ``whole = plus[m]``. Vectors of a node are indexed by
``whole``, and rows of weights or values of one choice are indexed by m.

A set of nodes, the *frontier*, cuts the tree, so that the subtrees below it can be
passed over in parallel. A pass then has three stages. ``REACHES`` goes from the root
down to the frontier, ``WHOLE`` passes over each subtree, and ``VALUES`` computes the
values from the frontier up to the root.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trueodds.analysis.cribbage.play.solving.leaves import (
    ArrangedHands,
    Payoffs,
    leaf_values,
)
from trueodds.analysis.cribbage.play.solving.parts import PARTS
from trueodds.analysis.cribbage.play.tree.endings import WIDTH
from trueodds.analysis.cribbage.play.tree.engine import Array, Multisets, copy
from trueodds.analysis.cribbage.play.tree.public_tree import LEAVES, Tree
from trueodds.analysis.cribbage.play.tree.traversal import (
    ACTION,
    DEPTH,
    NODE,
    bare,
    begin,
    descend,
    frames_of,
    next_child,
)
from trueodds.core.kernels.compiled import compiled, inlined

REGRETS, RESPONSE, AVERAGES, RECORD = range(4)
"""Purposes of a pass."""
WHOLE = 0
"""A stage of a pass: compute the values of a whole subtree."""
REACHES = 1
"""A stage of a pass: from the root, write the opponent's reaches at the frontier."""
VALUES = 2
"""A stage of a pass: compute the values at the root from those at the frontier."""


class Task(NamedTuple):
    """The stage of a pass over the public tree, its purpose, and its player.

    The frontier is a set of nodes that cut the tree. At the ``stage`` ``REACHES``, the
    pass writes the opponent's reach at the frontier, beginning at the root. At the
    stage ``WHOLE``, it computes the values of a whole subtree. At the stage ``VALUES``,
    it computes the values above the frontier from those there. The ``purpose`` is
    to update the regrets (``REGRETS``), to play a best response (``RESPONSE``) or the
    average strategies (``AVERAGES``), or to store a best response as well (``RECORD``).
    """

    stage: int
    purpose: int
    player: int
    """The player whose values the pass computes: pone or dealer."""


class Choices(NamedTuple):
    """The weights of choices, by slot, and the numbers that update them.

    A slot is the number of one choice of a player with certain cards at a node of the
    public tree. The weights define the current strategies and the average strategies.
    """

    regrets: Array
    """Discounted sums of regrets: float32 (slots,)."""
    totals: Array
    """Sums of the strategies over all iterations, the average strategy: (slots,)."""
    discounts: Array
    """Factors of old positive regrets and of old negative regrets, and the weight of
    the iteration in the average: (3,)."""
    recorded: Array
    """The player's hands whose best response ``RECORD`` writes: bool (hands,)."""


class Frontier(NamedTuple):
    """Nodes that cut the public tree, and the numbers that a pass stores at them.

    The subtrees below these nodes do not overlap, so a pass can compute their values in
    parallel. The opponent's reach is the probability that he makes the plays that lead
    to a node, by the cards that he still holds. A value, by the cards that the player
    still holds, is a sum over the opponent's hands: the probability of both hands,
    times the opponent's reach, times the player's expected points.
    """

    place: Array
    """The place of each node in the frontier, or -1: int32 (nodes,)."""
    reach: Array
    """The opponent's reach at the frontier: (places, multisets)."""
    value: Array
    """The player's values at the frontier: (places, multisets)."""


class Scratch(NamedTuple):
    """Arrays that a pass overwrites, for the nodes on the path to the current node.

    The opponent's reach is the probability that he makes the plays that lead to a node.
    Reach, values and sums are vectors by the multiset of a player's cards left.
    """

    reach: Array
    """The opponent's reach after each of his moves: (moves, multisets)."""
    value: Array
    """The player's values: (depth, multisets)."""
    norm: Array
    """Sums of the positive weights of the mover's choices: (depth, multisets)."""
    actions: Array
    """The values of each choice, a row for each rank: (depth, ranks * multisets m)."""
    frames: Array
    """The path to the current node, for the traversal."""
    moves: Array
    """Number of the opponent's moves above the node of each depth: int64 (depth,)."""

    @classmethod
    def of(cls, sets: Multisets, dtype: type) -> Scratch:
        """Return arrays of zeros that are large enough for any path through the tree.

        ``sets`` numbers the multisets of ranks (``RanksOfPlay.multisets``). ``dtype``
        is the type of the floats.
        """
        hands = int(sets.sizes[-1])
        ranks = sets.plus.shape[1]
        # ``leaf_values`` writes vectors of ``WIDTH`` numbers, even if hands are fewer.
        wide = DEPTH, max(hands, WIDTH)
        return cls(
            np.zeros(wide, dtype),
            np.zeros(wide, dtype),
            np.zeros(wide, dtype),
            np.zeros((DEPTH, ranks * int(sets.sizes[-2])), dtype),
            frames_of(),
            np.zeros(DEPTH, np.int64),
        )


class Node(NamedTuple):
    """The choices of the player who moves at a node of the public tree.

    A choice has a number, its slot. The slots of a node are consecutive.
    """

    slot: Any
    """The first slot of the mover's choices."""
    legal: Any
    """Number of ranks that fit, the first ones of the deck."""
    held: int
    """Number of cards that the mover holds."""


@compiled
def pass_over(  # noqa: C901, PLR0912, PLR0913, PLR0915 - the two loops of traversal, in one function for its speed
    root: int,
    task: Task,
    tree: Tree,
    sets: Multisets,
    hands: ArrangedHands,
    paid: Payoffs,
    choices: Choices,
    frontier: Frontier,
    scratch: Scratch,
) -> None:
    """Compute a player's expected points in the tree below ``root``, depth first.

    The points are values: sums over the opponent's hands of the probability of both
    hands, times the opponent's reach, times the player's points. The opponent's reach
    is the probability that he makes the plays that lead to a node, by the cards that he
    still holds.

    Args:
        root: The number of the node in ``tree`` at which the pass begins.
        task: The player whose points are computed; the stage, which says what part of
            the tree is passed over; and the purpose, which says how both players play
            and what is updated.
        tree: The public tree.
        sets: Tables that number the multisets of ranks (``RanksOfPlay.multisets``).
        hands: The probabilities of pairs of hands, arranged for the player.
        paid: The points paid to the player where the play ends.
        choices: The weights of both players' choices. Some purposes change them.
        frontier: Nodes that cut the tree. At the stage ``REACHES`` the opponent's reach
            is written there, and at ``VALUES`` the player's values are read there.
        scratch: Arrays that are overwritten. ``scratch.reach[0]`` has the opponent's
            reach at the root. The player's values at the root are written to
            ``scratch.value[0]``.
    """
    stage, purpose, player = task
    # Drop the reference counts of the arrays: counting took half of the time.
    tree = bare(tree)
    sets = bare(sets)
    hands = bare(hands)
    paid = bare(paid)
    choices = bare(choices)
    frontier = bare(frontier)
    scratch = bare(scratch)
    frames = scratch.frames
    moves = scratch.moves
    depth = begin(frames, root)
    moves[0] = 0
    while depth >= 0:
        number = frames[depth, NODE]
        action = frames[depth, ACTION]
        mover: Any = tree.player[number]
        cards = tree.cards[number]
        both_held: Any = np.int64(cards[0]), np.int64(cards[1])
        legal: Any = np.int64(tree.legal[number])
        held = both_held[player]
        node = Node(tree.slot[number], legal, both_held[mover])
        own_move = mover == player
        norm = scratch.norm[depth]
        actions = scratch.actions[depth]
        value = scratch.value[depth]
        below = scratch.value[depth + 1]
        if action < 0:
            value[: sets.sizes[held]] = 0
            # The traversal reaches the node: set all values to 0. They stay 0 for a
            # child that the play reaches with probability 0, and that is skipped.
            if own_move:
                actions[: node.legal * sets.sizes[node.held - 1]] = 0
            # Add up the weights, unless the mover plays a best response.
            if not own_move or purpose in (REGRETS, AVERAGES):
                add_weights(purpose, node, sets, choices, norm)
        else:
            # The traversal is back from the current child: ``below`` has its values.
            _take_in(own_move, action, legal, held, sets, actions, below, value)
        while next_child(tree, frames, depth):
            action = frames[depth, ACTION]
            child = tree.child[number, action]
            # Send the opponent's reach down; skip a child that he never plays. Only the
            # opponent's moves change the reach, so it is stored by their number.
            after = moves[depth] + (not own_move)
            above = scratch.reach[moves[depth]]
            reach = scratch.reach[after]
            if not own_move and not opponent_reach(
                purpose, action, node, sets, choices, norm, above, reach
            ):
                continue
            # Take the values of a leaf or of a node of the frontier at once. Descend to
            # any other child.
            if child <= LEAVES:
                leaf = LEAVES - child
                leaf_values(leaf, player, tree, sets, hands, paid, reach, below)
            else:
                place = frontier.place[child] if stage != WHOLE else -1
                if place < 0:
                    moves[depth + 1] = after
                    depth = descend(tree, frames, depth)
                    break
                if stage == REACHES:
                    copy(reach, frontier.reach[place])
                    continue
                copy(frontier.value[place], below)
            _take_in(own_move, action, legal, held, sets, actions, below, value)
        else:
            # All children are done. If the player moves here, compute the node's values
            # from those of the choices, and store what the purpose asks for.
            if own_move and stage != REACHES:
                _own_values(purpose, node, sets, choices, norm, actions, value)
                if purpose == REGRETS:
                    _update_regrets(node, sets, choices, actions, value)
                if purpose == RECORD:
                    played = tree.played[number, player]
                    _record(node, played, sets, choices, norm, actions, value)
            depth -= 1


@inlined
def _weights(purpose: int, choices: Choices) -> Array:
    """Return the weights by which a pass plays, by slot: regrets, or averages."""
    return choices.regrets if purpose == REGRETS else choices.totals


@inlined
def _probability(weight: Any, norm: Any, evenly: Any) -> Any:
    """Return a choice's share of the positive weights; ``evenly`` if there are none."""
    return max(weight, 0) / norm if norm > 0 else evenly


@inlined
def add_weights(
    purpose: int, node: Node, sets: Multisets, choices: Choices, norm: Array
) -> None:
    """Write to ``norm`` the sum of the positive weights of the mover's choices.

    The mover is the player who moves at the node, and ``norm`` is by the multiset of
    the cards that he holds. ``purpose`` says which weights of ``choices`` count: the
    regrets for ``REGRETS``, else the sums of the strategies. ``node`` has the mover's
    choices. ``sets`` numbers the multisets (``RanksOfPlay.multisets``).
    """
    small = sets.sizes[node.held - 1]
    weights = _weights(purpose, choices)
    norm[: sets.sizes[node.held]] = 0
    for r in range(node.legal):
        plus = sets.plus[node.held - 1, r]
        row = weights[node.slot + r * small : node.slot + (r + 1) * small]
        for m in range(small):
            norm[plus[m]] += max(row[m], 0)


@inlined
def opponent_reach(
    purpose: int,
    action: int,
    node: Node,
    sets: Multisets,
    choices: Choices,
    norm: Array,
    above: Array,
    reach: Array,
) -> bool:
    """Write the opponent's reach after his play; return True if any of it is positive.

    The reach is the probability that he makes the plays that lead to a node, by the
    multiset of cards that he still holds.

    Args:
        purpose: The purpose of the pass. ``REGRETS`` plays by the regrets and adds to
            the sums of the strategies. Any other purpose plays by these sums.
        action: The number of the rank that he plays, or the number of ranks for go.
        node: His choices at the node at which he moves.
        sets: Tables that number the multisets of ranks (``RanksOfPlay.multisets``).
        choices: The weights of the choices.
        norm: The sum of the positive weights of his choices, by multiset
            (``add_weights``).
        above: His reach at the node.
        reach: His reach at the child is written here.
    """
    held = node.held
    legal = node.legal
    # Go: the opponent says go exactly if none of his cards fits.
    fitting = sets.choices[held, legal]
    any_reach = False
    if action >= legal:
        for whole in range(sets.sizes[held]):
            reach[whole] = above[whole] if fitting[whole] == 0 else 0
            any_reach |= reach[whole] > 0
        return any_reach
    # A card: the reach of the multiset that holds it, times the choice's probability.
    small = sets.sizes[held - 1]
    plus = sets.plus[held - 1, action]
    evenly = sets.evenly[held, legal]
    first = node.slot + action * small
    last = node.slot + (action + 1) * small
    row = _weights(purpose, choices)[first:last]
    # A zero of the same type as the reach, for the compiler.
    highest = above[0] * 0
    for m in range(small):
        whole = plus[m]
        part = above[whole] * _probability(row[m], norm[whole], evenly[whole])
        reach[m] = part
        highest = max(highest, part)
    # Add the opponent's strategy to his average, weighted by his reach and by the
    # iteration. Both stages above the frontier come here, so ``Passes.run`` sets
    # ``iteration`` to 0 in the REACHES stage: each choice counts once.
    if purpose == REGRETS and highest > 0:
        iteration = choices.discounts[2]
        totals = choices.totals[first:last]
        for m in range(small):
            totals[m] += iteration * reach[m]
    return bool(highest > 0)


@inlined
def _take_in(
    own_move: bool,
    action: int,
    legal: int,
    held: int,
    sets: Multisets,
    actions: Array,
    below: Array,
    value: Array,
) -> None:
    """Add a child's values to the node's, or store them as those of a player's choice.

    ``below`` has the child's values, ``value`` the node's, and ``actions`` those of the
    player's choices. ``held`` is the number of cards that the player holds.
    """
    if not own_move:
        # The child's reach already includes the opponent's probability, so just add.
        for whole in range(sets.sizes[held]):
            value[whole] += below[whole]
    elif action < legal:
        # A card: keep its values apart until those of all cards are known.
        small = sets.sizes[held - 1]
        copy(below[:small], actions[action * small :])
    else:
        # Go: the values of the multisets that have no card that fits.
        fitting = sets.choices[held, legal]
        for whole in range(sets.sizes[held]):
            if fitting[whole] == 0:
                value[whole] = below[whole]


@inlined
def _own_values(
    purpose: int,
    node: Node,
    sets: Multisets,
    choices: Choices,
    norm: Array,
    actions: Array,
    value: Array,
) -> None:
    """Compute the values of a node at which the player moves.

    The values of multisets without a card that fits are those of go. ``_take_in`` has
    written them already.
    """
    held = node.held
    legal = node.legal
    slot = node.slot
    small = sets.sizes[held - 1]
    large = sets.sizes[held]
    fitting = sets.choices[held, legal]
    evenly = sets.evenly[held, legal]
    # A best response takes the largest value of a choice.
    if purpose in (RESPONSE, RECORD):
        for whole in range(large):
            if fitting[whole]:
                value[whole] = -np.inf
        for r in range(legal):
            plus = sets.plus[held - 1, r]
            action = actions[r * small : (r + 1) * small]
            for m in range(small):
                value[plus[m]] = max(value[plus[m]], action[m])
        return
    # A strategy mixes the values of its choices.
    weights = _weights(purpose, choices)
    for r in range(legal):
        plus = sets.plus[held - 1, r]
        row = weights[slot + r * small : slot + (r + 1) * small]
        action = actions[r * small : (r + 1) * small]
        for m in range(small):
            whole = plus[m]
            share = _probability(row[m], norm[whole], evenly[whole])
            value[whole] += share * action[m]


@inlined
def _update_regrets(
    node: Node, sets: Multisets, choices: Choices, actions: Array, value: Array
) -> None:
    """Discount the regrets of a node by their sign, and add those of this iteration.

    The regret of a choice is its value less that of the node, which mixes the choices.
    """
    small = sets.sizes[node.held - 1]
    positive = choices.discounts[0]
    negative = choices.discounts[1]
    for r in range(node.legal):
        plus = sets.plus[node.held - 1, r]
        row = choices.regrets[node.slot + r * small : node.slot + (r + 1) * small]
        action = actions[r * small : (r + 1) * small]
        for m in range(small):
            regret = row[m]
            regret *= positive if regret > 0 else negative
            row[m] = regret + action[m] - value[plus[m]]


@compiled
def _record(
    node: Node,
    played: int,
    sets: Multisets,
    choices: Choices,
    chosen: Array,
    actions: Array,
    value: Array,
) -> None:
    """Give all of the average strategy of each recorded hand to its best choice.

    Of several best choices, the first one is taken. ``played`` numbers the multiset
    that the player has played; ``chosen`` is scratch.
    """
    held = node.held
    small = sets.sizes[node.held - 1]
    chosen[: sets.sizes[held]] = 0
    for r in range(node.legal):
        for m in range(small):
            # The cards held before rank r is played. The multiset m is left after it.
            whole = sets.plus[held - 1, r, m]
            # The hand is the cards played and the cards held.
            hand = sets.whole[held, played, whole]
            if choices.recorded[hand]:
                # Equality is exact, since the value is that of one of these choices.
                best = chosen[whole] == 0 and actions[r * small + m] == value[whole]
                if best:
                    chosen[whole] = 1
                choices.totals[node.slot + r * small + m] = PARTS if best else 0

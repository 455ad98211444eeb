"""Number of lines of the play of all hands, by a traversal of the public tree.

A line is a path from the root to a leaf, and then an order of the cards that are left.
At a leaf, each player can hold all ranks that the deck still has, except those that he
has denied by a go.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trueodds.analysis.cribbage.play.tree.engine import (
    COUNT,
    LEFT,
    LIMIT,
    MOMENT,
    Array,
    compiled_rules,
    play_card,
    say_go,
    value_of,
)
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
from trueodds.core.rules.cribbage_play import DEALER, MOST_CARDS, OF_A_RANK, PONE


def count_lines(game: RanksOfPlay) -> int:
    """Return the number of orders of ranks in which two hands can be played to the end.

    The hands are all pairs that can be dealt from the deck of ``game``. Two orders that
    differ in suits alone count as the same order.
    """
    rules = compiled_rules(game.rules)
    start = np.zeros(MOMENT, np.int64)
    start[LEFT : LEFT + 2] = game.hand
    return int(_count(start, np.array(game.ranks), game.tree, rules, frames_of()))


@compiled
def _count(start: Array, ranks: Array, tree: Tree, rules: Array, frames: Array) -> Any:
    """Add up the lines of all leaves."""
    go = len(ranks)
    lines = 0
    history = np.zeros(2 * MOST_CARDS, np.int64)
    # By depth: the moment, the lowest rank that each player can hold, and the deck.
    rows = np.zeros((DEPTH, MOMENT), np.int64)
    lowest = np.zeros((DEPTH, 2), np.int64)
    deck = np.full((DEPTH, go), OF_A_RANK, np.int64)
    rows[0] = start
    depth = begin(frames, 0)
    while depth >= 0:
        while next_child(tree, frames, depth):
            node = frames[depth, NODE]
            action = frames[depth, ACTION]
            child = tree.child[node, action]
            mover = tree.player[node]
            row = rows[depth + 1]
            low = lowest[depth + 1]
            rest = deck[depth + 1]
            row[:], low[:], rest[:] = rows[depth], lowest[depth], deck[depth]
            if action == go:
                # Go: no card of the mover fits, so all that he still holds are higher.
                low[mover] = max(low[mover], np.int64(tree.legal[node]))
                say_go(row, rules)
            else:
                rest[action] -= 1
                play_card(row, history, ranks[action], rules)
            if child > LEAVES:
                depth = descend(tree, frames, depth)
                break
            # Below a leaf the tree has no nodes, so the orders of the last cards are
            # counted: a card of each player, or all cards of one player.
            if row[LEFT] and row[LEFT + 1]:
                lines += _pairs(low, rest)
            else:
                player = PONE if row[LEFT] else DEALER
                cards = row[LEFT + player]
                lines += _orders(cards, low[player], row[COUNT], ranks, rest, rules)
        else:
            depth -= 1
    return lines


@compiled
def _pairs(low: Array, rest: Array) -> Any:
    """Return the number of pairs of last cards; the play of such a pair is forced."""
    pairs = 0
    for pone in range(low[0], len(rest)):
        for dealer in range(low[1], len(rest)):
            pairs += rest[pone] > 0 and rest[dealer] > (pone == dealer)
    return pairs


@compiled
def _orders(
    cards: int, low: int, count: int, ranks: Array, rest: Array, rules: Array
) -> Any:
    """Return the number of orders in which a player alone can play his last cards."""
    orders = 0
    for code in range(len(ranks) ** cards):
        # The digits of ``code`` are the ranks in order. ``least`` is the lowest value
        # that each further card can have.
        digits = code
        total = count
        least = 0
        legal = True
        left = rest.copy()
        for _ in range(cards):
            rank = digits % len(ranks)
            digits //= len(ranks)
            left[rank] -= 1
            value = value_of(ranks[rank])
            # If this card does not fit, the player says go. So no card that he still
            # holds fits: this card and all later ones have higher values.
            if total + value > rules[LIMIT]:
                least = max(least, rules[LIMIT] - total + 1)
                total = 0
            # Ranks that he has denied, or that the deck does not have, make no line.
            legal &= rank >= low and left[rank] >= 0 and value >= least
            total = 0 if total + value == rules[LIMIT] else total + value
        orders += legal
    return orders

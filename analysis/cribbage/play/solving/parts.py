"""Strategies of the play *in parts*: exact strategies as arrays of integers.

The weights of the choices of an information set are integers (its *parts*) that add up
to ``PARTS``. They are stored by slot (``public_tree``). A player decides at most three
times before his last card, so every probability with which he plays is an integer over
``scale_of``, and exact in float64 too.
"""

from __future__ import annotations

import numpy as np

from trueodds.analysis.cribbage.play.tree.engine import Array, Multisets
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay, Tree
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.cribbage_play import MOST_CARDS

PARTS = 4096
"""The sum of the weights of an information set's choices, in a strategy in parts."""


def scale_of(game: RanksOfPlay) -> int:
    """Return the common denominator of all probabilities with which a player plays.

    A strategy in parts has an integer in place of the probability of each choice; at
    each moment these add up to ``PARTS``. A player has at most ``game.hand - 1``
    decisions, so the result is ``PARTS`` to this power.
    """
    return int(PARTS ** (game.hand - 1))


def in_parts(game: RanksOfPlay, totals: Array) -> Array:
    """Return the average strategy of the solver as integers: uint16, by slot.

    A slot is the number of a choice of a player with certain cards at a node. The
    integers of all his choices there add up to ``PARTS``. ``totals`` are the sums that
    define the average strategy, also by slot (``passes.Choices``).
    """
    parts = np.zeros(game.slots, np.uint16)
    units = np.full(MOST_CARDS + 1, PARTS)
    _round(game.tree, game.multisets, totals, units, 0.0, parts)
    return parts


def in_few_parts(game: RanksOfPlay, totals: Array, units: Array) -> Array:
    """Return the average strategy of the solver as small integers: uint8, by slot.

    A slot is the number of a choice of a player with certain cards at a node. The
    integers of all his choices there are proportional to their probabilities, rounded.
    They add up to ``units[n]``, where n is the number of cards that both players
    together still hold. ``totals`` are the sums that define the average strategy, also
    by slot (``passes.Choices``).
    """
    parts = np.zeros(game.slots, np.uint8)
    _round(game.tree, game.multisets, totals, units, 0.5, parts)
    return parts


def are_whole(game: RanksOfPlay, parts: Array) -> bool:
    """Return True if the integers at each information set add up to ``PARTS``.

    ``parts`` has the integer weight of each choice. An information set is a node, with
    the cards of the player to move.
    """
    return bool(_are_whole(game.tree, game.multisets, parts))


@compiled
def _round(
    tree: Tree,
    sets: Multisets,
    totals: Array,
    units: Array,
    half: float,
    parts: Array,
) -> None:
    """Round the choices of every information set; the largest choice takes the rest."""
    large = sets.sizes[len(sets.sizes) - 1]
    norm = np.zeros(large)
    best = np.zeros(large)
    left = np.zeros(large, np.int64)
    place = np.zeros(large, np.int64)
    for node in range(len(tree.player)):
        held = tree.cards[node, tree.player[node]]
        legal = tree.legal[node]
        small = sets.sizes[held - 1]
        choices = sets.choices[held, legal]
        # The sum of the weights of all choices, by the multiset of the mover's cards.
        norm[:] = 0
        for r in range(legal):
            for m in range(small):
                total = totals[tree.slot[node] + r * small + m]
                norm[sets.plus[held - 1, r, m]] += total
        # Round every share. ``left`` is what is then missing to all parts; it goes to
        # the largest share, whose slot is ``place``.
        best[:] = -1
        unit = units[tree.cards[node, 0] + tree.cards[node, 1]]
        left[:] = unit
        for r in range(legal):
            for m in range(small):
                at = tree.slot[node] + r * small + m
                whole = sets.plus[held - 1, r, m]
                if norm[whole] > 0:
                    share = totals[at] / norm[whole]
                else:
                    share = 1 / choices[whole]
                # Rounded down, the shares leave something over. Rounded to the nearest,
                # they may also take too much, and ``left`` is then negative.
                parts[at] = int(share * unit + half)
                left[whole] -= parts[at]
                if share > best[whole]:
                    best[whole] = share
                    place[whole] = at
        for m in range(sets.sizes[held]):
            # Multisets without a card that fits have no choice, and no slot.
            if choices[m]:
                parts[place[m]] += left[m]


@compiled
def _are_whole(tree: Tree, sets: Multisets, parts: Array) -> bool:
    """Return True if the parts of every information set add up to ``PARTS``."""
    total = np.zeros(sets.sizes[len(sets.sizes) - 1], np.int64)
    for node in range(len(tree.player)):
        held = tree.cards[node, tree.player[node]]
        legal = tree.legal[node]
        small = sets.sizes[held - 1]
        choices = sets.choices[held, legal]
        total[:] = 0
        for r in range(legal):
            for m in range(small):
                whole = sets.plus[held - 1, r, m]
                total[whole] += parts[tree.slot[node] + r * small + m]
        for m in range(sets.sizes[held]):
            if choices[m] and total[m] != PARTS:
                return False
    return True


@compiled
def play_action(
    node: int,
    action: int,
    tree: Tree,
    sets: Multisets,
    parts: Array,
    reach: Array,
    below: Array,
) -> bool:
    """Write the reach of the player to move after his play; return if any is positive.

    The reach is the probability that he makes the plays that lead to a node, by the
    multiset of cards that he still holds.

    Args:
        node: The number of the node in ``tree`` at which he moves.
        action: The number of the rank that he plays, or the number of ranks for go.
        tree: The public tree.
        sets: Tables that number the multisets of ranks (``RanksOfPlay.multisets``).
        parts: His strategy, as the integer weight of each choice.
        reach: His reach at the node, by his cards before the play. It is exact:
            float64, or int64 and multiplied by ``scale_of``.
        below: His reach at the child is written here, by his cards after the play.
    """
    held = tree.cards[node, tree.player[node]]
    legal = tree.legal[node]
    any_reach = False
    # Go: a player says go exactly if none of his cards fits.
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
            below[m] = below[m] / PARTS * parts[slot + m]
        any_reach |= below[m] > 0
    return any_reach

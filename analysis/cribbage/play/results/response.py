"""The best response of a player whose hand is known, from a moment of the play on.

The opponent keeps each hand with a weight, and plays a strategy. So a moment has the
opponent's *reach*, by the multiset of his cards left: the weight of the hand, times the
probability of his choices so far. The player's cards are known. So all moments that can
follow are few, and the program plays them by the rules. It needs the public tree only
to look up the strategy.

A player who is alone plays his cards for the most points.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.play.solving.passes import (
    RESPONSE,
    Choices,
    Node,
    add_weights,
    opponent_reach,
)
from trueodds.analysis.cribbage.play.tree.compiled_game import CompiledGame
from trueodds.analysis.cribbage.play.tree.endings import finish_alone
from trueodds.analysis.cribbage.play.tree.engine import (
    COUNT,
    LEFT,
    LIMIT,
    MOMENT,
    POINTS,
    TO_PLAY,
    Array,
    copy,
    play_card,
    say_go,
    value_of,
)
from trueodds.analysis.cribbage.play.tree.public_tree import NONE
from trueodds.analysis.cribbage.play.tree.traversal import DEPTH
from trueodds.core.kernels.compiled import compiled, inlined
from trueodds.core.rules.cribbage_play import MOST_CARDS

PEGS = 64
"""More than the points of a player in the play."""
NODE, ACTION, NUMBER, OWN = (MOMENT + place for place in (0, 1, 2, 4))
"""Further places in a row: the node of the public tree, or ``NONE`` at and below a
leaf; the current action, at first ``NEW``; and the multiset that each player has
played. The numbers of the player's cards left follow, by rank."""
NEW = -1


class Worth(NamedTuple):
    """The value to a player of the points that both players score from a moment on.

    ``needs`` has the points with which pone and the dealer reach the last hole, which
    ends the game. ``table`` has the value, such as the probability to win, by the
    opponent's hand, pone's points and the dealer's points. A value can be too low, by
    ``width`` at most.
    """

    needs: Array
    """The points with which pone and the dealer end the game at once: int64."""
    table: Array
    """The value, not negative, by the opponent's hand and by pone's and the dealer's
    points, at most those in ``needs``. A table of one hand is for all hands."""
    width: float
    """The most that a value can be too low."""


class ResponsePath(NamedTuple):
    """Arrays for the moments on the path to the current moment of the play, by depth.

    ``rows`` has the moments. ``history`` has the ranks played, in order. ``reach`` has,
    for each multiset of the opponent's cards left, the weight of his hand times the
    probability of his choices so far. ``norm`` are the sums of the weights of his
    choices (``add_parts``).
    """

    rows: Array
    """The moments. After each, from the place ``NODE`` on, are the node of the public
    tree, the current action, the multiset that each player has played, and the numbers
    of the player's cards left, by rank."""
    history: Array
    reach: Array
    norm: Array
    value: Array
    """Sums over the opponent's hands: the player's values, and the weights with which
    pone and the dealer end the game: (depth, 3)."""


def new_path(deck: CompiledGame) -> ResponsePath:
    """Return the path of zeros that ``respond`` needs, for a game of the play.

    ``deck`` is the game as arrays, from ``deck_of``.
    """
    wide = DEPTH, int(deck.sets.sizes[-1])
    return ResponsePath(
        np.zeros((DEPTH, OWN + len(deck.ranks)), np.int64),
        np.zeros(2 * MOST_CARDS, np.int64),
        np.zeros(wide),
        np.zeros(wide),
        np.zeros((DEPTH, 3)),
    )


@compiled
def fitting(row: Array, deck: CompiledGame) -> int:
    """Return how many ranks of the deck can be played without passing the limit.

    These are always the lowest ranks of the deck. ``row`` has the moment of the play:
    the count, and so on, as ``tree.engine`` lays it out. ``deck`` is the play as
    arrays, from ``deck_of``.
    """
    limit = deck.rules[LIMIT] - row[COUNT]
    legal = 0
    while legal < len(deck.ranks) and value_of(deck.ranks[legal]) <= limit:
        legal += 1
    return legal


@compiled
def descend(
    row: Array, below: Array, history: Array, player: int, deck: CompiledGame
) -> None:
    """Write the moment after a card or a go to ``below``.

    Args:
        row: The moment before. ``row[ACTION]`` is the index of the rank that is played,
            or the number of ranks for go.
        below: The moment after is written here, with no action yet.
        history: All ranks played, in order. A card is added.
        player: The player whose cards left are in ``row``: 0 for pone, 1 for the
            dealer, or ``NONE`` if it has the cards of neither.
        deck: The play as arrays, from ``deck_of``.
    """
    action = row[ACTION]
    mover = row[TO_PLAY]
    copy(row, below)
    below[ACTION] = NEW
    if row[NODE] != NONE:
        # Leaves have numbers below ``NONE``.
        below[NODE] = max(deck.child[row[NODE], action], NONE)
    if action == len(deck.ranks):
        say_go(below, deck.rules)
        return
    if mover == player:
        below[OWN + action] -= 1
    played = len(deck.sets.sizes) - 1 - row[LEFT + mover]
    number = NUMBER + mover
    below[number] = deck.sets.plus[played, action, row[number]]
    play_card(below, history, deck.ranks[action], deck.rules)


@compiled
def add_parts(row: Array, deck: CompiledGame, choices: Choices, norm: Array) -> None:
    """Write the sum of the weights of the opponent's choices at a moment to ``norm``.

    There is a sum for each multiset of cards that he can hold. With it, ``follow``
    turns weights into probabilities. ``row`` has the moment of the play, at which he
    moves. ``choices`` has his strategy: the weight of each choice. ``deck`` is the play
    as arrays, from ``deck_of``.
    """
    node = _node_of(row, deck)
    norm[: deck.sets.sizes[node.held]] = 0
    if row[NODE] != NONE:
        add_weights(RESPONSE, node, deck.sets, choices, norm)


@compiled
def _node_of(row: Array, deck: CompiledGame) -> Node:
    """Return the choices at a moment. Below the leaves a card has no slots."""
    slot = deck.slot[max(row[NODE], 0)]
    return Node(slot, fitting(row, deck), row[LEFT + row[TO_PLAY]])


@compiled
def respond(
    player: int, deck: CompiledGame, choices: Choices, worth: Worth, path: ResponsePath
) -> None:
    """Compute what a player gets by a best response, from a moment of the play on.

    Args:
        player: The player who responds: 0 for pone, 1 for the dealer.
        deck: The play as arrays, from ``deck_of``.
        choices: The opponent's strategy: the weight of each choice.
        worth: The value of the points scored, which the player makes as high as he can.
        path: Has the moment in ``rows[0]``, the ranks played, and the opponent's reach
            in ``reach[0]``: the weight of his hand times the probability of his choices
            so far, by his cards left. The results are written to ``value[0]``: the
            player's value, and the weights with which pone and the dealer end the game,
            each summed over the opponent's hands.
    """
    depth = np.int64(0)
    go = len(deck.ranks)
    while depth >= 0:
        row = path.rows[depth]
        value = path.value[depth]
        below = path.value[depth + 1]
        moves = row[TO_PLAY] == player
        if row[ACTION] == NEW:
            value[:] = 0
            if not row[LEFT] or not row[LEFT + 1] or _is_over(row, worth):
                _end(depth, player, deck, worth, path)
                depth -= 1
                continue
            if not moves:
                add_parts(row, deck, choices, path.norm[depth])
        # Back at this moment: ``below`` has the values after the last move. Those after
        # the opponent's moves are added up.
        elif not moves:
            value += below
        # The best choice so far, with the probabilities that belong to it. All values
        # are at least 0, as they are at first.
        elif below[0] >= value[0]:
            copy(below, value)
        while row[ACTION] < go:
            row[ACTION] += 1
            # No higher rank fits: go is the last choice.
            if row[ACTION] >= fitting(row, deck):
                row[ACTION] = go
            if follow(depth, player, deck, choices, path):
                depth += 1
                descend(row, path.rows[depth], path.history, player, deck)
                break
        else:
            depth -= 1


@compiled
def follow(
    depth: int, player: int, deck: CompiledGame, choices: Choices, path: ResponsePath
) -> bool:
    """Write the opponent's reach after a card or a go to the next depth of ``path``.

    His reach is the weight of his hand times the probability of his choices so far, by
    the multiset of his cards left. Return False if the card or the go is not possible.

    Args:
        depth: The depth of the moment in ``path``. Its row has the card or the go as
            ``ACTION``.
        player: The player who responds to the opponent: 0 for pone, 1 for the dealer.
        deck: The play as arrays, from ``deck_of``.
        choices: The opponent's strategy: the weight of each choice.
        path: The path, with the sums of ``add_parts`` if the opponent moves.
    """
    row = path.rows[depth]
    action = row[ACTION]
    above = path.reach[depth]
    reach = path.reach[depth + 1]
    if row[TO_PLAY] != player:
        node = _node_of(row, deck)
        norm = path.norm[depth]
        return bool(
            opponent_reach(
                RESPONSE, action, node, deck.sets, choices, norm, above, reach
            )
        )
    copy(above[: deck.sets.sizes[row[LEFT + 1 - player]]], reach)
    own = row[OWN:]
    if action == len(deck.ranks):
        # A loop, because cached code with ``any`` imports scipy when it is read.
        fits = 0
        for rank in range(fitting(row, deck)):
            fits += own[rank]
        return bool(fits == 0)
    return bool(own[action])


@inlined
def _is_over(row: Array, worth: Worth) -> bool:
    """Return True if a player has ended the game."""
    points = row[POINTS:]
    return bool(points[0] >= worth.needs[0] or points[1] >= worth.needs[1])


@compiled
def _end(
    depth: int, player: int, deck: CompiledGame, worth: Worth, path: ResponsePath
) -> None:
    """Add up the values where a player has no cards, or has ended the game."""
    row = path.rows[depth]
    last = path.rows[depth + 1]
    points = last[POINTS : POINTS + 2]
    # The player who may still hold cards after the last card of the opponent.
    alone = int(row[LEFT] == 0)
    over = _is_over(row, worth)
    # The cards left are the player's own, unless the opponent holds some.
    held = row[LEFT + 1 - player]
    left = row[OWN:]
    for number in range(deck.sets.sizes[held]):
        weight = path.reach[depth, number]
        if weight > 0:
            copy(row, last)
            if held:
                left = deck.counts[held, number]
            if not over:
                finish_alone(last, path.history, deck.ranks, left, deck.rules)
            # The player without cards gets the point for a go first. If it ends the
            # game, the points of the player who is alone do not count.
            if points[1 - alone] >= worth.needs[1 - alone]:
                points[alone] = 0
            hand = row[NUMBER + 1 - player]
            if held:
                hand = np.int64(deck.sets.whole[held, hand, number])
            # With a table of one hand, this is number 0 for all hands.
            paid = worth.table[hand % len(worth.table)]
            first = min(points[0], worth.needs[0])
            second = min(points[1], worth.needs[1])
            path.value[depth, 0] += weight * paid[first, second]
            for scorer in range(2):
                ended = points[scorer] >= worth.needs[scorer]
                path.value[depth, 1 + scorer] += weight * ended

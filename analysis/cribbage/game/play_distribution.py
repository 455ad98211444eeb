"""Distribution of the points of the play for two hands, with the order of scoring.

Each player plays a strategy in parts (``solving.parts``), or a policy: a card of the
first group of ranks that has a card that fits, all such cards equally likely. With a
strategy, a player who is alone plays his cards for the most points. A policy is
followed to the last card.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.deals import Array
from trueodds.analysis.cribbage.play.results.policy import PlayPolicy
from trueodds.analysis.cribbage.play.tree.endings import finish_alone
from trueodds.analysis.cribbage.play.tree.engine import (
    COUNT,
    LEFT,
    LIMIT,
    MOMENT,
    POINTS,
    TO_PLAY,
    Multisets,
    compiled_rules,
    copy,
    multisets,
    play_card,
    say_go,
    value_of,
)
from trueodds.analysis.cribbage.play.tree.public_tree import (
    LEAVES,
    RanksOfPlay,
    Tree,
    new_tree,
)
from trueodds.core.cards import RANKS
from trueodds.core.errors import RulesError
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.cribbage_play import (
    DEALER,
    FIFTEEN,
    MOST_CARDS,
    PONE,
    PlayRules,
)

GO = len(RANKS)
DEPTH = 2 * MOST_CARDS + 2
PEGS = 64
"""More than the points of a player in the play."""
NO_NODE = -1


class Players(NamedTuple):
    """Strategies of the play of both players, for compiled code."""

    rules: Array
    root: int
    """The root of the public tree, or ``NO_NODE`` for a policy."""
    tree: Tree
    sets: Multisets
    parts: Array
    group: Array
    """The group of each rank; a policy plays the lowest that fits: int64 (13,)."""


class PlayPath(NamedTuple):
    """The way to the current moment of the play, by depth."""

    rows: Array
    left: Array
    history: Array
    node: Array
    action: Array
    share: Array
    chance: Array


class PlayPoints(NamedTuple):
    """Probabilities by pone's and the dealer's points: float64 (PEGS, PEGS).

    All beyond ``most`` are 0.
    """

    final: Array
    """Of the points after the play."""
    pone: Array
    """That pone reaches his points while the dealer has these."""
    dealer: Array
    """That the dealer reaches his points while pone has these."""
    most: Array
    """The most points of a player: int64 (1,)."""


def by_parts(game: RanksOfPlay, parts: Array) -> Players:
    """Return players of a strategy in parts, for a game with all ranks.

    ``parts`` may also be few (``parts.in_few_parts``).
    """
    rules = _rules_in_table(game.rules)
    group = np.zeros(GO, np.int64)
    return Players(rules, 0, game.tree, game.multisets, parts, group)


def by_policy(policy: PlayPolicy, rules: PlayRules) -> Players:
    """Return players of a policy."""
    tree = new_tree(0, 0, GO)
    sets = multisets(1, 1)
    no_parts = np.zeros(0, np.uint16)
    group = np.array(policy.group_of_rank)
    return Players(_rules_in_table(rules), NO_NODE, tree, sets, no_parts, group)


def _rules_in_table(rules: PlayRules) -> Array:
    """Return the rules for compiled code, which has room for fewer than PEGS points.

    Each of a player's four cards scores for one run of up to eight cards, or for cards
    alike. Eight cards have at most two fours and two threes. A card scores for fifteen
    and for the limit if the limit is fifteen.
    """
    of_cards = [rules.four_points, rules.three_points] * 2
    of_cards += [rules.pair_points, MOST_CARDS * rules.run_card_points] * 4
    add = sum if rules.count_limit == FIFTEEN else max
    count = add([rules.fifteen_points, rules.limit_points])
    last = max(rules.go_points, rules.last_card_points)
    points = sum(sorted(of_cards)[-4:]) + 4 * (count + last)
    if points >= PEGS:
        raise RulesError(
            f"the play could bring a player {points} points, and at most {PEGS - 1} "
            "are computed; lower the points of the play"
        )
    return compiled_rules(rules)


def new_room() -> PlayPath:
    """Return scratch for ``play_out``."""
    return PlayPath(
        np.zeros((DEPTH, MOMENT), np.int64),
        np.zeros((DEPTH, 2, GO), np.int64),
        np.zeros((DEPTH, 2 * MOST_CARDS), np.int64),
        np.zeros(DEPTH, np.int64),
        np.zeros(DEPTH, np.int64),
        np.zeros((DEPTH, GO + 1)),
        np.zeros(DEPTH),
    )


def new_play() -> PlayPoints:
    """Return an empty result of ``play_out``."""
    final, pone, dealer = np.zeros((3, PEGS, PEGS))
    return PlayPoints(final, pone, dealer, np.zeros(1, np.int64))


@compiled
def play_out(  # noqa: C901, PLR0912, PLR0915 - a compiled stack walk over the arrays of two moments
    pone: Array, dealer: Array, by: Players, room: PlayPath, play: PlayPoints
) -> None:
    """Write the distribution of the play of two hands.

    ``pone`` and ``dealer`` have the number of cards of each rank.
    """
    for i in range(play.most[0] + 1):
        for j in range(play.most[0] + 1):
            play.final[i, j] = play.pone[i, j] = play.dealer[i, j] = 0
    play.most[0] = 0
    rows = room.rows
    left = room.left
    for place in range(MOMENT):
        rows[0, place] = 0
    for rank in range(GO):
        left[0, PONE, rank], left[0, DEALER, rank] = pone[rank], dealer[rank]
        rows[0, LEFT + PONE] += pone[rank]
        rows[0, LEFT + DEALER] += dealer[rank]
    room.node[0], room.action[0], room.chance[0] = by.root, -1, 1.0
    ranks = np.arange(GO)
    depth = np.int64(0)  # a plain 0 is a type of its own: all would compile twice
    while depth >= 0:
        row = rows[depth]
        i = row[POINTS + PONE]
        j = row[POINTS + DEALER]
        if row[LEFT] == 0 and row[LEFT + 1] == 0:
            play.final[i, j] += room.chance[depth]
            play.most[0] = max(play.most[0], i, j)
            depth -= 1
            continue
        player = row[TO_PLAY]
        # A policy goes on, also for a player who is alone.
        alone = by.root >= 0 and not (row[LEFT] and row[LEFT + 1])
        if room.action[depth] < 0:
            for choice in range(GO + 1):
                room.share[depth, choice] = 0
            if alone:
                room.share[depth, GO] = 1
            else:
                _choose(depth, by, room)
        action = room.action[depth] + 1
        while action <= GO and room.share[depth, action] == 0:
            action += 1
        room.action[depth] = action
        if action > GO:
            depth -= 1
            continue
        # The next moment begins as a copy.
        below = rows[depth + 1]
        copy(row, below)
        copy(left[depth, PONE], left[depth + 1, PONE])
        copy(left[depth, DEALER], left[depth + 1, DEALER])
        history = room.history[depth + 1]
        copy(room.history[depth], history)
        room.action[depth + 1] = -1
        room.chance[depth + 1] = room.chance[depth] * room.share[depth, action]
        first = PONE
        if alone:
            # The opponent's point for a go comes before the player's own points.
            first = 1 - player
            finish_alone(below, history, ranks, left[depth, player], by.rules)
            below[LEFT] = below[LEFT + 1] = 0
        elif action == GO:
            say_go(below, by.rules)
        else:
            left[depth + 1, player, action] -= 1
            play_card(below, history, action, by.rules)
        room.node[depth + 1] = NO_NODE
        if room.node[depth] >= 0:
            child = by.tree.child[room.node[depth], action]
            room.node[depth + 1] = child if child > LEAVES else NO_NODE
        for scorer in (first, 1 - first):
            for _ in range(below[POINTS + scorer] - row[POINTS + scorer]):
                if scorer == PONE:
                    i += 1
                    play.pone[i, j] += room.chance[depth + 1]
                else:
                    j += 1
                    play.dealer[i, j] += room.chance[depth + 1]
        depth += 1


@compiled
def _choose(depth: int, by: Players, room: PlayPath) -> None:
    """Write the probability of each card and of go at the current moment."""
    row = room.rows[depth]
    share = room.share[depth]
    player = row[TO_PLAY]
    node = room.node[depth]
    left = room.left[depth, player]
    limit = by.rules[LIMIT] - row[COUNT]
    choices = 0
    best = GO
    only = GO
    for rank in range(GO):
        if left[rank] and value_of(rank) <= limit:
            choices += 1
            only = rank
            best = min(best, by.group[rank])
    if choices <= 1:
        share[only] = 1
        return
    if node < 0:
        for rank in range(GO):
            if value_of(rank) <= limit and by.group[rank] == best:
                share[rank] = left[rank]
    else:
        _weigh(node, limit, by, left, share)
    total = share.sum()
    for rank in range(GO):
        share[rank] /= total


@compiled
def _weigh(node: int, limit: int, by: Players, left: Array, share: Array) -> None:
    """Write the parts of each card that fits, in a strategy in parts."""
    held = left.sum()
    small = by.sets.sizes[held - 1]
    for rank in range(GO):
        if not (left[rank] and value_of(rank) <= limit):
            continue
        # The number of the multiset of the other cards.
        number = np.int64(0)
        size = 0
        for other in range(GO):
            for _ in range(left[other] - (other == rank)):
                number = np.int64(by.sets.plus[size, other, number])
                size += 1
        share[rank] = by.parts[by.tree.slot[node] + rank * small + number]

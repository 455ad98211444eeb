"""Distribution of the points of the play for two hands, with the order of scoring.

Each player plays a strategy in parts (``solving.parts``), or a policy. A policy puts
the ranks into groups, and plays a card of the first group in which a card fits, with
all cards that fit in this group equally likely. With a strategy, a player who is alone
plays his cards for the most points. A policy is followed to the last card.

``play_out`` visits every way in which the two hands can be played. It does not stop
where the public tree ends, which is where no player has a decision against the
opponent. There a policy may still have a choice, and the order in which both players
score is not known yet.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.deals import Array
from trueodds.analysis.cribbage.play.results.policy import PlayPolicy
from trueodds.analysis.cribbage.play.tree.compiled_game import (
    CompiledGame,
    deck_of,
    without_tree,
)
from trueodds.analysis.cribbage.play.tree.endings import finish_alone
from trueodds.analysis.cribbage.play.tree.engine import (
    COUNT,
    LEFT,
    LIMIT,
    MOMENT,
    POINTS,
    TO_PLAY,
    copy,
    play_card,
    say_go,
    value_of,
)
from trueodds.analysis.cribbage.play.tree.public_tree import (
    LEAVES,
    RanksOfPlay,
)
from trueodds.core.cards import RANKS
from trueodds.core.errors import RulesError
from trueodds.core.kernels.compiled import compiled, inlined
from trueodds.core.rules.cribbage_play import (
    DEALER,
    FIFTEEN,
    MOST_CARDS,
    PONE,
    PlayRules,
)

GO = len(RANKS)
DEPTH = 3 * MOST_CARDS
"""As many moments as a play can have: two goes may follow each card but the last."""
PEGS = 64
"""More than the points of a player in the play."""
NO_NODE = -1


class Players(NamedTuple):
    """The strategies of the play of both players, for compiled code.

    They are either a strategy, with the integer weight of each choice in ``parts``, or
    a policy, which plays the ranks in the order of ``group``.
    """

    deck: CompiledGame
    """The game; a policy needs only its rules."""
    root: int
    """The root of the public tree, or ``NO_NODE`` for a policy."""
    parts: Array
    group: Array
    """The group of each rank; a policy plays the lowest that fits: int64 (13,)."""


class PlayPath(NamedTuple):
    """Arrays that ``play_out`` overwrites, for the moments up to the current one.

    The first axis is the depth: the number of steps from the first moment of the play.
    """

    rows: Array
    """The moments: int64 (DEPTH, MOMENT)."""
    left: Array
    """The cards of each rank that both players hold: int64 (DEPTH, 2, 13)."""
    history: Array
    """The cards played, of the whole way: int64."""
    node: Array
    """The node of the public tree, or ``NO_NODE``: int64."""
    action: Array
    """The current choice, at first -1: int64."""
    share: Array
    """The probability of each rank and of ``GO``: float64 (DEPTH, 14)."""
    chance: Array
    """The probability of the way to the moment: float64."""


class PlayPoints(NamedTuple):
    """Probabilities of both players' points in the play: float64 (PEGS, PEGS) each.

    The axes are i points of pone and j points of the dealer. ``final`` is for the
    points after the play. ``pone`` is the probability that pone reaches i points at a
    moment when the dealer has j, and ``dealer`` that the dealer reaches j points when
    pone has i. Beyond ``most``, all are 0.
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
    """Return ``Players`` who both follow a strategy of the play.

    ``game`` must have all 13 ranks. ``parts`` has the integer weight of each choice, as
    ``in_parts`` and ``in_few_parts`` return it.
    """
    _require_room(game.rules)
    return Players(deck_of(game), 0, parts, np.zeros(GO, np.int64))


def by_policy(policy: PlayPolicy, rules: PlayRules) -> Players:
    """Return ``Players`` who both follow a policy, such as the highest card."""
    _require_room(rules)
    no_parts = np.zeros(0, np.uint16)
    group = np.array(policy.group_of_rank)
    return Players(without_tree(rules), NO_NODE, no_parts, group)


def _require_room(rules: PlayRules) -> None:
    """Raise ``RulesError`` if a player could score ``PEGS`` points or more."""
    points = most_in_play(rules)
    if points >= PEGS:
        raise RulesError(
            f"the play could bring a player {points} points, and at most {PEGS - 1} "
            "are computed; lower the points of the play"
        )


def most_in_play(rules: PlayRules) -> int:
    """Return an upper limit of a player's points in the play, without his heels.

    Each of a player's four cards scores for one run of up to eight cards, or for cards
    alike. Eight cards have at most two fours and two threes. A card scores for fifteen
    and for the limit if the limit is fifteen.

    >>> most_in_play(PlayRules())
    52
    """
    of_cards = [rules.four_points, rules.three_points] * 2
    of_cards += [rules.pair_points, MOST_CARDS * rules.run_card_points] * 4
    add = sum if rules.count_limit == FIFTEEN else max
    count = add([rules.fifteen_points, rules.limit_points])
    last = max(rules.go_points, rules.last_card_points)
    return sum(sorted(of_cards)[-4:]) + 4 * (count + last)


def new_path() -> PlayPath:
    """Return the arrays that ``play_out`` needs for its ``path``."""
    return PlayPath(
        np.zeros((DEPTH, MOMENT), np.int64),
        np.zeros((DEPTH, 2, GO), np.int64),
        np.zeros(2 * MOST_CARDS, np.int64),
        np.zeros(DEPTH, np.int64),
        np.zeros(DEPTH, np.int64),
        np.zeros((DEPTH, GO + 1)),
        np.zeros(DEPTH),
    )


def new_play() -> PlayPoints:
    """Return a ``PlayPoints`` of zeros, to which ``play_out`` writes its result."""
    final, pone, dealer = np.zeros((3, PEGS, PEGS))
    return PlayPoints(final, pone, dealer, np.zeros(1, np.int64))


@compiled
def play_out(  # noqa: PLR0915 - a compiled stack walk over the arrays of two moments
    pone: Array, dealer: Array, by: Players, path: PlayPath, play: PlayPoints
) -> None:
    """Write the distribution of both players' points in the play of two hands.

    It is written to ``play``. ``pone`` and ``dealer`` have the number of cards of each
    of the 13 ranks in the two hands. ``by`` is how both play, and ``path`` is
    overwritten (``new_path``).
    """
    _clear(play)
    _begin(pone, dealer, by, path)
    rows = path.rows
    left = path.left
    history = path.history
    rules = by.deck.rules
    depth = np.int64(0)  # a plain 0 is a type of its own: all would compile twice
    while depth >= 0:
        row = rows[depth]
        i = row[POINTS + PONE]
        j = row[POINTS + DEALER]
        # The play is over: go back to the last moment with another choice.
        if row[LEFT] == 0 and row[LEFT + 1] == 0:
            play.final[i, j] += path.chance[depth]
            play.most[0] = max(play.most[0], i, j)
            depth -= 1
            continue
        player = row[TO_PLAY]
        # A strategy ends once one player has no card: ``finish_alone`` plays the rest.
        # A policy chooses every card.
        alone = by.root >= 0 and not (row[LEFT] and row[LEFT + 1])
        # At a new moment, write the probabilities of all choices.
        if path.action[depth] < 0:
            for choice in range(GO + 1):
                path.share[depth, choice] = 0
            # A player alone has a single way on, in the place of go.
            if alone:
                path.share[depth, GO] = 1
            else:
                _choose(depth, by, path)
        # Go to the next choice with a probability above 0.
        action = path.action[depth] + 1
        while action <= GO and path.share[depth, action] == 0:
            action += 1
        path.action[depth] = action
        if action > GO:
            depth -= 1
            continue
        # The next moment begins as a copy. All moments share one history: a new card
        # may overwrite cards of choices that are done, and no earlier card.
        below = rows[depth + 1]
        copy(row, below)
        copy(left[depth, PONE], left[depth + 1, PONE])
        copy(left[depth, DEALER], left[depth + 1, DEALER])
        path.action[depth + 1] = -1
        path.chance[depth + 1] = path.chance[depth] * path.share[depth, action]
        first = PONE
        if alone:
            # The opponent's point for a go comes before the player's own points.
            first = 1 - player
            finish_alone(below, history, by.deck.ranks, left[depth, player], rules)
            below[LEFT] = below[LEFT + 1] = 0
        elif action == GO:
            say_go(below, rules)
        else:
            left[depth + 1, player, action] -= 1
            play_card(below, history, action, rules)
        # Beyond the leaves of the tree, a strategy has nothing left to choose.
        path.node[depth + 1] = NO_NODE
        if path.node[depth] >= 0:
            child = by.deck.child[path.node[depth], action]
            path.node[depth + 1] = child if child > LEAVES else NO_NODE
        _add_reached(row, below, first, path.chance[depth + 1], play)
        depth += 1


@inlined
def _clear(play: PlayPoints) -> None:
    """Empty the distributions of the last play, which are 0 beyond its most points."""
    for i in range(play.most[0] + 1):
        for j in range(play.most[0] + 1):
            play.final[i, j] = play.pone[i, j] = play.dealer[i, j] = 0
    play.most[0] = 0


@inlined
def _begin(pone: Array, dealer: Array, by: Players, path: PlayPath) -> None:
    """Write the first moment of the play: no card is played, and pone leads."""
    row = path.rows[0]
    left = path.left[0]
    for place in range(MOMENT):
        row[place] = 0
    for rank in range(GO):
        left[PONE, rank], left[DEALER, rank] = pone[rank], dealer[rank]
        row[LEFT + PONE] += pone[rank]
        row[LEFT + DEALER] += dealer[rank]
    path.node[0], path.action[0], path.chance[0] = by.root, -1, 1.0


@inlined
def _add_reached(
    row: Array, below: Array, first: int, chance: float, play: PlayPoints
) -> None:
    """Add a probability wherever a player reaches points, the ``first`` player's first.

    ``row`` and ``below`` are the moments before and after a choice.
    """
    i = row[POINTS + PONE]
    j = row[POINTS + DEALER]
    for scorer in (first, 1 - first):
        for _ in range(below[POINTS + scorer] - row[POINTS + scorer]):
            if scorer == PONE:
                i += 1
                play.pone[i, j] += chance
            else:
                j += 1
                play.dealer[i, j] += chance


@compiled
def _choose(depth: int, by: Players, path: PlayPath) -> None:
    """Write the probability of each card and of go at the current moment."""
    row = path.rows[depth]
    share = path.share[depth]
    node = path.node[depth]
    left = path.left[depth, row[TO_PLAY]]
    limit = by.deck.rules[LIMIT] - row[COUNT]
    choices = 0
    best = GO
    only = GO
    for rank in range(GO):
        if left[rank] and value_of(rank) <= limit:
            choices += 1
            only = rank
            best = min(best, by.group[rank])
    # One rank, or go: strategies have no parts where there is no choice.
    if choices <= 1:
        share[only] = 1
        return
    # A policy takes any card of the best group, all cards equally likely.
    if node < 0:
        for rank in range(GO):
            if value_of(rank) <= limit and by.group[rank] == best:
                share[rank] = left[rank]
    else:
        _weigh(node, limit, by, left, share)
    # Loops, because cached code with ``sum`` imports scipy when it is read.
    total = 0.0
    for rank in range(GO):
        total += share[rank]
    for rank in range(GO):
        share[rank] /= total


@compiled
def _weigh(node: int, limit: int, by: Players, left: Array, share: Array) -> None:
    """Write the parts of each card that fits, in a strategy in parts."""
    held = 0
    for rank in range(GO):
        held += left[rank]
    small = by.deck.sets.sizes[held - 1]
    for rank in range(GO):
        if not (left[rank] and value_of(rank) <= limit):
            continue
        # The number of the multiset of the other cards.
        number = np.int64(0)
        size = 0
        for other in range(GO):
            for _ in range(left[other] - (other == rank)):
                number = np.int64(by.deck.sets.plus[size, other, number])
                size += 1
        share[rank] = by.parts[by.deck.slot[node] + rank * small + number]

"""Bounds for the value of knowing the starter and one's own discards in the play.

In the solved game no player knows them. In the larger game each player knows his six
cards and the starter. The certified strategies can be played there too, so their
exploitability in the larger game is the sum of what both players gain by a best
response that uses all they know. The opponent still plays the certified strategy.

Without the starter there are 962,988 classes of deals, and the best responses to all of
them are computed. With the starter there would be 46 times as many, so a larger bound
is proved. Let a be the weights of the opponent's hands that avoid the six cards, b the
weights of those that contain the starter, and v the points of the best response to a.
No play gains more than v against a. So against a - b no play gains more than v minus
the points of the worst play for each hand in b. Over all starters b adds up to 6 a, and
a - b to 40 a, since the opponent has 6 of the other 46 cards.

For a fixed hand, one pass over the public tree has the best responses to many
distributions of the opponent's hand: its vectors are over deals. Weights and
probabilities are integers below 2**53, so that only sums, products and maxima of
numbers that are never negative are rounded, as in ``certificate``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np

from trueodds.analysis.cribbage.deals import (
    DEALS,
    Array,
    all_classes,
)
from trueodds.analysis.cribbage.play.solving.certificate import RELATIVE_ERROR
from trueodds.analysis.cribbage.play.solving.kept_hands import KEPT
from trueodds.analysis.cribbage.play.solving.leaves import Payoffs, payoffs, raised
from trueodds.analysis.cribbage.play.solving.opponent_keeps import (
    HANDS,
    SIX,
    KeptHands,
    kept_ranks,
)
from trueodds.analysis.cribbage.play.solving.pair_values import (
    MatrixScratch,
    clairvoyant_points,
    write_values,
)
from trueodds.analysis.cribbage.play.solving.parts import play_action, scale_of
from trueodds.analysis.cribbage.play.solving.saved_solution import (
    solved,
    values_of,
)
from trueodds.analysis.cribbage.play.solving.solver import NET
from trueodds.analysis.cribbage.play.tree.engine import Multisets, copy
from trueodds.analysis.cribbage.play.tree.public_tree import LEAVES, RanksOfPlay, Tree
from trueodds.analysis.cribbage.play.tree.traversal import (
    ACTION,
    DEPTH,
    NODE,
    begin,
    descend,
    next_child,
)
from trueodds.analysis.cribbage.strategy import Strategy, strategy
from trueodds.analysis.cribbage.strategy_file import OPPONENT, StrategyTable
from trueodds.core.errors import RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import DEALER, PONE
from trueodds.core.storage.parallel import Threads
from trueodds.core.storage.progress import Progress, silent

PLAYER = {"pone": PONE, "dealer": DEALER}


@dataclass(frozen=True)
class KnowledgeBounds:
    """Proved upper bounds of a role's gain from knowing more cards, in points a deal.

    The gain is what a best response gets more than the certified strategy, which knows
    only the ranks kept and the cards played. The opponent plays the certified strategy.
    For ``six_cards`` the best response also knows the player's discards, for
    ``starter`` it knows the starter too, and for ``everything`` it sees the opponent's
    hand.
    """

    role: str
    six_cards: Fraction
    starter: Fraction
    everything: Fraction


def knowledge_bounds(
    role: str, folder: Path, rules: CribbageRules, progress: Progress = silent
) -> KnowledgeBounds:
    """Return proved bounds for what a role gains if it knows more cards.

    Args:
        role: ``dealer`` or ``pone``.
        folder: A folder with a solution of the play for kept hands, in which ``cribbage
            play certify`` has written the proved values.
        rules: The rules.
        progress: Called with the steps done.

    Raises:
        RulesError: If the folder has no certified solution for kept hands.
    """
    player = PLAYER[role]
    play = values_of(folder)
    if play.name != KEPT:
        raise RulesError(
            f"{folder} has the play of {play.name} hands; this needs that of {KEPT} "
            "hands"
        )
    solution = solved(folder, rules, KEPT, progress)
    game = solution.game
    weights = solution.weights
    parts = solution.parts

    def clairvoyant(payoffs: tuple[int, int]) -> Fraction:
        points = clairvoyant_points(game, player, parts, payoffs)
        by_dealer = points if player == DEALER else points.T
        return Fraction(weights.weighted_sum(by_dealer), scale_of(game) * weights.total)

    played = play.means[role].lower - play.means[OPPONENT[role]].upper
    own, opponent = (
        strategy("equilibrium", each, rules) for each in (role, OPPONENT[role])
    )
    # Discards that the player never throws need no best response.
    values = deal_responses(
        game, player, parts, opponent.table, own.weights > 0, progress
    )
    most = mean_most(values, own)
    best = clairvoyant(NET[player])
    # The worst play for the player is the best for the opponent's net points.
    worst = -clairvoyant(NET[1 - player])
    # Over all starters: 46 v less the worst points against 6 a, divided by 40 a. That
    # is v, and 6 / 40 of its distance to the worst play.
    misled = Fraction(SIX, 52 - 2 * SIX) * (most.upper - worst)
    return KnowledgeBounds(
        role,
        most.upper - played,
        min(most.upper + misled, best) - played,
        best - played,
    )


AT_ONCE = 512
MOST_POINTS = 100
"""Upper limit on ``-least``: values are counted from at most 45 points below zero."""
WORKERS = 2


def deal_responses(
    game: RanksOfPlay,
    player: int,
    parts: Array,
    throws: StrategyTable,
    wanted: Array,
    progress: Progress = silent,
) -> Array:
    """Return the most net points of a player in the play, for each deal and discard.

    Net points are the player's points minus the opponent's. A deal is a suit class of
    six cards, numbered as in ``all_classes``. A discard is one of the 15 pairs of these
    cards, in the order of ``DISCARDS``. The player keeps the other four cards, knows
    all six, and plays a best response. A suit class has all sets of cards that differ
    only in the names of the suits.

    Args:
        game: The ranks, hands and rules, with the public tree.
        player: The player: 0 for pone, 1 for the dealer.
        parts: The opponent's strategy of the play, as the integer weight of each
            choice. At each moment the weights add up to ``parts.PARTS``.
        throws: The opponent's discard strategy.
        wanted: True for the deals and discards to compute: bool (962988, 15).
        progress: Called with the number of groups of deals done.

    Returns:
        The means over the opponent's hands: float64 (962988, 15), NaN where not wanted.
    """
    kept = kept_ranks()
    deals = all_classes(SIX).cards
    values = np.full(wanted.shape, np.nan)
    rows, columns = np.nonzero(wanted)
    # Discards that keep the same hand share one pass over the tree.
    order = np.argsort(kept[rows, columns], kind="stable")
    rows = rows[order]
    columns = columns[order]
    begins = np.searchsorted(kept[rows, columns], np.arange(len(HANDS) + 1))
    chunks = [
        (hand, first, min(first + AT_ONCE, int(begins[hand + 1])))
        for hand in range(len(HANDS))
        for first in range(int(begins[hand]), int(begins[hand + 1]), AT_ONCE)
    ]
    responses = HandResponses(game, player, parts)
    opponents = KeptHands(throws)
    scale = comb(46, 6) * throws.denominator

    def respond(chunk: tuple[int, int, int]) -> None:
        hand, first, last = chunk
        weights = opponents.beside(deals[rows[first:last]])
        most = responses.most(hand, weights) / scale
        values[rows[first:last], columns[first:last]] = most

    with Threads(WORKERS) as threads:
        for done, _ in enumerate(threads.map(respond, chunks), 1):
            progress("best responses of all deals", done, len(chunks))
    return values


class HandResponses:
    """Best responses of a player's single hands to the opponent's strategy of the play.

    ``player`` is 0 for pone and 1 for the dealer. ``parts`` is the opponent's strategy:
    the integer weight of each choice. At each moment the weights add up to
    ``parts.PARTS``.
    """

    def __init__(self, game: RanksOfPlay, player: int, parts: Array) -> None:
        paid, self.least = raised(payoffs(game, player, NET[player]))
        self._scratch = MatrixScratch.of(game)
        self.scale = scale_of(game)
        self._fixed = player, game.tree, game.multisets, _minus(game), paid
        self._parts = parts.astype(np.int64)

    def most(self, hand: int, weights: Array) -> Array:
        """Return the most net points of a hand, against many distributions of hands.

        ``hand`` is the number of the player's hand. ``weights`` has the weight of each
        hand of the opponent in each distribution: float64 (hands, distributions). The
        result has a number for each distribution: the sum, over the opponent's hands,
        of weight times net points.
        """
        owns = np.zeros(DEPTH, np.int64)
        owns[0] = hand
        values = np.zeros((DEPTH, weights.shape[1]))
        scratches = self._scratch.another(), self._scratch.another()
        _write_responses(*self._fixed, self._parts, weights, owns, *scratches, values)
        most: Array = values[0] / self.scale + self.least * weights.sum(axis=0)
        return most


def mean_most(values: Array, own: Strategy) -> Enclosure:
    """Enclose a player's most net points in the play, as a mean over all deals.

    ``values`` are the results of ``deal_responses`` for the same player: the most net
    points by suit class of six cards and discard, (962988, 15). ``own`` is the strategy
    by which the player discards. Values at discards that it never chooses do not count.
    A suit class has all sets of cards that differ only in the names of the suits.
    """
    weights = own.weights * all_classes(SIX).sets[:, None]
    terms = np.where(weights > 0, values, 0) * weights
    mean = Fraction(math.fsum(terms.ravel().tolist())) / (own.denominator * DEALS)
    error = RELATIVE_ERROR * (abs(mean) + MOST_POINTS)
    return Enclosure(mean - error, mean + error)


def _minus(game: RanksOfPlay) -> Array:
    """Return the number of each multiset after a card of a rank is taken away.

    The result is int64 (hand + 1, ranks, multisets), by the number of cards before, the
    rank, and the number of the multiset before. It is -1 where no such card is held.
    """
    sets = game.multisets
    hand, ranks, _ = sets.plus.shape
    minus = np.full((hand + 1, ranks, int(sets.sizes[-1])), -1, np.int64)
    for size in range(hand):
        small = np.arange(sets.sizes[size])
        for rank in range(ranks):
            minus[size + 1, rank, sets.plus[size, rank, : len(small)]] = small
    return minus


# Eleven parameters: the inputs of the traversal, its result, and its scratch arrays.
@compiled
def _write_responses(  # noqa: PLR0913 - see the comment above
    player: int,
    tree: Tree,
    sets: Multisets,
    minus: Array,
    paid: Payoffs,
    parts: Array,
    weights: Array,
    owns: Array,
    scratch: MatrixScratch,
    inner: MatrixScratch,
    values: Array,
) -> None:
    """Write a hand's values to the first row of ``values``, one for each distribution.

    ``owns`` has the number of the player's remaining multiset by depth; its first entry
    is his hand. ``weights`` (hands, distributions) are weights of the opponent's hands.
    ``inner`` is scratch for the nodes below which the player has no choice.
    """
    frames = scratch.frames
    depth = begin(frames, 0)
    while depth >= 0:
        node = frames[depth, NODE]
        own_move = tree.player[node] == player
        legal = tree.legal[node]
        if frames[depth, ACTION] < 0:
            values[depth] = 0
        else:
            _take_in(own_move, values[depth], values[depth + 1])
        while next_child(tree, frames, depth):
            action = frames[depth, ACTION]
            rest = owns[depth]
            child = tree.child[node, action]
            opponents = sets.sizes[tree.cards[node, 1 - player]]
            reach = scratch.reach[depth]
            below = scratch.reach[depth + 1]
            # ``rest``: the cards that the player holds after this action, or -1 if his
            # hand does not allow the action.
            if own_move:
                held = tree.cards[node, player]
                if action < legal:
                    rest = minus[held, action, rest]
                elif sets.choices[held, legal, rest]:
                    # Go, but a card of his fits.
                    rest = -1
                # A player's own action leaves the opponent's reach as it is.
                copy(reach[:opponents], below)
                followed = rest >= 0
            else:
                followed = play_action(node, action, tree, sets, parts, reach, below)
            owns[depth + 1] = rest
            if not followed:
                continue
            if child <= LEAVES or tree.cards[child, player] == 1:
                # The player has no choice left, so all distributions share the play.
                copy(below[:opponents], inner.reach[0])
                write_values(child, player, tree, sets, paid, parts, inner, rest, True)
                _weigh(
                    *(child, rest, player, tree, sets, weights, inner),
                    values[depth + 1],
                )
                _take_in(own_move, values[depth], values[depth + 1])
            else:
                depth = descend(tree, frames, depth)
                break
        else:
            depth -= 1


@compiled
def _take_in(own_move: bool, value: Array, below: Array) -> None:
    """Merge a child's values into its node's: the maximum at own moves, else the sum.

    Values are never negative, so a node's values start at 0.
    """
    for k in range(len(value)):
        value[k] = max(value[k], below[k]) if own_move else value[k] + below[k]


@compiled
def _weigh(
    node: int,
    own: int,
    player: int,
    tree: Tree,
    sets: Multisets,
    weights: Array,
    scratch: MatrixScratch,
    value: Array,
) -> None:
    """Write the values of a node below which the player has no choice.

    They are sums over the opponent's hands, each times the hand's weight.
    """
    leaf = LEAVES - node
    opponent = 1 - player
    left = tree.leaf_cards[leaf, opponent] if leaf >= 0 else tree.cards[node, opponent]
    played = (
        tree.leaf_played[leaf, opponent] if leaf >= 0 else tree.played[node, opponent]
    )
    columns = sets.sizes[left]
    value[:] = 0
    for m in range(columns):
        factor = scratch.values[own * columns + m]
        if factor:
            # The hand is the cards played, or these and the cards left.
            hand = np.int64(played)
            if left:
                hand = np.int64(sets.whole[left, played, m])
            for k in range(len(value)):
                value[k] += factor * weights[hand, k]

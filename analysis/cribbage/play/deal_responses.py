"""Best responses of a player who knows all six of his cards, for every deal.

The opponent's hand avoids all six cards of a deal, so each deal has a distribution of
its own, by inclusion-exclusion over the cards that both could hold (``known_cards``).
For a fixed hand, one pass over the public tree has the best responses to many
distributions: its vectors are over deals. Weights and probabilities are integers below
2**53, so that only sums, products and maxima of numbers that are never negative are
rounded, as in ``certificate``.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numba import njit

from trueodds.analysis.cribbage.deals import (
    DEALS,
    Array,
    all_classes,
    compiled_tables,
    suit_class_compiled,
)
from trueodds.analysis.cribbage.play.certificate import RELATIVE_ERROR
from trueodds.analysis.cribbage.play.clairvoyant import (
    Room,
    scale_of,
    write_reach,
    write_values,
)
from trueodds.analysis.cribbage.play.kept_hands import (
    HANDS,
    SIX,
    compiled_rows,
    kept_ranks,
)
from trueodds.analysis.cribbage.play.known_cards import keeps_containing
from trueodds.analysis.cribbage.play.leaves import Payoffs, payoffs, raised
from trueodds.analysis.cribbage.play.multisets import Multisets
from trueodds.analysis.cribbage.play.passes import DEPTH
from trueodds.analysis.cribbage.play.solver import NET
from trueodds.analysis.cribbage.play.tree import LEAVES, NONE, Game, Tree
from trueodds.analysis.cribbage.strategy import Strategy
from trueodds.analysis.cribbage.strategy_file import StrategyTable
from trueodds.analysis.cribbage.suit_classes import Tables
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.storage.progress import Progress, silent

AT_ONCE = 512
MOST_POINTS = 100
"""More than the 45 points below zero from which the values of either are counted."""
WORKERS = 2
SUBSETS = [np.array(list(combinations(range(SIX), k)), np.int64) for k in range(5)]


def deal_responses(
    game: Game,
    player: int,
    parts: Array,
    throws: StrategyTable,
    wanted: Array,
    progress: Progress = silent,
) -> Array:
    """Return the most net points for classes of deals and discards: float64 (n, 15).

    Args:
        game: The play.
        player: Pone or dealer.
        parts: The opponent's strategy of the play in parts, by slot.
        throws: The opponent's discards.
        wanted: The deals and discards, bool (962988, 15); others get NaN.
        progress: Called with the number of hands done.
    """
    kept, deals = kept_ranks(), all_classes(SIX).cards
    values = np.full(wanted.shape, np.nan)
    rows, columns = np.nonzero(wanted)
    order = np.argsort(kept[rows, columns], kind="stable")
    rows, columns = rows[order], columns[order]
    begins = np.searchsorted(kept[rows, columns], np.arange(len(HANDS) + 1))
    chunks = [
        (hand, first, min(first + AT_ONCE, int(begins[hand + 1])))
        for hand in range(len(HANDS))
        for first in range(int(begins[hand]), int(begins[hand + 1]), AT_ONCE)
    ]
    responses, opponents = HandResponses(game, player, parts), OpponentHands(throws)
    scale = comb(46, 6) * throws.denominator

    def respond(chunk: tuple[int, int, int]) -> None:
        hand, first, last = chunk
        weights = opponents.beside(deals[rows[first:last]])
        most = responses.most(hand, weights) / scale
        values[rows[first:last], columns[first:last]] = most

    with ThreadPoolExecutor(WORKERS) as threads:
        for done, _ in enumerate(threads.map(respond, chunks), 1):
            progress("best responses of all deals", done, len(chunks))
    return values


class OpponentHands:
    """Weights of the hands that an opponent keeps, beside the cards of a deal.

    ``throws`` are the opponent's discards.
    """

    def __init__(self, throws: StrategyTable) -> None:
        sums = [keeps_containing(throws, size) for size in range(5)]
        rows = kept_ranks(), *compiled_rows(throws)
        self._fixed = compiled_tables(), *SUBSETS, *rows, *sums

    def beside(self, deals: Array) -> Array:
        """Return the weights for deals of six cards: float64 (1820, deals), integers.

        They add up to C(46, 6) times the denominator of the strategy.
        """
        weights = np.zeros((len(HANDS), len(deals)))
        weigh: Any = _weigh_opponents
        weigh(deals, *self._fixed, weights)
        return weights


class HandResponses:
    """Best responses of single hands to a strategy of the play.

    ``parts`` is the opponent's strategy in parts, by slot.
    """

    def __init__(self, game: Game, player: int, parts: Array) -> None:
        paid, self.least = raised(payoffs(game, player, NET[player]))
        self.room, self.scale = Room.of(game), scale_of(game)
        self._fixed = player, game.tree, game.multisets, _minus(game), paid
        self._parts = parts.astype(np.int64)

    def most(self, hand: int, weights: Array) -> Array:
        """Return a hand's most net points times the weights of the opponent's hands.

        ``hand`` is its number, and ``weights`` float64 (hands, distributions).
        """
        frames = np.zeros((DEPTH, 3), np.int64)
        frames[0, 1:] = -1, hand
        values = np.zeros((DEPTH, weights.shape[1]))
        rooms = self.room.another(), self.room.another()
        _write_responses(*self._fixed, self._parts, weights, frames, *rooms, values)
        most: Array = values[0] / self.scale + self.least * weights.sum(axis=0)
        return most


def mean_most(values: Array, own: Strategy) -> Enclosure:
    """Enclose the mean of ``deal_responses`` over all deals and a player's discards."""
    weights = own.weights * all_classes(SIX).sets[:, None]
    terms = np.where(weights > 0, values, 0) * weights
    mean = Fraction(math.fsum(terms.ravel().tolist())) / (own.denominator * DEALS)
    error = RELATIVE_ERROR * (abs(mean) + MOST_POINTS)
    return Enclosure(mean - error, mean + error)


def _minus(game: Game) -> Array:
    """Return the multiset without a card: int64 (hand + 1, ranks, multisets), or -1."""
    sets = game.multisets
    hand, ranks, _ = sets.plus.shape
    minus = np.full((hand + 1, ranks, int(sets.sizes[-1])), -1, np.int64)
    for size in range(hand):
        small = np.arange(sets.sizes[size])
        for rank in range(ranks):
            minus[size + 1, rank, sets.plus[size, rank, : len(small)]] = small
    return minus


@njit(cache=True, nogil=True)
def _weigh_opponents(
    deals: Array,
    by: Tables,
    none: Array,
    singles: Array,
    pairs: Array,
    triples: Array,
    fours: Array,
    kept: Array,
    entries: Array,
    number: Array,
    chosen: Array,
    weights_of: Array,
    of_none: Array,
    of_singles: Array,
    of_pairs: Array,
    of_triples: Array,
    of_fours: Array,
    weights: Array,
) -> None:
    """Write the weights of the opponent's hands beside each deal: (hands, deals)."""
    bits, total = np.zeros(4, np.int64), np.zeros(len(weights), np.int64)
    for place in range(len(deals)):
        deal = deals[place]
        total[:] = of_none[0]
        _add_subsets(deal, by, singles, of_singles, -1, bits, total)
        _add_subsets(deal, by, pairs, of_pairs, 1, bits, total)
        _add_subsets(deal, by, triples, of_triples, -1, bits, total)
        _add_subsets(deal, by, fours, of_fours, 1, bits, total)
        # Five shared cards leave out a card of the deal and add any card but the five.
        for left in range(SIX):
            bits[:] = 0
            for other in range(SIX):
                if other != left:
                    bits[deal[other] & 3] |= 1 << (deal[other] >> 2)
            for card in range(52):
                suit, bit = card & 3, 1 << (card >> 2)
                if bits[suit] & bit:
                    continue
                # The deal itself is six of these, and added back once.
                times = 0 if left == 0 and card == deal[left] else -1
                bits[suit] |= bit
                row = suit_class_compiled(bits[0], bits[1], bits[2], bits[3], by)[0]
                bits[suit] ^= bit
                entry = entries[row]
                for choice in range(number[entry]):
                    hand = kept[row, chosen[entry, choice]]
                    total[hand] += times * weights_of[entry, choice]
        weights[:, place] = total


@njit(cache=True, nogil=True)
def _add_subsets(
    deal: Array,
    by: Tables,
    subsets: Array,
    sums: Array,
    sign: int,
    bits: Array,
    total: Array,
) -> None:
    """Add the opponent's hands that contain each subset of a deal, with a sign."""
    for subset in subsets:
        bits[:] = 0
        for place in subset:
            bits[deal[place] & 3] |= 1 << (deal[place] >> 2)
        row = suit_class_compiled(bits[0], bits[1], bits[2], bits[3], by)[0]
        for hand in range(len(total)):
            total[hand] += sign * sums[row, hand]


@njit(cache=True, nogil=True)
def _write_responses(
    player: int,
    tree: Tree,
    sets: Multisets,
    minus: Array,
    paid: Payoffs,
    parts: Array,
    weights: Array,
    frames: Array,
    room: Room,
    inner: Room,
    values: Array,
) -> None:
    """Write the values by depth and distribution; a frame has a node, child and cards.

    The first frame has the player's hand.
    """
    go = tree.child.shape[1] - 1
    depth = 0
    while True:
        node, own = frames[depth, 0], frames[depth, 2]
        frames[depth, 1] += 1
        action = frames[depth, 1]
        own_move = tree.player[node] == player
        if action == 0:
            values[depth] = 0
        if action > go:
            if depth == 0:
                return
            depth -= 1
            _absorb(depth, player, tree, frames, values)
            continue
        child = tree.child[node, action]
        if child == NONE:
            continue
        legal, rest = tree.legal[node], own
        opponents = sets.sizes[tree.cards[node, 1 - player]]
        reach, below = room.reach[depth], room.reach[depth + 1]
        if own_move:
            if action < legal:
                rest = minus[tree.cards[node, player], action, own]
            elif sets.choices[tree.cards[node, player], legal, own]:
                rest = -1
            if rest < 0:
                continue
            below[:opponents] = reach[:opponents]
        elif not write_reach(node, action, tree, sets, parts, reach, below):
            continue
        forced = child <= LEAVES or tree.cards[child, player] == 1
        if not forced:
            depth += 1
            frames[depth, 0], frames[depth, 1], frames[depth, 2] = child, -1, rest
            continue
        inner.reach[0, :opponents] = below[:opponents]
        write_values(child, player, tree, sets, paid, parts, inner, rest)
        _weigh(child, rest, player, tree, sets, weights, inner, values[depth + 1])
        _absorb(depth, player, tree, frames, values)


@njit(cache=True, nogil=True)
def _absorb(depth: int, player: int, tree: Tree, frames: Array, values: Array) -> None:
    """Take in the values of the current child, which are never negative."""
    value, below = values[depth], values[depth + 1]
    if tree.player[frames[depth, 0]] == player:
        for k in range(len(value)):
            value[k] = max(value[k], below[k])
    else:
        for k in range(len(value)):
            value[k] += below[k]


@njit(cache=True, nogil=True)
def _weigh(
    node: int,
    own: int,
    player: int,
    tree: Tree,
    sets: Multisets,
    weights: Array,
    room: Room,
    value: Array,
) -> None:
    """Write the values of a node without a choice, times the weights of the hands."""
    leaf, opponent = LEAVES - node, 1 - player
    left = tree.leaf_cards[leaf, opponent] if leaf >= 0 else tree.cards[node, opponent]
    played = (
        tree.leaf_played[leaf, opponent] if leaf >= 0 else tree.played[node, opponent]
    )
    columns = sets.sizes[left]
    value[:] = 0
    for m in range(columns):
        factor = room.values[own * columns + m]
        if factor:
            hand = np.int64(m)
            if left == 0:
                hand = np.int64(played)
            elif left < len(sets.whole):
                hand = np.int64(sets.whole[left, played, m])
            for k in range(len(value)):
                value[k] += factor * weights[hand, k]

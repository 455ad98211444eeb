"""Whole deals of cribbage by the million, thrown and played by fixed strategies.

Both players throw and play as the given strategies say. Each deal is a function of its
own ``DRAWS`` random words. The words come from PCG64, whose stream NumPy keeps the same
between releases, so a seed gives the same deals everywhere.

To choose one of n outcomes, the code multiplies n by the 48 highest bits of a word,
read as a fraction, and drops what follows the point. The probability of an outcome is
off by at most 2**-48.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from trueodds.analysis.cribbage.deals import (
    Array,
    compiled_tables,
    suit_class_compiled,
)
from trueodds.analysis.cribbage.play.solving.opponent_keeps import Throws
from trueodds.analysis.cribbage.play.solving.parts import PARTS
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
    play_card,
    say_go,
    value_of,
)
from trueodds.analysis.cribbage.play.tree.public_tree import LEAVES, Game, Tree
from trueodds.analysis.cribbage.suit_classes import DISCARDS, Tables
from trueodds.core.kernels.compiled import compiled, inlined
from trueodds.core.rules.cribbage_play import MOST_CARDS, PONE

HELD, KEPT, STARTER = 6, 4, 4
CARDS = 52
DEALT = 2 * HELD + 1
DRAWS = 24
"""Random words of a deal: 13 cards, 2 names of the suits, 2 throws, 6 cards played."""
NAMES, THROWS, PLAYS = 13, 15, 17
"""Places of the words for the names of the suits, the throws and the play."""
MOST_STEPS = 2 * MOST_CARDS
SUIT_NAMES = np.array(list(permutations(range(4))), np.int64)
THROWN = np.array(DISCARDS, np.int64)


class Deals(NamedTuple):
    """Sampled deals: the cards, and what the play scores card by card.

    ``pone``, ``dealer`` and ``crib`` are uint8 of shape (n, 5) with the starter last,
    as the scorer of shows takes them. ``steps`` has the points of the play in the order
    in which they are scored, pone's and the dealer's: int8 (n, 16, 2). One of the two
    is zero. ``played`` has the ranks in the order played: int8 (n, 8). It has -1 for
    cards that a player plays last and alone.
    """

    pone: Array
    dealer: Array
    crib: Array
    steps: Array
    played: Array


def deal_out(
    words: Array, pone: Throws, dealer: Throws, game: Game, parts: Array
) -> Deals:
    """Deal, throw and play once for each row of random words.

    Args:
        words: uint64 of shape (n, ``DRAWS``).
        pone: Pone's discards.
        dealer: The dealer's discards.
        game: The play with all ranks and hands of four.
        parts: The strategy of the play: the weight of each choice out of ``PARTS``, by
            slot (``public_tree``).

    Returns:
        The deals, in order.
    """
    shows = np.zeros((3, len(words), KEPT + 1), np.uint8)
    _throw(words, pone, dealer, compiled_tables(), shows)
    hands = shows[:2, :, :STARTER] >> 2
    return Deals(shows[0], shows[1], shows[2], *play_out(words, hands, game, parts))


def play_out(
    words: Array, hands: Array, game: Game, parts: Array
) -> tuple[Array, Array]:
    """Play two hands once for each row of random words.

    Args:
        words: uint64 of shape (n, ``DRAWS``).
        hands: Pone's and the dealer's hands: (2, n, cards), each card as the place of
            its rank in ``game.ranks``.
        game: The play.
        parts: The strategy: the weight of each choice out of ``PARTS``, by slot
            (``public_tree``).

    Returns:
        ``steps`` and ``played`` of ``Deals``; ``played`` has places of ranks.
    """
    steps = np.zeros((len(words), MOST_STEPS, 2), np.int8)
    played = np.full((len(words), MOST_CARDS), -1, np.int8)
    ranks, rules = np.array(game.ranks), compiled_rules(game.rules)
    _play(words, hands, ranks, game.tree, game.multisets, parts, rules, steps, played)
    return steps, played


@inlined
def _below(word: Any, number: int) -> Any:
    """Return an integer from 0 to ``number - 1``, for a random word.

    ``number`` is at most 2**16.
    """
    return np.int64((word >> np.uint64(16)) * np.uint64(number) >> np.uint64(48))


@compiled
def _throw(
    words: Array, pone: Throws, dealer: Throws, by: Tables, shows: Array
) -> None:
    """Deal 13 cards for each row of words, and throw two of each player's six."""
    deck = np.zeros(CARDS, np.int64)
    hand, keys = np.zeros(HELD, np.int64), np.zeros(HELD, np.int64)
    bits, place = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for row in range(len(words)):
        for card in range(CARDS):
            deck[card] = card
        for at in range(DEALT):
            other = at + _below(words[row, at], CARDS - at)
            deck[at], deck[other] = deck[other], deck[at]
        shows[:, row, STARTER] = deck[DEALT - 1]
        for player in range(2):
            throws = pone if player == PONE else dealer
            # Suits with the same ranks in a hand are exchanged at random.
            names = SUIT_NAMES[_below(words[row, NAMES + player], len(SUIT_NAMES))]
            bits[:] = 0
            for at in range(HELD):
                hand[at] = deck[HELD * player + at]
                bits[names[hand[at] & 3]] |= 1 << (hand[at] >> 2)
            number, a, b, c, d = suit_class_compiled(
                bits[0], bits[1], bits[2], bits[3], by
            )
            place[a], place[b], place[c], place[d] = 0, 1, 2, 3
            # Sort by rank and place: the order of the class's representative.
            for at in range(HELD):
                card = hand[at]
                key = card >> 2 << 2 | place[names[card & 3]]
                to = at
                while to and keys[to - 1] > key:
                    hand[to], keys[to] = hand[to - 1], keys[to - 1]
                    to -= 1
                hand[to], keys[to] = card, key
            entry = throws.entries[number]
            left = _below(words[row, THROWS + player], throws.denominator)
            choice = 0
            while left >= throws.weights[entry, choice]:
                left -= throws.weights[entry, choice]
                choice += 1
            first, second = THROWN[throws.chosen[entry, choice]]
            shows[2, row, 2 * player] = hand[first]
            shows[2, row, 2 * player + 1] = hand[second]
            kept = 0
            for at in range(HELD):
                if at not in (first, second):
                    shows[player, row, kept] = hand[at]
                    kept += 1


@compiled
def _play(
    words: Array,
    hands: Array,
    ranks: Array,
    tree: Tree,
    sets: Multisets,
    parts: Array,
    rules: Array,
    steps: Array,
    played: Array,
) -> None:
    """Play each deal by the strategy, and write what every step scores."""
    go, cards_each = len(ranks), hands.shape[2]
    row, history = np.zeros(MOMENT, np.int64), np.zeros(2 * MOST_CARDS, np.int64)
    left, before = np.zeros((2, go), np.int64), np.zeros(2, np.int64)
    for deal in range(len(words)):
        row[:] = 0
        left[:] = 0
        before[:] = 0
        for player in range(2):
            row[LEFT + player] = cards_each
            for at in range(cards_each):
                left[player, hands[player, deal, at]] += 1
        node, word, step, cards = 0, PLAYS, 0, 0
        while row[LEFT] or row[LEFT + 1]:
            player = row[TO_PLAY]
            first = PONE
            if node >= 0:
                legal = tree.legal[node]
            else:
                legal = 0
                room = rules[LIMIT] - row[COUNT]
                while legal < go and value_of(ranks[legal]) <= room:
                    legal += 1
            if not row[LEFT] or not row[LEFT + 1]:
                # The opponent's point for a go comes before the player's own points.
                first = 1 - player
                finish_alone(row, history, ranks, left[player], rules)
            else:
                action, choices = go, 0
                for rank in range(legal):
                    if left[player, rank]:
                        action = rank
                        choices += 1
                if choices > 1:
                    drawn = _below(words[deal, word], PARTS)
                    word += 1
                    action = _chosen(tree, sets, parts, node, left[player], drawn)
                if action == go:
                    say_go(row, rules)
                else:
                    left[player, action] -= 1
                    played[deal, cards] = action
                    cards += 1
                    play_card(row, history, ranks[action], rules)
                if node >= 0:
                    child = tree.child[node, action]
                    node = child if child > LEAVES else -1
            for player in (first, 1 - first):
                points = row[POINTS + player] - before[player]
                if points:
                    steps[deal, step, player] = points
                    before[player] += points
                    step += 1


@inlined
def _chosen(
    tree: Tree, sets: Multisets, parts: Array, node: int, left: Array, drawn: Any
) -> int:
    """Return the rank that the strategy plays; ``drawn`` is random, below ``PARTS``."""
    held = tree.cards[node, tree.player[node]]
    small = sets.sizes[held - 1]
    for rank in range(tree.legal[node]):
        if not left[rank]:
            continue
        # The number of the multiset of the other cards.
        number: Any = 0
        size = 0
        for other in range(len(left)):
            for _ in range(left[other] - (other == rank)):
                number = np.int64(sets.plus[size, other, number])
                size += 1
        drawn -= np.int64(parts[tree.slot[node] + rank * small + number])
        if drawn < 0:
            return rank
    return -1  # parts that do not add up

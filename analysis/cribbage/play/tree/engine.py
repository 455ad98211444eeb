"""The play of cribbage in compiled code: rules, scoring of a card, and multisets.

A *row* is an array that holds a moment of the play: the count, whose turn it is, the
points, and so on, at the places ``BEGIN`` to ``POINTS``. The *history* is an array of
all ranks played. Its end since the count was last at zero is the *pile*. Players are
numbered as in the rules: pone 0, dealer 1. Suits do not matter in the play, so a
player's cards are a multiset of ranks; multisets are numbered by size.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.kernels.compiled import compiled, inlined
from trueodds.core.rules.cribbage_play import PlayRules

Array: TypeAlias = NDArray[Any]

LIMIT, FIFTEEN, AT_LIMIT, GO, LAST, PAIR, THREE, FOUR, LEAST_RUN, RUN_CARD = range(10)
"""Places in the array of ``compiled_rules``."""

BEGIN, PLAYED, COUNT, TO_PLAY, PASSED, LAST_PLAYER, LEFT, POINTS = (*range(7), 8)
"""Places in a row that holds a moment of the play.

The pile is ``history[row[BEGIN]:row[PLAYED]]``. ``PASSED`` has a bit for each player
who has said go at this count. ``LEFT`` and ``POINTS`` have a place for each player.
"""
MOMENT = 10
"""Length of a row that holds a moment of the play."""


def compiled_rules(rules: PlayRules) -> Array:
    """Return the numbers in the rules of the play as an array for compiled code: int64.

    The constants ``LIMIT`` to ``RUN_CARD`` are the indices. For example, the entry
    ``LIMIT`` is the highest count, and the entry ``PAIR`` is the points of a pair.
    """
    fields = (
        rules.count_limit,
        rules.fifteen_points,
        rules.limit_points,
        rules.go_points,
        rules.last_card_points,
        rules.pair_points,
        rules.three_points,
        rules.four_points,
        rules.least_run,
        rules.run_card_points,
    )
    return np.array(fields, np.int64)


@inlined
def copy(source: Array, target: Array) -> None:
    """Copy the array ``source`` of one axis to the front of ``target``.

    An assignment to a slice does the same, and takes three seconds more to compile.
    """
    for place in range(len(source)):
        target[place] = source[place]


@compiled
def value_of(rank: int) -> int:
    """Return what a card adds to the count: 1 for an ace, 10 for a face card.

    ``rank`` is the card's rank, 0 (ace) to 12 (king).
    """
    return rank + 1 if rank < 9 else 10


@compiled
def points_of(pile: Array, cards: int, count: int, rules: Array) -> Any:
    """Return the points that the last card of a pile scores, without go and last card.

    Args:
        pile: The ranks played since the count was last at zero, in order, 0 (ace) to 12
            (king). It may be longer than ``cards``.
        cards: The number of cards in the pile, with the last card.
        count: The sum of the values of these cards.
        rules: The result of ``compiled_rules``.
    """
    points = 0
    if count == 15:
        points += rules[FIFTEEN]
    if count == rules[LIMIT]:
        points += rules[AT_LIMIT]
    rank = pile[cards - 1]
    alike = 1
    while alike < cards and pile[cards - 1 - alike] == rank:
        alike += 1
    # Cards alike score as a pair, three or four. They end no run, which has a rank
    # once.
    if alike >= 2:
        return points + rules[PAIR + alike - 2]
    seen = 0
    low = rank
    high = rank
    run = 0
    for place in range(cards - 1, -1, -1):
        other = pile[place]
        # A rank twice: no longer run can end with the last card.
        if seen >> other & 1:
            break
        seen |= 1 << other
        low = min(low, other)
        high = max(high, other)
        # The cards from here on are a run if they fill the ranks from low to high. The
        # longest counts alone.
        length = cards - place
        if length >= rules[LEAST_RUN] and high - low + 1 == length:
            run = length
    return points + run * rules[RUN_CARD]


@compiled
def play_card(row: Array, history: Array, rank: int, rules: Array) -> None:
    """Play a card of the player to move, which must fit, and add its points.

    Args:
        row: The moment of the play: the count, whose turn it is, the points, and so on,
            at the indices ``BEGIN`` to ``POINTS``. It is changed to the moment after
            the card.
        history: All ranks played, in order. The card is added.
        rank: The rank of the card, 0 (ace) to 12 (king).
        rules: The result of ``compiled_rules``.
    """
    player = row[TO_PLAY]
    opponent = 1 - player
    history[row[PLAYED]] = rank
    row[PLAYED] += 1
    row[COUNT] += value_of(rank)
    row[LEFT + player] -= 1
    row[LAST_PLAYER] = player
    row[POINTS + player] += points_of(
        history[row[BEGIN] :], row[PLAYED] - row[BEGIN], row[COUNT], rules
    )
    if row[LEFT] == 0 and row[LEFT + 1] == 0:
        # The last card of all. At the limit its player already has the points for that.
        if row[COUNT] != rules[LIMIT]:
            row[POINTS + player] += rules[LAST]
    elif row[COUNT] == rules[LIMIT]:
        # At the limit the count begins anew, without a go.
        reset(row)
    elif row[LEFT + opponent] and not row[PASSED] >> opponent & 1:
        # The opponent has cards and has not said go.
        row[TO_PLAY] = opponent
    elif row[LEFT + player] == 0:
        # The opponent cannot play, and now the player has no card either. A player who
        # still holds cards goes on.
        row[POINTS + player] += rules[GO]
        reset(row)


@compiled
def say_go(row: Array, rules: Array) -> None:
    """Say go for the player to move, none of whose cards fits.

    If the opponent cannot play either, the player who played last gets the points for
    the go, and a new count begins. ``row`` has the moment of the play: the count, whose
    turn it is, the points, and so on, at the indices ``BEGIN`` to ``POINTS``. It is
    changed to the moment after the go. ``rules`` is the result of ``compiled_rules``.
    """
    player = row[TO_PLAY]
    opponent = 1 - player
    if row[LEFT + opponent] and not row[PASSED] >> opponent & 1:
        # The first go of a count: the opponent goes on as long as his cards fit.
        row[PASSED] |= 1 << player
        row[TO_PLAY] = opponent
    else:
        # Neither can play. The go belongs to whoever played last.
        row[POINTS + row[LAST_PLAYER]] += rules[GO]
        reset(row)


@compiled
def reset(row: Array) -> None:
    """Begin a new count at zero, and say who leads.

    The player who did not play last leads if he has a card, else the player who played
    last. ``row`` has the moment of the play: the count, whose turn it is, the points,
    and so on, at the indices ``BEGIN`` to ``POINTS``. It is changed to the moment
    after.
    """
    last = row[LAST_PLAYER]
    row[BEGIN] = row[PLAYED]
    row[COUNT] = 0
    row[PASSED] = 0
    row[TO_PLAY] = 1 - last if row[LEFT + 1 - last] else last


class Multisets(NamedTuple):
    """Tables of the multisets of up to ``hand`` cards of some ranks.

    A multiset is what a player holds, without suits: how many cards of each rank. The
    multisets of each size are numbered from 0, in the order of
    ``combinations_with_replacement``. So a number means a multiset only with its size.
    """

    sizes: Array
    """Number of multisets of 0, 1, … cards: int64 (hand + 1,)."""
    plus: Array
    """Number of the multiset after adding a card: uint16 (hand, ranks, multisets).

    The axes are the number of cards before, the rank added, and the multiset before.
    """
    choices: Array
    """Number of different ranks below L in a multiset: int8 (hand + 1, L, multisets).

    The first axis is the number of cards; L goes from 0 to the number of ranks.
    """
    evenly: Array
    """One over the entry of ``choices``, and 1 where that is 0: float32."""
    whole: Array
    """Number of the full hand, from the cards played and left: int32 (hand + 1, n, m).

    The axes are the number of cards left (1 or more), the multiset played, and the
    multiset left. All cards can be left at the end of a play whose limit is below 20:
    after a ten, a player may hold no card that fits while the opponent plays on.
    """


@cache
def multisets(ranks: int, hand: int) -> Multisets:
    """Return tables that number the multisets of up to ``hand`` cards, for lookups.

    A multiset says how many cards of each rank a player holds. One table, for example,
    has its number after a card is added; another has how many different ranks it holds.
    ``ranks`` is the number of different ranks in the deck, and ``hand`` is the number
    of cards in a full hand.
    """
    lists = [
        list(combinations_with_replacement(range(ranks), size))
        for size in range(hand + 1)
    ]
    number = [{held: place for place, held in enumerate(sets)} for sets in lists]
    plus = np.zeros((hand, ranks, len(lists[hand - 1])), np.uint16)
    choices = np.zeros((hand + 1, ranks + 1, len(lists[hand])), np.int8)
    for size, sets in enumerate(lists):
        for place, held in enumerate(sets):
            for rank in range(ranks):
                if size < hand:
                    more = tuple(sorted((*held, rank)))
                    plus[size, rank, place] = number[size + 1][more]
                choices[size, rank + 1, place] = len({r for r in held if r <= rank})
    shape = hand + 1, len(lists[hand - 1]), len(lists[hand])
    whole = np.zeros(shape, np.int32)
    for size in range(1, hand + 1):
        for row, played in enumerate(lists[hand - size]):
            for place, held in enumerate(lists[size]):
                whole[size, row, place] = number[hand][tuple(sorted(played + held))]
    evenly = (1 / np.maximum(choices, 1)).astype(np.float32)
    sizes = np.array([len(sets) for sets in lists])
    return Multisets(sizes, plus, choices, evenly, whole)


def rank_counts(ranks: int, hand: int) -> Array:
    """Return how many cards of each rank each multiset of up to ``hand`` cards has.

    ``ranks`` is the number of different ranks. The result is int64 (hand + 1,
    multisets, ranks). The axes are the number of cards, the number of the multiset
    among those of this size, and the rank. The second axis has the length of the
    largest size; entries beyond the multisets of a smaller size are 0.
    """
    counts = np.zeros((hand + 1, multisets(ranks, hand).sizes[-1], ranks), np.int64)
    for size in range(hand + 1):
        sets = combinations_with_replacement(range(ranks), size)
        for place, held in enumerate(sets):
            for rank in held:
                counts[size, place, rank] += 1
    return counts

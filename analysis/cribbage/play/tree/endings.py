"""Points of the play's endings, when no player has a choice against the opponent.

When each player holds at most one card, the rest of the play is forced. A player who
alone holds cards orders them for the most points.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trueodds.analysis.cribbage.play.tree.engine import (
    BEGIN,
    COUNT,
    LAST_PLAYER,
    LEFT,
    LIMIT,
    MOMENT,
    PASSED,
    PLAYED,
    POINTS,
    TO_PLAY,
    Array,
    Multisets,
    copy,
    play_card,
    rank_counts,
    say_go,
    value_of,
)
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.cribbage_play import DEALER, MOST_CARDS, PONE

ORDERS = (1, 1, 2, 6, 24)
"""The most orders of a player's cards, by their number."""
WIDTH = 16
"""Length of a row of last cards: the ranks, filled up to whole machine vectors."""


class Endings(NamedTuple):
    """The points of both players in all endings, by the cards that are left.

    An ending is the rest of the play once each player holds at most one card, or once
    one player holds none. Players are numbered: pone 0, dealer 1. A card is the index
    of its rank in the deck.
    """

    pairs: Array
    """Points by player, ending, the dealer's last card and pone's: int16
    (2, endings, WIDTH, WIDTH)."""
    alone: Array
    """Points by player, and by ending and cards of a player who is alone: int16
    (2, places). An ending has consecutive places, one for each multiset of cards."""


def endings(
    keys: Array, ranks: Array, rules: Array, sets: Multisets
) -> tuple[Endings, Array]:
    """Tabulate the points of both players in the endings of the play.

    An ending is the rest of the play from a leaf of the public tree: each player holds
    at most one card, or one player holds none.

    Args:
        keys: The result of ``ending_key`` for each leaf. Leaves with equal keys have
            the same ending.
        ranks: The ranks of the deck, 0 (ace) to 12 (king).
        rules: The result of ``compiled_rules``.
        sets: Tables that number the multisets of ranks (``RanksOfPlay.multisets``).

    Returns:
        The points by the cards left, and an array with the place of each leaf's ending
        in them. If both players hold a card, the points of the ending are
        ``pairs[:, place]``. Otherwise they begin at ``alone[:, place]``.
    """
    # Many leaves have the same ending, so few endings are played.
    different, numbers = np.unique(keys, return_inverse=True)
    pone = different & 7
    dealer = different >> 3 & 7
    both = pone * dealer > 0
    lengths = np.where(both, 0, sets.sizes[pone + dealer])
    begins = np.where(both, np.cumsum(both) - 1, np.cumsum(lengths) - lengths)
    table = Endings(
        np.zeros((2, int(both.sum()), WIDTH, WIDTH), np.int16),
        np.zeros((2, int(lengths.sum())), np.int16),
    )
    counts = rank_counts(len(ranks), len(sets.sizes) - 1)
    _tabulate(different, begins, ranks, rules, sets, counts, table)
    return table, begins[numbers]


@compiled
def ending_key(row: Array, history: Array) -> Any:
    """Return all that an ending depends on but the ranks left, as one integer.

    An ending is the rest of the play once each player holds at most one card, or once
    one player holds none. ``row`` has the moment at which it begins: the count, whose
    turn it is, and so on, as ``engine`` lays it out. ``history`` has all ranks played,
    in order. The key encodes how many cards each player has left, the count, who plays,
    who played last and who has said go.

    It also encodes the end of the pile, with which later cards can score. If the last
    two cards have the same rank, this end is all last cards of this rank. Otherwise it
    is the longest end of different ranks that the cards left can still complete to a
    run.
    """
    pile = history[row[BEGIN] :]
    cards = row[PLAYED] - row[BEGIN]
    more = row[LEFT] + row[LEFT + 1]
    length = 1 if cards else 0
    # Equal cards at the end can become three or four alike.
    while length < cards and pile[cards - 1 - length] == pile[cards - 1]:
        length += 1
    # No pair at the end: keep as much of the pile as a run could still reach back to.
    if length == 1:
        seen = 0
        low = pile[cards - 1]
        high = pile[cards - 1]
        for place in range(cards - 1, -1, -1):
            rank = pile[place]
            if seen >> rank & 1:
                break
            seen |= 1 << rank
            low = min(low, rank)
            high = max(high, rank)
            if high - low + 1 <= cards - place + more:
                length = cards - place
    # ``_moment`` reads these places: the fields, then four bits for each card of the
    # end.
    key = row[LEFT] | row[LEFT + 1] << 3 | row[TO_PLAY] << 6 | row[LAST_PLAYER] << 7
    key |= row[PASSED] << 8 | row[COUNT] << 10 | length << 17
    for place in range(length):
        key |= pile[cards - length + place] << (20 + 4 * place)
    return key


@compiled
def _moment(key: int, row: Array, history: Array) -> None:
    """Decode a key of ``ending_key`` into ``row`` and ``history``."""
    row[:] = 0
    row[LEFT] = key & 7
    row[LEFT + 1] = key >> 3 & 7
    row[TO_PLAY] = key >> 6 & 1
    row[LAST_PLAYER] = key >> 7 & 1
    row[PASSED] = key >> 8 & 3
    row[COUNT] = key >> 10 & 127
    row[PLAYED] = key >> 17 & 7
    for place in range(row[PLAYED]):
        history[place] = key >> (20 + 4 * place) & 15


@compiled
def _tabulate(
    keys: Array,
    begins: Array,
    ranks: Array,
    rules: Array,
    sets: Multisets,
    counts: Array,
    table: Endings,
) -> None:
    """Play every ending with all cards that can be left, and write its points."""
    row = np.zeros(MOMENT, np.int64)
    history = np.zeros(2 * MOST_CARDS, np.int64)
    for place in range(len(keys)):
        key = keys[place]
        begin = begins[place]
        pone = key & 7
        dealer = key >> 3 & 7
        # Each player has one card: all pairs of ranks are forced.
        if pone and dealer:
            for d in range(len(ranks)):
                for p in range(len(ranks)):
                    _moment(key, row, history)
                    _forced(row, history, ranks[p], ranks[d], rules)
                    for player in range(2):
                        table.pairs[player, begin, d, p] = row[POINTS + player]
            continue
        # A player is alone: the best order of every multiset that he can hold.
        cards = pone + dealer
        for number in range(sets.sizes[cards]):
            _moment(key, row, history)
            finish_alone(row, history, ranks, counts[cards, number], rules)
            # With a limit below 30, the opponent's last card can earn him a go now.
            for player in range(2):
                table.alone[player, begin + number] = row[POINTS + player]


@compiled
def _forced(row: Array, history: Array, pone: int, dealer: int, rules: Array) -> None:
    """Play the last card of each player."""
    while row[LEFT] or row[LEFT + 1]:
        rank = pone if row[TO_PLAY] == PONE else dealer
        if row[COUNT] + value_of(rank) <= rules[LIMIT]:
            play_card(row, history, rank, rules)
        else:
            say_go(row, rules)


@compiled
def finish_alone(
    row: Array, history: Array, ranks: Array, left: Array, rules: Array
) -> None:
    """Play all cards of the only player who still holds some, in the best order.

    The best order scores the most points for the player. ``row`` has the moment of the
    play: the count, the points of both players, and so on, as ``engine`` lays it out.
    ``history`` has all ranks played, in order. Both are changed to the end of the play.
    ``ranks`` are the ranks of the deck, 0 (ace) to 12 (king). ``left`` has the number
    of the player's cards of each of ``ranks``. ``rules`` is the result of
    ``compiled_rules``.
    """
    player = DEALER if row[LEFT + DEALER] else PONE
    start = row.copy()
    past = history.copy()
    best = row.copy()
    best[POINTS + player] = -1
    # Every order of the cards, as a number whose digits choose the next card.
    for order in range(ORDERS[row[LEFT + player]]):
        copy(start, row)
        copy(past, history)
        rest = left.copy()
        digits = order
        # Each digit is the place of a card among those that fit.
        while row[LEFT + player]:
            limit = rules[LIMIT] - row[COUNT]
            fits = 0
            while fits < len(ranks) and value_of(ranks[fits]) <= limit:
                fits += 1
            cards = 0  # the sum by a loop, as in ``response.follow``
            for fitting in range(fits):
                cards += rest[fitting]
            if cards == 0:
                say_go(row, rules)
                continue
            # Only cards that fit are counted, so some orders are played twice. None is
            # missed.
            place = digits % cards
            digits //= cards
            rank = 0
            while place >= rest[rank]:
                place -= rest[rank]
                rank += 1
            rest[rank] -= 1
            play_card(row, history, ranks[rank], rules)
        if row[POINTS + player] > best[POINTS + player]:
            copy(row, best)
    copy(best, row)

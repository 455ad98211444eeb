"""Simple policies of the play by another way: every public line, once.

A line is the order in which eight cards are played. It names both hands, so all lines
of all hands are one tree of card sequences, which is walked here without looking at
hands first. Each line adds its probability times its points to the pair of hands that
it names. The analysis plays out pair by pair instead, and scores with other code.

The weights of hands as kept at the equilibrium are those of the analysis.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from math import comb
from typing import Any

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from trueodds.core.rules.cribbage import CribbageRules

Array = NDArray[Any]

RANKS = 13
POLICIES = ("random", "highest", "lowest")
ROLES = ("pone", "dealer")
PER_PLAYER = 12 * 6 * 2
"""A player's choices among up to four, three and two cards divide this evenly."""
WORKERS = 2


def derive(rules: CribbageRules) -> dict[str, Fraction]:
    """Return the means of all policies over dealt and kept hands, and all lines.

    Raises ``ValueError`` for rules under which no equilibrium is shipped.
    """
    from trueodds.analysis.cribbage.play.kept_hands import HANDS, kept_hands

    lines, points = play_all_lines(rules)
    order = [hands_in_order().index(hand) for hand in HANDS]
    kept = kept_hands(rules)
    weights = kept.high.astype(object) * 2**64 + kept.low.astype(object)
    in_order = np.zeros_like(weights)
    in_order[np.ix_(order, order)] = weights
    means = {
        f"play.{name}.{id}": mean
        for name, each in (("dealt", dealt_weights()), ("kept", in_order))
        for id, mean in means_over(each, points).items()
    }
    return {"play.lines": Fraction(lines), **means}


def hands_in_order() -> list[tuple[int, ...]]:
    """Return all hands of four ranks, in the order of this module."""
    return list(combinations_with_replacement(range(RANKS), 4))


def dealt_weights() -> Array:
    """Return the number of ways to deal two hands, dealer's by pone's, as integers."""
    ranks = np.array(hands_in_order())
    held = np.array([(ranks == rank).sum(axis=1) for rank in range(RANKS)])
    weights = np.ones((len(ranks), len(ranks)), object)
    for of_rank in held:
        both = of_rank[:, None] + of_rank[None, :]
        # The cards of a rank that both hold, split between the two.
        weights *= np.vectorize(lambda n: comb(4, n), otypes=[object])(both)
        weights *= np.vectorize(comb, otypes=[object])(both, of_rank[:, None])
    return weights


def means_over(weights: Array, points: Array) -> dict[str, Fraction]:
    """Return the mean points by policy and role, such as ``random.dealer.mean``."""
    total = int(weights.sum())
    means = {}
    for number, policy in enumerate(POLICIES):
        for player, role in enumerate(ROLES):
            earned = points[number, player].astype(object)
            whole = int((weights * earned).sum())
            means[f"{policy}.{role}.mean"] = Fraction(whole, total * PER_PLAYER**2)
    return means


def play_all_lines(rules: CribbageRules, ranks: int = RANKS) -> tuple[int, Array]:
    """Return the number of lines, and the points of each pair of hands.

    The points are times ``PER_PLAYER`` squared: int32, by policy, role, dealer's hand
    and pone's hand. ``ranks`` restricts the deck to its lowest ranks.
    """
    hands = hands_in_order()
    number = np.zeros((RANKS,) * 4, np.int16)
    for place, hand in enumerate(hands):
        for order in permutations(hand):
            number[order] = place
    play = rules.play
    table = np.array(
        [
            *(play.count_limit, play.fifteen_points, play.limit_points),
            *(play.go_points, play.last_card_points, play.least_run),
            *(play.run_card_points, play.pair_points, play.three_points),
            play.four_points,
        ],
        np.int64,
    )
    shape = (len(POLICIES), len(ROLES), len(hands), len(hands))
    starts = list(product(range(ranks), repeat=2))

    def walk(worker: int) -> tuple[int, Array]:
        points = np.zeros(shape, np.int32)
        lines = 0
        for lead, answer in starts[worker::WORKERS]:
            lines += _begin(lead, answer, ranks, table, number, points)
        return lines, points

    with ThreadPoolExecutor(WORKERS) as threads:
        parts = list(threads.map(walk, range(WORKERS)))
    (lines, points), *others = parts
    for more_lines, more_points in others:
        lines, points = lines + more_lines, points + more_points
    return lines, points


PLAYER, COUNT, SIZE, LAST, ALONE, CARDS, WON, MOMENT = 0, 1, 2, 3, 4, 5, 7, 9
"""Places in a row that holds a moment of the play.

``SIZE`` cards make the count. ``ALONE`` is 1 if the opponent has passed or has no
cards. ``CARDS`` and the place after it are the cards played by pone and the dealer,
``WON`` and the place after it their points.
"""
_row = types.int64[::1]


@njit(cache=True, nogil=True)
def _begin(
    lead: int, answer: int, ranks: int, rules: Array, number: Array, points: Array
) -> Any:
    """Walk all lines that begin with a lead and an answer; return their number."""
    moments = np.zeros((32, MOMENT), np.int64)
    moments[0, LAST] = -1
    orders, rooms = np.zeros((2, 4), np.int64), np.zeros((2, 4), np.int64)
    deck = np.zeros(RANKS, np.int64)
    deck[:ranks] = 4
    return _walk(
        *(0, np.array([lead, answer]), moments, deck, np.zeros(8, np.int64)),
        *(orders, rooms, np.zeros(2, np.int64), np.zeros((2, 3), np.int64)),
        *(rules, number, points),
    )


@njit(cache=True, nogil=True)
def _add_line(
    now: Array,
    orders: Array,
    rooms: Array,
    of_line: Array,
    rules: Array,
    number: Array,
    points: Array,
) -> None:
    """Add a line's points to the hands that it names, by its probabilities."""
    for player in range(2):
        _chances(orders[player], rooms[player], rules[0], of_line[player])
    pone = number[orders[0, 0], orders[0, 1], orders[0, 2], orders[0, 3]]
    dealer = number[orders[1, 0], orders[1, 1], orders[1, 2], orders[1, 3]]
    for policy in range(3):
        chance = of_line[0, policy] * of_line[1, policy]
        if chance:
            points[policy, 0, dealer, pone] += chance * now[WON]
            points[policy, 1, dealer, pone] += chance * now[WON + 1]


@njit(cache=True, nogil=True)
def _chances(order: Array, rooms: Array, limit: int, of_line: Array) -> None:
    """Set the probability that each policy plays cards in an order.

    They are times ``PER_PLAYER``, for random, highest and lowest.
    """
    chance, highest, lowest = PER_PLAYER, True, True
    for turn in range(3):
        fits, alike = 0, 0
        for later in range(turn, 4):
            rank = order[later]
            if min(rank + 1, 10) <= rooms[turn]:
                fits += 1
                alike += rank == order[turn]
                highest &= rank <= order[turn]
                lowest &= rank >= order[turn]
        chance = chance // fits * alike
    of_line[0] = chance
    of_line[1] = PER_PLAYER if highest else 0
    of_line[2] = PER_PLAYER if lowest else 0


@njit(cache=True, nogil=True)
def _points_of(pile: Array, size: int, count: int, rules: Array) -> Any:
    """Return the points of the last card of a pile, without go and last card."""
    won = 0
    if count == 15:
        won += rules[1]
    if count == rules[0]:
        won += rules[2]
    alike = 1
    while alike < size and pile[size - 1 - alike] == pile[size - 1]:
        alike += 1
    if alike > 1:
        won += rules[5 + alike]
    run, ranks = 0, 0
    for length in range(1, size + 1):
        bit = 1 << pile[size - length]
        if ranks & bit:
            break
        ranks |= bit
        lowest = ranks & -ranks
        # Consecutive bits become a power of two when the lowest is added.
        if length >= rules[5] and (ranks + lowest) & ranks == 0:
            run = length
    return won + run * rules[6]


@njit(cache=True, nogil=True)
def _add_last_two(
    now: Array,
    deck: Array,
    history: Array,
    orders: Array,
    rooms: Array,
    least: Array,
    rules: Array,
    number: Array,
    points: Array,
) -> Any:
    """Add all lines that end with a card of each player; return their number."""
    chances = np.zeros((2, RANKS, 3), np.int64)
    hands = np.zeros((2, RANKS), np.int64)
    for player in range(2):
        order = orders[player]
        for rank in range(least[player], RANKS):
            order[3] = rank
            hands[player, rank] = number[order[0], order[1], order[2], rank]
            _chances(order, rooms[player], rules[0], chances[player, rank])
    cards, won, lines = np.zeros(2, np.int64), np.zeros(2, np.int64), 0
    for pone in range(least[0], RANKS):
        for dealer in range(least[1], RANKS):
            if deck[pone] == 0 or deck[dealer] <= (pone == dealer):
                continue
            lines += 1
            cards[0], cards[1] = pone, dealer
            won[0], won[1] = now[WON], now[WON + 1]
            _play_last_two(now, cards, history, rules, won)
            row, column = hands[1, dealer], hands[0, pone]
            for policy in range(3):
                chance = chances[0, pone, policy] * chances[1, dealer, policy]
                if chance:
                    points[policy, 0, row, column] += chance * won[0]
                    points[policy, 1, row, column] += chance * won[1]
    return lines


@njit(cache=True, nogil=True)
def _play_last_two(
    now: Array, cards: Array, history: Array, rules: Array, won: Array
) -> None:
    """Play the last card of each player, in the order that the count leaves."""
    count, size, first = now[COUNT], now[SIZE], now[PLAYER]
    begin = 6 - size
    # Who can still play at this count? An opponent who has passed cannot.
    fits = count + min(cards[first] + 1, 10) <= rules[0]
    second = 1 - first
    if not fits:
        first, second = second, first
        fits = not now[ALONE] and count + min(cards[first] + 1, 10) <= rules[0]
        passed = True
    else:
        passed = now[ALONE] == 1
    if not fits:
        # Neither can: the count begins again with the opponent of the last player.
        won[now[LAST]] += rules[3]
        first = 1 - now[LAST]
        second = now[LAST]
        count, begin, passed = 0, 6, False
    history[6] = cards[first]
    count += min(cards[first] + 1, 10)
    won[first] += _points_of(history[begin:7], 7 - begin, count, rules)
    more = min(cards[second] + 1, 10)
    if count == rules[0] or passed or count + more > rules[0]:
        if count != rules[0]:
            won[first] += rules[3]
        count, begin = 0, 7
    history[7] = cards[second]
    count += more
    won[second] += _points_of(history[begin:8], 8 - begin, count, rules)
    if count != rules[0]:
        won[second] += rules[4]


@njit(
    types.int64(
        *(types.int64, _row, types.int64[:, ::1], _row, _row, types.int64[:, ::1]),
        *(types.int64[:, ::1], _row, types.int64[:, ::1], _row),
        *(types.int16[:, :, :, ::1], types.int32[:, :, :, ::1]),
    ),
    cache=True,
    nogil=True,
)
def _walk(
    depth: int,
    only: Array,
    moments: Array,
    deck: Array,
    history: Array,
    orders: Array,
    rooms: Array,
    least: Array,
    of_line: Array,
    rules: Array,
    number: Array,
    points: Array,
) -> Any:
    """Walk all lines from the moment in row ``depth`` on; return their number.

    ``deck`` counts the cards not played. ``least`` is the lowest rank that a player can
    still hold, by what he could not play.
    """
    now, after = moments[depth], moments[depth + 1]
    turn = now[CARDS] + now[CARDS + 1]
    if now[CARDS] == 3 and now[CARDS + 1] == 3:
        return _add_last_two(
            *(now, deck, history, orders, rooms, least, rules, number, points)
        )
    if turn == 8:
        _add_line(now, orders, rooms, of_line, rules, number, points)
        return 1
    player = now[PLAYER]
    opponent = 1 - player
    mine, theirs = now[CARDS + player], now[CARDS + opponent]
    room = rules[0] - now[COUNT]
    lines, fitting = 0, 0
    for rank in range(RANKS):
        value = min(rank + 1, 10)
        if value > room:
            break
        fitting += 1
        if rank < least[player] or deck[rank] == 0:
            continue
        if turn < 2 and rank != only[turn]:
            continue
        history[turn] = rank
        orders[player, mine] = rank
        rooms[player, mine] = room
        after[:] = now
        after[CARDS + player] += 1
        after[LAST] = player
        after[COUNT] += value
        after[SIZE] += 1
        pile = history[turn - now[SIZE] : turn + 1]
        after[WON + player] += _points_of(pile, len(pile), after[COUNT], rules)
        mine_left, theirs_left = 3 - mine, 4 - theirs
        if mine_left == 0 and theirs_left == 0:
            if after[COUNT] != rules[0]:
                after[WON + player] += rules[4]
        elif after[COUNT] == rules[0] or (now[ALONE] and mine_left == 0):
            if after[COUNT] != rules[0]:
                after[WON + player] += rules[3]
            after[COUNT] = after[SIZE] = 0
            after[PLAYER] = opponent if theirs_left else player
            after[ALONE] = mine_left == 0 or theirs_left == 0
        elif not now[ALONE]:
            after[PLAYER] = opponent
            after[ALONE] = mine_left == 0
        deck[rank] -= 1
        lines += _walk(
            *(depth + 1, only, moments, deck, history, orders, rooms, least),
            *(of_line, rules, number, points),
        )
        deck[rank] += 1
    # He may hold nothing that fits: all his cards are above the room.
    before = least[player]
    beyond = max(before, fitting)
    if now[SIZE] and deck[beyond:].sum() >= 4 - mine:
        least[player] = beyond
        after[:] = now
        after[PLAYER] = opponent
        after[ALONE] = 1
        if now[ALONE]:
            last = now[LAST]
            after[WON + last] += rules[3]
            after[COUNT] = after[SIZE] = 0
            after[PLAYER] = 1 - last if now[CARDS + 1 - last] < 4 else last
            after[ALONE] = now[CARDS] == 4 or now[CARDS + 1] == 4
        lines += _walk(
            *(depth + 1, only, moments, deck, history, orders, rooms, least),
            *(of_line, rules, number, points),
        )
        least[player] = before
    return lines

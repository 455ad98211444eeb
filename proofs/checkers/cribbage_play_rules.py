"""The rules of cribbage's play in certificates of trueodds, for many moments at once.

A moment is a state of the play: the pile, the count, and who moves. Once a player has
no card, or both players hold a single card, this module plays out the rest of a
history. A player whose opponent has no card takes the most points.
"""

from __future__ import annotations

from itertools import combinations_with_replacement as multicombinations
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Cards: TypeAlias = tuple[int, ...]  # the ranks of a multiset, ascending

PONE = 0
DEALER = 1
POINT = -1, 2**16  # of each player, so that one number counts the points of both
UNPLAYED = -(2**62)


class Sets(NamedTuple):
    """Tables of the multisets of up to a hand of cards, numbered in ascending order.

    ``sizes[k]`` is how many multisets of k cards there are. ``plus[k][r, m]`` is the
    number of the multiset m of k cards with a card of rank r added.
    ``different[k][n, m]`` is how many different ranks among the n lowest ranks m has.
    ``whole[k][p, m]`` is the hand that consists of the multiset m of k cards and the
    multiset p of its other cards.
    """

    sizes: list[int]
    plus: list[Array]
    different: list[Array]
    whole: list[Array]


class DeckAndRules(NamedTuple):
    """The deck, the rules, and the weight of each pair of hands, the dealer's first."""

    ranks: Array
    hand: int
    rules: dict[str, int]
    sets: Sets
    weights: Array
    total: int

    def fitting(self, counts: Array) -> Array:
        """Return how many ranks fit at each of these counts. The lowest ranks fit."""
        room = self.rules["count_limit"] - counts
        return np.searchsorted(np.minimum(self.ranks + 1, 10), room, "right")


class Moments(NamedTuple):
    """Moments of the play: who moves, who played last, and whether a player has passed.

    A pile is stored with four bits for each card since the count was zero, the last
    card in the lowest bits. ``points`` are the points of both players so far, in
    one number (see ``POINT``).
    """

    mover: Array
    last: Array
    passed: Array
    counts: Array
    pile: Array
    points: Array


def multisets(ranks: int, hand: int) -> Sets:
    """Return the tables of multisets of up to ``hand`` cards."""
    every = [list(multicombinations(range(ranks), k)) for k in range(hand + 1)]
    number = {held: place for sets in every for place, held in enumerate(sets)}

    def joined(sets: list[Cards], others: list[Cards]) -> Array:
        return np.array([[number[tuple(sorted(a + b))] for b in others] for a in sets])

    def different(lowest: int, held: Cards) -> int:
        return len({*held} & {*range(lowest)})

    return Sets(
        [len(sets) for sets in every],
        [joined(every[1], sets) for sets in every[:-1]],
        [
            np.array([[different(n, m) for m in sets] for n in range(ranks + 1)])
            for sets in every
        ],
        [joined(rest, sets) for rest, sets in zip(reversed(every), every, strict=True)],
    )


def rows_of(table: Any, rows: Array) -> Any:
    """Return some rows of an array, or of every array of a table or list."""
    if isinstance(table, np.ndarray):
        return table[rows]
    parts = [rows_of(part, rows) for part in table]
    return parts if isinstance(table, list) else type(table)(*parts)


def score(rules: dict[str, int], pile: Array, count: Array) -> Array:
    """Return the points that the last card of each pile scores."""
    points = rules["fifteen_points"] * (count == 15)
    points += rules["limit_points"] * (count == rules["count_limit"])
    last = pile & 15
    alike = np.ones(len(pile), bool)
    pair, run = np.zeros((2, len(pile)), np.int64)
    for place, name in enumerate(("pair_points", "three_points", "four_points"), 1):
        alike = alike & (pile >> 4 * place & 15 == last)
        pair[alike] = rules[name]
    going = np.ones(len(pile), bool)
    held = np.zeros(len(pile), np.int64)
    low = last
    high = last
    for place in range(8):
        card = pile >> 4 * place & 15
        going = going & (card > 0) & (held >> card & 1 == 0)
        held |= going << card
        low = np.minimum(low, card)
        high = np.maximum(high, card)
        if place + 1 >= rules["least_run"]:
            run[going & (high - low == place)] = place + 1
    return np.asarray(points + pair + rules["run_card_points"] * run)


def play(
    rules: dict[str, int], left: list[int], player: int, at: Moments, rank: Any
) -> tuple[list[int], Moments]:
    """Play a card that fits; return the numbers of cards left and the next moments."""
    other = 1 - player
    rest = list(left)
    rest[player] -= 1
    count = at.counts + np.minimum(rank + 1, 10)
    pile = at.pile << 4 | rank + 1
    points = score(rules, pile, count)
    ends = count == rules["count_limit"]
    if not any(rest):
        points += rules["last_card_points"] * ~ends
    answered = ~ends & ~at.passed & bool(rest[other])
    if any(rest) and not rest[player]:
        points += rules["go_points"] * (~ends & ~answered)
        ends = ~answered
    leader = other if rest[other] else player
    mover = np.where(ends, leader, np.where(answered, other, player))
    return rest, Moments(
        mover,
        np.full(len(mover), player),
        at.passed & ~ends,
        np.where(ends, 0, count),
        np.where(ends, 0, pile),
        at.points + POINT[player] * points,
    )


def say_go(rules: dict[str, int], left: list[int], player: int, at: Moments) -> Moments:
    """Pass; if the opponent has passed or has no card, the last card scores the go."""
    ends = at.passed | (left[1 - player] == 0)
    leader = np.where(np.array(left)[1 - at.last] > 0, 1 - at.last, at.last)
    return at._replace(
        mover=np.where(ends, leader, 1 - player),
        passed=~ends,
        counts=np.where(ends, 0, at.counts),
        pile=np.where(ends, 0, at.pile),
        points=at.points + rules["go_points"] * ends * np.array(POINT)[at.last],
    )


def played_out(game: DeckAndRules, left: list[int], at: Moments) -> Array:
    """Return both players' points at the end of the play, in one number.

    The shape is (n, dealer's remaining cards, pone's remaining cards). A player has a
    choice only if the opponent has no card left, so the choice does not change the
    opponent's points.
    """
    sizes = game.sets.sizes
    plus = game.sets.plus
    shape = len(at.points), sizes[left[DEALER]], sizes[left[PONE]]
    if not any(left):
        return at.points.reshape(shape)
    points = np.empty(shape, np.int64)
    for player in (PONE, DEALER):
        (rows,) = (at.mover == player).nonzero()
        if not len(rows):
            continue
        mine = rows_of(at, rows)
        axis = 2 - player
        held = left[player]
        fit = game.fitting(mine.counts)
        better, none = (
            (np.minimum, -UNPLAYED) if player == PONE else (np.maximum, UNPLAYED)
        )
        best = np.moveaxis(np.full((len(rows), *shape[1:]), none), axis, 2)
        for r, rank in enumerate(game.ranks):
            (some,) = (fit > r).nonzero()
            if len(some):
                after = play(game.rules, left, player, rows_of(mine, some), rank)
                below = np.moveaxis(played_out(game, *after), axis, 2)
                chosen = np.ix_(some, np.arange(best.shape[1]), plus[held - 1][r])
                best[chosen] = better(best[chosen], below)
        stuck = game.sets.different[held][fit] == 0
        (some,) = stuck.any(axis=1).nonzero()
        if len(some):
            passed = say_go(game.rules, left, player, rows_of(mine, some))
            below = np.moveaxis(played_out(game, left, passed), axis, 2)
            best[some] = np.where(stuck[some][:, None], below, best[some])
        points[rows] = np.moveaxis(best, 2, axis)
    return points


def endings(game: DeckAndRules, left: list[int], at: Moments) -> tuple[Array, Array]:
    """Return a table of the points still to come, and the row of each moment in it.

    Only the last cards of a pile matter: those of one rank if there are several,
    else those since the last pair, because a run has no pair.
    """
    cards = at.pile[:, None] >> 4 * np.arange(9) & 15
    pair = cards[:, 0] == cards[:, 1]
    keeps = np.zeros(len(cards), np.int64)
    going = np.ones(len(cards), bool)
    held = np.zeros(len(cards), np.int64)
    for card in cards.T:
        single = held >> card & 1 == 0
        going = going & (card > 0) & np.where(pair, card == cards[:, 0], single)
        held |= going << card
        keeps += going
    kept = at.pile & (1 << 4 * keeps) - 1
    key = kept | at.counts << 32 | at.mover << 40 | at.last << 41 | at.passed << 42
    _, first, row = np.unique(key, return_index=True, return_inverse=True)
    begin = rows_of(at, first)._replace(points=np.zeros(len(first), np.int64))
    return played_out(game, left, begin), row.reshape(-1)

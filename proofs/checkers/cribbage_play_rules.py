"""The rules of cribbage's play in certificates of trueodds, for many moments at once.

A moment is a state of the play: the pile, the count, and who moves. Once a player has
no card, or both players hold a single card, this module plays out the rest of a
history. A player whose opponent has no card takes the most points.
"""

from __future__ import annotations

from itertools import combinations_with_replacement as multicombinations
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from .arrays import Array

Cards: TypeAlias = tuple[int, ...]  # the ranks of a multiset, ascending

PONE = 0
DEALER = 1
POINT_BITS = 16  # so that one number counts the points of both players
POINT = -1, 2**POINT_BITS  # a point of each player
BETTER = np.minimum, np.maximum  # for each player, of two such numbers
UNPLAYED = -(2**62)
WORST = -UNPLAYED, UNPLAYED  # for each player, worse than any such number


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

    def different(sets: list[Cards]) -> Array:
        lowest = [{*range(n)} for n in range(ranks + 1)]
        return np.array([[len({*held} & low) for held in sets] for low in lowest])

    # The cards left of a hand, beside the cards played.
    rest = reversed(every)
    return Sets(
        [len(sets) for sets in every],
        [joined(every[1], sets) for sets in every[:-1]],
        [different(sets) for sets in every],
        [joined(left, sets) for left, sets in zip(rest, every, strict=True)],
    )


def rows_of(table: Any, rows: Array) -> Any:
    """Return some rows of an array, or of every array of a table or list."""
    if isinstance(table, np.ndarray):
        return table[rows]
    parts = [rows_of(part, rows) for part in table]
    return parts if isinstance(table, list) else type(table)(*parts)


def last_cards(pile: Array) -> Array:
    """Return the last eight cards of each pile, the last card first: (8, n)."""
    places = np.arange(8)[:, None]
    cards: Array = pile >> 4 * places & 15
    return cards


def score(rules: dict[str, int], pile: Array, count: Array) -> Array:
    """Return the points that the last card of each pile scores."""
    points = rules["fifteen_points"] * (count == 15)
    points += rules["limit_points"] * (count == rules["count_limit"])
    cards = last_cards(pile)
    # Two, three or four cards of one rank, one after another: the most of them score.
    last = cards[0]
    alike = np.ones(len(pile), bool)
    pair, run = np.zeros((2, len(pile)), np.int64)
    for card, name in zip(cards[1:], ("pair", "three", "four"), strict=False):
        alike = alike & (card == last)
        pair[alike] = rules[f"{name}_points"]
    # The longest run scores. Its cards have different ranks, without a gap.
    going = np.ones(len(pile), bool)
    held = np.zeros(len(pile), np.int64)
    low = last
    high = last
    for length, card in enumerate(cards, 1):
        going = going & (card > 0) & (held >> card & 1 == 0)
        held |= going << card
        low = np.minimum(low, card)
        high = np.maximum(high, card)
        if length >= rules["least_run"]:
            run[going & (high - low == length - 1)] = length
    total: Array = points + pair + rules["run_card_points"] * run
    return total


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
    # The last card of all scores, unless it reaches the limit.
    if not any(rest):
        points += rules["last_card_points"] * ~ends
    # The opponent answers if he has a card and has not passed.
    answered = ~ends & ~at.passed & bool(rest[other])
    # If neither player can play a card, the last card scores the go.
    if any(rest) and not rest[player]:
        points += rules["go_points"] * (~ends & ~answered)
        ends = ~answered
    # After the end of a count, the opponent leads if he has a card.
    leader = other if rest[other] else player
    mover = np.where(ends, leader, np.where(answered, other, player))
    return rest, Moments(
        mover=mover,
        last=np.full(len(mover), player),
        passed=at.passed & ~ends,
        counts=np.where(ends, 0, count),
        pile=np.where(ends, 0, pile),
        points=at.points + POINT[player] * points,
    )


def say_go(rules: dict[str, int], left: list[int], player: int, at: Moments) -> Moments:
    """Pass; if the opponent has passed or has no card, the last card scores the go."""
    other = 1 - player
    ends = at.passed | (left[other] == 0)
    # After the end of a count, the opponent of the last card leads if he has a card.
    follows = 1 - at.last
    leader = np.where(np.take(left, follows) > 0, follows, at.last)
    return at._replace(
        mover=np.where(ends, leader, other),
        passed=~ends,
        counts=np.where(ends, 0, at.counts),
        pile=np.where(ends, 0, at.pile),
        points=at.points + rules["go_points"] * ends * np.take(POINT, at.last),
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
        held = left[player]
        fit = game.fitting(mine.counts)
        # Bring the cards that the player holds to the last axis.
        axis = 2 - player
        worst = np.full((len(rows), *shape[1:]), WORST[player])
        best = np.moveaxis(worst, axis, 2)
        # The player takes the best of the cards that fit and that he holds.
        for r, rank in enumerate(game.ranks):
            (some,) = (fit > r).nonzero()
            if len(some):
                after = play(game.rules, left, player, rows_of(mine, some), rank)
                below = np.moveaxis(played_out(game, *after), axis, 2)
                chosen = np.ix_(some, np.arange(best.shape[1]), plus[held - 1][r])
                best[chosen] = BETTER[player](best[chosen], below)
        # If no card that he holds fits, he says go.
        stuck = game.sets.different[held][fit] == 0
        (some,) = stuck.any(axis=1).nonzero()
        if len(some):
            passed = say_go(game.rules, left, player, rows_of(mine, some))
            below = np.moveaxis(played_out(game, left, passed), axis, 2)
            best[some] = np.where(stuck[some, None], below, best[some])
        points[rows] = np.moveaxis(best, 2, axis)
    return points


def endings(game: DeckAndRules, left: list[int], at: Moments) -> tuple[Array, Array]:
    """Return a table of the points still to come, and the row of each moment in it.

    Only the last cards of a pile matter: those of one rank if there are several,
    else those since the last pair, because a run has no pair.
    """
    cards = last_cards(at.pile)
    last = cards[0]
    pair = last == cards[1]
    # Count the cards of the pile that matter, from the last card on.
    keeps, held = np.zeros((2, len(pair)), np.int64)
    going = np.ones(len(pair), bool)
    for card in cards:
        single = held >> card & 1 == 0
        matters = np.where(pair, card == last, single)
        going = going & (card > 0) & matters
        held |= going << card
        keeps += going
    kept = at.pile & (1 << 4 * keeps) - 1
    # Moments with the same key go on in the same way: play out one of them.
    key = kept | at.counts << 32 | at.mover << 40 | at.last << 41 | at.passed << 42
    _, first, row = np.unique(key, return_index=True, return_inverse=True)
    without_points = np.zeros(len(first), np.int64)
    begin = rows_of(at, first)._replace(points=without_points)
    return played_out(game, left, begin), row.reshape(-1)

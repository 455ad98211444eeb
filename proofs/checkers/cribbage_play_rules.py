"""Rules of cribbage's play for certificates of trueodds, for many moments at once.

A moment is a state of the play: the pile, the count, and who moves. Once a player has
no card, or both players hold a single card, this module plays out the rest of a
history. One number holds the points of both: the dealer's times 2**16, minus pone's.
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
    """Tables of the multisets of ranks, with 0 cards up to the number of a hand.

    A rank is its place in the deck. The multisets of k cards are numbered from 0 in
    lexicographic order, and there are ``sizes[k]``. ``plus[k][r, m]`` is the number of
    the multiset m of k cards with a card of rank r added. ``different[k][n, m]`` is how
    many different ranks among the n lowest ranks m has. ``whole[k][p, m]`` is the
    number of the hand of the multisets m of k cards and p of its other cards.
    """

    sizes: list[int]
    plus: list[Array]
    different: list[Array]
    whole: list[Array]


class DeckAndRules(NamedTuple):
    """The deck, the rules by name, and the weight of each pair of hands.

    ``ranks`` are the deck's ranks, from 0 for the ace. A hand has ``hand`` cards, and
    ``sets`` has tables of the cards that a player can hold. ``weights`` is by the
    dealer's and pone's hand; its sum is ``total``.
    """

    ranks: Array
    hand: int
    rules: dict[str, int]
    sets: Sets
    weights: Array
    total: int

    def fitting(self, counts: Array) -> Array:
        """Return, for each pile's count, how many of the lowest ranks may be played."""
        room = self.rules["count_limit"] - counts
        # A face card counts 10. The ranks ascend, so their values do.
        values = np.minimum(self.ranks + 1, 10)
        return np.searchsorted(values, room, "right")


class Moments(NamedTuple):
    """Moments of the play as arrays, which have an entry for each moment.

    A player is 0 for pone and 1 for the dealer. ``mover`` is the player to move, and
    ``last`` the player of the last card. ``passed`` is True if the mover's opponent has
    said go. ``counts`` has the counts. A pile has four bits for each card since the
    count was zero, the last card in the lowest bits: the rank plus 1. ``points`` are
    both players' points so far in one number: the dealer's times 2**16, minus pone's.
    """

    mover: Array
    last: Array
    passed: Array
    counts: Array
    pile: Array
    points: Array


def multisets(ranks: int, hand: int) -> Sets:
    """Return the tables of ``Sets``, for hands of ``hand`` cards of ``ranks`` ranks."""
    # By number of cards: all multisets, and the number of each among them.
    every = []
    number: dict[Cards, int] = {}
    for cards in range(hand + 1):
        sets = list(multicombinations(range(ranks), cards))
        every.append(sets)
        for place, held in enumerate(sets):
            number[held] = place

    def joined(sets: list[Cards], others: list[Cards]) -> Array:
        # The number of each multiset of one list together with each of another list.
        rows = []
        for held in sets:
            row = []
            for other in others:
                together = sorted(held + other)
                row.append(number[tuple(together)])
            rows.append(row)
        return np.array(rows)

    def different(sets: list[Cards]) -> Array:
        # How many of the n lowest ranks each multiset has, by n.
        rows = []
        for n in range(ranks + 1):
            lowest = {*range(n)}
            low_ranks = [lowest.intersection(held) for held in sets]
            rows.append([len(ranks_held) for ranks_held in low_ranks])
        return np.array(rows)

    single_cards = every[1]
    fewer_than_a_hand = every[:-1]
    # The cards played of a hand, beside the cards left.
    played = reversed(every)
    pairs = zip(played, every, strict=True)
    return Sets(
        sizes=[len(sets) for sets in every],
        plus=[joined(single_cards, sets) for sets in fewer_than_a_hand],
        different=[different(sets) for sets in every],
        whole=[joined(others, sets) for others, sets in pairs],
    )


def rows_of(table: Any, rows: Array) -> Any:
    """Return the rows of an array, or of each array in a tuple or list (``table``)."""
    if isinstance(table, np.ndarray):
        return table[rows]
    parts = [rows_of(part, rows) for part in table]
    if isinstance(table, list):
        return parts
    make = type(table)
    return make(*parts)


def last_cards(pile: Array) -> Array:
    """Return each pile's last eight cards, last one first: rank + 1, or 0 for none."""
    places = np.arange(8)[:, None]
    # Four bits each; beyond the first card of a pile they are 0, which is no card.
    shifted = pile >> 4 * places
    cards: Array = shifted & 15
    return cards


def score(rules: dict[str, int], pile: Array, count: Array) -> Array:
    """Return the points that the last card of each pile scores.

    ``pile`` has four bits for each card, the last card in the lowest: its rank plus 1.
    ``count`` has the counts with this card. ``rules`` has points and limits by name.
    """
    # Fifteen and the limit are of the count, pairs and runs of the last cards.
    is_fifteen = count == 15
    is_limit = count == rules["count_limit"]
    points = rules["fifteen_points"] * is_fifteen
    points += rules["limit_points"] * is_limit
    cards = last_cards(pile)
    run = longest_run(cards, rules["least_run"])
    points += pair_points(rules, cards)
    points += rules["run_card_points"] * run
    total: Array = points
    return total


def pair_points(rules: dict[str, int], cards: Array) -> Array:
    """Return the points of each pile that ends with two, three or four cards of a rank.

    ``cards`` has the last cards of each pile, the last card first: (cards, piles). Only
    the most cards of one rank score: three cards are not also a pair.
    """
    last = cards[0]
    before = cards[1:]
    count = len(last)
    alike = np.ones(count, bool)
    points = np.zeros(count, np.int64)
    names = "pair", "three", "four"
    for card, name in zip(before, names, strict=False):
        # Each further card of this rank replaces the points.
        alike = alike & (card == last)
        points[alike] = rules[f"{name}_points"]
    return points


def longest_run(cards: Array, least: int) -> Array:
    """Return the length of the longest run that each pile ends with, or 0.

    ``cards`` (cards, piles) has the last cards of each pile (rank + 1, or 0 for none),
    the last first. A run has ``least`` cards or more of different ranks, without a gap.
    """
    low = cards[0]
    high = cards[0]
    count = len(low)
    run = np.zeros(count, np.int64)
    # Follow each pile back, until it ends or a rank comes again. The ranks so far are
    # the bits of ``held``.
    going = np.ones(count, bool)
    held = np.zeros(count, np.int64)
    for length, card in enumerate(cards, 1):
        is_card = card > 0
        is_new = held >> card & 1 == 0
        going = going & is_card & is_new
        held |= going << card
        low = np.minimum(low, card)
        high = np.maximum(high, card)
        # Different ranks have no gap if they span no more than their number.
        if length >= least:
            span = high - low + 1
            is_run = going & (span == length)
            run[is_run] = length
    return run


def play(
    rules: dict[str, int], left: list[int], player: int, at: Moments, rank: Any
) -> tuple[list[int], Moments]:
    """Play a card; return the numbers of cards left, and the moments after it.

    ``player`` (0 is pone, 1 the dealer) plays a card of ``rank`` (0 is the ace) at the
    moments ``at``. The card must fit. ``rank`` can be an array with a rank for each
    moment. ``left`` are the numbers of cards left before, of pone and the dealer.
    """
    other = 1 - player
    rest = list(left)
    rest[player] -= 1
    value = np.minimum(rank + 1, 10)
    count = at.counts + value
    pile = at.pile << 4 | rank + 1
    points = score(rules, pile, count)
    ends = count == rules["count_limit"]
    # The last card of all scores, unless it reaches the limit.
    if not any(rest):
        is_last_card = ~ends
        points += rules["last_card_points"] * is_last_card
    # The opponent answers if he has a card and has not passed.
    has_card = bool(rest[other])
    can_answer = ~at.passed & has_card
    answered = ~ends & can_answer
    # If neither player can play a card, the last card scores the go. This player has
    # no card, and the opponent has passed. Reaching the limit scores no go.
    if any(rest) and not rest[player]:
        is_go = ~ends & ~answered
        points += rules["go_points"] * is_go
        ends = ~answered
    # After the end of a count, the opponent leads if he has a card. Else he answers, or
    # this player goes on.
    leader = other if rest[other] else player
    next_mover = np.where(answered, other, player)
    mover = np.where(ends, leader, next_mover)
    moments = Moments(
        mover=mover,
        last=np.full(len(mover), player),
        passed=at.passed & ~ends,
        counts=np.where(ends, 0, count),
        pile=np.where(ends, 0, pile),
        points=at.points + POINT[player] * points,
    )
    return rest, moments


def say_go(rules: dict[str, int], left: list[int], player: int, at: Moments) -> Moments:
    """Say go for a player who has no card that fits; return the moments after it.

    If the opponent has passed or has no card, the player of the last card scores the
    go. ``left`` are the numbers of cards left, of pone and then of the dealer.
    ``player`` (0 is pone, 1 the dealer) says go at the moments ``at``.
    """
    other = 1 - player
    other_is_out = left[other] == 0
    ends = at.passed | other_is_out
    # After the end of a count, the opponent of the last card leads if he has a card.
    follows = 1 - at.last
    has_card = np.take(left, follows) > 0
    leader = np.where(has_card, follows, at.last)
    # The go is the point of the player whose card was the last.
    go_points = rules["go_points"] * ends
    point = np.take(POINT, at.last)
    scored = go_points * point
    return at._replace(
        mover=np.where(ends, leader, other),
        passed=~ends,
        counts=np.where(ends, 0, at.counts),
        pile=np.where(ends, 0, at.pile),
        points=at.points + scored,
    )


def played_out(game: DeckAndRules, left: list[int], at: Moments) -> Array:
    """Return both players' points at the end, from moments near the end of the play.

    ``left`` are the numbers of cards left at the moments ``at``, pone's first. Axes of
    the result are moments, the dealer's cards and pone's, as multisets of ranks. At
    these moments, only a player whose opponent has no card left has a choice, and takes
    the most points. A number is the dealer's points times 2**16, minus pone's.
    """
    sizes = game.sets.sizes
    of_dealer = sizes[left[DEALER]]
    of_pone = sizes[left[PONE]]
    shape = len(at.points), of_dealer, of_pone
    if not any(left):
        return at.points.reshape(shape)
    points = np.empty(shape, np.int64)
    for player in (PONE, DEALER):
        is_mover = at.mover == player
        (rows,) = is_mover.nonzero()
        if len(rows):
            mine = rows_of(at, rows)
            points[rows] = best_move(game, left, player, mine)
    return points


def best_move(game: DeckAndRules, left: list[int], player: int, at: Moments) -> Array:
    """Return both players' points at the end, if ``player`` moves and plays best.

    The player (0 is pone, 1 the dealer) plays the card that gives him the most points.
    ``left`` are the numbers of cards left at the moments ``at``, pone's first. Axes of
    the result are moments, the dealer's cards and pone's, as multisets of ranks. A
    number is the dealer's points times 2**16, minus pone's.
    """
    sizes = game.sets.sizes
    of_dealer = sizes[left[DEALER]]
    of_pone = sizes[left[PONE]]
    shape = len(at.points), of_dealer, of_pone
    worst = np.full(shape, WORST[player])
    # Bring the cards that the player holds to the last axis.
    axis = 2 - player
    best = np.moveaxis(worst, axis, 2)
    every_other = np.arange(best.shape[1])
    better = BETTER[player]

    # The player takes the best of the cards that fit and that he holds. Each rank leads
    # from every multiset of his other cards to the one with a card of this rank.
    held = left[player]
    with_card = game.sets.plus[held - 1]
    fit = game.fitting(at.counts)
    for number, rank in enumerate(game.ranks):
        fits = fit > number
        (some,) = fits.nonzero()
        if len(some):
            before = rows_of(at, some)
            rest, after = play(game.rules, left, player, before, rank)
            below = np.moveaxis(played_out(game, rest, after), axis, 2)
            chosen = np.ix_(some, every_other, with_card[number])
            best[chosen] = better(best[chosen], below)

    # If no card that he holds fits, he says go.
    fitting_ranks = game.sets.different[held][fit]
    stuck = fitting_ranks == 0
    (some,) = stuck.any(axis=1).nonzero()
    if len(some):
        before = rows_of(at, some)
        passed = say_go(game.rules, left, player, before)
        below = np.moveaxis(played_out(game, left, passed), axis, 2)
        says_go = stuck[some, None]
        best[some] = np.where(says_go, below, best[some])
    return np.moveaxis(best, 2, axis)


def endings(game: DeckAndRules, left: list[int], at: Moments) -> tuple[Array, Array]:
    """Return a table of the points still to come, and each moment's row in it.

    ``at`` are the moments, and ``left`` the numbers of cards left, of pone and then of
    the dealer. A row has both players' points in one number, by the cards left, as
    ``played_out`` returns them. Moments from which the play goes on in the same way
    share a row. Only the last cards of a pile matter: those of one rank if there are
    several, else those since the last pair, because a run has no pair.
    """
    cards = last_cards(at.pile)
    last = cards[0]
    pair = last == cards[1]
    # Count the cards of the pile that matter, from the last card on.
    moments = len(last)
    keeps = np.zeros(moments, np.int64)
    held = np.zeros(moments, np.int64)
    going = np.ones(moments, bool)
    for card in cards:
        is_card = card > 0
        alike = card == last
        single = held >> card & 1 == 0
        matters = np.where(pair, alike, single)
        going = going & is_card & matters
        held |= going << card
        keeps += going
    # A card is four bits of the pile. Eight cards at most are kept, below bit 32.
    kept_bits = (1 << 4 * keeps) - 1
    key = at.pile & kept_bits
    # A count is below 2**8. The players and the pass are 0 or 1.
    key |= at.counts << 32
    key |= at.mover << 40
    key |= at.last << 41
    key |= at.passed << 42
    # Moments with the same key go on in the same way: play out one of them.
    _, first, row = np.unique(key, return_index=True, return_inverse=True)
    without_points = np.zeros(len(first), np.int64)
    begin = rows_of(at, first)
    begin = begin._replace(points=without_points)
    table = played_out(game, left, begin)
    return table, row.reshape(-1)

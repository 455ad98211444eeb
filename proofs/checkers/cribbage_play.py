"""Check a certified solution of the play of cribbage: python cribbage_play.py FILE...

The certificate holds a strategy of each player and claims bounds. Those of the value of
the play, the dealer's points minus pone's, are the values of the dealer's best response
to pone's strategy, and of pone's to the dealer's. Those of a mean enclose the points of
a player when both play the strategies. Each player knows the ranks that he holds, the
cards played and every go. This file needs numpy, and imports nothing of trueodds.

The joint distribution of both hands is derived here. ``dealt`` hands come at random
from the deck. Kept hands are what two strategies of the discard, in the certificate,
keep of two hands of six cards: if F(T) counts the hands that contain the cards T and
keep certain ranks, both weights are, by inclusion and exclusion, the sum over all T of
(-1)^|T| F(T) F'(T).

Histories of the same numbers of cards left and the same player to move are walked
together. A strategy gives an information set 4096 parts. What is left of a history once
a player has no card, or both hold one, is played out: a player without an opponent
takes the most points. All sums are integers. An array of sums in limbs has a further
axis in front, for high and low; a sum is high * 2**58 + low.

Exit code 0: every claim is proved. 1: a claim does not follow. 2: a file is not a
certificate: unreadable, malformed or too large.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import zlib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from itertools import combinations_with_replacement as multicombinations
from math import ceil, comb, factorial, floor
from pathlib import Path
from reprlib import repr as brief
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

HEAD = {
    "schema": "trueodds.certificate/1",
    "kind": "equilibrium",
    "game": "cribbage",
    "model": "play",
}
NUMBERS = "value", "pone.mean", "dealer.mean"
DEALT = "play.dealt.equilibrium"
SOURCE = "hands as both strategies of the discard in the certificate keep them"
HANDS = {
    DEALT: "hands dealt at random",
    "play.equilibrium": f"{SOURCE} (called the equilibrium; not checked here)",
    "play.file.equilibrium": SOURCE,
}
UNIT = 10**9  # of printed bounds
MOST_BYTES = 48_000_000
MOST_STRATEGY = 240_000_000  # bytes of parts
RANKS = "A23456789TJQK"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
SCORED = "fifteen", "limit", "go", "last_card", "pair", "three", "four", "run_card"
POINTS = [f"{name}_points" for name in SCORED]
PONE, DEALER = 0, 1
POINT = -1, 2**16  # of each player, so that one number counts the points of both
PARTS = 4096
DECISIONS = 3  # of a player who holds more than one card, in a hand of four
# With these bounds no sum passes the limbs: 77 + 36 + 7 = 58 + 62 bits.
BASE = 58
MOST_TOTAL, MOST_WEIGHT, MOST_POINTS = 2**77, 2**64, 2**7
UNPLAYED = -(2**62)
PAIRS_AT_ONCE = 2**21
PIECE = 16  # bits, so that floats add up products of two of them without an error
SUIT_BITS = 13 * np.arange(4, dtype=np.int64)
THROWN = list(combinations(range(6), 2))
KEPT = np.array([sorted({*range(6)} - {*pair}) for pair in THROWN])


class MalformedError(Exception):
    """A file that is not a certificate."""


class UnprovedError(Exception):
    """A certificate that does not prove its claims."""


class Sets(NamedTuple):
    """The multisets of up to a hand of cards, by their number, in ascending order.

    ``plus[k][r, m]`` is the multiset m of k cards and a card of rank r, ``different[k]
    [n, m]`` the number of its ranks among the first n, and ``whole[k][p, m]`` the hand
    of its cards and the multiset p of the others.
    """

    sizes: list[int]
    plus: list[Array]
    different: list[Array]
    whole: list[Array]


class Game(NamedTuple):
    """The deck, the rules, and the weight of each pair of hands, the dealer's first."""

    ranks: Array
    hand: int
    rules: dict[str, int]
    sets: Sets
    weights: Array
    total: int

    def fitting(self, counts: Array) -> Array:
        """Return how many ranks fit: the first ones."""
        room = self.rules["count_limit"] - counts
        return np.searchsorted(np.minimum(self.ranks + 1, 10), room, "right")


class Moments(NamedTuple):
    """Moments of the play: who moves, who played last, and whether a player has passed.

    A pile has four bits for each card since the count was zero, the last card lowest.
    ``points`` are what both have scored so far, by ``POINT``.
    """

    mover: Array
    last: Array
    passed: Array
    counts: Array
    pile: Array
    points: Array


class Histories(NamedTuple):
    """Histories that both players have seen, with columns for pone and the dealer.

    ``played`` are multisets, ``least`` the lowest ranks that both can hold by what they
    have said, and ``seen`` has three bits for each rank played. ``reach`` is how
    probably the players' strategies have played so, in parts, by the cards held.
    """

    now: Moments
    played: Array
    least: Array
    seen: Array
    reach: list[Array]


class Strategy:
    """The parts of both strategies, in the order of the walk.

    ``points`` is what pone and the dealer score with them, times weights and parts.
    """

    def __init__(self, content: bytes) -> None:
        self.parts, self.place = np.frombuffer(content, "<u2"), 0
        self.points = [0, 0]

    def next(self, rows: int, columns: int) -> Array:
        """Return the next parts. Raises ``MalformedError``."""
        begin, self.place = self.place, self.place + rows * columns
        if self.place > len(self.parts):
            raise MalformedError("the strategy is too short")
        return self.parts[begin : self.place].reshape(rows, columns).astype(np.int64)


def multisets(ranks: int, hand: int) -> Sets:
    """Return the tables of multisets of up to ``hand`` cards."""
    every = [list(multicombinations(range(ranks), k)) for k in range(hand + 1)]
    number = [{held: place for place, held in enumerate(sets)} for sets in every]

    def joined(cards: tuple[int, ...], more: tuple[int, ...]) -> int:
        return number[len(cards) + len(more)][tuple(sorted(cards + more))]

    return Sets(
        [len(sets) for sets in every],
        [
            np.array([[joined(m, (r,)) for m in sets] for r in range(ranks)])
            for sets in every[:-1]
        ],
        [
            np.array(
                [[len({*m} & {*range(n)}) for m in sets] for n in range(ranks + 1)]
            )
            for sets in every
        ],
        [
            np.array([[joined(p, m) for m in sets] for p in every[hand - k]])
            for k, sets in enumerate(every)
        ],
    )


def rows_of(table: Any, rows: Array) -> Any:
    """Return rows of an array, or of all arrays of a table or list."""
    if isinstance(table, np.ndarray):
        return table[rows]
    parts = [rows_of(part, rows) for part in table]
    return parts if isinstance(table, list) else type(table)(*parts)


def score(rules: dict[str, int], pile: Array, count: Array) -> Array:
    """Return the points of the last card of piles."""
    points = rules["fifteen_points"] * (count == 15)
    points += rules["limit_points"] * (count == rules["count_limit"])
    last = pile & 15
    alike = np.ones(len(pile), bool)
    pair, run = np.zeros((2, len(pile)), np.int64)
    for place, name in enumerate(("pair_points", "three_points", "four_points"), 1):
        alike = alike & (pile >> 4 * place & 15 == last)
        pair[alike] = rules[name]
    going, held = np.ones(len(pile), bool), np.zeros(len(pile), np.int64)
    low, high = last, last
    for place in range(8):
        card = pile >> 4 * place & 15
        going = going & (card > 0) & (held >> card & 1 == 0)
        held |= going << card
        low, high = np.minimum(low, card), np.maximum(high, card)
        if place + 1 >= rules["least_run"]:
            run[going & (high - low == place)] = place + 1
    return np.asarray(points + pair + rules["run_card_points"] * run)


def play(
    rules: dict[str, int], left: list[int], player: int, at: Moments, rank: Any
) -> tuple[list[int], Moments]:
    """Play a card that fits; return the cards left and the moments after it."""
    other, rest = 1 - player, list(left)
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


def played_out(game: Game, left: list[int], at: Moments) -> Array:
    """Return the points at the end, by both hands: (n, dealer's, pone's).

    A player with a choice is alone, and the opponent's points do not depend on it.
    """
    sizes, plus = game.sets.sizes, game.sets.plus
    shape = len(at.points), sizes[left[DEALER]], sizes[left[PONE]]
    if not any(left):
        return at.points.reshape(shape)
    points = np.empty(shape, np.int64)
    for player in (PONE, DEALER):
        (rows,) = (at.mover == player).nonzero()
        if not len(rows):
            continue
        mine, axis, held = rows_of(at, rows), 2 - player, left[player]
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


def endings(game: Game, left: list[int], at: Moments) -> tuple[Array, Array]:
    """Return the points still to come, and the row of each moment in this table.

    Of a pile only its last cards of one rank matter; or if its last card is single, the
    last cards without a pair, since a run has none.
    """
    cards = at.pile[:, None] >> 4 * np.arange(9) & 15
    pair = cards[:, 0] == cards[:, 1]
    keeps = np.zeros(len(cards), np.int64)
    going, held = np.ones(len(cards), bool), np.zeros(len(cards), np.int64)
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


def leaf_values(
    game: Game, strategy: Strategy, left: list[int], at: Histories
) -> list[Array]:
    """Return what both get at the ends of histories, by the cards held, in limbs."""
    table, row = endings(game, left, at.now)
    dealer, pone = (
        game.sets.whole[left[player]][at.played[:, player]] for player in (DEALER, PONE)
    )
    values: list[list[Array]] = [[], []]
    step = 1 + PAIRS_AT_ONCE // table[0].size
    for begin in range(0, len(row), step):
        some = slice(begin, begin + step)
        points = at.now.points[some, None, None] + table[row[some]]
        of_pone = -points & POINT[DEALER] - 1
        of_dealer = points + of_pone >> POINT[DEALER].bit_length() - 1
        if max(of_pone.max(), of_dealer.max()) >= MOST_POINTS:
            raise MalformedError(f"some play scores {MOST_POINTS} or more")
        weights = game.weights[dealer[some, :, None], pone[some, None, :]]
        by_pone, by_dealer = at.reach[PONE][some, None], at.reach[DEALER][some, :, None]
        values[PONE].append(_summed((of_pone - of_dealer) * by_dealer, weights, 1))
        values[DEALER].append(_summed((of_dealer - of_pone) * by_pone, weights, 2))
        met = np.flatnonzero(by_dealer.any(axis=(1, 2)) & by_pone.any(axis=(1, 2)))
        if len(met):
            sums = _summed((of_dealer * by_pone)[met], weights[met], 2)
            earned = _times(sums, by_dealer[met, :, 0])
            strategy.points[DEALER] += earned
            strategy.points[PONE] += earned + _times(values[PONE][-1], by_pone[:, 0])
    return [np.concatenate(parts, axis=1) for parts in values]


def _summed(factors: Array, weights: Array, axis: int) -> Array:
    """Return sums of factors times weights of up to 64 bits along an axis, in limbs."""
    most = max(1, int(abs(factors).max())) * factors.shape[axis]
    bits = 62 - most.bit_length()
    total = np.zeros((2, *np.delete(factors.shape, axis)), np.int64)
    for shift in range(0, int(weights.max()).bit_length(), bits):
        limb = (weights >> np.uint64(shift) & np.uint64(2**bits - 1)).view(np.int64)
        part = (factors * limb).sum(axis=axis)
        over = BASE - shift
        total[0] += part >> over if over > 0 else part << -over
        if over > 0:
            total[1] += (part & (1 << over) - 1) << shift
    return _carried(total)


def _times(limbs: Array, factors: Array) -> int:
    """Return the sum of integers in limbs times factors."""
    used = factors.nonzero()
    high, low = (int(limb[used].astype(object) @ factors[used]) for limb in limbs)
    return (high << BASE) + low


def walk(
    game: Game, strategy: Strategy, left: list[int], player: int, at: Histories
) -> list[Array]:
    """Return both players' values of best responses, by the cards held, in limbs.

    The histories have these cards left and this player to move. Raises
    ``MalformedError`` for a strategy that is not one.
    """
    other, held = 1 - player, left[player]
    plus, different = game.sets.plus[held - 1], game.sets.different[held]
    fit = game.fitting(at.now.counts)
    every = np.arange(len(game.ranks))
    seen = at.seen[:, None] >> 3 * every & 7
    may = (every < fit[:, None]) & (every >= at.least[:, [player]]) & (seen < 4)
    parent, action = may.nonzero()
    after = rows_of(at, parent)
    rest, now = play(game.rules, left, player, after.now, game.ranks[action])
    after = after._replace(now=now, seen=after.seen + (1 << 3 * action))
    played = game.sets.plus[game.hand - held][action, after.played[:, player]]
    after.played[:, player] = played
    after.reach[player] = at.reach[player][parent[:, None], plus[action]]
    if held > 1:
        parts = strategy.next(len(parent), plus.shape[1])
        _check_parts(parts, parent, action, plus, may, different[fit])
        after.reach[player] = after.reach[player] // PARTS * parts

    total = [np.zeros((2, len(fit), game.sets.sizes[n]), np.int64) for n in left]
    total[player][0] = UNPLAYED
    key = action if held == game.hand == left[other] else now.mover
    for some, values in _below(game, strategy, rest, after, key):
        for rows in _groups(action[some]):
            above = parent[some[rows]]
            total[other][:, above] += values[other][:, rows]
            place = slice(None), above[:, None], plus[action[some[rows[0]]]]
            best, value = total[player][place], values[player][:, rows]
            more = (value[0] == best[0]) & (value[1] > best[1]) | (value[0] > best[0])
            total[player][place] = np.where(more, value, best)

    least = np.maximum(at.least[:, player], fit)
    unplayed = ((4 - seen) * (every >= least[:, None])).sum(axis=1)
    (parent,) = (unplayed >= held).nonzero()
    stuck = different[fit[parent]] == 0
    after = rows_of(at, parent)
    after = after._replace(now=say_go(game.rules, left, player, after.now))
    after.least[:, player] = least[parent]
    after.reach[player] *= stuck
    for some, values in _below(game, strategy, left, after, after.now.mover):
        above = parent[some]
        total[other][:, above] += values[other]
        best = total[player][:, above]
        total[player][:, above] = np.where(stuck[some], values[player], best)
    # No hand of positive weight holds cards with which nothing can be done.
    total[player][:, total[player][0] == UNPLAYED] = 0
    return [_carried(values) for values in total]


def _below(
    game: Game, strategy: Strategy, left: list[int], at: Histories, key: Array
) -> Iterator[tuple[Array, list[Array]]]:
    """Yield the rows of each value of a key, and the values of both players there."""
    for rows in _groups(key):
        part = rows_of(at, rows)
        if not all(left) or sum(left) == 2:
            yield rows, leaf_values(game, strategy, left, part)
        else:
            yield rows, walk(game, strategy, left, int(part.now.mover[0]), part)


def _carried(limbs: Array) -> Array:
    """Return limbs whose lower one is from 0 to 2**58 - 1."""
    return np.stack([limbs[0] + (limbs[1] >> BASE), limbs[1] & 2**BASE - 1])


def _groups(key: Array) -> Iterator[Array]:
    """Yield the rows of each value of a key."""
    for value in np.unique(key):
        yield (key == value).nonzero()[0]


def _check_parts(
    parts: Array, parent: Array, action: Array, plus: Array, may: Array, fit: Array
) -> None:
    """Raise ``MalformedError`` unless the parts of each information set add up.

    If a set holds a rank that fits and cannot be there, it has no parts.
    """
    total, choices = np.zeros((2, *fit.shape), np.int64)
    for rows in _groups(action):
        place = np.ix_(parent[rows], plus[action[rows[0]]])
        total[place] += parts[rows]
        choices[place] += 1
    whole = PARTS * ((choices == fit) & (fit > 0))
    if (total != whole).any():
        raise MalformedError(f"the parts of some choice do not add up to {PARTS}")


def prove(game: Game, strategy: Strategy) -> dict[str, tuple[Fraction, Fraction]]:
    """Return the bounds of all ``NUMBERS``; the means are exact."""
    zero, two = np.zeros(1, np.int64), np.zeros((1, 2), np.int64)
    start = Moments(zero, zero, zero > 0, zero, zero, zero)
    whole = PARTS**DECISIONS
    reach = [np.full((1, game.sets.sizes[-1]), whole)] * 2
    begin = Histories(start, two, two, zero, reach)
    values = walk(game, strategy, [game.hand, game.hand], PONE, begin)
    if strategy.place != len(strategy.parts):
        raise MalformedError("the strategy is too long")
    unit = game.total * whole
    pone, dealer = (Fraction(_times(v, np.ones_like(v[0])), unit) for v in values)
    means = (Fraction(points, unit * whole) for points in strategy.points)
    bounds = (-pone, dealer), *((mean, mean) for mean in means)
    return dict(zip(NUMBERS, bounds, strict=True))


def dealt(ranks: int, hand: int) -> Array:
    """Return the number of deals of each pair of hands."""
    sets = multicombinations(range(ranks), hand)
    held = np.array([[cards.count(r) for r in range(ranks)] for cards in sets])
    ways = np.array([[comb(4 - n, more) for more in range(5)] for n in range(5)])
    weights = np.ones((len(held), len(held)), np.int64)
    for of_rank in held.T:
        weights *= ways[0][of_rank][:, None] * ways[of_rank[:, None], of_rank]
    return weights


def largest(sets: Array) -> Array:
    """Return the class of sets of cards, 13 bits for each suit: the suits in order."""
    suits = sets[..., None] >> SUIT_BITS & 2**13 - 1
    return np.asarray((np.sort(suits, axis=-1) << SUIT_BITS).sum(axis=-1))


def renamings(sets: Array) -> Array:
    """Return the number of sets in each class."""
    suits = sets[:, None] >> SUIT_BITS & 2**13 - 1
    same = np.tril(suits[:, :, None] == suits[:, None]).sum(axis=2)
    return np.asarray(factorial(4) // same.prod(axis=1))


def one_more(sets: Array, ranks: Array) -> Array:
    """Return the classes of the sets with each card of these ranks that they lack."""
    cards = 1 << np.add.outer(SUIT_BITS, ranks).ravel()
    parts = []
    for part in np.array_split(sets, 1 + len(sets) // 2**13):
        lacking = part[:, None] & cards == 0
        parts.append(largest((part[:, None] | cards)[lacking].reshape(len(part), -1)))
    return np.concatenate(parts)


def kept(ranks: Array, hand: int, throws: Sequence[tuple[Array, Array]]) -> Array:
    """Return the weights of the hands kept of six cards, as Python integers.

    ``throws`` are the dealer's and pone's weights of discards and their rows by class.
    """
    sizes, near = [np.zeros(1, np.int64)], []
    for _ in range(6):
        more = one_more(sizes[-1], ranks)
        sizes.append(np.unique(more))
        near.append(np.searchsorted(sizes[-1], more))
    six, count = sizes[6], comb(len(ranks) + hand - 1, hand)
    bits = 1 << np.add.outer(ranks, SUIT_BITS).ravel()
    cards = (six[:, None] & bits != 0).nonzero()[1].reshape(-1, 6) >> 2
    number = np.zeros((len(ranks),) * hand, np.int64)
    for place, held in enumerate(multicombinations(range(len(ranks)), 4)):
        number[held] = place
    hands = np.stack([number[tuple(cards[:, four].T)] for four in KEPT], axis=1)
    choices = []
    for rows, entries in throws:
        if len(entries) != len(six):
            raise MalformedError(f"expected {len(six)} classes")
        most = int((rows > 0).sum(axis=1).max())
        used = np.argsort(rows == 0, axis=1, kind="stable")[entries, :most]
        weights = rows[entries[:, None], used]
        choices.append((np.take_along_axis(hands, used, axis=1).T, weights.T))
    pieces = np.zeros((7, count * count), np.int64)
    itself = np.arange(len(six))[:, None]
    for size, containing in ((6, itself), (5, near[5])):
        times = (-1) ** size * renamings(sizes[size])
        step = 1 + 2**22 // containing.shape[1] ** 2
        for begin in range(0, len(containing), step):
            some = slice(begin, begin + step)
            rows = containing[some]
            pairs = product(*(zip(*choice, strict=True) for choice in choices))
            for (d, of_d), (p, of_p) in pairs:
                pair = d[rows][:, :, None] * count + p[rows][:, None, :]
                weight = of_d[rows][:, :, None] * of_p[rows][:, None, :]
                weight = weight * times[some, None, None]
                used = weight != 0
                pair, weight = pair[used], weight[used]
                for i, part in enumerate((weight & 2**PIECE - 1, weight >> PIECE)):
                    ways = np.bincount(pair, part, minlength=count * count)
                    pieces[i] += ways.astype(np.int64)
    _add_products(pieces, sizes, near, choices)
    total = sum(piece.astype(object) << PIECE * i for i, piece in enumerate(pieces))
    return np.asarray(total).reshape(count, count)


def _add_products(
    pieces: Array, sizes: list[Array], near: list[Array], choices: Any
) -> None:
    """Add the terms of up to four cards T: products of matrices, in pieces of F(T)."""
    count = int(np.sqrt(pieces.shape[1]))
    sums = []
    for hands, weights in choices:
        four = np.zeros((len(near[4]), count))
        for row, fives in enumerate(near[4]):
            rows = near[5][fives].ravel()
            for hand, weight in zip(hands, weights, strict=True):
                four[row] += np.bincount(hand[rows], weight[rows], minlength=count)
        sums.append(four.astype(np.int64) // 2)
    for size in range(4, -1, -1):
        times = (-1) ** size * renamings(sizes[size])
        dealer, pone = sums
        for i, j in product(range(4), repeat=2):
            left = dealer >> PIECE * i & 2**PIECE - 1
            right = pone >> PIECE * j & 2**PIECE - 1
            if left.any() and right.any():
                term = (left * times[:, None]).T.astype(float) @ right.astype(float)
                pieces[i + j] += np.rint(term).astype(np.int64).ravel()
        if size:
            more = near[size - 1].T
            sums = [sum(f[rows] for rows in more) // (7 - size) for f in sums]


def weights_of(table: Any, ranks: Array, hand: int) -> tuple[Array, int]:
    """Return the weights of all pairs of hands, and their sum."""
    if table == "dealt":
        weights: Array = dealt(len(ranks), hand).astype(object)
    else:
        fields(table, "dealer pone")
        if hand != 4 or len(ranks) < 4:
            raise MalformedError("kept hands have four cards, of four ranks or more")
        throws = [discards(table[role]) for role in ("dealer", "pone")]
        weights = kept(ranks, hand, throws)
    weights = weights // np.gcd.reduce(weights.ravel())
    total = sum(weights.ravel().tolist())
    if weights.max() >= MOST_WEIGHT or total >= MOST_TOTAL:
        raise MalformedError("some weights of hands are too large")
    return weights.astype(np.uint64), total


def game(rules: Any, hands: Any) -> Game:
    """Read the rules and the distribution of hands. Raises ``MalformedError``."""
    fields(rules, f"ranks hand count_limit least_run {' '.join(POINTS)}")
    names, some = rules["ranks"], "".join(f"{rank}?" for rank in RANKS)
    if not isinstance(names, str) or not re.fullmatch(some, names) or len(names) < 2:
        raise MalformedError(f"the ranks are not two or more of {RANKS}, in order")
    highest = dict.fromkeys(POINTS, 100) | {"count_limit": 80, "least_run": 8}
    numbers = {name: natural(rules[name], most) for name, most in highest.items()}
    hand = natural(rules["hand"], DECISIONS + 1)
    if numbers["count_limit"] < 15 or numbers["least_run"] < 3 or not hand:
        raise MalformedError("a count below 15, a run below 3, or no cards")
    ranks = np.array([RANKS.index(name) for name in names])
    weights, total = weights_of(hands, ranks, hand)
    return Game(ranks, hand, numbers, multisets(len(ranks), hand), weights, total)


def discards(table: Any) -> tuple[Array, Array]:
    """Read a strategy of the discard: rows of weights, and the row of each class."""
    fields(table, "denominator rows classes")
    whole, rows = natural(table["denominator"], 2**16 - 1), listed(table["rows"])
    if not 0 < len(rows) <= len(LETTERS):
        raise MalformedError(f"expected 1 to {len(LETTERS)} rows")
    weights = np.zeros((len(rows), len(THROWN)), np.int64)
    for number, row in enumerate(rows):
        for pair in listed(row):
            if len(listed(pair)) != 2:
                raise MalformedError(f"expected a discard and a weight: {brief(pair)}")
            weights[number, natural(pair[0], 14)] += natural(pair[1], whole)
        if weights[number].sum() != whole or not whole:
            raise MalformedError(f"the weights do not add up to {whole}: {brief(row)}")
    letters = text(table["classes"]).decode()
    entries = np.array([LETTERS.find(letter) for letter in letters])
    if not letters or not 0 <= entries.min() <= entries.max() < len(rows):
        raise MalformedError("a class has no row")
    return weights, entries


def strategy(lines: Any) -> Strategy:
    """Read the parts: zlib in base64. Raises ``MalformedError``."""
    unpacker = zlib.decompressobj()
    try:
        packed = base64.b64decode(text(lines), validate=True)
        content = unpacker.decompress(packed, MOST_STRATEGY)
    except (ValueError, zlib.error) as error:
        raise MalformedError(f"the strategy is damaged: {error!s:.99}") from None
    if not unpacker.eof or unpacker.unused_data or len(content) % 2:
        raise MalformedError("the strategy is truncated or too long")
    return Strategy(content)


def fields(table: Any, names: str) -> None:
    """Raise ``MalformedError`` unless it is an object of exactly these fields."""
    if not isinstance(table, dict) or set(table) != set(names.split()):
        raise MalformedError(f"expected the fields {names}")


def listed(value: Any) -> list[Any]:
    """Read a list. Raises ``MalformedError``."""
    if not isinstance(value, list):
        raise MalformedError(f"expected a list: {brief(value)}")
    return value


def text(value: Any) -> bytes:
    """Read lines of ASCII. Raises ``MalformedError``."""
    lines = listed(value)
    if not all(isinstance(line, str) and line.isascii() for line in lines):
        raise MalformedError("expected lines of letters")
    return "".join(lines).encode()


def natural(value: Any, high: int) -> int:
    """Read an integer from 0. Raises ``MalformedError``."""
    if type(value) is not int or not 0 <= value <= high:
        raise MalformedError(f"expected an integer from 0 to {high}: {brief(value)}")
    return value


def fraction(value: Any) -> Fraction:
    """Read a fraction. Raises ``MalformedError``."""
    form = r"-?[0-9]{1,500}(/[1-9][0-9]{0,499})?"
    if not isinstance(value, str) or not re.fullmatch(form, value):
        raise MalformedError(f"expected a fraction: {brief(value)}")
    return Fraction(value)


def read(content: bytes) -> dict[str, Any]:
    """Parse JSON of small integers. Raises ``MalformedError``."""

    def unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise MalformedError("a name occurs twice")
        return dict(pairs)

    def small(digits: str) -> int:
        if len(digits) > 18 or not digits.isdigit():
            raise MalformedError(f"{digits:.20} is negative, long or a float")
        return int(digits)

    if len(content) > MOST_BYTES:
        raise MalformedError(f"it is larger than {MOST_BYTES} bytes")
    try:
        kinds = "parse_int", "parse_float", "parse_constant"
        hooks: dict[str, Any] = dict.fromkeys(kinds, small)
        table = json.loads(content.decode(), object_pairs_hook=unrepeated, **hooks)
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"it is not JSON: {error!s:.99}") from None
    fields(table, f"{' '.join(HEAD)} rules claims hands strategy")
    if [table[name] for name in HEAD] != [*HEAD.values()]:
        raise MalformedError("it is not the certificate of a play of cribbage")
    return dict(table)


def check(content: bytes) -> dict[str, Any]:
    """Return the claims, all proved; raise ``MalformedError`` or ``UnprovedError``."""
    table = read(content)
    claims, dealt = table["claims"], table["hands"] == "dealt"
    names = [*claims] if isinstance(claims, dict) else []
    hands = [id for id in HANDS if {*names} <= {f"{id}.{part}" for part in NUMBERS}]
    if len(hands) != 1 or (hands == [DEALT]) != dealt:
        raise MalformedError(f"the claims {brief(names)} are not on these hands")
    claimed = []
    for claim in claims.values():
        fields(claim, "lower upper")
        claimed.append((fraction(claim["lower"]), fraction(claim["upper"])))
    parts = strategy(table["strategy"])
    proved = prove(game(table["rules"], table["hands"]), parts)
    for name, (lower, upper) in zip(names, claimed, strict=True):
        least, most = proved[name.removeprefix(f"{hands[0]}.")]
        if lower > least or upper < most:
            raise UnprovedError(f"{name}: the proved bounds are {least} and {most}")
    return dict(claims)


def sentence(claims: dict[str, Any]) -> str:
    """Return claims in words, their bounds rounded outwards."""
    ranges = []
    for name, bounds in claims.items():
        lower = decimal(floor(Fraction(bounds["lower"]) * UNIT))
        upper = decimal(ceil(Fraction(bounds["upper"]) * UNIT))
        ranges.append(f"{name} is from {lower} to {upper}")
    first = next(iter(claims))
    hands = next(words for id, words in HANDS.items() if first.startswith(f"{id}."))
    return f"{'; '.join(ranges)}, {hands}"


def decimal(units: int) -> str:
    """Return a number of units as a decimal."""
    whole, rest = divmod(abs(units), UNIT)
    return f"{'-' * (units < 0)}{whole}.{rest:09}"


def tell(path: str, content: bytes) -> int:
    """Print the result for a file and return the exit code."""
    try:
        claims = check(content)
        number = f"{len(claims)} claim{'s' * (len(claims) > 1)}"
        print(f"{path}: proved: {number}: {sentence(claims)}")
    except UnprovedError as error:
        print(f"{path}: not proved: {error}")
        return 1
    except MalformedError as error:
        print(f"{path}: not a certificate: {error}")
        return 2
    return 0


def main(paths: Sequence[str]) -> int:
    """Check files, print the result for each, and return the exit code."""
    worst = 0 if paths else 2
    for path in paths:
        try:
            if not Path(path).is_file():  # Reading a pipe might never end.
                raise MalformedError("there is no such file")
            with open(path, "rb") as file:
                content = file.read(MOST_BYTES + 1)
        except (MalformedError, OSError) as error:
            worst = 2
            print(f"{path}: not a certificate: {error}")
        else:
            worst = max(worst, tell(path, content))
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

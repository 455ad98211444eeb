"""Check a certified solution of the play of cribbage: python cribbage_play.py FILE...

The certificate holds a strategy of each player and claims two bounds of the value of
the play, the dealer's points minus pone's: the value of the dealer's best response to
pone's strategy, and of pone's to the dealer's. Each player knows the ranks that he
holds, the cards played and every go. This file needs numpy, imports nothing of trueodds
and shares no code with it.

The joint distribution of both hands is derived here. ``dealt`` hands come at random
from the deck. Kept hands are what two strategies of the discard, in the certificate,
keep of two hands of six cards: if F(T) counts the hands that contain the cards T and
keep certain ranks, both weights are, by inclusion and exclusion, the sum over all T of
(-1)^|T| F(T) F'(T).

Histories of the same numbers of cards left and the same player to move are walked
together. A strategy gives an information set 4096 parts. What is left of a history once
a player has no card, or both hold one, is played out: a player without an opponent
takes the most points. All sums are integers; a sum of two limbs is high * 2**58 + low.

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
from itertools import combinations, combinations_with_replacement, product
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
DEALT_ID = "play.dealt.equilibrium.value"
SOURCE = "hands as both strategies of the discard in the certificate keep them"
HANDS = {
    DEALT_ID: "hands dealt at random",
    "play.equilibrium.value": f"{SOURCE} (called the equilibrium; not checked here)",
    "play.file.equilibrium.value": SOURCE,
}
UNIT = 10**9  # of printed bounds
MOST_BYTES = 48_000_000
MOST_STRATEGY = 240_000_000  # bytes of parts
RANKS = "A23456789TJQK"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
POINTS = (
    "fifteen_points limit_points go_points last_card_points pair_points three_points "
    "four_points run_card_points"
)
PONE, DEALER = 0, 1
SIGN = -1, 1
PARTS = 4096
DECISIONS = 3  # of a player who holds more than one card, in a hand of four
# With these bounds no sum passes the limbs: 77 + 36 + 7 = 58 + 62 bits.
BASE = 58
MOST_TOTAL, MOST_WEIGHT, MOST_NET = 2**77, 2**64, 2**7
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
    ``net`` is what the dealer has scored so far, less what pone has.
    """

    mover: Array
    last: Array
    passed: Array
    counts: Array
    pile: Array
    net: Array


class Histories(NamedTuple):
    """Histories that both players have seen, with columns for pone and the dealer.

    ``played`` are multisets, ``least`` the lowest ranks that both can hold by what they
    have said, and ``seen`` has three bits for each rank played.
    """

    now: Moments
    played: Array
    least: Array
    seen: Array


class Limbs(NamedTuple):
    """Integers in two limbs."""

    high: Array
    low: Array


class Strategy:
    """The parts of both strategies, in the order of the walk."""

    def __init__(self, content: bytes) -> None:
        self.parts, self.place = np.frombuffer(content, "<u2"), 0

    def next(self, rows: int, columns: int) -> Array:
        """Return the next parts. Raises ``MalformedError``."""
        begin, self.place = self.place, self.place + rows * columns
        if self.place > len(self.parts):
            raise MalformedError("the strategy is too short")
        return self.parts[begin : self.place].reshape(rows, columns).astype(np.int64)


def multisets(ranks: int, hand: int) -> Sets:
    """Return the tables of multisets of up to ``hand`` cards."""
    every = [
        list(combinations_with_replacement(range(ranks), k)) for k in range(hand + 1)
    ]
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
    """Return rows of all arrays of a table."""
    parts = (
        rows_of(x, rows) if isinstance(x, Moments) else np.asarray(x)[rows]
        for x in table
    )
    return type(table)(*parts)


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
        at.net + SIGN[player] * points,
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
        net=at.net + rules["go_points"] * ends * np.array(SIGN)[at.last],
    )


def played_out(game: Game, left: list[int], at: Moments) -> Array:
    """Return the net points at the end, by both hands: (n, dealer's, pone's)."""
    sizes, plus = game.sets.sizes, game.sets.plus
    shape = len(at.net), sizes[left[DEALER]], sizes[left[PONE]]
    if not any(left):
        return at.net.reshape(shape)
    net = np.empty(shape, np.int64)
    for player in (PONE, DEALER):
        (rows,) = (at.mover == player).nonzero()
        if not len(rows):
            continue
        mine, axis, held = rows_of(at, rows), 2 - player, left[player]
        fit = game.fitting(mine.counts)
        best = np.moveaxis(np.full((len(rows), *shape[1:]), UNPLAYED), axis, 2)
        for r, rank in enumerate(game.ranks):
            (some,) = (fit > r).nonzero()
            if len(some):
                after = play(game.rules, left, player, rows_of(mine, some), rank)
                below = np.moveaxis(SIGN[player] * played_out(game, *after), axis, 2)
                chosen = np.ix_(some, np.arange(best.shape[1]), plus[held - 1][r])
                best[chosen] = np.maximum(best[chosen], below)
        stuck = game.sets.different[held][fit] == 0
        (some,) = stuck.any(axis=1).nonzero()
        if len(some):
            passed = say_go(game.rules, left, player, rows_of(mine, some))
            below = np.moveaxis(SIGN[player] * played_out(game, left, passed), axis, 2)
            best[some] = np.where(stuck[some][:, None], below, best[some])
        net[rows] = SIGN[player] * np.moveaxis(best, 2, axis)
    return net


def endings(game: Game, left: list[int], at: Moments) -> tuple[Array, Array]:
    """Return the net points still to come, and the row of each moment in this table.

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
    begin = rows_of(at, first)
    return played_out(game, left, begin._replace(net=0 * begin.net)), row.reshape(-1)


def leaf_values(
    game: Game, left: list[int], at: Histories, reach: Sequence[Array]
) -> list[Limbs]:
    """Return what both players get at the ends of histories, by the cards held."""
    table, row = endings(game, left, at.now)
    dealer, pone = (
        game.sets.whole[left[player]][at.played[:, player]] for player in (DEALER, PONE)
    )
    values: list[list[Limbs]] = [[], []]
    step = 1 + PAIRS_AT_ONCE // table[0].size
    for begin in range(0, len(row), step):
        some = slice(begin, begin + step)
        net = at.now.net[some, None, None] + table[row[some]]
        if abs(net).max() >= MOST_NET:
            raise MalformedError(f"some play scores {MOST_NET} or more")
        weights = game.weights[dealer[some, :, None], pone[some, None, :]]
        values[PONE].append(_summed(-net * reach[DEALER][some, :, None], weights, 1))
        values[DEALER].append(_summed(net * reach[PONE][some, None, :], weights, 2))
    return [Limbs(*map(np.concatenate, zip(*parts, strict=True))) for parts in values]


def _summed(factors: Array, weights: Array, axis: int) -> Limbs:
    """Return the sums of factors times weights of up to 64 bits along an axis."""
    most = max(1, int(abs(factors).max())) * factors.shape[axis]
    bits = 62 - most.bit_length()
    high, low = np.zeros((2, *np.delete(factors.shape, axis)), np.int64)
    for shift in range(0, int(weights.max()).bit_length(), bits):
        limb = (weights >> np.uint64(shift) & np.uint64(2**bits - 1)).view(np.int64)
        part = (factors * limb).sum(axis=axis)
        over = BASE - shift
        if over > 0:
            high += part >> over
            low += (part & (1 << over) - 1) << shift
        else:
            high += part << -over
    return _carried(high, low)


def walk(
    game: Game,
    strategy: Strategy,
    left: list[int],
    player: int,
    at: Histories,
    reach: Sequence[Array],
) -> list[Limbs]:
    """Return both players' values, by the cards held, of best responses from here.

    The histories have these cards left and this player to move. ``reach`` is how
    probably a player's strategy has played as he did, in parts, by the cards he holds.
    Raises ``MalformedError`` for a strategy that is not one.
    """
    other, held = 1 - player, left[player]
    plus, different = game.sets.plus[held - 1], game.sets.different[held]
    fit = game.fitting(at.now.counts)
    every = np.arange(len(game.ranks))
    seen = at.seen[:, None] >> 3 * every & 7
    may = (every < fit[:, None]) & (every >= at.least[:, [player]]) & (seen < 4)
    parent, action = may.nonzero()
    begin = rows_of(at, parent)
    rest, now = play(game.rules, left, player, begin.now, game.ranks[action])
    played = begin.played.copy()
    played[:, player] = game.sets.plus[game.hand - held][action, played[:, player]]
    after = Histories(now, played, begin.least, begin.seen + (1 << 3 * action))
    below = [reach[0][parent], reach[1][parent]]
    below[player] = reach[player][parent[:, None], plus[action]]
    if held > 1:
        parts = strategy.next(len(parent), plus.shape[1])
        _check_parts(parts, parent, action, plus, may, different[fit])
        below[player] = below[player] // PARTS * parts

    shapes = [(len(fit), game.sets.sizes[n]) for n in left]
    high = [np.zeros(shape, np.int64) for shape in shapes]
    low = [np.zeros(shape, np.int64) for shape in shapes]
    high[player] += UNPLAYED
    ends = not all(rest) or sum(rest) == 2
    for some in _groups(now.mover, action, lead=held == game.hand == left[other]):
        part = rows_of(after, some)
        to_come = [below[0][some], below[1][some]]
        if ends:
            values = leaf_values(game, rest, part, to_come)
        else:
            mover = int(part.now.mover[0])
            values = walk(game, strategy, rest, mover, part, to_come)
        for r in np.unique(action[some]):
            (rows,) = (action[some] == r).nonzero()
            above = parent[some][rows]
            high[other][above] += values[other].high[rows]
            low[other][above] += values[other].low[rows]
            place = np.ix_(above, plus[r])
            better = values[player].high[rows], values[player].low[rows]
            best = high[player][place], low[player][place]
            more = better[0] > best[0]
            more |= (better[0] == best[0]) & (better[1] > best[1])
            high[player][place] = np.where(more, better[0], best[0])
            low[player][place] = np.where(more, better[1], best[1])

    least = np.maximum(at.least[:, player], fit)
    unplayed = ((4 - seen) * (every >= least[:, None])).sum(axis=1)
    (parent,) = (unplayed >= held).nonzero()
    begin = rows_of(at, parent)
    now = say_go(game.rules, left, player, begin.now)
    begin.least[:, player] = least[parent]
    stuck = different[fit[parent]] == 0
    below = [reach[0][parent], reach[1][parent]]
    below[player] = below[player] * stuck
    for some in _groups(now.mover, now.mover, lead=False):
        part = rows_of(begin._replace(now=now), some)
        to_come = [below[0][some], below[1][some]]
        mover, above = int(part.now.mover[0]), parent[some]
        values = walk(game, strategy, left, mover, part, to_come)
        high[other][above] += values[other].high
        low[other][above] += values[other].low
        for total, value in ((high, values[player].high), (low, values[player].low)):
            total[player][above] = np.where(stuck[some], value, total[player][above])
    # No hand of positive weight holds cards with which nothing can be done.
    low[player][high[player] == UNPLAYED] = 0
    high[player][high[player] == UNPLAYED] = 0
    return [_carried(*limbs) for limbs in zip(high, low, strict=True)]


def _carried(high: Array, low: Array) -> Limbs:
    """Return limbs whose lower one is from 0 to 2**58 - 1."""
    return Limbs(high + (low >> BASE), low & 2**BASE - 1)


def _groups(mover: Array, action: Array, lead: bool) -> Iterator[Array]:
    """Yield the rows of each player to move; after the lead, those of each card."""
    key = action if lead else mover
    for value in np.unique(key):
        yield (key == value).nonzero()[0]


def _check_parts(
    parts: Array, parent: Array, action: Array, plus: Array, may: Array, fit: Array
) -> None:
    """Raise ``MalformedError`` unless the parts of each information set add up.

    If a set holds a rank that fits and cannot be there, it has no parts.
    """
    total, choices = np.zeros((2, *fit.shape), np.int64)
    for r in np.unique(action):
        rows = action == r
        place = np.ix_(parent[rows], plus[r])
        total[place] += parts[rows]
        choices[place] += 1
    whole = PARTS * ((choices == fit) & (fit > 0))
    if (total != whole).any():
        raise MalformedError(f"the parts of some choice do not add up to {PARTS}")


def bounds(game: Game, strategy: Strategy) -> tuple[Fraction, Fraction]:
    """Return the values for the dealer of pone's and the dealer's best responses."""
    zero, two = np.zeros(1, np.int64), np.zeros((1, 2), np.int64)
    start = Moments(zero, zero, zero > 0, zero, zero, zero)
    reach = [np.full((1, game.sets.sizes[-1]), PARTS**DECISIONS)] * 2
    left = [game.hand, game.hand]
    begin = Histories(start, two, two, zero)
    values = walk(game, strategy, left, PONE, begin, reach)
    if strategy.place != len(strategy.parts):
        raise MalformedError("the strategy is too long")
    pone, dealer = (
        Fraction(
            (sum(value.high.ravel().tolist()) << BASE)
            + sum(value.low.ravel().tolist()),
            game.total * PARTS**DECISIONS,
        )
        for value in values
    )
    return -pone, dealer


def dealt(ranks: int, hand: int) -> Array:
    """Return the number of deals of each pair of hands."""
    sets = combinations_with_replacement(range(ranks), hand)
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
    for place, held in enumerate(combinations_with_replacement(range(len(ranks)), 4)):
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
            for (d, of_d), (p, of_p) in product(
                *(zip(*c, strict=True) for c in choices)
            ):
                rows = containing[some]
                pair = d[rows][:, :, None] * count + p[rows][:, None, :]
                weight = of_d[rows][:, :, None] * of_p[rows][:, None, :]
                weight = weight * times[some, None, None]
                used = weight != 0
                _add(pieces, pair[used], weight[used])
    _add_products(pieces, sizes, near, choices)
    total = sum(piece.astype(object) << PIECE * i for i, piece in enumerate(pieces))
    return np.asarray(total).reshape(count, count)


def _add(pieces: Array, places: Array, weights: Array) -> None:
    """Add weights below 2**48 to sums in pieces."""
    for i, shift in enumerate((0, PIECE)):
        part = weights >> shift & 2**PIECE - 1 if i == 0 else weights >> shift
        sums = np.bincount(places, part, minlength=pieces.shape[1])
        pieces[i] += sums.astype(np.int64)


def _add_products(
    pieces: Array, sizes: list[Array], near: list[Array], choices: Any
) -> None:
    """Add the terms of up to four cards T: products of matrices, in pieces of F(T)."""
    count = int(np.sqrt(pieces.shape[1]))
    sums = []
    for hands, weights in choices:
        four = np.zeros((len(near[4]), count), np.int64)
        for row, fives in enumerate(near[4]):
            rows = near[5][fives].ravel()
            for hand, weight in zip(hands, weights, strict=True):
                four[row] += np.bincount(
                    hand[rows], weight[rows], minlength=count
                ).astype(np.int64)
        sums.append(four // 2)
    for size in range(4, -1, -1):
        times = (-1) ** size * renamings(sizes[size])
        dealer, pone = sums
        for i, j in product(range(4), repeat=2):
            left, right = (
                (f >> PIECE * k & 2**PIECE - 1).astype(float)
                for f, k in ((dealer, i), (pone, j))
            )
            if left.any() and right.any():
                term = (left * times[:, None]).T @ right
                pieces[i + j] += np.rint(term).astype(np.int64).ravel()
        if size:
            sums = [
                sum(f[column] for column in near[size - 1].T) // (7 - size)
                for f in sums
            ]


def weights_of(table: Any, ranks: Array, hand: int) -> tuple[Array, int]:
    """Return the weights of all pairs of hands, and their sum."""
    if table == "dealt":
        weights: Array = dealt(len(ranks), hand).astype(object)
    else:
        fields(table, "dealer pone")
        if hand != 4 or len(ranks) < 4:
            raise MalformedError("kept hands have four cards, of four ranks or more")
        weights = kept(
            ranks, hand, [discards(table[role]) for role in ("dealer", "pone")]
        )
    weights = weights // np.gcd.reduce(weights.ravel())
    total = sum(weights.ravel().tolist())
    if weights.max() >= MOST_WEIGHT or total >= MOST_TOTAL:
        raise MalformedError("some weights of hands are too large")
    return weights.astype(np.uint64), total


def game(rules: Any, hands: Any) -> Game:
    """Read the rules and the distribution of hands. Raises ``MalformedError``."""
    fields(rules, f"ranks hand count_limit least_run {POINTS}")
    names, some = rules["ranks"], "".join(f"{rank}?" for rank in RANKS)
    if not isinstance(names, str) or not re.fullmatch(some, names) or len(names) < 2:
        raise MalformedError(f"the ranks are not two or more of {RANKS}, in order")
    worth = {name: natural(rules[name], 100) for name in POINTS.split()}
    worth["count_limit"] = natural(rules["count_limit"], 80)
    worth["least_run"] = natural(rules["least_run"], 8)
    hand = natural(rules["hand"], DECISIONS + 1)
    if worth["count_limit"] < 15 or worth["least_run"] < 3 or not hand:
        raise MalformedError("a count below 15, a run below 3, or no cards")
    ranks = np.array([RANKS.index(name) for name in names])
    weights, total = weights_of(hands, ranks, hand)
    return Game(ranks, hand, worth, multisets(len(ranks), hand), weights, total)


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
    letters = text(table["classes"])
    number_of = np.full(128, len(rows))
    number_of[[ord(letter) for letter in LETTERS]] = np.arange(len(LETTERS))
    entries = number_of[np.frombuffer(letters, np.uint8)]
    if not len(entries) or entries.max() >= len(rows):
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
        table = json.loads(
            content.decode(),
            object_pairs_hook=unrepeated,
            parse_int=small,
            parse_float=small,
            parse_constant=small,
        )
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"it is not JSON: {error!s:.99}") from None
    fields(table, f"{' '.join(HEAD)} rules claims hands strategy")
    assert isinstance(table, dict)
    if [table[name] for name in HEAD] != [*HEAD.values()]:
        raise MalformedError("it is not the certificate of a play of cribbage")
    return table


def check(content: bytes) -> dict[str, Any]:
    """Return the claims, all proved; raise ``MalformedError`` or ``UnprovedError``."""
    table = read(content)
    claims, dealt = table["claims"], table["hands"] == "dealt"
    if not isinstance(claims, dict) or len(claims) != 1:
        raise MalformedError(f"expected one claim: {brief(claims)}")
    name, claim = next(iter(claims.items()))
    if name not in HANDS or (name == DEALT_ID) != dealt:
        raise MalformedError(f"the claim {brief(name)} is not on these hands")
    fields(claim, "lower upper")
    lower, upper = fraction(claim["lower"]), fraction(claim["upper"])
    parts = strategy(table["strategy"])
    least, most = bounds(game(table["rules"], table["hands"]), parts)
    if lower > least or upper < most:
        raise UnprovedError(f"the proved bounds are {least} and {most}")
    return {name: claim}


def sentence(claim: tuple[str, Any]) -> str:
    """Return a claim in words, its bounds rounded outwards."""
    name, bounds = claim
    lower, upper = Fraction(bounds["lower"]), Fraction(bounds["upper"])
    least, most = floor(lower * UNIT), ceil(upper * UNIT)
    return f"{name} is from {decimal(least)} to {decimal(most)}, {HANDS[name]}"


def decimal(units: int) -> str:
    """Return a number of units as a decimal."""
    whole, rest = divmod(abs(units), UNIT)
    return f"{'-' * (units < 0)}{whole}.{rest:09}"


def tell(path: str, content: bytes) -> int:
    """Print the result for a file and return the exit code."""
    try:
        claims = check(content)
        print(f"{path}: proved: 1 claim: {sentence(*claims.items())}")
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

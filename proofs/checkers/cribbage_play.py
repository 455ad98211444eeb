"""The play of cribbage in certificates of trueodds: best responses to two strategies.

The certificate holds a strategy for each player and claims bounds. The bounds of the
value of the play, which is the dealer's points minus pone's, are the values of two best
responses: the dealer's to pone's strategy, and pone's to the dealer's. The bounds of a
mean enclose the points of a player when both players use the strategies. Each player
knows the ranks in his hand, the cards played, and every go.

The proof visits all histories. It handles histories together if they have the same
numbers of cards left and the same player to move. At each information set a strategy
splits 4096 parts between the ranks to play. All sums are integers. Large sums are
stored in two limbs, high and low, along a first axis of length two: a sum is
high * 2**58 + low.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from .arrays import Array, chunks
from .cribbage_hands import weights_of
from .cribbage_play_rules import (
    DEALER,
    POINT,
    POINT_BITS,
    PONE,
    UNPLAYED,
    DeckAndRules,
    Moments,
    endings,
    multisets,
    play,
    rows_of,
    say_go,
)
from .cribbage_sets import read_lines, read_ranks
from .proving import Kind
from .reading import Values, natural, refuse

NUMBERS = "value", "pone.mean", "dealer.mean"
DEALT = "play.dealt.equilibrium"
SOURCE = "hands as both strategies of the discard in the certificate keep them"
HANDS = {
    DEALT: "hands dealt at random",
    "play.equilibrium": f"{SOURCE} (called the equilibrium; not checked here)",
    "play.file.equilibrium": SOURCE,
}
MOST_STRATEGY = 240_000_000  # bytes of parts
SCORED = "fifteen", "limit", "go", "last_card", "pair", "three", "four", "run_card"
PARTS = 4096
DECISIONS = 3  # of a player who holds more than one card, in a hand of four
BASE = 58  # bits of the low limb
MOST_POINTS = 2**7  # of a player in a play
PAIRS_AT_ONCE = 2**21


class Histories(NamedTuple):
    """Histories: what both players have seen, one row for each history.

    The columns are for pone and the dealer. ``played`` are the multisets of the cards
    played. ``least`` is the lowest rank that each player can still hold, given the
    goes. ``seen`` has three bits for each rank: how many of its cards were played.
    ``reach`` has, for each player, the probability in parts that the player's strategy
    plays this way, by the cards still held.
    """

    now: Moments
    played: Array
    least: Array
    seen: Array
    reach: list[Array]


class StrategyParts:
    """The parts of both strategies, in the order in which ``walk`` visits histories.

    ``points`` are pone's and the dealer's points, summed over all hands with their
    weights and times the parts' denominators.
    """

    def __init__(self, content: bytes) -> None:
        self.parts = np.frombuffer(content, "<u2")
        self.place = 0
        self.points = [0, 0]

    def next(self, rows: int, columns: int) -> Array:
        """Return the next parts as an array. Raises ``MalformedError`` at the end."""
        begin = self.place
        self.place = self.place + rows * columns
        if self.place > len(self.parts):
            refuse("the strategy is too short")
        return self.parts[begin : self.place].reshape(rows, columns).astype(np.int64)


def leaf_values(
    game: DeckAndRules, strategy: StrategyParts, left: list[int], at: Histories
) -> list[Array]:
    """Return both players' values at the ends of histories, by cards held, in limbs.

    A value is the player's points minus the opponent's, summed over the opponent's
    cards with their weights and reach.
    """
    table, row = endings(game, left, at.now)
    # The hands that consist of the cards played and of each choice of cards held.
    dealer, pone = (
        game.sets.whole[left[player]][at.played[:, player]] for player in (DEALER, PONE)
    )
    values: list[list[Array]] = [[], []]
    step = 1 + PAIRS_AT_ONCE // table[0].size
    for some in chunks(len(row), step):
        # Take the points of both players out of one number.
        points = at.now.points[some, None, None] + table[row[some]]
        of_pone = -points & POINT[DEALER] - 1
        of_dealer = points + of_pone >> POINT_BITS
        if max(of_pone.max(), of_dealer.max()) >= MOST_POINTS:
            refuse(f"some play scores {MOST_POINTS} or more")
        # Each player adds up over the opponent's cards.
        weights = game.weights[dealer[some, :, None], pone[some, None]]
        by_pone = at.reach[PONE][some, None]
        by_dealer = at.reach[DEALER][some, :, None]
        values[PONE].append(_summed((of_pone - of_dealer) * by_dealer, weights, 1))
        values[DEALER].append(_summed((of_dealer - of_pone) * by_pone, weights, 2))
        # The mean points need the histories alone that both strategies reach.
        met = np.flatnonzero(by_dealer.any(axis=(1, 2)) & by_pone.any(axis=(1, 2)))
        if len(met):
            sums = _summed((of_dealer * by_pone)[met], weights[met], 2)
            earned = _times(sums, by_dealer[met, :, 0])
            ahead = _times(values[PONE][-1], by_pone[:, 0])
            strategy.points[DEALER] += earned
            strategy.points[PONE] += earned + ahead
    return [np.concatenate(parts, axis=1) for parts in values]


def _summed(factors: Array, weights: Array, axis: int) -> Array:
    """Return, in limbs, sums of factors times 64-bit weights along an axis."""
    # Split the weights into parts so small that the sums stay below 2**62.
    largest = max(1, int(abs(factors).max()))
    most = largest * factors.shape[axis]
    bits = 62 - most.bit_length()
    total = np.zeros((2, *np.delete(factors.shape, axis)), np.int64)
    for shift in range(0, int(weights.max()).bit_length(), bits):
        limb = weights >> np.uint64(shift) & np.uint64(2**bits - 1)
        part = (factors * limb.view(np.int64)).sum(axis=axis)
        # The bits of this part that lie above the low limb.
        over = BASE - shift
        if over > 0:
            total[0] += part >> over
            total[1] += (part & (1 << over) - 1) << shift
        else:
            total[0] += part << -over
    return _carried(total)


def _times(limbs: Array, factors: Array) -> int:
    """Return the sum of the products of integers in limbs and factors."""
    used: Any = factors.nonzero()
    high, low = limbs[:, *used].astype(object) @ factors[used]
    return int((high << BASE) + low)


def walk(
    game: DeckAndRules,
    strategy: StrategyParts,
    left: list[int],
    player: int,
    at: Histories,
) -> list[Array]:
    """Return both players' values of best responses, by the cards held, in limbs.

    All histories have the given cards left and the given player to move. Raises
    ``MalformedError`` if the parts are not those of a strategy.
    """
    # List every card that can be played, by its history ``parent`` and its rank
    # ``action``. It fits, no go rules it out, and fewer than four of its rank
    # were played.
    other = 1 - player
    held = left[player]
    plus = game.sets.plus[held - 1]
    different = game.sets.different[held]
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
    # The strategy's parts for that card, by the multiset of the other cards held.
    after.reach[player] = at.reach[player][parent[:, None], plus[action]]
    if held > 1:
        parts = strategy.next(len(parent), plus.shape[1])
        _check_parts(parts, parent, action, plus, may, different[fit])
        after.reach[player] = after.reach[player] // PARTS * parts

    # The opponent's values add up over the cards that the player can play. The player
    # takes the best value, compared limb by limb. After the lead, the histories after
    # each card are visited separately.
    total = [np.zeros((2, len(fit), game.sets.sizes[n]), np.int64) for n in left]
    total[player][0] = UNPLAYED
    key = action if held == game.hand == left[other] else now.mover
    for some, values in _below(game, strategy, rest, after, key):
        for rows in _groups(action[some]):
            above = parent[some[rows]]
            total[other][:, above] += values[other][:, rows]
            # All these plays are of one rank: find the hands that hold it.
            rank = action[some[rows[0]]]
            place = slice(None), above[:, None], plus[rank]
            best = total[player][place]
            value = values[player][:, rows]
            high, low = value
            best_high, best_low = best
            more = (high == best_high) & (low > best_low) | (high > best_high)
            total[player][place] = np.where(more, value, best)

    # A go says that no card held fits, so the player holds no rank below the first that
    # does not fit. A go is possible if enough cards from that rank on are unplayed.
    least = np.maximum(at.least[:, player], fit)
    unplayed = ((4 - seen) * (every >= least[:, None])).sum(axis=1)
    (parent,) = (unplayed >= held).nonzero()
    after = rows_of(at, parent)
    after = after._replace(now=say_go(game.rules, left, player, after.now))
    after.least[:, player] = least[parent]
    # The player says go with the hands that hold no rank that fits.
    stuck = different[fit[parent]] == 0
    after.reach[player] *= stuck
    for some, values in _below(game, strategy, left, after, after.now.mover):
        above = parent[some]
        total[other][:, above] += values[other]
        best = total[player][:, above]
        total[player][:, above] = np.where(stuck[some], values[player], best)
    # No hand of positive weight holds cards that allow neither a card nor a go.
    total[player][:, total[player][0] == UNPLAYED] = 0
    return [_carried(values) for values in total]


def _below(
    game: DeckAndRules,
    strategy: StrategyParts,
    left: list[int],
    at: Histories,
    key: Array,
) -> Iterator[tuple[Array, list[Array]]]:
    """Yield, for each value of a key, its rows and both players' values there."""
    for rows in _groups(key):
        part = rows_of(at, rows)
        if not all(left) or sum(left) == 2:
            yield rows, leaf_values(game, strategy, left, part)
        else:
            yield rows, walk(game, strategy, left, int(part.now.mover[0]), part)


def _carried(limbs: Array) -> Array:
    """Return the same sums in limbs, with the low limb from 0 to 2**58 - 1."""
    return np.stack([limbs[0] + (limbs[1] >> BASE), limbs[1] & 2**BASE - 1])


def _groups(key: Array) -> Iterator[Array]:
    """Yield the rows of each value of a key, in ascending order of the values."""
    for value in np.unique(key):
        yield (key == value).nonzero()[0]


def _check_parts(
    parts: Array, parent: Array, action: Array, plus: Array, may: Array, fit: Array
) -> None:
    """Raise ``MalformedError`` unless each information set's parts add up to 4096.

    An information set is impossible, and has no parts, if its hand holds a rank that
    fits although no card of this rank can be left.
    """
    total, choices = np.zeros((2, *fit.shape), np.int64)
    for rows in _groups(action):
        place = np.ix_(parent[rows], plus[action[rows[0]]])
        total[place] += parts[rows]
        choices[place] += 1
    whole = PARTS * ((choices == fit) & (fit > 0))
    if (total != whole).any():
        refuse(f"the parts of some choice do not add up to {PARTS}")


def bounds(
    game: DeckAndRules, strategy: StrategyParts
) -> dict[str, tuple[Fraction, Fraction]]:
    """Return the bounds of all ``NUMBERS``; the means are exact."""
    zero = np.zeros(1, np.int64)
    two = np.zeros((1, 2), np.int64)
    start = Moments(zero, zero, zero > 0, zero, zero, zero)
    whole = PARTS**DECISIONS
    reach = [np.full((1, game.sets.sizes[-1]), whole)] * 2
    begin = Histories(start, two, two, zero, reach)
    values = walk(game, strategy, [game.hand, game.hand], PONE, begin)
    if strategy.place != len(strategy.parts):
        refuse("the strategy is too long")
    unit = game.total * whole
    # Add up over the hands of each player.
    pone, dealer = (Fraction(_times(v, np.ones_like(v[0])), unit) for v in values)
    means = (Fraction(points, unit * whole) for points in strategy.points)
    bounds = (-pone, dealer), *((mean, mean) for mean in means)
    return dict(zip(NUMBERS, bounds, strict=True))


def game(rules: Values, hands: Any) -> DeckAndRules:
    """Return the deck, the rules and the distribution of hands."""
    ranks = np.array(rules["ranks"])
    hand = rules["hand"]
    sets = multisets(len(ranks), hand)
    return DeckAndRules(ranks, hand, rules, sets, *weights_of(hands, ranks, hand))


def read_parts(lines: Any) -> StrategyParts:
    """Read the parts of both strategies from zlib-compressed data in base64."""
    unpacker = zlib.decompressobj()
    try:
        packed = base64.b64decode(read_lines(lines), validate=True)
        content = unpacker.decompress(packed, MOST_STRATEGY)
    except (ValueError, zlib.error) as error:
        refuse(f"the strategy is damaged: {error!s:.99}")
    if not unpacker.eof or unpacker.unused_data or len(content) % 2:
        refuse("the strategy is truncated or too long")
    return StrategyParts(content)


def cribbage_play(rules: Values, hands: Any, strategy: StrategyParts) -> Values:
    """Verify bounds of the value of the play, and both players' mean points."""
    proved = bounds(game(rules, hands), strategy)
    values = Values()
    for family in HANDS:
        # Hands are dealt at random, or kept by strategies of the discard.
        if (family == DEALT) == (hands == "dealt"):
            values |= {f"{family}.{name}": pair for name, pair in proved.items()}
    return values


def condition(parts: Values) -> str:
    """Return which hands the players have in the claims of a certificate."""
    texts = []
    for family, hands in HANDS.items():
        if any(id.startswith(f"{family}.") for id in parts["claims"]):
            texts.append(hands)
    return "; ".join(texts)


RULES = {
    "ranks": partial(read_ranks, least=2),
    "hand": partial(natural, most=DECISIONS + 1, least=1),
    "count_limit": partial(natural, most=80, least=15),
    "least_run": partial(natural, most=8, least=3),
    **dict.fromkeys([f"{name}_points" for name in SCORED], partial(natural, most=100)),
}
KIND = Kind(
    cribbage_play,
    RULES,
    {"hands": lambda hands: hands, "strategy": read_parts},
    most_bytes=48_000_000,
    looser=True,
    words=condition,
)

"""The shows of a deal, given our six cards: counted over the opponent's hands.

Hands of the opponent are counted by the ranks that they keep, since the play depends on
these alone. Among hands that keep the same ranks, the points of all shows depend on the
ranks thrown and on the *features* of the hand (``features``). So our fifteen throws
share one pass over the hands.

A starter is in no hand: hands that hold it are counted too, and subtracted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.crib.opponent_hands import scoring_of
from trueodds.analysis.cribbage.deals import (
    Array,
    all_classes,
    keeps,
    kept_then_thrown,
)
from trueodds.analysis.cribbage.game.features import (
    MARKED,
    THROWN,
    points_of_features,
    write_features,
)
from trueodds.analysis.cribbage.play.results.shipped import hand_numbers
from trueodds.analysis.cribbage.play.solving.opponent_keeps import kept_ranks
from trueodds.analysis.cribbage.strategy import Strategy
from trueodds.analysis.cribbage.strategy_file import show_digest
from trueodds.analysis.cribbage.suit_classes import DISCARDS, PAIR_NUMBER, PAIRS
from trueodds.core.cards import DECK, RANKS
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.cribbage import JACK, CribbageRules, show_points
from trueodds.core.storage import store

MOST = 30
"""More than the most points of a show."""
ALL_THROWS = range(len(DISCARDS))
MADE_BY = "shows/1"
"""Changes whenever the throws or the points of cribs would be stored differently."""
MOST_CACHED = 2_000_000
"""The most throws that are cached, 30 MB: a strategy with few ties has half of them."""


class OrderedThrows(NamedTuple):
    """All pairs of a six-card hand and a discard that a strategy makes with it.

    They are ordered by the four ranks kept. The pairs that keep the ranks with number k
    begin at ``first[k]``. ``cards`` has the six cards of a suit class, the two thrown
    last, and ``pair`` the number of the ranks thrown. ``weight`` is the strategy's
    weight of the discard, times the number of deals in the class. A suit class has all
    sets of cards that differ only in the names of the suits.
    """

    first: Array
    cards: Array
    pair: Array
    weight: Array


class Ours(NamedTuple):
    """Our six cards and the discards that we consider, as arrays for compiled code.

    ``known`` has the cards that the opponent does not hold, and ``seen`` those that he
    is known to keep: the ranks of each suit, as bits (4,). ``starters`` marks the cards
    that can be the starter: bool (52,). ``show`` has the points of the cards kept, by
    our discard and the starter: (throws, 52). ``crib`` has the points of the ranks in
    the crib, by the two ranks that the opponent throws, the starter's rank and our
    discard: (91, 13, throws). ``nobs`` has the points of jacks that we throw, by our
    discard and the suit of the starter: (throws, 4). ``suit`` has the common suit of
    the two cards that we throw, or -1: (throws,).
    """

    known: Array
    seen: Array
    starters: Array
    show: Array
    crib: Array
    nobs: Array
    suit: Array


class FeaturePoints(NamedTuple):
    """Points that the suit of the starter adds to the opponent's hand and to the crib.

    A number from 0 to 23 says what the suit does for the opponent's six cards: nobs for
    a jack kept or thrown, a flush, two thrown cards of this suit (``features``).
    """

    hand: Array
    """Points for the opponent's hand: int64 (24,)."""
    crib: Array
    """Points for the crib, by the opponent's features: int64 (24,)."""
    crib_flush: int
    """Points of a flush of five in the crib."""


@lru_cache(2)
def throws_of(strategy: Strategy) -> OrderedThrows:
    """Return all discards that a strategy makes, ordered by the four ranks kept.

    They are cached, except for strategies with more than ``MOST_CACHED`` of them.
    """
    table = strategy.table
    entries = np.asarray(table.entries)
    throws = (np.array(table.rows) > 0).sum(axis=1)[entries].sum()
    digest = hashlib.sha256(entries.tobytes()).hexdigest()
    arrays = store.fetch(
        f"cribbage-throws-{digest[:12]}",
        {"made by": MADE_BY, "rows": table.rows, "entries": digest},
        lambda: _throws(strategy.weights)._asdict(),
        use=throws <= MOST_CACHED,
    )
    return OrderedThrows(**arrays)


def _throws(weights: Array) -> OrderedThrows:
    """Return the throws with a positive weight, by class of deals and discard."""
    deals = all_classes(6)
    rows, discards = np.nonzero(weights)
    cards = deals.cards[rows[:, None], kept_then_thrown()[discards]]
    numbers = np.zeros((len(RANKS),) * 4, np.int64)
    for hand, number in hand_numbers().items():
        numbers[hand] = number
    ranks = (cards >> 2).T
    kept = numbers[tuple(ranks[:4])]
    order = np.argsort(kept, kind="stable")
    weight = weights[rows, discards] * deals.sets[rows]
    first = np.searchsorted(kept[order], np.arange(len(hand_numbers()) + 1))
    pairs = np.zeros((len(RANKS),) * 2, np.uint8)
    for pair, number in PAIR_NUMBER.items():
        pairs[pair] = number
    return OrderedThrows(first, cards[order], pairs[*ranks[4:, order]], weight[order])


@lru_cache(4)
def crib_points(rules: CribbageRules) -> Array:
    """Return the points that the ranks of a crib score, from the cache.

    The axes are the two ranks that the opponent throws, the starter's rank and the two
    ranks that we throw: int (91, 13, 91). Two ranks are identified by ``PAIR_NUMBER``.
    The points are exact, by the reference scorer. Five cards of one rank do not occur,
    and their entries are not used.

    >>> from trueodds.core.rules.cribbage import CribbageRules
    >>> fives = PAIR_NUMBER[4, 4]
    >>> points = crib_points(CribbageRules.load())
    >>> int(points[fives, JACK, fives])  # a crib of four fives, and a jack turned up
    28
    """

    def make() -> store.Arrays:
        return {"points": scoring_of(rules).points}

    digest = show_digest(rules)
    name = f"cribbage-crib-points-{digest.removeprefix('sha256:')[:12]}"
    key = {"made by": MADE_BY, "rules": digest}
    return store.fetch(name, key, make)["points"]


def ours_of(
    deal: Sequence[int], rules: CribbageRules, throws: Sequence[int] = ALL_THROWS
) -> Ours:
    """Return our six cards and some of our discards, as arrays for compiled code.

    ``deal`` has the numbers of the cards in ascending order: 4 times the rank, plus the
    suit. ``throws`` are the indexes of the discards in ``DISCARDS``.
    """
    free = [card for card in DECK if card.number not in deal]
    starters = np.zeros(len(DECK), np.bool_)
    show = np.zeros((len(throws), len(DECK)), np.int64)
    nobs = np.zeros((len(throws), 4), np.int64)
    pair, suit = np.zeros((2, len(throws)), np.int64)
    for throw, place in enumerate(throws):
        i, j = DISCARDS[place]
        hand = [DECK[deal[at]] for at in keeps()[place]]
        for starter in free:
            starters[starter.number] = True
            show[throw, starter.number] = show_points(hand, starter, rules)
        pair[throw] = PAIR_NUMBER[deal[i] >> 2, deal[j] >> 2]
        for card in (deal[i], deal[j]):
            nobs[throw, card & 3] += rules.nobs_points * (card >> 2 == JACK)
        same = deal[i] & 3 == deal[j] & 3
        suit[throw] = deal[i] & 3 if same else -1
    crib = np.ascontiguousarray(crib_points(rules)[:, :, pair])
    return Ours(_ranks(deal), _ranks(()), starters, show, crib, nobs, suit)


def _ranks(cards: Iterable[int]) -> Array:
    """Return the ranks of each suit, as bits: int64 (4,)."""
    ranks = np.zeros(4, np.int64)
    for card in cards:
        ranks[card & 3] |= 1 << (card >> 2)
    return ranks


@cache
def _names_of_suits() -> Array:
    """Return how often suit o of a class is suit s, over its possible permutations.

    Bit 4 * o + s of the first index is set if o cannot be s: uint8 (65536, 4, 4), with
    s before o.
    """
    impossible = np.arange(2**16)
    times = np.zeros((2**16, 4, 4), np.uint8)
    for suits in permutations(range(4)):
        bits = sum(1 << (4 * o + s) for o, s in enumerate(suits))
        times[:, suits, range(4)] += (impossible & bits == 0)[:, None]
    return times


class Shows:
    """Weights of both players' shows for each of our discards, by the opponent's ranks.

    All hands of the opponent that keep some ranks are counted, and all starters.
    ``deal`` has the numbers of our six cards: 4 times the rank, plus the suit.
    ``opponent`` is the opponent's discard strategy. ``deals`` is True if we deal.
    ``throws`` are the indexes of our discards in ``DISCARDS``. In the play, ``starter``
    is the number of the starter, and ``seen`` has the numbers of the cards that the
    opponent has played.
    """

    def __init__(
        self,
        deal: Sequence[int],
        opponent: Strategy,
        rules: CribbageRules,
        deals: bool,
        starter: int | None = None,
        seen: Sequence[int] = (),
        throws: Sequence[int] = ALL_THROWS,
    ) -> None:
        self._throws = throws_of(opponent)
        self._ours = ours_of(deal, rules, throws)
        self._ours.seen[:] = _ranks(seen)
        if starter is not None:
            self._ours.known[:] = _ranks([*deal, starter])
            self._ours.starters[:] = np.arange(len(DECK)) == starter
        points = crib_points(rules)
        self._own = np.array(
            [
                points[PAIR_NUMBER[a, b], :, PAIR_NUMBER[c, d]]
                for a, b, c, d in hand_numbers()
            ]
        )
        _, crib_flush = rules.flush_points("crib")
        self._points = FeaturePoints(*points_of_features(rules), crib_flush)
        self._deals = deals

    def allow_all(self, hands: Sequence[int]) -> None:
        """Let the opponent keep any of these hands, and throw any two cards with it.

        This replaces his strategy. All cards that he can hold and throw so are equally
        likely. ``hands`` are the numbers of the four ranks kept.
        """
        self._throws = _throws(np.isin(kept_ranks(), hands))

    def distributions(self) -> tuple[Array, ...]:
        """Return three new arrays of zeros, as the last three arguments of ``count``.

        The first two are scratch. ``count`` writes the weights of deals to the third.
        """
        by_feature = len(PAIRS), 4, MARKED
        return (
            np.zeros(by_feature, np.int64),
            np.zeros((*by_feature, len(RANKS)), np.int64),
            np.zeros((len(self._ours.suit), 2, MOST, 2 * MOST)),
        )

    def count(self, hand: int, counts: Array, held: Array, distribution: Array) -> None:
        """Write the weights of the deals in which the opponent keeps certain ranks.

        ``hand`` stands for the four ranks that he keeps: their index among the 1,820
        hands by ranks (``hand_numbers``). The weights are written to
        ``distribution``. Its axes are our discard, whether the starter is a jack, the
        points of pone's show, and the points of the dealer's show with the crib. The
        weights are whole numbers in floats. ``counts`` and ``held`` are scratch: they
        are zeros before and after.
        """
        _count_hands(hand, self._throws, self._ours, _names_of_suits(), counts, held)
        distribution[:] = 0
        fixed = self._points, self._ours, self._deals
        _count_shows(self._own[hand], *fixed, counts, held, distribution)


@compiled
def _count_hands(
    number: int,
    throws: OrderedThrows,
    ours: Ours,
    names: Array,
    counts: Array,
    held: Array,
) -> None:
    """Count the hands that keep a hand of ranks, by the pair thrown, suit and features.

    Each suit class is dealt under all 24 permutations of the suits, so each of its
    hands counts 24 times the weight of its throw. ``held`` counts in the same way, and
    also by rank: only the hands that hold the card of the suit and the rank. Both count
    only for suits of possible starters.
    """
    kept = np.zeros(4, np.int64)
    whole = np.zeros(4, np.int64)
    features = np.zeros(4, np.int64)
    # If the starter is known, three suits have none.
    has_starter = np.zeros(4, np.bool_)
    for starter in range(len(ours.starters)):
        has_starter[starter & 3] |= ours.starters[starter]
    for row in range(throws.first[number], throws.first[number + 1]):
        hand = throws.cards[row]
        pair = throws.pair[row]
        write_features(hand, features)
        kept[:], whole[:] = 0, 0
        for at, card in enumerate(hand):
            o = card & 3
            rank = card >> 2
            whole[o] |= 1 << rank
            kept[o] |= (at < 4) << rank
        # Suit o of the class cannot be s if the hand would then hold a card that we
        # know, or would not keep a card that the opponent has shown.
        impossible = 0
        for o in range(4):
            for s in range(4):
                if whole[o] & ours.known[s] or ours.seen[s] & ~kept[o]:
                    impossible |= 1 << (4 * o + s)
        for s in range(4):
            if not has_starter[s]:
                continue
            times = names[impossible, s]
            for o in range(4):
                counts[pair, s, features[o]] += times[o] * throws.weight[row]
            for card in hand:
                o = card & 3
                held[pair, s, features[o], card >> 2] += times[o] * throws.weight[row]


@compiled
def _count_shows(
    own: Array,
    points: FeaturePoints,
    ours: Ours,
    deals: bool,
    counts: Array,
    held: Array,
    distribution: Array,
) -> None:
    """Add the weights of all starters, for hands that keep the same ranks.

    ``own`` are the points of these ranks by the starter's rank. ``deals`` is True if we
    are the dealer, else we are pone. Empty ``counts`` and ``held``.
    """
    for pair in range(len(counts)):
        for s in range(4):
            for feature in range(MARKED):
                if counts[pair, s, feature] == 0:
                    continue
                throws_pair = feature // THROWN % 2 == 1
                to_hand = points.hand[feature]
                to_crib = points.crib[feature]
                for rank in range(len(own)):
                    starter = 4 * rank + s
                    # Hands that hold the starter are no hands of these deals.
                    number = counts[pair, s, feature] - held[pair, s, feature, rank]
                    held[pair, s, feature, rank] = 0
                    if number == 0 or not ours.starters[starter]:
                        continue
                    theirs = own[rank] + to_hand
                    jack_up = int(rank == JACK)
                    for t in range(len(distribution)):
                        crib = ours.crib[pair, rank, t] + ours.nobs[t, s] + to_crib
                        # A flush in the crib needs all four cards and the starter.
                        if throws_pair and ours.suit[t] == s:
                            crib += points.crib_flush
                        mine = ours.show[t, starter]
                        if deals:
                            distribution[t, jack_up, theirs, mine + crib] += number
                        else:
                            distribution[t, jack_up, mine, theirs + crib] += number
                counts[pair, s, feature] = 0

"""All fifteen discards of one deal, exactly, in plain Python.

The inclusion-exclusion of ``crib`` exists twice on purpose: here for one deal, and
compiled for all deals. Importing numpy and numba alone takes longer than the 0.3 s in
which ``trueodds discard`` answers when its tables are cached. The tests compare both.

The sums D of ``crib`` are looked up for the 57 subsets of up to four cards
(``opponent_tables``). The hands that contain five cards, 47 for each subset, and the
hand of all six cards are added one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from trueodds.analysis.cribbage.discard.opponent_tables import (
    BY_SUIT,
    FIRST,
    SUITED_SUMS,
    OpponentTables,
)
from trueodds.analysis.cribbage.suit_classes import (
    DISCARDS,
    PAIR_NUMBER,
    PAIRS,
    classify,
    rank_sets,
    suit_class,
)
from trueodds.analysis.cribbage.suit_classes import tables as suit_tables
from trueodds.core.rules.cribbage import JACK, CribbageRules

SUITS = 24
CASES = comb(46, 6) * 40
STARTERS = 46
STARTER_CASES = comb(45, 6)
NOBS = 0
FLUSH = 1
SUITED = 4


class KeptHand(NamedTuple):
    """Points of a hand of four cards over the 46 starters: sum, least and most."""

    points: int
    least: int
    most: int


def crib_denominator(tables: OpponentTables) -> int:
    """Return the number by which the results of ``cribs`` are divided to get points.

    ``tables`` are the sums over the opponent's hands (``opponent_tables``).
    """
    return SUITS * tables.denominator * CASES


def cribs(deal: Sequence[int], tables: OpponentTables) -> list[int]:
    """Return the crib's mean points for each discard of six ascending cards.

    ``deal`` has the numbers of the cards: 4 times the rank, plus the suit. ``tables``
    are the sums over the opponent's hands (``opponent_tables``). The results are
    integers over ``crib_denominator``, in the order of ``DISCARDS``.
    """
    # Up to four shared cards: D is in the tables.
    sums = _Sums(deal, tables)
    for size in range(5):
        for subset in combinations(deal, size):
            sums.look_up(subset)
    # Five cards, all but one of the deal. A card of T may be the starter, so the hands
    # that contain the other four are needed too.
    fives = {
        card: _hands_containing([other for other in deal if other != card], tables)
        for card in deal
    }
    fours: dict[tuple[int, ...], _Hands] = {
        four: _four(four, tables) for four in combinations(deal, 4)
    }
    for left_out, hands in fives.items():
        five = [card for card in deal if card != left_out]
        fewer = {
            card: fours[tuple(other for other in five if other != card)]
            for card in five
        }
        sums.add(-1, hands, fewer)
    # All six cards: one hand, the deal itself. With a card of the deal as the starter,
    # these are the hands of ``fives``.
    whole = _Hands()
    whole.add(deal, tables)
    whole.sixth.clear()  # it is a card of T
    sums.add(1, whole, fives)
    sums.score()

    # A jack of our own scores with each starter of its suit that is left.
    left = [13 - bin(ranks).count("1") for ranks in rank_sets(deal)]
    of_jack = SUITS * tables.denominator * STARTER_CASES * tables.nobs
    points = []
    for i, j in DISCARDS:
        thrown = deal[i], deal[j]
        crib = SUITS * sums.by_rank[_pair(*thrown)] + tables.nobs * sums.nobs
        if (thrown[0] ^ thrown[1]) & 3 == 0:
            crib += sums.flush[thrown[0] & 3]
        crib += of_jack * sum(left[card & 3] for card in thrown if card >> 2 == JACK)
        points.append(crib)
    return points


def kept_hands(
    deal: Sequence[int], tables: OpponentTables, rules: CribbageRules
) -> list[KeptHand]:
    """Return the points of the four cards that each discard keeps: sum, least and most.

    The sum, the least and the most are those over the 46 starters. ``deal`` has the
    numbers of six ascending cards: 4 times the rank, plus the suit. ``tables`` may be
    those of any opponent (``opponent_tables``), because only the points by rank are
    read from them. The results are in the order of ``DISCARDS``.
    """
    starters = [card for card in range(52) if card not in deal]
    four, fifth = rules.flush_points("hand")
    hands = []
    for thrown in DISCARDS:
        a, b, c, d = (card for at, card in enumerate(deal) if at not in thrown)
        low = _pair(a, b)
        high = _pair(c, d)
        suited = (a ^ b | a ^ c | a ^ d) & 3 == 0
        jacks = {card & 3 for card in (a, b, c, d) if card >> 2 == JACK}
        points = [
            tables.rank_points[(13 * low + (starter >> 2)) * len(PAIRS) + high]
            + suited * (four + fifth * ((starter ^ a) & 3 == 0))
            + rules.nobs_points * (starter & 3 in jacks)
            for starter in starters
        ]
        hands.append(KeptHand(sum(points), min(points), max(points)))
    return hands


class _Hands:
    """The discards of all opponent hands that contain the cards T, by rank and suit.

    ``pairs`` is F(T), by pair of ranks. If T is five cards, ``sixth`` is F(T) by pair
    and by the rank of the sixth card. ``by_suit`` has the weights of jacks thrown, then
    of suited pairs thrown, by suit and times 24. ``nobs`` and ``flush`` count the same
    jacks and pairs with every starter outside of the hand.
    """

    def __init__(self) -> None:
        self.pairs: Counter[int] = Counter()
        self.sixth: Counter[tuple[int, int]] = Counter()
        self.by_suit = [0] * 8
        self.nobs = 0
        self.flush = [0] * 4

    def add(self, cards: Sequence[int], tables: OpponentTables) -> None:
        """Add the pairs that one hand throws; suits of equal ranks share the weight.

        ``cards`` are the numbers of the six cards of the hand; if T has five cards, the
        last is not in T. ``tables`` are the sums over the opponent's hands
        (``opponent_tables``).
        """
        sets = rank_sets(cards)
        index, *suits = suit_class(sets[0], sets[1], sets[2], sets[3], suit_tables())
        # The weights are those of the representative, whose suits are places.
        ordered = sorted((card >> 2, suits.index(card & 3)) for card in cards)
        sixth = cards[-1] >> 2
        weights = tables.rows[tables.entries[index]]
        for (i, j), weight in zip(DISCARDS, weights, strict=True):
            if weight:
                (low, low_place), (high, high_place) = ordered[i], ordered[j]
                pair = PAIR_NUMBER[low, high]
                self.pairs[pair] += weight
                self.sixth[pair, sixth] += weight
                for rank, place in (ordered[i], ordered[j]):
                    if rank == JACK:
                        # A hand's jack scores with each starter of its suit outside of
                        # the hand.
                        for suit, ways, left in _alike(sets, suits[place]):
                            self.by_suit[suit] += ways * weight
                            self.nobs += ways * weight * left
                if low_place == high_place:
                    four, fifth = tables.flush
                    for suit, ways, left in _alike(sets, suits[low_place]):
                        self.by_suit[SUITED + suit] += ways * weight
                        flush = STARTERS * four + left * fifth
                        self.flush[suit] += ways * weight * flush


def _alike(sets: Sequence[int], suit: int) -> Iterator[tuple[int, int, int]]:
    """Yield the suits with the same ranks as a suit, their share of 24, ranks left."""
    alike = [other for other in range(4) if sets[other] == sets[suit]]
    for other in alike:
        yield other, SUITS // len(alike), 13 - sets[suit].bit_count()


def _hands_containing(five: Sequence[int], tables: OpponentTables) -> _Hands:
    """Return the pairs that the 47 hands containing five cards throw."""
    total = _Hands()
    for sixth in range(52):
        if sixth not in five:
            total.add((*five, sixth), tables)
    return total


def _four(four: Sequence[int], tables: OpponentTables) -> _Hands:
    """Return the pairs thrown by the hands that contain four cards."""
    index, suits = classify(four)
    row = len(PAIRS) * index
    hands = _Hands()
    # F and the sums by suit are in the tables, by place.
    weights = ((pair, tables.pairs[row + pair]) for pair in range(len(PAIRS)))
    hands.pairs.update({pair: weight for pair, weight in weights if weight})
    for place, suit in enumerate(suits):
        for column in (0, SUITED):
            hands.by_suit[column + suit] = tables.by_suit[
                BY_SUIT * index + column + place
            ]
    return hands


class _Sums:
    """Running sums over the opponent hands and starters that avoid the deal.

    ``by_rank`` has the points by rank, for each pair of ranks that we may throw. It
    lacks those of ``over``, the weights of pairs with all 52 starters, and of
    ``cases``, the weights of pairs with a rank of the starter, until ``score``.
    """

    def __init__(self, deal: Sequence[int], tables: OpponentTables) -> None:
        self.tables = tables
        self.by_rank = dict.fromkeys((_pair(deal[i], deal[j]) for i, j in DISCARDS), 0)
        self.over: Counter[int] = Counter()
        self.cases: Counter[tuple[int, int]] = Counter()
        self.nobs = 0
        self.flush = [0] * 4

    def look_up(self, cards: Sequence[int]) -> None:
        """Add the term of up to four cards."""
        sign = (-1) ** len(cards)
        by_suit = self.tables.suits
        index, suits = classify(cards)
        row = FIRST[len(cards)] + index
        for pair in self.by_rank:
            points = self.tables.ranks[len(PAIRS) * row + pair]
            self.by_rank[pair] += sign * points
        self.nobs += sign * by_suit[SUITED_SUMS * row + NOBS]
        for place, suit in enumerate(suits):
            self.flush[suit] += sign * by_suit[SUITED_SUMS * row + FLUSH + place]

    def add(self, sign: int, hands: _Hands, fewer: dict[int, _Hands]) -> None:
        """Add the term of five or six cards T.

        ``sign`` is that of the term in the inclusion-exclusion: -1 for five cards, 1
        for six. ``hands`` are those that contain T. ``fewer`` has, for each card of T,
        which may be the starter, the hands that contain the rest of T.
        """
        ranks = [card >> 2 for card in fewer]
        for pair, weight in hands.pairs.items():
            # All 52 starters, minus the cards of T twice: once as the hand's own cards
            # (R), once as starters in T (Q). A sixth card is the hand's own (R).
            self.over[pair] += sign * weight
            for rank in ranks:
                self.cases[pair, rank] -= 2 * sign * weight
        for case, weight in hands.sixth.items():
            self.cases[case] -= sign * weight
        self.nobs += sign * hands.nobs
        for suit in range(4):
            self.flush[suit] += sign * hands.flush[suit]
        for card, without in fewer.items():
            self._add_starter(sign, card, without, hands)

    def _add_starter(self, sign: int, card: int, fewer: _Hands, hands: _Hands) -> None:
        """Add the terms in which ``card`` is the starter.

        These are hands that contain the other cards, minus hands that also contain
        ``card``.
        """
        for pair, weight in fewer.pairs.items():
            self.cases[pair, card >> 2] += sign * weight
        four, fifth = self.tables.flush
        starter = card & 3
        self.nobs += sign * (fewer.by_suit[starter] - hands.by_suit[starter])
        for suit in range(4):
            thrown = fewer.by_suit[SUITED + suit] - hands.by_suit[SUITED + suit]
            self.flush[suit] += sign * (four + fifth * (suit == starter)) * thrown

    def score(self) -> None:
        """Add the points of ``over`` and ``cases``."""
        # Every starter: four of each rank.
        for pair, weight in self.over.items():
            for rank in range(13):
                self.cases[pair, rank] += 4 * weight
        cases = {
            len(PAIRS) * (13 * pair + rank): weight
            for (pair, rank), weight in self.cases.items()
            if weight
        }
        points = self.tables.rank_points
        for ours in self.by_rank:
            terms = [weight * points[row + ours] for row, weight in cases.items()]
            self.by_rank[ours] += sum(terms)


def _pair(a: int, b: int) -> int:
    """Return the number of the pair of ranks of two cards."""
    return PAIR_NUMBER[a >> 2, b >> 2]

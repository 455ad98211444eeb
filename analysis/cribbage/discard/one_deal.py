"""All fifteen discards of one deal, exactly, in plain Python.

The same inclusion and exclusion as ``sums`` and ``values``, on the deal's own cards:
57 subsets of up to four cards are looked up (``other_hands``); five cards have 47 hands
each, and the six are a hand themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from trueodds.analysis.cribbage.discard.opponent_tables import FIRST, OtherHands
from trueodds.analysis.cribbage.suit_classes import DISCARDS, PAIRS, classify, rank_sets
from trueodds.core.rules.cribbage import JACK, CribbageRules

SUITS = 24
CASES = comb(46, 6) * 40
STARTERS, STARTER_CASES = 46, comb(45, 6)
COLUMNS, NOBS, FLUSH, BY_SUIT, SUITED = 96, 91, 92, 13, 4


class Kept(NamedTuple):
    """A hand of four cards over the 46 starters: the sum, the least and the most."""

    points: int
    least: int
    most: int


def crib_denominator(hands: OtherHands) -> int:
    """What the integers of ``cribs`` are parts of."""
    return SUITS * hands.denominator * CASES


def cribs(deal: Sequence[int], hands: OtherHands) -> list[int]:
    """The crib's mean points for each discard of six ascending cards.

    Integers over ``crib_denominator``, in the order of ``DISCARDS``.
    """
    sums = _Sums(deal, hands)
    for size in range(5):
        for subset in combinations(deal, size):
            sums.look_up(subset)
    fives = [_Holding(five, hands) for five in combinations(deal, 5)]
    for five in fives:
        sums.add_five(five)
    sums.add_six(fives)
    left = [13 - bin(ranks).count("1") for ranks in rank_sets(deal)]
    of_jack = SUITS * hands.denominator * STARTER_CASES * hands.nobs
    found = []
    for i, j in DISCARDS:
        thrown = deal[i], deal[j]
        crib = SUITS * sums.by_rank[_pair(*thrown)] + hands.nobs * sums.nobs
        if (thrown[0] ^ thrown[1]) & 3 == 0:
            crib += sums.flush[thrown[0] & 3]
        crib += of_jack * sum(left[card & 3] for card in thrown if card >> 2 == JACK)
        found.append(crib)
    return found


def hands_kept(
    deal: Sequence[int], hands: OtherHands, rules: CribbageRules
) -> list[Kept]:
    """The hand that each discard leaves, in the order of ``DISCARDS``."""
    starters = [card for card in range(52) if card not in deal]
    found = []
    for thrown in DISCARDS:
        a, b, c, d = (card for at, card in enumerate(deal) if at not in thrown)
        low, high = _pair(a, b), _pair(c, d)
        suited = (a ^ b | a ^ c | a ^ d) & 3 == 0
        jacks = {card & 3 for card in (a, b, c, d) if card >> 2 == JACK}
        points = []
        for starter in starters:
            shown = hands.points[(13 * low + (starter >> 2)) * len(PAIRS) + high]
            cards = 4 + ((starter ^ a) & 3 == 0)
            if suited and cards >= rules.hand_flush:
                shown += cards * rules.flush_card_points
            shown += rules.nobs_points * (starter & 3 in jacks)
            points.append(shown)
        found.append(Kept(sum(points), min(points), max(points)))
    return found


class _Holding:
    """The 47 hands that contain five cards: what they throw, by rank and by suit.

    ``pairs`` is F of ``holding``; ``with_sixth`` the same by the rank of the sixth card
    too; ``by_suit`` jacks and suited pairs by suit, in 24ths; ``nobs`` and ``flush``
    with the starters outside of the hand.
    """

    def __init__(self, cards: Sequence[int], hands: OtherHands) -> None:
        self.cards = cards
        self.pairs: Counter[int] = Counter()
        self.with_sixth: Counter[tuple[int, int]] = Counter()
        self.by_suit = [0] * 8
        self.nobs, self.flush = 0, [0] * 4
        for sixth in range(52):
            if sixth not in cards:
                hand = _Hand((*cards, sixth), hands)
                for pair, weight in hand.pairs.items():
                    self.pairs[pair] += weight
                    self.with_sixth[pair, sixth >> 2] += weight
                self.nobs += hand.nobs
                for suit in range(4):
                    self.flush[suit] += hand.flush[suit]
                self.by_suit = [
                    a + b for a, b in zip(self.by_suit, hand.by_suit, strict=True)
                ]


class _Hand:
    """What one hand of six cards throws; suits of equal standing at random."""

    def __init__(self, cards: Sequence[int], hands: OtherHands) -> None:
        sets = rank_sets(cards)
        index, suits = classify(cards)
        place = {suit: at for at, suit in enumerate(suits)}
        ordered = sorted((card >> 2, place[card & 3]) for card in cards)
        alike = [[s for s in range(4) if sets[s] == sets[suit]] for suit in suits]
        self.pairs: Counter[int] = Counter()
        self.by_suit = [0] * 8
        for (i, j), weight in zip(
            DISCARDS, hands.rows[hands.entries[index]], strict=True
        ):
            if weight:
                one, other = ordered[i], ordered[j]
                self.pairs[_PAIR_NUMBER[one[0], other[0]]] += weight
                for rank, at in (one, other):
                    if rank == JACK:
                        self._share(0, alike[at], weight)
                if one[1] == other[1]:
                    self._share(SUITED, alike[one[1]], weight)
        left = [13 - bin(ranks).count("1") for ranks in sets]
        self.nobs = sum(self.by_suit[suit] * left[suit] for suit in range(4))
        four, fifth = hands.flush
        self.flush = [
            self.by_suit[SUITED + suit] * (STARTERS * four + left[suit] * fifth)
            for suit in range(4)
        ]

    def _share(self, kind: int, suits: Sequence[int], weight: int) -> None:
        for suit in suits:
            self.by_suit[kind + suit] += SUITS * weight // len(suits)


class _Sums:
    """The sums that avoid the deal, as far as its subsets have been added.

    ``by_rank`` is by our own pair of ranks.
    """

    def __init__(self, deal: Sequence[int], hands: OtherHands) -> None:
        self.deal, self.hands = deal, hands
        self.by_rank = dict.fromkeys((_pair(deal[i], deal[j]) for i, j in DISCARDS), 0)
        self.nobs, self.flush = 0, [0] * 4

    def look_up(self, cards: Sequence[int]) -> None:
        """Add up to four cards."""
        sign, contained = (-1) ** len(cards), self.hands.contained
        index, suits = classify(cards)
        row = COLUMNS * (FIRST[len(cards)] + index)
        for pair in self.by_rank:
            self.by_rank[pair] += sign * (contained[row + pair] // SUITS)
        self.nobs += sign * contained[row + NOBS]
        for place, suit in enumerate(suits):
            self.flush[suit] += sign * contained[row + FLUSH + place]

    def add_five(self, five: _Holding) -> None:
        """Add five cards: those of their hands, and starters among the five."""
        self._add(-1, five.pairs, five.cards)
        for (pair, rank), weight in five.with_sixth.items():
            self._score(weight, pair, rank)
        self.nobs -= five.nobs
        for suit in range(4):
            self.flush[suit] -= five.flush[suit]
        for card in five.cards:
            fours = [other for other in five.cards if other != card]
            index, suits = classify(fours)
            row = len(PAIRS) * index
            for pair in range(len(PAIRS)):
                if weight := self.hands.pairs[row + pair]:
                    self._score(-weight, pair, card >> 2)
            of_four = [0] * 8
            for place, suit in enumerate(suits):
                for kind in (0, SUITED):
                    of_four[kind + suit] = self.hands.by_suit[
                        BY_SUIT * index + kind + place
                    ]
            self._start(-1, card, of_four, five.by_suit)

    def add_six(self, fives: Sequence[_Holding]) -> None:
        """Add the deal as a hand of the other's, and starters among the six."""
        hand = _Hand(self.deal, self.hands)
        self._add(1, hand.pairs, self.deal)
        self.nobs += hand.nobs
        for suit in range(4):
            self.flush[suit] += hand.flush[suit]
        for five in fives:
            (card,) = set(self.deal) - set(five.cards)
            for pair, weight in five.pairs.items():
                self._score(weight, pair, card >> 2)
            self._start(1, card, five.by_suit, hand.by_suit)

    def _add(self, sign: int, pairs: Counter[int], cards: Sequence[int]) -> None:
        """All 52 starters, less twice the given ones: as R has them, then as Q."""
        for pair, weight in pairs.items():
            row = len(PAIRS) * pair
            for ours in self.by_rank:
                all_starters = self.hands.over_all[row + ours]
                self.by_rank[ours] += sign * weight * all_starters
            for card in cards:
                self._score(-2 * sign * weight, pair, card >> 2)

    def _score(self, weight: int, pair: int, rank: int) -> None:
        row, points = len(PAIRS) * (13 * pair + rank), self.hands.points
        for ours in self.by_rank:
            self.by_rank[ours] += weight * points[row + ours]

    def _start(
        self, sign: int, card: int, less: Sequence[int], same: Sequence[int]
    ) -> None:
        """The card as starter: hands without it are those of the rest, less these."""
        four, fifth = self.hands.flush
        of = card & 3
        self.nobs += sign * (less[of] - same[of])
        for suit in range(4):
            points = four + fifth * (suit == of)
            thrown = less[SUITED + suit] - same[SUITED + suit]
            self.flush[suit] += sign * points * thrown


_PAIR_NUMBER = {
    ranks: number for number, pair in enumerate(PAIRS) for ranks in (pair, pair[::-1])
}


@cache
def _pair(one: int, other: int) -> int:
    """The number of the pair of ranks of two cards."""
    return _PAIR_NUMBER[one >> 2, other >> 2]

"""Cribbage's certificate of the discard from a deck of thirteen cards.

All deals of two hands and a starter from 13 cards can be enumerated. The strategies are
averages of best responses (fictitious play, Brown 1951): dealer and pone respond in
turn, exactly, to the average of the opponent's responses, where later ones weigh more
(linear weights). All numbers are integers, so every machine makes the same file. One
more best response to each strategy proves the bounds of the value.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.cards import parse_cards
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.odds import Odds
from trueodds.core.rules.cribbage import CribbageRules, Rule, show_points
from trueodds.proofs.certificates.cribbage import plain
from trueodds.proofs.certificates.format import Certificate, exact

Array: TypeAlias = NDArray[np.int64]

DECK = "4C 4D 4H 5C 5D 5H 6C 6D 6H 7C 7D JC JD"
CARDS = 13
RESPONSES = 60
PAIRS = tuple(combinations(range(6), 2))
HANDS = tuple(combinations(range(CARDS), 6))


def equilibrium(odds: Odds) -> Certificate:
    """Return strategies of dealer and pone, with the bounds that they guarantee."""
    rules = odds.rules_as(CribbageRules)
    small = Game(rules)
    dealer, pone, whole = small.play(RESPONSES)
    deals = len(HANDS) * small.opponents.shape[1]
    upper = Fraction(small.gain(1, pone, whole), deals * whole)
    lower = -Fraction(small.gain(-1, dealer, whole), deals * whole)
    return Certificate(
        "equilibrium",
        "cribbage",
        "discard",
        {"deck": DECK.replace("10", "T"), **plain(rules)},
        {
            "deal.equilibrium.value": exact(Enclosure(lower, upper)),
            "deal.equilibrium.exploitability": str(upper - lower),
        },
        {"dealer": _thrown(dealer, whole), "pone": _thrown(pone, whole)},
    )


class Game:
    """Every deal of two hands and a starter.

    ``own[h, d]`` are the points of hand h after discard d, summed over the seven
    starters. ``opponents[h]`` are the seven hands that h leaves, one for each starter.
    ``cribs[h, o, d, e]`` is the crib of discard d of h and e of opponent o.
    """

    def __init__(self, rules: CribbageRules) -> None:
        cards = parse_cards(DECK)
        number = {hand: h for h, hand in enumerate(HANDS)}

        def shows(rule: Rule) -> dict[tuple[int, ...], list[int]]:
            return {
                four: [
                    0
                    if starter in four
                    else show_points(
                        [cards[c] for c in four], cards[starter], rules, rule
                    )
                    for starter in range(CARDS)
                ]
                for four in combinations(range(CARDS), 4)
            }

        hand_shows, crib_shows = shows("hand"), shows("crib")
        table = np.zeros((1 << CARDS, CARDS), dtype=np.int64)
        for four, points in crib_shows.items():
            table[sum(1 << card for card in four)] = points
        own, opponents, starters = [], [], []
        for hand in HANDS:
            rest = [card for card in range(CARDS) if card not in hand]
            starters.append(rest)
            opponents.append(
                [number[tuple(c for c in rest if c != starter)] for starter in rest]
            )
            kept = [
                hand_shows[tuple(c for i, c in enumerate(hand) if i not in pair)]
                for pair in PAIRS
            ]
            own.append([sum(points[card] for card in rest) for points in kept])
        self.own, self.opponents = np.array(own), np.array(opponents)
        thrown = 1 << np.array(HANDS)
        masks = np.array([thrown[:, a] + thrown[:, b] for a, b in PAIRS]).T
        both = masks[:, None, :, None] + masks[self.opponents][:, :, None, :]
        self.cribs: Array = table[both, np.array(starters)[:, :, None, None]]

    def payoffs(self, sign: int, opponent: Array, whole: int) -> Array:
        """Return the points of each hand and discard, summed over all deals."""
        cribs: Array = np.einsum("hode,hoe->hd", self.cribs, opponent[self.opponents])
        payoffs: Array = whole * self.own + sign * cribs
        return payoffs

    def gain(self, sign: int, opponent: Array, whole: int) -> int:
        """Return the gain of the best response over all deals."""
        best = self.payoffs(sign, opponent, whole).max(axis=1).sum()
        return int(best - (opponent * self.own).sum())

    def play(self, responses: int) -> tuple[Array, Array, int]:
        """Return the weights of dealer and pone by hand and discard, and their sum."""
        first = np.eye(len(PAIRS), dtype=np.int64)[self.own.argmax(axis=1)]
        dealer, pone, whole = first, first.copy(), 1
        for weight in range(2, responses + 2):
            for_dealer = self.payoffs(1, pone, whole).argmax(axis=1)
            dealer = dealer + weight * np.eye(len(PAIRS), dtype=np.int64)[for_dealer]
            for_pone = self.payoffs(-1, dealer, whole + weight).argmax(axis=1)
            pone = pone + weight * np.eye(len(PAIRS), dtype=np.int64)[for_pone]
            whole += weight
        return dealer, pone, whole


def _thrown(strategy: Array, whole: int) -> dict[str, Any]:
    rows = [
        [[d, int(weight)] for d, weight in enumerate(row) if weight] for row in strategy
    ]
    return {"denominator": whole, "deals": rows}

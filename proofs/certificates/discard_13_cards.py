"""Cribbage's certificate of the discard: two strategies for a deck of thirteen cards.

All deals of two hands and a starter from so few cards can be gone through whole. The
strategies are averages of best answers: dealer and pone answer in turn, exactly, all
that the other has thrown so far, later throws weighing more (fictitious play with
linear weights). That is integers only, so the same everywhere; what the two guarantee
each other follows from one more best answer each.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.cards import parse_cards
from trueodds.core.enclosure import Enclosure
from trueodds.core.odds import Odds
from trueodds.core.rules.cribbage import CribbageRules, Rule, show_points
from trueodds.proofs.certificates.cribbage import plain
from trueodds.proofs.certificates.format import Certificate, exact

Array: TypeAlias = NDArray[np.int64]

DECK = "4C 4D 4H 5C 5D 5H 6C 6D 6H 7C 7D JC JD"
CARDS = 13
ANSWERS = 60
PAIRS = tuple(combinations(range(6), 2))
HANDS = tuple(combinations(range(CARDS), 6))


def equilibrium(odds: Odds) -> Certificate:
    """Strategies of dealer and pone, and the value between what they guarantee."""
    rules = odds.rules
    assert isinstance(rules, CribbageRules)
    small = Game(rules)
    dealer, pone, whole = small.play(ANSWERS)
    deals = len(HANDS) * small.others.shape[1]
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

    ``own[h, d]``: what hand h keeps, summed over the seven starters. ``others[h]``:
    the seven hands that h leaves, each with the starter left. ``cribs[h, o, d, e]``:
    the crib of discard d of h and e of the other.
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
        own, others, starters = [], [], []
        for hand in HANDS:
            rest = [card for card in range(CARDS) if card not in hand]
            starters.append(rest)
            others.append(
                [number[tuple(c for c in rest if c != starter)] for starter in rest]
            )
            kept = [
                hand_shows[tuple(c for i, c in enumerate(hand) if i not in pair)]
                for pair in PAIRS
            ]
            own.append([sum(points[card] for card in rest) for points in kept])
        self.own, self.others = np.array(own), np.array(others)
        thrown = 1 << np.array(HANDS)
        masks = np.array([thrown[:, a] + thrown[:, b] for a, b in PAIRS]).T
        both = masks[:, None, :, None] + masks[self.others][:, :, None, :]
        self.cribs: Array = table[both, np.array(starters)[:, :, None, None]]

    def worth(self, sign: int, other: Array, whole: int) -> Array:
        """What each discard brings against ``other``, summed over deals; by hand."""
        cribs: Array = np.einsum("hode,hoe->hd", self.cribs, other[self.others])
        worth: Array = whole * self.own + sign * cribs
        return worth

    def gain(self, sign: int, other: Array, whole: int) -> int:
        """The most that one can gain over all deals against ``other``."""
        best = self.worth(sign, other, whole).max(axis=1).sum()
        return int(best - (other * self.own).sum())

    def play(self, answers: int) -> tuple[Array, Array, int]:
        """The weights of dealer and pone by hand and discard, and their sum."""
        first = np.eye(len(PAIRS), dtype=np.int64)[self.own.argmax(axis=1)]
        dealer, pone, whole = first, first.copy(), 1
        for weight in range(2, answers + 2):
            for_dealer = self.worth(1, pone, whole).argmax(axis=1)
            dealer = dealer + weight * np.eye(len(PAIRS), dtype=np.int64)[for_dealer]
            for_pone = self.worth(-1, dealer, whole + weight).argmax(axis=1)
            pone = pone + weight * np.eye(len(PAIRS), dtype=np.int64)[for_pone]
            whole += weight
        return dealer, pone, whole


def _thrown(strategy: Array, whole: int) -> dict[str, Any]:
    rows = [
        [[d, int(weight)] for d, weight in enumerate(row) if weight] for row in strategy
    ]
    return {"denominator": whole, "deals": rows}

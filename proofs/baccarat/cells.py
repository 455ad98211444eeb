"""Independent derivation of tableau cells: all sequences of cards, played both ways.

Every ordered sequence of six kinds of cards is a column of an array. The sequences that
use a cell are played twice, with the tableau's decision and with the opposite one. The
rules are implemented anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from math import perm
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.cards import RANKS
from trueodds.core.rules.baccarat import BaccaratRules, Bet, third_name, value
from trueodds.proofs.baccarat.coups import kinds_held

Array: TypeAlias = NDArray[Any]

NONE = -1
"""The place of a kind, for no third card."""

SIGNS = {"player": 1, "banker": -1, "tie": 0}


def cells(rules: BaccaratRules) -> dict[str, Fraction]:
    """Return the exact change of each bet's edge if the decision of a cell is reversed.

    The deals must fit into int64. Only bets on the winner are included.

    Raises:
        ValueError: If the shoe is not full decks, or cards were seen.
    """
    dealt = Sequences(rules)
    return {
        f"cell.{cell}.{name}": -_gain(bet, shift) / dealt.deals
        for cell, shift in dealt.shifts()
        for name, bet in rules.bets.items()
        if not bet.cases
    }


def _gain(bet: Bet, shift: Counter[int]) -> Fraction:
    """Return the change of a bet's result if the sides win these additional deals."""
    gains = (bet.pays.get(w, Fraction(-1)) * shift[sign] for w, sign in SIGNS.items())
    return sum(gains, Fraction(0))


class Sequences:
    """All sequences of six kinds of cards, as arrays with an entry for each sequence.

    Cards of a kind have the same value and the same column of the tableau. ``player``
    and ``banker`` are the totals of the first two cards of each hand. ``next`` and
    ``last`` are the kinds of the fifth and the sixth card. ``ways`` is the number of
    deals of each sequence, and ``deals`` is the sum of ``ways``.
    """

    def __init__(self, rules: BaccaratRules) -> None:
        self.rules, held = rules, kinds_held(rules)
        self.deals = perm(held.total(), 6)
        self.ranks = [*held]
        self.values = np.array([value(rank) for rank in held])
        cards = np.indices((len(held),) * 6).reshape(6, -1)
        self.ways = _ways(cards, np.array([*held.values()]))
        self.next, self.last = cards[4], cards[5]
        points = self.values[cards]
        self.player = (points[0] + points[2]) % 10
        self.banker = (points[1] + points[3]) % 10

    @cached_property
    def goes_on(self) -> Array:
        """An array that is True for sequences in which no natural ends the coup."""
        goes_on: Array = np.maximum(self.player, self.banker) < self.rules.natural
        return goes_on

    def shifts(self) -> Iterator[tuple[str, Counter[int]]]:
        """Yield each cell, and how many more deals each side wins if it is reversed."""
        drawing = np.isin(self.player, self.rules.player_draws)
        for total in range(min(self.rules.natural, 10)):
            some = np.flatnonzero(self.goes_on & (self.player == total))
            thirds = [np.full(len(some), NONE), self.next[some]]
            draws = total in self.rules.player_draws
            before, after = (
                self.winners(some, third, self.decisions(some, third))
                for third in (thirds[draws], thirds[not draws])
            )
            yield f"player.{total}", _difference(after, before)
            for kind in (NONE, *range(len(self.ranks))):
                uses = ~drawing if kind == NONE else drawing & (self.next == kind)
                some = np.flatnonzero(self.goes_on & (self.banker == total) & uses)
                third = np.full(len(some), kind)
                decision = self.decisions(some, third)
                before, after = (
                    self.winners(some, third, draws) for draws in (decision, ~decision)
                )
                row = "none" if kind == NONE else RANKS[self.ranks[kind]]
                yield f"{row}.{total}", _difference(after, before)

    def decisions(self, some: Array, third: Array) -> Array:
        """Return where Banker draws by the tableau, for each of ``some`` sequences.

        ``third`` is the kind of Player's third card.
        """
        draws = np.zeros(len(some), dtype=bool)
        for kind in (NONE, *range(len(self.ranks))):
            uses = third == kind
            rank = None if kind == NONE else self.ranks[kind]
            totals = self.rules.banker_draws[third_name(rank)]
            draws[uses] = np.isin(self.banker[some][uses], totals)
        return draws

    def winners(self, some: Array, third: Array, draws: Array) -> Counter[int]:
        """Return the number of deals of ``some`` sequences by winner (see ``SIGNS``).

        ``third`` is the kind of Player's third card. ``draws`` is True where Banker
        draws.
        """
        none = third == NONE
        card = np.where(none, self.next[some], self.last[some])
        player = self.player[some] + np.where(none, 0, self.values[third])
        banker = self.banker[some] + np.where(draws, self.values[card], 0)
        signs = np.sign(player % 10 - banker % 10)
        return Counter({n: int(self.ways[some] @ (signs == n)) for n in (1, -1, 0)})


def _difference(after: Counter[int], before: Counter[int]) -> Counter[int]:
    after.subtract(before)
    return after


def _ways(sequences: Array, held: Array) -> Array:
    """Return the number of deals of each sequence of kinds."""
    ways = np.ones(sequences.shape[1], dtype=np.int64)
    for place, kinds in enumerate(sequences):
        before = (sequences[:place] == kinds).sum(axis=0)
        ways *= held[kinds] - before
    return ways

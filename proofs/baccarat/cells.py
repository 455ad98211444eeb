"""Independent derivation of tableau cells: each decision is made in both ways.

A cell is one decision of the tableau, such as Banker's on a total of 3 after Player's
third card 8. The coups are all ordered sequences of six cards, each given by its kind
(see ``coups``). Every sequence that uses a cell is played twice, with the tableau's
decision and with the opposite decision. The rules of play are implemented anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import perm
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.errors import NotDescribedError
from trueodds.core.rules.baccarat import BaccaratRules, Bet, third_name, value
from trueodds.proofs.baccarat.coups import kinds_held

Array: TypeAlias = NDArray[Any]

NONE = -2
PLAYER = -1
"""The rows of a tableau for Banker after no third card, and for Player."""

SIGNS = {"player": 1, "banker": -1, "tie": 0}


def cells(rules: BaccaratRules) -> dict[str, Fraction]:
    """Return the exact change of each bet's house edge if a tableau cell is reversed.

    A cell is one decision of the tableau, such as Banker's on a total of 3 after
    Player's third card 8. There is a value for each cell and each bet on the winner, by
    the quantity id ``cell.ROW.TOTAL.BET``.

    Raises:
        NotDescribedError: If the shoe is not full decks, or cards were seen, or if the
            deals do not fit into int64.
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
    gain = Fraction(0)
    for winner, sign in SIGNS.items():
        # A bet loses its stake to a winner that it does not name.
        pays = bet.pays.get(winner, Fraction(-1))
        gain += pays * shift[sign]
    return gain


class Sequences:
    """All ordered sequences of six cards, each card given by its kind, as arrays.

    Cards of a kind have the same value and the same column of the tableau. Kinds are
    numbered from 0, in the order of their first ranks. Five arrays have an entry for
    each sequence. ``player`` and ``banker`` are the totals of the first two cards of
    each hand. ``next`` and ``last`` are the kinds of the fifth and the sixth card.
    ``ways`` is the number of deals of the sequence.

    ``deals`` is the sum of ``ways``. ``tableau[row, total]`` is True where a card is
    drawn. The rows come in this order: Banker's row for each kind of Player's third
    card, Banker's row for no third card (index -2), and Player's row (index -1).
    ``rows`` are the names of the rows.
    """

    def __init__(self, rules: BaccaratRules) -> None:
        held = kinds_held(rules)
        self.natural = rules.natural
        self.deals = perm(held.total(), 6)
        # The weights of all sequences add up to this number, so no partial sum
        # overflows either.
        if self.deals >= 2**63:
            raise NotDescribedError("this derivation needs 27 decks or fewer")
        # The last two rows are those of ``NONE`` and ``PLAYER``, so that these two
        # index them from the end.
        banker = [third_name(third) for third in (*held, None)]
        self.rows = [*banker, "player"]
        draws = [*map(rules.banker_draws.__getitem__, banker), rules.player_draws]
        self.tableau = np.array([np.isin(range(10), totals) for totals in draws])
        self.values = np.array([value(rank) for rank in held])
        cards = np.indices((len(held),) * 6).reshape(6, -1)
        self.ways = _ways(cards, np.array([*held.values()]))
        self.next = cards[4]
        self.last = cards[5]
        points = self.values[cards]
        # Player gets the first and the third card, Banker the second and the fourth.
        self.player = (points[0] + points[2]) % 10
        self.banker = (points[1] + points[3]) % 10

    def shifts(self) -> Iterator[tuple[str, Counter[int]]]:
        """Yield each tableau cell, and how many more deals a side wins by reversing it.

        A cell is one decision of the tableau: to draw or to stand. It is named by its
        row and total, such as ``8.3`` or ``player.5``. The keys of the counter are 1
        for Player, -1 for Banker and 0 for a tie.
        """
        # A natural of either side ends the coup before any cell is used.
        goes_on = np.maximum(self.player, self.banker) < self.natural
        drawn = self.tableau[PLAYER, self.player]
        # A row from the front, even for ``NONE``: it is compared with row numbers
        # below.
        third = np.where(drawn, self.next, len(self.rows) + NONE)
        for number, row in enumerate(self.rows):
            if row == "player":
                totals = self.player
                uses = goes_on
            else:
                totals = self.banker
                uses = goes_on & (third == number)
            # Totals from a natural on have no cells.
            for total in range(min(self.natural, 10)):
                some = np.flatnonzero(uses & (totals == total))
                # Each of these sequences uses the cell once, so the deals that change
                # hands are the difference between both tableaus.
                reversed_once = self.tableau.copy()
                reversed_once[number, total] ^= True
                shift = self.winners(some, reversed_once)
                shift.subtract(self.winners(some, self.tableau))
                yield f"{row}.{total}", shift

    def winners(self, some: Array, tableau: Array) -> Counter[int]:
        """Return the number of deals that each side wins, for some sequences of cards.

        ``some`` are the indices of the sequences in the arrays of ``Sequences``; none
        of them begins with a natural. ``tableau`` is True where a card is drawn, by row
        and total, as in ``Sequences``. The keys of the result are 1 for Player, -1 for
        Banker and 0 for a tie.
        """
        player = self.player[some]
        banker = self.banker[some]
        fifth = self.next[some]
        player_draws = tableau[PLAYER, player]
        third = np.where(player_draws, fifth, NONE)
        banker_draws = tableau[third, banker]
        # Banker's third card is the fifth of the coup if Player stands.
        banker_third = np.where(player_draws, self.last[some], fifth)
        # If Player stands, ``values[third]`` is that of a wrong card, which is not
        # added.
        player = player + np.where(player_draws, self.values[third], 0)
        banker = banker + np.where(banker_draws, self.values[banker_third], 0)
        signs = np.sign(player % 10 - banker % 10)
        ways = self.ways[some]
        return Counter({sign: int(ways @ (signs == sign)) for sign in SIGNS.values()})


def _ways(sequences: Array, held: Array) -> Array:
    """Return the number of deals of each sequence of kinds."""
    ways = np.ones(sequences.shape[1], dtype=np.int64)
    for place, kinds in enumerate(sequences):
        # Falling factorial: the cards of this kind that earlier places have taken are
        # gone.
        before = (sequences[:place] == kinds).sum(axis=0)
        ways *= held[kinds] - before
    return ways

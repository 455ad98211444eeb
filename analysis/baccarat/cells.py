"""The effect of every cell of the tableau on the odds, with only that cell changed.

A cell is a single decision: Player's on a total, or Banker's on a total after Player's
third card of some rank, or after none. All deals are counted once, by the totals of
both hands' first two cards and by the next two cards. With these counts, the odds of
any tableau are a sum of a few thousand cases.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.baccarat.distribution import Tableau, tableau_of
from trueodds.core.cards import RANKS, Shoe
from trueodds.core.errors import listed
from trueodds.core.exact.chi_square import noncentrality
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.baccarat import (
    BaccaratRules,
    Bet,
    Winner,
    third_name,
    value,
)

Array: TypeAlias = NDArray[Any]

PLAYER = "player"
"""The row of Player's own decisions."""

TEST = "chi-square test, 1 % false alarms, 90 % power"
SIGNS: dict[Winner, int] = {"player": 1, "banker": -1, "tie": 0}


@dataclass(frozen=True, slots=True)
class Change:
    """A cell with the opposite decision, and the effect on the winners.

    ``row`` is "player" for Player's own decision. For Banker's decisions it is "none"
    after no third card, or else the first of the ``ranks`` that the tableau treats
    alike as Player's third card. ``total`` is the total of the hand that decides.
    ``draws`` is the opposite decision: true if the hand now draws. ``reached`` is the
    number of deals that come to the cell. Of ``deals`` in all, each winner has
    ``counts`` before the change. ``shifts`` are the changes of these counts.
    """

    row: str
    ranks: tuple[int, ...]
    total: int
    draws: bool
    reached: int
    shifts: dict[Winner, int]
    counts: dict[Winner, int]
    deals: int

    def edge_shift(self, bet: Bet) -> Fraction:
        """Return the change of the house edge on a bet that only the winner decides."""
        gained = sum(
            bet.pays.get(winner, Fraction(-1)) * shift
            for winner, shift in self.shifts.items()
        )
        return -Fraction(gained) / self.deals

    @property
    def divergence(self) -> Fraction | None:
        """Pearson's chi-square per coup, of the new winners against the old winners.

        It is the sum, over the winners, of the squared change of the probability
        divided by the old probability. It is None if a winner that was impossible
        becomes possible.
        """
        moved = {winner: shift for winner, shift in self.shifts.items() if shift}
        if not all(self.counts[winner] for winner in moved):
            return None
        return sum(
            (
                Fraction(shift**2, self.counts[winner] * self.deals)
                for winner, shift in moved.items()
            ),
            Fraction(0),
        )

    @property
    def coups(self) -> int | None:
        """The number of coups that a chi-square test needs to detect the change.

        The test has 1 % false alarms and 90 % power, by its large-sample distribution.
        The number is None if the distribution of the winner is unchanged. It is also
        None if a winner that was impossible becomes possible, because a single coup can
        then show the change.
        """
        if not self.divergence:
            return None
        _, most = noncentrality(freedom=2)
        return ceil(most / self.divergence)

    def drawn_under(self, rules: BaccaratRules) -> bool:
        """Return True if ``rules`` draw a card in this cell."""
        if self.row == PLAYER:
            return self.total in rules.player_draws
        return rules.banker_draws_on(self.total, next(iter(self.ranks), None))

    @property
    def text(self) -> str:
        """The opposite decision in words, such as "Player draws on 6"."""
        does = "draws" if self.draws else "stands"
        if self.row == PLAYER:
            return f"Player {does} on {self.total}"
        names = [RANKS[rank] for rank in self.ranks]
        after = f"a third card of {listed(names, ' or ')}" if names else "no third card"
        return f"Banker {does} on {self.total} after {after}"


def single_cell_changes(rules: BaccaratRules, shoe: Shoe) -> list[Change]:
    """Return a ``Change`` for each cell: its decision reversed, and no other decision.

    A cell is a total of two cards, and for Banker also Player's third card. The cells
    are those of totals below a natural, in the order of the tableau. The coups are
    dealt from ``shoe``.

    >>> rules = BaccaratRules.load()
    >>> changes = single_cell_changes(rules, Shoe.of_decks(8))
    >>> len(changes), changes[5].edge_shift(rules.bets["player"])
    (96, Fraction(55896797728, 19524993263685))
    """
    table = _Table(tableau_of(rules), shoe)
    return [change for row in table.rows() for change in row]


def cell_quantities(rules: BaccaratRules, shoe: Shoe) -> Iterator[Quantity]:
    """Yield each cell's effect on the house edge, and how many coups detect it.

    The effect is that of the opposite decision in the cell. ``cell.ROW.T.BET`` is the
    change of the edge of a bet. ``cell.ROW.T.coups`` is the number of coups that a
    chi-square test needs to detect the change, if there is such a number. T is the
    total, and ROW is the row of the tableau (``Change.row``). The cells with the
    smallest effect come first. The bets are those that push on a tie and depend only on
    the winner. The coups are dealt from ``shoe``.
    """
    bets = {
        name: bet
        for name, bet in rules.bets.items()
        if not bet.cases and bet.pays.get("tie") == 0
    }

    def largest(change: Change) -> Fraction:
        shifts = (abs(change.edge_shift(bet)) for bet in bets.values())
        return max(shifts, default=Fraction(0))

    for change in sorted(single_cell_changes(rules, shoe), key=largest):
        id = f"cell.{change.row}.{change.total}"
        text = change.text
        for name, bet in bets.items():
            label = f"{text}: change of the house edge, {bet.label}"
            shift = change.edge_shift(bet)
            yield Quantity(f"{id}.{name}", label, shift, "edge", "enumeration")
        if change.coups is not None:
            label = f"{text}: coups to detect it"
            coups = Fraction(change.coups)
            yield Quantity(f"{id}.coups", label, coups, "coups", TEST)


def tableau_quantities(rules: BaccaratRules, shoe: Shoe) -> Iterator[Quantity]:
    """Yield the differences of the tableau from punto banco's, and their effect.

    ``tableau.cells`` is the number of cells that differ. ``tableau.cell.ROW.T`` is the
    probability that a coup comes to such a cell, and ``tableau.shift.WINNER`` is the
    change of the probability of a winner. T is the total, and ROW is the row of the
    tableau (``Change.row``). Punto banco is the default preset, dealt from the same
    shoe.
    """
    tableau = tableau_of(rules)
    standard = tableau_of(BaccaratRules.load())
    table = _Table(tableau, shoe)
    counts = _Table(standard, shoe).counts
    player, *banker = table.rows()
    differing = [
        change
        for row in (*banker, player)
        for change in row
        if change.draws == change.drawn_under(standard.rules)
    ]
    # A cell without a third card counts once.
    cells = Fraction(sum(len(change.ranks) or 1 for change in differing))
    label = "Cells of the tableau, by rank, that differ from punto banco's"
    yield Quantity("tableau.cells", label, cells, "cells", "enumeration")
    for change in differing:
        yield Quantity.probability(
            f"tableau.cell.{change.row}.{change.total}",
            f"A cell that differs is reached: {change.text} in punto banco",
            change.reached,
            change.deals,
        )
    for winner in SIGNS:
        shift = Fraction(table.counts[winner] - counts[winner], table.deals)
        label = f"Probability minus that under punto banco's tableau: {winner}"
        yield Quantity(
            f"tableau.shift.{winner}", label, shift, "difference", "enumeration"
        )


class _Table:
    """All deals of a shoe by both totals of two cards and the classes of the next two.

    ``deals_by`` has the axes (Player's total, Banker's total, class, class). Three
    tables of the same shape hold the winner (1 Player, -1 Banker, 0 tie): ``_stands``
    and ``_draws`` if Player does so, and ``_played`` under the rules.
    """

    def __init__(self, tableau: Tableau, shoe: Shoe) -> None:
        self.rules = tableau.rules
        self.classes = tableau.classes
        self.deals_by = tableau.by_totals(shoe)
        self.deals = int(self.deals_by.sum())
        self._values = np.array([value(alike[0]) for alike in self.classes])
        # A cell from a natural on is never played.
        self._below = min(self.rules.natural, 10)
        self._stands = np.zeros(self.deals_by.shape, dtype=np.int64)
        self._draws = np.zeros(self.deals_by.shape, dtype=np.int64)
        for total in range(10):
            draws = self.rules.banker_draws_on(total, None)
            # If Player stands, Banker's row for no third card decides.
            self._stands[:, total] = self._winners(total, None, draws)
            for t, alike in enumerate(self.classes):
                draws = self.rules.banker_draws_on(total, alike[0])
                # If Player draws a card of class t, Banker's row for it decides.
                self._draws[:, total, t] = self._winners(total, t, draws)
        self._played = np.where(
            np.isin(np.arange(10), self.rules.player_draws)[:, None, None, None],
            self._draws,
            self._stands,
        )
        # Naturals end the coup.
        totals = np.arange(10)
        as_dealt = np.sign(totals[:, None] - totals)[..., None, None]
        ended = np.maximum(totals[:, None], totals) >= self.rules.natural
        self._played = np.where(ended[..., None, None], as_dealt, self._played)

    @cached_property
    def counts(self) -> dict[Winner, int]:
        """Deals by winner."""
        return _by_winner(self.deals_by, self._played)

    def rows(self) -> Iterator[list[Change]]:
        """Yield the changed decisions row by row: Player's, then Banker's.

        Banker's first row is after no third card; the next rows are after each class.
        """
        below = range(self._below)
        draws_on = self.rules.player_draws
        standing = tuple(total for total in below if total not in draws_on)
        drawing = tuple(total for total in below if total in draws_on)
        row = []
        for total in below:
            draws = total not in draws_on
            # Only Player's decision changes; Banker goes on by the rules.
            other = (self._draws if draws else self._stands)[total, : self._below]
            where: tuple[Any, ...] = (total, slice(self._below))
            row.append(self._change(PLAYER, (), (total, draws), where, other))
        yield row
        thirds: Any = (None, ()), *enumerate(self.classes)
        for t, alike in thirds:
            third = next(iter(alike), None)
            row = []
            for total in below:
                draws = not self.rules.banker_draws_on(total, third)
                # Only these totals of Player lead to this row of Banker.
                players = standing if t is None else drawing
                other = self._winners(total, t, draws)[players, :]
                where = (players, total) if t is None else (players, total, t)
                cell = total, draws
                row.append(self._change(third_name(third), alike, cell, where, other))
            yield row

    def _change(
        self,
        row: str,
        ranks: tuple[int, ...],
        cell: tuple[int, bool],
        where: tuple[Any, ...],
        other: Array,
    ) -> Change:
        """Return the change of a cell, in whose cases the winners become ``other``.

        ``where`` indexes these cases in the tables. ``cell`` is the total and the
        opposite decision.
        """
        deals = self.deals_by[where]
        played = self._played[where]
        before = _by_winner(deals, played)
        after = _by_winner(deals, np.broadcast_to(other, played.shape))
        shifts = {winner: after[winner] - before[winner] for winner in SIGNS}
        reached = int(deals.sum())
        return Change(row, ranks, *cell, reached, shifts, self.counts, self.deals)

    def _winners(self, total: int, third: int | None, draws: bool) -> Array:
        """Return the winner, by Player's two-card total and the next cards.

        Banker has ``total``. If Player stands, ``third`` is None and the axes are
        Player's total and the classes of the next two cards. If Player has drawn the
        class ``third``, the axes are Player's total and the class of the next card.
        """
        player = np.arange(10)
        banker = (total + draws * self._values) % 10
        if third is None:
            wins = np.sign(player[:, None, None] - banker[:, None])
            return np.broadcast_to(wins, (10, len(banker), len(banker)))
        player = (player + self._values[third]) % 10
        return np.asarray(np.sign(player[:, None] - banker))


def _by_winner(deals: Array, winners: Array) -> dict[Winner, int]:
    """Count deals by winner."""
    return {winner: int(deals[winners == sign].sum()) for winner, sign in SIGNS.items()}

"""What every cell of the tableau is worth: change it alone, and see the odds move.

A cell is one decision: whether Player draws on a total, or Banker on a total after a
third card of some rank, or after none. All deals are gathered once by both totals of
two cards and the next two cards; under that table any tableau is a few thousand cases.
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
from trueodds.analysis.baccarat.power import noncentrality
from trueodds.core.cards import RANKS, Shoe
from trueodds.core.quantity import Quantity
from trueodds.core.rules.baccarat import (
    NO_THIRD_CARD,
    BaccaratRules,
    Bet,
    Winner,
    third_name,
    value,
)

Array: TypeAlias = NDArray[Any]

FALSE_ALARMS, POWER = Fraction(1, 100), Fraction(9, 10)
SIGNS: dict[Winner, int] = {"player": 1, "banker": -1, "tie": 0}


@dataclass(frozen=True, slots=True)
class Change:
    """A cell whose decision is the other one, and what that does to the winners.

    ``row`` is "player", "none", or the first of the ``ranks`` that are alike as a third
    card. ``draws`` is the other decision, and ``reached`` deals come to it. ``shifts``
    are the changes in how many of the ``deals`` each winner has.
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
        """By how much the house's edge on a bet on the winner grows."""
        gained = sum(
            bet.pays.get(winner, Fraction(-1)) * shift
            for winner, shift in self.shifts.items()
        )
        return -Fraction(gained) / self.deals

    @property
    def divergence(self) -> Fraction | None:
        """Pearson's chi-square a coup between the new winners and the old.

        None where a winner that could not be now can.
        """
        total = Fraction(0)
        for winner, shift in self.shifts.items():
            if shift:
                if not self.counts[winner]:
                    return None
                total += Fraction(shift**2, self.counts[winner] * self.deals)
        return total

    @property
    def coups(self) -> int | None:
        """How many coups a chi-square test of the winners needs to notice the change.

        At 1 % false alarms and with 90 % power, by the large-sample law of the test;
        None where it never would, or at once.
        """
        if not self.divergence:
            return None
        low, high = noncentrality(FALSE_ALARMS, POWER)
        needed = {ceil(bound / self.divergence) for bound in (low, high)}
        return max(needed)


def single_cell_changes(rules: BaccaratRules, shoe: Shoe) -> list[Change]:
    """Every cell below a natural, changed alone, in the order of the tableau.

    >>> rules = BaccaratRules.load()
    >>> changes = single_cell_changes(rules, Shoe.of_decks(8))
    >>> len(changes), changes[5].edge_shift(rules.bets["player"])
    (96, Fraction(55896797728, 19524993263685))
    """
    table = _Table(tableau_of(rules), shoe)
    return [*table.player_cells(), *table.banker_cells()]


def cell_quantities(rules: BaccaratRules, shoe: Shoe) -> Iterator[Quantity]:
    """``cell.ROW.T.BET`` and ``cell.ROW.T.coups``, what moves the edge least first.

    The bets are those that push on a tie and ask only who wins.
    """
    bets = {
        name: bet
        for name, bet in rules.bets.items()
        if not bet.cases and bet.pays.get("tie") == 0
    }

    def moved(change: Change) -> Fraction:
        shifts = (abs(change.edge_shift(bet)) for bet in bets.values())
        return max(shifts, default=Fraction(0))

    for change in sorted(single_cell_changes(rules, shoe), key=moved):
        id, told = f"cell.{change.row}.{change.total}", _told(change)
        for name, bet in bets.items():
            yield Quantity(
                id=f"{id}.{name}",
                label=f"{told}: change of the house's edge, {bet.label}",
                value=change.edge_shift(bet),
                unit="edge",
                method="enumeration",
            )
        if change.coups is not None:
            yield Quantity(
                id=f"{id}.coups",
                label=f"{told}: coups to notice it",
                value=Fraction(change.coups),
                unit="coups",
                method="chi-square test, 1 % false alarms, 90 % power",
            )


def tableau_quantities(rules: BaccaratRules, shoe: Shoe) -> Iterator[Quantity]:
    """``tableau.*``: where these rules differ from punto banco's, and what it does.

    Punto banco is the default preset, dealt from the same shoe.
    """
    standard = BaccaratRules.load()
    tableau, other = tableau_of(rules), tableau_of(standard)
    table = _Table(tableau, shoe)
    mine, theirs = table.counts, _Table(other, shoe).counts
    differing = [
        (change, ranks)
        for row, ranks in table.rows()
        for change in row
        if change.draws == other.rules.banker_draws_on(change.total, ranks[0])
    ]
    differing += [
        (change, (None,))
        for change in table.player_cells()
        if change.draws == (change.total in other.rules.player_draws)
    ]
    yield Quantity(
        id="tableau.cells",
        label="Cells of the tableau, by rank, that are not punto banco's",
        value=Fraction(sum(len(ranks) for _, ranks in differing)),
        unit="cells",
        method="enumeration",
    )
    for change, _ in differing:
        yield Quantity.probability(
            f"tableau.cell.{change.row}.{change.total}",
            f"Comes up, and differs here: {_told(change)} in punto banco",
            change.reached,
            change.deals,
        )
    for winner in SIGNS:
        yield Quantity(
            id=f"tableau.shift.{winner}",
            label=f"Chance less that under punto banco's tableau: {winner}",
            value=Fraction(mine[winner] - theirs[winner], table.deals),
            unit="difference",
            method="enumeration",
        )


def _told(change: Change) -> str:
    """The changed decision in words."""
    who = "Player" if change.row == "player" else "Banker"
    does = "draws" if change.draws else "stands"
    if change.row == "player":
        return f"{who} {does} on {change.total}"
    names = [RANKS[rank] for rank in change.ranks]
    listed = " or ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
    after = f"a third card of {listed}" if names else "no third card"
    return f"{who} {does} on {change.total} after {after}"


class _Table:
    """All deals of a shoe by both totals of two cards and the classes of the next two.

    ``deals_by`` is (Player's total, Banker's, class, class); ``stands`` and ``draws``
    say alike who wins (1 Player, -1 Banker, 0 tie) when Player does so.
    """

    def __init__(self, tableau: Tableau, shoe: Shoe) -> None:
        self.rules, self.classes = tableau.rules, tableau.classes
        self.deals_by = tableau.by_totals(shoe)
        self.deals = int(self.deals_by.sum())
        self._values = [value(alike[0]) for alike in self.classes]
        self._below = min(self.rules.natural, 10)
        self._stands = np.zeros(self.deals_by.shape, dtype=np.int64)
        self._draws = np.zeros(self.deals_by.shape, dtype=np.int64)
        for total in range(10):
            none = self.rules.banker_draws_on(total, None)
            self._stands[:, total] = self._without_third(total, none)
            for t, alike in enumerate(self.classes):
                draws = self.rules.banker_draws_on(total, alike[0])
                self._draws[:, total, t] = self._with_third(total, t, draws)
        self._played = np.zeros(self.deals_by.shape, dtype=np.int64)
        for mine in range(10):
            chosen = self._draws if mine in self.rules.player_draws else self._stands
            self._played[mine] = chosen[mine]
        # Naturals end the coup.
        totals = np.arange(10)
        as_dealt = np.sign(totals[:, None] - totals)[..., None, None]
        ended = np.maximum(totals[:, None], totals) >= self.rules.natural
        self._played = np.where(ended[..., None, None], as_dealt, self._played)

    @cached_property
    def counts(self) -> dict[Winner, int]:
        """Deals by winner."""
        return {
            winner: int(self.deals_by[self._played == sign].sum())
            for winner, sign in SIGNS.items()
        }

    def player_cells(self) -> list[Change]:
        """Player's own decisions, the other way."""
        below, changes = self._below, []
        for total in range(below):
            draws = total not in self.rules.player_draws
            other = (self._draws if draws else self._stands)[total, :below]
            where = total, slice(below)
            changes.append(self._change("player", (), total, draws, where, other))
        return changes

    def banker_cells(self) -> list[Change]:
        """Banker's decisions, the other way: after no third card, and after each."""
        return [change for row, _ in self.rows() for change in row]

    def rows(self) -> list[tuple[list[Change], tuple[int | None, ...]]]:
        """Banker's decisions row by row, each with its third ranks."""
        totals, below = self.rules.player_draws, range(self._below)
        standing = tuple(mine for mine in below if mine not in totals)
        drawing = tuple(mine for mine in below if mine in totals)
        none = []
        for total in below:
            draws = not self.rules.banker_draws_on(total, None)
            other = self._without_third(total, draws)[standing, :]
            where = standing, total
            none.append(self._change(NO_THIRD_CARD, (), total, draws, where, other))
        rows: list[tuple[list[Change], tuple[int | None, ...]]] = [(none, (None,))]
        for t, alike in enumerate(self.classes):
            row = []
            for total in below:
                draws = not self.rules.banker_draws_on(total, alike[0])
                other = self._with_third(total, t, draws)[drawing, :]
                cases, name = (drawing, total, t), third_name(alike[0])
                row.append(self._change(name, alike, total, draws, cases, other))
            rows.append((row, alike))
        return rows

    def _change(
        self,
        row: str,
        ranks: tuple[int, ...],
        total: int,
        draws: bool,
        where: tuple[Any, ...],
        other: Array,
    ) -> Change:
        """The cases of a cell won as in ``other``, in place of as they are played."""
        deals, played = self.deals_by[where], self._played[where]
        other = np.broadcast_to(other, played.shape)
        shifts = {
            winner: int(deals[other == sign].sum()) - int(deals[played == sign].sum())
            for winner, sign in SIGNS.items()
        }
        reached = int(deals.sum())
        return Change(
            row, ranks, total, draws, reached, shifts, self.counts, self.deals
        )

    def _without_third(self, total: int, draws: bool) -> Array:
        """Who wins, by Player's total and the next two cards, when Player stands."""
        drawn = np.array(self._values) if draws else 0 * np.array(self._values)
        final = ((total + drawn) % 10)[None, :, None]
        wins: Array = np.sign(np.arange(10)[:, None, None] - final)
        return np.broadcast_to(wins, (10, len(drawn), len(drawn)))

    def _with_third(self, total: int, t: int, draws: bool) -> Array:
        """Who wins, by Player's two-card total and the next card but one."""
        drawn = np.array(self._values) if draws else 0 * np.array(self._values)
        mine = (np.arange(10) + self._values[t]) % 10
        wins: Array = np.sign(mine[:, None] - (total + drawn) % 10)
        return wins

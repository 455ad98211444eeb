"""Answers on baccarat: the cost of every bet, and whether a bet favours you."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from trueodds.core.cards import RANKS, Shoe
from trueodds.core.errors import listed
from trueodds.core.exact.digits import counted
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rulebook import rules_name
from trueodds.core.rules.baccarat import BaccaratRules
from trueodds.reports.answers import headlines
from trueodds.reports.answers.odds import OddsAnswer, quantities_grid
from trueodds.reports.kinds import POINTS, Column, Grid
from trueodds.reports.output import Part
from trueodds.reports.records import Hidden, OrAbsent
from trueodds.reports.text import numbers
from trueodds.reports.text.odds import selected
from trueodds.reports.text.records import odds_fields

HEADLINES = headlines("baccarat")

EDGE = ".edge"


@dataclass(frozen=True, slots=True)
class PricedBet:
    """A bet: its pay-outs to 1, its edge, how often it wins and how much it varies.

    ``edge`` is the house edge, ``win`` the probability to win, and ``variance`` that of
    the result of a stake of 1. If the user gave a stake and a number of hands, ``cost``
    is the average loss in this number of hands, in the unit of the stake.
    """

    id: str
    bet: str
    # In JSON a pay-out is the text of a fraction, such as "19/20": exact, and readable.
    pays: Annotated[tuple[Fraction, ...], lambda pays: [*map(str, pays)]]
    # The JSON has these three among the quantities of the answer, by their ids.
    edge: Hidden[Quantity]
    win: Hidden[Quantity]
    variance: Hidden[Quantity]
    cost: OrAbsent[Fraction] = None


def pay_outs(bet: PricedBet) -> str:
    """Return the pay-outs of a bet as tables print them, such as "0.5 or 1 to 1"."""
    amounts = (f"{float(pays):,.12g}" for pays in bet.pays or (0,))
    return f"{listed(amounts, ' or ')} to 1"


BETS = (
    Column("id"),
    Column("bet", "bet"),
    Column(
        "pays",
        "pays",
        derived=lambda row: ", ".join(map(str, row.pays)),
        shown=pay_outs,
    ),
    Column("edge", "house edge", numbers.value_text),
    Column("win", "wins", numbers.value_text),
    # For people only: programs read the probability beside it.
    Column("", "", shown=lambda row: numbers.one_in_text(row.win)),
    Column("variance", "variance", numbers.value_text),
)


@dataclass(frozen=True, kw_only=True, repr=False)
class Bets(OddsAnswer):
    """All bets on the cards left in the shoe, the best for the player first.

    ``hands`` is the heading of the column of costs, such as "100 hands at 5 cost". It
    is empty if the user gave no stake.
    """

    # In the order of the table: the bet with the lowest house edge comes first.
    bets: tuple[PricedBet, ...]
    hands: Hidden[str] = ""

    def tables(self) -> Mapping[str, Grid]:
        """Return the tables "quantities" and "bets", by name.

        "quantities" has all exact numbers of the answer by their ids. As CSV, the
        answer has only one of the two tables: "bets" if the user gave a stake, because
        the costs are in no other table, and otherwise "quantities".
        """
        quantities = quantities_grid(self.quantities)
        return {
            # With a stake, CSV has the costs. Without, all its numbers are quantities.
            "quantities": replace(quantities, repeats=bool(self.hands)),
            "bets": bets_grid(self.bets, cost=self.hands),
        }

    def table(self) -> Iterable[Part]:
        """Return a sentence that says if a bet favours you, the bets, and any notes."""
        return [*self.before, self.tables()["bets"].table(), *self.after]


def bets_of(odds: Odds, command: str, stake: int = 0, hands: int = 0) -> Bets:
    """Return the answer of a command that lists the bets, the best for you first.

    ``odds`` are those of baccarat. ``command`` is the command line that gives the
    answer. If ``stake`` is not 0, it is staked on each hand, and each bet has its
    average cost in this number of ``hands``. A bet has no cost if its house edge is
    only known between bounds.
    """
    rules = odds.rules_as(BaccaratRules)
    bets = priced(odds)
    if stake:
        bets = tuple(
            replace(bet, cost=stake * hands * exact)
            for bet in bets
            # An enclosed edge would need an enclosed cost, which the column does not
            # hold.
            if (exact := bet.edge.exact) is not None
        )
    cards = f"{rules.left().total:,} cards left ({rules_name(odds.game, rules)})"
    return Bets(
        **odds_fields(selected(odds, ["bet"])) | {"command": command},
        bets=bets,
        hands=f"{counted(hands, 'hands')} at {stake:,} cost" if stake else "",
        before=[f"{_verdict(bets)}: {cards}."],
        after=[*filter(None, [_surplus(rules), _left_out(rules, odds)])],
    )


def bets_grid(bets: Sequence[PricedBet], title: str = "", cost: str = "") -> Grid:
    """Return a table of the bets, below a title.

    ``cost`` is the heading of a last column, which has the cost of each bet. If it is
    empty, there is no such column. CSV then leaves the table out, because the answer
    has the same numbers in its table of quantities.
    """
    if not cost:
        return Grid(BETS, bets, title, repeats=True)
    columns = (*BETS, Column("cost", cost, POINTS))
    return Grid(columns, bets, title)


def priced(odds: Odds) -> tuple[PricedBet, ...]:
    """Return every bet of the odds of baccarat, the best for the player first."""
    bets = odds.rules_as(BaccaratRules).bets
    edges = odds.fitting(f"bet.*{EDGE}")
    return tuple(
        PricedBet(
            id,
            bets[id].label,
            tuple(bets[id].pay_outs),
            edge,
            odds[edge.id.replace(EDGE, ".win")],
            odds[edge.id.replace(EDGE, ".variance")],
        )
        # The least edge of the house is the best for the player; a negative one favours
        # him.
        for edge in sorted(edges, key=lambda edge: edge.bounds.midpoint)
        for id in [edge.id.split(".")[1]]
    )


def pays(odds: Odds, edge: Quantity) -> str | None:
    """Return the pay-outs of the bet with this house edge as text, such as "8 to 1".

    ``edge`` is the quantity with the house edge, and ``odds`` are the odds of baccarat
    that contain it. Return None for a quantity that belongs to no bet.
    """
    name = edge.id.rpartition(".")[0]
    bets = {bet.variance.id: bet for bet in priced(odds)}
    bet = bets.get(f"{name}.variance")
    return pay_outs(bet) if bet else None


def _surplus(rules: BaccaratRules) -> str:
    """Return a note on the rank that the shoe has more often than its decks would."""
    left = rules.left().without_suits()
    full = Shoe.of_decks(rules.decks).counts
    # The user gave one count for tens, jacks, queens and kings together: all count 0.
    if not left.ranks_known:
        full = (*full[:9], sum(full[9:]))
    # Such a shoe is allowed, as houses add cards. It is more often a slip of the user.
    for name, count, most in zip(RANKS, left.counts, full, strict=False):
        if count > most:
            return (
                f"Note: this shoe has {count:,} cards of rank {name}, more than the "
                f"{most:,} of {counted(rules.decks, 'decks')}."
            )
    return ""


def _left_out(rules: BaccaratRules, odds: Odds) -> str:
    """Return a note on the bets that are left out because the suits are not known."""
    labels = []
    for id, bet in rules.bets.items():
        if f"bet.{id}{EDGE}" not in odds:
            labels.append(bet.label)
    if not labels or rules.left().suits_known:
        return ""
    hint = "" if rules.shoe else " Give cards with suits, such as KH."
    return f"Note: left out, as not all suits are known: {'; '.join(labels)}.{hint}"


def _verdict(bets: Sequence[PricedBet]) -> str:
    # Only a proved advantage counts: the whole enclosure is below 0.
    good = [each for each in bets if each.edge.bounds.upper < 0]
    if not good:
        return "No bet favours you"
    wins = numbers.value_text(good[0].edge).removeprefix("-")
    best = f"{good[0].bet}, you win {wins} of your stakes"
    if len(good) == 1:
        return f"One bet favours you, {best}"
    return f"{len(good)} bets favour you; the best is {best}"

"""Answers on baccarat: the cost of every bet, and whether a bet favours you."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from trueodds.core.cards import RANKS, Shoe
from trueodds.core.exact.digits import counted
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rulebook import rules_name
from trueodds.core.rules.baccarat import BaccaratRules
from trueodds.reports.answers import headlines
from trueodds.reports.answers.odds import OddsAnswer
from trueodds.reports.kinds import Column, Grid
from trueodds.reports.output import Part
from trueodds.reports.records import Hidden
from trueodds.reports.text import numbers
from trueodds.reports.text.odds import selected
from trueodds.reports.text.records import odds_fields

HEADLINES = headlines("baccarat")

EDGE = ".edge"


class PricedBet(NamedTuple):
    """A bet, with what it costs, how often it wins, and how much it varies."""

    bet: str
    edge: Quantity
    win: Quantity
    variance: Quantity


BETS = (
    Column("bet", "bet"),
    Column("edge", "house edge", numbers.percent_of_edge),
    Column(
        "",
        "you lose of 100 staked",
        shown=lambda row: re.sub("^-", "you win ", _of_100(row.edge)),
    ),
    Column("win", "wins", numbers.value_text),
    Column("", "", shown=lambda row: numbers.one_in_text(row.win)),
    Column("variance", "variance", numbers.value_text),
)


@dataclass(frozen=True, kw_only=True, repr=False)
class Bets(OddsAnswer):
    """Every bet on the cards that are left, the best for the player first."""

    bets: Hidden[tuple[PricedBet, ...]]

    def tables(self) -> Mapping[str, Grid]:
        """Return the quantities, and the bets in order."""
        return {**super().tables(), "bets": bets_grid(self.bets)}

    def table(self) -> Iterable[Part]:
        """Return the verdict, the bets, and perhaps notes."""
        return [*self.before, bets_grid(self.bets).table(), *self.after]


def bets_of(odds: Odds) -> Bets:
    """Return an answer that lists the bets, the best for the player first."""
    rules = odds.rules_as(BaccaratRules)
    bets = priced(odds)
    cards = f"{rules.left().total:,} cards left ({rules_name(odds.game, rules)})"
    return Bets(
        **odds_fields(selected(odds, ["bet"])),
        bets=bets,
        before=[f"{_verdict(bets)}: {cards}."],
        after=[*filter(None, [_surplus(rules), _left_out(rules, odds)])],
    )


def bets_grid(bets: Sequence[PricedBet], title: str = "") -> Grid:
    """Return the bets under their columns."""
    return Grid(BETS, bets, title, repeats=True)


def priced(odds: Odds) -> tuple[PricedBet, ...]:
    """Return every bet, the best for the player first."""
    labels = odds.rules_as(BaccaratRules).bets
    edges = odds.fitting(f"bet.*{EDGE}")
    return tuple(
        PricedBet(
            labels[edge.id.split(".")[1]].label,
            edge,
            *(odds[edge.id.replace(EDGE, part)] for part in (".win", ".variance")),
        )
        for edge in sorted(edges, key=lambda edge: edge.bounds.midpoint)
    )


def _surplus(rules: BaccaratRules) -> str:
    """Return a note on the rank that the shoe has more often than its decks would."""
    left = rules.left().without_suits()
    full = Shoe.of_decks(rules.decks).counts
    if not left.ranks_known:
        full = (*full[:9], sum(full[9:]))
    for name, count, most in zip(RANKS, left.counts, full, strict=False):
        if count > most:
            return (
                f"Note: this shoe has {count:,} cards of rank {name}, more than the "
                f"{most:,} of {counted(rules.decks, 'decks')}."
            )
    return ""


def _left_out(rules: BaccaratRules, odds: Odds) -> str:
    """Return a note on the bets that are left out because the suits are not known."""
    labels = [b.label for id, b in rules.bets.items() if f"bet.{id}{EDGE}" not in odds]
    if not labels or rules.left().suits_known:
        return ""
    hint = "" if rules.shoe else " Give cards with suits, such as KH."
    return f"Note: left out, as not all suits are known: {'; '.join(labels)}.{hint}"


def _verdict(bets: Sequence[PricedBet]) -> str:
    good = [each for each in bets if each.edge.bounds.upper < 0]
    if not good:
        return "No bet favours you"
    wins = _of_100(good[0].edge).removeprefix("-")
    best = f"{good[0].bet}, you win {wins} of 100"
    if len(good) == 1:
        return f"One bet favours you, {best}"
    return f"{len(good)} bets favour you; the best is {best}"


def _of_100(edge: Quantity) -> str:
    return numbers.value_text(edge).removesuffix(numbers.PERCENT["edge"])

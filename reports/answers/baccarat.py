"""Answers on baccarat: the cost of every bet, and whether a bet favours you."""

import re
from collections.abc import Iterator
from dataclasses import replace

from trueodds.core.cards import RANKS, Shoe
from trueodds.core.exact.digits import counted
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rulebook import rules_name
from trueodds.core.rules.baccarat import BaccaratRules
from trueodds.reports.answers import headlines
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text import numbers
from trueodds.reports.text.odds import output, selected

HEADLINES = headlines("baccarat")

EDGE = ".edge"
HEADER = ("bet", "house edge", "you lose of 100 staked", "wins", "", "variance")


def bets_output(odds: Odds) -> Output:
    """Return an answer that lists the bets, the best for the player first."""
    return replace(output(selected(odds, ["bet"])), table=lambda: _bets(odds))


def _bets(odds: Odds) -> Iterator[Part]:
    rules = odds.rules_as(BaccaratRules)
    cards = f"{rules.left().total:,} cards left ({rules_name(odds.game, rules)})"
    yield f"{_verdict(rules, sorted_edges(odds))}: {cards}."
    yield Table(HEADER, sorted_rows(odds))
    yield from filter(None, [_surplus(rules), _left_out(rules, odds)])


def sorted_edges(odds: Odds) -> list[Quantity]:
    """Return the house edge of every bet, the best for the player first."""
    edges = odds.fitting(f"bet.*{EDGE}")
    return sorted(edges, key=lambda edge: edge.bounds.midpoint)


def sorted_rows(odds: Odds) -> list[list[str]]:
    """Return every bet as a row of a table under ``HEADER``, the best first."""
    rules = odds.rules_as(BaccaratRules)
    rows = []
    for edge in sorted_edges(odds):
        bet = edge.id.removesuffix(EDGE)
        wins = odds[f"{bet}.win"]
        variance = odds[f"{bet}.variance"]
        rows.append(
            [
                _label(rules, edge),
                numbers.percent_of_edge(edge),
                re.sub("^-", "you win ", _of_100(edge)),
                numbers.value_text(wins),
                numbers.one_in_text(wins),
                numbers.value_text(variance),
            ]
        )
    return rows


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


def _verdict(rules: BaccaratRules, edges: list[Quantity]) -> str:
    good = [edge for edge in edges if edge.bounds.upper < 0]
    if not good:
        return "No bet favours you"
    label = _label(rules, good[0])
    wins = _of_100(good[0]).removeprefix("-")
    best = f"{label}, you win {wins} of 100"
    if len(good) == 1:
        return f"One bet favours you, {best}"
    return f"{len(good)} bets favour you; the best is {best}"


def _label(rules: BaccaratRules, edge: Quantity) -> str:
    return rules.bets[edge.id.split(".")[1]].label


def _of_100(edge: Quantity) -> str:
    return numbers.value_text(edge).removesuffix(numbers.PERCENT["edge"])

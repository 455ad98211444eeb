"""Page of the deal explorer: which two of any six cards to throw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from trueodds.analysis.cribbage.discard.opponent_tables import opponent_tables, scoring
from trueodds.analysis.cribbage.discard.ranking import (
    EQUILIBRIUM,
    Discards,
    discard,
)
from trueodds.analysis.cribbage.play.results.shipped import play_results
from trueodds.analysis.cribbage.strategy_file import OPPONENT, ROLES
from trueodds.core.cards import DECK, SUIT_NAMES, Card, format_cards, parse_cards
from trueodds.core.odds import Odds
from trueodds.core.rules.cribbage import CribbageRules, show_lines
from trueodds.reports.answers.cribbage.discard import RankedDiscard, columns_of
from trueodds.reports.games.cribbage import GAME
from trueodds.reports.html.book import BookOptions, BookPage, page_of
from trueodds.reports.html.pages.cribbage import deal_data
from trueodds.reports.kinds import decimals

HIGHEST_SHOW = "5H 5C 5S JD 5D"
OPPONENTS = {
    EQUILIBRIUM: "who throws perfectly",
    "best-own-hand": "who keeps the best hand and ignores the crib",
    "uniform": "who throws two cards at random",
}
"""The opponents in words, by the strategy's name. The first is in every report."""


def build(odds: Odds, options: BookOptions) -> BookPage:
    """Return the page on the best discard, with the data files of each role.

    A ``full`` report also has the data for two further strategies of the opponent.
    """
    rules = odds.rules_as(CribbageRules)
    # The tables of the other two take minutes to compute; those of the equilibrium
    # ship.
    strategies = list(OPPONENTS)[: None if options.full else 1]
    data: dict[str, bytes] = {}
    opponents = []
    for source in strategies:
        names = {}
        for role, other in OPPONENT.items():
            # Only the equilibrium has a strategy for each role.
            suffix = f"-{other}" if source == EQUILIBRIUM else ""
            names[role] = f"cribbage-{source}{suffix}"
            # A strategy without roles has the same file for both.
            if names[role] not in data:
                tables = opponent_tables(
                    source, other, rules, progress=options.progress
                )
                data[names[role]] = tables.file
        opponents.append({"id": source, "words": OPPONENTS[source], "data": names})
    best = {role: f"cribbage-best-throws-{role}" for role in ROLES}
    page = page_of("cribbage-deal")
    example = page.accepts[0].example
    return replace(
        page,
        values={
            "example": example,
            "answers": [_answer(discard(example, role)) for role in ROLES],
            "suits": {name: _picker_row(suit) for suit, name in enumerate(SUIT_NAMES)},
            "opponents": opponents,
            "others": list(OPPONENTS.values())[1:],
            "preset": GAME.default,
            # By other rules of the play there is no solution, and the page shows no net
            # points.
            "play": play_results(rules) is not None,
            "show": _show(rules),
            "settings": {
                "rules": scoring(rules),
                "preset": GAME.default,
                "opponents": opponents,
                "best": best,
            },
        },
        odds=odds,
        data=data,
        # Half a byte for each class is small already, so browsers that cannot unpack
        # read it too.
        plain_data={
            name: deal_data.best_throws_file(role, rules, options.progress)
            for role, name in best.items()
        },
    )


def _picker_row(suit: int) -> list[tuple[int, str, str]]:
    """Return the number, the symbol and the name of each card of a suit."""
    return [(card.number, card.symbol, card.name) for card in DECK if card.suit == suit]


def _show(rules: CribbageRules) -> dict[str, Any]:
    """Return a scored hand with its starter: its points, and the items that score."""
    cards = parse_cards(HIGHEST_SHOW)
    lines = show_lines(cards[:4], cards[4], rules)
    return {
        "position": f"{format_cards(cards[:4])} | {cards[4]}",
        "points": sum(line.points or 0 for line in lines),
        "lines": [
            (line.name, _symbols(parse_cards(line.what)), line.points or 0)
            for line in lines
        ],
    }


def _answer(ranked: Discards) -> dict[str, Any]:
    """Return the rows for one role, the best first; bars have a width in percent."""
    columns = [*columns_of(ranked.best)]
    costs = [ranked.best.total - each.total for each in ranked]
    rows = [
        {column.key: column.text(RankedDiscard(ranked, each)) for column in columns}
        # Pages show the symbols of suits, and tables on a terminal the letters.
        | {
            "throw": _symbols(each.discard),
            "keep": _symbols(each.keep),
            "width": decimals(1)(100 * cost / (max(costs) or 1)),
        }
        for each, cost in zip(ranked, costs, strict=True)
    ]
    return {"role": ranked.role, "rows": rows}


def _symbols(cards: Sequence[Card]) -> str:
    return " ".join(card.symbol for card in cards)

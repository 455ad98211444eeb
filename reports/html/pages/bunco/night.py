"""The page on a night of Bunco, for one player and for the room."""

from typing import Any

from trueodds.core import games, rulebook
from trueodds.core.odds import Odds
from trueodds.core.rules.bunco import BuncoRules
from trueodds.reports.answers.bunco import ended_text, room_rows, your_rows
from trueodds.reports.html.book import BookPage
from trueodds.reports.html.page import Grid
from trueodds.reports.output import Table

NAME = "bunco-night"


def build(odds: Odds) -> BookPage:
    """Return the page, with a night under these rules as tables."""
    rules = odds.rules_as(BuncoRules)
    return BookPage(
        name=NAME,
        title="A night of Bunco",
        answers="What should you and the room expect of a night?",
        values={
            "presets": presets(rules.sides),
            "yours": _grid(("you", "value", "1 in"), your_rows(odds), "For you"),
            "room": _grid(("room", "value", "nights"), room_rows(odds), "For the room"),
            "night_rules": rules,
            "ended": ended_text(rules),
        },
        menu="A night",
        odds=odds,
        scripts=(
            "engines/bunco.js",
            "engines/bunco_night.js",
            f"widgets/{NAME}.js",
        ),
    )


def _grid(header: tuple[str, ...], rows: list[list[str]], caption: str) -> Grid:
    return Grid.of(Table(header, rows, caption), of_numbers=False)


def presets(sides: int) -> dict[str, dict[str, Any]]:
    """Return the rules, with a weight for each face, of the presets that have nights.

    Only dice with this number of sides are listed.
    """
    named = {
        name: BuncoRules.load(name)
        for name in rulebook.preset_names(games.find(BuncoRules.game))
    }
    return {
        name: rulebook.to_table(rules) | {"weights": list(rules.face_weights)}
        for name, rules in named.items()
        if rules.sides == sides and not rules.rerolls
    }

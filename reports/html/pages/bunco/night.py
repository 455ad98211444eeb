"""The page on a night of Bunco, for one player and for the room."""

from typing import Any

from trueodds.core import games, rulebook
from trueodds.core.odds import Odds
from trueodds.core.rules.bunco import BuncoRules
from trueodds.reports.answers.bunco import ended_text, room_rows, your_rows
from trueodds.reports.html.book import BookPage
from trueodds.reports.output import Table

NAME = "bunco-night"
YOU, ROOM = ("you", "value", "1 in"), ("room", "value", "nights")
"""The headers of the tables."""


def build(odds: Odds) -> BookPage:
    """Return the page, with a night under these rules as tables."""
    rules = odds.rules_as(BuncoRules)
    return BookPage(
        name=NAME,
        title="A night of Bunco",
        answers="What should you and the room expect of a night?",
        values={
            "presets": presets(rules.sides),
            "yours": Table(YOU, your_rows(odds), "For you", of_numbers=False),
            "room": Table(ROOM, room_rows(odds), "For the room", of_numbers=False),
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

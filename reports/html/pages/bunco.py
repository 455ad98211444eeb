"""Pages of Bunco: the page of the game, and a night."""

from collections.abc import Iterator
from dataclasses import replace

from trueodds.core import rulebook
from trueodds.core.odds import Odds
from trueodds.core.rules.bunco import BuncoRules
from trueodds.reports.answers.bunco import (
    HEADLINES,
    bounds_are_wide,
    ended_text,
    night_of,
)
from trueodds.reports.html.book import BookOptions, BookPage, menu_of, page_of
from trueodds.reports.html.page import Page, Sections


def page(odds: Odds) -> Page:
    """Return the page on Bunco: a roll, a game, a turn, a race and a night."""
    return Sections(odds).page(HEADLINES)


def pages(odds: Odds, _: BookOptions) -> Iterator[BookPage]:
    """Yield the page on a night of Bunco, for one player and for the room.

    There is none if ``odds`` have no numbers on nights, or only wide bounds of them.
    The page's menu has the presets without re-rolls whose dice have as many sides as
    the dice of ``odds``.
    """
    rules = odds.rules_as(BuncoRules)
    if "night.points.mean" not in odds or bounds_are_wide(odds):
        return
    night = night_of(odds, odds.command)
    tables = {
        name: replace(night.tables()[name].table(), of_numbers=False)
        for name in ("yours", "room")
    }
    presets = {
        # The weights follow from a generator of numbers or are left out for fair dice;
        # the script needs them.
        name: rulebook.to_table(preset) | {"weights": list(preset.face_weights)}
        for name, preset in menu_of(odds, BuncoRules.presets()).items()
        if preset.sides == rules.sides and not preset.rerolls
    }
    yield replace(
        page_of("bunco-night"),
        values={
            "presets": presets,
            **tables,
            "span": night.span,
            "night_rules": rules,
            "ended": ended_text(rules),
        },
        odds=odds,
    )

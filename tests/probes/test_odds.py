"""Probes of the odds of presets: families are computed again, and are equal."""

from typing import Any

import pytest
from probing import assert_same, content

from trueodds.analysis import run
from trueodds.core import games, rulebook, shipped_odds
from trueodds.core.odds import Family
from trueodds.core.storage.progress import silent
from trueodds.reports import shipping

Asked = tuple[str, str, dict[str, Any]]

COSTLY = {
    ("farkle facebook", "longrun.mean"),
    ("bunco published-script-dice", "night.*"),
    ("farkle kingdom-come weighted*6", "turn.mean turn.farkle turn.bank_at.*"),
    ("farkle kingdom-come weighted*6", "turn.rolls turn.points.* turn.at_least.*"),
}
"""Families that take seconds. A slow test computes them; other presets have them."""


def name(asked: Asked) -> str:
    """Return the game, the preset and the changes of its rules."""
    return " ".join([*asked[:2], *map(str, asked[2].values())])


ALL = {name(asked): asked for asked in shipping.odds()}


def place(asked: Asked) -> tuple[str, dict[str, str]]:
    """Return the name of the file, and its key."""
    game, preset, changes = asked
    rules = rulebook.load(games.find(game), preset, changes)
    return shipped_odds.cache_key("odds", game, rules)


FILES = [place(asked)[0] for asked in ALL.values()]


def both(asked: Asked) -> list[tuple[Family, Family]]:
    """Return the families that ship, each with the one that computes it again."""
    game, preset, changes = asked
    column = games.find(game)
    rules = rulebook.load(column, preset, changes)
    content(*place(asked))
    ready = shipped_odds.read("odds", game, rules)
    assert ready is not None
    computed = run.families_of(column)(rules, silent)
    return list(zip(ready, computed, strict=True))


@pytest.mark.parametrize("preset", ALL)
def test_families_are_those_computed(preset: str, shipped: None) -> None:
    compared = 0
    for ready, family in both(ALL[preset]):
        assert ready.globs == family.globs
        if (preset, family.globs) not in COSTLY:
            compared += assert_same(ready.compute(), family.by_id.values())
    assert compared > 70


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "globs"), sorted(COSTLY))
def test_costly_families_are_those_computed(
    preset: str, globs: str, shipped: None
) -> None:
    (pair,) = (each for each in both(ALL[preset]) if each[0].globs == globs)
    assert_same(pair[0].compute(), pair[1].compute())

"""The registry of games: references, entry points, and what a game declares."""

import tomllib
from dataclasses import astuple
from pathlib import Path

import pytest

from trueodds.core import games
from trueodds.core.games import Game, imported

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def test_our_games_are_the_entry_points_of_this_package() -> None:
    project = tomllib.loads(PROJECT.read_text())["project"]
    assert project["entry-points"][games.GROUP] == games.OURS
    assert [games.find(name).name for name in games.OURS] == list(games.ours())


@pytest.mark.parametrize("name", games.ours())
def test_all_parts_of_our_games_can_be_imported(name: str) -> None:
    game = games.find(name)
    parts = [*astuple(game)[2:], *(game.scoring or {}).values()]
    assert sum(":" in imported_part(part) for part in parts) > 5


def imported_part(part: object) -> str:
    """Import a part that is text, and the parts of proofs; return the text, or ""."""
    if isinstance(part, tuple):
        return "".join(map(imported_part, part))
    if not isinstance(part, str) or ":" not in part:
        return ""
    assert imported(part)
    return part


def test_a_field_may_be_text() -> None:
    of_text = Game("toss", default="fair", families="trueodds.core.games:names")
    assert imported(of_text.families) is games.names is imported(games.names)
    assert (of_text.title, of_text.default_preset) == ("Toss", "fair")
    assert (of_text.base_preset, of_text.scoring_rule(None)) == ("fair", "")


def test_scoring_rules_may_be_objects_or_text() -> None:
    text = "trueodds.core.rules.bunco:score"
    for scoring in (text, imported(text)):
        toss = Game("toss", scoring={"roll": scoring})
        bunco = games.find("bunco")
        assert toss.scorer("roll") is bunco.scorer()

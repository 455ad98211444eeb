"""The registry of games: references, entry points, and what a game declares."""

import tomllib
from dataclasses import astuple
from importlib.metadata import EntryPoint, EntryPoints, distribution
from pathlib import Path

import pytest

from trueodds.analysis.run import odds
from trueodds.core import games, rulebook
from trueodds.core.errors import RulesError, UnknownNameError
from trueodds.core.game_packages import owner_of
from trueodds.core.games import Game, imported
from trueodds.reports.answers.odds import odds_answer
from trueodds.reports.html.site import _environment
from trueodds.reports.text.odds import View, view_parts

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
TOSS = """
from fractions import Fraction
from trueodds.game import Family, Game, Page, Quantity, Rules

class TossRules(Rules, frozen=True, kw_only=True):
    game = "toss"
    sides: int

def families(rules, progress):
    head = Quantity("head", "A head", Fraction(1, rules.sides), "probability", "count")
    return [Family("head", lambda: [head])]

def page(odds):
    return Page("Coin toss", "", tuple(odds.values()), ())

GAME = Game(
    "toss",
    "Coin toss",
    TossRules,
    default="fair",
    families="toss:families",
    page="toss:page",
)
"""


@pytest.fixture
def toss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return a game whose package is one module, with files beside the module."""
    (tmp_path / "toss.py").write_text(TOSS)
    presets = tmp_path / "presets" / "toss"
    presets.mkdir(parents=True)
    (presets / "fair.toml").write_text('description = "A fair coin"\nsides = 2\n')
    (presets / "three.toml").write_text('description = "A top"\nsides = 3\n')
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "toss-more.html").write_text("{{ 1 + 1 }}")
    monkeypatch.syspath_prepend(str(tmp_path))
    enters(monkeypatch, "toss:GAME")
    return games.find("Toss")


def enters(monkeypatch: pytest.MonkeyPatch, *values: str) -> None:
    """Let these entry points be those of other packages, by the name toss."""
    dist = distribution("trueodds")
    points = [EntryPoint("toss", value, games.GROUP)._for(dist) for value in values]
    monkeypatch.setattr(games, "_entry_points", lambda: EntryPoints(points))


def test_our_games_are_the_entry_points_of_this_package() -> None:
    project = tomllib.loads(PROJECT.read_text())["project"]
    assert project["entry-points"][games.GROUP] == games.OURS
    known = [games.find(name) for name in games.OURS]
    assert [game.name for game in known] == [*games.OURS]
    assert games.ours() == tuple(g.name for g in known if not g.only_if_named)


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
    text = "trueodds.core.rules.bunco_scoring:ROLL"
    for scoring in (text, imported(text)):
        toss = Game("toss", scoring={"roll": scoring})
        bunco = games.find("bunco")
        assert toss.scorer("roll") is bunco.scorer()


def test_a_game_may_be_one_module_with_files_beside_it(toss: Game) -> None:
    assert rulebook.preset_names(toss) == ("fair", "three")
    assert odds("toss", "three")["head"].value.denominator == 3
    assert _environment("toss").get_template("toss-more.html").render() == "2"
    with pytest.raises(UnknownNameError, match="toss has no positions to score"):
        toss.scorer()


def test_a_title_may_have_two_words(toss: Game) -> None:
    first, *_ = view_parts(odds("toss"), View())
    assert first == "The odds of Coin toss (fair rules)."
    assert "# Coin toss: exact odds" in odds_answer(odds("toss")).text("markdown")


def test_a_game_without_presets_is_told_where_they_belong(toss: Game) -> None:
    class Rules(rulebook.Rules, frozen=True, kw_only=True):
        game = "top"

    with pytest.raises(RulesError, match=r"needs a file presets/top/top\.toml beside"):
        rulebook.preset_names(Game("top", rules=Rules))


def test_two_packages_with_one_game_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    enters(monkeypatch, "toss:GAME", "coins:TOSS")
    assert games.names() == (*games.OURS, "toss")
    with pytest.raises(UnknownNameError, match="'toss' is in 2 packages: trueodds "):
        games.find("toss")


def test_a_fault_names_the_package_of_its_module_in_a_shared_namespace() -> None:
    owners = {
        "acme.pig": distribution("pytest"),
        "acme.craps": distribution("hypothesis"),
    }
    points = [
        EntryPoint("toss", module, games.GROUP)._for(dist)
        for module, dist in owners.items()
    ]
    for module, name in {
        "acme.pig": "pytest",
        "acme.craps": "hypothesis",
        "acme.craps.dice": "hypothesis",
    }.items():
        owner = owner_of(module, points)
        assert owner
        assert owner.name == name, module
    assert owner_of("acmes.pig", points) is None
    assert owner_of("trueodds.core.odds", points) is None

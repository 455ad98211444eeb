"""The README and the docs are true: their commands run, their tables are complete."""

import re
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from recorded_games import DEAL

import trueodds
from trueodds.core import games, rulebook
from trueodds.proofs.certificates import bunco
from trueodds.reports.cli import cli
from trueodds.reports.text.cite import ADDRESS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
USAGE = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^trueodds .*$", USAGE, re.MULTILINE)
SESSIONS = re.findall(r"^\$ (trueodds .*)$", USAGE, re.MULTILINE)
SHOWN = re.findall(
    r"^(trueodds [^\n]*)\n```\n\n```text\n(.*?)^```", README, re.MULTILINE | re.DOTALL
)
SCORER = re.findall(r"^```python\n(def .*?)^```", USAGE, re.MULTILINE | re.DOTALL)
TURN = bunco.turn(trueodds.odds("bunco")).text()
HOUSE_RULES = re.findall(r"^```toml\n(.*?)^```", USAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("command", COMMANDS)
def test_command_of_the_usage_page(
    command: str,
    trueodds_command: Callable[..., tuple[int, str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (house,) = HOUSE_RULES
    Path("house.toml").write_text(house, encoding="utf-8")
    Path("table.csv").write_text("roll.bunco,0.46 %\n", encoding="utf-8")
    (scorer,) = SCORER
    Path("my_bunco.py").write_text(scorer, encoding="utf-8")
    Path("game.txt").write_text("\n".join(DEAL), encoding="utf-8")
    if "prove" not in command:  # it writes this file itself
        Path("certificates").mkdir()
        Path("certificates/bunco-turn.json").write_text(TURN, encoding="utf-8")
    code, out, err = trueodds_command(*shlex.split(command)[1:])
    assert (code, err) == (0, "")
    assert out


@pytest.mark.parametrize(("command", "shown"), SHOWN)
def test_command_of_the_readme_prints_what_is_shown(
    command: str, shown: str, trueodds_command: Callable[..., tuple[int, str, str]]
) -> None:
    assert trueodds_command(*shlex.split(command)[1:]) == (0, shown, "")


def test_the_readme_is_one_screen() -> None:
    assert len(SHOWN) == 3
    assert len(README.split()) <= 400


def test_the_citation_has_the_version_of_the_package() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert f"version: {project['project']['version']}\n" in citation
    address = f"repository-code: {ADDRESS}\n" if ADDRESS else "repository-code:"
    assert (address in citation) == bool(ADDRESS)
    assert set(project["project"].get("urls", {}).values()) == {*ADDRESS.split()}


def test_the_usage_page_has_every_command() -> None:
    shown = {command.split()[1] for command in COMMANDS + SESSIONS}
    assert shown == set(cli.list_commands(click.Context(cli)))


def test_set_up_commands_are_what_ci_runs() -> None:
    """CI takes them from the README by their first words."""
    commands = re.findall(r"^python3 -m venv .*$", README, re.MULTILINE)
    assert [command.split(" && ")[-1] for command in commands] == [
        ".venv/bin/trueodds report",
        ".venv/bin/tox",
    ]


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("game", games.ours())
def test_every_quantity_is_documented(game: str) -> None:
    docs = (ROOT / "docs" / "reference" / "quantities.md").read_text(encoding="utf-8")
    section = docs.partition(f"## {game}\n")[2].partition("\n## ")[0]
    patterns = re.findall(r"`([a-z0-9_]+(?:\.[A-Za-z0-9_*]+)+)`", section)
    known = [
        re.compile(
            re.sub(r"\b[NRKT]\b", r"\\d+", re.escape(pattern))
            .replace("NAME", r"\w+")
            .replace(r"\*", ".*")
        )
        for pattern in patterns
    ]
    column = games.find(game)
    for preset in rulebook.preset_names(column):
        for id in trueodds.odds(game, preset):
            assert id.startswith("coup.cards.") or any(
                p.fullmatch(id) for p in known
            ), id

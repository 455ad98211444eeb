"""The command line where a package with a game is installed."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from trueodds.core import games

Run = Callable[..., subprocess.CompletedProcess[str]]


def installed(package: Path, folder: Path) -> Run:
    """Return the command line that finds a package by its metadata in a folder."""
    project = tomllib.loads((package / "pyproject.toml").read_text())["project"]
    name, version = project["name"], project["version"]
    metadata = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    )
    points = project["entry-points"]["trueodds.games"]
    lines = [f"{name} = {value}" for name, value in points.items()]
    (metadata / "entry_points.txt").write_text("\n".join(["[trueodds.games]", *lines]))
    inherited = os.environ.get("PYTHONPATH", "")
    path = os.pathsep.join([str(folder), str(package), inherited])

    def command(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "trueodds", *arguments],
            capture_output=True,
            text=True,
            env=os.environ | {"PYTHONPATH": path},
            cwd=folder,
        )

    return command


def installs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder whose packages, by ``write_package``, this process finds."""
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.chdir(folder)
    games._warn.cache_clear()
    yield folder
    for module in folder.glob("*_game.py"):
        sys.modules.pop(module.stem, None)


COIN = """
from fractions import Fraction
from trueodds.game import Breakdown, Family, Game, Page, Quantity, Rules

class Coins(Rules, frozen=True, kw_only=True):
    game = "NAME"
    sides: int

def families(rules, progress):
    def head():
        share = Fraction(1, rules.sides)
        yield Quantity("coin.head", "A head", share, "probability", "by hand")
    return [Family("coin.head", head)]

def page(odds):
    return Page("Coin", "A coin.", tuple(odds.values()), ())

def score(position, rules, rule):
    return Breakdown(position, int(position), "a number", ())

SCORING = {"coin": score}
GAME = Game("NAME", "Coin", Coins, scoring=SCORING, families=families, page=page)
"""
"""The module of a small game, in which NAME stands for the name of the game."""


def write_package(
    folder: Path, name: str, module: str = COIN, authors: str = "Author: Ann Bell"
) -> None:
    """Write a package ``<name>-game`` with a game, and its metadata, into a folder."""
    (folder / f"{name}_game.py").write_text(module.replace("NAME", name))
    presets = folder / "presets" / name
    presets.mkdir(parents=True)
    (presets / f"{name}.toml").write_text('description = "A fair coin"\nsides = 2\n')
    write_metadata(folder, f"{name}-game", f"{name} = {name}_game:GAME", authors)


def write_metadata(folder: Path, package: str, point: str, authors: str = "") -> None:
    """Write the metadata of a package with an entry point, as an installer does."""
    metadata = folder / f"{package.replace('-', '_')}-0.3.dist-info"
    metadata.mkdir()
    lines = ["Metadata-Version: 2.4", f"Name: {package}", "Version: 0.3", authors]
    (metadata / "METADATA").write_text("\n".join([*lines, ""]))
    (metadata / "entry_points.txt").write_text(f"[trueodds.games]\n{point}\n")

"""The manifest of the shipped results: the files of each, and their digests."""

import ast
import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

SHIPPED = "core/shipped"
MANIFEST = f"{SHIPPED}/manifest.json"
ROOMS = ("core", "analysis", "proofs", "reports")


Entries: TypeAlias = dict[str, dict[str, str]]
"""The digests of the files of each result, by the names of results and of files."""


def read(root: Path) -> Entries:
    """Return the entries of the manifest; ``root`` is the folder of the rooms."""
    entries: Entries = json.loads((root / MANIFEST).read_bytes())
    return entries


def of_file(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def closure(root: Path, module: str) -> set[Path]:
    """Return the files of a module and of all modules of ours that it imports.

    An import name with {} in it is that of each game, but a module of a game asks for
    modules of this game only.
    """
    files: set[Path] = set()
    names = {module}
    games = {folder.name for folder in (root / "core/rules/presets").iterdir()}
    games = games.intersection(module.split(".")) or games
    while names:
        name = names.pop()
        names.update(name.replace("{}", game) for game in games if "{}" in name)
        package, *parts = name.split(".")
        if package == "trueodds" and parts and parts[0] in ROOMS:
            names.add(name.rpartition(".")[0])  # its package, or the module it is in
            place = root.joinpath(*parts)
            for path in {place / "__init__.py", place.with_suffix(".py")} - files:
                if path.is_file():
                    files.add(path)
                    names.update(_imports(path))
    return files


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_bytes())


def _imports(path: Path) -> Iterator[str]:
    """Yield the names that a module imports, also in functions, but not for types.

    Any text may be the name of a module that is imported when the code runs.
    """
    nodes: list[ast.AST] = [_tree(path)]
    while nodes:
        match nodes.pop():
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=others):
                nodes += others
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.Constant(value=str(text)):
                yield text
            case node:
                nodes += ast.iter_child_nodes(node)

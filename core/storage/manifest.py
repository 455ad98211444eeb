"""The manifest of the shipped results: what computed each of them, and its content.

``stale`` compares digests, so that no result ships that other code computed. A build
runs this file before the package is installed, so it imports the standard library only.
In all functions, ``root`` is the folder of the rooms.
"""

import ast
import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

SHIPPED = "core/shipped"
MANIFEST = f"{SHIPPED}/manifest.json"
ROOMS = ("core", "analysis", "proofs", "reports")


Entries: TypeAlias = dict[str, dict[str, Any]]
"""The entries by the name of the result.

An entry has the ``module`` that computed the result, a digest of its ``code``, and the
digests of its ``files``.
"""


def read(root: Path) -> Entries:
    """Return the entries of the manifest."""
    entries: Entries = json.loads((root / MANIFEST).read_bytes())
    return entries


def write(root: Path, entries: Entries) -> None:
    """Write the manifest, and delete the files of results that it no longer has."""
    (root / MANIFEST).write_text(json.dumps(entries, indent=1) + "\n", "utf-8")
    files = [Path(MANIFEST).name, *(f for e in entries.values() for f in e["files"])]
    for path in (root / SHIPPED).iterdir():
        if path.name not in files:
            path.unlink()


def stale(root: Path) -> dict[str, str]:
    """Return the results that other code computed, or that are damaged, by name.

    The text of each is an error message.
    """
    return {
        name: f"{name} was computed by other code; run tox -e ship -- '{name}'"
        for name, entry in read(root).items()
        if entry["code"] != code(root, entry["module"], name)
        or any(of_file(root / SHIPPED / f) != d for f, d in entry["files"].items())
    }


def of_file(path: Path) -> str:
    """Return the SHA-256 of a file; no text if there is none."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def code(root: Path, module: str, name: str) -> str:
    """Return a digest of everything that computes a result.

    These are all modules of ours that ``module`` imports, directly or not, without
    comments and docstrings; the data files beside these modules; and the presets that
    are words of ``name``.
    """
    modules = closure(root, module)
    digests = {path: _of_module(path) for path in modules}
    data = [root.glob(f"core/rules/presets/*/{word}.toml") for word in name.split()]
    data += [path.parent.glob("*.*") for path in modules if path.parent.parent != root]
    for path in (path for paths in data for path in paths):
        if path.suffix not in (".py", ".pyc"):
            digests[path] = of_file(path)
    lines = sorted(
        f"{path.relative_to(root).as_posix()} {digests[path]}" for path in digests
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


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


@cache
def _of_module(path: Path) -> str:
    return hashlib.sha256(repr(_plain(_tree(path))).encode()).hexdigest()


def _plain(node: object) -> object:
    """Return a syntax tree as plain values that all versions of Python agree on.

    Docstrings, places in the file and empty fields are left out.
    """
    match node:
        case ast.Expr(value=ast.Constant()):
            return None
        case list():
            return [plain for plain in map(_plain, node) if plain is not None]
        case ast.AST():
            fields = {
                n: _plain(v) for n, v in ast.iter_fields(node) if v not in (None, [])
            }
            return type(node).__name__, fields
    return repr(node)

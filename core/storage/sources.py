"""The identity of the code that makes a result, as a key for what is kept of it.

In an installed wheel this is the version and what RECORD says of our files. In a clone,
it is the names, sizes and times of the files of a module and of all our modules that it
imports. Which files these are is remembered beside the bytecode, until one changes.

Files are texts, relative to the folder of the rooms.
"""

import ast
import hashlib
import json
import os
import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from trueodds.core import LOADED
from trueodds.core.errors import OutputError
from trueodds.core.storage.files import written_whole

ROOT = Path(__file__).resolve().parents[2]
"""The folder of the rooms: a clone, or the package of a wheel."""

ROOMS = ("core", "analysis", "proofs", "reports")

MEMORY = Path(__spec__.cached or __file__).with_suffix(".imports")
"""The file that remembers the files of each module, with their times and sizes."""


def identity(module: str) -> str:
    """Return a text that differs wherever a module may compute something else.

    Args:
        module: A name such as ``trueodds.core.dice``. A module that is not ours can
            import any of ours, so all of them count.

    Returns:
        The text, as the files are now. If a file has changed since this process began,
        the code that was loaded is not known. Then no other process has this text.
    """
    if known := wheel():
        return known
    module = module if module.startswith("trueodds.") else "other code"
    files = _memory().get(module, {})
    if not files or files != _states(files):
        files = _states(closure(module) or _every_module())
        _memory()[module] = files
        with suppress(OutputError), written_whole(MEMORY) as place:
            place.write_text(json.dumps(_memory()), "utf-8")
    digest = _digest(files)
    newest = max((time for time, _ in files.values()), default=LOADED)
    return digest if newest < LOADED else f"{digest} {LOADED} {os.getpid()}"


@cache
def wheel() -> str:
    """Return the identity of an installed wheel; no text for any other code.

    RECORD also names scripts and bytecode, which differ from one install to the next.
    """
    for record in ROOT.parent.glob("trueodds-*.dist-info/RECORD"):
        lines = sorted(record.read_text("utf-8").splitlines())
        ours = [line for line in lines if re.match(r"trueodds/(?!.*\.pyc,)", line)]
        return _digest([record.parent.name, *ours])
    return ""


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()


@cache
def _memory() -> dict[str, dict[str, list[int]]]:
    memory: dict[str, dict[str, list[int]]] = {}
    with suppress(OSError, ValueError):
        memory.update(json.loads(MEMORY.read_bytes()))
    return memory


def _states(files: Iterable[str]) -> dict[str, list[int]]:
    """Return the time and the size of each file that there is."""
    states = {}
    for file in sorted(files):
        with suppress(OSError):
            state = os.stat(f"{ROOT}/{file}")
            states[file] = [state.st_mtime_ns, state.st_size]
    return states


def closure(module: str) -> set[str]:
    """Return the files of a module and of all modules of ours that it imports.

    An import name with {} in it is that of each game, but a module of a game asks for
    modules of this game only.
    """
    files: set[str] = set()
    names = {module}
    games = {folder.name for folder in (ROOT / "core/rules/presets").glob("*")}
    games = games.intersection(module.split(".")) or games
    while names:
        name = names.pop()
        names.update(name.replace("{}", game) for game in games if "{}" in name)
        package, *parts = name.split(".")
        if package == "trueodds" and name.isprintable():
            names.add(name.rpartition(".")[0])  # its package, or the module it is in
            place = "/".join(parts)
            added = _states({f"{place}/__init__.py", f"{place}.py"} - files)
            files.update(added)
            for file, state in added.items():
                names |= _imports(file, *state)
    return files


def _every_module() -> set[str]:
    files = (file for room in ROOMS for file in ROOT.glob(f"{room}/**/*.py"))
    return {file.relative_to(ROOT).as_posix() for file in files}


@cache
def _imports(file: str, *state: int) -> set[str]:
    """Return the names that a module imports, also in functions, but not for types.

    Any text may be the name of a module that is imported when the code runs. ``state``
    tells apart what the file was at different times.
    """
    package = ".".join(["trueodds", *file.split("/")[:-1]])
    nodes: list[ast.AST] = [ast.parse((ROOT / file).read_bytes())]
    names: set[str] = set()
    while nodes:
        match nodes.pop():
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=others):
                nodes += others
            case ast.ImportFrom(module=str(module), names=held, level=level):
                place = f"{package}.{module}" if level else module
                names.update(f"{place}.{alias.name}" for alias in held)
            case ast.Constant(value=str(text)) | ast.alias(name=text):
                names.add(text)
            case node:
                nodes += ast.iter_child_nodes(node)
    return names

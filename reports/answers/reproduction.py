"""Second derivation of a JSON file or a report, and the first difference."""

from __future__ import annotations

import html
import json
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from trueodds.core.errors import OutputError
from trueodds.core.storage import store
from trueodds.core.storage.files import read_text
from trueodds.reports.kinds import Column, Grid
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden

COMMANDS = re.compile(
    r"trueodds (odds|compare|baccarat bets|bunco night|"
    r"farkle (match|solitaire|thresholds))(?= |$)"
)
"""The commands that a JSON file names. None of them writes a file."""

REPORT = re.compile(
    r"trueodds report((?: \w+)*(?: --full)?(?: --(?:rules|set) (?:'[^']*'|[^\s<']++))*)"
    r"(?=[<.])"
)
"""The command of a report, which cannot write elsewhere."""


COLUMNS = (
    Column("path", "path"),
    Column("identical", "identical", lambda same: "yes" if same else "no"),
    Column("difference", "first difference"),
)


@dataclass(frozen=True, kw_only=True, repr=False)
class Reproduction(Answer):
    """A file or a report that was derived again, and its first difference."""

    schema = "trueodds.reproduction/1"
    marked = True

    path: str
    identical: bool
    # Only the first: what follows it is often its consequence.
    difference: str | None
    exit_code: Hidden[int]

    def tables(self) -> Mapping[str, Grid]:
        """Return a table with one row: the path, and the first difference if any."""
        return {"reproduction": Grid(COLUMNS, [self])}

    def table(self) -> Iterable[Part]:
        """Return a line: "identical", or "different" and the first difference."""
        return ["identical" if self.identical else f"different: {self.difference}"]

    def markdown(self) -> Iterable[Part]:
        """Return a table with one row: the path, and the first difference if any."""
        return self.printed_tables()


def reproduced(path: Path) -> Reproduction:
    """Compute a JSON file or a report again and compare; exit code 1 if they differ.

    The version of trueodds in a JSON file is not compared.

    Raises:
        OutputError: If the path holds neither a report nor a JSON file with a command.
    """
    fault = _report_difference(path) if path.is_dir() else _json_difference(path)
    return Reproduction(
        path=str(path),
        identical=not fault,
        difference=fault or None,
        exit_code=1 if fault else 0,
    )


def _json_difference(path: Path) -> str:
    text = read_text(path, OutputError)
    try:
        document = json.loads(text)
        line = document["command"]
        # The file may be a stranger's: only commands that write nothing are run, and an
        # error must not print a control character.
        known = COMMANDS.match(line) and line.isprintable()
        command = shlex.split(line) if known else []
    except (ValueError, KeyError, TypeError, RecursionError):
        raise OutputError(
            f"{path} is not a JSON file of trueodds that names its command; those of "
            "odds, compare, baccarat bets, bunco night, and farkle match, solitaire "
            "and thresholds do"
        ) from None
    other = OutputError(f"{path} names a command that cannot be derived again")
    if not command:
        raise other
    try:
        # The last ``--format`` counts, so the file's own does not matter.
        derived = json.loads(_run([*command, "--format", "json"]))
    except json.JSONDecodeError:  # such as that of --help
        raise other from None
    # A later version that prints the same numbers reproduces the file.
    for either in (document, derived):
        either.pop("version", None)
    return _first(document, derived, "")


def _report_difference(folder: Path) -> str:
    index = folder / "index.html"
    # The index names the command that wrote the report, between two tags or before a
    # full stop.
    match = REPORT.search(html.unescape(_text(index))) if index.is_file() else None
    if not match:
        raise OutputError(f"{folder} holds no report; trueodds report writes one")
    words = shlex.split(match[1])
    with tempfile.TemporaryDirectory() as place:
        _run(["trueodds", "report", *words, "--out", place])
        # Files that only the given folder has are not compared: users may keep others
        # there.
        files = (file for file in Path(place).rglob("*") if file.is_file())
        for derived in sorted(files):
            name = derived.relative_to(place)
            kept = folder / name
            if not kept.is_file():
                return f"{name} is missing"
            pairs = zip_longest(_text(kept).splitlines(), _text(derived).splitlines())
            for number, (old, new) in enumerate(pairs, 1):
                if old != new:
                    return f"{name}, line {number}: {_shown(old, new)}"
    return ""


def _run(command: list[str]) -> str:
    python = [sys.executable, "-m", *command]
    # Shipped results would be compared with themselves. The child process computes
    # anew.
    with store.unshipped():
        own = store.environment()
        ran = subprocess.run(
            python, capture_output=True, text=True, check=False, env=own
        )
    if ran.returncode:
        lines = ran.stderr.strip().splitlines() or ["no message"]
        raise OutputError(f"{shlex.join(command)} fails: {lines[0]}")
    return ran.stdout


def _text(path: Path) -> str:
    return read_text(path, OutputError)


def _first(old: Any, new: Any, place: str) -> str:
    """Return the first difference of two JSON values, with its place."""
    if isinstance(old, dict) and isinstance(new, dict):
        # Keys of both, in the order of the file.
        keys = {**old, **new}
        pairs = [(old.get(key), new.get(key), f"{place}.{key}") for key in keys]
    elif isinstance(old, list) and isinstance(new, list):
        items = enumerate(zip_longest(old, new))
        pairs = [(*both, f"{place}[{index}]") for index, both in items]
    elif old == new:
        return ""
    else:
        return f"{place.lstrip('.')}: {_shown(old, new)}"
    differences = (_first(*pair) for pair in pairs)
    return next(filter(None, differences), "")


def _shown(old: Any, new: Any) -> str:
    return f"the file has {_value(old)}, derived again it is {_value(new)}"


def _value(value: Any) -> str:
    """Return a JSON value as short text; an entry is shown by its id."""
    if isinstance(value, dict) and "id" in value:
        value = value["id"]
    return "nothing" if value is None else f"{value!r:.60}"

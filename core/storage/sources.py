"""The identity of the code that makes a result, for the key of the cached result.

In an installed wheel it depends on the version, and on the lines of RECORD about our
files. In a clone, it depends on the names, sizes and times of the ``.py`` and ``.toml``
files in the folders ``core``, ``analysis`` and ``proofs``, which compute results.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from trueodds.core import LOADED

ROOT = Path(__file__).resolve().parents[2]
"""The folder of the rooms: a clone, or the package of a wheel."""

ROOMS = ("core", "analysis", "proofs")
"""The rooms whose functions make cached results, or are compiled."""


@cache
def identity() -> str:
    """Return a text that differs wherever our code may compute something else.

    If a file has changed since this process began, the code that was loaded is not
    known. Then no other process has this text.
    """
    if known := _wheel():
        return known
    states = sorted(_states())
    newest = states[-1][0] if states else LOADED
    return digest([states, (LOADED, os.getpid()) if newest >= LOADED else ()])


def digest(value: object) -> str:
    """Return the SHA-256 of a value as JSON.

    >>> digest({"dice": 3, "sides": 6}) == digest({"sides": 6, "dice": 3})
    True
    """
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _wheel() -> str:
    """Return the identity of an installed wheel; no text for any other code.

    RECORD also names scripts and bytecode, which differ from one install to the next.
    """
    for record in ROOT.parent.glob("trueodds-*.dist-info/RECORD"):
        lines = sorted(record.read_text("utf-8").splitlines())
        ours = [line for line in lines if re.match(r"trueodds/(?!.*\.pyc,)", line)]
        return digest([record.parent.name, *ours])
    return ""


def _states() -> Iterator[tuple[int, int, str]]:
    """Yield the time, the size and the name of each file of code, and of its tables."""
    for room in ROOMS:
        for folder, _, names in os.walk(ROOT / room):
            for name in names:
                file = os.path.join(folder, name)
                if name.endswith((".py", ".toml")):
                    with suppress(OSError):  # it is gone again
                        state = os.stat(file)
                        yield state.st_mtime_ns, state.st_size, file

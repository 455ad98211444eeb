"""The manifest of the shipped results: the files of each, and their digests."""

import hashlib
import json
from pathlib import Path
from typing import TypeAlias

SHIPPED = "core/shipped"
MANIFEST = f"{SHIPPED}/manifest.json"


Entries: TypeAlias = dict[str, dict[str, str]]
"""The digests of the files of each result, by the names of results and of files."""


def read(root: Path) -> Entries:
    """Return the digests of the shipped files, by result and by file name.

    ``root`` is the folder of trueodds, which contains ``core``.
    """
    entries: Entries = json.loads((root / MANIFEST).read_bytes())
    return entries


def of_file(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()

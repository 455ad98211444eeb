"""The files of trueodds, compared with their checksums.

An installed wheel has a checksum of each file in its RECORD, and the manifest has one
of each shipped result. A cached result has its checksum inside, and so has compiled
code.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import files
from pathlib import Path

from trueodds.core.storage import manifest, store
from trueodds.reports.kinds import Column, Grid
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden
from trueodds.reports.text.records import version

KEPT = "[!.]*", f"{store.COMPILED}*/[!.]*"
"""Cached results and compiled code, in the cache folder. Others begin with a dot."""


@dataclass(frozen=True, slots=True)
class Damaged:
    """A damaged file, what is wrong with it, and how to restore it."""

    file: str
    fault: str
    remedy: str


DAMAGED = tuple(Column(name, name) for name in ("file", "fault", "remedy"))


@dataclass(frozen=True, kw_only=True, repr=False)
class Selfcheck(Answer):
    """The number of files that were compared, and the damaged ones."""

    schema = "trueodds.selfcheck/1"

    version: str
    files: int
    damaged: tuple[Damaged, ...]
    exit_code: Hidden[int]

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the damaged files, and how to restore them."""
        return {"damaged": Grid(DAMAGED, self.damaged)}

    def table(self) -> Iterator[Part]:
        """Yield the number of damaged files, and a table of them."""
        yield f"Damaged files: {len(self.damaged):,} of {self.files:,}."
        yield from self.printed_tables()


def checked_files() -> Selfcheck:
    """Compare the files of trueodds with their checksums.

    Return the damaged files as an answer, with exit code 1 if there are any.
    """
    digests = _digests()
    damaged = tuple(
        Damaged(str(path), fault, _remedy(path, digest))
        for path, digest in digests.items()
        if (fault := _fault(path, digest))
    )
    return Selfcheck(
        version=version(),
        files=len(digests),
        damaged=damaged,
        exit_code=int(bool(damaged)),
    )


def _digests() -> dict[Path, str]:
    """Return the SHA-256 of each file; no text if it is in the file itself.

    Run from a zip, only what is cached is checked.
    """
    digests = dict.fromkeys(
        sorted(
            path
            for names in KEPT
            for path in store.folder().glob(names)
            if path.is_file()
        ),
        "",
    )
    if store.SHIPPED.is_dir():
        # RECORD also has the scripts of the wheel, which are outside of the package.
        for file in files("trueodds") or ():
            if file.hash and file.parts[0] == "trueodds":
                # RECORD leaves out the padding of base64, which is one character for 32
                # bytes.
                digests[Path(file.locate())] = urlsafe_b64decode(
                    f"{file.hash.value}="
                ).hex()
        rooms = store.SHIPPED.parents[1]
        try:
            for entry in manifest.read(rooms).values():
                digests |= {store.SHIPPED / name: entry[name] for name in entry}
        except (OSError, ValueError):
            # No file has this digest, so the manifest itself is reported as damaged.
            digests[rooms / manifest.MANIFEST] = "none, as it cannot be read"
    return digests


def _remedy(path: Path, digest: str) -> str:
    """Return how to restore a file of the cache, of the clone, or of the wheel."""
    if not digest:
        return "delete this file; it is made again when it is needed"
    if (store.SHIPPED.parents[1] / ".git").exists():
        return f"git -C '{path.parent}' checkout '{path}'"
    return "pip install --force-reinstall FILE.whl, with the wheel FILE.whl"


def _fault(path: Path, digest: str) -> str:
    """Return what is wrong with a file, or no text."""
    try:
        if not digest:
            store.read_bytes(path)
        elif manifest.of_file(path) != digest:
            return "its content is not that of the release"
    except (OSError, ValueError) as error:
        return str(getattr(error, "strerror", error))
    return ""

"""``trueodds selfcheck``: the files of trueodds, compared with their checksums.

An installed wheel has a checksum of each file in its RECORD, and the manifest has one
of each shipped result. A cached result has its checksum inside.
"""

from base64 import urlsafe_b64decode
from importlib.metadata import files
from pathlib import Path

import click

from trueodds.core.storage import manifest, store
from trueodds.reports.cli._shared import FORMATS, prints
from trueodds.reports.output import Output, Table
from trueodds.reports.text.records import version


@click.command()
@prints(*FORMATS)
def selfcheck() -> Output:
    """Compare the files of trueodds with their checksums.

    These are the results that ship, what is cached and, of an installed wheel, all
    files. Exit code 1: a file is damaged, and the answer says what to do.
    """
    digests = _digests()
    header = ["file", "fault", "remedy"]
    damaged = []
    for path, digest in digests.items():
        if fault := _fault(path, digest):
            remedy = "install trueodds again" if digest else "trueodds cache --clear"
            damaged.append([str(path), fault, remedy])
    summary = f"{len(damaged):,} of {len(digests):,} files are damaged."
    return Output(
        "trueodds.selfcheck/1",
        record=lambda: {
            "version": version(),
            "files": len(digests),
            "damaged": [dict(zip(header, row, strict=True)) for row in damaged],
        },
        table=lambda: [summary, *([Table(header, damaged)] if damaged else [])],
        exit_code=bool(damaged),
    )


def _digests() -> dict[Path, str]:
    """Return the SHA-256 of each file; no text if it is in the file itself.

    Run from a zip, only what is cached is checked.
    """
    digests = dict.fromkeys(store.cached(), "")
    if store.SHIPPED.is_dir():
        for file in files("trueodds") or ():
            if file.hash and file.parts[0] == "trueodds":
                digest = urlsafe_b64decode(f"{file.hash.value}=")
                digests[Path(str(file.locate()))] = digest.hex()
        rooms = store.SHIPPED.parents[1]
        try:
            entries = manifest.read(rooms)
        except (OSError, ValueError):
            entries = {}
            digests[rooms / manifest.MANIFEST] = "none, as it cannot be read"
        for entry in entries.values():
            for name, digest_of_file in entry.items():
                digests[store.SHIPPED / name] = digest_of_file
    return digests


def _fault(path: Path, digest: str) -> str:
    """Return what is wrong with a file, or no text."""
    try:
        if not digest:
            store.read_bytes(path)
        elif manifest.of_file(path) != digest:
            return "its content is not that of the release"
    except (OSError, ValueError) as error:
        return getattr(error, "strerror", "") or str(error)
    return ""

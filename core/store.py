"""Results that took long, kept as files that know when they are stale or damaged."""

from __future__ import annotations

import hashlib
import io
import json
import logging
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from trueodds.core.errors import OutputError

Arrays = dict[str, np.ndarray[Any, Any]]

log = logging.getLogger("trueodds")
MAGIC = b"trueodds.store/1\n"


def folder() -> Path:
    """Where results are kept: ``TRUEODDS_CACHE``, or the user's cache folder."""
    if named := os.environ.get("TRUEODDS_CACHE"):
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_cache_dir("trueodds"))


def fetch(
    name: str,
    key: Mapping[str, object],
    make: Callable[[], Arrays],
    *,
    use: bool = True,
) -> Arrays:
    """The arrays kept under a name, or those that ``make`` yields, kept from now on.

    ``key`` is everything the arrays follow from, in JSON: arrays kept under another
    key are stale. Stale or damaged files are rebuilt, which is logged. A place that
    cannot be written to costs the keeping and not the result, which is logged too.
    With ``use`` false nothing is read and nothing is kept.
    """
    if not use:
        return make()
    path = folder() / f"{name}.npz"
    try:
        kept, arrays = read(path)
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        log.warning("%s is damaged (%s); it is made anew", path, error)
    else:
        if kept == _plain(key):
            return arrays
        log.warning("%s is stale (made from other inputs); it is made anew", path)
    arrays = make()
    try:
        write(path, key, arrays)
    except OutputError as error:
        log.warning("%s; the result is not kept", error)
    return arrays


def write(path: Path, key: Mapping[str, object], arrays: Mapping[str, Any]) -> None:
    """Write arrays and their key, with a checksum: whole, or not at all.

    Raises ``OutputError`` when the place cannot be written to.
    """
    packed = io.BytesIO()
    np.savez(packed, **arrays)
    body = json.dumps(key, sort_keys=True).encode() + b"\n" + packed.getvalue()
    checksum = hashlib.sha256(body).hexdigest().encode()
    unfinished = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=".unfinished-", delete=False
        ) as file:
            unfinished = file.name
            file.write(MAGIC + checksum + b"\n" + body)
        os.replace(unfinished, path)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror}") from None
    finally:
        if unfinished and os.path.exists(unfinished):
            os.unlink(unfinished)


def read(path: Path) -> tuple[dict[str, Any], Arrays]:
    """The key and the arrays of a file.

    Raises ``ValueError`` when the file is not as it was written, and ``OSError`` when
    it cannot be read.
    """
    whole = path.read_bytes()
    if not whole.startswith(MAGIC):
        raise ValueError("it does not begin as such a file does")
    checksum, _, body = whole[len(MAGIC) :].partition(b"\n")
    if hashlib.sha256(body).hexdigest().encode() != checksum:
        raise ValueError("its checksum does not fit")
    key, _, packed = body.partition(b"\n")
    with np.load(io.BytesIO(packed), allow_pickle=False) as arrays:
        return json.loads(key), dict(arrays)


def _plain(key: Mapping[str, object]) -> Any:
    """The key as JSON brings it back: tuples are lists."""
    return json.loads(json.dumps(key))

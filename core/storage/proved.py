"""Cached arrays that are believed only if they are proved.

A file with a right checksum can still hold wrong numbers, because any program can write
one. So cached arrays carry a *receipt*: a keyed hash (HMAC-SHA256) that is made after
the arrays were computed or checked here. The key is a random number in the user's own
data folder, not in the cache, so a cache from elsewhere has no valid receipt. Arrays
without a valid receipt are checked once; if the check fails, they are computed again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import os
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from trueodds.core.storage import store

log = logging.getLogger("trueodds")

RECEIPT = "receipt"
KEY_BYTES = 32


def fetch(
    name: str,
    key: Mapping[str, object],
    make: Callable[[], store.Arrays],
    check: Callable[[store.Arrays], bool],
    *,
    use: bool = True,
) -> store.Arrays:
    """Return cached arrays that are proved, or those that ``make`` returns.

    Args:
        name: The name of the file in the cache, without its ending.
        key: Everything that the arrays follow from, as for ``store.fetch``.
        make: Computes and proves the arrays.
        check: Returns True if cached arrays are proved to be right. An exception
            counts as False, because damaged arrays can fail in any way.
        use: If False, the cache is left alone.

    Returns:
        The arrays.
    """
    if not use:
        return make()
    path = store.folder() / f"{name}.npz"
    secret = _secret()
    started = False

    def make_with_receipt() -> store.Arrays:
        nonlocal started
        started = True
        return _with_receipt(make(), key, secret)

    try:
        cached = store.fetch(name, key, make_with_receipt)
    except Exception as error:
        if started:
            raise
        log.warning("%s is damaged (%s); it is computed again", path, error)
    else:
        arrays = {name: cached[name] for name in cached if name != RECEIPT}
        if started or _is_valid(cached.get(RECEIPT), arrays, key, secret):
            return arrays
        if _holds(check, arrays):
            store.keep(path, key, store.pack(_with_receipt(arrays, key, secret)))
            return arrays
        log.warning("%s is not proved to be right; it is computed again", path)
    with suppress(OSError):
        path.unlink()
    arrays = make()
    store.keep(path, key, store.pack(_with_receipt(arrays, key, secret)))
    return arrays


def _holds(check: Callable[[store.Arrays], bool], arrays: store.Arrays) -> bool:
    try:
        return check(arrays)
    except Exception as error:
        log.debug("the check of cached arrays failed: %r", error)
        return False


def _with_receipt(
    arrays: store.Arrays, key: Mapping[str, object], secret: bytes | None
) -> store.Arrays:
    import numpy as np

    if secret is None:
        return arrays
    return arrays | {RECEIPT: np.array(_hash(arrays, key, secret))}


def _is_valid(
    receipt: object,
    arrays: store.Arrays,
    key: Mapping[str, object],
    secret: bytes | None,
) -> bool:
    if secret is None or receipt is None:
        return False
    return hmac.compare_digest(
        str(receipt).encode(), _hash(arrays, key, secret).encode()
    )


def _hash(arrays: store.Arrays, key: Mapping[str, object], secret: bytes) -> str:
    """Return the keyed hash of arrays with their names, types and shapes."""
    digest = hmac.new(secret, json.dumps(key, sort_keys=True).encode(), hashlib.sha256)
    for name, array in sorted(arrays.items()):
        about = json.dumps([name, array.dtype.str, array.shape])
        digest.update(b"\n" + about.encode() + b"\n")
        digest.update(array.tobytes())
    return digest.hexdigest()


def _secret() -> bytes | None:
    """Return the user's key, made if there is none; None if it cannot be kept."""
    import platformdirs

    path = Path(platformdirs.user_data_dir("trueodds")) / "cache.key"
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            # Written elsewhere and linked, so that no process reads half a key.
            begun = path.with_name(f".cache.key-{os.getpid()}")
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            with os.fdopen(os.open(begun, flags, 0o600), "wb") as file:
                file.write(secrets.token_bytes(KEY_BYTES))
            with suppress(FileExistsError):
                os.link(begun, path)
            begun.unlink()
        secret = path.read_bytes()
    except OSError as error:
        log.debug("no key for receipts: %s", error)
        return None
    return secret if len(secret) == KEY_BYTES else None

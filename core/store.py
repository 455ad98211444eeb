"""Results that took long, kept as files that know when they are stale or damaged.

A result is bytes, or numpy arrays; bytes are kept and served without numpy.
"""

from __future__ import annotations

import hashlib
import io
import json
import logging
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from trueodds.core.errors import OutputError

if TYPE_CHECKING:
    import numpy as np

Arrays: TypeAlias = "dict[str, np.ndarray[Any, Any]]"
T = TypeVar("T")

log = logging.getLogger("trueodds")
MAGIC = b"trueodds.store/1\n"
CHECKSUM = 2 * hashlib.sha256().digest_size + 1  # in hexadecimal, and a line feed


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

    As ``fetch_bytes``, for numpy arrays by name.
    """
    if not use:
        return make()
    made = []

    def pack() -> bytes:
        made.append(make())
        return _pack(made[0])

    content = fetch_bytes(f"{name}.npz", key, pack)
    return made[0] if made else _unpack(content)


def fetch_bytes(
    name: str,
    key: Mapping[str, object],
    make: Callable[[], bytes],
    *,
    use: bool = True,
) -> memoryview:
    """The bytes kept in a file, or those that ``make`` yields, kept from now on.

    ``key`` is everything the result follows from, in JSON: a result kept under another
    key is stale. Stale or damaged files are rebuilt, which is logged. A place that
    cannot be written to costs the keeping and not the result, which is logged too.
    With ``use`` false nothing is read and nothing is kept. Where several processes ask
    for the same result at once, one makes it and the others wait.
    """
    if not use:
        return memoryview(make())
    path = folder() / name
    content, _ = _kept(path, key)
    if content is not None:
        return content
    with _alone(path):
        content, fault = _kept(path, key)  # perhaps another process has made it
        if content is not None:
            return content
        if fault:
            log.warning("%s is %s; it is made anew", path, fault)
        made = make()
        try:
            write_bytes(path, key, made)
        except OutputError as error:
            log.warning("%s; the result is not kept", error)
    return memoryview(made)


def _kept(path: Path, key: Mapping[str, object]) -> tuple[memoryview | None, str]:
    """The bytes kept under the key, or what is wrong with the file there is."""
    try:
        kept, content = read_bytes(path)
    except FileNotFoundError:
        return None, ""
    except (OSError, ValueError) as error:
        return None, f"damaged ({error})"
    if kept != _plain(key):
        return None, "stale (made from other inputs)"
    return content, ""


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Other processes wait until the file is made, so that only one makes it.

    A lock ends with the process that holds it. Where there can be none, nobody waits:
    the file is then made by each of them, and written whole by each.
    """
    from filelock import FileLock

    lock = FileLock(path.with_name(f".{path.name}.lock"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except (OSError, NotImplementedError):  # what filelock raises where none can be
        yield
        return
    try:
        yield
    finally:
        lock.release()
        with suppress(OSError):
            Path(lock.lock_file).unlink()


def write(path: Path, key: Mapping[str, object], arrays: Mapping[str, Any]) -> None:
    """Write arrays and their key, as ``write_bytes``."""
    write_bytes(path, key, _pack(arrays))


def read(path: Path) -> tuple[dict[str, Any], Arrays]:
    """The key and the arrays of a file, as ``read_bytes``."""
    key, content = read_bytes(path)
    return key, _unpack(content)


def write_bytes(path: Path, key: Mapping[str, object], content: bytes) -> None:
    """Write bytes and their key, with a checksum: whole, or not at all.

    Raises ``OutputError`` when the place cannot be written to.
    """
    body = json.dumps(key, sort_keys=True).encode() + b"\n" + content
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


def read_bytes(path: Path) -> tuple[dict[str, Any], memoryview]:
    """The key and the bytes of a file.

    Raises ``ValueError`` when the file is not as it was written, and ``OSError`` when
    it cannot be read.
    """
    whole = path.read_bytes()
    if not whole.startswith(MAGIC):
        raise ValueError("it does not begin as such a file does")
    body = len(MAGIC) + CHECKSUM
    checksum = whole[len(MAGIC) : body - 1]
    view = memoryview(whole)  # large results are not copied
    if hashlib.sha256(view[body:]).hexdigest().encode() != checksum:
        raise ValueError("its checksum does not fit")
    content = whole.index(b"\n", body) + 1
    return json.loads(whole[body:content]), view[content:]


def _pack(arrays: Mapping[str, Any]) -> bytes:
    import numpy as np

    packed = io.BytesIO()
    np.savez(packed, **arrays)
    return packed.getvalue()


def _unpack(content: memoryview) -> Arrays:
    import numpy as np

    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return dict(arrays)


def _plain(key: Mapping[str, object]) -> Any:
    """The key as JSON brings it back: tuples are lists."""
    return json.loads(json.dumps(key))


def fetch_checked(
    name: str,
    key: Mapping[str, object],
    make: Callable[[], bytes],
    read: Callable[[memoryview], T],
    *,
    use: bool = True,
) -> T:
    """Return ``read`` of what ``fetch_bytes`` returns; rebuild what ``read`` refuses.

    A checksum shows that a file is as it was written, not that its content is right.
    So ``read`` raises an exception for content that cannot be right.
    """
    content = fetch_bytes(name, key, make, use=use)
    try:
        return read(content)
    except Exception as error:
        if not use:
            raise
        path = folder() / name
        log.warning("%s is damaged (%s); computing it again", path, error)
    made = make()
    try:
        write_bytes(path, key, made)
    except OutputError as error:
        log.warning("%s; the result is not cached", error)
    return read(memoryview(made))

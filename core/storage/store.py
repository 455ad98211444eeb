"""Cache of expensive results: files that detect when they are stale or damaged.

A result is bytes, or numpy arrays; bytes are stored and read without numpy. Results
that ship with the package, in ``core/shipped/``, are read before the user's cache
(docs/maintainers/shipped-results.md).

The user's cache folder is inside the boundary of trust, because whoever can write there
can change the program too. It is made with mode 700, and a folder of another owner is
not used. Code that re-derives or checks a number never reads the cache, and reads no
shipped result.
"""

from __future__ import annotations

import hashlib
import io
import json
import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from trueodds.core.errors import OutputError
from trueodds.core.storage import sources
from trueodds.core.storage.files import locked, written_whole

if TYPE_CHECKING:
    import numpy as np

Arrays: TypeAlias = "dict[str, np.ndarray[Any, Any]]"
T = TypeVar("T")

COMPILED = "compiled-by-numba-"
"""The names of folders with compiled code begin with this."""

SHIPPED = Path(__file__).resolve().parents[1] / "shipped"
"""The folder with the results that ship: files as in the cache, and a manifest."""

SWITCH = "TRUEODDS_SHIPPED"
"""The environment variable that is "off" where no shipped result is read."""

_unshipped = ContextVar("unshipped", default=False)
_uncached = ContextVar("uncached", default=False)

CODE = "version of the code"
"""The entry of a cached file's key that no shipped file has."""

log = logging.getLogger("trueodds")
MAGIC = b"trueodds.store/1\n"
CHECKSUM = 2 * hashlib.sha256().digest_size + 1  # in hexadecimal, and a line feed


def folder() -> Path:
    """Return the cache folder: ``TRUEODDS_CACHE``, or the user's cache folder."""
    if named := os.environ.get("TRUEODDS_CACHE"):
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_cache_dir("trueodds"))


def own_folder(name: str = "", within: Path | None = None) -> Path:
    """Return the cache folder, or the folder ``name`` in it, which is made if missing.

    New folders get mode 700. ``within`` is used in place of the cache folder. Raises
    ``OutputError`` if a folder cannot be made. Also raises it if a folder belongs to
    another user, who could change the results and the code that are read from it.
    """
    outer = within or folder()
    # Without a name both are one folder, which is checked once.
    for place in dict.fromkeys([outer, outer / name]):
        try:
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            ours = not hasattr(os, "getuid") or place.stat().st_uid == os.getuid()
        except OSError as error:
            fault = (
                "is a file" if place.is_file() else f"cannot be made: {error.strerror}"
            )
            raise OutputError(f"the cache folder {place} {fault}") from None
        if not ours:
            raise OutputError(
                f"the cache folder {place} belongs to another user, so it is not used; "
                "name one of your own in TRUEODDS_CACHE"
            )
    return outer / name


def shipped(
    name: str,
    key: Mapping[str, object],
    read: Callable[[memoryview], T],
    others: Iterable[Path] = (),
) -> T | None:
    """Return the shipped result of this name and key, parsed by ``read``.

    ``name`` is the name of the file, and ``key`` holds all inputs of the result.
    ``others`` are further folders with results. Return None if none is shipped.
    """
    if _unshipped.get() or os.environ.get(SWITCH) == "off":
        return None
    for folder in (SHIPPED, *others):
        result, fault = find(folder / name, key, read)
        if fault.startswith(("damaged", "inside")):
            log.warning("%s is %s; it is not used", folder / name, fault)
        if result is not None:
            return result
    return None


def always_shipped(name: str, key: Mapping[str, object]) -> Arrays | None:
    """Return the shipped arrays of this name and key, or None if none are shipped.

    The file is ``name.npz``, and ``key`` holds all inputs of the arrays. The arrays are
    read even inside ``unshipped``, where no other shipped result is read.
    """
    return find(SHIPPED / f"{name}.npz", key, _unpack)[0]


@contextmanager
def unshipped() -> Iterator[None]:
    """Read no shipped result in a ``with`` statement, nor in a decorated function.

    A shipped result is a file that comes with trueodds. Code that derives a number anew
    must not read it. This holds for the calling thread, and for ``parallel.Threads``
    that work for it. It also holds for a child process that is started with the
    environment from ``environment()``.
    """
    token = _unshipped.set(True)
    try:
        yield
    finally:
        _unshipped.reset(token)


@contextmanager
def uncached() -> Iterator[None]:
    """Read and write no file of the cache in a ``with`` statement.

    The functions that fetch a result make it anew there, even if it ships. ``shipped``
    and ``always_shipped`` still read shipped results. This holds for the calling
    thread, and for ``parallel.Threads`` that work for it.

    >>> with uncached():
    ...     bytes(fetch_bytes("shares.txt", {"of": 6}, lambda: b"1/6"))
    b'1/6'
    """
    token = _uncached.set(True)
    try:
        yield
    finally:
        _uncached.reset(token)


def environment() -> dict[str, str]:
    """Return the environment for a child process that computes what the caller does.

    Where the caller reads no shipped result, the child process reads none.
    """
    return os.environ | ({SWITCH: "off"} if _unshipped.get() else {})


def cached() -> list[Path]:
    """Return the files of the cache folder that hold cached results, sorted by name."""
    files = filter(Path.is_file, folder().glob("*"))
    return sorted(filter(_is_cached, files))


def _is_cached(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def fetch(
    name: str,
    key: Mapping[str, object],
    make: Callable[[], Arrays],
    fits: Callable[[Arrays], bool] = lambda arrays: True,
    *,
    use: bool = True,
) -> Arrays:
    """Return cached numpy arrays by name; make and cache them if there are none.

    Arrays that ship with trueodds are read first. The file in the cache is
    ``name.npz``. ``key`` holds all inputs of the arrays, as JSON. ``make()`` returns
    the arrays. ``fits`` returns True if cached arrays have the right names, shapes and
    types. Otherwise, the arrays are rebuilt. They are also rebuilt if the file is
    damaged, or was made from another key or by other code.

    If the cache folder is not writable, log a warning and return the arrays uncached.
    If ``use`` is false, or within ``uncached``, no file is read or written.
    """
    if not use:
        return make()

    def read(content: memoryview) -> Arrays:
        arrays = _unpack(content)
        if not fits(arrays):
            raise ValueError("its arrays have other names, shapes or types")
        return arrays

    return fetch_checked(f"{name}.npz", key, lambda: pack(make()), read)


def having(**arrays: tuple[tuple[int, ...], str]) -> Callable[[Arrays], bool]:
    """Return a function that returns True for arrays of given shapes and types.

    The function takes a mapping from names to arrays, and serves as the argument
    ``fits`` of ``fetch``. Each keyword is the name of an array. Its value is the shape
    that the array must have, and the kind of number, as numpy's ``dtype.kind``, such as
    "f" for floats. Further arrays are not checked.
    """
    return lambda cached: all(
        cached[name].shape == shape and cached[name].dtype.kind == kind
        for name, (shape, kind) in arrays.items()
    )


def fetch_bytes(
    name: str,
    key: Mapping[str, object],
    make: Callable[[], bytes],
    *,
    use: bool = True,
) -> memoryview:
    """Return the cached bytes of a file; make and cache them if there are none.

    Bytes that ship with trueodds are read first. ``name`` is the name of the file, and
    ``key`` holds all inputs of the bytes, as JSON. ``make()`` returns the bytes. They
    are made anew if the file is damaged, or was made from another key or by other code.

    If the cache folder is not writable, log a warning and return the bytes uncached. If
    ``use`` is false, or within ``uncached``, no file is read or written.
    """
    return fetch_checked(name, key, make, memoryview, use=use)


def fetch_checked(
    name: str,
    key: Mapping[str, object],
    make: Callable[[], bytes],
    read: Callable[[memoryview], T],
    *,
    use: bool = True,
) -> T:
    """Return a cached result, parsed by ``read``; make and cache it if there is none.

    A shipped result is read first. ``name`` is the name of the file, with its ending,
    and ``key`` holds all inputs of the result, as JSON. A file in the cache also has
    the identity of our code. A file with another key or code is stale. A checksum shows
    that a file is as it was written, not that its content is right. So a file from
    which ``read`` raises an exception counts as damaged too. Stale or damaged files are
    rebuilt, which is logged.

    If the cache directory is not writable, log a warning and return the result
    uncached. If ``use`` is false, or within ``uncached``, call ``make()``, and read and
    write no file. If several processes need a result at once, only one of them makes
    it, and the others wait.
    """
    if not use or _uncached.get():
        return read(memoryview(make()))
    result = shipped(name, key, read)
    if result is not None:
        return result
    try:
        path = own_folder() / name
    except OutputError as error:
        log.warning("%s; the result is not cached", error)
        return read(memoryview(make()))
    key = with_code(key)
    result, _ = find(path, key, read)
    if result is not None:
        return result
    with locked(path.with_name(f".{path.name}.lock")):
        result, fault = find(path, key, read)  # another process may have made it
        if result is not None:
            return result
        if fault:
            log.warning("%s is %s; it is being rebuilt", path, fault)
        content = make()
        try:
            write_bytes(path, key, content)
        except OutputError as error:
            log.warning("%s; the result is not cached", error)
    return read(memoryview(content))


def with_code(key: Mapping[str, object]) -> dict[str, object]:
    """Return a cache key with the fingerprint of our code added."""
    return {**key, CODE: sources.identity()}


def find(
    path: Path, key: Mapping[str, object], read: Callable[[memoryview], T]
) -> tuple[T | None, str]:
    """Return the content of a file, parsed by ``read``, or None and the file's fault.

    ``key`` holds all inputs of the content; a file with another key is stale. The fault
    is an empty text if the file is fine, or does not exist.
    """
    try:
        stored, content = read_bytes(path)
        if stored == json.loads(json.dumps(key)):  # tuples become lists
            return read(content), ""
    except FileNotFoundError:
        return None, ""
    except NotADirectoryError:
        return None, "inside a zip file"
    except Exception as error:  # of any kind, from ``read``
        return None, f"damaged ({error})"
    return None, "stale (made from other inputs, or by other code)"


def write(path: Path, key: Mapping[str, object], arrays: Mapping[str, Any]) -> None:
    """Write arrays and their key into a file, with a checksum, in one atomic step.

    ``key`` holds all inputs of the arrays, as JSON. Raises ``OutputError`` if the file
    cannot be written.
    """
    write_bytes(path, key, pack(arrays))


def read(path: Path) -> tuple[dict[str, Any], Arrays]:
    """Read the key and the arrays of a file that ``write`` wrote.

    Raises ``ValueError`` if the file is damaged, and ``OSError`` if it cannot be read.
    """
    key, content = read_bytes(path)
    return key, _unpack(content)


def write_bytes(path: Path, key: Mapping[str, object], content: bytes) -> None:
    """Write bytes and their key into a file, with a checksum, in one atomic step.

    ``key`` holds all inputs of the bytes, as JSON. Raises ``OutputError`` if the file
    cannot be written.
    """
    body = json.dumps(key, sort_keys=True).encode() + b"\n" + content
    checksum = hashlib.sha256(body).hexdigest().encode()
    with written_whole(path) as place:
        place.write_bytes(MAGIC + checksum + b"\n" + body)


def read_bytes(path: Path) -> tuple[dict[str, Any], memoryview]:
    """Read the key and the bytes of a file that ``write_bytes`` wrote.

    Raises ``ValueError`` if the file is damaged, and ``OSError`` if it cannot be read.
    """
    whole = path.read_bytes()
    if not whole.startswith(MAGIC):
        raise ValueError("its first line is not that of a cache file")
    body = len(MAGIC) + CHECKSUM
    checksum = whole[len(MAGIC) : body]
    view = memoryview(whole)  # large results are not copied
    if f"{hashlib.sha256(view[body:]).hexdigest()}\n".encode() != checksum:
        raise ValueError("its checksum is wrong")
    content = whole.index(b"\n", body) + 1
    try:
        return json.loads(whole[body:content]), view[content:]
    except RecursionError:
        raise ValueError("its key is nested too deeply") from None


def pack(arrays: Mapping[str, Any]) -> bytes:
    """Return arrays as the bytes of a file in numpy's format npz."""
    import numpy as np

    packed = io.BytesIO()
    np.savez(packed, **arrays)
    return packed.getvalue()


def _unpack(content: memoryview) -> Arrays:
    import numpy as np

    # ``BytesIO`` copies a view but no bytes, and the content is the end of its bytes.
    file = io.BytesIO(content.obj)
    file.seek(-len(content), io.SEEK_END)
    try:
        with np.load(file, allow_pickle=False) as arrays:
            if any(entry.compress_type for entry in arrays.zip.infolist()):
                raise ValueError("they are compressed")  # to any size, and not by us
            return dict(arrays)
    except Exception as error:  # zipfile, zlib and numpy have many kinds
        raise ValueError(f"its arrays cannot be read: {error}") from None

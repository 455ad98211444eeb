"""Files that are written whole or not at all, and errors of files in one line."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from io import BytesIO
from pathlib import Path

from trueodds.core.errors import OutputError, TrueoddsError
from trueodds.core.visible import visible

LOCK = ".lock"
"""The name of the file that a process locks in its folder of unfinished files."""

MOST_BYTES = 2**28
"""Upper limit on the bytes of a file that is read whole."""


@contextmanager
def reading(name: object, error: type[TrueoddsError]) -> Iterator[None]:
    """Turn errors of reading a file into ``error``, with one line of text.

    The ``with`` block reads the file. ``error`` is raised if the file cannot be read or
    is not text; other exceptions stay as they are. The message calls the file ``name``.
    """
    try:
        yield
    except OSError as fault:
        raise error(f"cannot read {name}: {fault.strerror}") from None
    except UnicodeError:
        raise error(f"{name} is not text") from None


def read_file(source: str | Path, error: type[TrueoddsError]) -> bytes:
    """Return the bytes of a file, or of standard input if ``source`` is ``-``.

    Raises ``error``, in one line, if it cannot be read or has more than 2**28 bytes.
    """
    standard = nullcontext(getattr(sys.stdin, "buffer", BytesIO()))
    name = "standard input" if source == "-" else source
    with (
        reading(name, error),
        standard if source == "-" else open(source, "rb") as stream,
    ):
        # One byte past the limit is enough to refuse a stream that never ends.
        content: bytes = stream.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise error(f"{name} has more than {MOST_BYTES:,} bytes; give less at a time")
    return content


def read_text(source: str | Path, error: type[TrueoddsError]) -> str:
    """Return the text of a file in UTF-8, or of standard input if ``source`` is ``-``.

    Raises ``error``, in one line, if it cannot be read, is not text, or has more than
    2**28 bytes.
    """
    with reading(source, error):
        return read_file(source, error).decode("utf-8-sig")


def read_lines(source: str | Path, error: type[TrueoddsError]) -> list[str]:
    """Return the lines of a file, or of standard input if ``source`` is ``-``.

    Bytes that are not UTF-8 become U+FFFD. Raises ``error``, in one line, if the file
    cannot be read or has more than 2**28 bytes.
    """
    return read_file(source, error).decode("utf-8-sig", "replace").split("\n")


def write_together(
    folder: Path, texts: Mapping[str, str | bytes], *, place: str = "--out"
) -> None:
    """Write several files into a folder, which is created if missing.

    Control characters in texts are written as escapes.

    The files are written beside their places first and then renamed, in the order of
    ``texts``, so an interruption leaves each file old or new, and no leftovers.
    Unfinished files of a killed process are removed. A name such as
    ``assets/style.css`` is a file in a folder, which is created too. Other files in the
    folder are not touched.

    Raises ``OutputError`` if the folder cannot be written to. ``place`` is the option
    that names the folder, for the hint of the message.
    """
    is_new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _remove_leftovers(folder)
        stage = Path(tempfile.mkdtemp(prefix=".unfinished-", dir=folder))
        try:
            # The lock tells other processes that these files are not left over.
            with locked(stage / LOCK, timeout=0):
                for name, text in texts.items():
                    content = visible(text).encode() if isinstance(text, str) else text
                    (stage / name).parent.mkdir(parents=True, exist_ok=True)
                    (stage / name).write_bytes(content)
                for name in texts:
                    (folder / name).parent.mkdir(parents=True, exist_ok=True)
                    os.replace(stage / name, folder / name)
        finally:
            shutil.rmtree(stage, ignore_errors=True)
    except OSError as error:
        if is_new:
            shutil.rmtree(folder, ignore_errors=True)
        raise OutputError(
            f"cannot write to {folder}: {error.strerror}; "
            f"name a folder that can be written with {place}"
        ) from None


def _remove_leftovers(folder: Path) -> None:
    """Remove the unfinished files of killed processes; a lock ends with its process."""
    for path in folder.glob(f".unfinished-*/{LOCK}"):
        with locked(path, timeout=0) as is_left:
            if is_left:
                shutil.rmtree(path.parent, ignore_errors=True)


@contextmanager
def locked(path: Path, *, timeout: float = -1) -> Iterator[bool]:
    """Hold a lock during a ``with`` block, and remove its file at the end.

    ``path`` is the file of the lock, which is made if it does not exist.

    The lock ends with the process at the latest. If another process has the lock, wait
    at most ``timeout`` seconds; a negative number is no limit. Yield True with the
    lock, and False without it, as on a file system without locks.
    """
    from filelock import FileLock

    lock = FileLock(path, timeout=timeout)
    with suppress(OSError, NotImplementedError):
        lock.acquire()
    held = lock.is_locked
    try:
        yield held
    finally:
        lock.release()
        if held:
            with suppress(OSError):
                path.unlink()


def require_folder_of(path: Path) -> None:
    """Raise ``OutputError`` if the folder of a file does not exist."""
    if not path.parent.is_dir():
        raise OutputError(f"there is no folder {path.parent}; make it, or name another")


def refuse_to_replace(paths: Iterable[Path], *, force: bool) -> None:
    """Raise ``OutputError`` if one of these files exists, unless ``force`` is true."""
    for path in paths:
        if path.exists() and not force:
            raise OutputError(f"{path} exists; --force replaces it")


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Yield a path to write to; the file gets its own name when it is complete.

    After an error, nothing is left of an unfinished file. If the file system supports
    files without names (``O_TMPFILE``), nothing is left after the process is killed
    either. A link, a device or a pipe, such as /dev/stdout, is written in place. Raises
    ``OutputError`` when the file cannot be written, or the disk is full.
    """
    unfinished = path.with_name(f".unfinished-{os.getpid()}-{path.name}")
    try:
        if path.is_symlink() or (path.exists() and not path.is_file()):
            yield path
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            stack.callback(unfinished.unlink, missing_ok=True)
            nameless = _nameless_file(path.parent)
            if nameless is None:
                yield unfinished
            else:
                stack.callback(os.close, nameless)
                place = f"/proc/self/fd/{nameless}"
                yield Path(place)
                # With a folder, ``os.link`` follows the symbolic link to the file.
                os.link(place, unfinished, src_dir_fd=nameless)
            os.replace(unfinished, path)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from None


def _nameless_file(folder: Path) -> int | None:
    """Open a file without a name, which vanishes with this process.

    Return None if the file system has no such files.
    """
    try:
        return os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o666)
    except (AttributeError, OSError):
        return None

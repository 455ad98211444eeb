"""Writing files so that nothing is ever there half-written."""

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from trueodds.core.errors import OutputError


def write_together(folder: Path, texts: Mapping[str, str | bytes]) -> None:
    """Write several files into a folder, made if need be, once all of them are ready.

    They are written beside their places first and then renamed, in the order given, so
    an interruption leaves each file old or new, and no leftovers. Other files in the
    folder are not touched. Raises ``OutputError`` when the place cannot be written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stage = Path(tempfile.mkdtemp(prefix=".unfinished-", dir=folder))
        try:
            for name, text in texts.items():
                content = text.encode() if isinstance(text, str) else text
                (stage / name).write_bytes(content)
            for name in texts:
                os.replace(stage / name, folder / name)
        finally:
            shutil.rmtree(stage, ignore_errors=True)
    except OSError as error:
        raise OutputError(
            f"cannot write to {folder}: {error.strerror}; "
            "name a folder that can be written with --out"
        ) from None


def refuse_to_replace(paths: Iterable[Path]) -> None:
    """Raise ``OutputError`` if one of these files exists."""
    for path in paths:
        if path.exists():
            raise OutputError(f"{path} exists; --force replaces it")


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A place to write a file at, which takes its name once it is whole.

    Nothing is left of it after an error. Raises ``OutputError`` when the place cannot
    be written to, or is full.
    """
    unfinished = path.with_name(f".unfinished-{os.getpid()}-{path.name}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            yield unfinished
            os.replace(unfinished, path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from None

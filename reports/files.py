"""Writing files so that nothing is ever there half-written."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from trueodds.core.errors import OutputError


def write_together(folder: Path, texts: Mapping[str, str]) -> None:
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
                (stage / name).write_text(text, encoding="utf-8", newline="\n")
            for name in texts:
                os.replace(stage / name, folder / name)
        finally:
            shutil.rmtree(stage, ignore_errors=True)
    except OSError as error:
        raise OutputError(
            f"cannot write to {folder}: {error.strerror}; "
            "name a folder that can be written with --out"
        ) from None

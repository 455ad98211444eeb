"""Checkpoints: files with the state of long work, so that it can be resumed.

A checkpoint has a *key*, which consists of all inputs of the work. A file
under another key, or a damaged file, is never resumed. Files are written as
``store`` writes them: whole or not at all, with a checksum.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from trueodds.core.errors import DiceError, OutputError, RulesError
from trueodds.core.storage import sources, store

log = logging.getLogger("trueodds")

SAVE_EVERY = 10.0
"""Seconds between two writes: the work that a killed process may lose."""


def resume(
    path: Path, key: Mapping[str, Any]
) -> tuple[dict[str, Any], store.Arrays] | None:
    """Return the whole key and the arrays of a checkpoint, or None to start over.

    ``key`` has the inputs of the work. The file's key may have entries besides these.
    If the file is damaged or was made from other inputs, log a warning.
    """
    try:
        saved, arrays = store.read(path)
        for name, wanted in key.items():
            if saved.get(name) != wanted:
                raise ValueError(f"it was made with another {name.replace('_', ' ')}")
    except FileNotFoundError:
        return None
    except Exception as error:  # also a key or an array that cannot be parsed
        log.warning("cannot resume from %s (%s); starting over", path, error)
        return None
    return saved, arrays


@dataclass
class Checkpoint:
    """A checkpoint that is written at intervals while the work goes on.

    ``path`` is the file, and ``key`` has all inputs of the work. In a ``with``
    statement it is also written when the user interrupts the work. It is deleted when
    the work is finished, or ends because the rules or the dice are refused. If ``use``
    is false, nothing is read or written.
    """

    path: Path
    key: Mapping[str, Any]
    use: bool = True
    _latest: Callable[[], store.Arrays] | None = None
    _written: float = field(default_factory=time.monotonic)

    @classmethod
    def in_cache(
        cls, name: str, key: Mapping[str, Any], *, use: bool = True
    ) -> Checkpoint:
        """Return a checkpoint in the cache folder; every key has a file of its own.

        ``name`` is the first part of the file's name, and ``key`` has all inputs of the
        work. If ``use`` is false, nothing is read or written. After a change of the
        code, the work starts over.
        """
        path = store.folder() / f"{name}-{sources.digest(key)[:16]}-unfinished.npz"
        return cls(path, store.with_code(key), use)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is KeyboardInterrupt:
            self.write()
        elif kind in (None, DiceError, RulesError):  # finished, or refused
            self.remove()

    def read(self) -> store.Arrays | None:
        """Return the saved arrays; None if there is nothing to resume."""
        saved = resume(self.path, self.key) if self.use else None
        return saved and saved[1]

    def offer(self, arrays: Callable[[], store.Arrays]) -> None:
        """Keep a function that makes the current arrays.

        Write the arrays if the last write is more than 10 seconds ago.
        """
        self._latest = arrays if self.use else None
        if time.monotonic() - self._written > SAVE_EVERY:
            self.write()

    def write(self) -> None:
        """Write the arrays with the newest state of the work.

        The function that was last given to ``offer`` makes them. Do nothing without
        such a function, or if ``use`` is false. If the file cannot be written, log a
        warning.
        """
        if self._latest is None:
            return
        try:
            store.write(self.path, self.key, self._latest())
        except OutputError as error:
            log.warning("%s; unfinished work is not saved", error)
        # Also after a failure, so that a full disk does not slow down each step.
        self._written = time.monotonic()

    def remove(self) -> None:
        """Delete the file, because the work is finished."""
        if self.use:
            with suppress(OSError):
                self.path.unlink()

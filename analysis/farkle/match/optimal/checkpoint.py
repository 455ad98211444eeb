"""Work under way, kept now and then, so that an end by force costs seconds."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from trueodds.core import store
from trueodds.core.errors import OutputError

log = logging.getLogger("trueodds")

SAVE_EVERY = 10.0
"""Seconds of work that a kill may cost."""


@dataclass
class Unfinished:
    """A file for what is done so far, beside the results that ``core/store`` keeps."""

    name: str
    key: Mapping[str, object]
    _offered: Callable[[], store.Arrays] | None = None
    _written: float = field(default_factory=time.monotonic)

    @property
    def _path(self) -> Path:
        return store.folder() / f"{self.name}.npz"

    def read(self) -> store.Arrays | None:
        """What was kept under this key; None where nothing usable is there."""
        try:
            key, arrays = store.read(self._path)
        except (OSError, ValueError):
            return None
        return arrays if key == self.key else None

    def offer(self, arrays: Callable[[], store.Arrays]) -> None:
        """What could be kept by now; it is written when it is time."""
        self._offered = arrays
        if time.monotonic() - self._written > SAVE_EVERY:
            self.write()

    def write(self) -> None:
        """Write what was offered last; a place that cannot be written to is logged."""
        if self._offered is None:
            return
        try:
            store.write(self._path, self.key, self._offered())
        except OutputError as error:
            log.warning("%s; work under way is not kept", error)
        self._written = time.monotonic()

    def forget(self) -> None:
        """The work is done."""
        with suppress(OSError):
            self._path.unlink()

"""Progress on stderr, when that is a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from trueodds.core.progress import Progress


@contextmanager
def shown() -> Iterator[Progress]:
    """A listener that draws a bar for each stage, with the time left.

    Nothing is drawn where stderr is no terminal.
    """
    from tqdm import tqdm

    bars: dict[str, tqdm[Any]] = {}

    def show(stage: str, done: int, total: int) -> None:
        if stage not in bars:
            for bar in bars.values():
                bar.close()
            bars[stage] = tqdm(desc=stage, total=total, disable=None, leave=False)
        bar = bars[stage]
        bar.total = total
        bar.update(done - bar.n)

    try:
        yield show
    finally:
        for bar in bars.values():
            bar.close()

"""Progress bars on stderr, if it is a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from trueodds.core.progress import Progress

if TYPE_CHECKING:
    from tqdm import tqdm


@contextmanager
def shown() -> Iterator[Progress]:
    """Yield a progress callback that draws a bar for each stage, with the time left.

    Nothing is drawn if stderr is not a terminal.
    """
    drawn: list[tuple[str, tqdm[Any]]] = []

    def show(stage: str, done: int, total: int) -> None:
        # Imported here, because cached results need no bar.
        from tqdm import tqdm

        if drawn and (drawn[0][0] != stage or done < drawn[0][1].n):
            drawn.pop()[1].close()
        if not drawn:
            bar = tqdm(desc=stage, total=total, disable=None, leave=False)
            drawn.append((stage, bar))
        bar = drawn[0][1]
        bar.total = total
        bar.update(done - bar.n)

    try:
        yield show
    finally:
        for _, bar in drawn:
            bar.close()

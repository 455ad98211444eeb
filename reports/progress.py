"""Progress bars on stderr, if it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Any

from trueodds.core.storage.progress import Progress

if TYPE_CHECKING:
    from tqdm import tqdm

PATIENCE = 1.0
"""Seconds without a bar after which a line says that the program is at work."""

GETTING_READY = "getting ready (takes longest the first time) …"
OVERALL = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}, about {remaining} left"


@contextmanager
def shown() -> Iterator[Progress]:
    """Yield a progress callback that draws a bar for each stage, with the time left.

    The callback draws nothing if stderr is not a terminal.
    """
    drawn: list[tuple[str, tqdm[Any]]] = []

    def show(stage: str, done: int, total: int) -> None:
        ready()
        if drawn and (drawn[0][0] != stage or done < drawn[0][1].n):
            drawn.pop()[1].close()
        if not drawn:
            drawn.append((stage, _bar(stage, total)))
        bar = drawn[0][1]
        bar.total = total
        bar.update(done - bar.n)

    with _getting_ready() as ready:
        try:
            yield show
        finally:
            for _, bar in drawn:
                bar.close()


@contextmanager
def shown_overall(steps: int) -> Iterator[tuple[Callable[[str], None], Progress]]:
    """Yield two callbacks for work in several steps, which share one bar.

    The first begins the next step, which it names. The second is the progress callback
    for the work of a step. Nothing is drawn if stderr is not a terminal.
    """
    drawn: list[tqdm[Any]] = []
    names: list[str] = []

    def begin(name: str) -> None:
        names.append(name)
        move(name, 0.0)

    def show(stage: str, done: int, total: int) -> None:
        move(f"{names[-1]}, {stage}", done / total if total else 0.0)

    def move(text: str, share: float) -> None:
        """Draw the finished steps and a share of this step. The bar never goes back."""
        ready()
        if not drawn:
            drawn.append(_bar(text, steps, bar_format=OVERALL, miniters=0))
        bar = drawn[0]
        bar.set_description_str(text, refresh=False)
        bar.update(max(0.0, len(names) - 1 + share - bar.n))

    with _getting_ready() as ready:
        try:
            yield begin, show
        finally:
            for bar in drawn:
                bar.close()


def _bar(text: str, total: int, **settings: Any) -> tqdm[Any]:
    # Imported here, because cached results need no bar.
    from tqdm import tqdm

    return tqdm(desc=text, total=total, disable=None, leave=False, **settings)


@contextmanager
def _getting_ready() -> Iterator[Callable[[], None]]:
    """Announce a wait after a moment; yield a function that clears the line."""
    if not (sys.stderr and sys.stderr.isatty()):
        yield lambda: None
        return
    stream, written = sys.stderr, []

    def write() -> None:
        written.append(GETTING_READY)
        stream.write(GETTING_READY)
        stream.flush()

    timer = Timer(PATIENCE, write)
    timer.daemon = True
    timer.start()

    def ready() -> None:
        timer.cancel()
        if written:
            written.clear()
            stream.write(f"\r{' ' * len(GETTING_READY)}\r")
            stream.flush()

    try:
        yield ready
    finally:
        ready()

"""Progress bars on stderr, if it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
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
    current = ""

    def show(stage: str, done: int, total: int) -> None:
        nonlocal current
        ready()
        # A smaller number than before means that the same stage began again.
        if bars and (current != stage or done < bars[0].n):
            bars.pop().close()
        if not bars:
            # The time left is that of this run: what was done before it does not count.
            bars.append(_bar(stage, total, initial=done))
        current = stage
        bar = bars[0]
        # A stage may learn only on the way how much there is to do.
        bar.total = total
        bar.update(done - bar.n)

    with _drawing() as (ready, bars):
        yield show


@contextmanager
def shown_overall(steps: int) -> Iterator[tuple[Callable[[str], None], Progress]]:
    """Yield two callbacks for work in several steps, which share one bar.

    The first begins the next step, which it names. The second is the progress callback
    for the work of a step. Nothing is drawn if stderr is not a terminal.
    """
    names: list[str] = []

    def begin(name: str) -> None:
        names.append(name)
        move(name, 0.0)

    def show(stage: str, done: int, total: int) -> None:
        move(f"{names[-1]}, {stage}", done / total if total else 0.0)

    def move(text: str, share: float) -> None:
        """Draw the finished steps and a share of this step. The bar never goes back."""
        ready()
        if not bars:
            bars.append(_bar(text, steps, bar_format=OVERALL, miniters=0))
        bars[0].set_description_str(text, refresh=False)
        # A step may have several stages, and each of them begins at a share of 0.
        bars[0].update(max(0.0, len(names) - 1 + share - bars[0].n))

    with _drawing() as (ready, bars):
        yield begin, show


def _bar(text: str, total: int, **settings: Any) -> tqdm[Any]:
    # Imported here, because cached results need no bar.
    from tqdm import tqdm

    # Some terminals, such as those of containers, do not know their size.
    size = get_terminal_size()
    return tqdm(
        desc=text,
        total=total,
        disable=None,
        leave=False,
        ncols=size.columns,
        nrows=size.lines,
        **settings,
    )


@contextmanager
def _drawing() -> Iterator[tuple[Callable[[], None], list[tqdm[Any]]]]:
    """Yield a function that clears the waiting message, and a list for the bars.

    The message is printed after ``PATIENCE`` seconds unless that function was called.
    The bars in the list are closed at the end.
    """
    bars: list[tqdm[Any]] = []
    if not (sys.stderr and sys.stderr.isatty()):
        yield (lambda: None), bars
        return
    stream = sys.stderr
    written = []

    def write() -> None:
        written.append(GETTING_READY)
        stream.write(GETTING_READY)
        stream.flush()

    timer = Timer(PATIENCE, write)
    # A daemon thread does not keep the program from ending.
    timer.daemon = True
    timer.start()

    def ready() -> None:
        # The timer may have fired just before, so the message is looked for all the
        # same.
        timer.cancel()
        if written:
            written.clear()
            stream.write(f"\r{' ' * len(GETTING_READY)}\r")
            stream.flush()

    try:
        yield ready, bars
    finally:
        ready()
        for bar in bars:
            bar.close()

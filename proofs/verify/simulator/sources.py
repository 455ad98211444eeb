"""Sources of outcomes as blocks of bytes: a file, a stream, a program, Python.

``python -m trueodds.proofs.verify.simulator.sources module:function`` calls the
function without arguments again and again, and prints an outcome a line.
"""

from __future__ import annotations

import select
import sys
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from itertools import count, islice
from math import inf
from pathlib import Path
from typing import IO

from trueodds.core.errors import TrueoddsError
from trueodds.core.storage.files import reading
from trueodds.proofs.verify.child_process import Child, LateError, ScorerError, ending
from trueodds.proofs.verify.python_function import FunctionError, find

BLOCK = 1 << 20
OUTCOMES_PER_BLOCK = 1000


class SimulatorError(TrueoddsError):
    """The error for unreadable outcomes, or a program that fails or stays silent."""


class TimeLimitError(SimulatorError):
    """The error that ends the outcomes when a limit of time is reached.

    ``seconds`` is the limit.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(
            f"the limit of {seconds:g} s was reached; this is the verdict on the "
            "outcomes until then"
        )


def blocks_of(
    command: Sequence[str],
    file: str | Path | None,
    drawn: str | Callable[[], object] | Iterable[object] | None,
    timeout: float,
    seconds: float,
) -> Generator[bytes]:
    """Yield the output of a command, a file, or outcomes drawn in Python, in blocks.

    A block is consecutive bytes of lines, with one outcome on each line. Exactly one of
    these sources is not empty. ``drawn`` is a function that draws an outcome, its name
    ``module:function``, or the outcomes. The file ``-`` is standard input. ``timeout``
    is the number of seconds in which a command may print nothing.

    Raises ``TimeLimitError`` after the limit of ``seconds``.
    """
    if file:
        standard = file == "-"
        blocks = (
            from_stream(sys.stdin.buffer, seconds)
            if standard
            else from_file(Path(file))
        )
    elif command or isinstance(drawn, str):
        blocks = from_command(command or draw_command(str(drawn)), timeout, seconds)
    else:
        blocks = from_outcomes(drawn or ())
    yield from until(blocks, seconds)


def until(blocks: Iterable[bytes], seconds: float) -> Generator[bytes]:
    """Yield blocks of output, and raise ``TimeLimitError`` after the limit of time.

    ``seconds`` is this limit. It is looked at after each block.

    >>> list(until([b"1", b"2"], 60))
    [b'1', b'2']
    """
    end = time.monotonic() + seconds
    for block in blocks:
        yield block
        if time.monotonic() >= end:
            raise TimeLimitError(seconds)


def from_file(file: Path) -> Generator[bytes]:
    """Yield the blocks of a file. Raises ``SimulatorError`` if it cannot be read."""
    with reading(file, SimulatorError), file.open("rb") as stream:
        yield from from_stream(stream)


def from_stream(stream: IO[bytes], seconds: float = inf) -> Generator[bytes]:
    """Yield the blocks of a stream, each as soon as a part of it can be read.

    Raises ``TimeLimitError`` if the stream is silent until the limit of ``seconds``.
    """
    # ``read1`` returns what is there, and does not wait for a full block.
    read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
    end = time.monotonic() + seconds
    while _ready(stream, end - time.monotonic()):
        if not (block := read(BLOCK)):
            return
        yield block
    raise TimeLimitError(seconds)


def _ready(stream: IO[bytes], seconds: float) -> bool:
    """Wait for a stream; return False if it is silent for these seconds."""
    # Windows cannot wait for a pipe, and a stream in memory is never silent.
    with suppress(OSError, ValueError):
        if seconds < inf:
            readable, _, _ = select.select([stream], [], [], max(0, seconds))
            return bool(readable)
    return True


def from_outcomes(
    outcomes: Callable[[], object] | Iterable[object],
) -> Generator[bytes]:
    r"""Yield outcomes drawn in Python as blocks of lines, one outcome on each line.

    A function draws one outcome at each call.

    >>> list(from_outcomes([21, "P"]))
    [b'21\nP\n']
    """
    drawn = (outcomes() for _ in count()) if callable(outcomes) else outcomes
    waiting = iter(drawn)
    # In chunks, so that a verdict can end an endless function early.
    while chunk := list(islice(waiting, OUTCOMES_PER_BLOCK)):
        yield "".join(f"{line_of(outcome)}\n" for outcome in chunk).encode()


def line_of(outcome: object) -> str:
    """Return the line of an outcome; the parts of a list or tuple have blanks between.

    A float has up to 15 digits, and no ".0". A text stays as it is.

    >>> line_of((6.0, 1, 2)), line_of(3.0), line_of("3.0")
    ('6 1 2', '3', '3.0')
    """
    if isinstance(outcome, list | tuple):
        return " ".join(map(line_of, outcome))
    return f"{outcome:.15g}" if isinstance(outcome, float) else str(outcome)


def from_command(
    command: Sequence[str], timeout: float, seconds: float = inf
) -> Generator[bytes]:
    """Start a program, yield the blocks that it prints, and end it when closed.

    The program is started without a shell and without input. Raises
    ``SimulatorError`` if the program cannot be started, prints nothing for
    ``timeout`` seconds, or ends with an exit code other than 0. Raises
    ``TimeLimitError`` if it prints nothing until the limit of ``seconds``.
    """
    try:
        with Child(command) as child:
            # The program gets the end of its input at once: it must not wait for a
            # user.
            child.send([])
            while block := child.receive(timeout, seconds):
                yield block
            # A simulator that fails at its end may have printed half of its outcomes.
            code = child.end(timeout)
    except LateError:
        # The limit of the whole run is no fault of the program; its silence is.
        if child.seconds() >= seconds:
            raise TimeLimitError(seconds) from None
        raise SimulatorError(
            f"the simulator printed nothing for {timeout:g} s"
        ) from None
    except ScorerError as error:
        raise SimulatorError(str(error)) from None
    if code is None:
        raise SimulatorError(
            f"the simulator closed its output, but did not end within {timeout:g} s"
        )
    if code:
        raise SimulatorError(f"the simulator {ending(code)}{child.last_words()}")


def draw_command(function: str) -> list[str]:
    """Return the command that prints outcomes of a Python function, one on each line.

    ``function`` is its name, ``module:function``.
    """
    return [sys.executable, "-m", __name__, function]


def main(function: str) -> None:
    """Print the outcomes that a function draws, until the reader closes the pipe.

    ``function`` is its name, ``module:function``.
    """
    try:
        draw = find(function, "draw")
    except FunctionError as error:
        sys.exit(str(error))
    for block in from_outcomes(draw):
        sys.stdout.buffer.write(block)
        # The reader judges while we draw, and closes the pipe when there is a verdict.
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(sys.argv[1])

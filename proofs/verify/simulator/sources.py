"""Sources of outcomes as blocks of bytes: a file, a stream, a program, Python.

``python -m trueodds.proofs.verify.simulator.sources module:function`` calls the
function without arguments again and again, and prints an outcome a line.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from itertools import count, islice
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


def from_file(file: Path) -> Generator[bytes]:
    """Yield the blocks of a file. Raises ``SimulatorError`` if it cannot be read."""
    with reading(file, SimulatorError), file.open("rb") as stream:
        yield from from_stream(stream)


def from_stream(stream: IO[bytes]) -> Generator[bytes]:
    """Yield the blocks of a stream, each as soon as a part of it can be read."""
    read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
    while block := read(BLOCK):
        yield block


def from_outcomes(
    outcomes: Callable[[], object] | Iterable[object],
) -> Generator[bytes]:
    r"""Yield Python values as blocks of lines; a function draws one at each call.

    >>> list(from_outcomes([21, "P"]))
    [b'21\nP\n']
    """
    drawn = (outcomes() for _ in count()) if callable(outcomes) else outcomes
    waiting = iter(drawn)
    while chunk := list(islice(waiting, OUTCOMES_PER_BLOCK)):
        yield "".join(f"{outcome}\n" for outcome in chunk).encode()


def from_command(command: Sequence[str], timeout: float) -> Generator[bytes]:
    """Start a program, yield the blocks that it prints, and end it when closed.

    The program is started without a shell and without input. Raises
    ``SimulatorError`` if the program cannot be started, prints nothing for
    ``timeout`` seconds, or ends with an exit code other than 0.
    """
    try:
        with Child(command) as child:
            child.send([])
            while block := child.receive(timeout):
                yield block
            code = child.end(timeout)
    except LateError:
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
    """Return the command that draws from ``module:function``."""
    return [sys.executable, "-m", __name__, function]


def main(function: str) -> None:
    """Print outcomes until the reader closes the pipe."""
    try:
        draw = find(function, "draw")
    except FunctionError as error:
        sys.exit(str(error))
    for block in from_outcomes(draw):
        sys.stdout.buffer.write(block)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(sys.argv[1])

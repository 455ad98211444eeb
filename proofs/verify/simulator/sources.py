"""Where outcomes come from, as blocks of bytes: a file, a stream, a program, Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO

from trueodds.core.errors import TrueoddsError
from trueodds.proofs.verify.child_process import Child, LateError, ScorerError, ending

BLOCK = 1 << 20
MANY = 1000
"""Outcomes of a Python source that make a block."""


class SimulatorError(TrueoddsError):
    """Outcomes cannot be read, or a program that gives them fails or falls silent."""


def of_file(file: Path) -> Iterator[bytes]:
    """The blocks of a file. Raises ``SimulatorError`` where it cannot be read."""
    try:
        with file.open("rb") as stream:
            yield from of_stream(stream)
    except OSError as error:
        raise SimulatorError(f"cannot read {file}: {error.strerror}") from None


def of_stream(stream: IO[bytes]) -> Iterator[bytes]:
    """The blocks of a stream, each as soon as there is something to read."""
    read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
    while block := read(BLOCK):
        yield block


def of_outcomes(outcomes: Iterable[object]) -> Iterator[bytes]:
    r"""Outcomes of Python as blocks of lines.

    >>> list(of_outcomes([21, "P"]))
    [b'21\nP\n']
    """
    waiting = iter(outcomes)
    while some := list(islice(waiting, MANY)):
        yield "".join(f"{outcome}\n" for outcome in some).encode()


def of_function(draw: Callable[[], object]) -> Iterator[bytes]:
    """The outcomes of a function that draws one at each call."""
    return of_outcomes(draw() for _ in iter(int, 1))


@contextmanager
def of_command(command: Sequence[str], timeout: float) -> Iterator[Iterator[bytes]]:
    """The blocks that a program prints; on leaving, the program is ended.

    It is started as it is, without a shell, and has no input. The blocks raise
    ``SimulatorError`` when it prints nothing for ``timeout`` seconds, and when it ends
    with an exit code but 0; so does entering when it cannot be started.
    """
    try:
        child = Child(command)
    except ScorerError as error:
        raise SimulatorError(str(error)) from None
    with child:
        child.send([])
        yield _printed(child, timeout)


def _printed(child: Child, timeout: float) -> Iterator[bytes]:
    try:
        while block := child.receive(timeout):
            yield block
    except LateError:
        raise SimulatorError(
            f"the simulator printed nothing for {timeout:g} s"
        ) from None
    code = child.end(timeout)
    if code is None:
        raise SimulatorError(
            f"the simulator closed its output, but did not end within {timeout:g} s"
        )
    if code:
        raise SimulatorError(f"the simulator {ending(code)}{child.last_words()}")

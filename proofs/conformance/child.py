"""Ask a scorer that is a program: a position a line in, an integer a line out.

Positions are written by one thread and answers read by another, so neither side waits
for the other however the program buffers: it may answer each line at once, in blocks,
or all at the end. The limit of time holds for the whole, and ends whatever the program
has started too.
"""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, NamedTuple

from trueodds.core.errors import TrueoddsError

BLOCK = 1 << 16


class ScorerError(TrueoddsError):
    """A scorer cannot be started, ends early, is late, or answers no integer."""


class Answers(NamedTuple):
    """What a program answered, and the seconds from its start to the last answer."""

    values: list[int]
    seconds: float


def ask(command: Sequence[str], positions: Sequence[str], timeout: float) -> Answers:
    """Start the program, send all positions, and wait for as many answers.

    ``timeout`` is in seconds, for the whole. Raises ``ScorerError`` naming the first
    answer that is missing or no integer, with the last line of the program's errors.
    """
    with tempfile.TemporaryFile() as errors:
        started = time.perf_counter()
        child = _start(command, errors)
        blocks: SimpleQueue[bytes] = SimpleQueue()
        assert child.stdin
        assert child.stdout
        Thread(target=_write, args=(child.stdin, positions), daemon=True).start()
        Thread(target=_read, args=(child.stdout, blocks), daemon=True).start()
        try:
            text = _lines(blocks, len(positions), started + timeout)
            seconds = time.perf_counter() - started
        except Empty:
            raise ScorerError(
                f"the scorer did not give {_many(len(positions))} within {timeout:g} s"
            ) from None
        finally:
            ended = _end(child)
        lines = text.splitlines()
        if len(lines) < len(positions):
            raise ScorerError(
                f"the scorer ended with exit code {ended} after {len(lines)} of "
                f"{_many(len(positions))}{_last_line(errors)}"
            )
    return Answers(_integers(lines[: len(positions)], positions), seconds)


def _start(command: Sequence[str], errors: IO[bytes]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            # A group of its own, to be ended with all that it started.
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ScorerError(f"cannot start {command[0]!r}: {why}") from None


def _write(pipe: IO[bytes], positions: Sequence[str]) -> None:
    # A program that has seen enough closes its end; its answers tell whether it had.
    with suppress(OSError), pipe:
        pipe.write("".join(f"{position}\n" for position in positions).encode())


def _read(pipe: IO[bytes], blocks: "SimpleQueue[bytes]") -> None:
    with pipe:
        while block := os.read(pipe.fileno(), BLOCK):
            blocks.put(block)
        blocks.put(b"")


def _lines(blocks: "SimpleQueue[bytes]", lines: int, deadline: float) -> bytes:
    """What was answered up to so many lines, or up to the end of the output."""
    found, count = [], 0
    while count < lines:
        block = blocks.get(timeout=max(0, deadline - time.perf_counter()))
        if not block:
            break
        found.append(block)
        count += block.count(b"\n")
    return b"".join(found)


def _end(child: subprocess.Popen[bytes]) -> int:
    """End the program and what it started, if a moment is not enough; its exit code."""
    with suppress(subprocess.TimeoutExpired):
        child.wait(0.2)
    if os.name == "posix":
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
    else:
        child.kill()
    return child.wait()


def _integers(lines: Sequence[bytes], positions: Sequence[str]) -> list[int]:
    values = []
    for line, position in zip(lines, positions, strict=True):
        try:
            values.append(int(line))
        except ValueError:
            shown = line[:60].decode(errors="replace")
            raise ScorerError(
                f"the scorer answered {shown!r} to {position!r}; an integer is right"
            ) from None
    return values


def _many(answers: int) -> str:
    return f"{answers} answer{'s' * (answers != 1)}"


def _last_line(errors: IO[bytes]) -> str:
    errors.seek(0)
    lines = errors.read().decode(errors="replace").strip().splitlines()
    return f": {lines[-1]}" if lines else ""

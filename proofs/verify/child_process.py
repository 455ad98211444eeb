"""A program of somebody else, which reads lines and writes lines, kept in check.

One thread writes to it and two read from it, so that neither side waits for the other
however the program buffers: it may answer each line at once, in blocks, or all at the
end. Little of what it prints is held at a time, so that it waits when it prints faster
than it is read. Whatever it has started ends with it.
"""

import os
import signal
import subprocess
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO, NamedTuple

from trueodds.core.errors import TrueoddsError

BLOCK = 1 << 16
PIECE = 1 << 12
"""Bytes written at a time: few, to see a slow program read."""

BLOCKS_HELD = 16
LONGEST_LINE = 1 << 12
"""Bytes of a line; no integer takes as many."""

GLANCE = 0.2
"""Seconds after which a reader looks up from its wait."""

LAST_WORDS = 1 << 12
MARK = "TRUEODDS_SCORER"
"""A variable in the environment of the program and of all that it starts."""


class ScorerError(TrueoddsError):
    """A scorer cannot be started, ends early, is late, or answers no integer."""


class LateError(ScorerError):
    """A scorer has done nothing for too long."""


class Child:
    """A running program; a context manager, at whose end nothing of it runs any more.

    Raises ``ScorerError`` when the program cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._mark = f"{MARK}={uuid.uuid4().hex}"
        self._running = _start(command, self._mark)
        self._blocks: Queue[bytes] = Queue(BLOCKS_HELD)
        self._line = b""
        self._over = self._ended = False
        self._last_words = b""
        self._fault: BaseException | None = None
        self._moved = time.monotonic()
        assert self._running.stdout
        assert self._running.stderr
        self._listening = _in_background(self._listen, self._running.stderr)
        self._reading = _in_background(self._read, self._running.stdout)

    def __enter__(self) -> "Child":
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def send(self, blocks: Iterable[bytes]) -> None:
        """Write these in the background, then close the program's input."""
        assert self._running.stdin
        _in_background(self._write, self._running.stdin, blocks)

    def receive(self, patience: float, deadline: float = inf) -> bytes:
        """What the program prints next; nothing when its output has ended.

        Raises ``LateError`` after ``patience`` seconds in which it has neither read nor
        written, and at the deadline, on the clock ``time.monotonic``.
        """
        while not self._ended:
            left = min(self._moved + patience, deadline) - time.monotonic()
            try:
                block = self._blocks.get(timeout=max(0, min(left, GLANCE)))
            except Empty:
                if left <= 0:
                    raise LateError from None
                continue
            self._moved = time.monotonic()
            if self._fault:
                raise self._fault
            self._ended = not block
            return block
        return b""

    def lines(self, patience: float, deadline: float = inf) -> Iterator[bytes]:
        """What the program prints, some whole lines at a time, up to its end.

        The last line may lack its line feed, which is put there. Raises ``LateError``
        as ``receive`` does, and ``ScorerError`` for a line that no integer is as long
        as.
        """
        while block := self.receive(patience, deadline):
            size = block.rfind(b"\n") + 1
            # Kept before it is handed out: the caller may not come back.
            whole = self._line + block[:size] if size else b""
            self._line = block[size:] if size else self._line + block
            if whole:
                yield whole
            if len(self._line) > LONGEST_LINE:
                raise ScorerError(
                    f"the scorer printed more than {LONGEST_LINE} bytes in one line: "
                    f"{shown(self._line)}…; an integer is right"
                )
        last, self._line = self._line, b""
        if last.strip():
            yield last + b"\n"

    def abandon(self) -> None:
        """Have whoever waits for the program see its output end; from any thread."""
        self._ended = True

    def end(self, patience: float = 0.2) -> int | None:
        """End the program and what it started; its exit code.

        It is given ``patience`` seconds to end by itself: None when it did not.
        """
        with suppress(subprocess.TimeoutExpired):
            self._running.wait(patience)
        code = self._running.poll()
        self._over = True
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._running.pid, signal.SIGKILL)
            _end_strays(self._mark)
        self._running.kill()
        self._running.wait()
        while self._reading.is_alive():
            try:
                self._blocks.get(timeout=0.05)
            except Empty:
                break
        self._listening.join(0.2)
        return code

    def last_words(self) -> str:
        """The last line that the program wrote to its errors, after a colon."""
        lines = self._last_words.decode(errors="replace").strip().splitlines()
        return f": {lines[-1]}" if lines else ""

    def _write(self, pipe: IO[bytes], blocks: Iterable[bytes]) -> None:
        try:
            # A program that has seen enough closes its end; its answers tell whether
            # it had.
            with suppress(OSError), pipe:
                for block in blocks:
                    rest = memoryview(block)
                    while rest:
                        if self._over:
                            return
                        rest = rest[pipe.write(rest[:PIECE]) :]
                        self._moved = time.monotonic()
        except BaseException as fault:
            self._fault = fault

    def _read(self, pipe: IO[bytes]) -> None:
        with pipe:
            while not self._over and (block := pipe.read(BLOCK)):
                self._blocks.put(block)
            if not self._over:
                self._blocks.put(b"")

    def _listen(self, pipe: IO[bytes]) -> None:
        with pipe:
            while block := pipe.read(BLOCK):
                self._last_words = (self._last_words + block)[-LAST_WORDS:]


class Answers(NamedTuple):
    """What a program answered, and the seconds from its start to the last answer."""

    values: list[int]
    seconds: float


def ask(command: Sequence[str], positions: Sequence[str], timeout: float) -> Answers:
    """Start the program, send all positions, and wait for as many answers.

    ``timeout`` is in seconds, for the whole. Raises ``ScorerError`` naming the first
    answer that is missing or no integer, with the last line of the program's errors.
    """
    text = "".join(f"{position}\n" for position in positions).encode()
    started = time.monotonic()
    blocks, count = [], 0
    with Child(command) as child:
        child.send([text])
        try:
            for block in child.lines(timeout, started + timeout):
                blocks.append(block)
                count += block.count(b"\n")
                if count >= len(positions):
                    break
        except LateError:
            raise ScorerError(
                f"the scorer did not give {_many(len(positions))} within {timeout:g} s"
            ) from None
        seconds = time.monotonic() - started
        if count < len(positions):
            raise ScorerError(
                f"the scorer {ending(child.end())} after {count} of "
                f"{_many(len(positions))}{child.last_words()}"
            )
    lines = b"".join(blocks).split(b"\n")
    return Answers(_integers(lines[: len(positions)], positions), seconds)


def shown(line: bytes) -> str:
    """The beginning of what a program printed, for a message."""
    return repr(line[:60].decode(errors="replace"))


def ending(code: int | None) -> str:
    """How a program ended, by its exit code.

    >>> ending(-9)
    'was ended by SIGKILL'
    """
    if code is None:
        return "closed its output"
    if code < 0:
        with suppress(ValueError):
            return f"was ended by {signal.Signals(-code).name}"
    return f"ended with exit code {code}"


def _start(command: Sequence[str], mark: str) -> subprocess.Popen[bytes]:
    name, _, value = mark.partition("=")
    try:
        return subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {name: value},
            # A group of its own, to be ended with all that it started.
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ScorerError(f"cannot start {command[0]!r}: {why}") from None


def _in_background(work: Callable[..., None], *arguments: object) -> Thread:
    thread = Thread(target=work, args=arguments, daemon=True)
    thread.start()
    return thread


def _end_strays(mark: str) -> None:
    """End what the program started in groups of their own, where /proc tells."""
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if mark.encode() in environment.read_bytes().split(b"\0"):
                os.kill(int(environment.parent.name), signal.SIGKILL)


def _integers(lines: Sequence[bytes], positions: Sequence[str]) -> list[int]:
    values = []
    for line, position in zip(lines, positions, strict=True):
        try:
            values.append(int(line))
        except ValueError:
            raise ScorerError(no_integer(line, position)) from None
    return values


def no_integer(line: bytes, position: str) -> str:
    """What is wrong with an answer."""
    return f"the scorer answered {shown(line)} to {position!r}; an integer is right"


def _many(answers: int) -> str:
    return f"{answers} answer{'s' * (answers != 1)}"

"""A child process that reads lines and writes lines, such as a user's scorer.

One thread writes to the program and two threads read from it, so a deadlock is
impossible however the program buffers: it may answer each line at once, in blocks, or
all at the end. Only a few blocks of its output are held in memory; a program that
prints faster than we read has to wait. When the program ends, every process that it
started is ended, too.

Limits of time are the same on a busy machine: on Linux, the seconds in which the
program waits for a processor do not count.
"""

import os
import select
import signal
import subprocess
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from math import inf, nan
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO, NamedTuple, TypeAlias

from trueodds.core import games, rulebook
from trueodds.core.errors import TrueoddsError
from trueodds.core.exact.digits import counted
from trueodds.proofs.verify.scorer.protocol import in_full, integers, with_refusals

BLOCK = 1 << 16
PIECE = 1 << 12
"""Bytes written at a time. Small pieces show that a slow program is still reading."""

BLOCKS_HELD = 16
LONGEST_LINE = 1 << 12
"""Upper limit on the bytes of a line. An integer is far shorter."""

GLANCE = 0.2
"""Seconds between two checks of a reader that waits for output."""

PATIENCE = 2.0
"""Seconds that a program may take to end after its output has ended."""

LAST_WORDS = 5.0
"""Seconds in which a stray process may keep standard error open after the end."""

ERROR_TAIL = 1 << 12
"""Bytes kept of what the program writes to standard error."""

MEANT = {
    ".py": "-- python FILE, or --python FILE for its function",
    ".js": "-- node FILE",
    ".txt": "--file FILE (outcomes), or --answers FILE",
    ".csv": "--counts FILE (outcomes), or --answers FILE",
}
"""The options that a file stands for which is given in place of a program."""

MARK = "TRUEODDS_SCORER"
"""Environment variable that marks the program and all processes it starts."""


class ScorerError(TrueoddsError):
    """The error for a scorer that does not start, ends early or is late.

    It is also raised for an answer that is not an integer.
    """


class LateError(ScorerError):
    """The error for a scorer that has neither read nor written for too long."""


class Child:
    """A running program, as a context manager that ends it and all it started.

    ``command`` is its command line, as words. Raises ``ScorerError`` when the program
    cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._mark = f"{MARK}={uuid.uuid4().hex}"
        self._started = self._moved = time.monotonic()
        self._running = _start(command, self._mark)
        # Bounded: the thread that reads waits, and so does a program that prints too
        # fast.
        self._blocks: Queue[bytes] = Queue(BLOCKS_HELD)
        self._line = b""
        self._over = self._ended = False
        self._last_words = b""
        self._fault: BaseException | None = None
        self._waited = 0.0
        assert self._running.stdout
        assert self._running.stderr
        self._listening = _in_background(self._listen, self._running.stderr)
        self._reading = _in_background(self._read, self._running.stdout)

    def __enter__(self) -> "Child":
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def send(self, blocks: Iterable[bytes]) -> None:
        """Write the blocks of input in the background, then close the input."""
        assert self._running.stdin
        _in_background(self._write, self._running.stdin, blocks)

    def seconds(self) -> float:
        """Return the seconds since the start, less the wait for a processor."""
        with suppress(OSError, IndexError):
            times = Path(f"/proc/{self._running.pid}/schedstat").read_text().split()
            # The second number is the time on the run queue, in nanoseconds.
            self._waited = int(times[1]) / 1e9
        return time.monotonic() - self._started - self._waited

    def receive(self, patience: float, deadline: float = inf) -> bytes:
        """Return the next block of output; it is empty when the output has ended.

        The output also ends when the program has ended, even if a process that it
        started keeps the pipe open and stays silent. Raises ``LateError`` after
        ``patience`` seconds in which the program has neither read nor written. It is
        also raised once ``deadline`` seconds have passed since the start and no block
        is there. The wait for a processor does not count. An exception in the blocks
        that ``send`` writes is raised here.
        """
        dead = False
        # ``nan`` differs from every time, so the first look starts the wait.
        moved = silent_since = nan
        while not self._ended:
            try:
                block = self._blocks.get(timeout=min(patience, GLANCE))
            except Empty:
                now = self.seconds()
                if moved != self._moved:
                    moved = self._moved
                    silent_since = now
                # The last blocks may still be on their way, so look once more.
                if dead and not self._readable():
                    self._ended = True
                    return b""
                dead = self._running.poll() is not None
                # Silence counts only while the program does not read either.
                if now - silent_since >= patience or now >= deadline:
                    raise LateError from None
                continue
            dead = False
            self._moved = time.monotonic()
            # A fault of our own positions, raised in the thread that writes.
            if self._fault:
                raise self._fault
            self._ended = not block
            return block
        return b""

    def _readable(self) -> bool:
        """Return True if the pipe holds output that was not read yet."""
        assert self._running.stdout
        # The reader may close the pipe at any time; Windows cannot look into one.
        with suppress(OSError, ValueError):
            return bool(select.select([self._running.stdout], [], [], 0)[0])
        return False

    def lines(self, patience: float, deadline: float = inf) -> Iterator[bytes]:
        """Yield the output as blocks of whole lines, up to its end.

        A missing line feed at the very end is added. Raises ``LateError`` after
        ``patience`` seconds in which the program has neither read nor written. It is
        also raised once ``deadline`` seconds have passed since the start and no output
        is there. The wait for a processor does not count. Raises ``ScorerError`` for a
        line that is too long.
        """
        # A block may end in the middle of a line.
        while block := self.receive(patience, deadline):
            size = block.rfind(b"\n") + 1
            # Keep the rest before yielding: the caller may not come back.
            whole = self._line + block[:size] if size else b""
            self._line = block[size:] if size else self._line + block
            if whole:
                yield whole
            # A program that never ends a line would fill the memory.
            if len(self._line) > LONGEST_LINE:
                raise ScorerError(
                    f"the scorer printed more than {LONGEST_LINE} bytes in one line: "
                    f"{shown(self._line)}…; expected an integer"
                )
        last = self._line
        self._line = b""
        # A program may end without a last line feed.
        if last.strip():
            yield last + b"\n"

    def abandon(self) -> None:
        """Make ``receive``, if it waits, return the end of the output.

        Any thread may call this.
        """
        self._ended = True

    def end(self, patience: float = 0.2) -> int | None:
        """End the program and all it started, and return the program's exit code.

        The program has ``patience`` seconds to end by itself. The exit code is None if
        it did not.
        """
        with suppress(subprocess.TimeoutExpired):
            self._running.wait(patience)
        code = self._running.poll()
        # The threads that write and read see this, and stop.
        self._over = True
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                # The program leads a session of its own, so this ends its children too,
                # but not us.
                os.killpg(self._running.pid, signal.SIGKILL)
            _end_strays(self._mark)
        self._running.kill()
        self._running.wait()
        # The thread that reads may wait for room in the queue, so the queue is emptied.
        while self._reading.is_alive():
            try:
                self._blocks.get(timeout=0.05)
            except Empty:
                break
        # The last words are complete when standard error has ended.
        self._listening.join(LAST_WORDS)
        return code

    def last_words(self) -> str:
        """Return ": " and the last line of the program's standard error, for a message.

        The last line of an error of Node.js is its version. In its place, the line with
        the error is returned.
        """
        lines = self._last_words.decode(errors="replace").strip().splitlines()
        if lines and lines[-1].startswith("Node.js v"):
            lines = [line for line in lines if "Error:" in line] or lines
        return f": {lines[-1]}" if lines else ""

    def traceback(self) -> str:
        """Return the Python traceback in the program's standard error, or ""."""
        text = self._last_words.decode(errors="replace").strip()
        _, begin, rest = text.rpartition("Traceback (most recent call last)")
        return begin and begin + rest

    def _write(self, pipe: IO[bytes], blocks: Iterable[bytes]) -> None:
        try:
            # A program may close its input early; its answers show whether it read
            # enough.
            with suppress(OSError), pipe:
                for block in blocks:
                    # Without a copy of the rest for each piece.
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
                # Read to its end, since a full pipe of errors would stop the program.
                self._last_words = (self._last_words + block)[-ERROR_TAIL:]


class ProgramAnswers(NamedTuple):
    """Answers of a program, and the seconds from its start to the last answer.

    The seconds in which the program waits for a processor do not count.
    """

    values: list[int]
    seconds: float


Function: TypeAlias = Callable[[str], object]
Scorer: TypeAlias = Sequence[str] | Function
"""A command, or a function of this process that takes a position's text."""


def answers_of(function: Function, positions: Iterable[str]) -> bytes:
    """Return the lines that a function of this process answers to positions.

    ``function`` takes the text of a position, and its result is the line. Raises
    ``ScorerError`` from the exception when the function raises.
    """
    answers = []
    for position in positions:
        try:
            answers.append(f"{function(position)}\n")
        except Exception as error:  # whatever the user's function raises
            raise ScorerError(
                f"the scorer raised {type(error).__name__} at {position!r}: {error}"
            ) from error
    return "".join(answers).encode()


def ask(
    command: Scorer,
    positions: Sequence[str],
    timeout: float,
    *,
    refusals: bool = False,
) -> ProgramAnswers:
    """Start the program, send all positions, and wait for one answer to each.

    ``command`` is the program's command line, or a function of this process, which is
    called without a limit of time. ``timeout`` is in seconds, for the whole run of a
    program. With ``refusals``, an answer ``refused``, or one that begins with
    ``error``, is read as -1: the scorer refuses the position. Raises ``ScorerError``
    when an answer is missing or is not an integer, with the last line that the program
    wrote to standard error.
    """
    if callable(command):
        started = time.thread_time()
        answered = answers_of(command, positions)
        if refusals:
            answered = with_refusals(answered)
        return _answers(answered, positions, time.thread_time() - started)
    wanted = counted(len(positions), "answers")
    text = "".join(f"{position}\n" for position in positions).encode()
    blocks = []
    count = 0
    with Child(command) as child:
        child.send([text])
        try:
            # Both limits are the same: this run is short, and has one limit for all of
            # it.
            for block in child.lines(timeout, timeout):
                blocks.append(block)
                count += block.count(b"\n")
                if count >= len(positions):
                    break
        except LateError:
            raise ScorerError(
                f"the scorer did not give {wanted} within {timeout:g} s"
            ) from None
        seconds = child.seconds()
        if count < len(positions):
            raise ScorerError(
                f"the scorer {ending(child.end(PATIENCE))} after {count} of {wanted}"
                f"{child.last_words()}"
            )
    # After the program has ended, so that no time of ours is counted as its own.
    answered = b"".join(blocks)
    if refusals:
        answered = with_refusals(answered)
    return _answers(answered, positions, seconds)


def _answers(text: bytes, positions: Sequence[str], seconds: float) -> ProgramAnswers:
    """Read one integer for each position."""
    # Lines after the last answer are not looked at.
    values = integers(text).values[: len(positions)].tolist()
    if len(values) < len(positions):
        line = text.split(b"\n")[len(values)]
        raise ScorerError(no_integer(line, positions[len(values)]))
    return ProgramAnswers(
        [in_full(text, n, value) for n, value in enumerate(values)], seconds
    )


def shown(line: bytes) -> str:
    """Return the beginning of a printed line in quotes, for a message."""
    return repr(line[:60].decode(errors="replace"))


def ending(code: int | None) -> str:
    """Describe how a program ended, from its exit code.

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
            # A process group of its own, so that all of it can be ended.
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        message = f"cannot start {command[0]!r}: {why}{_meant(command[0])}"
        raise ScorerError(message) from None


def _meant(word: str) -> str:
    """Return a hint at the options that were meant by a word that is no program."""
    path = Path(word)
    options = ""
    if path.is_file():
        options = MEANT.get(path.suffix, "-- sh FILE")
    elif any(word in names for names in games.each(rulebook.preset_names).values()):
        options = "--rules FILE"
    return options and f"; did you mean {options.replace('FILE', word)}?"


def _in_background(work: Callable[..., None], *arguments: object) -> Thread:
    thread = Thread(target=work, args=arguments, daemon=True)
    thread.start()
    return thread


def _end_strays(mark: str) -> None:
    """End processes that the program started in other groups, found through /proc."""
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            # Children inherit the variable, even if they leave the session.
            if mark.encode() in environment.read_bytes().split(b"\0"):
                os.kill(int(environment.parent.name), signal.SIGKILL)


def no_integer(line: bytes, position: str) -> str:
    """Return the message for an answer ``line`` that is not an integer."""
    return f"the scorer answered {shown(line)} to {position!r}; expected an integer"

"""Parser of outcomes, one per line: from blocks of bytes to arrays of numbers.

All words of a block are looked up at once, as the integers that their bytes form. Only
words that are not literally an outcome are read one by one. The unfinished last line of
a block waits for the next block, so memory does not grow with the stream.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.dice import FACE_NUMBERS
from trueodds.core.errors import PositionError, TrueoddsError
from trueodds.proofs.verify.simulator.outcomes import OutcomeDistribution, OutcomeError
from trueodds.proofs.verify.simulator.sources import SimulatorError, from_outcomes

Array: TypeAlias = NDArray[Any]

FIRST = 20
"""The number of first lines from which the kind of outcome is recognised."""

KEPT = 1 << 14
"""Upper limit on the lines whose outcome is kept for when they come again."""

SHORT = 1 << 8
"""Upper limit on the bytes of such a line."""

WORD = 8
"""Bytes in a 64-bit integer."""

LONGEST = 1 << 16
"""Upper limit on the bytes of an unfinished line."""

BLANK = -1
UNKNOWN = -2


@dataclass(frozen=True, slots=True)
class Impossible:
    """An outcome that cannot occur, and its line, counted from 1."""

    line: int
    outcome: str


def first_lines(blocks: Iterable[bytes]) -> tuple[list[str], Iterator[bytes]]:
    """Return the first lines that are not blank, and the blocks of the whole output.

    ``blocks`` are consecutive bytes of a program's output. At most 20 lines are
    returned. An error of reading, or Ctrl-C, is not raised here. The blocks that are
    returned raise it, after the lines that were read before it.
    """
    waiting = iter(blocks)
    head = b""
    fault: BaseException | None = None
    try:
        while head.count(b"\n") < FIRST and len(head) <= LONGEST:
            head += next(waiting)
    except (StopIteration, TrueoddsError, KeyboardInterrupt) as error:
        fault = error

    def again() -> Iterator[bytes]:
        yield head
        # What was read before the fault is judged first.
        if fault and not isinstance(fault, StopIteration):
            raise fault
        yield from waiting

    # The last line may be unfinished, so it shows nothing.
    lines = _text(head).split("\n")[:-1]
    return [line.strip() for line in lines if line.strip()][:FIRST], again()


def _text(line: bytes) -> str:
    """Return the text of a line, with numbers for ⚀ to ⚅."""
    return line.decode("utf-8-sig", "replace").translate(FACE_NUMBERS)


def relined(
    blocks: Iterable[bytes], lines_of: Callable[[Iterable[str]], Iterable[str]]
) -> Iterator[bytes]:
    r"""Pass the lines of blocks through a function, and yield its lines as blocks.

    ``blocks`` are consecutive bytes of a program's output. An error of the blocks, or
    Ctrl-C, comes after the lines before it. An unfinished last line stays as it is.

    >>> b"".join(relined([b"2\n1", b"\n3\n4"], lambda lines: map("+".join, lines)))
    b'2\n1\n3\n4'
    """
    tail = b""
    fault: BaseException | None = None

    def lines() -> Iterator[str]:
        nonlocal tail, fault
        try:
            for block in blocks:
                *whole, tail = (tail + block).split(b"\n")
                yield from map(_text, whole)
                # A stream without line feeds would fill the memory.
                if len(tail) > LONGEST:
                    break
        except (TrueoddsError, KeyboardInterrupt) as error:
            fault = error

    try:
        yield from from_outcomes(lines_of(lines()))
    except PositionError as error:
        raise SimulatorError(str(error)) from None
    yield tail
    if fault:
        raise fault


class Block(NamedTuple):
    """The numbers of some outcomes, up to the first faulty or impossible line.

    An outcome's number is its index in the list of the kind's possible outcomes.
    ``codes`` has these numbers. If the cards of an outcome count, too, its code is a
    single integer for its number and its cards. For recorded shoes, ``codes`` has a row
    of cards for each shoe. ``fault`` is the impossible outcome or the error of the line
    that ended the reading, or None.
    """

    codes: Array
    fault: Impossible | OutcomeError | None = None


class Lines:
    """A parser of lines of output with one outcome each.

    ``known`` is the kind of outcome. An outcome's number is its place in
    ``known.outcomes``, from 0.
    """

    def __init__(self, known: OutcomeDistribution) -> None:
        self._known = known
        self._numbers = known.numbers
        self._words = {text.encode(): number for text, number in self._numbers.items()}
        # Words of up to eight bytes are 64-bit integers, sorted for a binary search.
        blank = {b"": BLANK}
        short = sorted(
            (int.from_bytes(word, "little"), number)
            for word, number in (blank | self._words).items()
            if len(word) <= WORD
        )
        self._keys = np.array([key for key, _ in short], np.uint64)
        self._number_of_key = np.array([number for _, number in short], np.int64)
        self._longest = min(max(map(len, self._words)), WORD)
        self.unfinished = b""
        self.lines = 0

    def read(self, block: bytes) -> Block:
        """Return the numbers of the outcomes in the lines that end in this block.

        A block is consecutive bytes of a program's output. Blank lines are skipped. A
        line that goes on in the next block is kept for it.
        """
        head, feed, tail = block.rpartition(b"\n")
        if not feed:
            self.unfinished += tail
            long = len(self.unfinished) > LONGEST
            fault = self._fault(0, f"more than {LONGEST} bytes") if long else None
            return Block(np.zeros(0, np.int64), fault)
        # A line may begin in an earlier block.
        text = (self.unfinished + head + feed).replace(b"\r\n", b"\n")
        self.unfinished = tail
        codes, starts, ends = self._look_up(np.frombuffer(text, np.uint8))
        stop: Impossible | OutcomeError | None = None
        for place in np.flatnonzero(codes == UNKNOWN):
            result = self._read(text[starts[place] : ends[place]], int(place))
            if not isinstance(result, int):
                # Outcomes before the fault still count as evidence.
                codes = codes[:place]
                stop = result
                break
            codes[place] = result
        # Blank lines count here, so that a message has the line of an editor.
        self.lines += len(codes)
        return Block(codes[codes != BLANK], stop)

    def _look_up(self, text: Array) -> tuple[Array, Array, Array]:
        """Return each line's number (or ``UNKNOWN``), its start and its end."""
        ends = np.flatnonzero(text == ord("\n"))
        starts = np.concatenate(([0], ends[:-1] + 1))
        lengths = ends - starts
        keys = np.zeros(len(ends), np.uint64)
        for place in range(self._longest):
            byte = text[np.minimum(starts + place, len(text) - 1)].astype(np.uint64)
            # Bytes after a line's end belong to the next line.
            byte[lengths <= place] = 0
            keys |= byte << np.uint64(8 * place)
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        # A longer line may begin with the bytes of an outcome.
        known = (self._keys[at] == keys) & (lengths <= self._longest)
        return np.where(known, self._number_of_key[at], UNKNOWN), starts, ends

    def _read(self, line: bytes, place: int) -> int | Impossible | OutcomeError:
        """Read a line that is not literally an outcome, or return its fault."""
        if line in self._words:
            return self._words[line]
        word = _text(line[:LONGEST]).strip()
        if not word:
            return BLANK
        try:
            outcome = self._known.read(word)
        except OutcomeError as error:
            return self._fault(place, str(error))
        if outcome in self._numbers:
            number = self._numbers[outcome]
            if self._known.packed:
                number = self._known.packed(number, word)
            # A stream of ever new lines costs no more memory than this. A parser of
            # shoes has to see every line.
            short = len(line) <= SHORT and not self._known.parser
            if len(self._words) < KEPT and short:
                self._words[line] = number
            return number
        return Impossible(self.lines + place + 1, outcome)

    def _fault(self, place: int, what: str) -> OutcomeError:
        return OutcomeError(f"line {self.lines + place + 1}: {what}")

"""Outcomes, a line each, as numbers: blocks of bytes in, arrays out.

The words of a block are looked up all at once, as the numbers that their bytes make;
only those that the law does not have as they stand are read one by one. What a block
ends with waits for the next one, so memory does not grow with the stream.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.proofs.verify.simulator.outcomes import OutcomeError, OutcomeLaw

Array: TypeAlias = NDArray[Any]

WORD = 8
"""Bytes that make one number of 64 bits."""

LONGEST = 1 << 16
"""Bytes of an unfinished line that are kept."""

BLANK, UNKNOWN = -1, -2


@dataclass(frozen=True, slots=True)
class Impossible:
    """An outcome that cannot occur, and its line, counted from 1."""

    line: int
    outcome: str


class Block(NamedTuple):
    """Outcomes by number, up to the first that is impossible or none at all."""

    codes: Array
    fault: Impossible | OutcomeError | None = None


class Lines:
    """Reads a stream of outcomes; they are numbered as ``law.outcomes`` are."""

    def __init__(self, law: OutcomeLaw) -> None:
        self._law = law
        self._numbers = {text: number for number, text in enumerate(law.outcomes)}
        self._known = {text.encode(): number for text, number in self._numbers.items()}
        short = sorted(
            (int.from_bytes(word, "little"), number)
            for word, number in self._known.items()
            if len(word) <= WORD
        )
        self._keys = np.array([key for key, _ in short], np.uint64)
        self._of_key = np.array([number for _, number in short], np.int64)
        self._longest = min(max(map(len, self._known)), WORD)
        self.unfinished = b""
        self.lines = 0

    def read(self, block: bytes) -> Block:
        """The outcomes of the lines that end in this block; blank lines are none."""
        head, feed, tail = block.rpartition(b"\n")
        if not feed:
            self.unfinished += tail
            if len(self.unfinished) <= LONGEST:
                return Block(np.zeros(0, np.int64))
            return Block(np.zeros(0, np.int64), self._fault(0, "a line without an end"))
        text = (self.unfinished + head + feed).replace(b"\r\n", b"\n")
        self.unfinished = tail
        codes, starts, ends = self._look_up(np.frombuffer(text, np.uint8))
        fault: Impossible | OutcomeError | None = None
        for place in np.flatnonzero(codes == UNKNOWN):
            try:
                found = self._read(text[starts[place] : ends[place]], int(place))
            except OutcomeError as error:
                fault = error
            else:
                if isinstance(found, int):
                    codes[place] = found
                    continue
                fault = found
            codes = codes[:place]
            break
        self.lines += len(codes)
        return Block(codes[codes != BLANK], fault)

    def _look_up(self, text: Array) -> tuple[Array, Array, Array]:
        """The number of each line, ``UNKNOWN`` where it has to be read; its ends."""
        ends = np.flatnonzero(text == ord("\n"))
        starts = np.concatenate(([0], ends[:-1] + 1))
        lengths = ends - starts
        keys = np.zeros(len(ends), np.uint64)
        for place in range(self._longest):
            byte = text[np.minimum(starts + place, len(text) - 1)].astype(np.uint64)
            byte[lengths <= place] = 0
            keys |= byte << np.uint64(8 * place)
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        known = (self._keys[at] == keys) & (lengths <= self._longest)
        return np.where(known, self._of_key[at], UNKNOWN), starts, ends

    def _read(self, line: bytes, place: int) -> int | Impossible:
        """A line that is not in the law as it stands."""
        if line in self._known:
            return self._known[line]
        word = line[:LONGEST].decode("utf-8", "replace").strip()
        if not word:
            return BLANK
        try:
            outcome = self._law.read(word)
        except OutcomeError as error:
            raise self._fault(place, str(error)) from None
        if outcome in self._numbers:
            return self._numbers[outcome]
        return Impossible(self.lines + place + 1, outcome)

    def _fault(self, place: int, what: str) -> OutcomeError:
        return OutcomeError(f"line {self.lines + place + 1}: {what}")

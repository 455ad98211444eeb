"""A stretch of a walk put to one running scorer: what it answers, held against ours.

The stretch is written in batches while answers are read, whatever the scorer has
answered so far; only faults are kept.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from trueodds.proofs.verify.child_process import (
    Child,
    LateError,
    ScorerError,
    ending,
    no_integer,
)
from trueodds.proofs.verify.positions.order import Walk
from trueodds.proofs.verify.scorer.protocol import LARGEST, integers

BATCH = 1 << 13
KEPT = 1000
"""Disagreements that are kept; all are counted."""

LAST_ANSWERS = 5.0
"""Seconds for a scorer to end once its input has."""


class Disagreement(NamedTuple):
    """Where a scorer went wrong: the place in the walk, and what it answered."""

    place: int
    got: int


@dataclass
class Stretch:
    """The places ``start`` to ``stop`` of a walk, and what came of them so far.

    ``done`` have been compared, ``wrong`` of them were wrong; ``fault`` is why nothing
    more can be compared, if so, and ``garbled`` that no answer can be relied on, since
    there were more or fewer of them than positions. ``ended``: so many were wrong that
    it stopped early.
    """

    start: int
    stop: int
    done: int = 0
    wrong: int = 0
    kept: list[Disagreement] = field(default_factory=list)
    fault: str = ""
    garbled: bool = False
    notes: list[str] = field(default_factory=list)
    sent: int = 0
    ended: bool = False
    halted: bool = False
    child: Child | None = None

    @property
    def place(self) -> int:
        """Where the next answer belongs."""
        return self.start + self.done

    @property
    def left(self) -> int:
        """Positions that have not been compared."""
        return self.stop - self.place

    def put(
        self, walk: Walk, command: Sequence[str], *, timeout: float, limit: int | None
    ) -> None:
        """Put the stretch to a scorer, up to so many wrong answers.

        ``timeout`` is how many seconds it may neither read nor answer. What goes wrong
        with the scorer is told in ``fault``; nothing is raised.
        """
        try:
            with Child(command) as child:
                self.child = child
                if self.halted:
                    child.abandon()
                child.send(self._batches(walk))
                try:
                    self._converse(child, walk, timeout, limit)
                except LateError:
                    self.fault = (
                        f"the scorer neither read nor answered for {timeout:g} s "
                        f"after {self._so_far()}"
                    )
        except ScorerError as error:
            self.fault = str(error)
        finally:
            self.child = None

    def halt(self) -> None:
        """Stop early, from another thread; what has been compared stays."""
        if not self.ended:
            self.halted = True
            if child := self.child:
                child.abandon()

    def _batches(self, walk: Walk) -> Iterator[bytes]:
        for start in range(self.place, self.stop, BATCH):
            if self.ended or self.halted:
                return
            stop = min(start + BATCH, self.stop)
            self.sent = stop - self.start
            yield walk.text(start, stop)

    def _converse(
        self, child: Child, walk: Walk, timeout: float, limit: int | None
    ) -> None:
        lines = child.lines(timeout)
        for text in lines:
            beyond = self._compare(text, walk, limit)
            if self.fault or self.halted:
                return
            if self.ended or not self.left:
                self._finish(child, beyond)
                return
        if self.halted:
            return
        code = child.end()
        self.fault = (
            f"the scorer {ending(code)} after {self._so_far()}{child.last_words()}"
        )
        # It left out answers, nobody knows to which positions.
        self.garbled = not code

    def _compare(self, text: bytes, walk: Walk, limit: int | None) -> int:
        """Compare some answers; how many lines there are beyond the last one."""
        answers = integers(text)
        values = answers.values[: self.left]
        if len(values) > self.sent - self.done:
            self._garble()
            return 0
        right = walk.values(self.place, self.place + len(values))
        wrong = np.flatnonzero(values != right)
        if limit is not None and len(wrong) >= limit - self.wrong:
            wrong = wrong[: limit - self.wrong]
            values = values[: wrong[-1] + 1]
            self.ended = True
        for at in map(int, wrong[: KEPT - len(self.kept)]):
            self.kept.append(Disagreement(self.place + at, _got(text, values, at)))
        self.wrong += len(wrong)
        self.done += len(values)
        if answers.fault >= 0 and self.left and not self.ended:
            line = text[answers.fault :].partition(b"\n")[0]
            self.fault = no_integer(line, walk.position(self.place))
        return _filled(text, len(values)) if self.ended or not self.left else 0

    def _finish(self, child: Child, beyond: int) -> None:
        """See whether there were as many lines as positions."""
        answered, code = self.done + beyond, None
        try:
            until = time.monotonic() + LAST_ANSWERS
            for text in child.lines(LAST_ANSWERS, until):
                answered += _filled(text)
                if answered > self.sent:
                    break
            else:
                code = child.end()
        except LateError:
            self.notes.append(
                f"it did not end within {LAST_ANSWERS:g} s of the end of its input"
            )
        except ScorerError as error:
            self.notes.append(str(error))
        if self.halted:
            return
        if answered > self.sent or (code == 0 and answered < self.sent):
            self._garble()
        elif code:
            self.notes.append(f"after its last answer it {ending(code)}")

    def _garble(self) -> None:
        self.garbled = True
        self.fault = (
            "the scorer does not print one line for each position, so nobody can tell "
            "which answer is to which"
        )

    def _so_far(self) -> str:
        return f"{self.done:,} of {self.stop - self.start:,} answers"


def _filled(text: bytes, first: int = 0) -> int:
    """The lines that are not blank, from the ``first`` on."""
    return sum(bool(line.strip()) for line in text.split(b"\n")[first:])


def _got(text: bytes, values: Any, at: int) -> int:
    """An answer in full, where it was too large for the array."""
    value = int(values[at])
    if abs(value) == LARGEST:
        with suppress(ValueError):  # Python reads 4,300 digits
            return int(text.split(b"\n")[at])
    return value

"""A chunk of positions sent to one running scorer, and its answers compared with ours.

The chunk is written in batches while answers are read, whatever the scorer has answered
so far. Only wrong answers are kept.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

import numpy as np

from trueodds.proofs.verify.child_process import (
    PATIENCE,
    Child,
    LateError,
    Scorer,
    ScorerError,
    answers_of,
    ending,
    no_integer,
    shown,
)
from trueodds.proofs.verify.positions.order import Order, SpaceOrder
from trueodds.proofs.verify.scorer.protocol import in_full, integers, with_refusals
from trueodds.proofs.verify.scorer.serve import CANNOT_LOAD

BATCH = 1 << 13
KEPT = 60_000
"""Number of wrong answers that are kept as examples; all are counted."""

LAST_ANSWERS = 5.0
"""Seconds that a scorer may take to end after its input has ended."""

DECIMALS = "some answers were written like 29.0; they were read as integers"


class Disagreement(NamedTuple):
    """A wrong answer ``got``, and the place of its position in the order sent.

    The first position sent has the place 0.
    """

    place: int
    got: int


@dataclass
class Chunk:
    """The positions at the places ``start`` to ``stop`` - 1, and the result so far.

    A place is the number of a position in the order sent, from 0.

    Attributes:
        start: The first place.
        stop: The place after the last.
        done: The number of answers that have been compared.
        wrong: The number of wrong answers among them.
        kept: The first wrong answers, at most 60,000.
        fault: The reason why no more answers can be compared.
        garbled: True if there are more or fewer lines than positions, so that no answer
            can be assigned to its position.
        notes: Notes on how the scorer printed its answers or ended.
        sent: The number of positions that were sent.
        ended: True if the chunk ended early because of its wrong answers.
        halted: True if another thread ended the chunk early.
        child: The running scorer, or None.
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
        """The place of the next position whose answer is to be compared.

        A place is the number of a position in the order sent, from 0.
        """
        return self.start + self.done

    @property
    def left(self) -> int:
        """The number of positions of the chunk whose answers have not been compared."""
        return self.stop - self.place

    def send(
        self, order: Order, scorer: Scorer, *, timeout: float, limit: int | None
    ) -> None:
        """Send the positions to a scorer, and compare its answers.

        ``order`` has all positions of the run; those of the chunk are sent. Stop after
        ``limit`` wrong answers; None is no limit. ``timeout`` is the number of seconds
        in which a program may neither read nor answer. Failures of the scorer are
        recorded in ``fault``; nothing is raised.
        """
        try:
            if callable(scorer):
                for block in self._batches(order):
                    positions = block.decode().splitlines()
                    self._compare(answers_of(scorer, positions), order, limit)
                return
            with Child(scorer) as child:
                self.child = child
                # Another thread may have ended the chunk before there was a process to
                # end.
                if self.halted:
                    child.abandon()
                # The child writes in a thread of its own. A scorer that prints only at
                # the end of its input would block a writer that waits for answers.
                child.send(self._batches(order))
                try:
                    self._converse(child, order, timeout, limit)
                except LateError:
                    self.fault = (
                        f"the scorer neither read nor answered for {timeout:g} s "
                        f"after {self._answers()}{self._next(order)}"
                    )
        except ScorerError as error:
            self.fault = str(error)
        finally:
            self.child = None

    def halt(self) -> None:
        """Stop the chunk early, from another thread; the comparisons so far stay."""
        if not self.ended:
            self.halted = True
            if child := self.child:
                child.abandon()

    def _batches(self, order: Order) -> Iterator[bytes]:
        for start in range(self.place, self.stop, BATCH):
            # The generator runs in the thread that writes: this is how it learns of the
            # end.
            if self.ended or self.halted or self.fault:
                return
            stop = min(start + BATCH, self.stop)
            # Counted before it is written, so that no answer can overtake the count.
            self.sent = stop - self.start
            yield order.text(start, stop)

    def _converse(
        self, child: Child, order: Order, timeout: float, limit: int | None
    ) -> None:
        lines = child.lines(timeout)
        for text in lines:
            extra = self._compare(text, order, limit)
            if self.fault or self.halted:
                return
            # All answers are here. What the scorer still prints decides if they were
            # one a line.
            if self.ended or not self.left:
                self._finish(child, extra)
                return
        if self.halted:
            return
        # The output has ended before the last answer.
        code = child.end(PATIENCE)
        # Our own server found no such function: its message says all.
        if code == CANNOT_LOAD and not self.done:
            self.fault = child.last_words().removeprefix(": ")
        else:
            silent = "" if self.done or code else "printed nothing: it "
            self.fault = (
                f"the scorer {silent}{ending(code)} after "
                f"{self._answers()}{child.last_words()}{self._next(order)}"
            )
            # Without an error, answers are missing at unknown positions.
            self.garbled = not code
            if trace := child.traceback():
                self.notes.append(trace)

    def _compare(self, text: bytes, order: Order, limit: int | None) -> list[bytes]:
        """Compare some answers, and return the lines after the last answer."""
        # Numbers alone take the fast path. Only then are refusals replaced, if the game
        # has any.
        answers = integers(text)
        if (
            answers.fault >= 0
            and isinstance(order, SpaceOrder)
            and order.space.refusals
        ):
            text = with_refusals(text)
            answers = integers(text)
        # More lines than positions are counted in ``_finish``.
        values = answers.values[: self.left]
        # An answer to a position that was not sent yet: lines and positions do not
        # match.
        if len(values) > self.sent - self.done:
            self._garble("more", _filled(text, self.sent - self.done))
            return []
        right = order.values(self.place, self.place + len(values))
        wrong = np.flatnonzero(values != right)
        if limit is not None and len(wrong) >= limit - self.wrong:
            wrong = wrong[: limit - self.wrong]
            # Answers after the last wrong one that is allowed are not compared.
            values = values[: wrong[-1] + 1]
            self.ended = True
        for at in map(int, wrong[: KEPT - len(self.kept)]):
            got = in_full(text, at, int(values[at]))
            self.kept.append(Disagreement(self.place + at, got))
        self.wrong += len(wrong)
        self.done += len(values)
        if answers.decimals:
            self.notes.append(DECIMALS)
        # After the last answer, a line that is no integer is only a line too many.
        if answers.fault >= 0 and self.left and not self.ended:
            line = text[answers.fault :].partition(b"\n")[0]
            self.fault = no_integer(line, order.position(self.place))
        return _filled(text, len(values)) if self.ended or not self.left else []

    def _finish(self, child: Child, extra: list[bytes]) -> None:
        """Compare the number of lines with the number of positions."""
        answered = self.done
        code = None
        surplus: list[bytes] = []
        # A chunk that ended early waits no longer than this for a scorer that goes on
        # answering.
        until = child.seconds() + LAST_ANSWERS
        try:
            for lines in chain([extra], map(_filled, child.lines(LAST_ANSWERS, until))):
                surplus = surplus or lines[max(0, self.sent - answered) :][:1]
                answered += len(lines)
                if child.seconds() > until:
                    break
            else:
                code = child.end(PATIENCE)
        except LateError:
            # A scorer that was stopped early may still have answers to give.
            if not self.ended:
                self.notes.append(
                    f"it did not end within {LAST_ANSWERS:g} s of the end of its input"
                )
        except ScorerError as error:
            self.notes.append(str(error))
        if self.halted:
            return
        # With a line more or less than positions, no answer belongs surely to its
        # position. A scorer that failed after its last answer has printed them all.
        if surplus or (code == 0 and answered < self.sent):
            self._garble(f"{answered:,}", surplus)
        elif code:
            self.notes.append(f"after its last answer it {ending(code)}")

    def _garble(self, lines: str, extra: Sequence[bytes] = ()) -> None:
        self.garbled = True
        self.fault = (
            "the scorer does not print one line for each position: "
            f"{lines} lines for {self.sent:,} positions"
        )
        if extra:
            self.fault += f"; the first extra line is {shown(extra[0])}"

    def _answers(self) -> str:
        return f"{self.done:,} of {self.stop - self.start:,} answers"

    def _next(self, order: Order) -> str:
        """Return a clause that names the first position without an answer."""
        if not self.left:
            return ""
        before = f", after {order.position(self.place - 1)!r}" if self.done else ""
        position = repr(order.position(self.place))
        return f"; the first position without an answer is {position}{before}"


def _filled(text: bytes, first: int = 0) -> list[bytes]:
    """Return the lines that are not blank, from the ``first`` on."""
    return [line for line in text.split(b"\n")[first:] if line.strip()]

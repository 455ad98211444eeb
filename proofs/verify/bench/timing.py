"""Times of a program's runs on one position and on all.

Cold is the time from the start of a program to its answer to a single position. Warm is
the rate on all positions without the cold time, so it is right however the program
buffers its answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from trueodds.proofs.verify.child_process import ask

TOO_SHORT = 1.2
"""A run on all positions takes at least this many times the cold time."""


class Speed(NamedTuple):
    """The speed of a program that is running, and the time to its first answer.

    ``positions_per_second`` leaves out the start of the program.
    ``first_answer_seconds`` includes it.
    """

    positions_per_second: float
    first_answer_seconds: float


class Mistake(NamedTuple):
    """The first position with a wrong answer, and the number of wrong answers.

    ``expected`` is the right answer and ``got`` the program's. ``wrong`` is the number
    of wrong answers in the same run.
    """

    position: str
    expected: int
    got: int
    wrong: int


@dataclass(slots=True)
class Timed:
    """The runs of a program: the seconds of each run on one position, and on all.

    ``command`` is the command line, as words. ``timeout`` is the most seconds of a run.
    ``cold`` has the seconds of each run on the first position, and ``full`` those of
    each run on all positions. ``answers`` has the scores of each run on all positions.

    >>> timed = Timed((), ["1"] * 1001, 60, [0.5], [1.5])
    >>> timed.speed
    Speed(positions_per_second=1000.0, first_answer_seconds=0.5)
    """

    command: Sequence[str]
    positions: Sequence[str]
    timeout: float
    cold: list[float] = field(default_factory=list)
    full: list[float] = field(default_factory=list)
    answers: list[list[int]] = field(default_factory=list)

    def run(self) -> None:
        """Run the program once on one position, and once on all.

        Raises ``ScorerError`` when the program fails.
        """
        self.cold.append(ask(self.command, self.positions[:1], self.timeout).seconds)
        answers, seconds = ask(self.command, self.positions, self.timeout)
        self.full.append(seconds)
        self.answers.append(answers)

    @property
    def is_too_short(self) -> bool:
        """True if a run on all positions takes hardly longer than one on one position.

        The time per position is then unknown.
        """
        return min(self.full) < TOO_SHORT * min(self.cold)

    @property
    def seconds(self) -> Mapping[str, list[float]]:
        """The seconds of each run, under the keys "warm" and "cold".

        A warm time is the time per position, without the start of the program. A cold
        time is that of a run on one position.
        """
        cold = min(self.cold)
        # The cold time has the first position, so the others take the rest.
        count = len(self.positions) - 1
        warm = [max(seconds - cold, 1e-9) / count for seconds in self.full]
        return {"warm": warm, "cold": self.cold}

    @property
    def speed(self) -> Speed:
        """The speed of the fastest runs, which other programs disturbed least."""
        return Speed(1 / min(self.seconds["warm"]), min(self.cold))


def mistake(
    positions: Sequence[str],
    expected: Sequence[int],
    answers: Iterable[Sequence[int]],
) -> Mistake | None:
    """Return the first wrong answer of the first run that has one.

    ``expected`` has the right score of each position. ``answers`` has the program's
    scores of all positions, for each run.

    >>> mistake(["1", "5", "2"], [100, 50, 0], [[100, 50, 0], [100, 5, 1]])
    Mistake(position='5', expected=50, got=5, wrong=2)
    """
    for run in answers:
        cases = zip(positions, expected, run, strict=True)
        wrong = [case for case in cases if case[1] != case[2]]
        if wrong:
            return Mistake(*wrong[0], len(wrong))
    return None

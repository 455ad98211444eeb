"""Times of a scorer and of our reference scorer, in interleaved rounds.

Cold is the time from the start of a program to its answer to a single position. Warm is
the rate on all positions without the cold time, so it is right however the program
buffers its answers. In each round the reference runs next to the scorer and serves as a
clock, because programs that keep the machine busy slow both down. Therefore runs are
compared by the ratio of scorer to reference, and never by the rate.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from trueodds.proofs.verify.child_process import ask

REFERENCE_TIMEOUT = 600.0
ROUNDS = 3
LEAST_ROUNDS, MOST_ROUNDS = 5, 13
"""Rounds that are measured beside a baseline."""

TOO_SHORT = 1.2
"""A run on all positions takes at least this many times the cold time."""


class Speed(NamedTuple):
    """A speed: ``warm`` positions per second, ``cold`` seconds to the first answer."""

    warm: float
    cold: float


class Ratios(NamedTuple):
    """The scorer's time divided by the reference's time: per position, and cold."""

    warm: float
    cold: float


class Mistake(NamedTuple):
    """The first position with a wrong answer, and the number of wrong answers."""

    position: str
    expected: int
    got: int
    wrong: int


@dataclass(slots=True)
class Timed:
    """The runs of a program: the seconds of each run on one position, and on all.

    >>> timed = Timed((), ["1"] * 1001, 60, [0.5], [1.5])
    >>> timed.speed
    Speed(warm=1000.0, cold=0.5)
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
        """True if start-up hides the time of the positions."""
        return min(self.full) < TOO_SHORT * min(self.cold)

    @property
    def speed(self) -> Speed:
        """The speed of the fastest runs, which other programs disturbed least."""
        cold = min(self.cold)
        rest = max(min(self.full) - cold, 1e-9)
        return Speed((len(self.positions) - 1) / rest, cold)

    def seconds_per_position(self) -> list[float]:
        """Return the warm seconds per position of each round."""
        cold, count = min(self.cold), len(self.positions) - 1
        return [max(seconds - cold, 1e-9) / count for seconds in self.full]


@dataclass(slots=True)
class Rounds:
    """A scorer and the reference, timed in turn."""

    scorer: Timed
    reference: Timed

    def run(self, times: int) -> None:
        """Run rounds of both; the program that goes first alternates."""
        for _ in range(times):
            order = [self.scorer, self.reference]
            for program in order[:: 1 if len(self.scorer.full) % 2 else -1]:
                program.run()

    @property
    def ratios(self) -> list[Ratios]:
        """The ratios of each round."""
        warm = zip(
            self.scorer.seconds_per_position(),
            self.reference.seconds_per_position(),
            strict=True,
        )
        cold = zip(self.scorer.cold, self.reference.cold, strict=True)
        return [Ratios(a / b, c / d) for (a, b), (c, d) in zip(warm, cold, strict=True)]


class Spread(NamedTuple):
    """The middle of some ratios, and the lowest and highest without the extremes."""

    low: float
    middle: float
    high: float


def spread(ratios: Sequence[float]) -> Spread:
    """Return the middle ratio, and the lowest and highest once extremes are cut off.

    >>> spread([1.0, 5.0, 1.2, 0.2, 1.1])
    Spread(low=1.0, middle=1.1, high=1.2)
    """
    ordered, cut = sorted(ratios), extremes(len(ratios))
    return Spread(ordered[cut], ordered[len(ordered) // 2], ordered[-1 - cut])


def extremes(rounds: int) -> int:
    """Return the number of extreme ratios to cut off at either end."""
    return int(rounds >= LEAST_ROUNDS) + rounds // 8


def mistake(
    positions: Sequence[str],
    expected: Sequence[int],
    answers: Iterable[Sequence[int]],
) -> Mistake | None:
    """Return the first wrong answer of the first run that has one.

    >>> mistake(["1", "5", "2"], [100, 50, 0], [[100, 50, 0], [100, 5, 1]])
    Mistake(position='5', expected=50, got=5, wrong=2)
    """
    for run in answers:
        wrong = [
            (position, right, got)
            for position, right, got in zip(positions, expected, run, strict=True)
            if got != right
        ]
        if wrong:
            return Mistake(*wrong[0], len(wrong))
    return None

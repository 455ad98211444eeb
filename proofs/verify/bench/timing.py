"""How fast a scorer is: cold, until its first answer, and warm, positions a second.

Cold is the shortest of some runs on a single position, start-up included. Warm takes
that off the shortest of some runs on all positions, so it holds however the program
buffers its answers, and what is left is the time of all positions but one. The shortest
run is the one that neighbours disturbed least.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from trueodds.proofs.verify.child_process import ask

COLD_RUNS = 7
WARM_RUNS = 3


class Speed(NamedTuple):
    """``warm`` in positions a second, ``cold`` in seconds until the first answer."""

    warm: float
    cold: float

    def best(self, other: "Speed") -> "Speed":
        """The better of two measurements, each part by itself.

        >>> Speed(warm=1000, cold=0.2).best(Speed(warm=900, cold=0.1))
        Speed(warm=1000, cold=0.1)
        """
        return Speed(max(self.warm, other.warm), min(self.cold, other.cold))


class Timed(NamedTuple):
    """Seconds for one position and for all, and the answers of each run on all."""

    cold: float
    seconds: float
    answers: list[list[int]]

    @property
    def speed(self) -> Speed | None:
        """The speed; None when both times are so near that start-up hides the rest.

        >>> Timed(0.5, 1.5, [[0] * 1001]).speed
        Speed(warm=1000.0, cold=0.5)
        >>> Timed(0.5, 0.55, [[0] * 1001]).speed is None
        True
        """
        if self.seconds < 1.2 * self.cold:
            return None
        rest = len(self.answers[0]) - 1
        return Speed(rest / (self.seconds - self.cold), self.cold)


class Mistake(NamedTuple):
    """The first position that was answered wrongly, and how many were in that run."""

    position: str
    expected: int
    got: int
    wrong: int


def time_scorer(
    command: Sequence[str],
    positions: Sequence[str],
    timeout: float,
    *,
    once: bool = False,
) -> Timed:
    """Time the program ``command`` on two positions or more.

    ``timeout`` is in seconds for each run; ``once`` leaves it at one run of each kind,
    for a scorer whose speed is only a yardstick. Raises ``ScorerError`` when the
    program fails.
    """
    cold_runs, warm_runs = (1, 1) if once else (COLD_RUNS, WARM_RUNS)
    cold = min(ask(command, positions[:1], timeout).seconds for _ in range(cold_runs))
    runs = [ask(command, positions, timeout) for _ in range(warm_runs)]
    answers = [run.values for run in runs]
    return Timed(cold, min(run.seconds for run in runs), answers)


def mistake(
    positions: Sequence[str],
    expected: Sequence[int],
    answers: Iterable[Sequence[int]],
) -> Mistake | None:
    """The first wrong answer of the first run that has one.

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

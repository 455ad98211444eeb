"""Whether a scorer is right: put to it in stretches, side by side, here or afar.

Here each of some jobs is a thread with a running scorer of its own; afar, stretches are
handed out to the workers of any ``concurrent.futures`` executor.
"""

import pickle
import time
from collections.abc import Callable, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from trueodds.core import games, rulebook
from trueodds.core.errors import ClusterError
from trueodds.core.progress import Progress, silent
from trueodds.core.rulebook import Rules
from trueodds.proofs.verify.positions.order import Choice, Walk, walk
from trueodds.proofs.verify.scorer import resume
from trueodds.proofs.verify.scorer.chunk import Stretch
from trueodds.proofs.verify.scorer.resume import State
from trueodds.proofs.verify.scorer.serve import python_command

MAX_FAILURES = 1000
TIMEOUT = 60.0
GLANCE = 0.1
"""Seconds between two looks at how far the stretches are."""

SAVED_EVERY = 10.0
AFAR = 1 << 18
"""Positions of a stretch that is handed out to a worker."""


class Question(NamedTuple):
    """What is asked of which scorer: a program, or else a Python function."""

    game: str
    rules: Rules
    rule: str
    choice: Choice = Choice()
    command: tuple[str, ...] = ()
    function: str | None = None

    @property
    def argv(self) -> Sequence[str]:
        """The command that answers, on the machine that this is asked on."""
        return python_command(self.function) if self.function else self.command

    def walk(self) -> Walk:
        """The positions."""
        game = games.find(self.game)
        return walk(game, self.rules, self.rule, self.choice, scattered=True)

    def record(self) -> dict[str, Any]:
        """All that answers so far depend on, in values that JSON knows."""
        module = (self.function or "").partition(":")[0].replace(".", "/")
        words = [*self.command, f"{module}.py", f"{module}/__init__.py"]
        return {
            "game": self.game,
            "scoring_rule": self.rule,
            "rules_digest": rulebook.digest(self.game, self.rules),
            "choice_of_positions": list(self.choice),
            "scorer": [*self.command, self.function],
            "version_of_the_scorer": resume.fingerprint(words),
        }


class Found(NamedTuple):
    """What came of a question: the stretches at their ends, and what is left."""

    state: State
    stretches: list[Stretch]


def put(
    question: Question,
    positions: Walk,
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
    timeout: float = TIMEOUT,
    max_failures: int | None = MAX_FAILURES,
    resume_file: Path | None = None,
    progress: Progress = silent,
) -> Found:
    """Put all positions to the scorer, or until so many answers are wrong.

    ``jobs`` is how many scorers run at once: here one unless told, afar as many as
    there are workers. With ``resume_file`` the state is read from there, is written
    there now and then, and stays there unless the scorer has been judged. Raises
    ``ResumeError`` and ``OutputError`` for that file, and ``ClusterError`` when a
    worker cannot do its part.
    """
    before = State([(0, positions.count)], 0, [])
    if resume_file and resume_file.exists():
        before = resume.read(resume_file, question.record())
    if not executor:
        jobs = jobs or 1
    stretches = _pieces(before, jobs or 1, AFAR if executor else None)

    def save() -> None:
        if resume_file:
            state = State.of(before, stretches)
            resume.write(resume_file, question.record(), state)

    save()
    limit = None if max_failures is None else max(1, max_failures - before.wrong)
    asked: dict[str, Any] = {"timeout": timeout, "limit": limit}
    try:
        if executor:
            afar = partial(_put_afar, pickle.dumps(question), asked)
            _watch(stretches, executor, afar, jobs, limit, save, progress)
        else:
            here = partial(_put_here, positions, question.argv, asked)
            with ThreadPoolExecutor(jobs) as threads:
                _watch(stretches, threads, here, jobs, limit, save, progress)
    finally:
        save()
    return Found(State.of(before, stretches), stretches)


def _pieces(state: State, jobs: int, most: int | None) -> list[Stretch]:
    """What remains in stretches: as many as jobs, or of so many positions at most."""
    left = sum(stop - start for start, stop in state.remaining)
    size = most or max(1, -(-left // jobs))
    return [
        Stretch(first, min(first + size, stop))
        for start, stop in state.remaining
        for first in range(start, stop, size)
    ]


def _watch(
    stretches: list[Stretch],
    executor: Executor,
    put_stretch: Callable[[Stretch], Stretch],
    jobs: int | None,
    limit: int | None,
    save: Callable[[], None],
    progress: Progress,
) -> None:
    """See all stretches through, unless the scorer fails or is wrong too often.

    A stretch that comes back from afar takes its place among the others.
    """
    places = iter(range(len(stretches)))
    running: dict[Future[Stretch], int] = {}
    total = sum(stretch.left for stretch in stretches)
    saved = time.monotonic()
    over = False
    try:
        while not over:
            while len(running) < (jobs or len(stretches)):
                place = next(places, None)
                if place is None:
                    break
                running[executor.submit(put_stretch, stretches[place])] = place
            ended, _ = wait(running, GLANCE, FIRST_COMPLETED)
            for future in ended:
                stretches[running.pop(future)] = _result(future)
            if time.monotonic() - saved > SAVED_EVERY:
                save()
                saved = time.monotonic()
            progress("positions", sum(one.done for one in stretches), total)
            wrong = sum(one.wrong for one in stretches)
            over = (
                not running
                or any(one.fault for one in stretches)
                or (limit is not None and wrong >= limit)
            )
    finally:
        for future in running:
            future.cancel()
        for one in stretches:
            one.halt()


def _result(future: "Future[Stretch]") -> Stretch:
    try:
        return future.result()
    except Exception as error:  # whatever a cluster raises
        raise ClusterError(f"a worker could not do its part: {error!r:.300}") from error


def _put_here(
    positions: Walk, argv: Sequence[str], asked: dict[str, Any], stretch: Stretch
) -> Stretch:
    stretch.put(positions, argv, **asked)
    return stretch


def _put_afar(packed: bytes, asked: dict[str, Any], stretch: Stretch) -> Stretch:
    question, positions = _unpacked(packed)
    return _put_here(positions, question.argv, asked, stretch)


@lru_cache(1)
def _unpacked(packed: bytes) -> tuple[Question, Walk]:
    """A question and its walk, kept by the worker from stretch to stretch."""
    question: Question = pickle.loads(packed)
    return question, question.walk()

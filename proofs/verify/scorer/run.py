"""A run of a scorer on chunks of positions: in parallel, here or on remote workers.

Locally each job is a thread that runs a scorer of its own. Remotely the chunks go to
the workers of any ``concurrent.futures`` executor.
"""

import pickle
import shlex
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    wait,
)
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from trueodds.core import games, rulebook
from trueodds.core.errors import ClusterError, TrueoddsError
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.core.storage.parallel import Threads
from trueodds.core.storage.progress import Progress, silent
from trueodds.proofs.verify.child_process import Function, Scorer
from trueodds.proofs.verify.positions.order import (
    ChosenPositions,
    Order,
    Score,
    order,
    scorer_of,
)
from trueodds.proofs.verify.python_function import source_files
from trueodds.proofs.verify.scorer import resume
from trueodds.proofs.verify.scorer.chunk import Chunk
from trueodds.proofs.verify.scorer.resume import RunState
from trueodds.proofs.verify.scorer.serve import python_command

MAX_FAILURES = 1000
TIMEOUT = 60.0
GLANCE = 0.1
"""Seconds between two updates of the progress."""

SAVED_EVERY = 10.0
REMOTE = 1 << 18
"""Number of positions in a chunk that is sent to a remote worker."""


class ScorerQuestion(NamedTuple):
    """The scorer to verify, a program or a Python function, and its positions.

    Attributes:
        game: The name of the game.
        rules: The rules of the game.
        rule: The name of the scoring rule; None is the game's default.
        choice: The positions to send.
        command: The command line of a program, as words.
        function: A function that takes a position's text, or its name
            ``module:function``.
        named: False if a user named no rules, so that they are the game's default.
        answers: The name of a table of answers that is verified in place of a scorer.
    """

    game: str
    rules: Rules
    rule: str | None = None
    choice: ChosenPositions = ChosenPositions()
    command: tuple[str, ...] = ()
    function: str | Function | None = None
    named: bool = True
    answers: str = ""

    @property
    def column(self) -> Game:
        """The game whose positions are scored, as a ``Game``."""
        return games.find(self.game)

    @property
    def scoring_rule(self) -> str:
        """The name of the scoring rule: ``rule``, or the game's default."""
        return self.column.scoring_rule(self.rule)

    @property
    def scorer(self) -> Scorer:
        """The scorer: the command of a program, or a function of this process."""
        if isinstance(self.function, str):
            return python_command(self.function)
        return self.function or self.command

    @property
    def score(self) -> Score:
        """The reference scorer: a function from a position's text to its breakdown."""
        return scorer_of(self.column, self.rules, self.scoring_rule)

    def command_line(self, options: str) -> str:
        """Return the command that verifies this scorer by other rules.

        ``options`` are the options that set these rules, such as ``--rules NAME``.
        """
        words = ["trueodds verify scorer", self.game]
        if self.rule and "--rule " not in options:
            words.append(f"--rule {self.rule}")
        words += [options, *self.choice.options]
        if self.answers:
            words.append(f"--answers {shlex.quote(self.answers)}")
        elif isinstance(self.function, str):
            words.append(f"--python {shlex.quote(self.function)}")
        elif self.command:
            words.append(f"-- {shlex.join(self.command)}")
        return " ".join(words)

    def order(self) -> Order:
        """Return the positions in the order in which they are sent to the scorer."""
        return order(
            self.column, self.rules, self.scoring_rule, self.choice, scattered=True
        )

    def record(self) -> dict[str, Any]:
        """Return everything that the scorer's answers depend on, as values for JSON."""
        words = [*self.command, *source_files(str(self.function or ""))]
        return {
            "game": self.game,
            "scoring_rule": self.scoring_rule,
            "rules_digest": rulebook.digest(self.game, self.rules),
            "choice_of_positions": list(self.choice),
            "scorer": [*self.command, self.function],
            "version_of_the_scorer": resume.fingerprint(words),
        }


class ScorerResult(NamedTuple):
    """The result of a run of a scorer.

    ``state`` has the positions still to be compared, and the wrong answers so far.
    ``chunks`` are the parts of the positions that were sent, each with its own result.
    ``interrupted`` is True if a user interrupted the run.
    """

    state: RunState
    chunks: list[Chunk]
    interrupted: bool = False


def run(
    question: ScorerQuestion,
    positions: Order,
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
    timeout: float = TIMEOUT,
    max_failures: int | None = MAX_FAILURES,
    resume_file: Path | None = None,
    progress: Progress = silent,
) -> ScorerResult:
    """Send all positions to the scorer, up to ``max_failures`` wrong answers.

    Args:
        question: The scorer and the rules.
        positions: All positions, in the order in which they are sent.
        jobs: The number of scorers that run at once. The default is one; with an
            executor, it is as many as there are workers.
        executor: Runs the scorers on remote workers.
        timeout: The seconds in which a program may neither read nor answer.
        max_failures: The number of wrong answers at which the run ends, or None.
        resume_file: A file from which the state of the run is read. The state is
            written to it every ten seconds and at the end.
        progress: Is called with the number of answers that were compared.

    Raises:
        ResumeError: If the resume file cannot be used.
        OutputError: If the resume file cannot be written.
        PackageError: If the game's package fails.
        ClusterError: If a worker fails.
    """
    before = RunState([(0, positions.count)], 0, [])
    if resume_file and resume_file.exists():
        before = resume.read(resume_file, question.record())
    chunks = _chunks(before, REMOTE if executor else None, jobs or 1)

    def save() -> None:
        if resume_file:
            state = RunState.of(before, chunks)
            resume.write(resume_file, question.record(), state)

    save()
    # The limit holds for the whole verification, so earlier wrong answers count.
    limit = None if max_failures is None else max(1, max_failures - before.wrong)
    options: dict[str, Any] = {"timeout": timeout, "limit": limit}
    interrupted = False
    workers: AbstractContextManager[Executor]
    if executor:
        workers = nullcontext(executor)
        at_once = jobs or len(chunks)
        # As bytes, by which a worker recognises the question and prepares its positions
        # once.
        send = partial(_send_remote, pickle.dumps(question), options)
    else:
        workers = Threads(jobs or 1)
        at_once = jobs or 1
        send = partial(_send_local, positions, question.scorer, options)
    try:
        with workers as pool:
            _watch(chunks, partial(pool.submit, send), at_once, limit, save, progress)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        save()
    return ScorerResult(RunState.of(before, chunks), chunks, interrupted)


def _chunks(state: RunState, most: int | None, jobs: int) -> list[Chunk]:
    """Split the remaining places: a chunk per job, or chunks of ``most`` places."""
    left = sum(stop - start for start, stop in state.remaining)
    # Rounded up, so that one interval has no more chunks than there are jobs.
    size = most or max(1, -(-left // jobs))
    return [
        Chunk(first, min(first + size, stop))
        for start, stop in state.remaining
        for first in range(start, stop, size)
    ]


def _watch(
    chunks: list[Chunk],
    submit: Callable[[Chunk], Future[Chunk]],
    at_once: int,
    limit: int | None,
    save: Callable[[], None],
    progress: Progress,
) -> None:
    """Run all chunks, unless the scorer fails or gives too many wrong answers.

    A chunk that comes back from a remote worker replaces the local chunk.
    """
    waiting = deque(range(len(chunks)))
    running: dict[Future[Chunk], int] = {}
    total = sum(chunk.left for chunk in chunks)
    saved = time.monotonic()
    over = False
    try:
        while not over:
            while waiting and len(running) < at_once:
                place = waiting.popleft()
                running[submit(chunks[place])] = place
            ended, _ = wait(running, GLANCE, FIRST_COMPLETED)
            for future in ended:
                chunks[running.pop(future)] = _result(future)
            if time.monotonic() - saved > SAVED_EVERY:
                save()
                saved = time.monotonic()
            progress("positions", sum(chunk.done for chunk in chunks), total)
            wrong = sum(chunk.wrong for chunk in chunks)
            # One fault or enough wrong answers decide the verdict: the other chunks are
            # not needed.
            over = (
                not (running or waiting)
                or any(chunk.fault for chunk in chunks)
                or (limit is not None and wrong >= limit)
            )
    finally:
        # Also after an error or Ctrl-C: no scorer is left behind.
        for future in running:
            future.cancel()
        for chunk in chunks:
            chunk.halt()


def _result(future: "Future[Chunk]") -> Chunk:
    try:
        return future.result()
    except TrueoddsError:
        raise
    except Exception as error:  # whatever a cluster raises
        raise ClusterError(f"a worker failed: {error!r:.300}") from error


@games.faults_named()  # which a remote worker knows, and its caller does not
def _send_local(
    positions: Order, scorer: Scorer, options: dict[str, Any], chunk: Chunk
) -> Chunk:
    chunk.send(positions, scorer, **options)
    return chunk


@games.faults_named()
def _send_remote(packed: bytes, options: dict[str, Any], chunk: Chunk) -> Chunk:
    question, positions = _unpacked(packed)
    return _send_local(positions, question.scorer, options, chunk)


@lru_cache(1)
def _unpacked(packed: bytes) -> tuple[ScorerQuestion, Order]:
    """Return a question and its positions, which the worker caches between chunks."""
    question: ScorerQuestion = pickle.loads(packed)
    return question, question.order()

"""The speed of a scorer compared with our reference, and its answers.

In each round the reference runs next to the scorer and serves as a clock, because
programs that keep the machine busy slow both down.
"""

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import NamedTuple, TypeVar

from trueodds.core import rulebook
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.bench import kernels
from trueodds.proofs.verify.bench.timing import Mistake, Timed, mistake
from trueodds.proofs.verify.child_process import ScorerError
from trueodds.proofs.verify.positions import sample
from trueodds.proofs.verify.scorer import serve

Item = TypeVar("Item")

DIFFERENT = 10_000
"""Upper limit on the number of different positions; more positions repeat these."""

REFERENCE_TIMEOUT = 600.0
ROUNDS = 3
TRIES = 12


class BenchQuestion(NamedTuple):
    """The game, the rules and the machine of a measurement of a scorer's speed.

    ``rule`` is the name of the scoring rule, and ``rules_digest`` the fingerprint of
    the rules. ``machine`` is a text: the system, the processor and its cores.
    """

    game: str
    rule: str
    rules_digest: str
    machine: str


class Spread(NamedTuple):
    """The lowest, the median and the highest of the ratios that some rounds give.

    A ratio is the scorer's time divided by the reference's time in one round.
    """

    low: float
    middle: float
    high: float


@dataclass(slots=True)
class Bench:
    """The runs of a scorer and of our reference, in rounds.

    In a round each program is timed once. ``question`` has the game, its rules and the
    machine. ``scorer`` and ``reference`` have the times of the two programs, which use
    the same protocol. ``kernel`` is the speed of our compiled kernel, in positions per
    second. The kernel scores whole batches, within this process. ``mistake`` is the
    scorer's first wrong answer, or None.
    """

    question: BenchQuestion
    scorer: Timed
    reference: Timed
    kernel: float | None = None
    mistake: Mistake | None = None

    def run(self, rounds: int) -> None:
        """Time the scorer and our reference in a number of rounds, and keep the times.

        The program that goes first alternates.
        """
        for _ in range(rounds):
            order = [self.scorer, self.reference]
            for program in order[:: 1 if len(self.scorer.full) % 2 else -1]:
                program.run()

    @property
    def spreads(self) -> dict[str, Spread]:
        """The lowest, median and highest ratio of the scorer's time to the reference's.

        Each round gives a ratio. The key "cold" is for the time from the start of a
        program to the answer to one position. The key "warm" is for the time per
        position without the start.
        """
        reference = self.reference.seconds
        return {
            name: spread([a / b for a, b in zip(seconds, reference[name], strict=True)])
            for name, seconds in self.scorer.seconds.items()
        }


def bench_scorer(
    game: Game,
    command: Sequence[str],
    *,
    positions: int,
    timeout: float,
    rules: Rules,
    rule: str | None,
) -> Bench:
    """Time a scorer against our reference, and compare the answers.

    Args:
        game: The game whose positions are scored.
        command: The command line of the scorer, as words.
        positions: The number of positions of a run.
        timeout: The seconds that a run may take.
        rules: The rules by which the positions are scored.
        rule: The name of the scoring rule; None is the game's default.

    Returns:
        The runs of both programs, and the scorer's first wrong answer.

    Raises:
        ScorerError: If the program fails, or is too fast for this many positions.
    """
    rule = game.scoring_rule(rule)
    asked = question(game, rule, rules)
    # The reference always runs on all of them: it needs them for its speed.
    different = sample(game, rules, DIFFERENT, rule=rule)
    # A package whose reference fails is named before the scorer is blamed.
    game.score(different[0], rules, rule)
    scorer = Timed(command, _repeated(different, positions), timeout)
    # A scorer that fails is reported before the reference has run.
    _check(scorer)
    command = serve.reference_command(game.name, rule, rules)
    reference = Timed(command, different, REFERENCE_TIMEOUT)
    bench = Bench(asked, scorer, reference)
    bench.run(ROUNDS)
    expected = _repeated(reference.answers[0], positions)
    bench.mistake = mistake(scorer.positions, expected, scorer.answers)
    kernel_input = parts(game).kernel_input()
    # The kernel is timed under the default rules, so other rules have no such number.
    if kernel_input and asked == question(game, rule, rulebook.load(game)):
        bench.kernel = kernels.rate(kernel_input, rule, different)
    return bench


def _check(scorer: Timed) -> None:
    """Try a scorer; raise ``ScorerError`` if its positions take too little time."""
    # On a busy machine the start takes long now and then.
    for _ in range(TRIES):
        scorer.run()
        if not scorer.is_too_short:
            break
    else:
        raise ScorerError(
            f"{len(scorer.positions)} positions took {min(scorer.full):.3g} s "
            f"and one alone {min(scorer.cold):.3g} s, so the time of the "
            "positions is hidden; ask for ten times as many, with --positions "
            f"{10 * len(scorer.positions)}"
        )
    # The reference did not run beside the scorer in these trials, so they are not
    # counted.
    scorer.cold.clear()
    scorer.full.clear()


def question(game: Game, rule: str, rules: Rules) -> BenchQuestion:
    """Return the game, its rules and this machine, for a measurement of scorers.

    ``rule`` is the name of the scoring rule.
    """
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    return BenchQuestion(game.name, rule, rulebook.digest(game.name, rules), machine)


def spread(ratios: Sequence[float]) -> Spread:
    """Return the extremes and the median of an odd number of ratios.

    >>> spread([1.3, 1.0, 1.1])
    Spread(low=1.0, middle=1.1, high=1.3)
    """
    ordered = sorted(ratios)
    return Spread(ordered[0], ordered[len(ordered) // 2], ordered[-1])


def _repeated(items: Sequence[Item], count: int) -> list[Item]:
    return list(islice(cycle(items), count))

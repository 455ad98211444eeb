"""The speed of a scorer compared with our reference, its answers, and its baseline.

In each round the reference runs next to the scorer and serves as a clock, because
programs that keep the machine busy slow both down. Therefore runs are compared by the
ratio of scorer to reference, and never by the rate.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Literal, TypeVar

from trueodds.core import rulebook
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.bench import kernels
from trueodds.proofs.verify.bench.baseline import (
    Baseline,
    Question,
    load,
    question,
    store,
)
from trueodds.proofs.verify.bench.gate.decision import DELTA, Decision, decide
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
LEAST_ROUNDS = 5
MOST_ROUNDS = 13
"""Fewest and most rounds that are measured if there is a baseline to compare with."""

Word = Literal["regressed", "no regression", "cannot tell"]


@dataclass(slots=True)
class Bench:
    """The runs of a scorer and of our reference, in rounds, and the baseline.

    ``reference`` uses the same protocol as the scorer. ``kernel`` is in positions
    per second, in batches and within a process. ``stored`` is the file of a new
    baseline.
    """

    question: Question
    scorer: Timed
    reference: Timed
    baseline: Baseline | None
    tolerance: float
    kernel: float | None = None
    mistake: Mistake | None = None
    stored: str | None = None

    def run(self, rounds: int) -> None:
        """Run rounds of both; the program that goes first alternates."""
        for _ in range(rounds):
            order = [self.scorer, self.reference]
            for program in order[:: 1 if len(self.scorer.full) % 2 else -1]:
                program.run()

    @property
    def ratios(self) -> dict[str, list[float]]:
        """The scorer's time over the reference's in each round: "warm" and "cold"."""
        reference = self.reference.seconds
        return {
            name: [a / b for a, b in zip(seconds, reference[name], strict=True)]
            for name, seconds in self.scorer.seconds.items()
        }

    @property
    def spreads(self) -> dict[str, Decision]:
        """The middle ratio, and the range without the extremes: "warm" and "cold"."""
        return {name: spread(ratios) for name, ratios in self.ratios.items()}

    @property
    def decisions(self) -> dict[str, Decision]:
        """The ratios over those of the baseline if there is one: "warm" and "cold"."""
        before = self.baseline.ratios if self.baseline else {}
        return {
            name: spread(self.ratios[name], ratio, self.tolerance)
            for name, ratio in before.items()
        }

    @property
    def compared(self) -> dict[str, Word]:
        """The words of the decisions."""
        decisions = self.decisions.items()
        return {name: word_of(made, self.tolerance) for name, made in decisions}


def bench_scorer(  # noqa: PLR0913 - an argument for each option of the command
    game: Game,
    command: Sequence[str],
    *,
    positions: int,
    timeout: float,
    rules: str | Rules | None,
    changes: Mapping[str, str],
    rule: str | None,
    baseline: str | None,
    update: bool,
    tolerance: float,
) -> Bench:
    """Time a scorer against our reference, and compare the ratio with a baseline.

    Args:
        game: The game whose positions are scored.
        command: The program of the scorer.
        positions: The number of positions of a run.
        timeout: The seconds that a run may take.
        rules: A preset, a file or a record of rules.
        changes: Changed fields of the rules.
        rule: The scoring rule.
        baseline: The file of the baseline, which is stored if there is none.
        update: True to store this run in the baseline.
        tolerance: The allowed slowdown, as a share: 0.1 for 10 %.

    Returns:
        The runs of both programs, the ratios, and the comparison with the baseline.

    Raises:
        ScorerError: If the program fails, or is too fast for this many positions.
        BaselineError: If the file is no baseline, or is for another question.
    """
    rule = game.scoring_rule(rule)
    record = rulebook.load(game, rules, changes)
    asked = question(game, rule, record)
    file = Path(baseline) if baseline else None
    before = load(file, asked) if file and file.exists() and not update else None
    # The reference always runs on all of them: it needs them for its speed.
    different = sample(game, record, DIFFERENT, rule=rule)
    scorer = Timed(command, _repeated(different, positions), timeout)
    # A scorer that fails is reported before the reference has run.
    _check(scorer)
    command = serve.reference_command(game.name, rule, record)
    reference = Timed(command, different, REFERENCE_TIMEOUT)
    bench = Bench(asked, scorer, reference, before, tolerance)
    bench.run(LEAST_ROUNDS if before else ROUNDS)
    while "cannot tell" in bench.compared.values() and len(scorer.full) < MOST_ROUNDS:
        bench.run(4)
    expected = _repeated(reference.answers[0], positions)
    bench.mistake = mistake(scorer.positions, expected, scorer.answers)
    kernel_input = parts(game).kernel_input()
    if kernel_input and asked == question(game, rule, rulebook.load(game)):
        bench.kernel = kernels.rate(kernel_input, rule, different)
    # The speed of wrong answers is not stored.
    if file and before is None and bench.mistake is None:
        middle = (spread.ratio for spread in bench.spreads.values())
        store(file, asked, Baseline(*scorer.speed, *middle))
        bench.stored = str(file)
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
    scorer.cold.clear()
    scorer.full.clear()


def spread(
    ratios: Sequence[float], before: float = 1, tolerance: float = DELTA
) -> Decision:
    """Return the gate's decision on the ratios of rounds, compared with ``before``.

    From five rounds on, one ratio is cut off at either end; from eight on, two.

    >>> measured = spread([1.0, 5.0, 1.2, 0.2, 1.1])
    >>> measured.low, round(measured.ratio, 9), measured.high
    (1.0, 1.1, 1.2)
    """
    rounds = len(ratios)
    extremes = int(rounds >= LEAST_ROUNDS) + rounds // 8
    return decide([ratio / before for ratio in ratios], extremes, tolerance)


def word_of(decision: Decision, tolerance: float) -> Word:
    """Return the word for a decision on ratios to the ratio of a baseline.

    >>> word_of(spread([1.3, 1.4, 1.5], 1.0, 0.25), 0.25)
    'regressed'
    >>> word_of(spread([1.1, 1.4, 1.5], 1.0, 0.25), 0.25)
    'cannot tell'
    """
    if decision.word == "slower":
        return "regressed"
    return "no regression" if decision.high <= 1 + tolerance else "cannot tell"


def _repeated(items: Sequence[Item], count: int) -> list[Item]:
    return list(islice(cycle(items), count))

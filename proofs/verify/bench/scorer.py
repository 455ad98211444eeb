"""The speed of a scorer compared with our reference, its answers, and its baseline."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Literal, TypeVar

from trueodds.core import rulebook
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.bench import kernels
from trueodds.proofs.verify.bench.gate.decision import decide
from trueodds.proofs.verify.bench.timing import (
    LEAST_ROUNDS,
    MOST_ROUNDS,
    REFERENCE_TIMEOUT,
    ROUNDS,
    Mistake,
    Ratios,
    Rounds,
    Speed,
    Spread,
    Timed,
    extremes,
    mistake,
    spread,
)
from trueodds.proofs.verify.child_process import ScorerError
from trueodds.proofs.verify.positions import sample
from trueodds.proofs.verify.scorer import serve

Item = TypeVar("Item")

DIFFERENT = 10_000
"""Upper limit on the number of different positions; more positions repeat these."""

Word = Literal["regressed", "no regression", "cannot tell"]


@dataclass(frozen=True, slots=True)
class Bench:
    """The speeds of a scorer and of our reference, and the scorer's first mistake.

    ``reference`` uses the same protocol as the scorer. ``kernel`` is in positions
    per second, in batches and within a process. ``warm`` and ``cold`` are the
    spreads over the rounds of the ratio of the scorer's time to the reference's
    time. ``compared`` has a word for each spread if there is a baseline.
    """

    positions: int
    scorer: Speed
    reference: Speed
    kernel: float | None
    mistake: Mistake | None
    warm: Spread
    cold: Spread
    compared: Mapping[str, Word]


def bench_scorer(
    game: Game,
    command: Sequence[str],
    positions: int,
    timeout: float,
    *,
    rules: str | None = None,
    changes: Mapping[str, str] | None = None,
    rule: str,
    baseline: Ratios | None = None,
    tolerance: float = 0.25,
) -> Bench:
    """Time a scorer, and compare the ratio to our reference with a baseline.

    Args:
        game: The game whose positions are scored.
        command: The program of the scorer.
        positions: The number of positions of a run.
        timeout: The seconds that a run may take.
        rules: A preset or a file of rules.
        changes: Changed fields of the rules.
        rule: The scoring rule.
        baseline: The ratios of an earlier run.
        tolerance: The allowed slowdown, as a share.

    Returns:
        What was measured.

    Raises:
        ScorerError: If the program fails, or is too fast for this many positions.
    """
    record = rulebook.load(game, rules, changes)
    # The reference always runs on all of them: it needs them for its speed.
    different = sample(game, record, DIFFERENT, rule=rule)
    asked = _repeated(different, positions)
    reference = serve.reference_command(game.name, rule, rules, changes or {})
    rounds = Rounds(
        Timed(command, asked, timeout),
        Timed(reference, different, REFERENCE_TIMEOUT),
    )
    # A scorer that fails is reported before the reference has run.
    rounds.scorer.run()
    if rounds.scorer.is_too_short:
        rounds.scorer.run()
        if rounds.scorer.is_too_short:
            raise ScorerError(
                f"{positions} positions took {min(rounds.scorer.full):.3g} s "
                f"and one alone {min(rounds.scorer.cold):.3g} s, so the time of the "
                "positions is hidden; ask for more with --positions"
            )
    rounds.scorer.cold.clear()
    rounds.scorer.full.clear()
    rounds.run(LEAST_ROUNDS if baseline else ROUNDS)
    compared = _compare(rounds, baseline, tolerance) if baseline else {}
    expected = _repeated(rounds.reference.answers[0], positions)
    warm, cold = _spreads(rounds)
    kernel_input = parts(game).kernel_input() if _usual(game, record) else None
    return Bench(
        positions,
        rounds.scorer.speed,
        rounds.reference.speed,
        kernel_input and kernels.rate(kernel_input, rule, different),
        mistake(asked, expected, rounds.scorer.answers),
        warm,
        cold,
        compared,
    )


def _spreads(rounds: Rounds) -> list[Spread]:
    return [spread(column) for column in zip(*rounds.ratios, strict=True)]


def _compare(rounds: Rounds, baseline: Ratios, tolerance: float) -> dict[str, Word]:
    """Compare with a baseline; run more rounds until the spread allows a verdict."""
    while True:
        words = {
            name: word_of(ratios, before, tolerance)
            for name, ratios, before in zip(
                Ratios._fields, zip(*rounds.ratios, strict=True), baseline, strict=True
            )
        }
        done = len(rounds.scorer.full)
        if "cannot tell" not in words.values() or done >= MOST_ROUNDS:
            return words
        rounds.run(4)


def word_of(ratios: Sequence[float], before: float, tolerance: float) -> Word:
    """Return the gate's decision on ratios, compared with the ratio of a baseline.

    >>> word_of([1.3, 1.4, 1.5], 1.0, 0.25), word_of([1.1, 1.4, 1.5], 1.0, 0.25)
    ('regressed', 'cannot tell')
    """
    relative = [ratio / before for ratio in ratios]
    decision = decide(relative, extremes(len(ratios)), tolerance)
    if decision.word == "slower":
        return "regressed"
    return "no regression" if decision.high <= 1 + tolerance else "cannot tell"


def _repeated(items: Sequence[Item], count: int) -> list[Item]:
    return list(islice(cycle(items), count))


def _usual(game: Game, rules: Rules) -> bool:
    usual = rulebook.load(game)
    return rulebook.digest(game.name, rules) == rulebook.digest(game.name, usual)

"""Time somebody's scorer against ours, and check its answers on the way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import TypeVar

from trueodds.core import rulebook
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.proofs.verify.bench import kernels
from trueodds.proofs.verify.bench.timing import Mistake, Speed, mistake, time_scorer
from trueodds.proofs.verify.child_process import ScorerError
from trueodds.proofs.verify.sample import sample
from trueodds.proofs.verify.scorer import serve

Item = TypeVar("Item")

DIFFERENT = 10_000
"""So many different positions at most; more are these over again."""

REFERENCE_TIMEOUT = 600.0


@dataclass(frozen=True, slots=True)
class Bench:
    """How fast a scorer is and how fast ours are, and its first mistake if any.

    ``reference`` goes through the same protocol as the scorer, and is None when a busy
    machine hid its speed; ``kernel`` is in positions a second, in batches and within
    one process.
    """

    positions: int
    scorer: Speed
    reference: Speed | None
    kernel: float | None
    mistake: Mistake | None


def bench_scorer(
    game: Game,
    command: Sequence[str],
    *,
    rules: str | None = None,
    changes: Mapping[str, str] | None = None,
    rule: str,
    positions: int = DIFFERENT,
    timeout: float = 60.0,
) -> Bench:
    """Time a program that speaks the protocol of scorers; ``timeout`` is for each run.

    Raises ``ScorerError`` when the program fails or is too fast for so few positions.
    """
    record = rulebook.load(game, rules, changes)
    # All of them for the reference, however few are asked: its speed needs them.
    different = sample(game, record, DIFFERENT, rule=rule)
    asked = _repeated(different, positions)
    found = time_scorer(command, asked, timeout)
    if found.speed is None:
        raise ScorerError(
            f"{positions} positions took {found.seconds:.3g} s and one alone "
            f"{found.cold:.3g} s: too near to tell the speed; ask for more with "
            "--positions"
        )
    reference = serve.reference_command(game.name, rule, rules, changes or {})
    ours = time_scorer(reference, different, REFERENCE_TIMEOUT, once=True)
    expected = _repeated(ours.answers[0], positions)
    return Bench(
        positions,
        found.speed,
        ours.speed,
        kernels.rate(game.name, rule, different) if _usual(game, record) else None,
        mistake(asked, expected, found.answers),
    )


def _repeated(items: Sequence[Item], count: int) -> list[Item]:
    return list(islice(cycle(items), count))


def _usual(game: Game, rules: Rules) -> bool:
    usual = rulebook.load(game)
    return rulebook.digest(game.name, rules) == rulebook.digest(game.name, usual)

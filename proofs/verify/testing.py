"""For test suites: assert that a scorer is right, that a simulator is not refuted.

A check is a kind of position, named after what scores in it, so that the name of a
failing test says what a scorer does not know.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from trueodds.core import games, rulebook
from trueodds.core.breakdown import Breakdown
from trueodds.core.exact_toml import exact
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.proofs.verify import positions as spaces
from trueodds.proofs.verify.positions.order import Choice, walk
from trueodds.proofs.verify.sample import SEED
from trueodds.proofs.verify.verdict import Verdict

if TYPE_CHECKING:
    import pytest

Score = Callable[[str], int]

MOST = 100_000
"""Positions of a game of which all are asked unless a number is named."""

SAMPLE = 10_000
LIMIT = 100_000
KINDS = 1_000
"""Random positions among which the kinds of a game are looked for."""

NOTHING = "nothing"


def assert_scorer(
    score: Score,
    game: str,
    *,
    rules: str | Rules | None = None,
    rule: str | None = None,
    positions: int | None = None,
    seed: int = SEED,
) -> None:
    """Assert that ``score`` is right about the positions of a game.

    ``score`` takes a position's text and returns its value. All positions are asked of
    games with at most 100,000, else 10,000 random ones, or so many as ``positions``
    says. Raises ``AssertionError`` with the simplest position that is wrong, and why
    it is worth what it is.

    >>> assert_scorer(lambda roll: 50, "farkle", positions=20)
    Traceback (most recent call last):
        ...
    AssertionError: 17 of 20 positions are wrong, such as '43364': 0, not 50
    """
    reference = _reference(game, rules, rule)
    _assert_right(score, reference, reference.asked(positions, seed))


def assert_simulator(
    outcomes: Callable[[], object] | Iterable[object],
    game: str,
    *,
    outcome: str | None = None,
    rules: str | Rules | None = None,
    rule: str | None = None,
    alpha: Fraction | float | str = "0.001",
    within: Fraction | float | str | None = None,
    limit: int = LIMIT,
) -> Verdict:
    """Assert that random outcomes are not refuted, and return the verdict.

    ``outcomes`` draws one at each call, or yields them; ``limit`` are judged at most.
    An honest simulator fails with a chance of at most ``alpha``. With ``within``, every
    chance must be shown to be so near to its exact value. Raises ``AssertionError``
    with the outcome that carries the evidence.

    >>> from itertools import cycle
    >>> verdict = assert_simulator(cycle("PB"), "baccarat", limit=10)
    >>> verdict.word, verdict.counts["outcomes"]
    ('undecided', 10)
    >>> assert_simulator(cycle("PB"), "baccarat")
    Traceback (most recent call last):
        ...
    AssertionError: the winner of a coup from a fresh shoe (baccarat, ...): refuted ...
    """
    from trueodds.proofs.verify.simulator.outcomes import (
        OutcomeError,
        outcome_distribution,
    )
    from trueodds.proofs.verify.simulator.run import judge_stream
    from trueodds.proofs.verify.simulator.sources import (
        from_function,
        from_outcomes,
    )
    from trueodds.proofs.verify.simulator.verdict import verdict

    column = games.find(game)
    record = rulebook.load(column, rules)
    blocks = from_function(outcomes) if callable(outcomes) else from_outcomes(outcomes)
    try:
        judged = judge_stream(
            blocks,
            outcome_distribution(column, record, outcome, rule),
            alpha=_exact(alpha),
            tolerance=None if within is None else _exact(within),
            limit=limit,
        )
    except OutcomeError as error:
        raise AssertionError(str(error)) from None
    found = verdict(column, record, judged)
    example = found.example
    if example:
        raise AssertionError(
            f"{found.summary}\n"
            f"{example.where}: expected {example.expected}, got {example.got}"
        )
    if within is not None and found.word != "within":
        raise AssertionError(f"not shown to be within {within}: {found.summary}")
    return found


def parametrize_with_checks(
    game: str, *, rules: str | Rules | None = None, rule: str | None = None
) -> pytest.MarkDecorator:
    """Make a test of ``check`` into one test for each kind of position of a game.

    A kind is what scores in a position, such as flush or nobs; the test calls
    ``check(score)``.
    """
    import pytest

    found = checks(game, rules=rules, rule=rule)
    return pytest.mark.parametrize("check", found, ids=str)


class Asked(NamedTuple):
    """A position and its value."""

    position: str
    value: int


@dataclass(frozen=True, slots=True)
class Check:
    """Positions of one kind; calling it with a scorer asserts that all are right."""

    kind: str
    reference: Reference
    asked: tuple[Asked, ...]

    def __str__(self) -> str:
        return self.kind

    def __call__(self, score: Score) -> None:
        """Raise ``AssertionError`` where ``score`` is wrong."""
        _assert_right(score, self.reference, self.asked)


def checks(
    game: str, *, rules: str | Rules | None = None, rule: str | None = None
) -> list[Check]:
    """The checks of a game, by the names of their kinds.

    >>> [check.kind for check in checks("bunco")]
    ['Bunco', 'mini Bunco', 'nothing', 'on the target']
    """
    reference = _reference(game, rules, rule)
    kinds: dict[str, list[Asked]] = defaultdict(list)
    for asked in dict.fromkeys(reference.asked(KINDS, SEED)):
        lines = reference.explain(asked.position).lines
        names = {line.name for line in lines if line.points != 0}
        for name in names or {NOTHING}:
            kinds[name].append(asked)
    return [Check(kind, reference, tuple(kinds[kind])) for kind in sorted(kinds)]


@dataclass(frozen=True, slots=True)
class Reference:
    """Our scorer of a game under some rules, and the positions to ask."""

    game: Game
    rules: Rules
    rule: str

    def explain(self, position: str) -> Breakdown:
        """The value of a position, and why."""
        score = self.game.room("rules").score
        breakdown: Breakdown = score(position, self.rules, self.rule)
        return breakdown

    def asked(self, count: int | None, seed: int) -> list[Asked]:
        """So many random positions, or the usual choice, with their values."""
        space = spaces.find(self.game, self.rules, self.rule)
        every = count is None and space is not None and space.size <= MOST
        choice = Choice() if every else Choice(count or SAMPLE, seed)
        chosen = walk(self.game, self.rules, self.rule, choice)
        texts = chosen.text(0, chosen.count).decode().splitlines()
        values = chosen.values(0, chosen.count).tolist()
        return list(map(Asked, texts, values))


def _reference(game: str, rules: str | Rules | None, rule: str | None) -> Reference:
    column = games.find(game)
    return Reference(column, rulebook.load(column, rules), column.scoring_rule(rule))


def _assert_right(score: Score, reference: Reference, asked: Sequence[Asked]) -> None:
    answers = [score(position) for position, _ in asked]
    wrong = [
        (right, got)
        for right, got in zip(asked, answers, strict=True)
        if got != right.value
    ]
    if not wrong:
        return
    (position, value), got = min(wrong, key=_simplicity)
    why = [
        f"\n  {line.name}: {line.what}"
        + ("" if line.points is None else f" ({line.points})")
        for line in reference.explain(position).lines
    ]
    raise AssertionError(
        f"{len(wrong)} of {len(asked)} positions are wrong, such as {position!r}: "
        f"{value}, not {got!r}{''.join(why)}"
    )


def _simplicity(wrong: tuple[Asked, object]) -> tuple[int, int, str]:
    """Short positions of small value come first."""
    position, value = wrong[0]
    return len(position), value, position


def _exact(number: Fraction | float | str) -> Fraction:
    return number if isinstance(number, Fraction) else exact(str(number))

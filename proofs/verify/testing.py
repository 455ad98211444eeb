"""Assertions for test suites: a scorer is right, a simulator is not refuted.

A check has a scoring item, such as nobs, and positions with this item. The name of a
failing test is then the item that a scorer gets wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from trueodds.core import games, rulebook
from trueodds.core.exact.exact_toml import exact
from trueodds.core.rulebook import Rules, rules_name
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.positions import SEED
from trueodds.proofs.verify.positions.order import ChosenPositions, order, scorer_of
from trueodds.proofs.verify.verdict import Verdict

if TYPE_CHECKING:
    import pytest

    from trueodds.proofs.verify.simulator.details import SimulatorDetails

Score = Callable[[str], int]

MOST = 100_000
"""Games with at most this many positions are checked on all of them by default."""

SAMPLE = 10_000
LIMIT = 100_000
KINDS = 1_000
"""Number of random positions from which the checks of a game are made."""

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
    """Assert that a scorer is right.

    If all its answers are right, some positions are asked again in an order in which
    neighbours are alike: an answer must not depend on the position before it.

    Args:
        score: Takes a position's text and returns its value.
        game: The name of the game.
        rules: A preset, a file or a record of rules.
        rule: The name of a scoring rule of the game, such as "crib" in cribbage. By
            default it is the game's first.
        positions: The number of random positions. By default all positions are
            checked if there are at most 100,000, else 10,000 random ones.
        seed: The seed of the random positions.

    Raises:
        AssertionError: With the simplest wrong position and its breakdown.

    Example:
        >>> assert_scorer(lambda roll: 50, "farkle", positions=20)
        Traceback (most recent call last):
            ...
        AssertionError: 17 of 20 positions are wrong (farkle, ...), such as ...
    """
    reference = ReferenceScorer(game, rules, rule)
    Check("all", reference, tuple(reference.positions(positions, seed)))(score)
    # A scorer that keeps state between calls may be right in one order only.
    again = reference.positions(positions, seed, alike=True)
    if fault := reference.fault(again, [score(position) for position, _ in again]):
        raise AssertionError(f"right in one order of the positions; in another {fault}")


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
) -> Verdict[SimulatorDetails]:
    """Assert that random outcomes are not refuted, and return the verdict.

    Args:
        outcomes: Draws an outcome at each call, or yields outcomes.
        game: The name of the game.
        outcome: The name of the kind of outcome, such as "roll". By default the
            outcomes show their kind. Bare numbers show none, so without a name they
            are never refuted, unless the game has only one kind.
        rules: A preset, a file or a record of rules.
        rule: The name of a scoring rule of the game, such as "crib" in cribbage. By
            default it is the game's first.
        alpha: The probability that an honest simulator fails is at most this.
        within: The tolerance within which every probability must be shown to be.
        limit: The number of outcomes that are judged at most.

    Returns:
        The verdict.

    Raises:
        AssertionError: With the outcome that carries the evidence, or if the kind of
            outcome has to be named.

    Example:
        >>> from itertools import cycle
        >>> verdict = assert_simulator(cycle("PB"), "baccarat", limit=10)
        >>> verdict.word, verdict.counts["outcomes"]
        ('undecided', 10)
        >>> assert_simulator(cycle("PB"), "baccarat")
        Traceback (most recent call last):
            ...
        AssertionError: ...
    """
    from trueodds.proofs.verify.simulator.outcomes import OutcomeError
    from trueodds.proofs.verify.simulator.run import judge_lines
    from trueodds.proofs.verify.simulator.sources import from_outcomes
    from trueodds.proofs.verify.simulator.verdict import verdict

    column = games.find(game)
    record = rulebook.load(column, rules)
    try:
        judged = judge_lines(
            from_outcomes(outcomes),
            column,
            record,
            outcome,
            rule,
            alpha=exact(str(alpha)),
            tolerance=None if within is None else exact(str(within)),
            limit=limit,
        )
    except OutcomeError as error:
        raise AssertionError(str(error)) from None
    reached = verdict(column, record, judged)
    example = reached.example
    # Only a refuted verdict has an example.
    if example:
        raise AssertionError(
            f"{reached.headline}\n"
            f"{example.where}: expected {example.expected}, got {example.got}"
        )
    # A test that cannot judge must not pass.
    if reached.word == "not judged":
        raise AssertionError(reached.headline)
    # Not refuted is not enough if a tolerance was asked for.
    if within is not None and reached.word != "within":
        raise AssertionError(f"not shown to be within {within}: {reached.headline}")
    return reached


def parametrize_with_checks(
    game: str, *, rules: str | Rules | None = None, rule: str | None = None
) -> pytest.MarkDecorator:
    """Make a test with the parameter ``check`` into one test for each check of a game.

    A check asserts that a scorer is right on positions that have one scoring item, such
    as a flush. There is a check for each scoring item of the game.

    Args:
        game: The name of the game.
        rules: A preset, a file or a record of rules.
        rule: The name of a scoring rule of the game, such as "crib" in cribbage. By
            default it is the game's first.

    Returns:
        The decorator. The test calls ``check(score)``.

    Example:
        >>> parametrize_with_checks("bunco").args[0]
        'check'
    """
    import pytest

    all_checks = checks(game, rules=rules, rule=rule)
    return pytest.mark.parametrize("check", all_checks, ids=str)


class Asked(NamedTuple):
    """The text of a position, and its right score."""

    position: str
    value: int


@dataclass(frozen=True, slots=True)
class Check:
    """Positions with one scoring item; a call with a scorer asserts all of them.

    ``kind`` is the name of the scoring item. The scorer is a function from a position's
    text to its score.
    """

    kind: str
    reference: ReferenceScorer
    asked: tuple[Asked, ...]

    def __str__(self) -> str:
        return self.kind

    def __call__(self, score: Score) -> None:
        """Raise ``AssertionError`` if ``score`` is wrong."""
        answers = [score(position) for position, _ in self.asked]
        if fault := self.reference.fault(self.asked, answers):
            raise AssertionError(fault)


def checks(
    game: str, *, rules: str | Rules | None = None, rule: str | None = None
) -> list[Check]:
    """Return the checks of a game in the order of their names.

    Args:
        game: The name of the game.
        rules: A preset, a file or a record of rules.
        rule: The name of a scoring rule of the game, such as "crib" in cribbage. By
            default it is the game's first.

    Returns:
        A check for each scoring item.

    Example:
        >>> [check.kind for check in checks("bunco")]
        ['Bunco', 'mini Bunco', 'nothing', 'on the target']
    """
    reference = ReferenceScorer(game, rules, rule)
    kinds: dict[str, list[Asked]] = defaultdict(list)
    for asked in dict.fromkeys(reference.positions(KINDS, SEED)):
        lines = reference.score(asked.position).lines
        # Lines without points do not score, so they are no items.
        names = {line.name for line in lines if line.points != 0}
        for name in names or {NOTHING}:
            kinds[name].append(asked)
    return [Check(kind, reference, tuple(kinds[kind])) for kind in sorted(kinds)]


class ReferenceScorer:
    """Our scorer of a game under some rules, and the source of positions.

    ``game`` is the name of the game. ``rules`` are a preset, a file or a record of
    rules, and ``rule`` is the name of a scoring rule; None is the default.
    """

    def __init__(self, game: str, rules: str | Rules | None, rule: str | None) -> None:
        self.game = games.find(game)
        self.rules = rulebook.load(self.game, rules)
        self.rule = self.game.scoring_rule(rule)
        self.score = scorer_of(self.game, self.rules, self.rule)

    def positions(
        self, count: int | None, seed: int, *, alike: bool = False
    ) -> list[Asked]:
        """Return ``count`` random positions with their right scores.

        If ``count`` is None, return all positions if there are at most 100,000, else
        10,000 random ones. With ``alike``, return about a twentieth of this number, but
        at least 128, in an order in which neighbours are alike.

        ``seed`` is the seed of the random positions.
        """
        space = parts(self.game).positions().space(self.rules, self.rule)
        # Small games are checked completely, so that no fault hides in the sample.
        every = count is None and space is not None and space.size <= MOST
        choice = ChosenPositions() if every else ChosenPositions(count or SAMPLE, seed)
        choice = choice._replace(alike=alike)
        chosen = order(self.game, self.rules, self.rule, choice)
        texts = chosen.text(0, chosen.count).decode().splitlines()
        values = chosen.values(0, chosen.count).tolist()
        return list(map(Asked, texts, values))

    def fault(self, asked: Sequence[Asked], answers: Sequence[object]) -> str:
        """Return a text on the simplest wrong position; empty if no answer is wrong.

        ``asked`` has the positions with the right values, in the order of ``answers``.
        """
        wrong = [
            (right, got)
            for right, got in zip(asked, answers, strict=True)
            if got != right.value
        ]
        if not wrong:
            return ""
        # A short position with a small value is the simplest.
        (position, value), got = min(
            wrong, key=lambda pair: (len(pair[0].position), pair[0].value, pair[0])
        )
        why = [
            f"\n  {line}{'' if line.points is None else f' ({line.points})'}"
            for line in self.score(position).lines
        ]
        return (
            f"{len(wrong)} of {len(asked)} positions are wrong ({self}), "
            f"such as {position!r}: {value}, not {got!r}{''.join(why)}"
        )

    def __str__(self) -> str:
        name = rules_name(self.game.name, self.rules)
        return f'{self.game.name}, {name}, rule "{self.rule}"'

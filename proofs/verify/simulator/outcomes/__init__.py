"""Kinds of outcome for judging a simulator, with their exact distributions.

An outcome is a line of text. The kinds of a game are listed by its function
``outcome_distributions(rules, rule)``, the default kind first. In place of kinds, the
function of another package may return functions by name. The first line of their
docstrings then says what a simulator prints. Without such a function, the kinds follow
from the scoring and from the complete families of a game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial
from typing import Any

from trueodds.analysis import run
from trueodds.core import rulebook
from trueodds.core.dice import MOST_DIGIT, Dice, counted_dice, digits_of
from trueodds.core.errors import (
    PositionError,
    TrueoddsError,
    UnknownNameError,
    listed,
)
from trueodds.core.exact.distribution import Distribution
from trueodds.core.games import Game
from trueodds.core.models.process import distribution_at
from trueodds.core.rulebook import Rules
from trueodds.core.scoring import family_of
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.simulator.e_process import EProcess
from trueodds.proofs.verify.simulator.outcomes.kind import (
    Form,
    OutcomeKind,
    is_bare,
    no_line,
)

REST = Fraction(1, 10**6)
"""An endless list of outcomes is cut where the rest is less probable than this."""


class OutcomeError(TrueoddsError):
    """The error for a line that is not an outcome of the requested kind."""


class UnknownKindError(OutcomeError):
    """The error for lines that do not show their kind of outcome: a user must name it.

    It is raised if the lines fit no kind, or only kinds whose distribution takes too
    long to compute or does not exist.
    """


@dataclass(frozen=True, slots=True)
class OutcomeDistribution:
    """The exact distribution of a kind of outcome.

    Attributes:
        kind: The name of the kind, such as ``roll``.
        description: What an outcome is, for messages.
        distribution: The distribution of the texts of the possible outcomes.
        words: The outcome for each further text that a line can have, in capitals. If
            there are no words, an outcome is an integer.
        high: If it is given, all integers from ``high`` on are a single outcome,
            ``<high>+``.
        play: Returns the outcome of a line that has all cards, and None for other
            lines.
        unordered: True if an outcome is a roll: the digits of a line, in ascending
            order.
        split: True if each die of a roll is an outcome.
        hint: A note on which other outcomes would show more.
        packed: Takes an outcome's number and its line, and returns a code of the number
            and of the cards in the line. The code is counted in place of the number.
        process: Makes the ``EProcess`` from the probabilities and its other arguments.
        parser: Makes the parser of lines that have several outcomes each, from this
            record. If None, the parser is ``Lines``.
    """

    kind: str
    description: str
    distribution: Distribution[str]
    words: Mapping[str, str] = field(default_factory=dict)
    high: int | None = None
    play: Callable[[str], str | None] | None = None
    unordered: bool = False
    split: bool = False
    hint: str = ""
    packed: Callable[[int, str], int] | None = None
    process: Callable[..., EProcess] = EProcess
    parser: Callable[..., Any] | None = None

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The possible outcomes as texts, in the order of their numbers from 0."""
        return tuple(self.distribution)

    def possible(self, text: str) -> bool:
        """Return True if a line states an outcome with a positive probability."""
        with suppress(OutcomeError):
            return self.read(text) in self.distribution
        return False

    @property
    def numbers(self) -> dict[str, int]:
        """The number of each possible outcome, counted from 0."""
        return {outcome: number for number, outcome in enumerate(self.distribution)}

    @property
    def probabilities(self) -> tuple[Fraction, ...]:
        """The probabilities of the possible outcomes, in order; their sum is 1."""
        return tuple(self.distribution[outcome] for outcome in self.distribution)

    def read(self, text: str) -> str:
        r"""Return the outcome that a line states, even an impossible one.

        Raises ``OutcomeError`` for a line that states no outcome.

        >>> die = OutcomeDistribution("die", "a die", Distribution({"1": 1, "2": 1}))
        >>> die.read(" 02\n"), die.read("3")
        ('2', '3')
        """
        word = text.strip()
        # The usual case: the text of a possible outcome as it is.
        if word in self.distribution:
            return word
        if self.unordered:
            # Brackets, commas and blanks between dice do not matter, and neither does
            # their order.
            digits = "".join(sorted(re.sub(r"[\W_]", "", word)))
            if digits.isdigit() and len(digits) == len(next(iter(self.distribution))):
                return digits
            expected = self.description
        # Cards are played by our rules, so the program's own result is not needed.
        elif self.play and (outcome := self.play(word)) is not None:
            return outcome
        elif self.words:
            if word.upper() in self.words:
                return self.words[word.upper()]
            expected = listed(self.outcomes)
        elif is_bare(word):
            number = int(word)
            # All integers from the end of the list on are one outcome.
            high = self.high is not None and number >= self.high
            return f"{self.high}+" if high else str(number)
        else:
            expected = "an integer"
        raise OutcomeError(f"{word[:40]!r} is not an outcome; expected {expected}")


Functions = Mapping[str, Callable[..., OutcomeDistribution]]

KindsUnder = Callable[[Any, str], Sequence[OutcomeKind] | Functions]
"""Returns the kinds of outcome under some rules, by scoring rule."""


def outcome_distribution(
    game: Game, rules: Rules, kind: str | None = None, rule: str | None = None
) -> OutcomeDistribution:
    """Return the distribution of a kind of outcome, by default the game's first kind.

    ``rule`` is one of the game's scoring rules. The outcomes of the kind ``score`` are
    the scores by this rule. Raises ``UnknownNameError`` with the known kinds, and
    ``PositionError`` if the kind has no single distribution under the rules. With
    unfair dice, for example, the points of a roll of Bunco have one for each round.

    >>> from trueodds.core import games, rulebook
    >>> bunco = games.find("bunco")
    >>> outcome_distribution(bunco, rulebook.load(bunco)).distribution["21"]
    Fraction(1, 216)
    """
    kinds = kinds_of(game, rules, rule)
    name = kind or default_of(game, kinds)
    if name == "score" and name not in kinds and rule in game.declared_scoring:
        name = family_of(game.declared_scoring, rules, rule)
    stem, _, integers = name.rpartition(".")
    # The integers of a name such as turn.bank_at.300 choose the distribution.
    for form, suffix in (("[0-9]{1,9}", "N"), ("[0-9]{1,9}(,[0-9]{1,9})*", "N,…")):
        numbered = kinds.get(f"{stem}.{suffix}")
        if numbered and re.fullmatch(form, integers):
            return numbered.distribution(*map(int, integers.split(",")))
    if name in kinds and not kinds[name].numbered:
        return kinds[name].distribution()
    # A complete family of the game's odds is a kind as well, if it is named.
    with suppress(KeyError):
        return of_family(game, rules, name, f"the number N of {name}.N")
    needs = ", which need positions with one part of dice" * (name in ("roll", "die"))
    raise UnknownNameError(
        f"{game.name} has no outcomes {kind or name!r:.60}{needs}; there are: "
        f"{listed(kinds)}"
    )


def explained(game: Game) -> dict[str, str]:
    """Return the instruction on what to print, by kind of outcome of a game.

    The kinds are those under the game's default rules. The keys are their names.
    """
    kinds = kinds_of(game, rulebook.load(game))
    default_of(game, kinds)
    return {name: kind.about for name, kind in kinds.items()}


def default_of(game: Game, kinds: Mapping[str, OutcomeKind]) -> str:
    """Return the name of the game's default kind of outcome, one of ``kinds``."""
    if not kinds:
        raise UnknownNameError(
            f"{game.name} has no kinds of outcome: no scores that have odds, and no "
            "complete family of numbers; its package declares others by "
            "Proofs(outcomes=…)"
        )
    return next(iter(kinds))


def kinds_of(
    game: Game, rules: Rules, rule: str | None = None
) -> dict[str, OutcomeKind]:
    """Return the kinds of outcome of a game by name, the default kind first.

    ``rule`` is one of the game's scoring rules; None is the default rule.
    """
    kinds = parts(game).outcomes()(rules, game.scoring_rule(rule))
    if isinstance(kinds, Mapping):
        kinds = [_of_function(*item) for item in kinds.items()]
    return {kind.name: kind for kind in kinds}


def _of_function(
    name: str, function: Callable[..., OutcomeDistribution]
) -> OutcomeKind:
    """Return a kind of another package, whose form is that of its outcomes."""
    about = (function.__doc__ or "").split("\n")[0]
    compute = cache(function)
    kind = OutcomeKind(name, about, no_line, compute)
    if kind.numbered:
        return kind
    return replace(kind, form=lambda line: compute().possible(line))


def of_family(
    game: str | Game, rules: Rules, name: str, description: str
) -> OutcomeDistribution:
    """Return the distribution of the numbers N of the quantities ``name.N``.

    ``description`` is a text on the outcomes for messages. Raises ``UnknownNameError``
    if there are no such quantities, and ``ModelError`` if they are not a complete,
    exact distribution.

    >>> from trueodds.core import games, rulebook
    >>> rules = rulebook.load(games.find("bunco"))
    >>> of_family("bunco", rules, "game.total", "points").distribution["126"]
    Fraction(1, 101559956668416)
    """
    odds = run.odds(game, rules)
    if not odds.family(name):
        raise UnknownNameError(f"{odds.game} has no family {name!r}")
    return of_numbers(name, description, odds.distribution(name))


def families(
    game: str | Game, rules: Rules, printed: Mapping[str, tuple[str, Form]]
) -> list[OutcomeKind]:
    """Return a kind of outcome for each of some families of quantities.

    A family is the probabilities ``NAME.N`` of all numbers N that can come, such as
    ``game.total.N``. The keys of ``printed`` are the names. A value has a text on what
    a simulator prints, such as "the points of a game", and a test of lines. The test
    returns True for a line that can be such an outcome.
    """
    compute = partial(of_family, game, rules)
    return [
        OutcomeKind(
            name, f"Print {what}.", form, partial(compute, name, what), family=True
        )
        for name, (what, form) in printed.items()
    ]


def of_numbers(
    kind: str, description: str, distribution: Distribution[int]
) -> OutcomeDistribution:
    """Return the distribution of a kind of outcome over integers, ascending.

    ``kind`` is the name of the kind, and ``description`` a text on the outcomes for
    messages.
    """
    weights = {str(n): distribution.weight(n) for n in sorted(distribution)}
    return OutcomeDistribution(kind, description, Distribution(weights))


def of_roll(kind: str, dice: Dice) -> OutcomeDistribution:
    """Return the distribution of all dice of a roll, in any order.

    ``kind`` is the name of the kind of outcome.

    >>> of_roll("roll", Dice.fair(3, sides=6)).read("[2, 1, 2]")
    '122'
    """
    if dice.sides > MOST_DIGIT:
        raise PositionError("rolls are judged for dice with faces of one digit")
    rolls = Distribution({digits_of(roll): weight for roll, weight in dice.rolls()})
    text = f"the faces of {counted_dice(dice.count)}, in any order"
    return OutcomeDistribution(kind, text, rolls, unordered=True)


def cut_off(
    kind: str, description: str, probabilities: Mapping[int, Fraction]
) -> OutcomeDistribution:
    """Return a distribution whose highest outcome has the missing probability.

    ``kind`` is the name of the kind, and ``description`` a text on the outcomes for
    messages. ``probabilities`` are those of lower integers. The outcome ``N+`` stands
    for all higher integers.

    >>> coin = cut_off("n", "tosses", {1: Fraction(1, 2), 2: Fraction(1, 4)})
    >>> coin.outcomes, coin.probabilities[-1]
    (('1', '2', '3+'), Fraction(1, 4))
    """
    exact: dict[str, Fraction] = {str(n): p for n, p in probabilities.items()}
    # The probabilities are exact, so the rest is 0 only if nothing is missing.
    rest = 1 - sum(probabilities.values(), Fraction(0))
    high = max(probabilities) + 1 if rest else None
    if rest:
        exact[f"{high}+"] = rest
    outcomes = distribution_at(kind, exact)
    return OutcomeDistribution(kind, description, outcomes, high=high)


def until_rest(probabilities: Iterable[tuple[int, Fraction]]) -> dict[int, Fraction]:
    """Return outcomes and their probabilities, until few outcomes are left.

    ``probabilities`` yields integer outcomes, each with its probability. The outcomes
    left out have a combined probability below one in a million.
    """
    rest = Fraction(1)
    taken = {}
    for number, probability in probabilities:
        if probability:
            taken[number] = probability
        rest -= probability
        if rest < REST:
            break
    return taken

"""Which outcomes a simulator can be judged by, and their exact laws.

An outcome is a line of text. A game of ours has a function here, which yields its kinds
of outcome, the usual one first; a game from another package has ``outcome_laws(rules)``
in its module of analysis, which does the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from trueodds.analysis.baccarat import coup_distribution
from trueodds.analysis.bunco.rolls import game_distribution, round_distributions
from trueodds.analysis.cribbage.show import IMPOSSIBLE, show_table
from trueodds.analysis.farkle.roll_classes import best_score, roll_classes
from trueodds.analysis.farkle.threshold.table import Thresholds
from trueodds.analysis.farkle.turn.distribution import Ends, outcomes
from trueodds.analysis.farkle.turn.optimal import best_turn
from trueodds.core.distribution import Distribution
from trueodds.core.errors import PositionError, TrueoddsError, UnknownNameError, listed
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.core.rules.farkle import DICE


class OutcomeError(TrueoddsError):
    """A line that is no outcome of the kind asked for."""


@dataclass(frozen=True, slots=True)
class OutcomeLaw:
    """The exact law of a kind of outcome.

    ``law`` is over the texts of the possible outcomes. ``words`` are further texts with
    what they stand for; without any, an outcome is an integer. ``high``, where there is
    one, is the number from which all outcomes are one, ``<high>+``.
    """

    kind: str
    what: str
    law: Distribution[str]
    words: Mapping[str, str] = field(default_factory=dict)
    high: int | None = None

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The outcomes that are possible, in order."""
        return tuple(self.law)

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """Their chances, which add up to 1."""
        return tuple(self.law[outcome] for outcome in self.law)

    def read(self, text: str) -> str:
        r"""The outcome that a line states, possible or not.

        Raises ``OutcomeError`` for a line that states none.

        >>> law = OutcomeLaw("die", "a die", Distribution({"1": 1, "2": 1}))
        >>> law.read(" 02\n"), law.read("3")
        ('2', '3')
        """
        word = text.strip()
        if word in self.law:
            return word
        if self.words:
            if word.upper() in self.words:
                return self.words[word.upper()]
            raise OutcomeError(
                f"{word[:40]!r} is no outcome; there are: {listed(self.outcomes)}"
            )
        if not (word.isascii() and word.removeprefix("-").isdigit() and len(word) < 20):
            raise OutcomeError(f"{word[:40]!r} is no outcome; an integer is right")
        number = int(word)
        high = self.high is not None and number >= self.high
        return f"{self.high}+" if high else str(number)


Kinds = Mapping[str, Callable[..., OutcomeLaw]]
"""The law of each kind of outcome, when it is wanted; ``name.N`` takes an integer."""


def outcome_law(
    game: Game, rules: Rules, kind: str | None = None, rule: str | None = None
) -> OutcomeLaw:
    """The law of a kind of outcome, the usual one unless it is named.

    ``rule`` is one of the game's scoring rules. Raises ``UnknownNameError`` with the
    kinds there are, and ``PositionError`` where the rules leave no single law.

    >>> from trueodds.core import games, rulebook
    >>> bunco = games.find("bunco")
    >>> outcome_law(bunco, rulebook.load(bunco)).law["21"]
    Fraction(1, 216)
    """
    laws = OURS.get(game.name) or getattr(game.room("analysis"), "outcome_laws", None)
    if laws is None:
        raise UnknownNameError(
            f"{game.name} has no laws of outcomes; its module of analysis needs a "
            "function outcome_laws(rules, rule)"
        )
    kinds: Kinds = laws(rules, game.scoring_rule(rule))
    name = kind or next(iter(kinds))
    stem, _, number = name.rpartition(".")
    if re.fullmatch("[0-9]{1,9}", number) and f"{stem}.N" in kinds:
        return kinds[f"{stem}.N"](int(number))
    if name not in kinds or name.endswith(".N"):
        raise UnknownNameError(
            f"{game.name} has no outcomes {name!r:.60}; there are: {listed(kinds)}"
        )
    return kinds[name]()


def _points(kind: str, what: str, law: Distribution[int]) -> OutcomeLaw:
    ascending = {str(points): law.weight(points) for points in sorted(law)}
    return OutcomeLaw(kind, what, Distribution(ascending))


def _die(weights: Sequence[int]) -> OutcomeLaw:
    law = Distribution(dict(enumerate(weights, start=1)))
    return _points("die", "the face of a die", law)


def _ends(kind: str, what: str, ends: Ends) -> OutcomeLaw:
    """The law of a turn's points; what is high is one outcome."""
    chances = {str(points): chance for points, chance in ends.points.items()}
    high = ends.high if ends.at_least_high else None
    if high is not None:
        chances[f"{high}+"] = ends.at_least_high
    total = lcm(*(chance.denominator for chance in chances.values()))
    weights = {text: int(chance * total) for text, chance in chances.items()}
    return OutcomeLaw(kind, what, Distribution(weights), high=high)


def _bunco(rules: Any, rule: str) -> Kinds:
    def in_round(number: int) -> Distribution[int]:
        if not 1 <= number <= rules.rounds:
            raise PositionError(
                f"there is no round {number}: rounds are 1 to {rules.rounds}"
            )
        return round_distributions(rules)[number - 1].map(lambda award: award.points)

    def roll() -> OutcomeLaw:
        if len(set(round_distributions(rules))) > 1:
            raise PositionError(
                "under these rules the points of a roll have another law in each "
                "round: name a round, such as round.1"
            )
        return _points("roll", "the points of a roll", in_round(1))

    return {
        "roll": roll,
        "round.N": lambda number: _points(
            f"round.{number}", f"the points of round {number}", in_round(number)
        ),
        "game": lambda: _points(
            "game",
            "the points of a game",
            game_distribution(round_distributions(rules)),
        ),
        "die": lambda: _die(rules.face_weights),
    }


def _baccarat(rules: Any, rule: str) -> Kinds:
    def law() -> Distribution[Any]:
        return coup_distribution(rules, rules.left())

    def winner() -> OutcomeLaw:
        letters = {"player": "P", "banker": "B", "tie": "T"}
        found = law().map(lambda outcome: letters[outcome.winner])
        ordered = Distribution({letter: found.weight(letter) for letter in "PBT"})
        words = {word.upper(): letter for word, letter in letters.items()}
        words |= {letter: letter for letter in "PBT"}
        return OutcomeLaw("winner", "who wins a coup from a fresh shoe", ordered, words)

    return {
        "winner": winner,
        "cards": lambda: _points(
            "cards", "the cards dealt in a coup", law().map(lambda coup: coup.cards)
        ),
    }


def _cribbage(rules: Any, rule: str) -> Kinds:
    def show() -> OutcomeLaw:
        points = show_table(rules, "crib" if rule == "crib" else "hand")
        counts = np.bincount(points[points != IMPOSSIBLE])
        law = Distribution({n: int(count) for n, count in enumerate(counts)})
        return _points("show", f"the points of a random {rule}", law)

    return {"show": show}


def _farkle(rules: Any, rule: str) -> Kinds:
    def roll(dice: int, kind: str) -> OutcomeLaw:
        if not 1 <= dice <= DICE:
            raise PositionError(f"a roll has 1 to {DICE} dice, not {dice}")
        of = "a die" if dice == 1 else f"{dice} dice"
        law = roll_classes(rules)[dice].map(best_score)
        return _points(kind, f"the best score of {of}", law)

    def best_turn_law() -> OutcomeLaw:
        turn = best_turn(roll_classes(rules), rules, minimum=rules.minimum_to_bank)
        what = "the points of a turn played for the most"
        return _ends("turn.most_points", what, outcomes(turn).ends)

    def bank_at(stake: int) -> OutcomeLaw:
        what = f"the points of a turn that keeps the most and banks at {stake}"
        return _ends(f"turn.bank_at.{stake}", what, Thresholds(rules).ends(stake))

    return {
        "roll": lambda: roll(DICE, "roll"),
        "roll.N": lambda dice: roll(dice, f"roll.{dice}"),
        "turn.most_points": best_turn_law,
        "turn.bank_at.N": bank_at,
        "die": lambda: _die((1,) * 6),
    }


OURS: Mapping[str, Callable[[Any, str], Kinds]] = {
    "bunco": _bunco,
    "baccarat": _baccarat,
    "cribbage": _cribbage,
    "farkle": _farkle,
}

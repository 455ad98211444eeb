"""Outcomes of a game that declares its scoring: scores, rolls and faces."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from trueodds.analysis import run
from trueodds.core.dice import Dice
from trueodds.core.exact.distribution import Distribution
from trueodds.core.games import Game
from trueodds.core.scoring import Scoring, family_of
from trueodds.proofs.verify.simulator.outcomes import (
    KindsUnder,
    families,
    of_numbers,
    of_roll,
)
from trueodds.proofs.verify.simulator.outcomes.kind import (
    OutcomeKind,
    dice,
    is_bare,
    numbers,
)


def outcomes(game: Game, scoring: Mapping[str, Scoring]) -> KindsUnder:
    """Return the function that lists the kinds of outcome of a game.

    Its arguments are the rules and the name of a scoring rule. The kinds are ``score``,
    ``roll``, ``die`` and the complete families of the odds. A complete family is
    probabilities ``NAME.N`` for numbers N, which add up to 1.

    There is no ``score`` for a scoring rule without odds: if chance does not decide
    all parts of a position, or if there are too many draws. Positions with dice of
    several kinds have neither ``roll`` nor ``die``. A family that is slow to compute is
    not listed. It is a kind only if a user names it.

    ``scoring`` has the game's scoring rules by name.
    """

    def kinds(rules: Any, rule: str) -> list[OutcomeKind]:
        scores = {each: family_of(scoring, rules, each) for each in scoring}
        printed = {}
        if name := scores.get(rule):
            printed[name] = ("the score of a random position", is_bare)
        parts = scoring[rule].under(rules).parts if rule in scoring else ()
        cups = [
            Dice(part.count, (*part.weights.values(),))
            for part in parts
            if part.things == "dice"
        ]
        # With several parts of dice, a line does not show which dice are which.
        of_cup = of_dice(*cups) if len(cups) == 1 else []
        complete = run.odds(game, rules).complete(*map("{}.*".format, scores.values()))
        printed |= {each: (f"the number N of {each}.N", is_bare) for each in complete}
        return families(game, rules, printed) + of_cup

    return kinds


def of_dice(cup: Dice) -> list[OutcomeKind]:
    """Return two kinds of outcome of equal dice: ``roll`` (all dice) and ``die``.

    ``cup`` has the dice that are rolled together.
    """
    faces = Distribution(dict(enumerate(cup.weights, start=1)))
    return [
        OutcomeKind(
            "roll",
            "Print the dice of a roll in any order, such as 612 or [6, 1, 2].",
            dice([cup.count], cup.sides),
            partial(of_roll, "roll", cup),
        ),
        OutcomeKind(
            "die",
            "Print the face of a die, such as 6.",
            numbers(1, cup.sides),
            partial(of_numbers, "die", "the face of a die", faces),
        ),
    ]

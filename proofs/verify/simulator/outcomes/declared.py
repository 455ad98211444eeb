"""Outcomes of a game that declares its scoring: scores, rolls and faces."""

from collections.abc import Mapping
from functools import partial
from typing import Any

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
from trueodds.proofs.verify.simulator.outcomes.kind import Kind, dice, numbers


def outcomes(game: Game, scoring: Mapping[str, Scoring]) -> KindsUnder:
    """Return the kinds of outcome of each scoring rule: ``score``, ``roll``, ``die``.

    A rule that has no odds has no ``score``. Positions with dice of several kinds have
    neither ``roll`` nor ``die``.
    """

    def kinds(rules: Any, rule: str) -> list[Kind]:
        printed = {}
        if name := family_of(scoring, rules, rule):
            printed[name] = "the score of a random position", numbers()
        parts = scoring[rule].under(rules).parts
        cups = [
            Dice(part.count, (*part.weights.values(),))
            for part in parts
            if part.things == "dice"
        ]
        of_cup = of_dice(*cups) if len(cups) == 1 else []
        return families(game.name, rules, printed) + of_cup

    return kinds


def of_dice(cup: Dice) -> list[Kind]:
    """Return the kinds ``roll`` and ``die`` of equal dice."""
    faces = Distribution(dict(enumerate(cup.weights, start=1)))
    return [
        Kind(
            "roll",
            "Print the dice of a roll in any order, such as 612 or [6, 1, 2].",
            dice([cup.count], cup.sides),
            partial(of_roll, "roll", cup),
        ),
        Kind(
            "die",
            "Print the face of a die, such as 6.",
            numbers(1, cup.sides),
            partial(of_numbers, "die", "the face of a die", faces),
        ),
    ]

"""Bunco's certificates of every roll, and of the chain of a turn."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

from trueodds.analysis.bunco.rolls import roll_distribution
from trueodds.analysis.bunco.turn import TargetTurn
from trueodds.core.dice import counts_of
from trueodds.core.errors import NotDescribedError
from trueodds.core.odds import Odds
from trueodds.core.rules.bunco import BuncoRules, award
from trueodds.proofs.certificates.format import Certificate, Maker, claims

AWARDS = ("bunco_points", "mini_bunco_points", "match_points")
ROLL = ("roll.mean", "roll.bunco", "roll.mini_bunco", "roll.triple", "roll.points.*")
TURN = ("turn.mean", "turn.rolls.mean", "turn.any_bunco")


def rolls(odds: Odds) -> Certificate:
    """Return the certificate of a roll: each roll, its weight, and its points by round.

    ``odds`` has the rules, and the values that the certificate claims.

    Raises:
        NotDescribedError: If dice are rolled again.
    """
    rules = odds.rules_as(BuncoRules)
    if rules.rerolls:
        raise NotDescribedError(
            "the certificate of a roll needs dice that are rolled once"
        )
    # Rolls with a face of weight 0 cannot come. They are listed too, as the checker
    # expects every roll.
    weights = dict(rules.cup.rolls())
    classes = []
    for shown in combinations_with_replacement(range(1, rules.sides + 1), rules.dice):
        roll = counts_of(shown, rules.sides)
        points = [
            award(roll, rules.target(number), rules).points
            for number in rules.round_numbers
        ]
        classes.append([shown, weights.get(roll, 0), points])
    return Certificate(
        "enumeration bunco roll",
        {
            "dice": rules.dice,
            "weights": rules.face_weights,
            "rounds": rules.rounds,
            **{name: getattr(rules, name) for name in AWARDS},
        },
        claims(odds, ROLL),
        {"classes": classes},
    )


def turn(odds: Odds) -> Certificate:
    """Return the certificate of an uncapped turn of fair dice: a chain of one state.

    ``odds`` has the rules, and the values that the certificate claims.

    Raises:
        NotDescribedError: If the turn is capped or never ends, or its dice are loaded
            or rolled again.
    """
    rules = odds.rules_as(BuncoRules)
    solved = _turn(rules)
    if rules.turn_capped:
        raise NotDescribedError("the certificate of a turn needs a turn without a cap")
    if not solved.ends:
        raise NotDescribedError("by these rules a turn never ends")
    # One state is enough: an uncapped turn starts anew after each roll that goes on.
    unknowns = [str(value) for value in (solved.mean, solved.rolls, solved.any_bunco)]
    return Certificate(
        "chain bunco turn",
        _throws(rules),
        claims(odds, TURN),
        {"states": [[[0], unknowns, 1]]},
    )


def _throws(rules: BuncoRules) -> dict[str, Any]:
    names = ("dice", "sides", "bunco_ends_turn", "mini_bunco_ends_turn", *AWARDS)
    return {name: getattr(rules, name) for name in names}


def _turn(rules: BuncoRules) -> TargetTurn:
    if not rules.fair or rules.rerolls:
        raise NotDescribedError("the certificate of a turn needs fair dice rolled once")
    return TargetTurn.of(roll_distribution(1, rules), rules)


MAKERS = (
    Maker("bunco-roll", "bunco", rolls, ROLL),
    Maker("bunco-turn", "bunco", turn, TURN),
)

"""Bunco's certificates: every roll, and the chains of a turn and of a race."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from trueodds.analysis.bunco.rolls import roll_distribution
from trueodds.analysis.bunco.turn import Turn
from trueodds.core.dice import counts_of
from trueodds.core.errors import NotDescribedError
from trueodds.core.odds import Odds
from trueodds.core.rules.bunco import BuncoRules, award
from trueodds.proofs.certificates.format import Certificate, Maker, claims

AWARDS = ("bunco_points", "mini_bunco_points", "match_points")
ROLL = ("roll.mean", "roll.bunco", "roll.mini_bunco", "roll.triple", "roll.points.*")
TURN = ("turn.mean", "turn.rolls.mean", "turn.any_bunco")
RACE = ("race.first_wins", "race.rolls.mean", "race.turns.mean")


def rolls(odds: Odds) -> Certificate:
    """Return the certificate of a roll: each roll, its weight, and its points by round.

    Raises:
        NotDescribedError: If dice are rolled again.
    """
    rules = odds.rules_as(BuncoRules)
    if rules.rerolls:
        raise NotDescribedError(
            "the certificate of a roll needs dice that are rolled once"
        )
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
    unknowns = [str(value) for value in (solved.mean, solved.rolls, solved.any_bunco)]
    return Certificate(
        "chain bunco turn",
        _throws(rules),
        claims(odds, TURN),
        {"states": [[[0], unknowns, 1]]},
    )


def race(odds: Odds) -> Certificate:
    """Return the certificate of the race of fair dice: its winner and its duration.

    The states of the chain are the totals of both sides.

    Raises:
        NotDescribedError: If the dice are loaded or rolled again, or never score.
    """
    rules = odds.rules_as(BuncoRules)
    rolled = _turn(rules).throws
    goal = rules.round_points
    throws = [(throw, rolled[throw]) for throw in rolled if throw.points]
    still = 1 - sum((chance for _, chance in throws), Fraction(0))
    if still == 1:
        raise NotDescribedError("a race without points never ends")
    # By both totals: the unknowns, and the least number of rolls to the end.
    solved: dict[tuple[int, int], tuple[Any, int]] = {}
    # The unknowns at the end. They are ended + signs * x if x are the opponent's.
    ended = np.array([1, 0, 1])
    signs = np.array([-1, 1, 1])

    def scoring(own: int, other: int) -> tuple[Any, int]:
        """Return the equation of each unknown, without the state after a miss."""
        sums = np.array([still, 1, still])
        ranks = []
        for throw, chance in throws:
            total = own + throw.points
            if total >= goal:
                gains = ended
                rank = 0
            elif throw.goes_on:
                gains, rank = solved[total, other]
            else:
                gains, rank = solved[other, total]
                gains = ended + signs * gains
            sums = sums + chance * gains
            ranks.append(rank)
        return sums, min(ranks)

    for own, other in sorted(product(range(goal), repeat=2), key=sum, reverse=True):
        (here, rank), (there, rank_there) = scoring(own, other), scoring(other, own)
        # x = a - s y and y = b - s x for the probability; with + for rolls and turns.
        unknowns = (here + signs * still * there) / (1 - still * still)
        after_miss = [1 + rank_there] if still else []
        solved[own, other] = unknowns, 1 + min([rank, *after_miss])
    states = [
        [[*totals], [*map(str, unknowns)], rank]
        for totals, (unknowns, rank) in sorted(solved.items())
    ]
    return Certificate(
        "chain bunco race",
        {"round_points": goal, **_throws(rules)},
        claims(odds, RACE),
        {"states": states},
    )


def _throws(rules: BuncoRules) -> dict[str, Any]:
    names = ("dice", "sides", "bunco_ends_turn", "mini_bunco_ends_turn", *AWARDS)
    return {name: getattr(rules, name) for name in names}


def _turn(rules: BuncoRules) -> Turn:
    if not rules.fair or rules.rerolls:
        raise NotDescribedError(
            "the certificates of turn and race need fair dice rolled once"
        )
    return Turn.of(roll_distribution(1, rules), rules)


MAKERS = (
    Maker("bunco-roll", "bunco", rolls, ROLL),
    Maker("bunco-turn", "bunco", turn, TURN),
    Maker("bunco-race", "bunco", race, RACE),
)

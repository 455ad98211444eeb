"""Farkle's certificates: every roll, and one turn between bounds."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from trueodds.analysis.farkle.roll_classes import (
    Rolls,
    best_score,
    most_points,
    roll_classes,
)
from trueodds.core.dice import Dice, counts_of
from trueodds.core.enclosure import Enclosure
from trueodds.core.errors import ModelError
from trueodds.core.odds import Odds
from trueodds.core.rulebook import to_table
from trueodds.core.rules.farkle import DICE, FarkleRules, Scorer
from trueodds.proofs.certificates.format import Certificate, claims, exact

SCALE = 10**10
SCORES = (
    "singles",
    "of_a_kind",
    "straight",
    "three_pairs",
    "four_and_two",
    "two_triplets",
    "nothing",
)


def rolls(odds: Odds) -> Certificate:
    """Every roll of one to six dice, its orders and its best score."""
    scorer = Scorer(_rules(odds))
    classes: list[Any] = []
    for number in range(1, DICE + 1):
        weights = dict(Dice.fair(number, sides=6).rolls())
        for shown in combinations_with_replacement(range(1, 7), number):
            roll = counts_of(shown)
            text = "".join(map(str, shown))
            classes.append([text, weights[roll], scorer.best(roll)])
    dice = range(1, DICE + 1)
    return Certificate(
        "enumeration",
        "farkle",
        "roll",
        scores(_rules(odds)),
        claims(
            odds,
            (
                *(f"roll.{number}.farkle" for number in dice),
                *(f"roll.{number}.best.mean" for number in dice),
                *(quantity.id for quantity in odds.family("roll.6.best")),
            ),
        ),
        {"classes": classes},
    )


def turn(odds: Odds) -> Certificate:
    """The most expected points of a turn, between bounds at every stake and dice.

    Bounds are rounded at every roll, down and up, over ``SCALE``. Raises ``ModelError``
    for rules under which some number of dice always scores, and without hot dice.
    """
    rules = _rules(odds)
    require_plain(rules)
    laws = most_points(roll_classes(rules))
    least = rules.minimum_to_bank
    ceiling = _ceiling(laws, least)

    @cache
    def bounds(stake: int, dice: int) -> tuple[int, int, bool]:
        """Lower and upper bound, and whether the lower one is that of banking."""
        if stake >= ceiling:
            return stake * SCALE, stake * SCALE, True
        sums = [0, 0]
        law = laws[dice]
        for keeps, weight in law.items():
            after = [bounds(stake + keep.points, keep.left or DICE) for keep in keeps]
            for side in (0, 1):
                sums[side] += weight * max((b[side] for b in after), default=0)
        low, high = sums[0] // law.total, -(-sums[1] // law.total)
        banked = stake * SCALE if stake >= max(least, 1) else 0
        return max(low, banked), max(high, banked), 0 < banked >= low

    reached, waiting = set(), [(0, DICE)]
    while waiting:
        state = waiting.pop()
        if state not in reached and state[0] < ceiling:
            reached.add(state)
            waiting += [
                (state[0] + keep.points, keep.left or DICE)
                for keeps in laws[state[1]]
                for keep in keeps
            ]
    for state in sorted(reached, reverse=True):
        bounds(*state)
    lower, upper, _ = bounds(0, DICE)
    proved = Enclosure(Fraction(lower, SCALE), Fraction(upper, SCALE))
    return Certificate(
        "decision",
        "farkle",
        "turn",
        {**scores(rules), "minimum_to_bank": least},
        {"turn.mean": exact(proved)},
        {
            "scale": SCALE,
            "states": [[*state, *bounds(*state)] for state in sorted(reached)],
        },
    )


def scores(rules: FarkleRules) -> dict[str, Any]:
    """The rules that say what dice are worth, as plain data."""
    table = to_table(rules)
    return {name: table[name] for name in SCORES}


def require_plain(rules: FarkleRules) -> None:
    """Raise ``ModelError`` for rules that the certificates of turns do not describe."""
    if rules.junk or not rules.hot_dice:
        raise ModelError(
            "the certificate of a turn is of rules with hot dice and without junk"
        )


def _ceiling(laws: Rolls, least: int) -> Fraction:
    """A stake from which on a roll loses as much by farkles as it can gain."""
    found = Fraction(least)
    for law in laws.values():
        if not law.weight(()):
            raise ModelError(
                "the certificate of a turn is of rules by which any number of dice "
                "can farkle"
            )
        gained = law.expected(best_score)
        found = max(found, gained * law.total / law.weight(()))
    return found


def _rules(odds: Odds) -> FarkleRules:
    assert isinstance(odds.rules, FarkleRules)
    return odds.rules

"""The odds of one roll of Farkle, of one turn played best, and of the long run."""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from trueodds.analysis.farkle.published import blog
from trueodds.analysis.farkle.roll_classes import (
    Rolls,
    best_score,
    points_grid,
    roll_classes,
)
from trueodds.analysis.farkle.turn.distribution import (
    law_of_points,
    mean_and_farkle,
    outcomes,
)
from trueodds.analysis.farkle.turn.long_run import best_average
from trueodds.analysis.farkle.turn.optimal import Turn, best_turn
from trueodds.core.errors import RulesError
from trueodds.core.quantity import Quantity, point_masses
from trueodds.core.rules.farkle import DICE, FarkleRules

MOST_SCORES = 25_000
"""Scores of six dice that can be listed."""

MOST_STAKES = 2_000
"""Stakes below the ceiling of a turn whose points are listed."""


def quantities(rules: FarkleRules) -> Iterator[Quantity]:
    """Every quantity of one roll, one turn, an opening turn and the long run."""
    rolls = roll_classes(rules)
    yield from _rolls(rolls)
    turn = best_turn(rolls, rules, minimum=rules.minimum_to_bank)
    yield from _turn("turn", "a turn", turn)
    if rules.junk:
        strict = msgspec.structs.replace(rules, junk=False)
        scoring = best_turn(roll_classes(strict), strict, minimum=rules.minimum_to_bank)
        yield Quantity(
            id="turn.junk.gain",
            label="Mean points of a turn that keeping junk adds",
            value=turn.mean - scoring.mean,
            unit="points",
            method="backward induction",
        )
    if rules.minimum_to_open:
        minimum = max(rules.minimum_to_open, rules.minimum_to_bank)
        opening = best_turn(rolls, rules, minimum=minimum)
        yield from _turn("opening.turn", "a turn before opening", opening)
        if blog.applies(rules):
            yield from blog.claims(rules, rolls, turn, opening)
    if rules.penalty_every:
        yield Quantity(
            id="longrun.mean",
            label="Mean points of a turn in the long run, penalties counted",
            value=best_average(rolls, rules),
            unit="points",
            method="policy iteration",
        )


def _rolls(rolls: Rolls) -> Iterator[Quantity]:
    for dice, law in rolls.items():
        of = _dice(dice)
        yield Quantity.probability(
            f"roll.{dice}.farkle", f"Farkle with {of}", law.weight(()), law.total
        )
        yield Quantity(
            id=f"roll.{dice}.best.mean",
            label=f"Mean best score of {of}",
            value=law.expected(best_score),
            unit="points",
            method="enumeration",
        )
    best = rolls[DICE].map(best_score)
    outcomes = range(0, max(best) + 1, points_grid(rolls))
    if len(outcomes) > MOST_SCORES:
        raise RulesError(
            f"scores up to {max(best)} in steps of {outcomes.step} are too many to "
            f"list; at most {MOST_SCORES} can be"
        )
    yield from point_masses("roll.6.best", "Best score of 6 dice: {}", best, outcomes)


def _turn(prefix: str, name: str, turn: Turn) -> Iterator[Quantity]:
    method = "backward induction"
    labels = (
        f"Mean points of {name}, played for the most",
        f"Farkle in {name} so played",
    )
    yield from mean_and_farkle(prefix, labels, turn.mean, turn.farkle, method)
    for dice, stake in turn.bank_at.items():
        yield Quantity(
            id=f"{prefix}.bank_at.{dice}",
            label=f"In {name}, with {_dice(dice)} to roll: bank from",
            value=Fraction(stake),
            unit="points",
            method=method,
        )
    if turn.ceiling // turn.grid <= MOST_STAKES:
        yield from _outcomes(prefix, name, turn)


def _outcomes(prefix: str, name: str, turn: Turn) -> Iterator[Quantity]:
    """The law of the points of a turn, on the points grid, and its rolls."""
    ends, rolls = outcomes(turn)
    yield Quantity(
        id=f"{prefix}.rolls",
        label=f"Expected rolls of {name} so played",
        value=rolls,
        unit="rolls",
        method="Markov chain",
    )
    yield from law_of_points(prefix, f"{name} so played", ends, turn.grid)


def _dice(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"

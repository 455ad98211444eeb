"""The quantities of a roll of Farkle, of an optimal turn, and of the long run."""

from collections.abc import Iterator

import msgspec

from trueodds.analysis.farkle import loaded_quantities
from trueodds.analysis.farkle.loaded_quantities import (
    bank_at_quantities,
    roll_quantities,
    turn_means,
)
from trueodds.analysis.farkle.published import blog
from trueodds.analysis.farkle.roll_classes import (
    Rolls,
    best_score,
    points_grid,
    roll_classes,
)
from trueodds.analysis.farkle.turn.distribution import outcomes, point_quantities
from trueodds.analysis.farkle.turn.long_run import best_average
from trueodds.analysis.farkle.turn.optimal import Turn, best_turn
from trueodds.core.errors import RulesError
from trueodds.core.exact.quantity import Quantity, point_masses
from trueodds.core.rules.farkle import DICE, FarkleRules

MOST_SCORES = 25_000
"""The most scores of six dice that can be listed."""

MOST_STAKES = 2_000
"""The most stakes below the ceiling of a turn whose points are listed."""


def quantities(rules: FarkleRules) -> Iterator[Quantity]:
    """Yield every quantity of a roll, a turn, an opening turn and the long run.

    With loaded dice: those of a roll of all dice, of a turn and of an opening turn.
    """
    if rules.dice:
        yield from loaded_quantities.quantities(rules)
        return
    rolls = roll_classes(rules)
    yield from _rolls(rolls)
    turn = best_turn(rolls, rules, minimum=rules.minimum_to_bank)
    yield from _turn("turn", "turn", turn)
    if rules.junk:
        strict = msgspec.structs.replace(rules, junk=False)
        scoring = best_turn(roll_classes(strict), strict, minimum=rules.minimum_to_bank)
        yield Quantity(
            id="turn.junk.gain",
            label="Average points per turn that keeping junk adds",
            value=turn.mean - scoring.mean,
            unit="points",
            method="backward induction",
        )
    if rules.minimum_to_open:
        minimum = max(rules.minimum_to_open, rules.minimum_to_bank)
        opening = best_turn(rolls, rules, minimum=minimum)
        yield from _turn("opening.turn", "turn before opening", opening)
        if blog.applies(rules):
            yield from blog.claims(rules, rolls, turn, opening)
    if rules.penalty_every:
        yield Quantity(
            id="longrun.mean",
            label="Average points per turn in the long run, after penalties",
            value=best_average(rolls, rules),
            unit="points",
            method="policy iteration",
        )


def _rolls(rolls: Rolls) -> Iterator[Quantity]:
    for dice, rolled in rolls.items():
        yield from roll_quantities(dice, rolled.map(best_score))
    best = rolls[DICE].map(best_score)
    outcomes = range(0, max(best) + 1, points_grid(rolls))
    if len(outcomes) > MOST_SCORES:
        raise RulesError(
            f"scores up to {max(best)} in steps of {outcomes.step} are too many to "
            f"list; at most {MOST_SCORES} are possible"
        )
    yield from point_masses("roll.6.best", "Best score of 6 dice: {}", best, outcomes)


def _turn(prefix: str, name: str, turn: Turn) -> Iterator[Quantity]:
    yield from turn_means(prefix, name, turn)
    yield from bank_at_quantities(prefix, name, turn.bank_at)
    if turn.ceiling // turn.grid <= MOST_STAKES:
        yield from _outcomes(prefix, name, turn)


def _outcomes(prefix: str, name: str, turn: Turn) -> Iterator[Quantity]:
    """Yield the rolls of a turn, and its points on the points grid."""
    ends, rolls = outcomes(turn)
    yield Quantity(
        id=f"{prefix}.rolls",
        label=f"Average rolls per {name}",
        value=rolls,
        unit="rolls",
        method="Markov chain",
    )
    yield from point_quantities(prefix, f"a {name}", ends, turn.grid)

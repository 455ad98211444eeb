"""The quantities of a roll of Farkle, of an optimal turn, and of the long run."""

from collections.abc import Iterator
from functools import cached_property

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
from trueodds.core.odds import Family
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.core.storage.progress import Progress, silent

MOST_SCORES = 25_000
"""The most scores of six dice that can be listed."""

MOST_STAKES = 2_000
"""The most stakes below the ceiling of a turn whose points are listed."""


def families(rules: FarkleRules, progress: Progress = silent) -> tuple[Family, ...]:
    """Return the families of a roll, a turn, an opening turn and the long run.

    With loaded dice: those of a roll of all dice, of a turn and of an opening turn.
    """
    if rules.dice:
        return (Family("*", lambda: loaded_quantities.quantities(rules)),)
    played = _Played(rules)
    name = "turn before opening"
    return (
        Family("roll.*", lambda: _rolls(played.rolls)),
        Family(_TURN, lambda: _turn("turn", "turn", played.turn)),
        Family(_OUTCOMES, lambda: _outcomes("turn", "turn", played.turn)),
        Family("turn.junk.gain", played.junk),
        *(
            (
                Family(
                    _opening(_TURN), lambda: _turn("opening.turn", name, played.opening)
                ),
                Family(
                    _opening(_OUTCOMES),
                    lambda: _outcomes("opening.turn", name, played.opening),
                ),
                Family("claim.blog.*", played.blog),
            )
            if rules.minimum_to_open
            else ()
        ),
        Family("longrun.mean", played.long_run),
    )


_TURN = "turn.mean turn.farkle turn.bank_at.*"
_OUTCOMES = "turn.rolls turn.points.* turn.at_least.*"


def _opening(globs: str) -> str:
    """Return the globs of an opening turn from those of a turn."""
    return " ".join(f"opening.{glob}" for glob in globs.split())


class _Played:
    """The rolls and turns under some rules, each computed when it is first needed."""

    def __init__(self, rules: FarkleRules) -> None:
        self.rules = rules

    @cached_property
    def rolls(self) -> Rolls:
        """The distribution of the roll class, by number of dice."""
        return roll_classes(self.rules)

    @cached_property
    def turn(self) -> Turn:
        """The turn after opening, played for the most points."""
        return best_turn(self.rolls, self.rules, minimum=self.rules.minimum_to_bank)

    @cached_property
    def opening(self) -> Turn:
        """The turn before opening, played for the most points."""
        minimum = max(self.rules.minimum_to_open, self.rules.minimum_to_bank)
        return best_turn(self.rolls, self.rules, minimum=minimum)

    def junk(self) -> Iterator[Quantity]:
        """Yield the gain from keeping junk, where it may be kept."""
        if not self.rules.junk:
            return
        strict = _Played(msgspec.structs.replace(self.rules, junk=False))
        yield Quantity(
            id="turn.junk.gain",
            label="Average points per turn that keeping junk adds",
            value=self.turn.mean - strict.turn.mean,
            unit="points",
            method="backward induction",
        )

    def blog(self) -> Iterator[Quantity]:
        """Yield the claims of the blog, where its advice can be followed."""
        if blog.applies(self.rules):
            yield from blog.claims(self.rules, self.rolls, self.turn, self.opening)

    def long_run(self) -> Iterator[Quantity]:
        """Yield the long-run average turn, where farkles in a row cost points."""
        if self.rules.penalty_every:
            yield Quantity(
                id="longrun.mean",
                label="Average points per turn in the long run, after penalties",
                value=best_average(self.rolls, self.rules),
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


def _outcomes(prefix: str, name: str, turn: Turn) -> Iterator[Quantity]:
    """Yield the rolls of a turn, and its points on the points grid."""
    if turn.ceiling // turn.grid > MOST_STAKES:
        return
    ends, rolls = outcomes(turn)
    yield Quantity(
        id=f"{prefix}.rolls",
        label=f"Average rolls per {name}",
        value=rolls,
        unit="rolls",
        method="Markov chain",
    )
    yield from point_quantities(prefix, f"a {name}", ends, turn.grid)

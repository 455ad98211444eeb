"""Quantities of Bunco: a roll, a game, a turn, a race, a night."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from trueodds.analysis.bunco import night, race, rolls, turn
from trueodds.analysis.bunco.race import Race
from trueodds.analysis.bunco.rolls import Awards
from trueodds.analysis.bunco.turn import TargetTurn
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Family
from trueodds.core.rules.bunco import BuncoRules
from trueodds.core.storage.progress import Progress, silent


def families(rules: BuncoRules, progress: Progress = silent) -> tuple[Family, ...]:
    """Return the families of quantities of these rules, in order.

    The quantities of a family are computed together. Rules with re-rolls have neither
    turns nor races nor nights: there a round is a single roll.
    """
    played = _Played(rules)
    return (
        *played.families,
        Family("night.*", played.night),
        *(_rerolls(rules) if rules.rerolls else ()),
        *(() if rules.fair else _shifts(rules, played)),
    )


def _rerolls(rules: BuncoRules) -> Iterator[Family]:
    from trueodds.analysis.bunco import reroll_table

    yield Family("reroll.*", lambda: reroll_table.quantities(rules))


def _shifts(rules: BuncoRules, played: _Played) -> Iterator[Family]:
    """Yield the dice that tests of fairness need, and the shifts of each family.

    A shift is a quantity less the same quantity with fair dice.
    """
    from trueodds.analysis.bunco import bias

    tests = "bias.chi_square.* bias.likelihood_ratio.* bias.face.*"
    yield Family(tests, lambda: bias.quantities(rules))
    fair = _Played(bias.as_fair(rules))
    for pair in zip(played.families, fair.families, strict=True):
        yield bias.shift_family(*pair)


class _Played:
    """A roll, a turn and a race under some rules, computed once for all families."""

    def __init__(self, rules: BuncoRules) -> None:
        self.rules = rules

    @cached_property
    def families(self) -> tuple[Family, ...]:
        """The families of a roll, of a game, of a turn and of a race."""
        return (
            Family("roll.* round.*", lambda: rolls.quantities(self.rounds, self.rules)),
            Family("game.*", lambda: rolls.game_quantities(self.rounds)),
            Family("turn.*", self.turn),
            Family("race.*", self.race),
        )

    @cached_property
    def rounds(self) -> list[Awards]:
        """The distribution of the award in each round."""
        return rolls.round_distributions(self.rules)

    @cached_property
    def turns(self) -> list[TargetTurn]:
        """The turn of each round; none with re-rolls."""
        if self.rules.rerolls:
            return []
        return [TargetTurn.of(awards, self.rules) for awards in self.rounds]

    @cached_property
    def races(self) -> dict[TargetTurn, Race]:
        """The race of each kind of turn; none if a side may never score."""
        if not all(each.scores for each in self.turns):
            return {}
        goal = self.rules.round_points
        return {each: race.race(each, goal) for each in dict.fromkeys(self.turns)}

    @property
    def turns_end(self) -> bool:
        """True if there are turns, and each ends almost surely."""
        return bool(self.turns) and all(each.ends for each in self.turns)

    def turn(self) -> Iterator[Quantity]:
        """Yield the quantities of a turn; none if it may never end."""
        if self.turns_end:
            yield from turn.quantities(self.turns, self.rules)

    def race(self) -> Iterator[Quantity]:
        """Yield the quantities of a race; none if it may never end."""
        if self.races:
            yield from race.quantities(self.turns, self.races, self.rules)

    def night(self) -> Iterator[Quantity]:
        """Yield the quantities of a night; none if a turn or a race may never end."""
        if self.races and self.turns_end:
            yield from night.quantities(self.turns, self.races, self.rules)

"""Quantities of Bunco: a roll, a game, a turn, a race, a night."""

from collections.abc import Iterator

from trueodds.analysis.bunco import bias, night, race, reroll, rolls, turn
from trueodds.analysis.bunco.race import Race
from trueodds.analysis.bunco.turn import Turn
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.bunco import BuncoRules


def quantities(rules: BuncoRules) -> Iterator[Quantity]:
    """Yield every quantity of these rules, in order.

    Rules with re-rolls have neither turns nor races nor nights: there a round is a
    single roll.
    """
    odds, turns, races = _up_to_the_race(rules)
    yield from odds
    if races and all(each.ends for each in turns):
        yield from night.quantities(turns, races, rules)
    if rules.rerolls:
        yield from reroll.quantities(rules)
    if not rules.fair:
        fair, _, _ = _up_to_the_race(bias.as_fair(rules))
        yield from bias.quantities(
            odds, {quantity.id: quantity for quantity in fair}, rules
        )


def _up_to_the_race(
    rules: BuncoRules,
) -> tuple[list[Quantity], list[Turn], dict[Turn, Race]]:
    """Return all quantities but those of a night, the turns by round, and the races."""
    rounds = rolls.round_distributions(rules)
    odds = [*rolls.quantities(rounds, rules)]
    turns = [] if rules.rerolls else [Turn.of(awards, rules) for awards in rounds]
    if turns and all(each.ends for each in turns):
        odds += turn.quantities(turns, rules)
    if not turns or not all(each.scores for each in turns):
        return odds, turns, {}
    races = {each: race.race(each, rules.round_points) for each in dict.fromkeys(turns)}
    odds += race.quantities(turns, races, rules)
    return odds, turns, races

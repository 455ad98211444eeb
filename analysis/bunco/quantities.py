"""The odds of Bunco: a roll, a game of one roll a round, a turn, a race, a night."""

from collections.abc import Iterator

from trueodds.analysis.bunco import bias, night, race, reroll, rolls, turn
from trueodds.analysis.bunco.race import Race
from trueodds.analysis.bunco.turn import Turn
from trueodds.core.quantity import Quantity
from trueodds.core.rules.bunco import BuncoRules


def quantities(rules: BuncoRules) -> Iterator[Quantity]:
    """Every quantity of these rules, in order.

    Turns, races and nights are those without dice rolled again, whose rolls stand for
    a round each.
    """
    odds, turns, races = _up_to_the_race(rules)
    yield from odds
    if races and all(one.ends for one in turns):
        yield from night.quantities(turns, races, rules)
    if rules.rerolls:
        yield from reroll.quantities(rules)
    if not rules.fair:
        fair, _, _ = _up_to_the_race(bias.as_fair(rules))
        yield from bias.quantities(odds, {odd.id: odd for odd in fair}, rules)


def _up_to_the_race(
    rules: BuncoRules,
) -> tuple[list[Quantity], list[Turn], dict[Turn, Race]]:
    """All that is not about a night, the turn of each round, and their races."""
    rounds = rolls.round_laws(rules)
    odds = [*rolls.quantities(rounds, rules)]
    turns = [] if rules.rerolls else [Turn.of(law, rules) for law in rounds]
    if turns and all(one.ends for one in turns):
        odds += turn.quantities(turns, rules)
    if not turns or not all(one.scores for one in turns):
        return odds, turns, {}
    races = {one: race.race(one, rules.round_points) for one in dict.fromkeys(turns)}
    odds += race.quantities(turns, races, rules)
    return odds, turns, races

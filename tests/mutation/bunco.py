"""Which cells of Bunco's rules cannot matter, and some of its odds, found quickly.

The weights of the faces are cells even where the rules call the dice fair, or name the
generator that they come from.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import prod

from msgspec.structs import replace

from trueodds.analysis.bunco.turn import average
from trueodds.core.rules.bunco import BuncoRules, Generator
from trueodds.proofs.bunco.races import first_wins
from trueodds.proofs.bunco.turns import Roll, rolls

OF_TURNS = (
    "round_points",
    "bunco_ends_turn",
    "mini_bunco_ends_turn",
    "turn_capped",
    "tables",
    "players_per_table",
)


def integers(rules: BuncoRules) -> Iterator[tuple[str, Fraction]]:
    """Odds by the second derivation: of a roll, a game, a turn and a race."""
    if rules.rerolls:
        return
    rounds = [rolls(rules, number) for number in rules.round_numbers]
    buncos = [kinds[0].probability for kinds in rounds]
    yield "roll.bunco", average(buncos)
    yield "roll.mean", average([_mean(kinds) for kinds in rounds])
    yield "game.any_bunco", 1 - prod((1 - b for b in buncos), start=Fraction(1))
    if not rules.turn_capped:
        yield "turn.rolls.mean", average([1 / (1 - _goes_on(k)) for k in rounds])
    weights = [rules.face_weights[rules.target(n) - 1] for n in rules.round_numbers]
    number_of = dict(zip(weights, rules.round_numbers, strict=True))
    won = {weight: first_wins(rules, number) for weight, number in number_of.items()}
    yield "race.first_wins", average([won[weight] for weight in weights])


def _mean(kinds: list[Roll]) -> Fraction:
    return sum((roll.probability * roll.points for roll in kinds), Fraction(0))


def _goes_on(kinds: list[Roll]) -> Fraction:
    return sum((roll.probability for roll in kinds if roll.goes_on), Fraction(0))


def spelled_out(rules: BuncoRules) -> BuncoRules:
    """Return the same dice with the weight of each face."""
    return replace(rules, weights=rules.face_weights, generator=Generator())


def idle(rules: BuncoRules) -> dict[str, str]:
    """Return the fields of turns without re-rolls, if dice may be rolled again."""
    if not rules.rerolls:
        return {}
    why = "turns, races and nights need rolls without re-rolls"
    return dict.fromkeys(OF_TURNS, why)

"""Independent derivations of Bunco: rolls, games, turns, races, a night, re-rolls."""

from trueodds.proofs.bunco.games import biases, derive
from trueodds.proofs.bunco.night import night
from trueodds.proofs.bunco.races import first_wins, races
from trueodds.proofs.bunco.rerolls import rerolls
from trueodds.proofs.bunco.turns import Roll, rolls, turn_points, turns

__all__ = [
    "Roll",
    "biases",
    "derive",
    "first_wins",
    "night",
    "races",
    "rerolls",
    "rolls",
    "turn_points",
    "turns",
]

"""Independent derivations for Farkle: rolls, turns, thresholds, solitaire, a match.

They start from rolls that are counted and scored here (``rolls``), except for the
farkles themselves, and use no code of the analysis.
"""

from trueodds.proofs.farkle.alone import alone
from trueodds.proofs.farkle.any_dice import any_dice
from trueodds.proofs.farkle.listings import listings
from trueodds.proofs.farkle.longrun import longrun
from trueodds.proofs.farkle.match import first_player
from trueodds.proofs.farkle.rolls import best_scores, derive
from trueodds.proofs.farkle.seats import seats
from trueodds.proofs.farkle.thresholds import thresholds
from trueodds.proofs.farkle.turns import openings, turns

__all__ = [
    "alone",
    "any_dice",
    "best_scores",
    "derive",
    "first_player",
    "listings",
    "longrun",
    "openings",
    "seats",
    "thresholds",
    "turns",
]

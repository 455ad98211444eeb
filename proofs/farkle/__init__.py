"""Farkle a second way: rolls, turns, thresholds, alone against the target, a match.

All but the farkles themselves starts from rolls counted and scored here (``rolls``);
nothing of the analysis is used.
"""

from trueodds.proofs.farkle.alone import alone
from trueodds.proofs.farkle.listings import listings
from trueodds.proofs.farkle.longrun import longrun
from trueodds.proofs.farkle.match import first_player
from trueodds.proofs.farkle.rolls import best_scores, derive
from trueodds.proofs.farkle.seats import seats
from trueodds.proofs.farkle.thresholds import thresholds
from trueodds.proofs.farkle.turns import openings, turns

__all__ = [
    "alone",
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

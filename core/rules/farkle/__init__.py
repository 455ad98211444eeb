"""Farkle: keep dice that score, then bank the points or roll the rest.

Sources: S4 (a programming assignment, ECE 209), S5 (a blog post), and the variants that
others have solved; each is a preset.
"""

from trueodds.core.rules.farkle.dice_kinds import read_roll
from trueodds.core.rules.farkle.loaded_dice import DICE
from trueodds.core.rules.farkle.rules import FarkleRules
from trueodds.core.rules.farkle.scorer import (
    REFUSED,
    Combination,
    Option,
    Scorer,
    score,
    words,
)

__all__ = [
    "DICE",
    "REFUSED",
    "Combination",
    "FarkleRules",
    "Option",
    "Scorer",
    "read_roll",
    "score",
    "words",
]

"""Baccarat (punto banco): two hands, a tableau that decides who draws, and bets.

The tableau is data: the totals on which Player draws, and those on which Banker draws
for each rank of Player's third card (or none). It goes by rank and not by value,
because a published script treats ten-valued ranks differently. The bets and the cards
left in the shoe are data too. Source: S2, a magazine column on baccarat as a shell
script, part II.
"""

from trueodds.core.rules.baccarat.bets import (
    MIXED_PAIR,
    NO_PAIR,
    PERFECT_PAIR,
    WINNER_CODES,
    Bet,
    Case,
    Outcome,
    Winner,
    hand_total,
    value,
)
from trueodds.core.rules.baccarat.coup import Coup, every_coup, play, score, words
from trueodds.core.rules.baccarat.rules import (
    NO_THIRD_CARD,
    BaccaratRules,
    bare,
    rank_classes,
    third_name,
)

__all__ = [
    "MIXED_PAIR",
    "NO_PAIR",
    "NO_THIRD_CARD",
    "PERFECT_PAIR",
    "WINNER_CODES",
    "BaccaratRules",
    "Bet",
    "Case",
    "Coup",
    "Outcome",
    "Winner",
    "bare",
    "every_coup",
    "hand_total",
    "play",
    "rank_classes",
    "score",
    "third_name",
    "value",
    "words",
]

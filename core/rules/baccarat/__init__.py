"""Baccarat (punto banco): two hands, a table that says who draws, and bets.

The tableau is data: on which totals Player draws, and on which totals Banker draws for
each rank of Player's third card (or none). By rank and not by value, because a
published script tells ten-valued cards apart. So are the bets, and what is left in the
shoe. Source: S2, a magazine column on baccarat as a shell script, part II.
"""

from trueodds.core.games import Game
from trueodds.core.rules.baccarat.bets import Bet, Case
from trueodds.core.rules.baccarat.coup import Coup, play, score
from trueodds.core.rules.baccarat.outcome import (
    MIXED_PAIR,
    NO_PAIR,
    PERFECT_PAIR,
    WINNER_CODES,
    Outcome,
    Winner,
    hand_total,
    value,
)
from trueodds.core.rules.baccarat.rules import (
    DEFAULT,
    NO_THIRD_CARD,
    RULES_TO_SCORE,
    BaccaratRules,
    bare,
    rank_classes,
    third_name,
)

GAME = Game(
    "baccarat",
    rules="trueodds.core.rules.baccarat",
    analysis="trueodds.analysis.baccarat.quantities",
    report="trueodds.reports.games.baccarat",
    proofs="trueodds.proofs.baccarat",
    place=2,
)
Rules = BaccaratRules

__all__ = [
    "DEFAULT",
    "GAME",
    "MIXED_PAIR",
    "NO_PAIR",
    "NO_THIRD_CARD",
    "PERFECT_PAIR",
    "RULES_TO_SCORE",
    "WINNER_CODES",
    "BaccaratRules",
    "Bet",
    "Case",
    "Coup",
    "Outcome",
    "Rules",
    "Winner",
    "bare",
    "hand_total",
    "play",
    "rank_classes",
    "score",
    "third_name",
    "value",
]

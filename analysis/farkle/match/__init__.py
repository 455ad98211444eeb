"""A match of Farkle: optimal play of two players with proof, and simpler strategies."""

from trueodds.analysis.farkle.match.advice import (
    KeepToWin,
    Situation,
    TurnPosition,
    advise,
    advise_keep,
)
from trueodds.analysis.farkle.match.optimal.cache import Match, solved, solved_on
from trueodds.analysis.farkle.match.state_space import StateSpace, state_space

__all__ = [
    "KeepToWin",
    "Match",
    "Situation",
    "StateSpace",
    "TurnPosition",
    "advise",
    "advise_keep",
    "solved",
    "solved_on",
    "state_space",
]
